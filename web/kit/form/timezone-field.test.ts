import { expect, test } from "vitest";
import { timezoneOptions } from "./timezone-field.tsx";

test("zones are listed once, under their names of today, those of the country first", () => {
  const zones = timezoneOptions(["Pacific/Honolulu", "America/Adak"], "en").map(({ value }) => value);
  expect(zones.slice(0, 3)).toEqual(["Pacific/Honolulu", "America/Adak", "Africa/Abidjan"]);
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones).toEqual(expect.arrayContaining(["Asia/Kolkata", "Europe/Kyiv", "America/Argentina/Buenos_Aires"]));
  for (const former of ["Asia/Calcutta", "Europe/Kiev", "America/Buenos_Aires"]) expect(zones).not.toContain(former);
});
