/** A planning as it is drawn: lanes, what stands on them, and how full they are. */
import { dayBounds } from "#contract/hours-rules.ts";
import type { EventStatus, EventType } from "#contract/events.ts";
import type { Planning, PlanningEvent, PlanningField, PriceBand } from "#contract/planning.ts";
import { isStanding, meaningOf } from "./filters.ts";
import { gaps, shared, type Slot, type Stretch, type Track, union } from "./geometry.ts";

export type View = "day" | "week" | "list";
/** A month has no events, but how full its days are. */
export type AnyView = View | "month";
export type Only = "approval" | "unpaid" | "soon";
/** As the address has it: what is the usual is left out. */
export interface PlanningSearch {
  view?: AnyView | undefined;
  date?: string | undefined;
  facilityId?: string | undefined;
  /** The one of a week; else the only one that is shown. */
  fieldId?: string | undefined;
  /** Those that are shown, with commas between. */
  fields?: string | undefined;
  sportId?: string | undefined;
  space?: "indoor" | "outdoor" | undefined;
  lights?: "true" | undefined;
  status?: EventStatus | undefined;
  type?: EventType | undefined;
  payment?: PaymentFilter | undefined;
  /** Who made it. */
  maker?: string | undefined;
  mine?: "true" | undefined;
  only?: Only | undefined;
  /** What the filters do not mean is left out, instead of paled. */
  hide?: "true" | undefined;
  axis?: "columns" | "rows" | undefined;
  zoom?: "0" | "2" | undefined;
  hours?: "all" | undefined;
  colors?: "payment" | "status" | undefined;
  prices?: "true" | undefined;
  /** Among the rows of the list. */
  free?: "true" | "false" | undefined;
  /** The event that is open beside the grid. */
  eventId?: string | undefined;
}
export type PaymentFilter = "due" | "partially_paid" | "paid" | "refunded";

/** A field on a day. */
export interface Lane extends Track {
  id: string;
  field: PlanningField;
  /** Local. */
  date: string;
  /** The instant of the first row, in epoch milliseconds. */
  origin: number;
  /** How many fields it is part of. */
  depth: number;
  /** From 0 to 1: how much of the open time is taken. */
  load: number;
  /** Open, but members cannot book it: not this field, not yet, or no longer. */
  staffOnly: Stretch[];
  bands: Band[];
}
/** Where the same costs the same. */
export interface Band extends Stretch, Pick<PriceBand, "price" | "duration" | "isEach"> {
  /** From 0, the cheapest of all that is shown, to 1. */
  level: number;
}
export interface Item extends Stretch {
  id: string;
  lane: number;
  event: PlanningEvent;
  /** Filters do not mean it. */
  isDim: boolean;
}
/** A time that is taken by an event on a part, or on the whole. */
export interface Shade extends Stretch {
  id: string;
  lane: number;
  by: string;
  /** Minutes for which that event keeps its field after it. */
  after: number;
}
export interface Board {
  lanes: Lane[];
  items: Item[];
  shades: Shade[];
  /** Minutes of each lane. */
  span: number;
  /** Of all lanes together, from 0 to 1. */
  load: number;
  timezone: string;
}

const minute = 60_000;
const hour = 60 * minute;

/** The fields around and within each, as far as they are there. */
function relativesOf(fields: readonly PlanningField[]): Map<string, string[]> {
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

/** Instants, in epoch milliseconds. */
interface Span {
  start: number;
  end: number;
}

const instantsOf = ({ start, end }: { start: string; end: string }): Span => ({
  start: Date.parse(start),
  end: Date.parse(end),
});
const spanOf = ({ startTime, endTime }: PlanningEvent): Span => instantsOf({ start: startTime, end: endTime });

/** What of the search says which events are meant. */
export type Meaning = Pick<PlanningSearch, "status" | "type" | "only" | "payment" | "maker" | "mine">;

interface Drawn extends Meaning {
  dates: readonly string[];
  /** From midnight to midnight, whatever is open. */
  allHours: boolean;
  now: number;
}

/** The first row of each date and the minutes that all dates show: from the first of what is open or stands to the last. */
function windowOf(busy: readonly Span[], timeZone: string, { dates, allHours }: Drawn) {
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
      span: Math.max(...days.map((day) => day.end - day.start)) / minute,
    };
  const plainTime = `${String(Math.min(...firsts)).padStart(2, "0")}:00`;
  const origins = days.map(
    ({ date }) => Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds,
  );
  const spans = days.map(({ last }, index) => (last === undefined ? 0 : last - (origins[index] ?? last)));
  return { origins, span: Math.max(1, Math.ceil(Math.max(...spans) / hour)) * 60 };
}

