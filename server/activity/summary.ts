/** Counts what others have done since an instant, for who was away. */
import { type activity, type ActivitySummary, MAX_NEW_ENTRIES } from "#contract/activity.ts";
import { activityDeeds, deedOf } from "#contract/activity-summary-rules.ts";
import { inScope } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

const DAY_MS = 86_400_000;

export async function summarizeActivity({
  db,
  organizationId,
  user,
  now,
  query,
}: Call<typeof activity.summary>): Promise<ActivitySummary> {
  const since = query.since ? new Date(query.since) : new Date(now.getTime() - DAY_MS);
  const acts = await db
    .selectFrom("activity")
    .select("act")
    .where(inScope("organization_id", organizationId))
    .where("parent_id", "is", null)
    .where("at", ">", since)
    .where("actor_id", "is distinct from", user.id)
    .orderBy("at", "desc")
    .limit(MAX_NEW_ENTRIES)
    .execute();
  const byDeed = Map.groupBy(acts, ({ act }) => deedOf(act));
  return {
    since: since.toISOString(),
    count: acts.length,
    deeds: activityDeeds.flatMap((deed) => {
      const count = byDeed.get(deed)?.length ?? 0;
      return count > 0 ? [{ deed, count }] : [];
    }),
  };
}
