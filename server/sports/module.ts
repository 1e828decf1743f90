import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const sports: ServerModule = {
  name: "sports",
  routes,
};
