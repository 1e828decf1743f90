import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const prices: ServerModule = {
  name: "prices",
  routes,
  // Members may not know the patterns, but what a booking costs follows from them.
  liveChanges: { permission: "fields.show", ruleForMembers: async () => () => null },
  activityLabel: "prices.title",
  activitySubjects: [namedRows("price_patterns")],
};
