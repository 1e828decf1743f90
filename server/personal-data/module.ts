import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const personalData: ServerModule = {
  name: "personal-data",
  routes,
  jobs,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "personal-data.retention",
};
