import { beforeAll, expect, test } from "vitest";
import type { Availability } from "#contract/availability.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import {
  listDatesFrom,
  sortFreeFirst,
  toInstant,
  findAlternativeSlots,
  pickOption,
  findStart,
  toWallClock,
} from "./slots.ts";

beforeAll(ensureTemporal);

test("a time is one on the facility's clock, wherever the browser is", () => {
  expect(toInstant("2026-12-01", "18:00", "Europe/Paris")).toBe("2026-12-01T17:00:00Z");
  expect(toInstant("2026-12-01", "18:00", "America/Chicago")).toBe("2026-12-02T00:00:00Z");
});

test("a time that the clock skips moves forward, and of one that comes twice the first is meant", () => {
  expect(toInstant("2026-03-29", "02:30", "Europe/Paris")).toBe("2026-03-29T01:30:00Z");
  expect(toInstant("2026-10-25", "02:30", "Europe/Paris")).toBe("2026-10-25T00:30:00Z");
});

test("there is no instant while the date or the time is not there yet", () => {
  expect(toInstant("", "18:00", "Europe/Paris")).toBeUndefined();
  expect(toInstant("2026-12-01", "", "Europe/Paris")).toBeUndefined();
});

test("an instant is told by the facility's clock", () => {
  expect(toWallClock("2026-12-01T23:30:00Z", "Europe/Paris")).toEqual({ date: "2026-12-02", time: "00:30" });
});

test("days follow each other across the ends of months and years", () =>
  expect(listDatesFrom("2026-12-30", 4)).toEqual(["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]));

const option = (duration: number, price = 1000, priceType: "field" | "user" | null = "field") => ({
  ...{ duration, price, priceType },
  plan: null,
  timeslot: null,
});
const at = (hour: number) => `2026-12-01T${String(hour).padStart(2, "0")}:00:00.000Z`;
const offered = (id: string, starts: Availability["fields"][number]["starts"]) => ({
  field: { id, name: `Court ${id}` },
  facility: { id: "f", name: "Parc" },
  timezone: "Europe/Paris",
  status: "open" as const,
  open: [],
  starts,
});
const day: Availability = {
  date: "2026-12-01",
  timezone: "Europe/Paris",
  fields: [
    offered(
      "1",
      [9, 12, 18].map((hour) => ({ startTime: at(hour), options: [option(60), option(90)] })),
    ),
    offered("2", []),
    offered(
      "3",
      [10, 11].map((hour) => ({ startTime: at(hour), options: [option(60)] })),
    ),
  ],
};

test("fields with free times come first", () =>
  expect(sortFreeFirst(day.fields).map(({ field }) => field.id)).toEqual(["1", "3", "2"]));

test("a start is found however its instant is written", () => {
  expect(findStart(day, { fieldId: "1", startTime: "2026-12-01T13:00:00+01:00" })?.startTime).toBe(at(12));
  expect(findStart(day, { fieldId: "2", startTime: at(9) })).toBeUndefined();
  expect(findStart(day, { fieldId: "1", startTime: "" })).toBeUndefined();
});

test("of a start, the wanted duration and price type are meant where they are on offer", () => {
  const options = [option(60), option(60, 400, "user"), option(90)];
  expect(pickOption(options, { duration: 60, priceType: "user" })?.price).toBe(400);
  expect(pickOption(options, { duration: 90, priceType: "user" })?.duration).toBe(90);
  expect(pickOption(options, { duration: 45, priceType: undefined })?.duration).toBe(60);
  expect(pickOption([], { duration: 60, priceType: undefined })).toBeUndefined();
});

test("instead of a slot that is gone, the same time elsewhere is offered first, then what is soonest after it", () => {
  const free = findAlternativeSlots(day, { fieldId: "2", startTime: at(10), duration: 60 });
  expect(free.map(({ fieldId, startTime }) => [fieldId, startTime])).toEqual([
    ["3", at(10)],
    ["3", at(11)],
    ["1", at(12)],
    ["1", at(18)],
  ]);
});

test("what is offered instead lasts as long, and is not the slot that is gone", () => {
  const free = findAlternativeSlots(day, { fieldId: "1", startTime: at(12), duration: 90 });
  expect(free.map(({ startTime }) => startTime)).toEqual([at(18), at(9)]);
});
