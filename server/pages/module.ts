import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const pages: ServerModule = {
  name: "pages",
  routes,
  jobs,
  isRemembered: false,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "pages.title",
};
