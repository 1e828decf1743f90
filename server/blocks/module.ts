import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const blocks: ServerModule = {
  name: "blocks",
  routes,
};
