import { sql } from "kysely";
import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const packs: ServerModule = {
  name: "packs",
  routes,
  isRemembered: false,
  jobs,
  liveChanges: { permission: "members.show" },
  activityLabel: "packs.title",
  activitySubjects: [
    namedRows("pack_types"),
    {
      selectNames: ({ organizationIds, ids }) => sql`
        select id::text, terms ->> 'name' as name from packs
        where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])`,
    },
  ],
};
