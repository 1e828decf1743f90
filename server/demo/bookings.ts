/** A year of bookings of the demo: series, lessons, regulars with their weekly hour, and free play by demand. */
import type { Insertable } from "kysely";
import type { CustomerNotesTable, EventsTable, OccupanciesTable, SeriesTable } from "#server/kit/db/tables.ts";
import { minutesSinceMidnight, slotLength, type Slot as OpenHours } from "#contract/hours-week-rules.ts";
import { createBookingRow, type DemoSlot } from "./booking-rows.ts";
import { findDeskMember, listBookers, type Booker, type Bookers } from "./bookers.ts";
import { generateDemoCustomerNotes, type DeskCustomers } from "./customers.ts";
import { demandOfHour, growth, isSchoolHoliday, seasonOf } from "./demand.ts";
import type { DemoHours } from "./hours.ts";
import { localDay, type LocalDay } from "./local-days.ts";
import type { PersonPlan } from "./people.ts";
import type { FieldPlan, OrganizationPlan } from "./plans.ts";
import type { DemoPrices } from "./prices.ts";
import { demoId, seededRandom, type RandomSource } from "./random.ts";
import { findSeriesDate, seriesRows } from "./series.ts";

export interface DemoBookings {
  events: Insertable<EventsTable>[];
  occupancies: Insertable<OccupanciesTable>[];
  series: Insertable<SeriesTable>[];
  notes: Insertable<CustomerNotesTable>[];
  /** Names by customer id. */
  customerNames: ReadonlyMap<string, string>;
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

/**
 * The club has the whole month a year ago, with which its reports compare, and a month more, so that its customers of
 * that time are not all new; of the others two months are enough.
 */
const historyDays: Partial<Record<string, number>> = { club: 396 + 34 };
const SHORT_HISTORY_DAYS = 61;
const DAYS_AHEAD = 21;
const STEP = 30;
/** Probability that a free half hour is booked where everybody wants to play. */
const rates: Partial<Record<string, number>> = { club: 0.27 };
const DEFAULT_RATE = 0.09;
const WALK_IN_SHARE = 0.22;
const MAX_REQUESTS: Partial<Record<string, number>> = { club: 5, town: 4, university: 3 };

interface Habit {
  booker: Booker;
  start: number;
  minutes: number;
}

interface OrganizationContext {
  organization: OrganizationPlan;
  today: LocalDay;
  now: Date;
  bookers: Bookers;
  /** Weekly hours of regulars by field and weekday. */
  habits: ReadonlyMap<string, Habit>;
  requests: { count: number };
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const eveningStarts = [17.5, 18, 18.5, 19, 19.5, 20, 20.5];
const weekendStarts = [9.5, 10, 10.5, 11, 14, 15, 16.5];

const lessonHours = (weekday: number): number[] =>
  weekday === 7 ? [] : weekday === 3 || weekday === 6 ? [9, 10.5, 14, 16] : [10, 17, 18.5];

/** The demo's own member is a regular of the club, so that their pages have something to show. */
const ownHabits: { account: string; field: string; weekday: number; start: number; minutes: number }[] = [
  { account: "member", field: "Padel 2", weekday: 2, start: 1170, minutes: 90 },
  { account: "member", field: "Badminton 1", weekday: 7, start: 630, minutes: 60 },
];

function planHabits(organization: OrganizationPlan, fields: readonly DemoField[], { members }: Bookers) {
  const habits = new Map<string, Habit>();
  const busy = new Set<string>();
  const add = (place: DemoField, weekday: number, habit: Habit) => {
    const ofDay = `${habit.booker.customerId} ${weekday}`;
    const key = `${place.fieldId} ${weekday}`;
    if (busy.has(ofDay) || habits.has(key)) return;
    busy.add(ofDay);
    habits.set(key, habit);
  };
  for (const { account, field, weekday, start, minutes } of ownHabits) {
    const place = fields.find(({ plan }) => plan.name === field);
    const booker = members.find(({ userId }) => userId === demoId(`user ${account}`));
    if (organization.key === "club" && place && booker) add(place, weekday, { booker, start, minutes });
  }
  for (const place of fields)
    for (const weekday of weekdays) {
      const chance = seededRandom(`habit ${place.fieldId} ${weekday}`);
      if (place.plan.isPrivate || place.plan.isManual || place.plan.isClosed || !chance.is(place.plan.demand * 0.6))
        continue;
      const start = chance.pick(weekday >= 6 ? weekendStarts : eveningStarts) * 60;
      add(place, weekday, { booker: chance.pick(members), start, minutes: chance.pick([60, 90, 90]) });
    }
  return habits;
}

/** Slots of a day on the units of an organization: nothing is planned where something is already. */
class DayPlan {
  readonly slots: DemoSlot[] = [];
  readonly #taken = new Map<string, DemoSlot[]>();
  readonly #open: (place: DemoField) => readonly OpenHours[];
  readonly day: LocalDay;
  constructor(day: LocalDay, open: (place: DemoField) => readonly OpenHours[]) {
    this.day = day;
    this.#open = open;
  }

