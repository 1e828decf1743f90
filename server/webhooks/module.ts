import type { ServerModule } from "#server/kit/process/modules.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const webhooks: ServerModule = {
  name: "webhooks",
  routes,
  jobs,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "webhooks.title",
  activitySubjects: [namedRows("webhooks", { column: "url" })],
};
