import { activity as endpoints } from "#contract/activity.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { activityColumns } from "./export-columns.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const activity: ServerModule = {
  name: "activity",
  routes,
  isRemembered: false,
  activityLabel: "activity.title",
  exports: { activity: exportList(endpoints.list, "activity.title", activityColumns) },
};
