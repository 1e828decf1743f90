/** Rows of the demo's bookings: status, price and times as the product would have written them. */
import type { Insertable } from "kysely";
import type { PricePattern } from "#contract/prices-rules.ts";
import { computeQuote, type Quote } from "#contract/prices-quote-rules.ts";
import { initialReminders } from "#server/events/reminder-times.ts";
import type { EventsTable, OccupanciesTable } from "#server/kit/db/tables.ts";
import type { Booker } from "./bookers.ts";
import type { DemoField } from "./bookings.ts";
import type { LocalDay } from "./local-days.ts";
import type { OrganizationPlan } from "./plans.ts";
import { MEMBER_ROLE_ID } from "./prices.ts";
import { demoId, seededRandom, type RandomSource } from "./random.ts";

/** A day and two hours before the start, as organizations of before have them. */
const REMINDERS = { lead: 1440, from: "start", pushLead: 120 } as const;

export interface DemoSlot {
  place: DemoField;
  /** Minutes since midnight. */
  minute: number;
  minutes: number;
  name: string;
  type: "training" | "game" | "free_play" | "other";
  kind: "event" | "block";
  booker?: Booker | undefined;
  /** The team gives it away, whatever the price list says. */
  isOwnPrice?: boolean;
  series?: { id: string; createdAt: Date };
  isCanceled?: boolean;
  isRequest?: boolean;
}

