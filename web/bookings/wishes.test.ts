import { beforeAll, beforeEach, expect, test } from "vitest";
import { saveLastChoice } from "#web/availability/last-choice.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { listHalfHours } from "./day-bars.tsx";
import { parseFinderSearch, resolveWishes } from "./finder-search.ts";

beforeAll(ensureTemporal);
beforeEach(() => localStorage.clear());

const context = {
  timezone: "Europe/Paris",
  now: Date.parse("2026-11-26T09:10:00Z"),
  sports: [{ id: 2 }, { id: 1 }],
  durations: [60, 90],
};
const resolve = (search = {}, more = {}) => resolveWishes(search, "club", { ...context, ...more });

test("without wishes it is today's evening, for the sport with most fields", () =>
  expect(resolve()).toEqual({
    ...{ date: "2026-11-26", time: "18:00", sportId: 2 },
    ...{ duration: undefined, space: undefined, people: undefined },
  }));

test("in the evening it is in an hour, and not past midnight", () => {
  const at = (now: string) => resolve({}, { now: Date.parse(now) }).time;
  expect(at("2026-11-26T18:10:00Z")).toBe("20:30");
  expect(at("2026-11-26T22:40:00Z")).toBe("18:00");
});

test("the device remembers sport, duration, space, people and the usual time of a weekday; the address says otherwise", () => {
  saveLastChoice("club", { sportId: 1, duration: 60, space: "indoor", people: 4, times: { 4: "19:30" } });
  expect(resolve()).toEqual({
    ...{ date: "2026-11-26", time: "19:30", sportId: 1, duration: 60, space: "indoor", people: 4 },
  });
  expect(resolve({ date: "2026-11-27" }).time).toBe("18:00");
  expect(resolve({ space: "any", people: "any", sport: "2", duration: "90", time: "10:00" })).toMatchObject({
    ...{ space: undefined, people: undefined, sportId: 2, duration: 90, time: "10:00" },
  });
});

test("what is no longer offered is not remembered, and no day that has passed is asked for", () => {
  saveLastChoice("club", { sportId: 7, duration: 45 });
  expect(resolve({ date: "2026-11-20" })).toMatchObject({ date: "2026-11-26", sportId: 2, duration: undefined });
});

test("what an address says wrongly is left out", () =>
  expect(
    parseFinderSearch({
      ...{ date: "2026-13-40", time: "25:00", duration: "-3", sport: "x", space: "moon", people: "0" },
      ...{ start: "now", length: "99999", field: "1", move: "2" },
    }),
  ).toEqual(
    Object.fromEntries(
      ["date", "time", "duration", "sport", "space", "people", "start", "length", "field", "move"].map((name) => [
        name,
        undefined,
      ]),
    ),
  ));

test("bars are half hours, from the first start to the last, with nothing where all is taken", () => {
  const at = (time: string, free = 1) => ({ startTime: `2026-11-26T${time}:00.000Z`, free });
  expect(
    listHalfHours({
      day: [at("08:00", 2), at("08:15", 3), at("09:30")],
      taken: ["2026-11-26T10:00:00.000Z"],
      timezone: "Europe/Paris",
    }),
  ).toEqual([
    { time: "09:00", free: 3 },
    { time: "09:30", free: 0 },
    { time: "10:00", free: 0 },
    { time: "10:30", free: 1 },
    { time: "11:00", free: 0 },
  ]);
  expect(listHalfHours({ day: [], taken: [], timezone: "Europe/Paris" })).toEqual([]);
});
