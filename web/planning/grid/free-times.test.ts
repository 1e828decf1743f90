import { beforeAll, expect, test } from "vitest";
import { listFreeStarts } from "#contract/hours-starts-rules.ts";
import type { Planning, PlanningEvent, PlanningField } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { type Board, buildBoard, instantAt } from "./board.ts";
import { findFreeIntervals, type FreeTimeOptions } from "./free-times.ts";

beforeAll(ensureTemporal);

const date = "2026-06-10";
const at = (time: string) => `${date}T${time}:00.000Z`;
const fieldOf = (id: string, more: Partial<PlanningField> = {}): PlanningField => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", timezone: "UTC", parentId: null },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
  ...{ startStep: 15, turnaround: 15, sports: [], open: [{ start: at("08:00"), end: at("20:00") }] },
  ...more,
});
const eventOf = (fieldId: string, start: string, end: string, more: Partial<PlanningEvent> = {}): PlanningEvent => ({
  ...{ id: `${fieldId} ${start}`, fieldId, startTime: at(start), endTime: at(end), status: "approved", ...more },
});
function boardWith(
  fields: PlanningField[],
  events: PlanningEvent[],
  { sold = null, now = 0 }: { sold?: Planning["sold"]; now?: number } = {},
): Board {
  const days = { timezone: "UTC", from: date, to: date, currency: "EUR", version: "1", makers: [] };
  return buildBoard({ ...days, sold, fields, events }, fields, { dates: [date], allHours: true, now });
}
const describeFree = (board: Board, looking: FreeTimeOptions, index = 0) =>
  findFreeIntervals(board, index, looking).map(({ from, to }) =>
    [from, to].map((minutes) => instantAt(board.lanes[index] as Board["lanes"][number], minutes).slice(11, 16)),
  );
const team = { isTeam: true };

test("who was there before has the turnaround after them, and who comes next is left the field's own", () => {
  const events = [eventOf("A", "10:00", "11:00"), eventOf("A", "14:00", "15:00")];
  expect(describeFree(boardWith([fieldOf("A")], events), team)).toEqual([
    ["08:00", "09:45"],
    ["11:15", "13:45"],
    // Free times may run past closing.
    ["15:15", "20:00"],
  ]);
});

test("what stands on a part keeps the whole for as long as that part's turnaround, and the whole's own is left before it", () => {
  const fields = [fieldOf("Whole"), fieldOf("Part", { parentId: "Whole", turnaround: 45 })];
  const board = boardWith(fields, [eventOf("Part", "10:00", "11:00")]);
  expect(describeFree(board, team)).toEqual([
    ["08:00", "09:45"],
    ["11:45", "20:00"],
  ]);
  expect(describeFree(board, team, 1)).toEqual([
    ["08:00", "09:15"],
    ["11:45", "20:00"],
  ]);
});

test("what is canceled leaves its time free, and a closed field has none", () => {
  const events = [eventOf("A", "10:00", "11:00", { status: "canceled" })];
  expect(describeFree(boardWith([fieldOf("A")], events), team)).toEqual([["08:00", "20:00"]]);
  expect(describeFree(boardWith([fieldOf("A", { status: "closed" })], []), team)).toEqual([]);
});

test("free begins with a start of the field, counted from its opening, and what is shorter than a step is none", () => {
  const field = fieldOf("A", { startStep: 60, turnaround: 0, open: [{ start: at("08:30"), end: at("13:00") }] });
  const events = [eventOf("A", "09:45", "10:00"), eventOf("A", "12:15", "12:30")];
  // From 12:30 on there is less than a step left.
  expect(describeFree(boardWith([field], events), team)).toEqual([
    ["08:30", "09:45"],
    ["10:30", "12:15"],
  ]);
  expect(describeFree(boardWith([field], []), { ...team, now: Date.parse(at("10:07")) })).toEqual([["10:30", "13:00"]]);
  expect(describeFree(boardWith([field], []), { ...team, now: Date.parse(at("11:31")) })).toEqual([]);
});

test("members are offered what is sold to them alone: bookable fields, after the notice, within the horizon", () => {
  const fields = [fieldOf("A"), fieldOf("B", { bookable: false })];
  const sold = { start: at("10:07"), end: at("18:00") };
  const now = Date.parse(at("09:07"));
  const board = boardWith(fields, [], { sold, now });
  expect(describeFree(board, { now, isTeam: false })).toEqual([["10:15", "18:00"]]);
  expect(describeFree(board, { now, isTeam: false }, 1)).toEqual([]);
  for (const index of [0, 1]) expect(describeFree(board, { now, isTeam: true }, index)).toEqual([["09:15", "20:00"]]);
});

test("it has the very starts at which the server offers something", () => {
  const span = (start: string, end: string) => ({ start: Date.parse(at(start)), end: Date.parse(at(end)) });
  const events = [
    ...[eventOf("A", "08:20", "09:00"), eventOf("A", "10:05", "11:35"), eventOf("A", "13:00", "13:05")],
    ...[eventOf("A", "14:00", "15:00"), eventOf("A", "19:10", "19:30")],
  ];
  const least = 60;
  for (const startStep of [15, 20, 45, 60])
    for (const turnaround of [0, 5, 15, 30]) {
      const board = boardWith([fieldOf("A", { startStep, turnaround })], events);
      const starts = findFreeIntervals(board, 0, { ...team, minMinutes: least }).flatMap(({ from, to }) => {
        const count = Math.floor((to - least - from) / startStep) + 1;
        return Array.from(
          { length: count },
          (_, index) => Date.parse(at("00:00")) + (from + index * startStep) * 60_000,
        );
      });
      const offered = listFreeStarts({
        ranges: [{ ...span("08:00", "20:00"), counts: [Date.parse(at("08:00"))] }],
        ...{ within: span("00:00", "23:59"), step: startStep, turnaround },
        busy: events.map(({ startTime, endTime }) => ({
          ...{ start: Date.parse(startTime), end: Date.parse(endTime) + turnaround * 60_000 },
        })),
        options: () => [{ duration: least }],
      });
      expect(starts).toEqual(offered.map(({ start }) => start));
    }
});
