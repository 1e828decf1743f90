import { expect, test } from "vitest";
import { dateTimeCell, numberCell, phoneCell, textCell } from "./csv-cells.ts";

test("numbers have the decimal sign of their reader, and stay numbers when they are negative", () => {
  expect(numberCell(-1234.5, "en", 2)).toBe("-1234.50");
  expect(numberCell(-1234.5, "fr", 2)).toBe("-1234,50");
  expect([numberCell(0, "fr"), numberCell(null, "fr")]).toEqual(["0", ""]);
});

test("instants are told by a clock, across its changes", () => {
  expect(dateTimeCell("2026-10-25T00:30:00.000Z", "Europe/Paris")).toBe("2026-10-25 02:30");
  expect(dateTimeCell("2026-10-25T01:30:00.000Z", "Europe/Paris")).toBe("2026-10-25 02:30");
  expect(dateTimeCell("2026-01-01T03:30:00.000Z", "America/New_York")).toBe("2025-12-31 22:30");
  expect(dateTimeCell(null, "Europe/Paris")).toBe("");
});

test.each(["\t=1", "\r=1", "\n=1", "  =1", "=", "+", "-", "@", "\u00a0=1"])("%j becomes text", (text) =>
  expect(textCell(text)).toBe(`'${text}`),
);

test.each([
  ["+33612345678", "+33 6 12 34 56 78"],
  ["+33 6 12 34 56 78", "+33 6 12 34 56 78"],
  ["0472000000", "04 72 00 00 00"],
  ["04.72.00.00.00", "04 72 00 00 00"],
  ["+1-212-555-0100", "+1 212 555 0100"],
  ["(212) 555-0100", "(212) 555 0100"],
  ["+12125550100", "+1 212 555 0100"],
  // The country is unknown: the plus sign makes it text.
  ["+4915112345678", "'+4915112345678"],
  ["+1+1", "'+1+1"],
])("the telephone number %s is told as %s", (given, cell) => expect(phoneCell(given)).toBe(cell));
