/** What is free, as the grid shows it; and what is free instead, also for what is not sold by plans, such as blocks. Pure. */
import type { Availability } from "#contract/availability.ts";
import { type FreeSlot, nextFree } from "#web/availability/slots.ts";
import { type Board, closedOn, instantAt, type Item, minutesOf } from "#web/planner/board.ts";
import type { Translate } from "#web/kit/words.ts";
import { isStanding } from "#web/planner/filters.ts";
import { cellAt, clamp, gaps, meet, type Stretch } from "#web/planner/geometry.ts";
import { titleOf } from "#web/planner/look.ts";

/** What is shorter is nobody's to play in, in minutes. */
const leastFree = 30;

export interface Looking {
  /** Epoch milliseconds: what is over by then is not free. Without it, nothing is over. */
  now?: number;
  /** Also what members cannot book. */
  isTeam: boolean;
  /** Minutes; what is shorter than a step of the field's starts is not free either way. */
  least?: number;
}

/**
 * What of a lane can be booked, in its order, as the server reckons it: from a start of the field on, after the turnaround of
 * whatever was there before, and so long that the field's own turnaround fits in before whatever comes next. It may run past
 * closing.
 */
export function freeOn(
  { lanes, items, shades, span }: Board,
  index: number,
  { now = -Infinity, isTeam, least = leastFree }: Looking,
): Stretch[] {
  const lane = lanes[index];
  if (!lane || lane.field.status === "closed") return [];
  const { turnaround } = lane.field;
  const events = items.filter((item) => item.lane === index && isStanding(item.event));
  const around = shades.filter((shade) => shade.lane === index);
  const taken = [
    ...closedOn(lane, span),
    ...(isTeam ? [] : lane.staffOnly),
    ...events.map(({ from, to }) => ({ from: from - turnaround, to: to + turnaround })),
    ...around.map(({ from, to, after }) => ({ from: from - turnaround, to: to + after })),
    { from: 0, to: (now - lane.origin) / 60_000 },
  ];
  return gaps(taken, span).flatMap(({ from, to }) => {
    const cell = cellAt(lane, from);
    const start = cell < from ? cell + lane.step : cell;
    return to - start >= Math.max(lane.step, least) ? [{ from: start, to }] : [];
  });
}

interface Wanted {
  fieldId: string;
  startTime: string;
  /** Minutes. */
  duration: number;
}

/** What stands where somebody is about to book. */
export function standingOn(
  board: Board,
  places: readonly Pick<Wanted, "fieldId" | "startTime">[],
  duration: number,
): Item[] {
  const found = places.flatMap(({ fieldId, startTime }) => {
    const related = new Set([fieldId, ...relatives(board, fieldId)]);
    const start = Date.parse(startTime);
    return board.items.filter(
      ({ event }) =>
        isStanding(event) &&
        related.has(event.fieldId) &&
        meet(
          { from: start, to: start + duration * 60_000 },
          { from: Date.parse(event.startTime), to: Date.parse(event.endTime) },
        ),
    );
  });
  return [...new Map(found.map((item) => [item.event.id ?? item.id, item])).values()];
}

interface Named {
  name: string;
  /** Epoch milliseconds. */
  start: number;
  end: number;
}

/** What stands where an event was to be, by its name; of what is on a field that is not shown, by that of the field. */
export function namedAt(board: Board, wanted: Wanted & { eventId: string }, t: Translate): Named[] {
  const { fieldId, startTime, duration, eventId } = wanted;
  const shown = standingOn(board, [wanted], duration).filter(({ event }) => event.id !== eventId);
  if (shown.length > 0)
    return shown.map(({ event, lane }) => {
      const field = event.fieldId === fieldId ? undefined : board.lanes[lane]?.field.name;
      const name = titleOf(event, t) + (field === undefined ? "" : ` (${field})`);
      return { name, start: Date.parse(event.startTime), end: Date.parse(event.endTime) };
    });
  const from = Date.parse(startTime);
  return board.shades.flatMap(({ id, lane: index, by, ...shade }) => {
    const lane = board.lanes[index];
    if (lane?.field.id !== fieldId || id.includes(eventId)) return [];
    const [start, end] = [lane.origin + shade.from * 60_000, lane.origin + shade.to * 60_000];
    const isThere = meet({ from, to: from + duration * 60_000 }, { from: start, to: end });
    return isThere ? [{ name: by, start, end }] : [];
  });
}

/** The fields around and within one, as far as they are shown. */
function relatives({ lanes }: Board, fieldId: string): string[] {
  const parents = new Map(lanes.map(({ field }) => [field.id, field.parentId]));
  const around = (id: string): string[] => {
    const parent = parents.get(id);
    return parent ? [parent, ...around(parent)] : [];
  };
  return [...parents.keys()].filter((id) => around(id).includes(fieldId) || around(fieldId).includes(id));
}

/** The gaps of the lanes that are shown, as slots of the wanted length. */
function slotsOf(board: Board, { startTime, duration }: Wanted, now: number): FreeSlot[] {
  return board.lanes.flatMap((lane, index) => {
    const wanted = minutesOf(lane, Date.parse(startTime), board.span);
    if (wanted === undefined) return [];
    return freeOn(board, index, { now, isTeam: true, least: duration }).map(({ from, to }) => {
      const start = cellAt(lane, clamp(wanted, from, to - duration));
      const { id: fieldId, name: fieldName, timezone } = lane.field;
      return { fieldId, fieldName, timezone, startTime: instantAt(lane, start), duration, price: 0 };
    });
  });
}

/** What is free instead of a slot: what is sold then; where nothing is, the gaps of the grid. Nearest first, `most` at most. */
export function freeInstead(
  day: Availability | undefined,
  { board, wanted, now, most = 3 }: { board: Board; wanted: Wanted; now: number; most?: number },
): FreeSlot[] {
  // The grid hears what others book at once, and what is sold is known since a while.
  const sold = (day ? nextFree(day, wanted, most * 3) : []).filter(
    (slot) => standingOn(board, [slot], slot.duration).length === 0,
  );
  if (sold.length > 0) return sold.slice(0, most);
  const at = Date.parse(wanted.startTime);
  const cost = ({ startTime, fieldId }: FreeSlot) => {
    const wait = (Date.parse(startTime) - at) / 3_600_000;
    return (wait < 0 ? 1000 - wait : wait) + (fieldId === wanted.fieldId ? 0 : 0.1);
  };
  return slotsOf(board, wanted, now)
    .filter(({ fieldId, startTime }) => fieldId !== wanted.fieldId || Date.parse(startTime) !== at)
    .toSorted((one, other) => cost(one) - cost(other))
    .slice(0, most);
}
