import jobs from "./jobs.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const files: ServerModule = {
  name: "files",
  routes,
  jobs,
  liveChanges: { permission: "facilities.show", subjectModules: ["facilities", "fields"] },
};
