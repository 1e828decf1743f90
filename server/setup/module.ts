import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const setup: ServerModule = {
  name: "setup",
  routes,
  activityLabel: "setup.title",
};
