/** Computes row heights of the printed planning, so that texts fit and pages break between rows. */
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { intervalsOverlap, type Interval } from "#web/planning/grid/geometry.ts";

/** Minimum millimetres per minute; a page takes fewer hours instead of less. */
export const MIN_MM_PER_MINUTE = 4.2 / 60;
const PX_PER_MM = 96 / 25.4;
const MINUTES_PER_HOUR = 60;

export interface TableMeasurements {
  room: number;
  needs: HeightNeed[];
}

/** In millimetres. */
export interface HeightNeed extends Interval {
  height: number;
}

function computePositions(points: readonly number[], needs: readonly HeightNeed[], perMinute: number): number[] {
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
 * Fills the page, with as many millimetres per minute as possible.
 * @param points where rows begin, and where the last one ends
 * @returns undefined when the rows do not fit
 */
export function computeRowHeights(
  points: readonly number[],
  { room, needs }: { room: number; needs: readonly HeightNeed[] },
  least: number,
): number[] | undefined {
  const total = (perMinute: number) => computePositions(points, needs, perMinute).at(-1) ?? 0;
  if (total(least) > room) return undefined;
  let [low, high] = [least, room / Math.max(1, (points.at(-1) ?? 0) - (points[0] ?? 0))];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (total(middle) <= room) low = middle;
    else high = middle;
  }
  const positions = computePositions(points, needs, low);
  return positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
}

/** A reserve, because texts after an arrow wrap differently. */
const RESERVED_MM = 4;

/** Splits a day into as few, evenly filled pages as possible, cut where the fewest events continue. */
export function splitIntoPages(
  span: number,
  { room, needs }: { room: number; needs: readonly HeightNeed[] },
  least: number,
): Interval[] {
  const clip = (part: Interval) =>
    needs
      .filter((need) => intervalsOverlap(need, part))
      .map((need) => ({ ...need, from: Math.max(need.from, part.from), to: Math.min(need.to, part.to) }));
  const fits = (part: Interval, perMinute: number) => {
    const clipped = clip(part);
    const points = new Set([part.from, part.to, ...clipped.flatMap(({ from, to }) => [from, to])]);
    const sorted = [...points].toSorted((one, other) => one - other);
    return (computePositions(sorted, clipped, perMinute).at(-1) ?? 0) <= room - RESERVED_MM;
  };
  const crossing = (at: number) => needs.filter(({ from, to }) => from < at && at < to).length;
  const cut = (perMinute: number) => {
    const parts: Interval[] = [];
    for (let from = 0; from < span; from = parts.at(-1)?.to ?? span) {
      const ends: number[] = [];
      for (
        let to = Math.min(span, from + MINUTES_PER_HOUR);
        fits({ from, to }, perMinute);
        to = Math.min(span, to + MINUTES_PER_HOUR)
      ) {
        ends.push(to);
        if (to === span) break;
      }
      const furthest = ends.at(-1) ?? Math.min(span, from + MINUTES_PER_HOUR);
      const late = ends.filter((at) => at > furthest - 3 * MINUTES_PER_HOUR);
      const [best = furthest] = late.toSorted((one, other) => crossing(one) - crossing(other) || other - one);
      parts.push({ from, to: furthest === span ? span : best });
    }
    return parts;
  };
  let parts = cut(least);
  let [low, high] = [least, room / MINUTES_PER_HOUR];
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    const fewer = cut(middle);
    if (fewer.length > parts.length) high = middle;
    else [low, parts] = [middle, fewer];
  }
  return parts;
}

/** Reads cells with `data-from` and `data-to`. */
function measureTable(table: HTMLTableElement): TableMeasurements {
  const head = table.tHead?.offsetHeight ?? 0;
  const needs = [...table.querySelectorAll<HTMLElement>("[data-from] > *")].flatMap((text) => {
    const { from, to } = text.parentElement?.dataset ?? {};
    const around = text.tagName === "P" ? 1 : 0.4;
    // Adds padding, border and a rounding pixel.
    return [{ from: Number(from), to: Number(to), height: (text.offsetHeight + 1) / PX_PER_MM + around }];
  });
  return { room: ((table.parentElement?.clientHeight ?? 0) - head) / PX_PER_MM - 1, needs };
}

/**
 * @param points where rows begin, and where the last one ends
 * @returns millimetres; undefined until measured, null where not even one hour fits a page, so that the browser must
 * break the table
 */
export function useRowHeights(
  ref: RefObject<HTMLTableElement | null>,
  points: readonly number[],
  onMeasured: (measured: TableMeasurements) => void,
): readonly number[] | null | undefined {
  const [measured, setMeasured] = useState<TableMeasurements>();
  const reportHeights = useEffectEvent(() => {
    if (!ref.current) return;
    const found = measureTable(ref.current);
    setMeasured(found);
    onMeasured(found);
  });
  useEffect(() => {
    let isHere = true;
    // Late fonts change widths.
    void document.fonts.ready.then(() => {
      if (isHere) reportHeights();
    });
    return () => {
      isHere = false;
    };
  }, []);
  return measured && (computeRowHeights(points, measured, MIN_MM_PER_MINUTE) ?? null);
}
