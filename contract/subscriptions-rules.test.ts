import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ageOn,
  countDays,
  countDaysIn,
  countUsedDays,
  type DateSpan,
  discountOf,
  holdsUntil,
  isIn,
  isNoticeMissed,
  lastDayOfTerm,
  listGrantSpans,
  noticeDay,
  offerTerm,
  priceOfUse,
  type SubscriptionRun,
  subscriptionStateOf,
} from "./subscriptions-rules.ts";

const season = { termKind: "season", termLength: null, seasonStart: "09-01", price: 24_000 } as const;
const year = { termKind: "months", termLength: 12, seasonStart: null, price: 24_000, prorate: "none" } as const;

test("a season of 240.00 begun on 15 January costs 160.00 by month, 150.58 by day, and 240.00 where it is not prorated", () => {
  const begun = (prorate: "none" | "month" | "day") => offerTerm({ ...season, prorate }, "2027-01-15");
  expect(begun("month")).toMatchObject({
    ...{ from: "2027-01-15", to: "2027-08-31", price: 16_000 },
    prorated: { by: "month", left: 8, of: 12 },
  });
  expect(begun("day")).toMatchObject({ price: 15_058, prorated: { by: "day", left: 229, of: 365 } });
  expect(begun("none")).toMatchObject({ price: 24_000, prorated: null });
  expect(offerTerm({ ...season, prorate: "month" }, "2026-09-01")).toMatchObject({ price: 24_000, prorated: null });
  expect(offerTerm(year, "2027-01-15")).toMatchObject({ to: "2028-01-14", price: 24_000, prorated: null });
});

test("months end on the last day where the day does not exist, and come back to it; leap years have their day", () => {
  const month = { ...year, termLength: 1 };
  expect(lastDayOfTerm(month, "2027-01-31")).toBe("2027-02-27");
  expect(lastDayOfTerm(month, "2027-02-28", 31)).toBe("2027-03-30");
  expect(lastDayOfTerm(month, "2027-03-31", 31)).toBe("2027-04-29");
  expect(lastDayOfTerm({ ...year, termLength: 12 }, "2028-02-29")).toBe("2029-02-27");
  expect(lastDayOfTerm({ ...season, seasonStart: "02-29" }, "2027-06-01")).toBe("2028-02-28");
  expect(lastDayOfTerm({ termKind: "days", termLength: 1, seasonStart: null }, "2027-06-01")).toBe("2027-06-01");
});

test("terms follow one another without a gap, whatever the day of the beginning", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 1, max: 36 }), (offset, termLength) => {
      let from = Temporal.PlainDate.from("2026-01-01").add({ days: offset });
      const { day } = from;
      const first = from;
      for (let count = 1; count <= 6; count += 1) {
        const to = Temporal.PlainDate.from(lastDayOfTerm({ ...year, termLength }, from.toString(), day));
        from = to.add({ days: 1 });
        expect(from.toString()).toBe(first.add({ months: termLength * count }).toString());
      }
    }),
  );
});

const run: SubscriptionRun = {
  ...{ startsOn: "2026-09-01", endsOn: "2027-08-31", holdsUntil: "2027-09-10", canceledOn: null, freezes: [] },
};
const terms = [{ from: "2026-09-01", to: "2027-08-31" }];
const isGranted = (of: SubscriptionRun, date: string, today: string) =>
  listGrantSpans(of, terms, today).some((span) => isIn(date, span));

test("states follow the days: to begin, running, in grace for its days, ended; frozen and canceled", () => {
  const stateOn = (today: string, more: Partial<SubscriptionRun> = {}) =>
    subscriptionStateOf({ ...run, ...more }, today);
  expect(stateOn("2026-08-31")).toBe("scheduled");
  expect(stateOn("2026-09-01")).toBe("active");
  expect(stateOn("2027-08-31")).toBe("active");
  expect(stateOn("2027-09-10")).toBe("grace");
  expect(stateOn("2027-09-11")).toBe("ended");
  expect(stateOn("2027-09-01", { holdsUntil: "2027-08-31" })).toBe("ended");
  expect(stateOn("2027-02-01", { freezes: [{ from: "2027-02-01", to: "2027-03-02" }] })).toBe("frozen");
  expect(stateOn("2027-03-03", { freezes: [{ from: "2027-02-01", to: "2027-03-02" }] })).toBe("active");
  expect(stateOn("2027-02-01", { canceledOn: "2027-02-01" })).toBe("canceled");
});

