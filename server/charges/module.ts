import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const charges: ServerModule = {
  name: "charges",
  routes,
  isRemembered: false,
  liveChanges: { permission: "payments.show" },
  activityLabel: "charges.title",
};
