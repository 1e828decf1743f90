import { describe, expect, test } from "vitest";
import {
  clipSpans,
  dayBounds,
  findException,
  isWithinOpenTime,
  openRangesOn,
  openRangesBetween,
  type FieldHours,
  type HoursException,
  type TimeSpan,
} from "./hours-rules.ts";

const at = (instant: string) => Date.parse(instant);
const told = (ranges: readonly TimeSpan[]) =>
  ranges.map(({ start, end }) => [new Date(start), new Date(end)].map((one) => one.toISOString().slice(0, 16)));

describe("a range of opening hours on the days when the clock changes", () => {
  // Calculated by hand: the first instant after the gap or fold is 01:00Z in Paris, 07:00Z and 06:00Z in New York,
  // 15:30Z and 15:00Z of the day before on Lord Howe Island, whose clock moves by 30 minutes.
  test.each([
    ["Europe/Paris", "2026-03-29", "00:00", "06:00", "2026-03-28T23:00", "2026-03-29T04:00"],
    ["Europe/Paris", "2026-03-29", "02:30", "05:00", "2026-03-29T01:30", "2026-03-29T03:00"],
    ["Europe/Paris", "2026-03-29", "00:30", "02:30", "2026-03-28T23:30", "2026-03-29T01:30"],
    ["Europe/Paris", "2026-03-29", "22:00", "02:00", "2026-03-29T20:00", "2026-03-30T00:00"],
    ["Europe/Paris", "2026-10-25", "00:00", "06:00", "2026-10-24T22:00", "2026-10-25T05:00"],
    ["Europe/Paris", "2026-10-25", "02:30", "05:00", "2026-10-25T00:30", "2026-10-25T04:00"],
    ["Europe/Paris", "2026-10-25", "00:30", "02:30", "2026-10-24T22:30", "2026-10-25T01:30"],
    ["Europe/Paris", "2026-10-25", "02:15", "02:45", "2026-10-25T00:15", "2026-10-25T01:45"],
    ["America/New_York", "2026-03-08", "00:00", "06:00", "2026-03-08T05:00", "2026-03-08T10:00"],
    ["America/New_York", "2026-03-08", "02:30", "05:00", "2026-03-08T07:30", "2026-03-08T09:00"],
    ["America/New_York", "2026-03-08", "00:30", "02:30", "2026-03-08T05:30", "2026-03-08T07:30"],
    ["America/New_York", "2026-11-01", "00:00", "06:00", "2026-11-01T04:00", "2026-11-01T11:00"],
    ["America/New_York", "2026-11-01", "01:30", "05:00", "2026-11-01T05:30", "2026-11-01T10:00"],
    ["America/New_York", "2026-11-01", "00:30", "01:30", "2026-11-01T04:30", "2026-11-01T06:30"],
    ["Australia/Lord_Howe", "2026-10-04", "00:00", "06:00", "2026-10-03T13:30", "2026-10-03T19:00"],
    ["Australia/Lord_Howe", "2026-10-04", "02:15", "05:00", "2026-10-03T15:45", "2026-10-03T18:00"],
    ["Australia/Lord_Howe", "2026-10-04", "00:30", "02:15", "2026-10-03T14:00", "2026-10-03T15:45"],
    ["Australia/Lord_Howe", "2026-04-05", "00:00", "06:00", "2026-04-04T13:00", "2026-04-04T19:30"],
    ["Australia/Lord_Howe", "2026-04-05", "01:45", "05:00", "2026-04-04T14:45", "2026-04-04T18:30"],
    ["Australia/Lord_Howe", "2026-04-05", "00:30", "01:45", "2026-04-04T13:30", "2026-04-04T15:15"],
  ])("%s, %s, %s–%s", (timezone, date, start, end, opens, closes) => {
    const hours = { timezone, hours: [{ weekday: 7, start, end }], exceptions: [] };
    expect(told(openRangesOn(date, hours))).toEqual([[opens, closes]]);
  });

  test.each([
    ["Europe/Paris", "2026-03-28", "2026-03-28T17:00", "2026-03-29T02:00"],
    ["Europe/Paris", "2026-10-24", "2026-10-24T16:00", "2026-10-25T03:00"],
    ["America/New_York", "2026-03-07", "2026-03-07T23:00", "2026-03-08T08:00"],
    ["America/New_York", "2026-10-31", "2026-10-31T22:00", "2026-11-01T09:00"],
    ["Australia/Lord_Howe", "2026-10-03", "2026-10-03T07:30", "2026-10-03T17:00"],
    ["Australia/Lord_Howe", "2026-04-04", "2026-04-04T07:00", "2026-04-04T17:30"],
  ])("%s: the night from %s, 18:00–04:00, is as long as it is", (timezone, saturday, opens, closes) => {
    const hours = { timezone, hours: [{ weekday: 6, start: "18:00", end: "04:00" }], exceptions: [] };
    expect(told(openRangesOn(saturday, hours))).toEqual([[opens, closes]]);
    const sunday = Temporal.PlainDate.from(saturday).add({ days: 1 }).toString();
    expect(told(openRangesOn(sunday, hours))).toEqual([[opens, closes]]);
  });

  test.each([
    ["Europe/Paris", "2026-03-29", "2026-03-28T23:00", "2026-03-29T22:00", 23],
    ["Europe/Paris", "2026-10-25", "2026-10-24T22:00", "2026-10-25T23:00", 25],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00", "2026-03-09T04:00", 23],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00", 25],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30", "2026-10-04T13:00", 23.5],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00", "2026-04-05T13:30", 24.5],
    ["Europe/Paris", "2026-07-01", "2026-06-30T22:00", "2026-07-01T22:00", 24],
  ])("%s, %s is a day of its own length", (timezone, date, start, end, hours) => {
    const day = dayBounds(date, timezone);
    expect(told([day])).toEqual([[start, end]]);
    expect((day.end - day.start) / 3_600_000).toBe(hours);
  });

  test("what falls into the gap as a whole is never open", () => {
    const hours = { timezone: "Europe/Paris", hours: [{ weekday: 7, start: "02:00", end: "03:00" }], exceptions: [] };
    expect(openRangesOn("2026-03-29", hours)).toEqual([]);
    expect(told(openRangesOn("2026-10-25", hours))).toEqual([["2026-10-25T00:00", "2026-10-25T02:00"]]);
  });
});

