import type { WebModule } from "#web/kit/data/modules.ts";
import { activityRoutes, eventHistoryRoute } from "./routes.tsx";

export const activity: WebModule = {
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
  routes: { organization: activityRoutes, "event-access-code": (event) => [eventHistoryRoute(event)] },
};
