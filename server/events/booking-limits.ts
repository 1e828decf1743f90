/** Booking limits of one person: how many active bookings, and how many unpaid holds. */
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { dateFormats } from "#messages/dates.ts";
import { countUpcomingEvents } from "./occupancy.ts";

/** @throws HttpError 409 on `startTime` if the user has reached the limit */
export async function assertBelowMaxActive(
  {
    db,
    now,
    organizationId,
    user,
  }: Pick<RequestContext, "db" | "now"> & { organizationId: string; user: { id: string } },
  mostActive: number,
): Promise<void> {
  const { count } = await countUpcomingEvents(db, organizationId, now)
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const refusal = message("events.mostActive", { count: mostActive });
  if (Number(count) >= mostActive) throw new HttpError(409, refusal, { errors: { startTime: [refusal] } });
}

const HOUR_MS = 3_600_000;

/**
 * Bounds what one person holds without paying, in all organizations. Holds that ran out count for another hour: otherwise the
 * same slots could be held again and again.
 * @throws HttpError 409 on `startTime`
 */
export async function assertBelowMaxHolds({
  db,
  appContext,
  now,
  language,
  user,
}: Pick<RequestContext, "db" | "appContext" | "now" | "language"> & { user: { id: string } }): Promise<void> {
  const { maxUnpaidHolds } = appContext.config;
  // Simultaneous bookings of a person wait for each other.
  await db.selectFrom("users").select("id").where("id", "=", user.id).forNoKeyUpdate().executeTakeFirstOrThrow();
  const holds = await db
    .selectFrom("events")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.name", "events.hold_expires_at", "events.ended_at", "facilities.timezone"])
    .where("events.user_id", "=", user.id)
    .where((row) =>
      row.or([
        row.and([row("events.pending_reason", "=", "payment"), row("events.hold_expires_at", ">", now)]),
        row.and([row("events.expired", "=", true), row("events.ended_at", ">", new Date(now.getTime() - HOUR_MS))]),
      ]),
    )
    .orderBy("events.hold_expires_at")
    .orderBy("events.ended_at")
    .limit(maxUnpaidHolds)
    .execute();
  const [first] = holds;
  if (!first || holds.length < maxUnpaidHolds) return;
  const { name, hold_expires_at, ended_at, timezone } = first;
  const until = hold_expires_at ?? new Date((ended_at ?? now).getTime() + HOUR_MS);
  const values = { name, until: dateFormats(language, timezone).dateTime(until) };
  const refusal = message(hold_expires_at ? "events.holdsPayFirst" : "events.holdsWait", values);
  throw new HttpError(409, refusal, { errors: { startTime: [refusal] } });
}
