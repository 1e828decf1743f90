import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const sms: ServerModule = {
  name: "sms",
  routes,
  jobs,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "sms.title",
};
