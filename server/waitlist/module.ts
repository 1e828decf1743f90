import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import { personSubjects } from "./queries.ts";
import routes from "./routes.ts";

export const waitlist: ServerModule = {
  name: "waitlist",
  routes,
  jobs,
  isRemembered: false,
  liveChanges: { permission: "events.show" },
  activityLabel: "waitlist.title",
  activitySubjects: [personSubjects],
};
