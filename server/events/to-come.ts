/** Events that still take place: as long as there are any, their organization stays; and members have so many at a time. */
import type { Place } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { Problem, say } from "#server/kit/problem.ts";
import { longestMs } from "./in-turn.ts";

/** Blocks are nobody's event. What runs at this moment is still to come. */
const toCome = (db: Database, organizationId: string, now: Date) =>
  db
    .selectFrom("events")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "event")
    .where("status", "in", ["pending", "approved"])
    .where("start_time", ">", new Date(now.getTime() - longestMs))
    .where("end_time", ">", now);

/** @throws Problem 409 that says how many */
export async function refuseWhileBooked(
  { db, now }: Pick<Place, "db" | "now">,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const { count } = await toCome(db, organizationId, now).executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new Problem(409, say("events.organizationBooked", { count: Number(count) }));
}

/** @throws Problem 409 beside `startTime` for who has as many already */
export async function refuseMore(
  { db, now, organizationId, user }: Pick<Place, "db" | "now"> & { organizationId: string; user: { id: string } },
  mostActive: number,
): Promise<void> {
  const { count } = await toCome(db, organizationId, now).where("customer_id", "=", user.id).executeTakeFirstOrThrow();
  const saying = say("events.mostActive", { count: mostActive });
  if (Number(count) >= mostActive) throw new Problem(409, saying, { errors: { startTime: [saying] } });
}
