import { expect, test } from "vitest";
import { proposeTimezone, timezoneOfAddress } from "./places-timezones-rules.ts";

test.each([
  ["US", "10001", "America/New_York"],
  ["US", " 10001-1234 ", "America/New_York"],
  ["US", "37203", "America/Chicago"],
  ["US", "37902", "America/New_York"],
  ["US", "46204", "America/Indiana/Indianapolis"],
  ["US", "79901", "America/Denver"],
  ["US", "85004", "America/Phoenix"],
  ["US", "96813", "Pacific/Honolulu"],
  ["US", "99546", "America/Adak"],
  ["US", "00901", "America/Puerto_Rico"],
  // Two zones share these: Gulf coast of Florida, Upper Peninsula, Navajo Nation.
  ["US", "32401", undefined],
  ["US", "49801", undefined],
  ["US", "86001", undefined],
  ["US", "1000", undefined],
  ["US", "", undefined],
  ["CA", "M5V 1A1", "America/Toronto"],
  ["CA", "a1c 5m2", "America/St_Johns"],
  ["CA", "V6B 1A1", "America/Vancouver"],
  ["CA", "X0A 0H0", undefined],
  ["FR", "69007", "Europe/Paris"],
  ["FR", "97400", "Indian/Reunion"],
  ["FR", "98714", undefined],
  ["ES", "28001", "Europe/Madrid"],
  ["ES", "35001", "Atlantic/Canary"],
  ["PT", "1000-001", "Europe/Lisbon"],
  ["PT", "9500-321", "Atlantic/Azores"],
  ["PT", "9000-017", "Atlantic/Madeira"],
  ["CH", "", "Europe/Zurich"],
  ["JP", "100-0001", undefined],
])("%s %j is in %s", (countryCode, postalCode, zone) =>
  expect(timezoneOfAddress({ countryCode, postalCode })).toBe(zone),
);

test("a timezone without an address falls back to the organization's timezone, in the same country only", () => {
  const here = { countryCode: "US", postalCode: "32401" };
  expect(proposeTimezone(here, "America/Chicago")).toBe("America/Chicago");
  expect(proposeTimezone(here, "Europe/Paris")).toBeUndefined();
  expect(proposeTimezone(null, "Europe/Paris")).toBe("Europe/Paris");
});
