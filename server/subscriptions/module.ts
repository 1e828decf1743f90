import { sql } from "kysely";
import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const subscriptions: ServerModule = {
  name: "subscriptions",
  routes,
  isRemembered: false,
  jobs,
  liveChanges: { permission: "members.show" },
  activityLabel: "subscriptions.title",
  activitySubjects: [
    namedRows("subscription_types"),
    {
      selectNames: ({ organizationIds, ids }) => sql`
        select subscriptions.id::text, types.name from subscriptions
        join subscription_types as types on types.organization_id = subscriptions.organization_id
          and types.id = subscriptions.type_id
        where subscriptions.organization_id = any(${organizationIds}) and subscriptions.id = any(${ids}::uuid[])`,
    },
  ],
};
