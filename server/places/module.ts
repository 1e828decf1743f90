import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const places: ServerModule = {
  name: "places",
  routes,
};
