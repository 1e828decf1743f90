import { expect, test } from "vitest";
import { dates } from "./dates.ts";

const plainly = (text: string) => text.replaceAll(/[\u00A0\u202F\u2009]/g, " ");

test("an hour that the clock shows twice says which one it is, and no other hour does", () => {
  const { time, dateTime, timeRange } = dates("Europe/Paris", "en-US");
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
  const at = (zone: string, instant: string, tag = "en-US") => plainly(dates(zone, tag).time(instant));
  expect(at("Europe/Paris", "2026-10-25T01:30:00Z", "fr-FR")).toBe("02:30 UTC+1");
  expect(plainly(dates("Europe/Paris", "fr-FR").dateTime("2026-10-25T00:30:00Z"))).toMatch(/02:30 UTC\+2$/);
  expect(at("America/New_York", "2026-11-01T05:30:00Z")).toBe("1:30 AM GMT-4");
  expect(at("America/New_York", "2026-11-01T06:30:00Z")).toBe("1:30 AM GMT-5");
  expect(at("Australia/Lord_Howe", "2026-04-04T14:45:00Z")).toBe("1:45 AM GMT+11");
  expect(at("Australia/Lord_Howe", "2026-04-04T15:15:00Z")).toBe("1:45 AM GMT+10:30");
  expect(at("Australia/Lord_Howe", "2026-04-04T14:15:00Z")).toBe("1:15 AM");
});

test("from one day to the next both halves are named", () => {
  const { timeRange } = dates("Europe/Paris", "en-US");
  expect(plainly(timeRange("2026-06-10T16:00:00Z", "2026-06-10T17:30:00Z"))).toBe("6:00 – 7:30 PM");
  expect(plainly(timeRange("2026-06-10T16:00:00Z", "2026-06-11T16:00:00Z"))).toBe("6:00 PM – 6:00 PM");
});
