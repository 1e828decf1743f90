import { invoices as endpoints } from "#contract/invoices.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import { invoiceColumns } from "./export-columns.ts";
import jobs from "./jobs.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const invoices: ServerModule = {
  name: "invoices",
  routes,
  isRemembered: false,
  jobs,
  liveChanges: { permission: "invoices.show" },
  activityLabel: "invoices.title",
  activitySubjects: [namedRows("invoices", { column: "number" })],
  exports: { invoices: { ...exportList(endpoints.list, "invoices.title", invoiceColumns), isOfMoney: true } },
};
