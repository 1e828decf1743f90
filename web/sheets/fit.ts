/** How high rows have to be for all that is on them to fit a page. */
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { meet, type Stretch } from "#web/planner/geometry.ts";

/** Millimetres of a minute at least: below that a page takes fewer hours instead. */
export const leastMinute = 4.2 / 60;
const millimetre = 96 / 25.4;
const hour = 60;

export interface Measured {
  /** Millimetres that the rows have together. */
  room: number;
  needs: Need[];
}

/** What a stretch has to be high at least, in millimetres. */
export interface Need extends Stretch {
  height: number;
}

/** The lowest positions of the points: rows as high as their minutes ask for, stretched where a text needs more. */
function positionsOf(points: readonly number[], needs: readonly Need[], perMinute: number): number[] {
  const ends = Map.groupBy(needs, ({ to }) => to);
  const at = new Map<number, number>();
  return points.map((point, index) => {
    const before = points[index - 1];
    const even = before === undefined ? 0 : (at.get(before) ?? 0) + (point - before) * perMinute;
    const position = Math.max(even, ...(ends.get(point) ?? []).map(({ from, height }) => (at.get(from) ?? 0) + height));
    at.set(point, position);
    return position;
  });
}

/**
 * Heights of rows that together fill the room, a minute everywhere as high as possible; undefined where they do not fit.
 * @param points where rows begin, and where the last one ends
 * @param least millimetres of a minute
 */
export function heightsOf(
  points: readonly number[],
  { room, needs }: { room: number; needs: readonly Need[] },
  least: number,
): number[] | undefined {
  const total = (perMinute: number) => positionsOf(points, needs, perMinute).at(-1) ?? 0;
  if (total(least) > room) return undefined;
  let [low, high] = [least, room / Math.max(1, (points.at(-1) ?? 0) - (points[0] ?? 0))];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (total(middle) <= room) low = middle;
    else high = middle;
  }
  const positions = positionsOf(points, needs, low);
  return positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
}

/** A page is left with less than it has: texts wrap a little differently where an arrow comes before them. */
const reserve = 4;

/** The hours of a day by pages, as few as they fit on, about equally full, cut where the least goes on. @param least millimetres of a minute */
export function partsOf(
  span: number,
  { room, needs }: { room: number; needs: readonly Need[] },
  least: number,
): Stretch[] {
  const clip = (part: Stretch) =>
    needs
      .filter((need) => meet(need, part))
      .map((need) => ({ ...need, from: Math.max(need.from, part.from), to: Math.min(need.to, part.to) }));
  const fits = (part: Stretch, perMinute: number) => {
    const its = clip(part);
    const points = new Set([part.from, part.to, ...its.flatMap(({ from, to }) => [from, to])]);
    const sorted = [...points].toSorted((one, other) => one - other);
    return (positionsOf(sorted, its, perMinute).at(-1) ?? 0) <= room - reserve;
  };
  const crossing = (at: number) => needs.filter(({ from, to }) => from < at && at < to).length;
  const cut = (perMinute: number) => {
    const parts: Stretch[] = [];
    for (let from = 0; from < span; from = parts.at(-1)?.to ?? span) {
      const ends: number[] = [];
      for (let to = Math.min(span, from + hour); fits({ from, to }, perMinute); to = Math.min(span, to + hour)) {
        ends.push(to);
        if (to === span) break;
      }
      const furthest = ends.at(-1) ?? Math.min(span, from + hour);
      const late = ends.filter((at) => at > furthest - 3 * hour);
      const [best = furthest] = late.toSorted((one, other) => crossing(one) - crossing(other) || other - one);
      parts.push({ from, to: furthest === span ? span : best });
    }
    return parts;
  };
  let parts = cut(least);
  // As high as the same number of pages allows: the last one is as full as the others.
  let [low, high] = [least, room / hour];
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    const fewer = cut(middle);
    if (fewer.length > parts.length) high = middle;
    else [low, parts] = [middle, fewer];
  }
  return parts;
}

/** Reads off a table what its texts need. A cell says its stretch, as `data-from` and `data-to`. */
function measure(table: HTMLTableElement): Measured {
  const head = table.tHead?.offsetHeight ?? 0;
  const needs = [...table.querySelectorAll<HTMLElement>("[data-from] > *")].flatMap((text) => {
    const { from, to } = text.parentElement?.dataset ?? {};
    const around = text.tagName === "P" ? 1 : 0.4;
    // With its padding, its frame, and a pixel that was rounded away.
    return [{ from: Number(from), to: Number(to), height: (text.offsetHeight + 1) / millimetre + around }];
  });
  return { room: ((table.parentElement?.clientHeight ?? 0) - head) / millimetre - 1, needs };
}

/**
 * Heights of a table's rows, in millimetres, once it has been measured; null where not even an hour has room on a page, and
 * it has to go on to the next one as it is. It says the same as long as it is there.
 * @param points where rows begin, and where the last one ends
 * @param onMeasured told what it needs
 */
export function useFit(
  ref: RefObject<HTMLTableElement | null>,
  points: readonly number[],
  onMeasured: (measured: Measured) => void,
): readonly number[] | null | undefined {
  const [measured, setMeasured] = useState<Measured>();
  const tell = useEffectEvent(() => {
    if (!ref.current) return;
    const found = measure(ref.current);
    setMeasured(found);
    onMeasured(found);
  });
  useEffect(() => {
    let isHere = true;
    // A font that comes late draws wider or narrower.
    void document.fonts.ready.then(() => {
      if (isHere) tell();
    });
    return () => {
      isHere = false;
    };
  }, []);
  return measured && (heightsOf(points, measured, leastMinute) ?? null);
}
