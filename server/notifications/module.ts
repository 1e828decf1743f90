import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const notifications: ServerModule = {
  name: "notifications",
  routes,
  jobs,
  isRemembered: false,
  // Their changes are one person's: `insertPersonalChanges`.
  liveChanges: null,
};
