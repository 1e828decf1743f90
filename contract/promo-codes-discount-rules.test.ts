import fc from "fast-check";
import { expect, test } from "vitest";
import { subtractDiscount } from "./prices-grants-rules.ts";
import { findPromoCodeFault, PromoCodeDraft, PromoCodeText } from "./promo-codes.ts";
import { findPromoTarget, normalizePromoCode, promoDiscountOf, withPromoLine } from "./promo-codes-discount-rules.ts";

test("33.50 less a member's 15 % is 28.47, and less a code of 10 % 25.62", () => {
  const afterMembership = subtractDiscount(3350, { name: "Gold", percent: 15 });
  const off = promoDiscountOf({ kind: "percent", value: 10 }, afterMembership);
  expect([afterMembership, off, afterMembership - off]).toEqual([2847, 285, 2562]);
});

test("a code takes off no more than the price, half a cent goes to the customer, and 100 % leave nothing", () => {
  const price = fc.integer({ min: 0, max: 100_000_000 });
  const percent = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(price, percent, fc.integer({ min: 1, max: 100_000_000 }), (amount, value, fixed) => {
      const off = promoDiscountOf({ kind: "percent", value }, amount);
      expect(off).toBeGreaterThanOrEqual(0);
      expect(off).toBeLessThanOrEqual(amount);
      expect(Math.abs(off * 100 - amount * value)).toBeLessThanOrEqual(50);
      expect(promoDiscountOf({ kind: "amount", value: fixed }, amount)).toBe(Math.min(fixed, amount));
      expect(promoDiscountOf({ kind: "percent", value: 100 }, amount)).toBe(amount);
    }),
  );
  expect(promoDiscountOf({ kind: "percent", value: 50 }, 1)).toBe(1);
});

test("the lines of a price add up to what is left of it", () => {
  const lines = [{ label: "1 hour", quantity: 2, unitPrice: 900, total: 1800 }];
  const lowered = withPromoLine(lines, { code: "AUTUMN10", kind: "percent", value: 10 }, 180);
  expect(lowered.map(({ total }) => total)).toEqual([1800, -180]);
  expect(lowered[1]?.label).toBe("AUTUMN10 · −10\u00a0%");
  expect(withPromoLine(lines, { code: "AUTUMN10", kind: "amount", value: 1 }, 0)).toEqual(lines);
});

test("capitals and spaces around a code do not matter", () => {
  expect(normalizePromoCode(" été-26 ")).toBe("ÉTÉ-26");
  expect(PromoCodeText.parse(" autumn10")).toBe("AUTUMN10");
  expect(PromoCodeDraft.parse({ code: "autumn10", kind: "percent", value: 10 }).code).toBe("AUTUMN10");
});

test("codes of other signs, more than 100 % and dates that end before they begin are refused", () => {
  const base = { code: "AUTUMN10", kind: "percent", value: 10 } as const;
  const isValid = (more: object) => PromoCodeDraft.safeParse({ ...base, ...more }).success;
  expect(isValid({})).toBe(true);
  for (const code of ["AB", "A B C", "-ABC", "A_B_C", "x".repeat(41)]) expect(isValid({ code }), code).toBe(false);
  expect(isValid({ value: 101 })).toBe(false);
  expect(isValid({ kind: "amount", value: 101 })).toBe(true);
  expect(isValid({ playedFrom: "2026-06-02", playedTo: "2026-06-01" })).toBe(false);
  const made = PromoCodeDraft.parse(base);
  const dates = { bookedFrom: "2026-06-02", bookedTo: "2026-06-01" };
  expect(findPromoCodeFault({ ...made, ...dates })?.path).toBe("bookedTo");
  for (const ofBookings of [
    { playedTo: "2026-06-01" },
    { windowIds: ["019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91"] },
    { firstBookingOnly: true },
  ]) {
    expect(isValid(ofBookings)).toBe(true);
    expect(isValid({ ...ofBookings, appliesTo: "subscription" })).toBe(false);
  }
});

test("a code lowers the dearest line that it is for", () => {
  const lines = [
    { kind: null, amount: 50_000 },
    { kind: "pack", amount: 9000 },
    { kind: "pack", amount: 18_000 },
    { kind: "subscription", amount: 24_000 },
    { kind: "pack", amount: 18_000 },
  ] as const;
  expect(findPromoTarget("pack", lines)).toBe(2);
  expect(findPromoTarget("subscription", lines)).toBe(3);
  expect(findPromoTarget("booking", lines)).toBe(-1);
  expect(findPromoTarget("pack", [])).toBe(-1);
});
