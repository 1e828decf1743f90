/** Recounts dates of an organization: open and occupied minutes (occupancy), events, and revenue. */
import { eventStatuses, eventTypes } from "#contract/events.ts";
import { openRangesBetween, type TimeSpan } from "#contract/hours-rules.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { createHourSplitter, type HourSplitter, type HourPart } from "./split-by-hour.ts";
import { listCountedEvents, listCountedFields, listMoneyMovements, type CountedField } from "./sources.ts";

export interface FieldTally {
  open: number;
  taken: number;
  events: number;
  revenue: number;
}
/** Minutes by hour. */
interface HourlyTally extends FieldTally {
  openByHour: number[];
  takenByHour: number[];
}
export interface Tally extends FieldTally {
  byStatus: number[];
  byType: number[];
  byHour: number[];
  fields: Map<string, HourlyTally>;
}

const emptyFieldTally = (): FieldTally => ({ open: 0, taken: 0, events: 0, revenue: 0 });
const emptyHours = () => Array.from({ length: 24 }, () => 0);
const emptyHourlyTally = (): HourlyTally => ({
  ...emptyFieldTally(),
  openByHour: emptyHours(),
  takenByHour: emptyHours(),
});
const emptyTally = (): Tally => ({
  ...emptyFieldTally(),
  byStatus: eventStatuses.map(() => 0),
  byType: eventTypes.map(() => 0),
  byHour: emptyHours(),
  fields: new Map(),
});

const occupyingStatuses = new Set(["pending", "approved", "completed"]);
const indexIn = (list: readonly string[], value: string) => Math.max(0, list.indexOf(value));

const addAt = (list: number[], index: number, more: number) => (list[index] = (list[index] ?? 0) + more);

/** Tallies by the index of a date; other dates are ignored. */
class DailyTallies {
  readonly tallies: Tally[];
  constructor(dates: readonly string[]) {
    this.tallies = dates.map(emptyTally);
  }
  at(date: number, fieldId: string): [Tally, HourlyTally] | undefined {
    const tally = this.tallies[date];
    if (!tally) return undefined;
    let field = tally.fields.get(fieldId);
    if (!field) tally.fields.set(fieldId, (field = emptyHourlyTally()));
    return [tally, field];
  }
}

/** The share of each field in its topmost parent, so that no area is counted twice: each of two halves counts for half. */
function computeShares(fields: ReadonlyMap<string, CountedField>): Map<string, number> {
  const parts = Map.groupBy(fields.values(), ({ parent_id }) => parent_id);
  const leaves = new Map<string, number>();
  const shares = new Map<string, number>();
  const count = (id: string): number => {
    const leafCount = (parts.get(id) ?? []).reduce((sum, part) => sum + count(part.id), 0) || 1;
    leaves.set(id, leafCount);
    return leafCount;
  };
  const share = (id: string, leafCount: number): void => {
    shares.set(id, (leaves.get(id) ?? 1) / leafCount);
    for (const part of parts.get(id) ?? []) share(part.id, leafCount);
  };
  for (const { id } of parts.get(null) ?? []) share(id, count(id));
  return shares;
}

async function countOpenMinutes(
  db: Database,
  organizationId: string,
  { dates, fields, daily: book, gridIn: clockIn }: CountContext,
): Promise<void> {
  const presentFields = [...fields.values()].filter(({ archived_at }) => archived_at === null);
  const [from, to] = [dates[0] ?? "", dates.at(-1) ?? ""];
  const ids = presentFields.map(({ id }) => id);
  if (ids.length === 0) return;
  const hours = await listFieldHours(db, organizationId, ids, { from, to });
  // Many fields have the same hours, so compute those once.
  const rangesByHours = new Map<string, HourPart[]>();
  for (const field of presentFields) {
    const { timezone } = field;
    const bound = { hours: null, exceptions: [], ...hours.get(field.id), timezone, closed: field.status === "closed" };
    const key = JSON.stringify(bound);
    const parts = rangesByHours.get(key) ?? openRangesBetween(from, to, bound).flatMap(clockIn(timezone).splitByHour);
    rangesByHours.set(key, parts);
    for (const { date, hour, minutes } of parts) {
      const [day, own] = book.at(date, field.id) ?? [emptyFieldTally(), emptyHourlyTally()];
      own.open += minutes;
      addAt(own.openByHour, hour, minutes);
      // Parts have the same open hours as their parent.
      if (!field.parent_id) day.open += minutes;
    }
  }
}

interface CountContext {
  dates: readonly string[];
  fields: Map<string, CountedField>;
  daily: DailyTallies;
  gridIn: (timezone: string) => HourSplitter;
}

async function countEvents(
  db: Database,
  organizationId: string,
  within: TimeSpan,
  counting: CountContext,
): Promise<void> {
  const { fields, daily: book, gridIn: clockIn } = counting;
  const shares = computeShares(fields);
  for (const event of await listCountedEvents(db, organizationId, within)) {
    const field = fields.get(event.field_id);
    if (!field) continue;
    const clock = clockIn(field.timezone);
    const span = { start: event.start_time.getTime(), end: event.end_time.getTime() };
    const leafCount = book.at(clock.dateIndexAt(span.start), event.field_id);
    const takes = occupyingStatuses.has(event.status);
    if (leafCount) {
      const [day, own] = leafCount;
      addAt(day.byStatus, indexIn(eventStatuses, event.status), 1);
      if (takes) {
        addAt(day.byType, indexIn(eventTypes, event.type), 1);
        day.events += 1;
        own.events += 1;
      }
    }
    if (!takes) continue;
    const share = shares.get(event.field_id) ?? 1;
    for (const { date, hour, minutes } of clock.splitByHour(span)) {
      const [day, own] = book.at(date, event.field_id) ?? [emptyTally(), emptyHourlyTally()];
      own.taken += minutes;
      addAt(own.takenByHour, hour, minutes);
      day.taken += minutes * share;
      addAt(day.byHour, hour, minutes * share);
    }
  }
}

/**
 * @param dates local, in order, without gaps
 * @param timezone the organization's, for money, which has no facility
 * @returns a tally for each date; minutes, minor units
 */
export async function countDates(
  db: Database,
  organizationId: string,
  dates: readonly string[],
  timezone: string,
): Promise<Tally[]> {
  const clocks = new Map<string, HourSplitter>();
  const clockIn = (zone: string): HourSplitter => {
    const clock = clocks.get(zone) ?? createHourSplitter(dates, zone);
    clocks.set(zone, clock);
    return clock;
  };
  const fields = new Map((await listCountedFields(db, organizationId)).map((field) => [field.id, field]));
  const counting: CountContext = { dates, fields, daily: new DailyTallies(dates), gridIn: clockIn };
  const own = clockIn(timezone);
  for (const { timezone: zone } of fields.values()) clockIn(zone);
  const bounds = [...clocks.values()].map(({ within }) => within);
  const within = {
    start: Math.min(...bounds.map(({ start }) => start)),
    end: Math.max(...bounds.map(({ end }) => end)),
  };
  await countOpenMinutes(db, organizationId, counting);
  await countEvents(db, organizationId, within, counting);
  for (const { at, amount, field_id } of await listMoneyMovements(db, organizationId, own.within)) {
    const date = own.dateIndexAt(at.getTime());
    const day = counting.daily.tallies[date];
    if (day) day.revenue += amount;
    const [, field] = (field_id !== null && counting.daily.at(date, field_id)) || [];
    if (field) field.revenue += amount;
  }
  return counting.daily.tallies;
}
