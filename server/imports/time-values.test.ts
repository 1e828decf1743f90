import { expect, test } from "vitest";
import { type Moment, parseDate, parseDuration, parseMoment, toInstant } from "./time-values.ts";

const show = (moment: Moment | undefined): string | undefined => {
  if (!moment) return undefined;
  if ("instant" in moment) return new Date(moment.instant).toISOString();
  const { date, minutes } = moment;
  return `${date ? `${date.toString()} ` : ""}${minutes}`;
};

test.each([
  ["2026-06-15 18:30", "2026-06-15 1110"],
  ["2026-06-15T18:30:00", "2026-06-15 1110"],
  ["2026-06-15T18:30:00+02:00", "2026-06-15T16:30:00.000Z"],
  ["2026-06-15T18:30:00.000Z", "2026-06-15T18:30:00.000Z"],
  ["2026-06-15 18:30 UTC", "2026-06-15T18:30:00.000Z"],
  ["20260615 18:30", "2026-06-15 1110"],
  ["15/06/2026 18h30", "2026-06-15 1110"],
  ["15.06.26, 18:30", "2026-06-15 1110"],
  ["15-06-2026 à 18 h 30", "2026-06-15 1110"],
  ["lundi 15 juin 2026 18:30", "2026-06-15 1110"],
  ["1er août 2026 8h", "2026-08-01 480"],
  ["Mon, June 15th, 2026 6:30 PM", "2026-06-15 1110"],
  ["15 Dec 2026 at 12:15 am", "2026-12-15 15"],
  ["18:30", "1110"],
  ["18.30", "1110"],
  ["6 p.m.", "1080"],
  ["12 pm", "720"],
  ["19:59:59", "1200"],
  ["24:00", "1440"],
  ["7", "420"],
])("the time %s", (text, read) => expect(show(parseMoment(text, "day_first"))).toBe(read));

test.each([
  "",
  "soon",
  "25:00",
  "18:75",
  "13 pm",
  "31/02/2026 10:00",
  "2026-13-01 10:00",
  "15/06/2026",
  "1/2",
  "10:00 x",
])("%j is no time", (text) => expect(parseMoment(text, "day_first")).toBeUndefined());

test("the order of day and month decides, where the year is not first", () => {
  expect(parseDate("03/04/2026", "day_first")?.toString()).toBe("2026-04-03");
  expect(parseDate("03/04/2026", "month_first")?.toString()).toBe("2026-03-04");
  expect(parseDate("2026-03-04", "month_first")?.toString()).toBe("2026-03-04");
  expect(parseDate("2026-03-04 00:00:00", "day_first")?.toString()).toBe("2026-03-04");
  expect(parseDate("03/04/2026 10:00", "day_first")).toBeUndefined();
});

test.each([
  ["60", 60],
  ["1", 60],
  ["1,5", 90],
  ["1.5 h", 90],
  ["90 min", 90],
  ["90 minutes", 90],
  ["1h30", 90],
  ["1 h 30 min", 90],
  ["1 heure 30", 90],
  ["2 hours", 120],
  ["1 hour and 30 minutes", 90],
  ["1:30", 90],
  ["01:30:00", 90],
  ["PT1H30M", 90],
  ["a while", undefined],
  ["", undefined],
])("the duration %s", (text, minutes) => expect(parseDuration(text)).toBe(minutes));

test("a time that the clock skips or repeats is one instant", () => {
  const at = (text: string) =>
    new Date(
      toInstant(parseMoment(text, "day_first") as Moment, Temporal.PlainDate.from("2026-01-01"), "Europe/Paris"),
    ).toISOString();
  expect(at("29/03/2026 02:30")).toBe("2026-03-29T01:30:00.000Z");
  expect(at("25/10/2026 02:30")).toBe("2026-10-25T00:30:00.000Z");
  expect(at("15/06/2026 24:00")).toBe("2026-06-15T22:00:00.000Z");
});

test("long and odd texts are read in a moment", () => {
  for (const text of ["1".repeat(100_000), "1 ".repeat(50_000), "lundi ".repeat(20_000), "1/".repeat(50_000)]) {
    expect(parseMoment(text, "day_first")).toBeUndefined();
    expect(parseDate(text, "day_first")).toBeUndefined();
  }
});
