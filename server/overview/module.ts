import jobs from "./jobs.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const overview: ServerModule = {
  name: "overview",
  routes,
  jobs,
  activityLabel: "overview.title",
};
