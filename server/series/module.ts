import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const series: ServerModule = {
  name: "series",
  routes,
  isRemembered: false,
  liveChanges: { permission: "events.show" },
  activitySubjects: [namedRows("series")],
};
