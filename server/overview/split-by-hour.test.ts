import { describe, expect, it } from "vitest";
import { createHourSplitter, datesBetween } from "./split-by-hour.ts";

const at = (text: string) => Date.parse(text);

describe("a clock", () => {
  it("lists dates across months", () => {
    expect(datesBetween("2026-02-27", "2026-03-02")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  });

  it("cuts a span at each hour and at midnight", () => {
    const clock = createHourSplitter(["2026-06-01", "2026-06-02"], "Europe/Paris");
    const span = { start: at("2026-06-01T21:30:00Z"), end: at("2026-06-01T22:45:00Z") };
    expect(clock.splitByHour(span)).toEqual([
      { date: 0, hour: 23, minutes: 30 },
      { date: 1, hour: 0, minutes: 45 },
    ]);
    expect(clock.dateIndexAt(span.start)).toBe(0);
    expect(clock.dateIndexAt(span.end)).toBe(1);
  });

  it("leaves out what lies before and after", () => {
    const clock = createHourSplitter(["2026-06-01"], "UTC");
    expect(clock.splitByHour({ start: at("2026-05-31T23:00:00Z"), end: at("2026-06-01T00:10:00Z") })).toEqual([
      { date: 0, hour: 0, minutes: 10 },
    ]);
    expect(clock.splitByHour({ start: at("2026-06-01T23:50:00Z"), end: at("2026-06-02T05:00:00Z") })).toEqual([
      { date: 0, hour: 23, minutes: 10 },
    ]);
    expect(clock.dateIndexAt(at("2026-06-02T00:00:00Z"))).toBe(-1);
  });

  it("has no third hour in spring, and a long one in autumn", () => {
    const spring = createHourSplitter(["2026-03-29"], "Europe/Paris");
    const morning = { start: at("2026-03-29T00:00:00Z"), end: at("2026-03-29T02:00:00Z") };
    expect(spring.splitByHour(morning)).toEqual([
      { date: 0, hour: 1, minutes: 60 },
      { date: 0, hour: 3, minutes: 60 },
    ]);
    const autumn = createHourSplitter(["2026-10-25"], "Europe/Paris");
    expect(autumn.splitByHour({ start: at("2026-10-25T00:00:00Z"), end: at("2026-10-25T02:00:00Z") })).toEqual([
      { date: 0, hour: 2, minutes: 120 },
    ]);
    const lordHowe = createHourSplitter(["2026-10-04"], "Australia/Lord_Howe");
    const total = lordHowe.splitByHour(lordHowe.within).reduce((sum, { minutes }) => sum + minutes, 0);
    expect(total).toBe(23.5 * 60);
  });
});
