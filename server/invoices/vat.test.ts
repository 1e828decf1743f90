import fc from "fast-check";
import { expect, test } from "vitest";
import { netAmount } from "#contract/invoices-vat-rules.ts";
import { addNetAmounts, creditedByRate, type RateTotal, scaleLines, splitAmount, totalsByRate } from "./vat.ts";

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

test("a court at 20 % and a ticket at 5.5 % have their VAT each, and an exempt lesson none beside what is free of VAT", () => {
  const sold = [
    { total: 2400, rate: 2000 },
    { total: 200, rate: 550 },
  ];
  expect(totalsByRate(sold)).toEqual([
    { rate: 2000, net: 2000, vat: 400, gross: 2400 },
    { rate: 550, net: 190, vat: 10, gross: 200 },
  ]);
  expect(
    totalsByRate([
      { total: 300, rate: 0, isExempt: true },
      { total: 100, rate: 0 },
      { total: 200, rate: 0, isExempt: true },
    ]),
  ).toEqual([
    { rate: 0, net: 100, vat: 0, gross: 100 },
    { rate: 0, isExempt: true, net: 500, vat: 0, gross: 500 },
  ]);
});

test("debts of 12.00, 24.00 and 38.50 have VAT of 12.42, and 99.99 in three parts has that of the whole", () => {
  const debts = [1200, 2400, 3850].map((total) => ({ total, rate: 2000 }));
  expect(totalsByRate(debts)).toEqual([{ rate: 2000, net: 6208, vat: 1242, gross: 7450 }]);
  const parts: RateTotal[] = [];
  for (let part = 0; part < 3; part += 1) parts.push(...totalsByRate([{ total: 3333, rate: 2000 }], parts));
  expect([sum(parts.map(({ net }) => net)), sum(parts.map(({ vat }) => vat))]).toEqual([8333, 1666]);
});

test("a rate of 8.875 % is exact", () => {
  // 43.55 ÷ 1.08875 = 40.0000
  expect(totalsByRate([{ total: 4355, rate: 887.5 }])).toEqual([{ rate: 887.5, net: 4000, vat: 355, gross: 4355 }]);
});

/** Credits so much of each line, in turn. @returns the VAT of each note, and what is left of the invoice */
function creditInTurn(sold: readonly { total: number; rate: number; isExempt?: boolean }[], credits: number[][]) {
  const invoice = totalsByRate(sold);
  const notes: RateTotal[][] = [];
  for (const amounts of credits) {
    const credited = sold.map((one, index) => ({ ...one, total: -(amounts[index] ?? 0) }));
    notes.push(creditedByRate(credited, invoice, notes.flat()));
  }
  const all = [...invoice, ...notes.flat()];
  const left = { gross: sum(all.map((one) => one.gross)), vat: sum(all.map((one) => one.vat)) };
  return { vat: notes.map((note) => -sum(note.map((one) => one.vat))), left };
}

test("9.99 credited in three of 3.33 has VAT of 0.55, 0.56 and 0.55, and nothing is left", () => {
  expect(creditInTurn([{ total: 999, rate: 2000 }], [[333], [333], [333]])).toEqual({
    vat: [55, 56, 55],
    left: { gross: 0, vat: 0 },
  });
});

test("of 48.00 for a court, rackets and lights, the rackets are credited by themselves", () => {
  const sold = [3350, 1050, 400].map((total) => ({ total, rate: 2000 }));
  expect(creditInTurn(sold, [[0, 1050, 0]])).toEqual({ vat: [175], left: { gross: 3750, vat: 625 } });
});

const taxedLine = fc.record({
  total: fc.integer({ min: 1, max: 1_000_000 }),
  tax: fc.constantFrom({ rate: 0 }, { rate: 0, isExempt: true }, { rate: 550 }, { rate: 887.5 }, { rate: 2000 }),
});

test("whatever is credited of lines at several rates, net and VAT keep their sign, and nothing is left in the end", () => {
  fc.assert(
    fc.property(
      fc.array(taxedLine, { minLength: 1, maxLength: 8 }),
      fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }), { maxLength: 6 }),
      (drawn, shares) => {
        const sold = drawn.map(({ total, tax }) => ({ total, ...tax }));
        const invoice = totalsByRate(sold);
        const left = sold.map(({ total }) => total);
        const notes: RateTotal[] = [];
        for (const share of [...shares, left.map(() => 1)]) {
          const amounts = left.map((most, index) => Math.floor(most * (share[index] ?? 0)));
          amounts.forEach((amount, index) => (left[index] = (left[index] ?? 0) - amount));
          const credited = sold.map((one, index) => ({ ...one, total: -(amounts[index] ?? 0) }));
          const totals = creditedByRate(credited, invoice, notes);
          expect(totals.every(({ gross: all, net, vat }) => net <= 0 && vat <= 0 && net + vat === all)).toBe(true);
          const nets = addNetAmounts(credited, totals).map(({ net }) => net);
          expect(sum(nets)).toBe(sum(totals.map(({ net }) => net)));
          notes.push(...totals);
        }
        for (const { rate: at, isExempt } of invoice) {
          const its = [...invoice, ...notes].filter((one) => one.rate === at && one.isExempt === isExempt);
          expect([sum(its.map((one) => one.gross)), sum(its.map((one) => one.vat))]).toEqual([0, 0]);
        }
      },
    ),
  );
});
