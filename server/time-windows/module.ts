import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const timeWindows: ServerModule = {
  name: "time-windows",
  routes,
  // Members may not read the windows, but changes of them change what members can book.
  liveChanges: { permission: "fields.show", ruleForMembers: async () => () => null },
  activityLabel: "time-windows.title",
  activitySubjects: [namedRows("time_windows")],
};
