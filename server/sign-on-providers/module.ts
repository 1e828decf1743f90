import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const signOnProviders: ServerModule = {
  name: "sign-on-providers",
  routes,
  jobs,
  liveChanges: { permission: "organizations.delete" },
  activityLabel: "sign-on-providers.title",
};
