import { describe, expect, test } from "vitest";
import { findExceptionOverlaps, listWeekOverlaps, mergeHours, wallClock } from "./hours-week-rules.ts";

const at = (instant: string) => Date.parse(instant);
const wednesday = "2026-07-15";

describe("the slots of a week", () => {
  const slot = (weekday: number, start: string, end: string) => ({ weekday, start, end });

  test("overlap within a day, past midnight, and from Sunday into Monday; touching is not overlapping", () => {
    expect(listWeekOverlaps([slot(1, "08:00", "12:00"), slot(1, "11:59", "13:00"), slot(1, "13:00", "14:00")])).toEqual(
      [[0, 1]],
    );
    expect(listWeekOverlaps([slot(1, "18:00", "02:00"), slot(2, "01:00", "03:00"), slot(2, "02:00", "04:00")])).toEqual(
      [
        [0, 1],
        [1, 2],
      ],
    );
    expect(listWeekOverlaps([slot(1, "00:30", "01:00"), slot(7, "20:00", "01:00")])).toEqual([[0, 1]]);
    expect(listWeekOverlaps([slot(7, "20:00", "24:00"), slot(1, "00:00", "02:00")])).toEqual([]);
    expect(listWeekOverlaps([slot(3, "00:00", "00:00"), slot(3, "23:59", "00:30")])).toEqual([[0, 1]]);
    expect(listWeekOverlaps([slot(3, "09:00", "10:00"), slot(3, "09:00", "10:00"), slot(4, "09:00", "10:00")])).toEqual(
      [[0, 1]],
    );
  });

  test("that are half typed overlap nothing", () =>
    expect(listWeekOverlaps([slot(1, "", "12:00"), slot(1, "08:00", "1")])).toEqual([]));

  test("of an exception overlap past midnight only where it lasts several days", () => {
    const hours = [
      { start: "18:00", end: "02:00" },
      { start: "01:00", end: "03:00" },
    ];
    expect(findExceptionOverlaps({ from: wednesday, to: wednesday, hours })).toEqual([]);
    expect(findExceptionOverlaps({ from: wednesday, to: "2026-07-16", hours })).toEqual([[0, 1]]);
  });

  test("are put in order, and made one where they touch on a day", () => {
    const week = [
      slot(2, "00:00", "02:00"),
      slot(1, "14:00", "24:00"),
      slot(1, "12:00", "14:00"),
      slot(1, "08:00", "11:00"),
      slot(1, "11:00", "12:00"),
    ];
    expect(mergeHours(week)).toEqual([slot(1, "08:00", "00:00"), slot(2, "00:00", "02:00")]);
    expect(mergeHours([slot(1, "20:00", "08:00"), slot(1, "08:00", "20:00")])).toEqual([slot(1, "08:00", "08:00")]);
    // A slot cannot hold 26 hours.
    expect(mergeHours([slot(1, "08:00", "20:00"), slot(1, "20:00", "10:00")])).toHaveLength(2);
    expect(
      mergeHours([
        { start: "10:00", end: "11:00" },
        { start: "09:00", end: "10:00" },
      ]),
    ).toEqual([{ start: "09:00", end: "11:00" }]);
  });
});

test("a clock on the wall shows weekday and minute, also when asked backwards and before 1970", () => {
  const clock = wallClock("Europe/Paris");
  const read = [
    "2026-03-29T00:59Z",
    "2026-03-29T01:00Z",
    "2026-10-25T00:30Z",
    "2026-10-25T01:30Z",
    "2026-01-01T12:00Z",
  ];
  expect(read.map((instant) => clock(at(instant)))).toEqual([
    { weekday: 7, minute: 119 },
    { weekday: 7, minute: 180 },
    { weekday: 7, minute: 150 },
    { weekday: 7, minute: 150 },
    { weekday: 4, minute: 780 },
  ]);
  expect(clock(at("1968-02-29T22:30Z"))).toEqual({ weekday: 4, minute: 1410 });
});
