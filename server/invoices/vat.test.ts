import fc from "fast-check";
import { expect, test } from "vitest";
import { splitAmount, netAmount, scaleLines, totalsByRate, addNetAmounts } from "./vat.ts";

const rate = fc.oneof(fc.constantFrom(0, 210, 550, 1000, 2000), fc.integer({ min: 0, max: 10_000 }));
const gross = fc.integer({ min: 0, max: 100_000_000 });
const line = fc.record({ total: gross, rate, quantity: fc.integer({ min: 1, max: 22 }) });
const lines = fc.array(line, { minLength: 1, maxLength: 40 });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test.each([
  [1200, 2000, 1000],
  [1800, 2000, 1500],
  [1000, 2000, 833],
  [1, 2000, 1],
  [5, 2000, 4],
  [3, 2000, 3],
  [2500, 550, 2370],
  [1000, 0, 1000],
  [-1000, 2000, -833],
  [9, 2000, 8],
])("%d with VAT at %d are %d without", (price, at, net) => expect(netAmount(price, at)).toBe(net));

test("the net is the nearest whole cent, and half a cent goes up", () => {
  fc.assert(
    fc.property(gross, rate, (price, at) => {
      const distance = 2n * (BigInt(netAmount(price, at)) * BigInt(10_000 + at) - BigInt(price) * 10_000n);
      expect(distance <= BigInt(10_000 + at) && distance > -BigInt(10_000 + at)).toBe(true);
      expect(netAmount(-price, at) + netAmount(price, at)).toBe(0);
    }),
  );
});

test("whatever is split adds up again, nobody is off by a cent, and the order of equals stays", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000, max: 100_000_000 }),
      fc.array(gross, { minLength: 1, maxLength: 40 }),
      (amount, weights) => {
        const parts = splitAmount(amount, weights);
        expect(sum(parts)).toBe(amount);
        const whole = sum(weights);
        if (whole === 0) return;
        parts.forEach((part, index) => {
          expect(Math.abs(part - (amount * (weights[index] ?? 0)) / whole)).toBeLessThan(1.01);
          expect(Object.is(part, -0)).toBe(false);
        });
      },
    ),
  );
  expect(splitAmount(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitAmount(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
  expect(splitAmount(5, [0, 0])).toEqual([5, 0]);
});

test("totals by rate always equal what was charged, and the lines' nets those of their rate", () => {
  fc.assert(
    fc.property(lines, (some) => {
      const totals = totalsByRate(some);
      expect(sum(totals.map((total) => total.net + total.vat))).toBe(sum(some.map((total) => total.total)));
      for (const one of totals) {
        expect(one.net).toBe(netAmount(one.gross, one.rate));
        const rateLines = addNetAmounts(some).filter((each) => each.rate === one.rate);
        expect(sum(rateLines.map(({ net }) => net))).toBe(one.net);
      }
      expect(totals.map((total) => total.rate)).toEqual(
        [...new Set(some.map((total) => total.rate))].sort((a, b) => b - a),
      );
    }),
  );
});

test("a part of lines adds up to that part, and each line is so many times its price", () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: -100_000_000, max: 100_000_000 }), (some, amount) => {
      const parts = scaleLines(some, amount);
      expect(sum(parts.map(({ total }) => total))).toBe(amount);
      for (const { quantity, unitPrice, total } of parts) expect(quantity * unitPrice).toBe(total);
    }),
  );
  const four = { quantity: 4, unitPrice: 500, total: 2000 };
  expect(scaleLines([four], 2000)).toEqual([four]);
  expect(scaleLines([four], 1000)).toEqual([{ quantity: 4, unitPrice: 250, total: 1000 }]);
  expect(scaleLines([four], 999)).toEqual([{ quantity: 1, unitPrice: 999, total: 999 }]);
});

test("what is given back in full is the invoice, negatively", () => {
  fc.assert(
    fc.property(lines, (some) => {
      const back = scaleLines(some, -sum(some.map(({ total }) => total)));
      const [there, again] = [totalsByRate(some), totalsByRate(back)];
      expect(again.map((one) => -one.vat || 0)).toEqual(there.map((one) => one.vat));
    }),
  );
});
