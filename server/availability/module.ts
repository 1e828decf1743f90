import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const availability: ServerModule = {
  name: "availability",
  routes,
};
