import { expect, test } from "vitest";
import { localTimeToInstant } from "./general-localtime-rules.ts";

test("six in the evening stays six in the evening across both clock changes", () => {
  const at = (date: string) => new Date(localTimeToInstant(date, "18:00", "Europe/Paris")).toISOString();
  expect(at("2026-03-28")).toBe("2026-03-28T17:00:00.000Z");
  expect(at("2026-03-29")).toBe("2026-03-29T16:00:00.000Z");
  expect(at("2026-10-24")).toBe("2026-10-24T16:00:00.000Z");
  expect(at("2026-10-25")).toBe("2026-10-25T17:00:00.000Z");
});

test("a time that the clock skips moves forward, one that comes twice is the first", () => {
  const at = (date: string) => new Date(localTimeToInstant(date, "02:30", "Europe/Paris")).toISOString();
  expect(at("2026-03-29")).toBe("2026-03-29T01:30:00.000Z");
  expect(at("2026-10-25")).toBe("2026-10-25T00:30:00.000Z");
});
