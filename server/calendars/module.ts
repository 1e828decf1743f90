import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const calendars: ServerModule = {
  name: "calendars",
  routes,
  liveChanges: null,
  activityLabel: "calendars.title",
};
