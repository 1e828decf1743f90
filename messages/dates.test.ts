import { expect, test } from "vitest";
import { dateFormats } from "./dates.ts";
import type { Language } from "./translator.ts";

const plainly = (text: string) => text.replaceAll(/[\u00A0\u202F\u2009]/g, " ");

test("an hour that the clock shows twice says which one it is, and no other hour does", () => {
  const { time, dateTime, timeRange } = dateFormats("en", "Europe/Paris");
  const at = (instant: string) => plainly(time(instant));
  expect(
    ["2026-10-24T23:30:00Z", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"].map(at),
  ).toEqual(["1:30 AM", "2:00 AM GMT+2", "2:00 AM GMT+1", "3:00 AM"]);
  expect(["2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-10-24T00:30:00Z"].map(at)).toEqual([
    "1:30 AM",
    "3:00 AM",
    "2:30 AM",
  ]);
  expect(plainly(dateTime("2026-10-25T01:30:00Z"))).toBe("Oct 25, 2026 2:30 AM GMT+1");
  expect(plainly(timeRange("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"))).toBe("2:30 AM GMT+2 – 2:30 AM GMT+1");
  expect(plainly(timeRange("2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z"))).toBe("2:30 AM GMT+1 – 3:30 AM");
});

test("so it is in French, in New York, and where clocks go back by half an hour", () => {
  const at = (zone: string, instant: string, language: Language = "en") =>
    plainly(dateFormats(language, zone).time(instant));
  expect(at("Europe/Paris", "2026-10-25T01:30:00Z", "fr")).toBe("02:30 UTC+1");
  expect(plainly(dateFormats("fr", "Europe/Paris").dateTime("2026-10-25T00:30:00Z"))).toMatch(/02:30 UTC\+2$/);
  expect(at("America/New_York", "2026-11-01T05:30:00Z")).toBe("1:30 AM GMT-4");
  expect(at("America/New_York", "2026-11-01T06:30:00Z")).toBe("1:30 AM GMT-5");
  expect(at("Australia/Lord_Howe", "2026-04-04T14:45:00Z")).toBe("1:45 AM GMT+11");
  expect(at("Australia/Lord_Howe", "2026-04-04T15:15:00Z")).toBe("1:45 AM GMT+10:30");
  expect(at("Australia/Lord_Howe", "2026-04-04T14:15:00Z")).toBe("1:15 AM");
});

test("from one day to the next both halves are named", () => {
  const { timeRange } = dateFormats("en", "Europe/Paris");
  expect(plainly(timeRange("2026-06-10T16:00:00Z", "2026-06-10T17:30:00Z"))).toBe("6:00 – 7:30 PM");
  expect(plainly(timeRange("2026-06-10T16:00:00Z", "2026-06-11T16:00:00Z"))).toBe("6:00 PM – 6:00 PM");
});

test("a moment is written in one way for each language, alone, with its weekday and as a range", () => {
  const [start, end] = ["2026-11-20T15:00:00Z", "2026-11-20T16:30:00Z"];
  const written = (language: Language) => {
    const formats = dateFormats(language, "Europe/Paris");
    const { dateTime, date, time, dateTimeRange, weekdayDateTime, weekdayDateTimeRange, weekdayDate } = formats;
    return [
      ...[dateTime, date, time, weekdayDateTime, weekdayDate].map((write) => plainly(write(start))),
      ...[dateTimeRange, weekdayDateTimeRange].map((write) => plainly(write(start, end))),
      plainly(dateTimeRange(start, "2026-11-22T16:30:00Z")),
    ];
  };
  expect(written("en")).toEqual([
    "Nov 20, 2026 4:00 PM",
    "Nov 20, 2026",
    "4:00 PM",
    "Friday, Nov 20, 2026 4:00 PM",
    "Fri, Nov 20, 2026",
    "Nov 20, 2026 4:00 – 5:30 PM",
    "Friday, Nov 20, 2026 4:00 – 5:30 PM",
    "Nov 20, 2026 4:00 PM – Nov 22, 2026 5:30 PM",
  ]);
  expect(written("fr")).toEqual([
    "20/11/2026 16:00",
    "20/11/2026",
    "16:00",
    "vendredi 20/11/2026 16:00",
    "ven. 20/11/2026",
    "20/11/2026 16:00 – 17:30",
    "vendredi 20/11/2026 16:00 – 17:30",
    "20/11/2026 16:00 – 22/11/2026 17:30",
  ]);
});

test("a range of dates says once what both have in common", () => {
  const range = (language: Language, first: string, last: string) =>
    plainly(dateFormats(language, "UTC").dateRange(first, last));
  expect(range("en", "2026-11-01", "2026-11-28")).toBe("Nov 1 – 28, 2026");
  expect(range("en", "2026-11-01", "2026-11-01")).toBe("Nov 1, 2026");
  expect(range("en", "2025-12-01", "2026-01-31")).toBe("Dec 1, 2025 – Jan 31, 2026");
  expect(range("fr", "2026-11-01", "2026-11-28")).toBe("01/11/2026 – 28/11/2026");
});
