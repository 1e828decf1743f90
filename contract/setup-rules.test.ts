import { expect, test } from "vitest";
import { checkGrid } from "./prices-grid-rules.ts";
import {
  countOpenMinutes,
  isPeakWithin,
  listCourtNames,
  listSetupTimeslots,
  listSetupWeek,
  priceOfDuration,
} from "./setup-rules.ts";

const hours = {
  week: { start: "08:00", end: "22:00" },
  weekend: { start: "09:00", end: "20:00" },
  isWeekendOpen: true,
};
const prices = { normal: 2000, peak: 2800, peakFrom: "17:00", weekend: null };
const texts = { week: "Mon – Fri", weekend: "Sat, Sun", peak: "Evening" };

test("courts are numbered by sport, indoor and outdoor together", () => {
  const courts = [
    { sportId: 2, space: "indoor", count: 2 },
    { sportId: 1, space: null, count: 1 },
    { sportId: 2, space: "outdoor", count: 1 },
  ];
  const named = listCourtNames(courts, (id) => (id === 2 ? "Padel" : "Tennis"));
  expect(named.map(({ name, space }) => `${name} ${space}`)).toEqual([
    "Padel 1 indoor",
    "Padel 2 indoor",
    "Tennis 1 null",
    "Padel 3 outdoor",
  ]);
});

test("a week of 92 hours, and of 70 where the weekend is closed", () => {
  expect(countOpenMinutes(listSetupWeek(hours))).toBe(92 * 60);
  expect(countOpenMinutes(listSetupWeek({ ...hours, isWeekendOpen: false }))).toBe(70 * 60);
});

test("timeslots cover the opening hours without overlaps, also past midnight", () => {
  const late = { ...hours, week: { start: "16:00", end: "02:00" } };
  for (const week of [hours, late]) {
    const timeslots = listSetupTimeslots(prices, week, texts);
    expect(timeslots.map(({ name, start, end, price }) => [name, start, end, price])).toEqual([
      ["Mon – Fri", week.week.start, "17:00", 2000],
      ["Evening", "17:00", week.week.end, 2800],
      ["Sat, Sun", "09:00", "20:00", 2000],
    ]);
    expect(checkGrid({ timeslots, plans: [], details: [] })).toEqual([]);
  }
});

test.each([
  ["17:00", true],
  ["08:00", false],
  ["22:00", false],
  ["07:30", false],
])("a peak price from %s lies within 08:00 to 22:00: %s", (peakFrom, isWithin) => {
  expect(isPeakWithin({ ...prices, peakFrom }, hours)).toBe(isWithin);
  expect(isPeakWithin({ ...prices, peak: null, peakFrom }, hours)).toBe(true);
});

test("an hour and a half costs one and a half times as much, rounded to the cent", () => {
  expect([priceOfDuration(2000, 90), priceOfDuration(1999, 90)]).toEqual([3000, 2999]);
});
