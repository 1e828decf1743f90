import { expect, test } from "vitest";
import { expandWeeklyRecurrence } from "./series-recurrence-rules.ts";

test("a rule gives its weekdays in order, from the first date on", () => {
  expect(expandWeeklyRecurrence({ interval: 1, weekdays: [4, 2], count: 4 }, "2026-06-02", 200)).toEqual([
    "2026-06-02",
    "2026-06-04",
    "2026-06-09",
    "2026-06-11",
  ]);
  expect(expandWeeklyRecurrence({ interval: 1, weekdays: [1], count: 2 }, "2026-06-02", 200)).toEqual([
    "2026-06-08",
    "2026-06-15",
  ]);
});

test("every other week counts from the week of the first date", () => {
  expect(expandWeeklyRecurrence({ interval: 2, weekdays: [2, 7], until: "2026-06-21" }, "2026-06-02", 200)).toEqual([
    "2026-06-02",
    "2026-06-07",
    "2026-06-16",
    "2026-06-21",
  ]);
});

test("a rule without an end, or with too far a one, stops at the most", () => {
  expect(expandWeeklyRecurrence({ interval: 1, weekdays: [2] }, "2026-06-02", 5)).toHaveLength(5);
  expect(expandWeeklyRecurrence({ interval: 1, weekdays: [2], count: 500 }, "2026-06-02", 200)).toHaveLength(200);
  expect(expandWeeklyRecurrence({ interval: 1, weekdays: [], count: 5 }, "2026-06-02", 200)).toEqual([]);
  expect(expandWeeklyRecurrence({ interval: 1, weekdays: [2], until: "2026-06-01" }, "2026-06-02", 200)).toEqual([]);
});
