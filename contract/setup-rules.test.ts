import fc from "fast-check";
import { expect, test } from "vitest";
import { checkGrid, createTimeslotMatcher } from "./prices-grid-rules.ts";
import {
  countOpenMinutes,
  findIdlePeak,
  findLateEnd,
  findRepeatedDay,
  listCourtNames,
  listSetupTimeslots,
  listSetupWeek,
  priceOfDuration,
  priceOfSport,
  type SetupPeak,
} from "./setup-rules.ts";

const [workdays, weekend] = [
  [1, 2, 3, 4, 5],
  [6, 7],
];
const hours = [
  { weekdays: workdays, start: "08:00", end: "22:00" },
  { weekdays: weekend, start: "09:00", end: "20:00" },
];
const late = [{ weekdays: workdays, start: "16:00", end: "02:00" }];
const evening: SetupPeak = { weekdays: workdays, start: "17:00", end: null, price: 2800 };
const texts = {
  weekdays: (days: readonly number[]) => days.join(""),
  from: (days: string, time: string) => `${days} from ${time}`,
};

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
  expect(countOpenMinutes(listSetupWeek(hours.slice(0, 1)))).toBe(70 * 60);
});

test("a day that stands in two of the hours is found, and an end after the next day has opened", () => {
  const sunday = { weekdays: [7], start: "10:00", end: "12:00" };
  expect([findRepeatedDay(hours), findRepeatedDay([...hours, sunday])]).toEqual([undefined, 2]);
  const [week, days] = [
    { weekdays: workdays, start: "16:00", end: "10:00" },
    { weekdays: weekend, start: "09:00", end: "20:00" },
  ];
  expect([findLateEnd(hours), findLateEnd([days, week]), findLateEnd([week, days])]).toEqual([undefined, 1, 0]);
});

test("times with a price of their own are cut out of the opening hours, also past midnight", () => {
  const rows = (peaks: SetupPeak[], of = hours) =>
    listSetupTimeslots(peaks, of, texts).map(({ name, start, end, peak }) => [name, start, end, peak]);
  expect(rows([evening])).toEqual([
    ["12345", "08:00", "17:00", undefined],
    ["12345 from 17:00", "17:00", "22:00", 0],
    ["67", "09:00", "20:00", undefined],
  ]);
  expect(rows([evening], late)).toEqual([
    ["12345", "16:00", "17:00", undefined],
    ["12345 from 17:00", "17:00", "02:00", 0],
  ]);
  // The later one counts, on Wednesday.
  const wednesday = { weekdays: [3], start: "13:00", end: "19:00", price: 2400 };
  expect(rows([evening, { weekdays: weekend, price: 2500 }, wednesday])).toEqual([
    ["1245", "08:00", "17:00", undefined],
    ["1245 from 17:00", "17:00", "22:00", 0],
    ["3", "08:00", "13:00", undefined],
    ["3 from 13:00", "13:00", "19:00", 2],
    ["3 from 19:00", "19:00", "22:00", 0],
    ["67", "09:00", "20:00", 1],
  ]);
  // Until midnight belongs to its day; what follows, to the next one.
  expect(rows([{ weekdays: [5], start: "23:00", end: "01:00", price: 1 }], late)).toEqual([
    ["1234", "16:00", "02:00", undefined],
    ["5", "16:00", "23:00", undefined],
    ["5 from 23:00", "23:00", "01:00", 0],
    ["6", "01:00", "02:00", undefined],
  ]);
});

test("prices that never hold while the club is open are found", () => {
  const idle = (change: Partial<SetupPeak>, of = hours) => findIdlePeak({ peaks: [{ ...evening, ...change }] }, of);
  expect([idle({}), idle({ start: "08:00" }), idle({ start: "22:00" }), idle({ start: "07:30" })]).toEqual([
    ...[undefined, undefined, 0, 0],
  ]);
  expect([idle({ start: "07:00", end: "08:00" }), idle({ start: "07:00", end: "08:01" })]).toEqual([0, undefined]);
  expect([idle({ weekdays: weekend }), idle({ weekdays: weekend }, late)]).toEqual([undefined, 0]);
  // A time that is none has an error of its own.
  expect(idle({ start: "x" })).toBeUndefined();
});

const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 ? "30" : "00"}`);
const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
const openings = fc.tuple(days, time, time, time, time).map(([first, start, end, otherStart, otherEnd]) => [
  { weekdays: first, start, end },
  {
    ...{ weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => !first.includes(day)) },
    ...{ start: otherStart, end: otherEnd },
  },
]);

test("whatever the hours and the prices, each open minute has one timeslot, and a pattern takes them all", () => {
  fc.assert(
    fc.property(
      openings.filter((of) => findLateEnd(of) === undefined),
      fc.array(fc.record({ weekdays: days, start: fc.option(time), end: fc.option(time) }), { maxLength: 3 }),
      (open, peaks) => {
        const timeslots = listSetupTimeslots(peaks, open, texts);
        expect(checkGrid({ timeslots, plans: [], details: [] })).toEqual([]);
        expect(timeslots.length).toBeLessThanOrEqual(50);
        const isOpen = listSetupWeek(open).map((slot) =>
          createTimeslotMatcher({ ...slot, name: "", weekdays: [slot.weekday] }),
        );
        const holds = timeslots.map(createTimeslotMatcher);
        const whole = peaks.map(({ weekdays, start, end }) =>
          start && end ? createTimeslotMatcher({ name: "", weekdays, start, end }) : undefined,
        );
        for (const weekday of [1, 2, 3, 4, 5, 6, 7])
          for (let minute = 0; minute < 24 * 60; minute += 30) {
            const found = timeslots.filter((_, index) => holds[index]?.({ weekday, minute }));
            expect(found.length).toBe(isOpen.some((matches) => matches({ weekday, minute })) ? 1 : 0);
            // A price with both its times holds as a timeslot with these times would.
            const last = whole.findLastIndex((matches) => matches?.({ weekday, minute }));
            const peak = found[0]?.peak ?? -1;
            expect(peak).toBe(found[0] && whole.every(Boolean) ? last : peak);
          }
      },
    ),
  );
});

test("a sport has its own prices, or those of all courts", () => {
  const prices = {
    normal: 2000,
    peaks: [evening, { weekdays: weekend }],
    sports: [{ sportId: 1, normal: 1500, peaks: [1800] }],
  };
  const of = (sportId: number) => [undefined, 0, 1].map((peak) => priceOfSport(prices, sportId, peak));
  expect([of(2), of(1)]).toEqual([
    [2000, 2800, 2000],
    [1500, 1800, 1500],
  ]);
});

test("an hour and a half costs one and a half times as much, rounded to the cent", () => {
  expect([priceOfDuration(2000, 90), priceOfDuration(1999, 90)]).toEqual([3000, 2999]);
});
