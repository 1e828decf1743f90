import jobs from "./jobs.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const planning: ServerModule = {
  name: "planning",
  routes,
  isRemembered: false,
  jobs,
  liveChanges: { permission: "events.create" },
  activityLabel: "planning.title",
};
