import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const approvals: ServerModule = {
  name: "approvals",
  routes,
};
