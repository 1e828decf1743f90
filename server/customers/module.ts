import { customers as endpoints } from "#contract/customers.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import { customerColumns } from "./export-columns.ts";
import routes from "./routes.ts";

export const customers: ServerModule = {
  name: "customers",
  routes,
  // They change with each walk-in.
  isRemembered: false,
  liveChanges: { permission: "members.show" },
  activityLabel: "customers.title",
  activityAbout: "customer",
  activitySubjects: [namedRows("customers", { isSearchable: true, searchColumn: "search" })],
  exports: { customers: exportList(endpoints.list, "customers.title", customerColumns) },
};