  openHours(place: DemoField): { from: number; to: number }[] {
    return this.#open(place).map((slot) => {
      const from = minutesSinceMidnight(slot.start);
      return { from, to: from + slotLength(slot) };
    });
  }

  isFree(place: DemoField, start: number, minutes: number, mayBeClosed = false): boolean {
    const end = start + minutes;
    const isOpen = mayBeClosed || this.openHours(place).some(({ from, to }) => from <= start && end <= to);
    const meets = (slot: DemoSlot) => start < slot.minute + slot.minutes && slot.minute < end;
    return isOpen && !place.unitIds.some((unit) => this.#taken.get(unit)?.some(meets));
  }

  add(slot: DemoSlot): void {
    this.slots.push(slot);
    for (const unit of slot.place.unitIds) this.#taken.set(unit, [...(this.#taken.get(unit) ?? []), slot]);
  }
}

interface FieldDay {
  place: DemoField;
  plan: DayPlan;
  chance: RandomSource;
  context: OrganizationContext;
}

function addFixedSlots({ place, plan, chance, context }: FieldDay): void {
  const { organization, today, bookers } = context;
  const { texts } = organization;
  const date = findSeriesDate(place, plan.day, today);
  if (date && plan.isFree(place, date.start, date.minutes)) {
    const { title: name, start: minute, minutes, seriesId, isCanceled, createdAt } = date;
    const booker = date.company === undefined ? undefined : bookers.companies[date.company];
    const series = { id: seriesId, createdAt };
    plan.add({ place, minute, minutes, name, type: "training", kind: "event", booker, series, isCanceled });
  }
  const isOutdoor = place.plan.space === "outdoor";
  const isTomorrow = plan.day.offset === 1 && organization.key === "club" && place.plan.name === "Court 5";
  const isUsual = plan.day.weekday === 1 && chance.is(0.08);
  const [from] = plan.openHours(place);
  if ((isTomorrow || isUsual) && from && plan.isFree(place, from.from, 120)) {
    const name = isOutdoor ? texts.maintenance : texts.lightCheck;
    plan.add({ place, minute: from.from, minutes: 120, name, type: "other", kind: "block" });
  }
}

/** A request for a day that was closed afterwards: the demo's one that cannot be approved. */
function addRefusedRequest({ place, plan, context }: FieldDay): void {
  const { organization, bookers } = context;
  if (organization.key !== "club" || place.plan.name !== "Court central" || plan.day.offset !== 9) return;
  const booker = bookers.members.find((one) => bookers.reserve(one, plan.day));
  const name = organization.texts.requests[0] ?? "";
  plan.add({ place, minute: 1080, minutes: 120, name, type: "game", kind: "event", booker, isRequest: true });
}

function addLessons({ place, plan, context, chance }: FieldDay): void {
  const { organization, bookers } = context;
  const { day } = plan;
  if (isSchoolHoliday(day.date)) return;
  const weekly = seededRandom(`lessons ${place.fieldId} ${day.weekday}`);
  for (const hour of lessonHours(day.weekday)) {
    if (!weekly.is(place.plan.demand * (place.parent ? 0.09 : 0.15))) continue;
    const [minutes, name] = [weekly.pick([60, 90, 90]), weekly.pick(organization.texts.trainings)];
    const booker = bookers.companies.length > 0 && weekly.is(0.5) ? weekly.pick(bookers.companies) : undefined;
    const isOwn = organization.key === "club";
    if (chance.is(0.94 * growth(-day.offset)) && plan.isFree(place, hour * 60, minutes))
      plan.add({
        ...{ place, minute: hour * 60, minutes, name, type: "training", kind: "event", isOwnPrice: true },
        booker: isOwn ? undefined : booker,
      });
  }
}

const lastNameOf = ({ name }: Booker): string => name.slice(name.indexOf(" ") + 1);

/** Members name whom they play with; the desk names whom it books for. */
function titleOf(booker: Booker, { members }: Bookers, chance: RandomSource): string {
  if (!booker.userId) return booker.name;
  const partner = chance.pick(members);
  const names = [lastNameOf(booker), lastNameOf(partner)];
  return names[0] === names[1] ? booker.name : names.join(" / ");
}

function addHabit({ place, plan, context, chance }: FieldDay): void {
  const { bookers } = context;
  const { day } = plan;
  const habit = context.habits.get(`${place.fieldId} ${day.weekday}`);
  const season = seasonOf(place.plan, day.date, -day.offset);
  if (!habit || !chance.is(Math.min(0.9, season * 0.95) * (day.offset > 0 ? 0.8 : 1))) return;
  const { booker, start: minute, minutes } = habit;
  if (!plan.isFree(place, minute, minutes) || !bookers.reserve(booker, day)) return;
  const name = titleOf(booker, bookers, seededRandom(`partner of ${booker.customerId}`));
  plan.add({ place, minute, minutes, name, type: "free_play", kind: "event", booker });
}

/** Less is booked the further ahead a day is. */
const leadFactor = (offset: number): number => (offset <= 0 ? 1 : Math.exp(-offset / 11));

function pickMinutes({ people }: FieldPlan, chance: RandomSource): number {
  if (people[1] <= 4) return chance.pick([60, 90, 90]);
  return chance.pick([60, 90, 120]);
}

function addFreePlay({ place, plan, context, chance }: FieldDay): void {
  const { organization, bookers, requests } = context;
  const { texts } = organization;
  const { day } = plan;
  const season = seasonOf(place.plan, day.date, -day.offset) * (place.parent ? 0.6 : 1);
  for (const { from, to } of plan.openHours(place)) {
    let minute = Math.max(from, 480);
    while (minute + 60 <= to) {
      const demand =
        (rates[organization.key] ?? DEFAULT_RATE) *
        place.plan.demand *
        season *
        demandOfHour(day.weekday, Math.floor(minute / 60));
      const isWanted = chance.is(demand * leadFactor(day.offset));
      const minutes = pickMinutes(place.plan, chance);
      if (!isWanted || !plan.isFree(place, minute, minutes)) {
        minute += STEP;
        continue;
      }
      const isGame = day.weekday >= 6 && minute >= 780 && chance.is(0.12);
      if (isGame || chance.is(0.02)) {
        const name = isGame ? chance.pick(texts.games) : chance.pick(texts.others);
        plan.add({ place, minute, minutes, name, type: isGame ? "game" : "other", kind: "event", isOwnPrice: true });
      } else {
        const booker = bookers.draw(day, chance, place.plan.isManual ? 0 : WALK_IN_SHARE);
        const isAhead = day.at(minute) > context.now.getTime();
        const isRequest =
          isAhead && place.plan.isManual === true && requests.count < (MAX_REQUESTS[organization.key] ?? 0);
        if (isRequest && booker) requests.count += 1;
        const type = isRequest ? "game" : "free_play";
        if (booker) {
          const name = isRequest ? chance.pick(texts.requests) : titleOf(booker, bookers, chance);
          plan.add({ place, minute, minutes, name, type, kind: "event", booker, isRequest });
        }
      }
      minute += minutes;
    }
  }
}

interface PlanContext {
  people: readonly PersonPlan[];
  desk: DeskCustomers;
  now: Date;
  hours: DemoHours;
  prices: DemoPrices;
}

function planOrganization(
  organization: OrganizationPlan,
  fields: readonly DemoField[],
  bookers: Bookers,
  { people, now, hours, prices }: PlanContext,
): Omit<DemoBookings, "customerNames"> {
  const { key, timezone, texts } = organization;
  const date = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const dayAt = (offset: number) => localDay(date, offset, timezone);
  const today = dayAt(0);
  const habits = planHabits(organization, fields, bookers);
  const context = { organization, today, now, bookers, habits, requests: { count: 0 } };
  const deskId = findDeskMember(people, key).id;
  const bookable = fields.filter(({ plan }) => !plan.isClosed);
  const rows = bookable.map((place) => ({ place, patterns: prices.patternsOf(place), now, deskId }));
  const rowContexts = new Map(rows.map((row) => [row.place.fieldId, row]));
  const [events, occupancies]: [DemoBookings["events"], DemoBookings["occupancies"]] = [[], []];
  for (let offset = -(historyDays[key] ?? SHORT_HISTORY_DAYS); offset <= DAYS_AHEAD; offset += 1) {
    const day = dayAt(offset);
    const open = new Map(bookable.map((place) => [place.fieldId, hours.slotsOf(place, day.date)]));
    const plan = new DayPlan(day, (place) => open.get(place.fieldId) ?? []);
    const fieldDays = bookable.map((place) => {
      const chance = seededRandom(`day ${place.fieldId} ${day.date.toString()}`);
      return { place, plan, chance, context };
    });
    for (const add of [addFixedSlots, addRefusedRequest, addLessons, addHabit, addFreePlay])
      for (const fieldDay of fieldDays) add(fieldDay);
    for (const slot of plan.slots) {
      const row = rowContexts.get(slot.place.fieldId);
      if (!row) continue;
      const { event, ranges } = createBookingRow(slot, day, row);
      events.push(event);
      occupancies.push(...ranges);
    }
  }
  const series = seriesRows(key, { today, texts, fields, companies: bookers.companies, deskId, dayAt });
  const isOwn = ({ userId }: Booker) => userId === demoId("user member");
  const noted = [...bookers.members.filter(isOwn), ...bookers.members.filter((booker) => !isOwn(booker))];
  const customerIds = noted.map(({ customerId }) => customerId);
  const notes = key === "club" ? generateDemoCustomerNotes(organization, { customerIds, authorId: deskId, now }) : [];
  return { events, occupancies, series, notes };
}

export function generateDemoBookings(
  organizations: readonly OrganizationPlan[],
  fields: readonly DemoField[],
  context: PlanContext,
): DemoBookings {
  const taken = new Map<string, number>();
  const customerNames = new Map<string, string>();
  const plans = organizations.map((organization) => {
    const bookers = listBookers(organization.key, context.people, context.desk, taken);
    for (const { customerId, name } of [...bookers.members, ...bookers.walkIns, ...bookers.companies])
      customerNames.set(customerId, name);
    const own = fields.filter((place) => place.organization === organization);
    return planOrganization(organization, own, bookers, context);
  });
  return {
    events: plans.flatMap((plan) => plan.events),
    occupancies: plans.flatMap((plan) => plan.occupancies),
    series: plans.flatMap((plan) => plan.series),
    notes: plans.flatMap((plan) => plan.notes),
    customerNames,
  };
}
