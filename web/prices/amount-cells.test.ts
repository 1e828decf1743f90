import { describe, expect, test } from "vitest";
import { extendRangeTo } from "./amount-cells.ts";
import { parseAmount, formatEditableAmount } from "./parse-amount.ts";

const money = { currency: "EUR", tag: "fr", free: "Gratuit" };

describe("an amount", () => {
  test.each([
    ["18", 1800],
    ["18,", 1800],
    ["1234,5", 123_450],
    ["18,5", 1850],
    ["18.50", 1850],
    [" 18,00 € ", 1800],
    ["€18.00", 1800],
    ["EUR 18", 1800],
    ["$1,234.50", 123_450],
    ["1 234,50 €", 123_450],
    ["1.234,50", 123_450],
    ["1,234", 123_400],
    ["1.234.567", 100_000_000 * 2],
    ["0,500", 50],
    [",5", 50],
    ["0", 0],
    ["gratuit", 0],
  ])("%j is read", (text, minor) => {
    // Amounts above the contract's maximum stay text.
    expect(parseAmount(text, money)).toBe(minor > 100_000_000 ? text : minor);
  });

  test.each(["", " ", "-", "—", "- €"])("%j is none", (text) => expect(parseAmount(text, money)).toBe(undefined));

  test.each(["a lot", "-5", "5 minutes", "1,2,3.4.5"])("%j is kept as it is", (text) =>
    expect(parseAmount(text, money)).toBe(text),
  );

  test("is written to be typed over, and read again as it was", () => {
    for (const minor of [0, 5, 50, 1800, 1850, 123_450]) {
      for (const tag of ["fr", "en-US", "en-GB"])
        expect(parseAmount(formatEditableAmount(minor, { ...money, tag }), { ...money, tag })).toBe(minor);
    }
    expect(formatEditableAmount(1850, money)).toBe("18,50");
  });
});

test("a corner is dragged one way, the one that goes further", () => {
  const range = { anchor: { row: 1, column: 1 }, head: { row: 1, column: 2 } };
  expect(extendRangeTo(range, { row: 4, column: 3 })).toEqual({
    anchor: { row: 1, column: 1 },
    head: { row: 4, column: 2 },
  });
  expect(extendRangeTo(range, { row: 1, column: 0 })).toEqual({
    anchor: { row: 1, column: 0 },
    head: { row: 1, column: 2 },
  });
});
