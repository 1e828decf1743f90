import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const search: ServerModule = {
  name: "search",
  routes,
};