/** What is open and not sold to members from now on: not this field, not yet, or no longer. */
function staffOnlyOf(
  { lane: { open, origin }, field }: { lane: { open: readonly Stretch[]; origin: number }; field: PlanningField },
  { sold }: Planning,
  now: number,
): Stretch[] {
  if (!field.bookable) return [...open];
  if (!sold) return [];
  const at = (instant: number) => (instant - origin) / minute;
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

/** How dear a price is among all that are shown. */
function levelsOf(fields: readonly PlanningField[]): (price: number) => number {
  const all = fields.flatMap(({ prices = [] }) => prices.map(({ price }) => price));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return (price) => (most > least ? (price - least) / (most - least) : 0);
}

/** @param fields that are shown, in their order */
export function boardOf(data: Planning, fields: readonly PlanningField[], drawn: Drawn): Board {
  // Each is looked at several times over: their times are read once.
  const timed = data.events.map((event) => ({ event, ...spanOf(event) }));
  const opens = fields.map(({ open }) => open.map(instantsOf));
  const busy = [...opens.flat(), ...timed.filter(({ event }) => isStanding(event))];
  const { origins, span } = windowOf(busy, data.timezone, drawn);
  const relatives = relativesOf(data.fields);
  const depths = new Map<string, number>();
  for (const { id, parentId } of data.fields) depths.set(id, parentId ? (depths.get(parentId) ?? -1) + 1 : 0);
  const known = new Map(data.fields.map((field) => [field.id, field]));
  const onField = Map.groupBy(timed, ({ event }) => event.fieldId);
  const board: Board = { lanes: [], items: [], shades: [], span, load: 0, timezone: data.timezone };
  const total = { open: 0, taken: 0 };
  const level = levelsOf(fields);
  const isMeant = meaningOf(drawn, data.makers);
  const isMany = drawn.dates.length > 1;
  for (const [index, field] of fields.entries())
    for (const [day, date] of drawn.dates.entries()) {
      const lane = board.lanes.length;
      const origin = origins[day] ?? 0;
      const within = ({ start, end }: Span): Stretch => ({
        from: Math.max(0, (start - origin) / minute),
        to: Math.min(span, (end - origin) / minute),
      });
      /** What of a field is on this lane. */
      const eachOn = (fieldId: string, take: (event: PlanningEvent, from: number, to: number) => void) => {
        for (const one of onField.get(fieldId) ?? []) {
          const { from, to } = within(one);
          if (from < to) take(one.event, from, to);
        }
      };
      const taken: Stretch[] = [];
      eachOn(field.id, (event, from, to) => {
        const own = event.id ?? `${event.fieldId} ${event.startTime}`;
        const item = { from, to, id: isMany ? `${own} ${date}` : own, lane, event, isDim: !isMeant(event) };
        board.items.push(item);
        if (isStanding(event)) taken.push(item);
      });
      for (const other of relatives.get(field.id) ?? [])
        eachOn(other, (event, from, to) => {
          if (!isStanding(event)) return;
          const id = `${lane} ${event.id ?? ""} ${other} ${event.startTime}`;
          const { name: by = "", turnaround: after = 0 } = known.get(other) ?? {};
          const shade = { from, to, id, lane, by, after };
          board.shades.push(shade);
          taken.push(shade);
        });
      const open = union((opens[index] ?? []).map(within).filter(({ from, to }) => from < to));
      const whole = open.reduce((sum, { from, to }) => sum + to - from, 0);
      const used = shared(open, union(taken));
      total.open += whole;
      total.taken += used;
      board.lanes.push({
        id: `${field.id} ${date}`,
        ...{ field, date, origin, open },
        step: field.startStep,
        depth: depths.get(field.id) ?? 0,
        load: whole > 0 ? used / whole : 0,
        staffOnly: staffOnlyOf({ lane: { open, origin }, field }, data, drawn.now),
        bands: (field.prices ?? [])
          .map(({ start, end, ...band }) => ({
            ...within(instantsOf({ start, end })),
            ...band,
            level: level(band.price),
          }))
          .filter(({ from, to }) => from < to),
      });
    }
  board.load = total.open > 0 ? total.taken / total.open : 0;
  return board;
}

/** What is closed on a lane. */
export const closedOn = ({ open }: Lane, span: number): Stretch[] => gaps(open, span);

/** A point of a lane as an instant, ISO 8601. */
export const instantAt = ({ origin }: Lane, minutes: number): string =>
  new Date(origin + minutes * minute).toISOString();

/** An instant as minutes of a lane; undefined where it is not on it. */
export function minutesOf({ origin }: Lane, instant: number, span: number): number | undefined {
  const minutes = (instant - origin) / minute;
  return minutes >= 0 && minutes <= span ? minutes : undefined;
}

/** Whether something else stands where an event would be put, or the field is closed. */
export function isInTheWay(
  { lanes, items, shades, span }: Board,
  { slot, item }: { slot: Slot; item?: Item | undefined },
): boolean {
  const lane = lanes[slot.lane];
  if (!lane || lane.field.status === "closed") return true;
  const others = items.filter(
    ({ event, lane: its }) => its === slot.lane && isStanding(event) && event.id !== item?.event.id,
  );
  const around = shades.filter(
    ({ lane: its, id }) => its === slot.lane && !(item?.event.id && id.includes(item.event.id)),
  );
  const free = gaps([...others, ...around], span);
  return !free.some(({ from, to }) => from <= slot.from && slot.to <= to);
}
