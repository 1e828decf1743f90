/** Booking limits of one person: how many active bookings, how much in a period, and how many unpaid holds. */
import type { QuotaBooking } from "#contract/availability-quotas-rules.ts";
import type { BlockRule, Quota } from "#contract/organization-options.ts";
import { describeQuotaRefusal, readQuotas } from "#server/availability/quotas.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Caller } from "#server/kit/process/app-context.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { findMembership, lockMembership } from "#server/members/memberships.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";
import { findRulesOfMember, type MemberRules } from "#server/members/roles.ts";
import { dateFormats } from "#messages/dates.ts";
import { countUpcomingEvents } from "./upcoming-events.ts";

type LimitContext = Pick<RequestContext, "db" | "now" | "language"> &
  MemoryContext & {
    user: Pick<Caller, "id" | "isGuest">;
  };

const limitReached = (refusal: LocalizedMessage) => new HttpError(409, refusal, { errors: { startTime: [refusal] } });

const upcomingOfUser = ({ db, organizationId, now, user }: Omit<LimitContext, "language">) =>
  countUpcomingEvents(db, organizationId, now).where(user.isGuest ? "customer_id" : "user_id", "=", user.id);

export async function hasReachedMaxActive(
  context: Omit<LimitContext, "language">,
  mostActive: number,
): Promise<boolean> {
  const { count } = await upcomingOfUser(context).executeTakeFirstOrThrow();
  return Number(count) >= mostActive;
}

/** Says after which booking there is room again. */
async function findActiveRefusal(
  context: LimitContext,
  mostActive: number,
  timezone: string,
): Promise<LocalizedMessage | undefined> {
  if (!(await hasReachedMaxActive(context, mostActive))) return undefined;
  if (context.user.isGuest) return message("booking-limits.guestMostActive", { count: mostActive });
  const latestFirst = await upcomingOfUser(context)
    .clearSelect()
    .select("end_time")
    .orderBy("end_time", "desc")
    .limit(mostActive)
    .execute();
  const from = dateFormats(context.language, timezone).weekdayDateTime(latestFirst.at(-1)?.end_time ?? context.now);
  return message("events.mostActive", { count: mostActive, from });
}

/**
 * Names the quota, and from when it would be possible.
 * @param exceptEventId a booking that is moved
 */
async function findQuotaRefusal(
  context: LimitContext,
  quotas: readonly Quota[],
  booking: QuotaBooking,
  exceptEventId?: string,
): Promise<LocalizedMessage | undefined> {
  const subject = { userId: context.user.id, quotas, from: booking.start, exceptEventId };
  const reader = await readQuotas(context, subject);
  const refusal = reader?.find(booking);
  return reader && refusal && describeQuotaRefusal(context, refusal, reader.windows);
}

/** The end of the user's block after no-shows; undefined where there is none. */
export async function findActiveBlock({
  db,
  organizationId,
  now,
  user,
}: Omit<LimitContext, "language">): Promise<Date | undefined> {
  const until = (await findMembership(db, organizationId, user.id))?.booking_blocked_until;
  return until && until > now ? until : undefined;
}

/** Says from when online booking is possible again. */
async function findBlockRefusal(
  context: LimitContext,
  { count, days }: BlockRule,
  timezone: string,
): Promise<LocalizedMessage | undefined> {
  const until = await findActiveBlock(context);
  if (!until) return undefined;
  const date = dateFormats(context.language, timezone).weekdayDateTime(until);
  return message("booking-limits.blocked", { count, days, date });
}

export interface LimitRefusal {
  rule: "noShow" | "mostActive" | "quotas";
  text: LocalizedMessage;
}

/** Limits that one more booking would exceed, at a time or in its period. */
export async function listLimitRefusals(
  context: LimitContext,
  { mostActive, quotas, noShow }: MemberRules,
  booking: QuotaBooking,
): Promise<LimitRefusal[]> {
  const blocked = noShow?.blockAfter ? await findBlockRefusal(context, noShow.blockAfter, booking.timezone) : undefined;
  const active = mostActive ? await findActiveRefusal(context, mostActive, booking.timezone) : undefined;
  const quota = await findQuotaRefusal(context, quotas, booking);
  return [
    ...(blocked ? [{ rule: "noShow" as const, text: blocked }] : []),
    ...(active ? [{ rule: "mostActive" as const, text: active }] : []),
    ...(quota ? [{ rule: "quotas" as const, text: quota }] : []),
  ];
}

