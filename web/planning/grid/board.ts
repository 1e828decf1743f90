/** Computes the drawn planning: lanes, the events on them, and their occupancy. */
import { dayBounds } from "#contract/hours-rules.ts";
import type { Planning, PlanningEvent, PlanningField, PriceBand } from "#contract/planning.ts";
import type { PlanningSearch } from "#web/views/planning-search.ts";
import { isActiveEvent, createEventMatcher } from "./event-criteria.ts";
import {
  findGaps,
  sharedMinutes,
  type GridSlot,
  type Interval,
  type LaneSchedule,
  mergeIntervals,
} from "./geometry.ts";

export interface Lane extends LaneSchedule {
  id: string;
  field: PlanningField;
  date: string;
  /** The instant of the first row, in epoch milliseconds. */
  origin: number;
  depth: number;
  /** From 0 to 1. */
  occupancy: number;
  /** Open times that members cannot book: not on this field, not yet, or no longer. */
  staffOnly: Interval[];
  priceBands: LanePriceBand[];
}
export interface LanePriceBand extends Interval, Pick<PriceBand, "price" | "duration" | "isEach"> {
  level: number;
}
export interface BoardItem extends Interval {
  id: string;
  lane: number;
  event: PlanningEvent;
  isDimmed: boolean;
}
/** The time of an event on a part of the field, or on a field that contains it. */
export interface RelatedUse extends Interval {
  id: string;
  lane: number;
  fieldName: string;
  /** Minutes for which that event keeps its field afterwards. */
  turnaround: number;
}
/** A booking that a colleague is making. */
export interface Presence extends GridSlot {
  id: string;
  name: string;
}
export interface Board {
  lanes: Lane[];
  items: BoardItem[];
  relatedUses: RelatedUse[];
  /** Minutes of each lane. */
  span: number;
  /** From 0 to 1. */
  occupancy: number;
  timezone: string;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

function mapRelatedFields(fields: readonly PlanningField[]): Map<string, string[]> {
  const parents = new Map(fields.map(({ id, parentId }) => [id, parentId]));
  const around = (id: string): string[] => {
    const parent = parents.get(id);
    return parent && parents.has(parent) ? [parent, ...around(parent)] : [];
  };
  const all = new Map<string, string[]>(fields.map(({ id }) => [id, []]));
  for (const { id } of fields)
    for (const one of around(id)) {
      all.get(id)?.push(one);
      all.get(one)?.push(id);
    }
  return all;
}

/** Epoch milliseconds. */
interface InstantRange {
  start: number;
  end: number;
}

const parseRange = ({ start, end }: { start: string; end: string }): InstantRange => ({
  start: Date.parse(start),
  end: Date.parse(end),
});
const eventRange = ({ startTime, endTime }: PlanningEvent): InstantRange =>
  parseRange({ start: startTime, end: endTime });

export type EventCriteria = Pick<PlanningSearch, "status" | "type" | "only" | "payment" | "maker" | "mine">;

interface BoardOptions extends EventCriteria {
  dates: readonly string[];
  allHours: boolean;
  now: number;
}

/** Shows all dates with the same hours: from the first opening or event to the last. */
function computeTimeWindow(busy: readonly InstantRange[], timeZone: string, { dates, allHours }: BoardOptions) {
  const days = dates.map((date) => {
    const { start, end } = dayBounds(date, timeZone);
    const within = busy.filter((one) => one.start < end && one.end > start);
    const first = Math.max(start, Math.min(...within.map((one) => one.start)));
    const last = Math.min(end, Math.max(...within.map((one) => one.end)));
    return { date, start, end, ...(within.length > 0 ? { first, last } : {}) };
  });
  const wallHour = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).hour;
  const firsts = days.flatMap(({ first }) => (first === undefined ? [] : [wallHour(first)]));
  if (allHours || firsts.length === 0)
    return {
      origins: days.map(({ start }) => start),
      span: Math.max(...days.map((day) => day.end - day.start)) / MS_PER_MINUTE,
    };
  const plainTime = `${String(Math.min(...firsts)).padStart(2, "0")}:00`;
  const origins = days.map(
    ({ date }) => Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds,
  );
  const spans = days.map(({ last }, index) => (last === undefined ? 0 : last - (origins[index] ?? last)));
  return { origins, span: Math.max(1, Math.ceil(Math.max(...spans) / MS_PER_HOUR)) * 60 };
}

function computeStaffOnly(
  { lane: { open, origin }, field }: { lane: { open: readonly Interval[]; origin: number }; field: PlanningField },
  { sold }: Planning,
  now: number,
): Interval[] {
  if (!field.bookable) return [...open];
  if (!sold) return [];
  const at = (instant: number) => (instant - origin) / MS_PER_MINUTE;
  const not = [
    { from: at(now), to: at(Date.parse(sold.start)) },
    { from: sold.end === null ? Infinity : at(Date.parse(sold.end)), to: Infinity },
  ];
  return not.flatMap(({ from, to }) =>
    open
      .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
      .filter((part) => part.from < part.to),
  );
}

function createPriceLevel(fields: readonly PlanningField[]): (price: number) => number {
  const all = fields.flatMap(({ prices = [] }) => prices.map(({ price }) => price));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return (price) => (most > least ? (price - least) / (most - least) : 0);
}

/** Neither an offer of the waitlist nor a block counts as booked, as in the overview and the reports. */
const isCounted = (event: PlanningEvent): boolean =>
  isActiveEvent(event) && !event.offeredUntil && event.kind !== "block";

