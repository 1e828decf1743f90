import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const extras: ServerModule = {
  name: "extras",
  routes,
  jobs,
  liveChanges: { permission: "events.update" },
  activityLabel: "extras.title",
  activitySubjects: [namedRows("extras")],
};
