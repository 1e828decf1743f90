import { expect, test } from "vitest";
import { timezoneOfAddress } from "#contract/places-timezones-rules.ts";
import { timezoneAt } from "./resolve.ts";
import { towns } from "./towns.ts";

/** Clocks of two zones agree if they do in winter and in summer. */
const clockOf = (zone: string) =>
  ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"].map(
    (instant) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).offset,
  );

test("the postal code of each known town tells the clock at its point", () => {
  const wrong = towns.filter((town) => {
    const zone = timezoneOfAddress(town);
    return zone === undefined || String(clockOf(zone)) !== String(clockOf(timezoneAt(town)));
  });
  expect(wrong).toEqual([]);
  expect(towns.length).toBeGreaterThan(80);
});
