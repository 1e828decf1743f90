/** Remembers when a person reads the activity, on the server: it follows them to another browser. */
import { sql } from "kysely";
import { type activity, type ActivityVisit, MAX_NEW_ENTRIES } from "#contract/activity.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

/** Pages that are opened within this time are one visit: what was new stays marked after a reload. */
const VISIT_MS = 30 * 60_000;

type VisitCall = Call<typeof activity.visit>;

async function saveVisit({ db, organizationId, user, now }: VisitCall): Promise<Date | null> {
  const endOfVisit = new Date(now.getTime() - VISIT_MS);
  const { previous_at: since } = await db
    .insertInto("activity_visits")
    .values({ organization_id: organizationId, user_id: user.id, visited_at: now })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "user_id"]).doUpdateSet({
        visited_at: now,
        previous_at: sql<Date | null>`case when activity_visits.visited_at < ${endOfVisit}
          then activity_visits.visited_at else activity_visits.previous_at end`,
      }),
    )
    .returning("previous_at")
    .executeTakeFirstOrThrow();
  return since;
}

async function countNewEntries({ db, organizationId, user }: VisitCall, since: Date): Promise<number> {
  const found = db
    .selectFrom("activity")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("parent_id", "is", null)
    .where("at", ">", since)
    .where("actor_id", "is distinct from", user.id)
    .limit(MAX_NEW_ENTRIES);
  const { count } = await db
    .selectFrom(found.as("found"))
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function visitActivity(call: VisitCall): Promise<ActivityVisit> {
  const since = await saveVisit(call);
  return { since: since?.toISOString() ?? null, count: since ? await countNewEntries(call, since) : 0 };
}