test("member prices hold in the term and in the grace once it has begun, never in a freeze or after the end", () => {
  expect(isGranted(run, "2027-09-05", "2027-08-20")).toBe(false);
  expect(isGranted(run, "2027-09-10", "2027-09-05")).toBe(true);
  expect(isGranted(run, "2027-09-11", "2027-09-05")).toBe(false);
  const frozen = { ...run, freezes: [{ from: "2027-02-01", to: "2027-03-02" }] };
  expect(isGranted(frozen, "2027-02-20", "2027-01-01")).toBe(false);
  expect(isGranted(frozen, "2027-03-03", "2027-01-01")).toBe(true);
  expect(isGranted({ ...run, canceledOn: "2027-01-10" }, "2027-01-10", "2027-01-10")).toBe(false);
  expect(isGranted({ ...run, canceledOn: "2027-01-10" }, "2027-01-09", "2027-01-10")).toBe(true);
});

const day = fc
  .integer({ min: -20, max: 420 })
  .map((days) => Temporal.PlainDate.from("2026-09-01").add({ days }).toString());
const span = fc
  .tuple(day, day)
  .map(([one, other]): DateSpan => (one < other ? { from: one, to: other } : { from: other, to: one }));

test("whatever is frozen and canceled: granted is what lies in a term or its grace, in no freeze, and before the end", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 3 }), fc.option(day), day, day, (freezes, canceledOn, date, today) => {
      const of = { ...run, freezes, canceledOn };
      const inGrace = today > run.endsOn && "2027-09-01" <= date && date <= "2027-09-10";
      const isWithin = ("2026-09-01" <= date && date <= run.endsOn) || inGrace;
      const expected =
        isWithin && !freezes.some((freeze) => isIn(date, freeze)) && (canceledOn === null || date < canceledOn);
      expect(isGranted(of, date, today)).toBe(expected);
    }),
  );
});

test("of a year of 240.00, 5 days used keep 3.29; on 1 March 184 of 365 days are left: 120.99, of 360.00 181.48", () => {
  const used = countUsedDays({ from: "2027-01-01", to: "2027-12-31" }, [], "2027-01-06");
  expect(used).toEqual({ used: 5, of: 365 });
  expect(priceOfUse(24_000, used)).toBe(329);
  const left = countUsedDays({ from: "2026-09-01", to: "2027-08-31" }, [], "2027-03-01");
  expect([left.of - left.used, left.of]).toEqual([184, 365]);
  expect(24_000 - priceOfUse(24_000, left)).toBe(12_099);
  expect(Math.round((36_000 * 184) / 365)).toBe(18_148);
  // Frozen days are neither used nor part of the term that was paid.
  const frozen = [{ from: "2027-02-01", to: "2027-03-02" }];
  expect(countUsedDays({ from: "2026-09-01", to: "2027-09-30" }, frozen, "2027-03-03")).toEqual({ used: 153, of: 365 });
});

test("what is kept and what comes back add up to the price on each day, and never grow less or more than it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), day, (price, today) => {
      const used = countUsedDays(terms[0] ?? { from: "", to: "" }, [], today);
      const kept = priceOfUse(price, used);
      expect(kept).toBeGreaterThanOrEqual(0);
      expect(kept).toBeLessThanOrEqual(price);
    }),
  );
});

test("ends on 31 August 2027, notice 45 days: told on 17 July; not told until 2 August, it may be ended at any time", () => {
  expect(noticeDay("2027-08-31", 45)).toBe("2027-07-17");
  expect(isNoticeMissed(null, "2027-08-31", "2027-07-20")).toBe(false);
  expect(isNoticeMissed(null, "2027-08-31", "2027-08-02")).toBe(true);
  expect(isNoticeMissed("2027-08-02", "2027-08-31", "2027-08-02")).toBe(true);
  expect(isNoticeMissed("2027-07-17", "2027-08-31", "2027-08-30")).toBe(false);
});

test("ages are completed years, also of who was born on 29 February; 15 % off 33.50 is 28.47", () => {
  expect(ageOn("2009-08-30", "2027-08-29")).toBe(17);
  expect(ageOn("2009-08-30", "2027-09-01")).toBe(18);
  expect(ageOn("2008-02-29", "2027-02-28")).toBe(18);
  expect(ageOn("2008-02-29", "2027-03-01")).toBe(19);
  expect(3350 - discountOf(3350, 15)).toBe(2847);
});

test("the days of grace are counted from the first day of the new term, or from when it was charged late", () => {
  const of = { endsOn: "2027-08-31", renews: true, graceDays: 10 };
  expect(holdsUntil(of)).toBe("2027-09-10");
  expect(holdsUntil(of, "2027-09-01")).toBe("2027-09-10");
  expect(holdsUntil(of, "2027-09-20")).toBe("2027-09-29");
  expect(holdsUntil({ ...of, renews: false })).toBe("2027-08-31");
});

test("days of spans are counted where they touch", () => {
  expect(countDays({ from: "2027-02-01", to: "2027-03-02" })).toBe(30);
  expect(countDaysIn([{ from: "2027-01-30", to: "2027-02-02" }], { from: "2027-02-01", to: "2027-02-28" })).toBe(2);
  expect(countDays({ from: "2027-02-02", to: "2027-02-01" })).toBe(0);
});
