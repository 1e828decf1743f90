import type { WebModule } from "#web/kit/data/modules.ts";
import { closuresRoute, hoursRoutes } from "./routes.tsx";

export const hours: WebModule = {
  name: "hours",
  navigation: [
    {
      label: "hours.title",
      icon: "Clock",
      path: "/opening-hours",
      permission: "patterns.manage",
      menus: { team: ["venues", 3] },
    },
    {
      label: "hours.closures",
      icon: "CalendarOff",
      path: "/closures",
      permission: "patterns.manage",
      menus: { team: ["venues", 4] },
    },
  ],
  actions: [
    { label: "hours.create", path: "/opening-hours/create", permission: "patterns.manage" },
    { label: "hours.createClosure", path: "/closures/create", permission: "patterns.manage" },
  ],
  routes: { scoped: (parent) => [closuresRoute(parent)], organization: hoursRoutes },
};
