import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const hours: ServerModule = {
  name: "hours",
  routes,
  // Members may not read the patterns, but changes of them change what members can book.
  liveChanges: { permission: "fields.show", ruleForMembers: async () => () => null },
  activityLabel: "hours.title",
  activitySubjects: [namedRows("opening_hour_patterns"), namedRows("closures")],
};
