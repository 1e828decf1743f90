import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const signOnProviders: ServerModule = {
  name: "sign-on-providers",
  routes,
  liveChanges: { permission: "organizations.delete" },
  activityLabel: "sign-on-providers.title",
};
