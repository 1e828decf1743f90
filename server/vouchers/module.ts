import { sql } from "kysely";
import { vouchers as endpoints } from "#contract/vouchers.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import { voucherColumns } from "./export-columns.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const vouchers: ServerModule = {
  name: "vouchers",
  routes,
  isRemembered: false,
  jobs,
  exports: { vouchers: { ...exportList(endpoints.list, "vouchers.title", voucherColumns), isOfMoney: true } },
  activityLabel: "vouchers.title",
  activitySubjects: [
    {
      selectNames: ({ organizationIds, ids }) => sql`
        select id::text, right(code, 4) as name from vouchers
        where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])`,
    },
  ],
};
