/** The grid of a sheet as a table: what is in which cell, over how many rows, on which page. Minutes are those of the board. */
import type { PlanningField } from "#contract/planning.ts";
import { type Board, closedOn, type Item } from "#web/planner/board.ts";
import { isStanding } from "#web/planner/filters.ts";
import { meet, type Stretch, union } from "#web/planner/geometry.ts";

/** Columns of a page. */
export const mostColumns = 8;
const hour = 60;

interface Placed extends Stretch {
  rows: number;
}
export type Cell =
  | (Placed & { kind: "free" | "closed" })
  | (Placed & { kind: "event"; item: Item })
  | (Placed & { kind: "shade"; by: string });
export interface SheetTable {
  rows: Stretch[];
  /** Of the gutter: from which minute, over how many rows. */
  hours: Placed[];
  /** Of each lane, by the row in which they begin. */
  columns: Map<number, Cell>[];
}

const standing = ({ items }: Board, lane: number) =>
  items.filter((item) => item.lane === lane && isStanding(item.event));

/** Times taken by events on a part or on the whole, those that overlap as one. */
function shadesOn({ shades }: Board, lane: number): (Stretch & { by: string })[] {
  const own = shades.filter((shade) => shade.lane === lane);
  return union(own).map((whole) => ({
    ...whole,
    by: [...new Set(own.filter((one) => meet(one, whole)).map(({ by }) => by))].join(", "),
  }));
}

/** @param part which minutes of the board are on the page */
export function tableOf(board: Board, lanes: readonly number[], part: Stretch): SheetTable {
  const within = <One extends Stretch>(all: readonly One[]): One[] =>
    all
      .filter((one) => meet(one, part))
      .map((one) => ({ ...one, from: Math.max(one.from, part.from), to: Math.min(one.to, part.to) }));
  const filled = lanes.map((index) => {
    const lane = board.lanes[index];
    return {
      items: within(standing(board, index)),
      shades: within(shadesOn(board, index)),
      closed: within(lane ? closedOn(lane, board.span) : []),
    };
  });
  const cuts = new Set([part.from, part.to]);
  for (let at = Math.ceil(part.from / hour) * hour; at < part.to; at += hour) cuts.add(at);
  for (const { items, shades, closed } of filled)
    for (const { from, to } of [...items, ...shades, ...closed]) cuts.add(from).add(to);
  const points = [...cuts].toSorted((one, other) => one - other);
  const rows = points.slice(0, -1).map((from, index) => ({ from, to: points[index + 1] ?? part.to }));
  const rowsIn = ({ from, to }: Stretch) => points.indexOf(to) - points.indexOf(from);
  const columns = filled.map(({ items, shades, closed }) => {
    const cells = new Map<number, Cell>();
    for (let row = 0; row < rows.length;) {
      const from = points[row] ?? 0;
      const isHere = (one: Stretch) => one.from <= from && from < one.to;
      const item = items.find(isHere);
      const shade = shades.find(isHere);
      const shut = closed.find(isHere);
      // What is free or closed ends with its hour, whose line goes all across the page.
      const edge = Math.floor(from / hour) * hour + hour;
      const next = [
        edge,
        part.to,
        ...[...items, ...shades, ...closed].map((one) => one.from).filter((at) => at > from),
      ];
      const rest = { from, to: Math.min(shut?.to ?? Infinity, ...next) };
      const cell: Cell = item
        ? { ...{ from, to: item.to }, rows: rowsIn({ from, to: item.to }), kind: "event", item }
        : shade
          ? { ...{ from, to: shade.to }, rows: rowsIn({ from, to: shade.to }), kind: "shade", by: shade.by }
          : { ...rest, rows: rowsIn(rest), kind: shut ? "closed" : "free" };
      cells.set(row, cell);
      row += Math.max(1, cell.rows);
    }
    return cells;
  });
  const marks = points.filter((at) => at % hour === 0 && at < part.to);
  const hours = (marks[0] === part.from ? marks : [part.from, ...marks]).map((from, index, all) => {
    const to = all[index + 1] ?? part.to;
    return { from, to, rows: rowsIn({ from, to }) };
  });
  return { rows, hours, columns };
}

/** Each field with its parts, as places in the list. */
export function familiesOf(fields: readonly PlanningField[]): number[][] {
  const roots = new Map<string, string>();
  for (const { id, parentId } of fields) roots.set(id, (parentId && roots.get(parentId)) ?? id);
  return [...Map.groupBy(fields.keys(), (index) => roots.get(fields[index]?.id ?? "")).values()];
}

/** The fields of each page, at most eight: no more pages than need be, about equally full, with parts beside their whole. */
export function groupsOf(fields: readonly PlanningField[]): number[][] {
  const families = familiesOf(fields).flatMap((family) =>
    Array.from({ length: Math.ceil(family.length / mostColumns) }, (_, part) =>
      family.slice(part * mostColumns, (part + 1) * mostColumns),
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
  const fewest = fill(mostColumns);
  const least = Math.ceil(fields.length / Math.max(1, fewest.length));
  for (let most = least; most < mostColumns; most += 1) {
    const pages = fill(most);
    if (pages.length <= fewest.length) return pages;
  }
  return fewest;
}
