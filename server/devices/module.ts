import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const devices: ServerModule = {
  name: "devices",
  routes,
  jobs,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "devices.title",
  activitySubjects: [namedRows("devices")],
};
