import { describe, expect, test } from "vitest";
import type { PriceDetail } from "./prices-grid-rules.ts";
import { listPriceOptions, listFreeDurations, type PricePattern } from "./prices-rules.ts";

const at = (instant: string) => Date.parse(instant);
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const cell = (timeslot: string, plan: string, price: number | null, roleId: number | null = null): PriceDetail => ({
  timeslot,
  plan,
  roleId,
  price,
});
const pattern = (given: Partial<PricePattern>): PricePattern => ({
  id: "standard",
  name: "Standard",
  type: "field",
  createdAt: "2026-01-01T00:00:00Z",
  timeslots: [
    { name: "Day", start: "08:00", end: "18:00", weekdays: everyDay },
    { name: "Night", start: "18:00", end: "02:00", weekdays: [5, 6] },
  ],
  plans: [
    { name: "Two hours", duration: 120 },
    { name: "One hour", duration: 60 },
  ],
  details: [cell("Day", "One hour", 1800), cell("Day", "Two hours", 3000), cell("Night", "One hour", 2400)],
  ...given,
});
const sold = (start: string, patterns: PricePattern[], roleIds: number[] = [], timezone = "UTC") =>
  listPriceOptions({ patterns, start: at(start), timezone, roleIds, startStep: 30 }).map(
    ({ priceType, timeslot, duration, price, patternId }) =>
      [priceType, timeslot, duration, price, patternId].join(" "),
  );

describe("at a start are sold", () => {
  test("the plans with a price in the timeslot that holds it, shortest first", () => {
    expect(sold("2026-07-15T08:00Z", [pattern({})])).toEqual([
      "field Day 60 1800 standard",
      "field Day 120 3000 standard",
    ]);
    expect(sold("2026-07-15T17:59Z", [pattern({})])).toHaveLength(2);
    expect(sold("2026-07-15T18:00Z", [pattern({})])).toEqual([]);
    expect(sold("2026-07-15T07:59Z", [pattern({})])).toEqual([]);
  });

  test("past midnight what belongs to the weekday that the timeslot began on", () => {
    // Friday 17 July 2026.
    expect(sold("2026-07-17T23:30Z", [pattern({})])).toEqual(["field Night 60 2400 standard"]);
    expect(sold("2026-07-19T01:59Z", [pattern({})])).toEqual(["field Night 60 2400 standard"]);
    expect(sold("2026-07-17T01:30Z", [pattern({})])).toEqual([]);
    const sundays = { name: "Day", start: "22:00", end: "04:00", weekdays: [7] };
    expect(sold("2026-07-20T03:00Z", [pattern({ timeslots: [sundays] })])).toHaveLength(2);
  });

  test("a null cell never, a free one for nothing", () => {
    const details = [cell("Day", "One hour", null), cell("Day", "Two hours", 0)];
    expect(sold("2026-07-15T08:00Z", [pattern({ details })])).toEqual(["field Day 120 0 standard"]);
  });

  test("the cheapest that the roles give, else everybody’s; a role’s empty cell gives nothing", () => {
    const details = [
      cell("Day", "One hour", 1800),
      cell("Day", "One hour", 2500, 5),
      cell("Day", "One hour", 2000, 6),
      cell("Day", "One hour", null, 7),
      cell("Day", "Two hours", 100, 8),
    ];
    const priceFor = (...roleIds: number[]) =>
      sold("2026-07-15T08:00Z", [pattern({ details })], roleIds).map((one) => one.split(" ")[3]);
    expect(priceFor()).toEqual(["1800"]);
    expect(priceFor(5)).toEqual(["2500"]);
    expect(priceFor(5, 6, 7)).toEqual(["2000"]);
    expect(priceFor(7)).toEqual(["1800"]);
    expect(priceFor(8)).toEqual(["1800", "100"]);
  });

  test("of two patterns of one type the newest that sells then, alone; of two types both", () => {
    const young = { id: "young", createdAt: "2026-02-01T00:00:00Z" };
    const weekend = pattern({ ...young, timeslots: [{ name: "Day", start: "08:00", end: "18:00", weekdays: [6, 7] }] });
    expect(sold("2026-07-18T08:00Z", [pattern({}), weekend])[0]).toBe("field Day 60 1800 young");
    expect(sold("2026-07-15T08:00Z", [pattern({}), weekend])[0]).toBe("field Day 60 1800 standard");
    const each = pattern({ id: "each", type: "user", details: [cell("Day", "One hour", 500)] });
    expect(sold("2026-07-15T08:00Z", [each, pattern({})])).toEqual([
      "field Day 60 1800 standard",
      "field Day 120 3000 standard",
      "user Day 60 500 each",
    ]);
    const short = pattern({ ...young, details: [cell("Day", "One hour", 900)] });
    expect(sold("2026-07-15T08:00Z", [pattern({}), short])).toEqual(["field Day 60 900 young"]);
  });

  test.each([
    // 02:30 occurs twice in autumn; in spring 03:00 follows 01:59.
    ["Europe/Paris", "2026-10-25T00:30Z", true],
    ["Europe/Paris", "2026-10-25T01:30Z", true],
    ["Europe/Paris", "2026-10-25T02:00Z", false],
    ["Europe/Paris", "2026-03-29T00:59Z", true],
    ["Europe/Paris", "2026-03-29T01:00Z", false],
    ["America/New_York", "2026-11-01T06:30Z", true],
    ["America/New_York", "2026-11-01T08:00Z", false],
    ["America/New_York", "2026-03-08T06:59Z", true],
    ["America/New_York", "2026-03-08T07:00Z", false],
    ["Australia/Lord_Howe", "2026-04-04T15:29Z", true],
    ["Australia/Lord_Howe", "2026-10-03T15:29Z", true],
    ["Australia/Lord_Howe", "2026-10-03T16:00Z", false],
  ])("%s, %s: Sunday from 00:00 to 03:00 of the clock on the wall", (timezone, start, isSold) => {
    const timeslots = [{ name: "Day", start: "00:00", end: "03:00", weekdays: [7] }];
    expect(sold(start, [pattern({ timeslots })], [], timezone).length > 0).toBe(isSold);
  });

  test("on a field without patterns multiples of 30 minutes, for nothing", () => {
    expect(listFreeDurations(30)).toEqual([30, 60, 90, 120, 150, 180, 210, 240]);
    expect([listFreeDurations(15)[0], listFreeDurations(45)[0]]).toEqual([30, 60]);
    expect(listFreeDurations(120)).toEqual([120, 150, 180, 210, 240]);
    const [first] = listPriceOptions({ patterns: [], start: 0, timezone: "UTC", roleIds: [], startStep: 60 });
    expect(first).toEqual({ duration: 60, plan: null, timeslot: null, priceType: null, price: 0, patternId: null });
  });
});
