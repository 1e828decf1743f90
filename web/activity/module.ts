import type { WebModule } from "#web/kit/data/modules.ts";
import { activityRoutes, eventHistoryRoute } from "./routes.tsx";

/** @param loadTexts loads what the activity says of each module's subjects, before the first entry is shown */
export const activityModule = (loadTexts: () => Promise<unknown>): WebModule => ({
  name: "activity",
  includesDataOf: ["events", "money"],
  navigation: [
    {
      label: "activity.title",
      icon: "History",
      path: "/activity",
      permission: "activity.show",
      menus: { team: ["administration", 1] },
    },
  ],
  routes: {
    organization: (organization) => activityRoutes(organization, loadTexts),
    "event-access-code": (event) => [eventHistoryRoute(event, loadTexts)],
  },
});