export function buildBoard(data: Planning, fields: readonly PlanningField[], options: BoardOptions): Board {
  // Parsed once, because each event is visited several times.
  const timed = data.events.map((event) => ({ event, ...eventRange(event) }));
  const opens = fields.map(({ open }) => open.map(parseRange));
  const busy = [...opens.flat(), ...timed.filter(({ event }) => isActiveEvent(event))];
  const { origins, span } = computeTimeWindow(busy, data.timezone, options);
  const relatives = mapRelatedFields(data.fields);
  const depths = new Map<string, number>();
  for (const { id, parentId } of data.fields) depths.set(id, parentId ? (depths.get(parentId) ?? -1) + 1 : 0);
  const known = new Map(data.fields.map((field) => [field.id, field]));
  const onField = Map.groupBy(timed, ({ event }) => event.fieldId);
  const board: Board = { lanes: [], items: [], relatedUses: [], span, occupancy: 0, timezone: data.timezone };
  const total = { open: 0, taken: 0 };
  const level = createPriceLevel(fields);
  const isMeant = createEventMatcher(options, data.makers);
  const isMany = options.dates.length > 1;
  for (const [index, field] of fields.entries())
    for (const [day, date] of options.dates.entries()) {
      const lane = board.lanes.length;
      const origin = origins[day] ?? 0;
      const within = ({ start, end }: InstantRange): Interval => ({
        from: Math.max(0, (start - origin) / MS_PER_MINUTE),
        to: Math.min(span, (end - origin) / MS_PER_MINUTE),
      });
      const eachOn = (fieldId: string, take: (event: PlanningEvent, from: number, to: number) => void) => {
        for (const one of onField.get(fieldId) ?? []) {
          const { from, to } = within(one);
          if (from < to) take(one.event, from, to);
        }
      };
      const taken: Interval[] = [];
      eachOn(field.id, (event, from, to) => {
        const own = event.id ?? `${event.fieldId} ${event.startTime}`;
        const item = { from, to, id: isMany ? `${own} ${date}` : own, lane, event, isDimmed: !isMeant(event) };
        board.items.push(item);
        if (isCounted(event)) taken.push(item);
      });
      for (const other of relatives.get(field.id) ?? [])
        eachOn(other, (event, from, to) => {
          if (!isActiveEvent(event)) return;
          const id = `${lane} ${event.id ?? ""} ${other} ${event.startTime}`;
          const { name: fieldName = "", turnaround = 0 } = known.get(other) ?? {};
          const use: RelatedUse = { from, to, id, lane, fieldName, turnaround };
          board.relatedUses.push(use);
          if (isCounted(event)) taken.push(use);
        });
      const open = mergeIntervals((opens[index] ?? []).map(within).filter(({ from, to }) => from < to));
      const whole = open.reduce((sum, { from, to }) => sum + to - from, 0);
      const used = sharedMinutes(open, mergeIntervals(taken));
      total.open += whole;
      total.taken += used;
      board.lanes.push({
        id: `${field.id} ${date}`,
        ...{ field, date, origin, open },
        step: field.startStep,
        depth: depths.get(field.id) ?? 0,
        occupancy: whole > 0 ? used / whole : 0,
        staffOnly: computeStaffOnly({ lane: { open, origin }, field }, data, options.now),
        priceBands: (field.prices ?? [])
          .map(({ start, end, ...band }) => ({
            ...within(parseRange({ start, end })),
            ...band,
            level: level(band.price),
          }))
          .filter(({ from, to }) => from < to),
      });
    }
  board.occupancy = total.open > 0 ? total.taken / total.open : 0;
  return board;
}

export const closedIntervals = ({ open }: Lane, span: number): Interval[] => findGaps(open, span);

export const instantAt = ({ origin }: Lane, minutes: number): string =>
  new Date(origin + minutes * MS_PER_MINUTE).toISOString();

export function minutesOnLane({ origin }: Lane, instant: number, span: number): number | undefined {
  const minutes = (instant - origin) / MS_PER_MINUTE;
  return minutes >= 0 && minutes <= span ? minutes : undefined;
}

/** Uses that overlap are one area with the names of all, because their labels would cover each other. */
export function mergeRelatedUses(uses: readonly RelatedUse[]): (Interval & { id: string; fieldNames: string[] })[] {
  const merged: (Interval & { id: string; fieldNames: string[] })[] = [];
  for (const { from, to, id, fieldName } of uses.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (!last || from >= last.to) merged.push({ from, to, id, fieldNames: [fieldName] });
    else {
      last.to = Math.max(last.to, to);
      if (!last.fieldNames.includes(fieldName)) last.fieldNames.push(fieldName);
    }
  }
  return merged;
}

/** Whether something else takes the slot, or the field is closed. */
export function isSlotUnavailable(
  { lanes, items, relatedUses, span }: Board,
  { slot, item }: { slot: GridSlot; item?: BoardItem | undefined },
): boolean {
  const lane = lanes[slot.lane];
  if (!lane || lane.field.status === "closed") return true;
  const others = items.filter(
    ({ event, lane: laneIndex }) => laneIndex === slot.lane && isActiveEvent(event) && event.id !== item?.event.id,
  );
  const around = relatedUses.filter(
    ({ lane: laneIndex, id }) => laneIndex === slot.lane && !(item?.event.id && id.includes(item.event.id)),
  );
  const free = findGaps([...others, ...around], span);
  return !free.some(({ from, to }) => from <= slot.from && slot.to <= to);
}
