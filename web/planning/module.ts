import type { WebModule } from "#web/kit/data/modules.ts";
import type { LoadPlanningParts } from "./planning-parts.ts";
import { printRoute } from "./print/routes.tsx";
import { currentPlanningRoute, planningRoute } from "./routes.tsx";

export const planningModule = (loadParts: LoadPlanningParts): WebModule => ({
  name: "planning",
  navigation: [
    {
      label: "planning.title",
      icon: "CalendarRange",
      path: "/planning",
      permission: "events.show",
      menus: { team: ["schedule", 2], member: ["schedule", 4] },
    },
  ],
  actions: [{ label: "planning.blockTime", path: "/planning", search: { block: "true" }, permission: "events.create" }],
  routes: {
    personal: (parent) => [currentPlanningRoute(parent)],
    organization: (parent) => [planningRoute(parent, loadParts), printRoute(parent)],
  },
  includesDataOf: ["events"],
});
