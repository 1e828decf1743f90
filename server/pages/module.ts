import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const pages: ServerModule = {
  name: "pages",
  routes,
  isRemembered: false,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "pages.title",
};
