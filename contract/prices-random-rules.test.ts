/** Compares prices with a simple reference implementation, on thousands of random patterns. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkGrid, buildHeatMap, createTimeslotMatcher } from "./prices-grid-rules.ts";
import { computeQuote } from "./prices-quote-rules.ts";
import { listPriceOptions, createPriceReader, type PricePattern, type PriceType } from "./prices-rules.ts";

/** Grids without overlaps: the day is cut at random times, and the last timeslot runs past midnight to the first. */
const grid = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 0, max: 143 }), { minLength: 1, maxLength: 5 }),
    days: fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }), {
      minLength: 5,
      maxLength: 5,
    }),
    durations: fc.uniqueArray(fc.constantFrom(30, 45, 60, 90, 120), { minLength: 1, maxLength: 4 }),
    prices: fc.array(fc.option(fc.integer({ min: 0, max: 9999 })), { minLength: 60, maxLength: 60 }),
  })
  .map(({ cuts, days, durations, prices }) => {
    const wall = (ten: number) => new Date(ten * 600_000).toISOString().slice(11, 16);
    const sorted = cuts.toSorted((one, other) => one - other);
    const timeslots = sorted.map((cut, index) => ({
      name: `from ${wall(cut)}`,
      start: wall(cut),
      end: wall(sorted[(index + 1) % sorted.length] ?? cut),
      weekdays: days[index] ?? [],
    }));
    const plans = durations.map((duration) => ({ name: `${duration} min`, duration }));
    const cells = timeslots.flatMap((timeslot) =>
      plans.flatMap((plan) => [null, 5, 6].map((roleId) => ({ timeslot: timeslot.name, plan: plan.name, roleId }))),
    );
    return { timeslots, plans, details: cells.map((one, index) => ({ ...one, price: prices[index] ?? null })) };
  });
const patterns = fc
  .array(fc.record({ grid, type: fc.constantFrom<PriceType>("field", "user"), day: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) =>
    all.map(({ grid: one, type, day }, index): PricePattern => ({
      ...one,
      id: `p${index}`,
      name: `Pattern ${index}`,
      type,
      createdAt: `2026-01-0${day}T00:00:0${index}Z`,
    })),
  );
const asked = fc.record({
  patterns,
  timezone: fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
  start: fc.integer({ min: 0, max: 35_000_000 }).map((minutes) => minutes * 60_000),
  roleIds: fc.subarray([5, 6, 7]),
  people: fc.integer({ min: 1, max: 30 }),
});

function cellOf(
  { timeslots, plans, details }: PricePattern,
  start: number,
  timezone: string,
  roleIds: number[],
  duration: number,
) {
  const { dayOfWeek, hour, minute } = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone);
  const [now, before] = [hour * 60 + minute, ((dayOfWeek + 5) % 7) + 1];
  const minutes = (wall: string) => Number(wall.slice(0, 2)) * 60 + Number(wall.slice(3));
  const slot = timeslots.find(({ start: from, end: to, weekdays }) =>
    minutes(from) < minutes(to)
      ? weekdays.includes(dayOfWeek) && now >= minutes(from) && now < minutes(to)
      : (weekdays.includes(dayOfWeek) && now >= minutes(from)) || (weekdays.includes(before) && now < minutes(to)),
  );
  const plan = plans.find((one) => one.duration === duration);
  const cells = details.filter((one) => one.timeslot === slot?.name && one.plan === plan?.name && one.price !== null);
  const priceOf = (roles: (number | null)[]) =>
    cells
      .flatMap(({ roleId, price }) => (roles.includes(roleId) && price !== null ? [price] : []))
      .toSorted((a, b) => a - b)[0];
  return priceOf(roleIds) ?? priceOf([null]);
}
const runs = { numRuns: 3000 };

describe("of random grids, in all zones", () => {
  test("every price is the cell of the grid, of the newest pattern of its type that sells then", () => {
    fc.assert(
      fc.property(asked, ({ people: _people, ...given }) => {
        expect(given.patterns.flatMap(checkGrid)).toEqual([]);
        const options = listPriceOptions({ ...given, startStep: 30 });
        for (const type of ["field", "user"] as const) {
          const soldBy = (one: PricePattern) =>
            one.plans
              .map(
                ({ duration }) =>
                  [duration, cellOf(one, given.start, given.timezone, given.roleIds, duration)] as const,
              )
              .filter(([, price]) => price !== undefined);
          const [holding] = given.patterns
            .filter((one) => one.type === type && soldBy(one).length > 0)
            .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
          const told = options.filter(({ priceType }) => priceType === type);
          expect(new Map(told.map(({ duration, price }) => [duration, price]))).toEqual(
            new Map(holding ? soldBy(holding) : []),
          );
          expect(told.every(({ patternId }) => patternId === holding?.id)).toBe(true);
        }
      }),
      runs,
    );
  });

  test("a quote’s total is the sum of its lines, and what was offered at the start", () => {
    fc.assert(
      fc.property(asked, fc.constantFrom<PriceType | undefined>(undefined, "field", "user"), (given, priceType) => {
        const options = listPriceOptions({ ...given, startStep: 30 });
        for (const duration of [30, 45, 60, 90, 120]) {
          const answer = computeQuote({ ...given, startStep: 30, duration, currency: "EUR", priceType });
          const offered = options.find(
            (one) => one.duration === duration && (!priceType || one.priceType === priceType),
          );
          expect(answer.isSold).toBe(offered !== undefined);
          const verdicts = answer.trace.filter(({ rule }) => rule === "pattern");
          expect(verdicts).toHaveLength(given.patterns.length);
          expect(verdicts.filter(({ matched }) => matched)).toHaveLength(answer.isSold ? 1 : 0);
          if (!answer.isSold) continue;
          expect(answer.total).toBe(answer.lines.reduce((sum, line) => sum + line.total, 0));
          expect(answer.lines.every((line) => line.total === line.quantity * line.unitPrice)).toBe(true);
          expect(answer.total).toBe((offered?.price ?? NaN) * (answer.priceType === "user" ? given.people : 1));
          expect([answer.priceType, answer.patternId]).toEqual([offered?.priceType, offered?.patternId]);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test("the heat-map of a plan is what is sold in each half hour of a week", () => {
    fc.assert(
      fc.property(grid, fc.subarray([5, 6]), (one, roleIds) => {
        const only: PricePattern = { ...one, id: "", name: "", type: "field", createdAt: "2026-01-01T00:00:00Z" };
        const read = createPriceReader({ patterns: [only], timezone: "UTC", roleIds, startStep: 30 });
        const [plan] = only.plans;
        const map = buildHeatMap(only, { plan: plan?.name ?? "", roleIds }).flat();
        const monday = Date.parse("2026-07-13T00:00Z");
        const read48 = map.map(
          (_, half) =>
            read(monday + half * 1_800_000).find(({ duration }) => duration === plan?.duration)?.price ?? null,
        );
        expect(map).toEqual(read48);
      }),
      { numRuns: 300 },
    );
  });

  test("no two timeslots accepted without overlaps cover the same time", () => {
    const time = { weekday: fc.integer({ min: 1, max: 7 }), minute: fc.integer({ min: 0, max: 1439 }) };
    fc.assert(
      fc.property(grid, fc.record(time), ({ timeslots }, moment) => {
        expect(timeslots.filter((one) => createTimeslotMatcher(one)(moment)).length).toBeLessThan(2);
      }),
      runs,
    );
  });
});
