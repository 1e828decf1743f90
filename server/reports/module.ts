import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const reports: ServerModule = {
  name: "reports",
  routes,
  activityLabel: "reports.title",
};
