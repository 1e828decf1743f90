/** Finds free times and conflicts (overlaps) on the grid, and alternatives nearby. */
import type { Availability } from "#contract/availability.ts";
import { type FreeSlot, findAlternativeSlots } from "#web/availability/slots.ts";
import { type Board, closedIntervals, instantAt, type BoardItem, minutesOnLane } from "./board.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import { isActiveEvent } from "./event-criteria.ts";
import { cellStartAt, clamp, findGaps, intervalsOverlap, type Interval } from "./geometry.ts";
import { eventTitle } from "./event-title.ts";

/** Shorter gaps are too short to play. */
const MIN_FREE_MINUTES = 30;

export interface FreeTimeOptions {
  /** Epoch milliseconds; earlier times are not free. */
  now?: number;
  isTeam: boolean;
  /** Minutes; at least one step of the field's starts. */
  minMinutes?: number;
}

/**
 * Follows the server's rules: a free time begins at a start of the field, after the turnaround of the event before, and
 * leaves the field's own turnaround before the next. It may run past closing.
 */
export function findFreeIntervals(
  { lanes, items, relatedUses, span }: Board,
  index: number,
  { now = -Infinity, isTeam, minMinutes: least = MIN_FREE_MINUTES }: FreeTimeOptions,
): Interval[] {
  const lane = lanes[index];
  if (!lane || lane.field.status === "closed") return [];
  const { turnaround } = lane.field;
  const events = items.filter((item) => item.lane === index && isActiveEvent(item.event));
  const around = relatedUses.filter((use) => use.lane === index);
  const taken = [
    ...closedIntervals(lane, span),
    ...(isTeam ? [] : lane.staffOnly),
    ...events.map(({ from, to }) => ({ from: from - turnaround, to: to + turnaround })),
    ...around.map((use) => ({ from: use.from - turnaround, to: use.to + use.turnaround })),
    { from: 0, to: (now - lane.origin) / 60_000 },
  ];
  return findGaps(taken, span).flatMap(({ from, to }) => {
    const cell = cellStartAt(lane, from);
    const start = cell < from ? cell + lane.step : cell;
    return to - start >= Math.max(lane.step, least) ? [{ from: start, to }] : [];
  });
}

interface WantedSlot {
  fieldId: string;
  startTime: string;
  /** Minutes. */
  duration: number;
}

export function findConflicts(
  board: Board,
  places: readonly Pick<WantedSlot, "fieldId" | "startTime">[],
  duration: number,
): BoardItem[] {
  const found = places.flatMap(({ fieldId, startTime }) => {
    const related = new Set([fieldId, ...relatedFieldIds(board, fieldId)]);
    const start = Date.parse(startTime);
    return board.items.filter(
      ({ event }) =>
        isActiveEvent(event) &&
        related.has(event.fieldId) &&
        intervalsOverlap(
          { from: start, to: start + duration * 60_000 },
          { from: Date.parse(event.startTime), to: Date.parse(event.endTime) },
        ),
    );
  });
  return [...new Map(found.map((item) => [item.event.id ?? item.id, item])).values()];
}

interface NamedConflict {
  name: string;
  start: number;
  end: number;
}

/** Names the events in the way; an event on a hidden field is named by that field. */
export function nameConflicts(board: Board, wanted: WantedSlot & { eventId: string }, t: Translate): NamedConflict[] {
  const { fieldId, startTime, duration, eventId } = wanted;
  const shown = findConflicts(board, [wanted], duration).filter(({ event }) => event.id !== eventId);
  if (shown.length > 0)
    return shown.map(({ event, lane }) => {
      const field = event.fieldId === fieldId ? undefined : board.lanes[lane]?.field.name;
      const name = eventTitle(event, t) + (field === undefined ? "" : ` (${field})`);
      return { name, start: Date.parse(event.startTime), end: Date.parse(event.endTime) };
    });
  const from = Date.parse(startTime);
  return board.relatedUses.flatMap(({ id, lane: index, fieldName, ...use }) => {
    const lane = board.lanes[index];
    if (lane?.field.id !== fieldId || id.includes(eventId)) return [];
    const [start, end] = [lane.origin + use.from * 60_000, lane.origin + use.to * 60_000];
    const isThere = intervalsOverlap({ from, to: from + duration * 60_000 }, { from: start, to: end });
    return isThere ? [{ name: fieldName, start, end }] : [];
  });
}

function relatedFieldIds({ lanes }: Board, fieldId: string): string[] {
  const parents = new Map(lanes.map(({ field }) => [field.id, field.parentId]));
  const around = (id: string): string[] => {
    const parent = parents.get(id);
    return parent ? [parent, ...around(parent)] : [];
  };
  return [...parents.keys()].filter((id) => around(id).includes(fieldId) || around(fieldId).includes(id));
}

function gapSlots(board: Board, { startTime, duration }: WantedSlot, now: number): FreeSlot[] {
  return board.lanes.flatMap((lane, index) => {
    const wanted = minutesOnLane(lane, Date.parse(startTime), board.span);
    if (wanted === undefined) return [];
    return findFreeIntervals(board, index, { now, isTeam: true, minMinutes: duration }).map(({ from, to }) => {
      const start = cellStartAt(lane, clamp(wanted, from, to - duration));
      const { id: fieldId, name: fieldName, timezone } = lane.field;
      return { fieldId, fieldName, timezone, startTime: instantAt(lane, start), duration, price: 0 };
    });
  });
}

/** A court of badminton does not help who wants to play padel. A field that is not shown may do. */
function sharesSport({ lanes }: Board, fieldId: string, other: string): boolean {
  const sportsOf = (id: string) => lanes.find(({ field }) => field.id === id)?.field.sports.map((sport) => sport.id);
  const [own, others] = [sportsOf(fieldId), sportsOf(other)];
  return !own || own.length === 0 || !others || others.some((id) => own.includes(id));
}

/** Finds other slots of the sport, nearest first: sold slots, or gaps of the grid where nothing is sold. */
export function findAlternatives(
  day: Availability | undefined,
  { board, wanted, now, most = 3 }: { board: Board; wanted: WantedSlot; now: number; most?: number },
): FreeSlot[] {
  // The grid is fresher than the availability, so conflicts are checked against the grid.
  const sold = (day ? findAlternativeSlots(day, wanted, Infinity) : [])
    .filter(({ fieldId }) => sharesSport(board, wanted.fieldId, fieldId))
    .slice(0, most * 3)
    .filter((slot) => findConflicts(board, [slot], slot.duration).length === 0);
  if (sold.length > 0) return sold.slice(0, most);
  const at = Date.parse(wanted.startTime);
  const cost = ({ startTime, fieldId }: FreeSlot) => {
    const wait = (Date.parse(startTime) - at) / 3_600_000;
    return (wait < 0 ? 1000 - wait : wait) + (fieldId === wanted.fieldId ? 0 : 0.1);
  };
  return gapSlots(board, wanted, now)
    .filter(({ fieldId, startTime }) => fieldId !== wanted.fieldId || Date.parse(startTime) !== at)
    .filter(({ fieldId }) => sharesSport(board, wanted.fieldId, fieldId))
    .toSorted((one, other) => cost(one) - cost(other))
    .slice(0, most);
}
