/** Counts the dates of an organization anew: what was open and taken, how many events, what came in. */
import { eventStatuses, eventTypes } from "#contract/events.ts";
import { openRangesBetween, type Span } from "#contract/hours-rules.ts";
import { listHoursOf } from "#server/hours/queries.ts";
import type { Database } from "#server/kit/database.ts";
import { clockOf, type Clock, type Part } from "./clock.ts";
import { listCountedEvents, listCountedFields, listMoney, type CountedField } from "./sources.ts";

export interface FieldTally {
  open: number;
  taken: number;
  events: number;
  revenue: number;
}
export interface Tally extends FieldTally {
  byStatus: number[];
  byType: number[];
  byHour: number[];
  fields: Map<string, FieldTally>;
}

const none = (): FieldTally => ({ open: 0, taken: 0, events: 0, revenue: 0 });
const newTally = (): Tally => ({
  ...none(),
  byStatus: eventStatuses.map(() => 0),
  byType: eventTypes.map(() => 0),
  byHour: Array.from({ length: 24 }, () => 0),
  fields: new Map(),
});

/** Statuses that take a field's time. */
const taking = new Set(["pending", "approved", "completed"]);
const indexIn = (list: readonly string[], value: string) => Math.max(0, list.indexOf(value));

const add = (list: number[], index: number, more: number) => (list[index] = (list[index] ?? 0) + more);

/** Reads a list of tallies by the index of a date; what lies outside goes nowhere. */
class Book {
  readonly tallies: Tally[];
  constructor(dates: readonly string[]) {
    this.tallies = dates.map(newTally);
  }
  /** The tally of a date, and that of a field on it. */
  at(date: number, fieldId: string): [Tally, FieldTally] | undefined {
    const tally = this.tallies[date];
    if (!tally) return undefined;
    let field = tally.fields.get(fieldId);
    if (!field) tally.fields.set(fieldId, (field = none()));
    return [tally, field];
  }
}

/** How much of its whole place each field is: one of two halves counts for half, so that no place is counted twice. */
function sharesOf(fields: ReadonlyMap<string, CountedField>): Map<string, number> {
  const parts = Map.groupBy(fields.values(), ({ parent_id }) => parent_id);
  const leaves = new Map<string, number>();
  const shares = new Map<string, number>();
  const count = (id: string): number => {
    const found = (parts.get(id) ?? []).reduce((sum, part) => sum + count(part.id), 0) || 1;
    leaves.set(id, found);
    return found;
  };
  const share = (id: string, whole: number): void => {
    shares.set(id, (leaves.get(id) ?? 1) / whole);
    for (const part of parts.get(id) ?? []) share(part.id, whole);
  };
  for (const { id } of parts.get(null) ?? []) share(id, count(id));
  return shares;
}

async function countOpen(
  db: Database,
  organizationId: string,
  { dates, fields, book, clockIn }: Counting,
): Promise<void> {
  const standing = [...fields.values()].filter(({ archived_at }) => archived_at === null);
  const [from, to] = [dates[0] ?? "", dates.at(-1) ?? ""];
  const ids = standing.map(({ id }) => id);
  if (ids.length === 0) return;
  const hours = await listHoursOf(db, organizationId, ids, { from, to });
  // Most fields have the hours of others: those are worked out once.
  const known = new Map<string, Part[]>();
  for (const field of standing) {
    const { timezone } = field;
    const bound = { hours: null, exceptions: [], ...hours.get(field.id), timezone, closed: field.status === "closed" };
    const key = JSON.stringify(bound);
    const parts = known.get(key) ?? openRangesBetween(from, to, bound).flatMap(clockIn(timezone).partsOf);
    known.set(key, parts);
    for (const { date, minutes } of parts) {
      const [day, own] = book.at(date, field.id) ?? [none(), none()];
      own.open += minutes;
      // Parts are open with their whole.
      if (!field.parent_id) day.open += minutes;
    }
  }
}

interface Counting {
  dates: readonly string[];
  fields: Map<string, CountedField>;
  book: Book;
  clockIn: (timezone: string) => Clock;
}

async function countEvents(db: Database, organizationId: string, within: Span, counting: Counting): Promise<void> {
  const { fields, book, clockIn } = counting;
  const shares = sharesOf(fields);
  for (const event of await listCountedEvents(db, organizationId, within)) {
    const field = fields.get(event.field_id);
    if (!field) continue;
    const clock = clockIn(field.timezone);
    const span = { start: event.start_time.getTime(), end: event.end_time.getTime() };
    const found = book.at(clock.dateOf(span.start), event.field_id);
    const takes = taking.has(event.status);
    if (found) {
      const [day, own] = found;
      add(day.byStatus, indexIn(eventStatuses, event.status), 1);
      if (takes) {
        add(day.byType, indexIn(eventTypes, event.type), 1);
        day.events += 1;
        own.events += 1;
      }
    }
    if (!takes) continue;
    const share = shares.get(event.field_id) ?? 1;
    for (const { date, hour, minutes } of clock.partsOf(span)) {
      const [day, own] = book.at(date, event.field_id) ?? [newTally(), none()];
      own.taken += minutes;
      day.taken += minutes * share;
      add(day.byHour, hour, minutes * share);
    }
  }
}

/**
 * @param dates local, in order, without a gap
 * @param timezone the organization's: money has no facility
 * @returns a tally for each date; minutes, minor units
 */
export async function countDates(
  db: Database,
  organizationId: string,
  dates: readonly string[],
  timezone: string,
): Promise<Tally[]> {
  const clocks = new Map<string, Clock>();
  const clockIn = (zone: string): Clock => {
    const clock = clocks.get(zone) ?? clockOf(dates, zone);
    clocks.set(zone, clock);
    return clock;
  };
  const fields = new Map((await listCountedFields(db, organizationId)).map((field) => [field.id, field]));
  const counting: Counting = { dates, fields, book: new Book(dates), clockIn };
  const own = clockIn(timezone);
  for (const { timezone: zone } of fields.values()) clockIn(zone);
  const bounds = [...clocks.values()].map(({ within }) => within);
  const within = {
    start: Math.min(...bounds.map(({ start }) => start)),
    end: Math.max(...bounds.map(({ end }) => end)),
  };
  await countOpen(db, organizationId, counting);
  await countEvents(db, organizationId, within, counting);
  for (const { at, amount, field_id } of await listMoney(db, organizationId, own.within)) {
    const [day, field] = counting.book.at(own.dateOf(at.getTime()), field_id) ?? [none(), none()];
    day.revenue += amount;
    field.revenue += amount;
  }
  return counting.book.tallies;
}
