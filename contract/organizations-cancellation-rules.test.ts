import { describe, expect, test } from "vitest";
import { BookingRulesDraft, type CancellationPolicy } from "./organization-options.ts";
import { computeRefund, kindestCancellation, percentAt } from "./organizations-cancellation-rules.ts";

const HOUR_MS = 3_600_000;
const hours = (until: number, ...steps: [hours: number, percent: number][]): CancellationPolicy => ({
  until: until * 60,
  steps: steps.map(([from, percent]) => ({ from: from * 60, percent })),
});
const usual = hours(0, [48, 100], [24, 50]);

test("a boundary belongs to the better step, and below the last one nothing comes back", () => {
  const shares = [
    [48 * HOUR_MS, 100],
    [48 * HOUR_MS - 1, 50],
    [24 * HOUR_MS, 50],
    [24 * HOUR_MS - 1, 0],
    [-1, 0],
  ] as const;
  for (const [timeLeft, percent] of shares) expect(percentAt(usual, timeLeft)).toBe(percent);
});

test("what was not paid is taken from what comes back, and what was paid too much comes back", () => {
  expect(computeRefund({ price: 3350, paid: 3350 }, 50)).toBe(1675);
  expect(computeRefund({ price: 3335, paid: 3335 }, 50)).toBe(1668);
  expect(computeRefund({ price: 4000, paid: 3000 }, 50)).toBe(1000);
  expect(computeRefund({ price: 4000, paid: 1000 }, 50)).toBe(0);
  expect(computeRefund({ price: 3000, paid: 4000 }, 0)).toBe(1000);
  expect(computeRefund({ price: 0, paid: 0 }, 50)).toBe(0);
});

test("steps go down towards the start; what is wrong is named at its row", () => {
  const check = (...steps: [number, number][]) => {
    const rules = { horizonDays: null, noticeMinutes: null, mostActive: null, cancellation: hours(0, ...steps) };
    return BookingRulesDraft.safeParse(rules).error?.issues.map(({ path, message }) => [path.join("."), message]);
  };
  expect(check([48, 100], [24, 50], [12, 20])).toBeUndefined();
  expect(check()).toBeUndefined();
  expect(check([48, 100], [48, 50])).toEqual([["cancellation.steps.1.from", "organizations.cancellationLater"]]);
  expect(check([48, 100], [24, 50], [12, 50])).toEqual([
    ["cancellation.steps.2.percent", "organizations.cancellationLess"],
  ]);
  expect(check([6, 90], [5, 80], [4, 70], [3, 60], [2, 50], [1, 40])).toHaveLength(1);
});

describe("of several conditions", () => {
  test("the kindest holds at each moment", () => {
    const strict = hours(24, [72, 100], [12, 30]);
    expect(kindestCancellation([usual, strict])).toEqual(hours(0, [48, 100], [24, 50], [12, 30]));
    expect(kindestCancellation([usual, null])).toBeNull();
    expect(kindestCancellation([usual])).toEqual(usual);
  });

  test("on random steps: the share of the kindest is the greatest of them, and a refund is within what was paid", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const descending = (count: number, below: number) =>
      [...new Set(Array.from({ length: count }, () => 1 + random(below)))].toSorted((one, other) => other - one);
    const randomPolicy = (): CancellationPolicy => {
      const [moments, percents] = [descending(5, 6000), descending(5, 100)];
      const steps = moments.slice(0, percents.length).map((from, index) => ({ from, percent: percents[index] ?? 1 }));
      return { until: random(3000), steps };
    };
    for (let round = 0; round < 150; round += 1) {
      const policies = [randomPolicy(), randomPolicy(), randomPolicy()].slice(0, 1 + random(3));
      const kindest = kindestCancellation(policies);
      if (!kindest) throw new Error("None of them is without conditions");
      expect(kindest.until).toBe(Math.min(...policies.map(({ until }) => until)));
      const price = random(20_000);
      const paid = random(price + 1);
      let before = 0;
      for (let minutes = 0; minutes < 6100; minutes += 1 + random(200)) {
        const percent = percentAt(kindest, minutes * 60_000);
        expect(percent).toBe(Math.max(...policies.map((policy) => percentAt(policy, minutes * 60_000))));
        const refund = computeRefund({ price, paid }, percent);
        expect(Number.isInteger(refund)).toBe(true);
        expect(refund).toBeGreaterThanOrEqual(before);
        expect(refund).toBeLessThanOrEqual(paid);
        // The club keeps its share, or all that was paid where that is less.
        expect(paid - refund).toBe(Math.min(paid, price - Math.round((price * percent) / 100)));
        before = refund;
      }
      expect(computeRefund({ price, paid }, 100)).toBe(paid);
    }
  });
});
