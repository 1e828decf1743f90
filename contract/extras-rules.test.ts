import fc from "fast-check";
import { expect, test } from "vitest";
import { countLent, countMinutesInWindows, findFreeFrom, numberPieces, priceExtra, type Span } from "./extras-rules.ts";

const paris = "Europe/Paris";
const at = (clock: string) => Date.parse(`2026-12-02T${clock}:00+01:00`);
const span = (start: string, end: string): Span => ({ start: at(start), end: at(end) });
const racket = { per: "hour", mode: "choice", stepMinutes: 30, price: 350, rolePrices: [] } as const;
const order = { people: 1, quantity: 1, roleIds: [], timezone: paris, windows: [] };
const evening = { weekdays: [1, 2, 3, 4, 5], start: "18:00", end: "22:00", fromDate: null, toDate: null };

test("rackets of 3.50 an hour, 90 minutes, 2 pieces: 10.50", () => {
  expect(priceExtra(racket, { ...order, span: span("17:30", "19:00"), quantity: 2 })).toEqual({
    ...{ unitPrice: 525, charged: 2, pieces: 2 },
  });
});

test("lights of 4.00 an hour from 18:00, booking 17:30–19:00: 4.00; minutes are rounded up to the step", () => {
  const lights = { ...racket, mode: "in_windows", price: 400 } as const;
  const lit = (start: string, end: string, more: object = {}) =>
    priceExtra({ ...lights, ...more }, { ...order, span: span(start, end), windows: [evening] });
  expect(lit("17:30", "19:00")).toEqual({ unitPrice: 400, charged: 1, pieces: 1 });
  expect(lit("17:30", "18:10")?.unitPrice).toBe(200);
  expect(lit("17:30", "18:10", { stepMinutes: 60 })?.unitPrice).toBe(400);
  expect(lit("16:30", "18:00")).toBeNull();
});

test("windows that overlap are counted once", () => {
  const windows = [evening, { ...evening, start: "18:30" }];
  expect(countMinutesInWindows(windows, { span: span("17:00", "19:00"), timezone: paris, step: 15 })).toBe(60);
});

test("per booking is one price for all pieces, per person one for each; the lowest price of a category counts", () => {
  const priced = (per: "booking" | "person" | "piece", roleIds: number[] = []) =>
    priceExtra(
      { ...racket, per, rolePrices: [{ roleId: 7, price: 300 }] },
      { ...order, span: span("10:00", "11:00"), people: 4, quantity: 2, roleIds },
    );
  expect(priced("booking")).toEqual({ unitPrice: 350, charged: 1, pieces: 2 });
  expect(priced("person")).toEqual({ unitPrice: 350, charged: 8, pieces: 8 });
  expect(priced("piece")).toEqual({ unitPrice: 350, charged: 2, pieces: 2 });
  expect(priced("piece", [7])?.unitPrice).toBe(300);
});

test("8 rackets, 6 out 18:00–19:30; 3 asked 19:00–20:00: 2 are free, and 3 from 19:30", () => {
  const out = Array.from({ length: 6 }, () => span("18:00", "19:30"));
  const asked = span("19:00", "20:00");
  expect(8 - countLent(out, asked)).toBe(2);
  expect(findFreeFrom(out, { quantity: 8, pieces: 3, span: asked })).toBe(at("19:30"));
});

test("no piece is lent twice, and no more numbers are used than loans run at one moment", () => {
  const loan = fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }))
    .map(([start, length]): Span => ({ start, end: start + length }));
  fc.assert(
    fc.property(fc.array(loan, { maxLength: 40 }), (loans) => {
      const numbers = numberPieces(loans);
      const twice = loans.flatMap((one, index) =>
        loans.filter(
          ({ start, end }, other) =>
            index < other && numbers[index] === numbers[other] && one.start < end && start < one.end,
        ),
      );
      expect(twice).toEqual([]);
      const most = Math.max(0, ...loans.map((one) => countLent(loans, one)));
      expect(Math.max(0, ...numbers)).toBe(most);
    }),
  );
});
