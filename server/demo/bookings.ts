/** Bookings of the demo: events with their customers, statuses, prices and payments. */
import type { Insertable } from "kysely";
import type { PricePattern } from "#contract/prices-rules.ts";
import { computeQuote } from "#contract/prices-quote-rules.ts";
import { initialRemindedAt } from "#server/events/booking-rules.ts";
import type { CustomersTable, EventsTable, OccupanciesTable } from "#server/kit/db/tables.ts";
import { DAYS_AROUND, planDemoDay, type DemoSlot } from "./day-events.ts";
import type { DemoHours } from "./hours.ts";
import type { PersonPlan } from "./people.ts";
import type { FieldPlan, OrganizationPlan } from "./plans.ts";
import { MEMBER_ROLE_ID, type DemoPrices } from "./prices.ts";
import { walkInRow } from "./customers.ts";
import { seededRandom, demoId, type RandomSource } from "./random.ts";

export interface DemoBookings {
  events: Insertable<EventsTable>[];
  /** Customers without an account. */
  walkIns: Insertable<CustomersTable>[];
  occupancies: Insertable<OccupanciesTable>[];
}
export interface DemoField {
  organization: OrganizationPlan;
  organizationId: string;
  facility: string;
  facilityId: string;
  fieldId: string;
  plan: FieldPlan;
  unitIds: string[];
  parent?: { id: string; name: string };
}

const HOUR_MS = 3_600_000;

function pickStatus(slot: DemoSlot, place: DemoField, now: Date, chance: RandomSource) {
  const isPast = slot.end.epochMilliseconds < now.getTime();
  if (slot.kind === "event" && chance.is(0.04)) return { status: "canceled", pending_reason: null };
  if (slot.isMembers && place.plan.isManual && chance.is(0.12)) return { status: "rejected", pending_reason: null };
  if (!isPast && slot.isMembers && (place.plan.isManual ? chance.is(0.6) : false))
    return { status: "pending", pending_reason: "approval" };
  return { status: isPast && slot.kind === "event" ? "completed" : "approved", pending_reason: null };
}

const isActive = ({ status }: { status: string }) => status !== "canceled" && status !== "rejected";

const freePrice = { price: 0, price_type: null, payment_status: "none", price_lines: "[]" };

function computeDemoPrice(
  slot: DemoSlot,
  { organization, patterns }: DemoField & { patterns: readonly PricePattern[] },
  { people, isGuest, desk, chance }: { people: number; isGuest: boolean; desk: string | null; chance: RandomSource },
) {
  if (patterns.length === 0 || slot.kind === "block") return freePrice;
  const reason = organization.language === "fr" ? "Créneau du club" : "House activity";
  const own = { ...freePrice, price_customized_by: desk, price_reason: reason };
  if (!slot.isMembers) return own;
  const sold = computeQuote({
    start: slot.start.epochMilliseconds,
    duration: slot.start.until(slot.end).total("minutes"),
    people,
    priceType: patterns.some(({ type }) => type === "user") && chance.is(0.3) ? "user" : "field",
    patterns,
    timezone: organization.timezone,
    roleIds: isGuest ? [] : [MEMBER_ROLE_ID],
    startStep: 30,
    currency: organization.currency,
  });
  if (!sold.isSold) return own;
  return {
    price: sold.total,
    price_type: sold.priceType,
    price_lines: JSON.stringify(sold.lines),
    price_pattern_id: sold.patternId,
    price_plan: sold.plan,
    price_timeslot: sold.timeslot,
    payment_status: "due",
    payment: "on_site",
  };
}

/** How a member is named to other members. Two of three agree where the organization opens bookings. */
export const listingOf = (plan: OrganizationPlan, personId: string): "no" | "short" =>
  plan.hasOpenBookings && seededRandom(`listed ${personId}`).is(2 / 3) ? "short" : "no";