/**
 * Locks the membership, so that two bookings at once cannot both have the last of a quota.
 * @throws HttpError 409 on `startTime` if one more booking is too many
 */
export async function assertWithinLimits(
  context: LimitContext,
  rules: MemberRules,
  booking: QuotaBooking,
): Promise<void> {
  if (!rules.mostActive && rules.quotas.length === 0 && !rules.noShow?.blockAfter) return;
  const { db, organizationId, user } = context;
  await (user.isGuest ? lockCustomer : lockMembership)(db, organizationId, user.id);
  const [refusal] = await listLimitRefusals(context, rules, booking);
  if (refusal) throw limitReached(refusal.text);
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
  const refusal = await findQuotaRefusal(context, quotas, booking, eventId);
  if (refusal) throw limitReached(refusal);
}

/** Undefined for the team, which no limit binds, and for whoever is no member. */
async function findMember(context: LimitContext, userId: string, { start, timezone }: QuotaBooking) {
  const date = localDateOf(timezone, new Date(start));
  const { db, organizationId } = context;
  const access = await findMemberPermissions({ db }, { id: userId, isPlatformAdmin: false }, organizationId);
  if (!access || access.isTeam) return undefined;
  return { context: { ...context, user: { id: userId } }, rules: await findRulesOfMember(context, access, date) };
}

/**
 * For a member who books as a guest: the limits of members hold then too.
 * @throws HttpError 409 on `startTime`
 */
export async function assertMemberWithinLimits(
  context: LimitContext,
  userId: string,
  booking: QuotaBooking,
): Promise<void> {
  const member = await findMember(context, userId, booking);
  if (member) await assertWithinLimits(member.context, member.rules, booking);
}

/** For a member who moves a booking as a guest. @throws HttpError 409 on `startTime` */
export async function assertMemberMoveWithinQuotas(
  context: LimitContext,
  userId: string,
  booking: QuotaBooking & { eventId: string },
): Promise<void> {
  const member = await findMember(context, userId, booking);
  if (member) await assertMoveWithinQuotas(member.context, member.rules, booking);
}

const HOUR_MS = 3_600_000;

type HoldContext = Pick<RequestContext, "db" | "appContext" | "now" | "language"> & {
  organizationId: string;
  user: Pick<Caller, "id" | "isGuest">;
};

/**
 * Names the hold that is to be paid first. Bounds what one person holds without paying: by the rule in the organization,
 * and in all organizations by the server's setting. There, holds that ran out count for another hour: otherwise the same
 * slots could be held again and again.
 * @param maxHolds the rule of the person's roles; null without one
 * @param options.tellsOthers false for a reader who may not know of bookings in other organizations
 */
export async function findHoldRefusal(
  { db, appContext, now, organizationId, language, user }: HoldContext,
  maxHolds: number | null,
  { tellsOthers }: { tellsOthers: boolean },
): Promise<LocalizedMessage | undefined> {
  const { maxUnpaidHolds } = appContext.config;
  const holds = await db
    .selectFrom("events")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.organization_id", "events.name", "events.hold_expires_at", "events.ended_at"])
    .select("facilities.timezone")
    .where(user.isGuest ? "events.customer_id" : "events.user_id", "=", user.id)
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
  const others = tellsOthers && holds.length >= maxUnpaidHolds ? holds : [];
  const reached = maxHolds !== null && own.length >= maxHolds ? own : others;
  const [first] = reached;
  if (!first) return undefined;
  const { name, hold_expires_at, ended_at, timezone } = first;
  const until = hold_expires_at ?? new Date((ended_at ?? now).getTime() + HOUR_MS);
  const values = { name, until: dateFormats(language, timezone).dateTime(until) };
  return message(hold_expires_at ? "events.holdsPayFirst" : "events.holdsWait", values);
}

/** @throws HttpError 409 on `startTime` */
export async function assertBelowMaxHolds(context: HoldContext, maxHolds: number | null): Promise<void> {
  const { db, organizationId, user } = context;
  // Simultaneous bookings of a person wait for each other.
  if (user.isGuest) await lockCustomer(db, organizationId, user.id);
  else await db.selectFrom("users").select("id").where("id", "=", user.id).forNoKeyUpdate().executeTakeFirstOrThrow();
  const refusal = await findHoldRefusal(context, maxHolds, { tellsOthers: true });
  if (refusal) throw limitReached(refusal);
}
