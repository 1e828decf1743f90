import { payments as endpoints } from "#contract/payments.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import { debtColumns, movementColumns, paymentColumns } from "./export-columns.ts";
import jobs from "./jobs.ts";
import reconciliationJobs from "./reconciliation/jobs.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const payments: ServerModule = {
  name: "payments",
  routes,
  isRemembered: false,
  jobs: [...jobs, ...reconciliationJobs],
  liveChanges: { permission: "payments.show" },
  activityLabel: "payments.title",
  activitySubjects: [namedRows("payments", { column: "payer_name" })],
  exports: {
    payments: { ...exportList(endpoints.list, "payments.title", paymentColumns), isOfMoney: true },
    debts: exportList(endpoints.debts, "payments.unpaid", debtColumns),
    takings: { ...exportList(endpoints.movements, "payments.takings", movementColumns), isOfMoney: true },
  },
};
