import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const prices: ServerModule = {
  name: "prices",
  routes,
  // Members may not see patterns, but prices of their bookings change: report a change without its id.
  liveChanges: { permission: "fields.show", ruleForMembers: async () => () => null },
  activityLabel: "prices.title",
  activitySubjects: [namedRows("price_patterns")],
};
