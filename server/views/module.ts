import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const views: ServerModule = {
  name: "views",
  routes,
  isRemembered: false,
  liveChanges: { permission: "events.show" },
  activityLabel: "views.title",
};