const utc = (given: Partial<FieldHours>): FieldHours => ({ timezone: "UTC", hours: [], exceptions: [], ...given });
const wednesday = "2026-07-15";
const daily = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "22:00" }));
const exception = (given: Partial<HoursException>): HoursException => ({
  name: "",
  from: wednesday,
  to: wednesday,
  closed: true,
  hours: [],
  place: "pattern",
  ...given,
});

describe("the open ranges of a date", () => {
  test("are the weekly hours; a closed field and one without a pattern have none", () => {
    expect(told(openRangesOn(wednesday, utc({ hours: daily })))).toEqual([["2026-07-15T08:00", "2026-07-15T22:00"]]);
    expect(openRangesOn(wednesday, utc({ hours: daily, closed: true }))).toEqual([]);
    const special = exception({ closed: false, hours: [{ start: "10:00", end: "12:00" }] });
    expect(openRangesOn(wednesday, utc({ hours: null, exceptions: [special] }))).toEqual([]);
    expect(openRangesOn(wednesday, utc({ exceptions: [special] }))).toHaveLength(1);
  });

  test("hold what the day before runs past midnight, although it is closed itself", () => {
    const hours = [{ weekday: 2, start: "18:00", end: "02:00" }, ...daily.slice(2)];
    const closed = utc({ hours, exceptions: [exception({})] });
    expect(told(openRangesOn(wednesday, closed))).toEqual([["2026-07-14T18:00", "2026-07-15T02:00"]]);
    expect(told(clipSpans(openRangesOn(wednesday, closed), dayBounds(wednesday, "UTC")))).toEqual([
      ["2026-07-15T00:00", "2026-07-15T02:00"],
    ]);
  });

  test("are merged where they touch, over midnight too, and a booking may lie across", () => {
    const hours = [
      { weekday: 3, start: "14:00", end: "24:00" },
      { weekday: 4, start: "00:00", end: "02:00" },
      { weekday: 3, start: "09:00", end: "12:00" },
      { weekday: 3, start: "12:00", end: "13:00" },
    ];
    const ranges = openRangesOn(wednesday, utc({ hours }));
    expect(told(ranges)).toEqual([
      ["2026-07-15T09:00", "2026-07-15T13:00"],
      ["2026-07-15T14:00", "2026-07-16T02:00"],
    ]);
    const across = { start: at("2026-07-15T23:00Z"), end: at("2026-07-16T01:00Z") };
    expect(isWithinOpenTime(ranges, across)).toBe(true);
    expect(isWithinOpenTime(ranges, { start: at("2026-07-15T12:30Z"), end: at("2026-07-15T14:30Z") })).toBe(false);
    expect(isWithinOpenTime(ranges, { ...across, end: at("2026-07-16T02:00Z") + 1 })).toBe(false);
  });

  test("of several dates come in one list", () => {
    expect(told(openRangesBetween(wednesday, "2026-07-17", utc({ hours: daily })))).toEqual([
      ["2026-07-15T08:00", "2026-07-15T22:00"],
      ["2026-07-16T08:00", "2026-07-16T22:00"],
      ["2026-07-17T08:00", "2026-07-17T22:00"],
    ]);
  });

  test("that never end are followed a day back and two days on", () => {
    const hours = daily.map(({ weekday }) => ({ weekday, start: "00:00", end: "00:00" }));
    expect(told(openRangesOn(wednesday, utc({ hours })))).toEqual([["2026-07-14T00:00", "2026-07-18T00:00"]]);
  });

  test("are not made up from what is no date, no time or no zone", () => {
    expect(() => openRangesOn("2026-02-30", utc({ hours: daily }))).toThrow(RangeError);
    expect(() => openRangesOn(wednesday, utc({ hours: daily, timezone: "Mars/Olympus" }))).toThrow(RangeError);
    expect(() => openRangesOn(wednesday, utc({ hours: [{ weekday: 3, start: "x", end: "9" }] }))).toThrow(RangeError);
  });
});

