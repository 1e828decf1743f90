import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const accounting: ServerModule = {
  name: "accounting",
  routes,
  isRemembered: false,
  liveChanges: { permission: "accounting.export" },
  activityLabel: "accounting.title",
};
