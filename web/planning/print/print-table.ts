import type { PlanningField } from "#contract/planning.ts";
import { type Board, closedIntervals, type BoardItem } from "#web/planning/grid/board.ts";
import { isActiveEvent } from "#web/planning/grid/event-criteria.ts";
import { intervalsOverlap, type Interval, mergeIntervals } from "#web/planning/grid/geometry.ts";

export const MAX_COLUMNS_PER_PAGE = 8;
const MINUTES_PER_HOUR = 60;

interface RowSpanInterval extends Interval {
  rows: number;
}
export type PrintTableCell =
  | (RowSpanInterval & { kind: "free" | "closed" })
  | (RowSpanInterval & { kind: "event"; item: BoardItem })
  | (RowSpanInterval & { kind: "shade"; by: string });
export interface PrintTable {
  rows: Interval[];
  hours: RowSpanInterval[];
  columns: Map<number, PrintTableCell>[];
}

const activeItemsOn = ({ items }: Board, lane: number) =>
  items.filter((item) => item.lane === lane && isActiveEvent(item.event));

function mergedRelatedUses({ relatedUses: shades }: Board, lane: number): (Interval & { by: string })[] {
  const own = shades.filter((shade) => shade.lane === lane);
  return mergeIntervals(own).map((whole) => ({
    ...whole,
    by: [...new Set(own.filter((one) => intervalsOverlap(one, whole)).map(({ fieldName }) => fieldName))].join(", "),
  }));
}

/** @param part minutes of the board on the page */
export function buildPrintTable(board: Board, lanes: readonly number[], part: Interval): PrintTable {
  const within = <One extends Interval>(all: readonly One[]): One[] =>
    all
      .filter((one) => intervalsOverlap(one, part))
      .map((one) => ({ ...one, from: Math.max(one.from, part.from), to: Math.min(one.to, part.to) }));
  const filled = lanes.map((index) => {
    const lane = board.lanes[index];
    return {
      items: within(activeItemsOn(board, index)),
      shades: within(mergedRelatedUses(board, index)),
      closed: within(lane ? closedIntervals(lane, board.span) : []),
    };
  });
  const cuts = new Set([part.from, part.to]);
  for (let at = Math.ceil(part.from / MINUTES_PER_HOUR) * MINUTES_PER_HOUR; at < part.to; at += MINUTES_PER_HOUR)
    cuts.add(at);
  for (const { items, shades, closed } of filled)
    for (const { from, to } of [...items, ...shades, ...closed]) cuts.add(from).add(to);
  const points = [...cuts].toSorted((one, other) => one - other);
  const rows = points.slice(0, -1).map((from, index) => ({ from, to: points[index + 1] ?? part.to }));
  const rowsIn = ({ from, to }: Interval) => points.indexOf(to) - points.indexOf(from);
  const columns = filled.map(({ items, shades, closed }) => {
    const cells = new Map<number, PrintTableCell>();
    for (let row = 0; row < rows.length;) {
      const from = points[row] ?? 0;
      const isHere = (one: Interval) => one.from <= from && from < one.to;
      const item = items.find(isHere);
      const shade = shades.find(isHere);
      const shut = closed.find(isHere);
      // Free and closed cells end with the hour, so that its line crosses the page.
      const edge = Math.floor(from / MINUTES_PER_HOUR) * MINUTES_PER_HOUR + MINUTES_PER_HOUR;
      const next = [
        edge,
        part.to,
        ...[...items, ...shades, ...closed].map((one) => one.from).filter((at) => at > from),
      ];
      const rest = { from, to: Math.min(shut?.to ?? Infinity, ...next) };
      const cell: PrintTableCell = item
        ? { ...{ from, to: item.to }, rows: rowsIn({ from, to: item.to }), kind: "event", item }
        : shade
          ? { ...{ from, to: shade.to }, rows: rowsIn({ from, to: shade.to }), kind: "shade", by: shade.by }
          : { ...rest, rows: rowsIn(rest), kind: shut ? "closed" : "free" };
      cells.set(row, cell);
      row += Math.max(1, cell.rows);
    }
    return cells;
  });
  const marks = points.filter((at) => at % MINUTES_PER_HOUR === 0 && at < part.to);
  const hours = (marks[0] === part.from ? marks : [part.from, ...marks]).map((from, index, all) => {
    const to = all[index + 1] ?? part.to;
    return { from, to, rows: rowsIn({ from, to }) };
  });
  return { rows, hours, columns };
}

export function groupRelatedFields(fields: readonly PlanningField[]): number[][] {
  const roots = new Map<string, string>();
  for (const { id, parentId } of fields) roots.set(id, (parentId && roots.get(parentId)) ?? id);
  return [...Map.groupBy(fields.keys(), (index) => roots.get(fields[index]?.id ?? "")).values()];
}

/** Spreads fields evenly over pages of at most eight, with parts beside their whole. */
export function groupFieldsByPage(fields: readonly PlanningField[]): number[][] {
  const families = groupRelatedFields(fields).flatMap((family) =>
    Array.from({ length: Math.ceil(family.length / MAX_COLUMNS_PER_PAGE) }, (_, part) =>
      family.slice(part * MAX_COLUMNS_PER_PAGE, (part + 1) * MAX_COLUMNS_PER_PAGE),
    ),
  );
  const fill = (most: number) => {
    const pages: number[][] = [];
    for (const family of families) {
      const page = pages.at(-1);
      if (page && page.length + family.length <= most) page.push(...family);
      else pages.push([...family]);
    }
    return pages;
  };
  const fewest = fill(MAX_COLUMNS_PER_PAGE);
  const least = Math.ceil(fields.length / Math.max(1, fewest.length));
  for (let most = least; most < MAX_COLUMNS_PER_PAGE; most += 1) {
    const pages = fill(most);
    if (pages.length <= fewest.length) return pages;
  }
  return fewest;
}
