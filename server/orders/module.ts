import { sql } from "kysely";
import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const orders: ServerModule = {
  name: "orders",
  routes,
  isRemembered: false,
  jobs,
  liveChanges: { permission: "members.show" },
  activityLabel: "orders.title",
  activitySubjects: [
    {
      selectNames: ({ organizationIds, ids }) => sql`
        select id::text, agreed->>'name' as name from orders
        where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])`,
    },
  ],
};
