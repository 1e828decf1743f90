/**
 * Where things stand on the grid. Everything is elapsed minutes since a lane's first row, so that a day of 23 or 25 hours
 * is no special case.
 */
export interface Stretch {
  from: number;
  to: number;
}
/** A stretch of a lane, which is known by its place among them. */
export interface Slot extends Stretch {
  lane: number;
}

/** The same stretch on several lanes at once; `lane` is the one where it began. */
export interface Region extends Slot {
  /** All of them, its own included; left out where it is the only one. */
  lanes?: readonly number[];
}
/** What is being booked, as the grid shows it. */
export interface Drafted extends Region {
  id: string;
  /** What stands on it. */
  name?: string;
  /** Waiting for the server, or refused by it; else still open. */
  state?: "saving" | "refused";
}

export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The nearest point of a grid of so many minutes that runs through `base`. */
export const snap = (minutes: number, step: number, base = 0): number =>
  base + Math.round((minutes - base) / step) * step;

export const meet = (one: Stretch, other: Stretch): boolean => one.from < other.to && other.from < one.to;
export const isSameSlot = (one: Region, other: Region): boolean =>
  one.lane === other.lane &&
  one.from === other.from &&
  one.to === other.to &&
  String(lanesOf(one)) === String(lanesOf(other));

/** Every lane of a region. */
export const lanesOf = ({ lane, lanes = [lane] }: Region): readonly number[] => lanes;
/** From one lane to another, in their order; nothing where they are one. */
export function lanesBetween(one: number, other: number): Pick<Region, "lanes"> {
  if (one === other) return {};
  const first = Math.min(one, other);
  return { lanes: Array.from({ length: Math.abs(one - other) + 1 }, (_, index) => first + index) };
}

/** In order, those that touch or overlap made one. */
export function union(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) merged.push({ from, to });
  }
  return merged;
}

/** What is left of the first minutes of a lane between the stretches. */
export function gaps(stretches: readonly Stretch[], span: number): Stretch[] {
  const left: Stretch[] = [];
  let at = 0;
  for (const { from, to } of union(stretches)) {
    if (from > at) left.push({ from: at, to: Math.min(from, span) });
    at = Math.max(at, to);
  }
  if (at < span) left.push({ from: at, to: span });
  return left;
}

/** Minutes that both have, each a union. */
export function shared(ones: readonly Stretch[], others: readonly Stretch[]): number {
  let minutes = 0;
  for (const one of ones)
    for (const other of others) minutes += Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
  return minutes;
}

/** Side by side where they share time: the column of each, and how many columns there are in its cluster. */
export function pack<Packed extends Stretch & { id: string }>(items: readonly Packed[]): Map<string, [number, number]> {
  const placed = new Map<string, [number, number]>();
  const columns = new Map<string, number>();
  let cluster: Packed[] = [];
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

/** A lane as far as dragging has to know it. */
export interface Track {
  /** Minutes between two starts. */
  step: number;
  open: readonly Stretch[];
}

/** The point from which a lane's starts are counted: the opening before it, else the first row. */
const baseOf = ({ open }: Track, at: number): number =>
  open.findLast(({ from }) => from <= at)?.from ?? open[0]?.from ?? 0;

/** The start nearest to a point of a lane. @param fine in minutes, instead of the lane's own step */
export const startNear = (track: Track, at: number, fine?: number): number =>
  fine ? snap(at, fine) : snap(at, track.step, baseOf(track, at));

/** The start of the cell around a point. */
export function cellAt(track: Track, at: number): number {
  const base = baseOf(track, at);
  return base + Math.floor((at - base) / track.step) * track.step;
}

export interface Pull {
  /** `copy` moves what is made another of, `mark` draws around events. */
  kind: "move" | "start" | "end" | "create" | "copy" | "mark";
  /** As it was before. */
  from: Slot;
  /** Minutes between the slot's start and where it was taken hold of; of a new one, where it began. */
  grab: number;
}

/** Where a pull leads when the pointer is at a point of a lane. @param span minutes of a lane */
export function pulled(
  { kind, from: was, grab }: Pull,
  { lane, at }: { lane: number; at: number },
  { tracks, span, fine }: { tracks: readonly Track[]; span: number; fine?: number | undefined },
): Region {
  if (kind === "mark")
    return { lane: was.lane, from: Math.min(grab, at), to: Math.max(grab, at), ...lanesBetween(was.lane, lane) };
  const isCarried = kind === "move" || kind === "copy";
  const track = tracks[isCarried ? lane : was.lane] ?? { step: 15, open: [] };
  const step = fine ?? track.step;
  const near = (minutes: number) => startNear(track, minutes, fine);
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

/** A column of its own. */
export const alone: [number, number] = [0, 1];

/** Where a stretch is on a lane of so many minutes, and in which of how many columns: a style. The same function for the same lanes. */
export function placeIn(span: number, isVertical: boolean): Place {
  const key = isVertical ? span : -span;
  const known = places.get(key) ?? makePlace(span, isVertical);
  places.set(key, known);
  return known;
}
export type Place = ReturnType<typeof makePlace>;
const places = new Map<number, Place>();

function makePlace(span: number, isVertical: boolean) {
  const part = (minutes: number) => `${(minutes / span) * 100}%`;
  return ({ from, to }: Stretch, [column, columns]: readonly [number, number] = alone) => {
    const [start, across] = [`${(column / columns) * 100}%`, `${100 / columns}%`];
    return isVertical
      ? { top: part(from), height: part(to - from), left: start, width: across }
      : { left: part(from), width: part(to - from), top: start, height: across };
  };
}

/** The column of a point, for those who listen: quarters of an hour, after the lane's name. */
export const columnOf = (minutes: number): number => 2 + Math.floor(minutes / 15);