interface RowContext {
  patterns: readonly PricePattern[];
  now: Date;
  /** Colleague who books for those without an account. */
  deskId: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const freePrice = { price: 0, price_type: null, price_lines: "[]", payment_status: "none" };
const VAT_RATE = 2000;
/** Days between a booking and its date, at most. */
export const MAX_LEAD_DAYS = 12;

const quotes = new Map<string, Quote | undefined>();

/** A price depends on the hour of the week, not on the date. */
function findQuote(
  { minute, minutes, place, booker }: DemoSlot,
  day: LocalDay,
  { patterns }: RowContext,
  { people, isPerPerson }: { people: number; isPerPerson: boolean },
): Quote | undefined {
  const { organization } = place;
  const roleIds = booker?.userId ? [MEMBER_ROLE_ID] : [];
  const names = patterns.map(({ id, name }) => `${id} ${name}`).join();
  const key = [names, day.weekday, minute, minutes, isPerPerson ? people : "", isPerPerson, roleIds.length].join(" ");
  if (quotes.has(key)) return quotes.get(key);
  const quote = computeQuote({
    start: day.at(minute),
    duration: minutes,
    people,
    priceType: isPerPerson ? "user" : "field",
    patterns,
    timezone: organization.timezone,
    roleIds,
    startStep: 30,
    currency: organization.currency,
  });
  const sold = quote.isSold ? quote : undefined;
  quotes.set(key, sold);
  return sold;
}

function computeDemoPrice(
  slot: DemoSlot,
  day: LocalDay,
  context: RowContext,
  { people, chance }: { people: number; chance: RandomSource },
) {
  const { patterns, deskId } = context;
  if (patterns.length === 0 || slot.kind === "block") return freePrice;
  const { texts } = slot.place.organization;
  const own = { ...freePrice, price_customized_by: deskId, price_reason: texts.ownPrice };
  if (slot.isOwnPrice || !slot.booker) return own;
  const isPerPerson = patterns.some(({ type }) => type === "user") && chance.is(0.3);
  const quote = findQuote(slot, day, context, { people, isPerPerson });
  if (!quote) return own;
  return {
    price: quote.total,
    price_type: quote.priceType,
    price_lines: JSON.stringify(quote.lines),
    price_pattern_id: quote.patternId,
    price_plan: quote.plan,
    price_timeslot: quote.timeslot,
    payment_status: "due",
    payment: "on_site",
  };
}

function pickStatus(slot: DemoSlot, isPast: boolean, chance: RandomSource): string {
  if (slot.isRequest) return "pending";
  if (slot.isCanceled) return "canceled";
  if (slot.kind === "block") return isPast ? "completed" : "approved";
  if (!slot.series && chance.is(slot.booker ? 0.05 : 0.02)) return "canceled";
  if (slot.place.plan.isManual && slot.booker?.userId && chance.is(0.08)) return "rejected";
  return isPast ? "completed" : "approved";
}

/** Some days ahead, in the daytime; events far ahead were booked in the last days. */
function pickCreationTime(slot: DemoSlot, day: LocalDay, now: Date, chance: RandomSource): Date {
  if (slot.series) return slot.series.createdAt;
  const start = day.at(slot.minute);
  const planned =
    day.at(0) + (chance.integer(8, 21) - 24 * chance.integer(slot.booker ? 1 : 10, MAX_LEAD_DAYS)) * HOUR_MS;
  const minutes = chance.integer(0, 59) * MINUTE_MS;
  const latest = Math.min(now.getTime() - 10 * MINUTE_MS, start - 20 * MINUTE_MS);
  if (planned + minutes <= latest) return new Date(planned + minutes);
  return inDeskHours(new Date(latest - chance.integer(0, MAX_LEAD_DAYS * 24 * 60) * MINUTE_MS), day);
}

const DESK_HOURS = { from: 8, to: 21 };

/** At night, the instant of the evening before. */
function inDeskHours(instant: Date, day: LocalDay): Date {
  const minutes = Math.floor((instant.getTime() - day.at(0)) / MINUTE_MS);
  const minuteOfDay = minutes - Math.floor(minutes / 1440) * 1440;
  if (minuteOfDay >= DESK_HOURS.from * 60 && minuteOfDay < DESK_HOURS.to * 60) return instant;
  const sinceClosed = (minuteOfDay - DESK_HOURS.to * 60 + 1440) % 1440;
  return new Date(instant.getTime() - (sinceClosed + (minuteOfDay % 60) + 1) * MINUTE_MS);
}

interface BookedSlot {
  slot: DemoSlot;
  day: LocalDay;
  made: Date;
}

interface InstantAfter extends Pick<BookedSlot, "day" | "made"> {
  hours: number;
  now: Date;
  chance: RandomSource;
}

/** A while after the request was made, in desk hours. */
function pickInstantAfter({ made, hours, day, now, chance }: InstantAfter): Date {
  const latest = Math.min(now.getTime(), made.getTime() + hours * HOUR_MS);
  const picked = new Date(made.getTime() + Math.floor((latest - made.getTime()) * (0.2 + chance.next() * 0.7)));
  const decided = inDeskHours(picked, day);
  // Made just before the desk closes, and decided at once.
  return decided > made ? decided : new Date(Math.min(picked.getTime(), made.getTime() + 5 * MINUTE_MS));
}

function endedRow(status: string, { slot, day, made }: BookedSlot, { now, deskId }: RowContext, chance: RandomSource) {
  if (status !== "canceled" && status !== "rejected") return {};
  const { plan, organization } = slot.place;
  const { texts } = organization;
  const isOutside = plan.space === "outdoor" && chance.is(0.5);
  const ended_at = pickInstantAfter({ made, hours: 9, day, now, chance });
  const isCanceled = status === "canceled";
  return {
    payment_status: "none",
    former_status: isCanceled ? "approved" : "pending",
    former_pending_reason: isCanceled ? null : "approval",
    canceled_reason: isCanceled ? chance.pick(isOutside ? texts.outdoorReasons : texts.reasons) : null,
    rejected_reason: isCanceled ? null : texts.rejectedReason,
    ended_at,
    ended_by: isCanceled && !isOutside ? (slot.booker?.userId ?? deskId) : deskId,
    updated_at: ended_at,
    ...(!isCanceled && { decided_at: ended_at, decided_by: deskId }),
  };
}

/** The team decided what was asked for on a field that it approves. */
function approvedRow(status: string, { slot: { place, booker }, day, made }: BookedSlot, { now, deskId }: RowContext) {
  if (!place.plan.isManual || !booker?.userId || (status !== "approved" && status !== "completed")) return {};
  // A source of its own leaves all other rows as they are.
  const chance = seededRandom(`approved ${booker.userId} ${made.toISOString()}`);
  return { decided_at: pickInstantAfter({ made, hours: 2, day, now, chance }), decided_by: deskId };
}

/** The desk marks who has not come, and nobody else. */
function attendanceRow(status: string, { place, booker }: DemoSlot, start: Date, { deskId }: RowContext) {
  if (status !== "completed" || !booker) return {};
  // A source of its own leaves all other rows as they are.
  const isNoShow = seededRandom(`attendance ${place.fieldId} ${start.toISOString()}`).is(0.03);
  if (!isNoShow) return {};
  return { attendance: "no_show", attendance_at: new Date(start.getTime() + 20 * MINUTE_MS), attendance_by: deskId };
}

/** How a member is named to other members. Two of three agree where the organization opens bookings. */
export const listingOf = (plan: OrganizationPlan, personId: string): "no" | "short" =>
  plan.hasOpenBookings && seededRandom(`listed ${personId}`).is(2 / 3) ? "short" : "no";

function isPrivate({ place, type, booker, series }: DemoSlot, chance: RandomSource): boolean {
  const { plan, organization } = place;
  if (plan.isPrivate) return true;
  if (booker && !booker.isCompany) return !booker.userId || listingOf(organization, booker.userId) === "no";
  return type === "training" && !series && chance.is(0.15);
}

const noEvent = {
  attendance: null as string | null,
  attendance_at: null as Date | null,
  attendance_by: null as string | null,
  notes: null as string | null,
  internal_notes: null as string | null,
  override: false,
  expired: false,
  sequence: 0,
  paid: 0,
  refunded: 0,
  covered: 0,
  shared: 0,
};

export type EventRow = Insertable<EventsTable>;

export function createBookingRow(
  slot: DemoSlot,
  day: LocalDay,
  context: RowContext,
): { event: EventRow; ranges: Insertable<OccupanciesTable>[] } {
  const { place, kind, booker } = slot;
  const { organizationId, organization, plan } = place;
  const { now } = context;
  const [start, end] = [new Date(day.at(slot.minute)), new Date(day.at(slot.minute + slot.minutes))];
  const id = demoId(`event ${place.fieldId} ${start.toISOString()}`);
  const chance = seededRandom(id);
  const isEvent = kind === "event";
  const status = pickStatus(slot, end < now, chance);
  const people = chance.integer(plan.people[0], Math.min(plan.people[1], plan.people[0] + 12));
  const made = pickCreationTime(slot, day, now, chance);
  const { texts } = organization;
  const event: EventRow = {
    ...noEvent,
    organization_id: organizationId,
    id,
    facility_id: place.facilityId,
    field_id: place.fieldId,
    kind,
    name: slot.name,
    status,
    pending_reason: status === "pending" ? "approval" : null,
    confidentiality: isPrivate(slot, chance) ? "private" : "public",
    type: slot.type,
    sport_id: isEvent ? (plan.sports[0] ?? null) : null,
    user_id: booker?.userId ?? null,
    customer_id: booker?.customerId ?? null,
    min_people: isEvent ? plan.people[0] : null,
    max_people: isEvent ? plan.people[1] : null,
    people: isEvent ? people : null,
    start_time: start,
    end_time: end,
    currency: organization.currency,
    ...computeDemoPrice(slot, day, context, { people, chance }),
    vat_rate: organization.vatProfile === "standard" ? VAT_RATE : 0,
    ...(slot.series && { series_id: slot.series.id, original_start: start }),
    ...(booker && chance.is(0.03) && { internal_notes: chance.pick(texts.internalNotes) }),
    ...(booker && chance.is(0.03) && { notes: chance.pick(texts.notes) }),
    // Mark tomorrow's reminders as sent: a new demo must not start with a hundred mails.
    ...initialReminders(REMINDERS, { start, until: start, timezone: organization.timezone, ownLead: null }, now),
    created_at: made,
    updated_at: made,
    ...endedRow(status, { slot, day, made }, context, chance),
    ...approvedRow(status, { slot, day, made }, context),
    ...attendanceRow(status, slot, start, context),
  };
  const during = `[${start.toISOString()},${end.toISOString()})`;
  const active = status !== "canceled" && status !== "rejected";
  const ranges = place.unitIds.map((unit_id) => ({
    organization_id: organizationId,
    unit_id,
    event_id: id,
    during,
    active,
  }));
  return { event, ranges };
}
