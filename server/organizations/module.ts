import { sql } from "kysely";
import { organizations as endpoints } from "#contract/organizations.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { organizationColumns } from "./export-columns.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const organizations: ServerModule = {
  name: "organizations",
  routes,
  liveChanges: { permission: "organizations.show", ruleForMembers: async () => (id) => id, decidesAccess: true },
  activityLabel: "organizations.one",
  activitySubjects: [
    { selectNames: ({ ids }) => sql`select id::text, name from organizations where id = any(${ids}::uuid[])` },
  ],
  exports: { organizations: exportList(endpoints.list, "organizations.title", organizationColumns) },
};