describe("of the exceptions that cover a date", () => {
  const named = (...given: Partial<HoursException>[]) => findException(wednesday, given.map(exception))?.name;

  test("the most specific place wins, however long and old it is", () => {
    const long = { from: "2026-01-01", to: "2026-12-31" };
    expect(named({ name: "pattern" }, { name: "club", place: "organization", ...long })).toBe("club");
    expect(named({ name: "club", place: "organization" }, { name: "facility", place: "facility", ...long })).toBe(
      "facility",
    );
    expect(named({ name: "field", place: "field", ...long }, { name: "facility", place: "facility" })).toBe("field");
  });

  test("then the shortest period, then the newest, which is the later one where nobody knows", () => {
    expect(named({ name: "day" }, { name: "two days", to: "2026-07-16" })).toBe("day");
    const old = { name: "old", createdAt: "2026-01-01T00:00:00Z" };
    const young = { name: "young", createdAt: "2026-01-02T00:00:00Z" };
    expect([named(old, young), named(young, old)]).toEqual(["young", "young"]);
    expect(named({ name: "first" }, { name: "second" })).toBe("second");
  });

  test("both its ends count, and no day beyond", () => {
    const covering = { from: "2026-07-14", to: "2026-07-16" };
    expect(named({ name: "yes", ...covering })).toBe("yes");
    expect(named({ to: "2026-07-14", from: "2026-07-13" }, { from: "2026-07-16", to: "2026-07-17" })).toBe(undefined);
  });

  test("it replaces the weekly hours, with its own ones or none", () => {
    const own = [
      { start: "10:00", end: "12:00" },
      { start: "20:00", end: "01:00" },
    ];
    const special = utc({ hours: daily, exceptions: [exception({ closed: false, hours: own })] });
    expect(told(openRangesOn(wednesday, special))).toEqual([
      ["2026-07-15T10:00", "2026-07-15T12:00"],
      ["2026-07-15T20:00", "2026-07-16T01:00"],
    ]);
    const shut = utc({ hours: daily, exceptions: [exception({ hours: own })] });
    expect(openRangesOn(wednesday, shut)).toEqual([]);
  });
});
