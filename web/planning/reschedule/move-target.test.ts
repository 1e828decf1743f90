import { beforeAll, expect, test } from "vitest";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { type Board, buildBoard } from "#web/planning/grid/board.ts";
import { setLanguage, t } from "#web/kit/format/translation.ts";
import { findAlternatives, nameConflicts, findConflicts } from "#web/planning/grid/free-times.ts";
import { changesForMove, wasMovedMeanwhile, seriesChangesForMove, buildMoveTarget, applyMove } from "./move-target.ts";

beforeAll(async () => {
  await ensureTemporal();
  await setLanguage("en", { persist: false });
});

const date = "2027-06-10";
const at = (time: string, day = date) => `${day}T${time}:00.000Z`;
const fieldOf = (id: string, parentId: string | null = null): PlanningField => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
  ...{ startStep: 30, turnaround: 0, sports: [], open: [{ start: at("06:00"), end: at("20:00") }] },
});
const event = (id: string, fieldId: string, startTime: string, endTime: string) => ({
  ...{ id, fieldId, startTime, endTime, name: id, status: "approved" as const },
});
const data: Planning = {
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  fields: [fieldOf("Pitch"), fieldOf("Half", "Pitch"), fieldOf("Court")],
  events: [event("Match", "Half", at("08:00"), at("10:00")), event("Lesson", "Court", at("08:00"), at("09:00"))],
};
const now = Date.parse(at("05:00"));
const board = () => buildBoard(data, data.fields, { dates: [date], allHours: false, now });
const lesson = () => {
  const item = board().items.find(({ event: { id } }) => id === "Lesson");
  const target = item && buildMoveTarget(board(), item, { lane: 2, from: 240, to: 330 });
  if (!target) throw new Error("There is no lesson");
  return target;
};

test("what is moved is shown there at once, and says only what changes", () => {
  const target = lesson();
  expect(changesForMove(target, { fieldId: "Court" })).toEqual({ startTime: at("10:00"), duration: 90 });
  expect(changesForMove({ ...target, override: true }, { fieldId: "Pitch" })).toMatchObject({
    fieldId: "Court",
    override: true,
  });
  expect(applyMove(data, target).events[1]).toMatchObject({ startTime: at("10:00"), endTime: at("11:30") });
});

test("that somebody else has moved it meanwhile is seen, however its instants are written", () => {
  const stays = { fieldId: "Court", startTime: "2027-06-10T10:00:00+02:00", endTime: at("09:00") };
  expect(wasMovedMeanwhile(lesson(), stays)).toBe(false);
  expect(wasMovedMeanwhile(lesson(), { ...stays, fieldId: "Pitch" })).toBe(true);
  expect(wasMovedMeanwhile(lesson(), { ...stays, endTime: at("09:30") })).toBe(true);
});

test("several dates of a series take the hour, the length and the field, and never the day", () => {
  const before = {
    fieldId: "Court",
    startTime: at("08:00"),
    endTime: at("09:00"),
    duration: 60,
    timezone: "Europe/Paris",
  };
  expect(seriesChangesForMove(lesson(), before)).toEqual({ isSameDay: true, changes: { time: "12:00", duration: 90 } });
  const tomorrow = { ...lesson(), startTime: at("08:00", "2027-06-11"), duration: 60 };
  expect(seriesChangesForMove(tomorrow, before)).toEqual({ isSameDay: false, changes: {} });
});

test("a whole is taken by what stands on its part, a neighbour by nothing", () => {
  const names = (fieldId: string, time: string) =>
    findConflicts(board(), [{ fieldId, startTime: at(time) }], 60).map(({ event: { id } }) => id);
  expect(names("Pitch", "09:30")).toEqual(["Match"]);
  expect(names("Court", "09:30")).toEqual([]);
  expect(names("Court", "07:30")).toEqual(["Lesson"]);
});

test("what is in the way has a name: its own, with its field where that is another one, or the field that is not shown", () => {
  const wanted = (fieldId: string, time: string) => ({ ...lesson(), fieldId, startTime: at(time), duration: 60 });
  const names = (on: Board, fieldId: string, time: string) =>
    nameConflicts(on, wanted(fieldId, time), t).map(({ name }) => name);
  expect(names(board(), "Half", "09:30")).toEqual(["Match"]);
  expect(names(board(), "Pitch", "09:30")).toEqual(["Match (Half)"]);
  // An event does not conflict with itself.
  expect(names(board(), "Court", "08:30")).toEqual([]);
  const pitch = data.fields.filter(({ id }) => id === "Pitch");
  const alone = buildBoard(data, pitch, { dates: [date], allHours: false, now });
  expect(nameConflicts(alone, wanted("Pitch", "09:30"), t)).toEqual([
    { name: "Half", start: Date.parse(at("08:00")), end: Date.parse(at("10:00")) },
  ]);
  expect(names(alone, "Pitch", "10:00")).toEqual([]);
});

test("free instead is what is sold; where nothing is, the nearest gaps of the grid, and never what is over", () => {
  const wanted = { fieldId: "Court", startTime: at("08:00"), duration: 60 };
  const places = (at0: number) =>
    findAlternatives(undefined, { board: board(), wanted, now: at0 }).map(({ fieldId, startTime }) => [
      fieldId,
      startTime,
    ]);
  expect(places(now)).toEqual([
    ["Court", at("09:00")],
    ["Pitch", at("10:00")],
    ["Half", at("10:00")],
  ]);
  expect(places(Date.parse(at("09:15")))[0]).toEqual(["Court", at("09:30")]);
  const option = { duration: 60, plan: null, timeslot: null, priceType: null, price: 1800 };
  const offered = (id: string) => ({
    ...{ field: { id, name: id }, facility: { id: "hall", name: "Hall" }, timezone: "Europe/Paris", open: [] },
    ...{ status: "open" as const, starts: [{ startTime: at("08:00"), options: [option] }] },
  });
  const elsewhere = { ...wanted, startTime: at("07:00") };
  const day = { date, timezone: "Europe/Paris", fields: [offered("Half"), offered("Other court")] };
  const sold = findAlternatives(day, { board: board(), wanted: elsewhere, now });
  expect(sold.map(({ fieldId }) => fieldId)).toEqual(["Other court"]);
});

test("free instead are fields of the same sport", () => {
  const sport = (id: number) => [{ id, name: `Sport ${id}` }] as never;
  const sportOf: Record<string, number> = { Court: 1, Half: 1 };
  const fields = data.fields.map((field) => ({ ...field, sports: sport(sportOf[field.id] ?? 2) }));
  const shown = buildBoard({ ...data, fields }, fields, { dates: [date], allHours: false, now });
  const wanted = { fieldId: "Court", startTime: at("08:00"), duration: 60 };
  const found = findAlternatives(undefined, { board: shown, wanted, now, most: 9 });
  expect([...new Set(found.map(({ fieldId }) => fieldId))].toSorted()).toEqual(["Court", "Half"]);
});
