import type { ServerModule } from "#server/kit/process/modules.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import routes from "./routes.ts";

export const apiKeys: ServerModule = {
  name: "api-keys",
  routes,
  isRemembered: false,
  liveChanges: { permission: "organizations.update" },
  activityLabel: "api-keys.title",
  activitySubjects: [namedRows("api_keys")],
};
