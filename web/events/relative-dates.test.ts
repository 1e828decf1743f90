import { expect, test } from "vitest";
import { resolveDates } from "./relative-dates.ts";

test("a week runs from Monday to Sunday, a month from its first day to its last", () => {
  expect(resolveDates("today", "2026-11-24")).toEqual({ from: "2026-11-24", to: "2026-11-24" });
  expect(resolveDates("tomorrow", "2026-12-31")).toEqual({ from: "2027-01-01", to: "2027-01-01" });
  expect(resolveDates("week", "2026-11-29")).toEqual({ from: "2026-11-23", to: "2026-11-29" });
  expect(resolveDates("week", "2026-11-30")).toEqual({ from: "2026-11-30", to: "2026-12-06" });
  expect(resolveDates("month", "2028-02-05")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(resolveDates("month", "2026-12-31")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});
