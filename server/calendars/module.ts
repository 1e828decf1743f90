import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const calendars: ServerModule = {
  name: "calendars",
  routes,
  isRemembered: false,
  liveChanges: null,
  activityLabel: "calendars.title",
};
