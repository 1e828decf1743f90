import type { WebModule } from "#web/kit/data/modules.ts";
import { reportRoutes } from "./routes.tsx";

export const reports: WebModule = {
  name: "reports",
  navigation: [
    {
      label: "reports.title",
      icon: "ChartColumn",
      path: "/reports",
      permission: "reports.show",
      menus: { team: ["administration", 0] },
    },
  ],
  routes: { organization: reportRoutes },
  includesDataOf: ["events", "money"],
};
