/** Why a pack does not pay a booking: its dates, places, hours, categories, limits and units. */
import { sql } from "kysely";
import { dayBounds } from "#contract/hours-rules.ts";
import { lastDayFrom, unitsNeeded } from "#contract/packs-rules.ts";
import { countMinutesInWindow } from "#contract/time-windows-minutes-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { leftOf, termsOf } from "./queries.ts";
import { type PackRow } from "./with-names.ts";

export interface PackContext {
  db: Database;
  organizationId: string;
  now: Date;
  /** Refusals are written in it. */
  language: Language;
}

export interface PaidBooking {
  /** Null for one that is not made yet. */
  eventId: string | null;
  fieldId: string;
  sportId: number | null;
  start: Date;
  end: Date;
  people: number;
  /** The facility’s. */
  timezone: string;
}

export interface PackHolder {
  /** Categories of the customer. */
  roleIds: readonly number[];
  /** The team may use packs that members cannot use by themselves. */
  isTeam: boolean;
}

export const minutesOf = ({ start, end }: Pick<PaidBooking, "start" | "end">): number =>
  (end.getTime() - start.getTime()) / 60_000;

export const neededUnits = (pack: Pick<PackRow, "terms">, booking: PaidBooking): number =>
  unitsNeeded(termsOf(pack), { minutes: minutesOf(booking), people: booking.people });

/** The date is the facility's: a pack that ends in the middle of a booking covers it. */
function findDateRefusal(
  { now, language }: PackContext,
  pack: PackRow,
  { start, timezone }: PaidBooking,
): LocalizedMessage | null {
  const date = localDateOf(timezone, start);
  const today = localDateOf(pack.timezone, now);
  const written = (day: string) => dateFormats(language, "UTC").date(`${day}T00:00:00Z`);
  const expiresOn = pack.expires_on ?? (pack.starts_on === null ? lastDayFrom(termsOf(pack), today) : null);
  if (pack.starts_on !== null && date < pack.starts_on)
    return message("packs.notYetValid", { date: written(pack.starts_on) });
  if (expiresOn !== null && date > expiresOn) return message("packs.expiredBefore", { date: written(expiresOn) });
  return null;
}

function findTermsRefusal(pack: PackRow, booking: PaidBooking, holder: PackHolder): LocalizedMessage | null {
  const { online, fieldIds, sportIds, windows, roleIds } = termsOf(pack);
  if (!online && !holder.isTeam) return message("packs.byTeamOnly");
  if (fieldIds.length > 0 && !fieldIds.includes(booking.fieldId)) return message("packs.otherField");
  if (sportIds.length > 0 && (booking.sportId === null || !sportIds.includes(booking.sportId)))
    return message("packs.otherSport");
  if (roleIds.length > 0 && !roleIds.some((id) => holder.roleIds.includes(id))) return message("packs.otherCategory");
  const span = { start: booking.start.getTime(), end: booking.end.getTime() };
  const isInside = windows.some((one) => countMinutesInWindow(one, span, booking.timezone) === minutesOf(booking));
  return windows.length === 0 || isInside ? null : message("packs.otherHours");
}

/** Bookings of the customer that packs of the type pay, beside this one. */
const usesOfType = ({ db, organizationId }: PackContext, pack: PackRow, { eventId }: PaidBooking) =>
  db
    .selectFrom("packs")
    .innerJoin("pack_uses", (join) =>
      join.onRef("pack_uses.organization_id", "=", "packs.organization_id").onRef("pack_uses.pack_id", "=", "packs.id"),
    )
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "pack_uses.organization_id")
        .onRef("events.id", "=", "pack_uses.event_id"),
    )
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("packs.organization_id", "=", organizationId)
    .where("packs.customer_id", "=", pack.customer_id)
    .where("packs.type_id", "=", pack.type_id)
    .where("pack_uses.active", "=", true)
    .where(sql<boolean>`pack_uses.event_id is distinct from ${eventId}`);

async function findLimitRefusal(
  context: PackContext,
  pack: PackRow,
  booking: PaidBooking,
): Promise<LocalizedMessage | null> {
  const { maxPerDay, maxPerWeek, maxUpcoming } = termsOf(pack);
  const day = localDateOf(booking.timezone, booking.start);
  const monday = addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
  const countBetween = async (from: string, to: string) => {
    const { count } = await usesOfType(context, pack, booking)
      .where("events.start_time", ">=", new Date(dayBounds(from, booking.timezone).start))
      .where("events.start_time", "<", new Date(dayBounds(to, booking.timezone).end))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  if (maxPerDay !== null && (await countBetween(day, day)) >= maxPerDay)
    return message("packs.tooManyOnDay", { count: maxPerDay });
  if (maxPerWeek !== null && (await countBetween(monday, addDays(monday, 6))) >= maxPerWeek)
    return message("packs.tooManyInWeek", { count: maxPerWeek });
  if (maxUpcoming === null || booking.end <= context.now) return null;
  const { count } = await usesOfType(context, pack, booking)
    .where("events.end_time", ">", context.now)
    .executeTakeFirstOrThrow();
  return Number(count) >= maxUpcoming ? message("packs.tooManyAhead", { count: maxUpcoming }) : null;
}

/** @param held units that the booking has of the pack already @returns null where the pack can pay */
export async function findPackRefusal(
  context: PackContext,
  pack: PackRow,
  { booking, holder, held = 0 }: { booking: PaidBooking; holder: PackHolder; held?: number },
): Promise<LocalizedMessage | null> {
  const refusal = findDateRefusal(context, pack, booking) ?? findTermsRefusal(pack, booking, holder);
  if (refusal) return refusal;
  const limited = await findLimitRefusal(context, pack, booking);
  if (limited) return limited;
  const left = leftOf(pack) + held;
  const needed = neededUnits(pack, booking);
  return needed > left ? message("packs.notEnough", { left, needed }) : null;
}
