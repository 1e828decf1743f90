/**
 * Geometry of the grid: positions (top, height, left, width), snapping and drag results, in elapsed minutes since a
 * lane's first row, so that a day of 23 or 25 hours is no special case.
 */

export interface Interval {
  from: number;
  to: number;
}
export interface GridSlot extends Interval {
  lane: number;
}

/** The same interval on several lanes; `lane` is the one where it was started. */
export interface GridRegion extends GridSlot {
  lanes?: readonly number[];
}
export interface GridDraft extends GridRegion {
  id: string;
  name?: string;
  /** Undefined until it is sent. `blocked` and `moved` show what a block over bookings would do. */
  state?: "saving" | "refused" | "blocked" | "moved";
}

export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

export const snapToStep = (minutes: number, step: number, base = 0): number =>
  base + Math.round((minutes - base) / step) * step;

export const intervalsOverlap = (one: Interval, other: Interval): boolean => one.from < other.to && other.from < one.to;
export const isSameRegion = (one: GridRegion, other: GridRegion): boolean =>
  one.lane === other.lane &&
  one.from === other.from &&
  one.to === other.to &&
  String(lanesOf(one)) === String(lanesOf(other));

export const lanesOf = ({ lane, lanes = [lane] }: GridRegion): readonly number[] => lanes;
export function lanesBetween(one: number, other: number): Pick<GridRegion, "lanes"> {
  if (one === other) return {};
  const first = Math.min(one, other);
  return { lanes: Array.from({ length: Math.abs(one - other) + 1 }, (_, index) => first + index) };
}

export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) merged.push({ from, to });
  }
  return merged;
}

export function findGaps(intervals: readonly Interval[], span: number): Interval[] {
  const left: Interval[] = [];
  let at = 0;
  for (const { from, to } of mergeIntervals(intervals)) {
    if (from > at) left.push({ from: at, to: Math.min(from, span) });
    at = Math.max(at, to);
  }
  if (at < span) left.push({ from: at, to: span });
  return left;
}

/** Each list must be merged. */
export function sharedMinutes(ones: readonly Interval[], others: readonly Interval[]): number {
  let minutes = 0;
  for (const one of ones)
    for (const other of others) minutes += Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
  return minutes;
}

/** @returns column and column count by id */
export function packColumns<Box extends Interval & { id: string }>(
  items: readonly Box[],
): Map<string, [number, number]> {
  const placed = new Map<string, [number, number]>();
  const columns = new Map<string, number>();
  let cluster: Box[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const { id } of cluster) placed.set(id, [columns.get(id) ?? 0, ends.length]);
    cluster = [];
    ends = [];
  };
  for (const item of items.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (item.from >= Math.max(...ends, -Infinity)) close();
    const free = ends.findIndex((end) => end <= item.from);
    const column = free < 0 ? ends.length : free;
    ends[column] = item.to;
    columns.set(item.id, column);
    cluster.push(item);
  }
  close();
  return placed;
}

export interface LaneSchedule {
  /** Minutes between two starts. */
  step: number;
  open: readonly Interval[];
}

/** Starts are counted from the opening before the point, else from the first opening or row. */
const snapBaseAt = ({ open }: LaneSchedule, at: number): number =>
  open.findLast(({ from }) => from <= at)?.from ?? open[0]?.from ?? 0;

/** @param fine step in minutes instead of the lane's own */
export const nearestStart = (track: LaneSchedule, at: number, fine?: number): number =>
  fine ? snapToStep(at, fine) : snapToStep(at, track.step, snapBaseAt(track, at));

export function cellStartAt(track: LaneSchedule, at: number): number {
  const base = snapBaseAt(track, at);
  return base + Math.floor((at - base) / track.step) * track.step;
}

export interface DragOperation {
  /** `select` draws around events. */
  kind: "move" | "start" | "end" | "create" | "copy" | "select";
  initial: GridSlot;
  /** Minutes from the slot's start to the grab point; for a new event, where the drag started. */
  grabOffset: number;
}

export function resolveDrag(
  { kind, initial: was, grabOffset: grab }: DragOperation,
  { lane, at }: { lane: number; at: number },
  { tracks, span, fine }: { tracks: readonly LaneSchedule[]; span: number; fine?: number | undefined },
): GridRegion {
  if (kind === "select")
    return { lane: was.lane, from: Math.min(grab, at), to: Math.max(grab, at), ...lanesBetween(was.lane, lane) };
  const isCarried = kind === "move" || kind === "copy";
  const track = tracks[isCarried ? lane : was.lane] ?? { step: 15, open: [] };
  const step = fine ?? track.step;
  const near = (minutes: number) => nearestStart(track, minutes, fine);
  const length = was.to - was.from;
  if (isCarried) {
    const from = clamp(near(at - grab), 0, Math.max(0, span - length));
    return { lane, from, to: from + length };
  }
  if (kind === "start") return { ...was, from: clamp(near(at), 0, was.to - step) };
  if (kind === "end") return { ...was, to: clamp(near(at), was.from + step, span) };
  const end = clamp(near(at), 0, span);
  const lanes = lanesBetween(was.lane, lane);
  return { lane: was.lane, from: Math.min(grab, end), to: Math.max(grab + step, end), ...lanes };
}

export const fullWidthColumn: [number, number] = [0, 1];

/** Equal lanes share one function, so that memoized blocks do not render. */
export function blockPositioner(span: number, isVertical: boolean): Positioner {
  const key = isVertical ? span : -span;
  const known = positioners.get(key) ?? createPositioner(span, isVertical);
  positioners.set(key, known);
  return known;
}
export type Positioner = ReturnType<typeof createPositioner>;
const positioners = new Map<number, Positioner>();

function createPositioner(span: number, isVertical: boolean) {
  const part = (minutes: number) => `${(minutes / span) * 100}%`;
  return ({ from, to }: Interval, [column, columns]: readonly [number, number] = fullWidthColumn) => {
    const [start, across] = [`${(column / columns) * 100}%`, `${100 / columns}%`];
    return isVertical
      ? { top: part(from), height: part(to - from), left: start, width: across }
      : { left: part(from), width: part(to - from), top: start, height: across };
  };
}

/** Quarters of an hour, after the column of the lane's name. */
export const ariaColumnAt = (minutes: number): number => 2 + Math.floor(minutes / 15);
