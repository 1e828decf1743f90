import { expect, test } from "vitest";
import { countMinutesInWindow } from "./time-windows-minutes-rules.ts";

const always = { fromDate: null, toDate: null };
const paris = "Europe/Paris";
const minutes = (window: Parameters<typeof countMinutesInWindow>[0], start: string, end: string) =>
  countMinutesInWindow(window, { start: Date.parse(start), end: Date.parse(end) }, paris);

// 14 December 2026 is a Monday; Paris is an hour ahead.
const prime = { ...always, weekdays: [1, 2, 3, 4, 5], start: "18:00", end: "22:00" };

test("the minutes of a booking that lie in the window count, those beside it do not", () => {
  expect(minutes(prime, "2026-12-14T16:30:00Z", "2026-12-14T18:00:00Z")).toBe(60);
  expect(minutes(prime, "2026-12-14T16:00:00Z", "2026-12-14T17:00:00Z")).toBe(0);
  expect(minutes(prime, "2026-12-14T16:00:00Z", "2026-12-14T22:00:00Z")).toBe(240);
  expect(minutes(prime, "2026-12-13T17:00:00Z", "2026-12-13T18:00:00Z")).toBe(0);
});

test("a window past midnight belongs to the weekday on which it begins", () => {
  const night = { ...always, weekdays: [6], start: "22:00", end: "02:00" };
  expect(minutes(night, "2026-12-19T23:00:00Z", "2026-12-20T02:00:00Z")).toBe(120);
  expect(minutes(night, "2026-12-18T23:00:00Z", "2026-12-19T01:00:00Z")).toBe(0);
});

test("a whole day ends at midnight, however it is written, and touching windows are not counted twice", () => {
  const day = { ...always, weekdays: [1, 2], start: "00:00", end: "24:00" };
  expect(minutes(day, "2026-12-13T22:00:00Z", "2026-12-16T22:00:00Z")).toBe(2 * 1440);
});

test("it holds between its dates, both included", () => {
  const season = { ...prime, fromDate: "2026-12-14", toDate: "2026-12-15" };
  const onDay = (day: string) => minutes(season, `2026-12-${day}T17:00:00Z`, `2026-12-${day}T18:00:00Z`);
  expect(["11", "14", "15", "16"].map(onDay)).toEqual([0, 60, 60, 0]);
});

test("hours across a clock change are those that pass", () => {
  const night = { ...always, weekdays: [7], start: "00:00", end: "06:00" };
  expect(minutes(night, "2026-03-28T23:00:00Z", "2026-03-29T10:00:00Z")).toBe(300);
  expect(minutes(night, "2026-10-24T22:00:00Z", "2026-10-25T10:00:00Z")).toBe(420);
});
