import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const credits: ServerModule = {
  name: "credits",
  routes,
  isRemembered: false,
  activityLabel: "credits.title",
};
