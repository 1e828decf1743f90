import type { ServerModule } from "#server/kit/process/modules.ts";
import { requestSubjects, linkSubjects } from "./queries.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const joining: ServerModule = {
  name: "joining",
  routes,
  jobs,
  isRemembered: false,
  liveChanges: { permission: "members.manage" },
  activityLabel: "joining.title",
  activitySubjects: [requestSubjects, linkSubjects],
};
