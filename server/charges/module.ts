import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const charges: ServerModule = {
  name: "charges",
  routes,
  jobs,
  isRemembered: false,
  liveChanges: { permission: "payments.show" },
  activityLabel: "charges.title",
};
