/** Booking limits of one person: how many active bookings, how much in a period, and how many unpaid holds. */
import type { QuotaBooking } from "#contract/availability-quotas-rules.ts";
import type { Quota } from "#contract/organization-options.ts";
import { describeQuotaRefusal, readQuotas } from "#server/availability/quotas.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { lockMembership } from "#server/members/memberships.ts";
import type { MemberRules } from "#server/members/roles.ts";
import { dateFormats } from "#messages/dates.ts";
import { countUpcomingEvents } from "./occupancy.ts";

type LimitContext = Pick<RequestContext, "db" | "now" | "language"> & MemoryContext & { user: { id: string } };

const limitReached = (refusal: LocalizedMessage) => new HttpError(409, refusal, { errors: { startTime: [refusal] } });

const upcomingOfUser = ({ db, organizationId, now, user }: Omit<LimitContext, "language">) =>
  countUpcomingEvents(db, organizationId, now).where("user_id", "=", user.id);

export async function hasReachedMaxActive(
  context: Omit<LimitContext, "language">,
  mostActive: number,
): Promise<boolean> {
  const { count } = await upcomingOfUser(context).executeTakeFirstOrThrow();
  return Number(count) >= mostActive;
}

/** @throws HttpError 409 on `startTime` if the user has reached the limit, with the end of the booking that makes room */
async function assertBelowMaxActive(context: LimitContext, mostActive: number, timezone: string): Promise<void> {
  if (!(await hasReachedMaxActive(context, mostActive))) return;
  const latestFirst = await upcomingOfUser(context)
    .clearSelect()
    .select("end_time")
    .orderBy("end_time", "desc")
    .limit(mostActive)
    .execute();
  const from = dateFormats(context.language, timezone).weekdayDateTime(latestFirst.at(-1)?.end_time ?? context.now);
  throw limitReached(message("events.mostActive", { count: mostActive, from }));
}

/**
 * The caller holds the row of the membership, so that two bookings at once cannot both have the last of a quota.
 * @param exceptEventId a booking that is moved
 * @throws HttpError 409 on `startTime` that names the quota, and from when it would be possible
 */
async function assertWithinQuotas(
  context: LimitContext,
  quotas: readonly Quota[],
  booking: QuotaBooking,
  exceptEventId?: string,
): Promise<void> {
  const subject = { userId: context.user.id, quotas, from: booking.start, exceptEventId };
  const reader = await readQuotas(context, subject);
  const refusal = reader?.find(booking);
  if (reader && refusal) throw limitReached(await describeQuotaRefusal(context, refusal, reader.windows));
}

/** @throws HttpError 409 on `startTime` if one more booking is too many, at a time or in its period */
export async function assertWithinLimits(
  context: LimitContext,
  { mostActive, quotas }: MemberRules,
  booking: QuotaBooking,
): Promise<void> {
  if (!mostActive && quotas.length === 0) return;
  const { db, organizationId, user } = context;
  await lockMembership(db, organizationId, user.id);
  if (mostActive) await assertBelowMaxActive(context, mostActive, booking.timezone);
  await assertWithinQuotas(context, quotas, booking);
}

/** @throws HttpError 409 on `startTime` if the booking is too much for its period at its new time */
export async function assertMoveWithinQuotas(
  context: LimitContext,
  { quotas }: MemberRules,
  { eventId, ...booking }: QuotaBooking & { eventId: string },
): Promise<void> {
  if (quotas.length === 0) return;
  const { db, organizationId, user } = context;
  await lockMembership(db, organizationId, user.id);
  await assertWithinQuotas(context, quotas, booking, eventId);
}

const HOUR_MS = 3_600_000;

/**
 * Bounds what one person holds without paying: by the rule in the organization, and in all organizations by the server's
 * setting. There, holds that ran out count for another hour: otherwise the same slots could be held again and again.
 * @param maxHolds the rule of the person's roles; null without one
 * @throws HttpError 409 on `startTime`
 */
export async function assertBelowMaxHolds(
  {
    db,
    appContext,
    now,
    organizationId,
    language,
    user,
  }: Pick<RequestContext, "db" | "appContext" | "now" | "language"> & {
    organizationId: string;
    user: { id: string };
  },
  maxHolds: number | null,
): Promise<void> {
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
    .select(["events.organization_id", "events.name", "events.hold_expires_at", "events.ended_at"])
    .select("facilities.timezone")
    .where("events.user_id", "=", user.id)
    .where((row) =>
      row.or([
        row.and([row("events.pending_reason", "=", "payment"), row("events.hold_expires_at", ">", now)]),
        row.and([row("events.expired", "=", true), row("events.ended_at", ">", new Date(now.getTime() - HOUR_MS))]),
      ]),
    )
    .orderBy("events.hold_expires_at")
    .orderBy("events.ended_at")
    .execute();
  const own = holds.filter((hold) => hold.organization_id === organizationId && hold.hold_expires_at !== null);
  const reached = maxHolds !== null && own.length >= maxHolds ? own : holds.length >= maxUnpaidHolds ? holds : [];
  const [first] = reached;
  if (!first) return;
  const { name, hold_expires_at, ended_at, timezone } = first;
  const until = hold_expires_at ?? new Date((ended_at ?? now).getTime() + HOUR_MS);
  const values = { name, until: dateFormats(language, timezone).dateTime(until) };
  throw limitReached(message(hold_expires_at ? "events.holdsPayFirst" : "events.holdsWait", values));
}