function createBookingRows(
  slot: DemoSlot,
  place: DemoField & { patterns: readonly PricePattern[] },
  people: PersonPlan[],
  now: Date,
): {
  event: Insertable<EventsTable>;
  walkIn: Insertable<CustomersTable> | undefined;
  ranges: Insertable<OccupanciesTable>[];
} {
  const { organizationId, plan } = place;
  const instant = new Date(slot.start.epochMilliseconds);
  const end = new Date(slot.end.epochMilliseconds);
  const id = demoId(`event ${place.fieldId} ${instant.toISOString()}`);
  const chance = seededRandom(id);
  const players = people.filter((person) =>
    person.roles.some((role) => role.organization === place.organization.key && role.roleId === MEMBER_ROLE_ID),
  );
  const desk = people.find((person) =>
    person.roles.some((role) => role.organization === place.organization.key && role.roleId === 3),
  );
  const booker = slot.isMembers ? chance.pick(players) : undefined;
  const partner = chance.pick(players.filter((player) => player.lastName !== booker?.lastName));
  // Walk-ins have no account: staff book for them.
  const isWalkIn = booker !== undefined && !plan.isManual && chance.is(0.08);
  const customer = isWalkIn ? undefined : booker;
  const walkIn = isWalkIn ? walkInRow(place.organization.key, partner, booker.lastName, now) : undefined;
  const state = pickStatus(slot, place, now, chance);
  const isEvent = slot.kind === "event";
  const count = chance.integer(plan.people[0], Math.min(plan.people[1], plan.people[0] + 12));
  const made = new Date(Math.min(now.getTime() - HOUR_MS, instant.getTime() - chance.integer(20, 240) * HOUR_MS));
  const isNamed = customer !== undefined && listingOf(place.organization, customer.id) !== "no";
  const isPrivate =
    plan.isPrivate || (slot.type === "training" && chance.is(0.2)) || (booker !== undefined && !isNamed);
  const event: Insertable<EventsTable> = {
    organization_id: organizationId,
    id,
    facility_id: place.facilityId,
    field_id: place.fieldId,
    kind: slot.kind,
    name: slot.name || `${booker?.lastName ?? ""} / ${partner.lastName}`,
    ...state,
    confidentiality: isPrivate ? "private" : "public",
    type: slot.type,
    sport_id: isEvent ? (plan.sports[0] ?? null) : null,
    user_id: customer?.id ?? null,
    customer_id: walkIn?.id ?? (customer ? demoId(`customer ${place.organization.key} ${customer.id}`) : null),
    min_people: isEvent ? plan.people[0] : null,
    max_people: isEvent ? plan.people[1] : null,
    people: isEvent ? count : null,
    start_time: instant,
    end_time: end,
    currency: place.organization.currency,
    ...computeDemoPrice(slot, place, {
      people: count,
      isGuest: customer === undefined,
      desk: desk?.id ?? null,
      chance,
    }),
    vat_rate: 2000,
    ...(!isActive(state) && { payment_status: "none" }),
    canceled_reason: state.status === "canceled" ? (place.organization.language === "fr" ? "Météo" : "Weather") : null,
    // Mark tomorrow's reminders as sent: a new demo must not start with a hundred mails.
    reminded_at: initialRemindedAt(instant, now),
    created_at: made,
    updated_at: made,
  };
  const during = `[${instant.toISOString()},${end.toISOString()})`;
  const ranges = place.unitIds.map((unit_id) => ({
    organization_id: organizationId,
    unit_id,
    event_id: id,
    during,
    active: isActive(state),
  }));
  return { event, walkIn, ranges };
}

export function planBookings(
  fields: DemoField[],
  people: PersonPlan[],
  now: Date,
  { hours, prices }: { hours: DemoHours; prices: DemoPrices },
): DemoBookings {
  const events: DemoBookings["events"] = [];
  const occupancies: DemoBookings["occupancies"] = [];
  const walkIns = new Map<string, Insertable<CustomersTable>>();
  const bySlots = new Map<string, DemoSlot[]>();
  for (const place of fields) {
    const zone = place.organization.timezone;
    const priced = { ...place, patterns: prices.patternsOf(place) };
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
    for (let day = -DAYS_AROUND; day <= DAYS_AROUND && !place.plan.isClosed; day += 1) {
      const date = today.add({ days: day });
      // A part must not overlap events of its parent, which is planned first.
      const taken = place.parent ? (bySlots.get(`${place.parent.id} ${date.toString()}`) ?? []) : [];
      const slots = planDemoDay(
        place.organization,
        place.facility,
        place.plan,
        date,
        hours.slotsOf(place, date),
        taken,
      );
      bySlots.set(`${place.fieldId} ${date.toString()}`, slots);
      for (const { event, walkIn, ranges } of slots.map((slot) => createBookingRows(slot, priced, people, now))) {
        events.push(event);
        if (walkIn) walkIns.set(walkIn.id, walkIn);
        occupancies.push(...ranges);
      }
    }
  }
  return { events, walkIns: [...walkIns.values()], occupancies };
}
