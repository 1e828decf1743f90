import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const looks: ServerModule = {
  name: "looks",
  routes,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "looks.title",
};
