import { namedRows } from "#server/kit/activity/subjects.ts";
import jobs from "./jobs.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const imports: ServerModule = {
  name: "imports",
  routes,
  jobs,
  liveChanges: null,
  activityLabel: "imports.title",
  activitySubjects: [namedRows("imports", { column: "file_name" })],
};
