import { beforeAll, expect, test } from "vitest";
import type { Planning, PlanningEvent, PlanningField } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard } from "#web/planning/grid/board.ts";
import { computeRowHeights, type HeightNeed, splitIntoPages } from "./row-heights.ts";
import { groupFieldsByPage, buildPrintTable } from "./print-table.ts";

beforeAll(ensureTemporal);

const date = "2026-06-10";
const fieldOf = (id: string, more: Partial<PlanningField> = {}): PlanningField => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", timezone: "UTC", parentId: null },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
  ...{ startStep: 30, turnaround: 0, sports: [] },
  open: [{ start: `${date}T08:00:00Z`, end: `${date}T12:00:00Z` }],
  ...more,
});
const eventOf = (fieldId: string, start: string, end: string, more: Partial<PlanningEvent> = {}): PlanningEvent => ({
  ...{ id: `${fieldId} ${start}`, fieldId, startTime: `${date}T${start}:00Z`, endTime: `${date}T${end}:00Z` },
  ...{ status: "approved" as const, name: start, ...more },
});
const boardWith = (fields: PlanningField[], events: PlanningEvent[]) => {
  const data: Planning = {
    ...{ timezone: "UTC", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
    ...{ fields, events },
  };
  return buildBoard(data, fields, { dates: [date], allHours: false, now: 0 });
};
const fieldsOf = (count: number) => Array.from({ length: count }, (_, index) => fieldOf(`F${index}`));

test("every event has one cell, over as many rows as it lasts; each column fills the page without gap", () => {
  const events = [
    eventOf("F0", "08:10", "09:40"),
    eventOf("F0", "09:40", "09:55"),
    eventOf("F1", "11:00", "12:00"),
    eventOf("F1", "08:00", "09:00", { status: "canceled" }),
  ];
  const board = boardWith(fieldsOf(2), events);
  const { rows, columns, hours } = buildPrintTable(board, [0, 1], { from: 0, to: board.span });
  expect(hours.map(({ from }) => from)).toEqual([0, 60, 120, 180]);
  expect(hours.reduce((sum, one) => sum + one.rows, 0)).toBe(rows.length);
  for (const column of columns) {
    expect([...column.values()].reduce((sum, cell) => sum + cell.rows, 0)).toBe(rows.length);
    for (const [row, cell] of column) {
      expect(cell.from).toBe(rows[row]?.from);
      expect(cell.to).toBe(rows[row + cell.rows - 1]?.to);
    }
  }
  const shown = columns.flatMap((column) =>
    [...column.values()].flatMap((cell) => (cell.kind === "event" ? [cell] : [])),
  );
  expect(shown.map(({ item, from, to }) => [item.event.name, from, to])).toEqual([
    ["08:10", 10, 100],
    ["09:40", 100, 115],
    ["11:00", 180, 240],
  ]);
});

test("what is taken by parts is one stretch where they overlap, and closed hours are cells of their own", () => {
  const fields = [
    fieldOf("whole", { open: [{ start: `${date}T08:00:00Z`, end: `${date}T10:30:00Z` }] }),
    fieldOf("left", { parentId: "whole" }),
    fieldOf("right", { parentId: "whole" }),
  ];
  const board = boardWith(fields, [eventOf("left", "08:00", "09:00"), eventOf("right", "08:30", "09:30")]);
  const [whole] = buildPrintTable(board, [0], { from: 0, to: board.span }).columns;
  expect([...(whole?.values() ?? [])].map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["shade", 0, 90],
    ["free", 90, 120],
    ["free", 120, 150],
    ["closed", 150, 180],
    ["closed", 180, 240],
  ]);
});

test("nineteen fields make three pages, about equally full, and parts stay beside their whole", () => {
  expect(groupFieldsByPage(fieldsOf(8)).map((page) => page.length)).toEqual([8]);
  expect(groupFieldsByPage(fieldsOf(9)).map((page) => page.length)).toEqual([5, 4]);
  expect(groupFieldsByPage(fieldsOf(19)).map((page) => page.length)).toEqual([7, 7, 5]);
  const halves = ["a", "b", "c"].map((id) => fieldOf(id, { parentId: "whole" }));
  expect(groupFieldsByPage([...fieldsOf(4), fieldOf("whole"), ...halves, fieldOf("last")])).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7, 8],
  ]);
  const many = Array.from({ length: 11 }, (_, index) => fieldOf(`part ${index}`, { parentId: "whole" }));
  const pages = groupFieldsByPage([fieldOf("whole"), ...many]);
  expect(pages.flat()).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(8);
});

test("a short event's row is as high as its text, and all others share the rest by their minutes", () => {
  const points = [0, 60, 75, 120, 180];
  const needs: HeightNeed[] = [{ from: 60, to: 75, height: 20 }];
  const heights = computeRowHeights(points, { room: 100, needs }, 0.1) ?? [];
  expect(heights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 1);
  expect(heights[1]).toBeCloseTo(20, 3);
  expect(heights[0]).toBeCloseTo(heights[3] ?? 0, 1);
  expect((heights[2] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(0.75, 2);
  expect(computeRowHeights(points, { room: 30, needs }, 0.1)).toBeUndefined();
});

test("a day too full for a page is cut on a whole hour at which nothing goes on, into pages about equally full", () => {
  const quarter = (from: number): HeightNeed => ({ from, to: from + 15, height: 12 });
  const needs = Array.from({ length: 48 }, (_, index) => quarter(index * 15));
  needs.push({ from: 300, to: 420, height: 10 });
  const parts = splitIntoPages(720, { room: 344, needs }, 0.05);
  expect(parts).toHaveLength(2);
  expect([parts[0]?.from, parts[1]?.to]).toEqual([0, 720]);
  expect(parts[0]?.to).toBe(parts[1]?.from);
  expect([300, 420]).toContain(parts[0]?.to);
  expect(splitIntoPages(720, { room: 700, needs }, 0.05)).toEqual([{ from: 0, to: 720 }]);
});
