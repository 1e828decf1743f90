import { describe, expect, test } from "vitest";
import type { Translate } from "#messages/translator.ts";
import { explainTraceStep, computeQuote, type QuoteRequest } from "./prices-quote-rules.ts";
import type { PricePattern } from "./prices-rules.ts";

const courts: PricePattern = {
  id: "courts",
  name: "Courts",
  type: "field",
  createdAt: "2026-01-02T00:00:00Z",
  timeslots: [
    { name: "Peak", start: "18:00", end: "22:00", weekdays: [1, 2, 3, 4, 5] },
    { name: "Day", start: "08:00", end: "18:00", weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ],
  plans: [
    { name: "One hour", duration: 60 },
    { name: "Two hours", duration: 120 },
  ],
  details: [
    { timeslot: "Peak", plan: "One hour", roleId: null, price: 2400 },
    { timeslot: "Peak", plan: "One hour", roleId: 5, price: 1500 },
    { timeslot: "Peak", plan: "One hour", roleId: 6, price: 2000 },
    { timeslot: "Day", plan: "Two hours", roleId: null, price: 3000 },
  ],
};
const formerCourts: PricePattern = {
  ...courts,
  id: "former",
  name: "Former courts",
  createdAt: "2025-01-01T00:00:00Z",
};
const each: PricePattern = {
  ...courts,
  id: "each",
  name: "Each",
  type: "user",
  details: [{ timeslot: "Peak", plan: "Two hours", roleId: null, price: 700 }],
};
/** Wednesday at 18:30 in Paris. */
const peak = Date.parse("2026-07-15T16:30Z");
const ask = (given: Partial<QuoteRequest>) =>
  computeQuote({
    patterns: [courts],
    start: peak,
    duration: 60,
    people: 4,
    roleIds: [],
    timezone: "Europe/Paris",
    currency: "EUR",
    startStep: 30,
    ...given,
  });
const whysOf = (given: Partial<QuoteRequest>) =>
  ask(given).trace.map(({ rule, matched, why }) => `${matched ? "+" : "-"}${rule} ${why.replace("prices.why", "")}`);

describe("a quote", () => {
  test("is the price of the field, or of each person times the people", () => {
    expect(ask({})).toMatchObject({
      isSold: true,
      total: 2400,
      currency: "EUR",
      priceType: "field",
      patternId: "courts",
      plan: "One hour",
      timeslot: "Peak",
      lines: [{ label: "One hour · Peak", quantity: 1, unitPrice: 2400, total: 2400 }],
    });
    expect(ask({ patterns: [courts, each], duration: 120 })).toMatchObject({
      total: 2800,
      priceType: "user",
      lines: [{ label: "Two hours · Peak", quantity: 4, unitPrice: 700, total: 2800 }],
    });
  });

  test("is of the type that the booker chose, and of the field where nobody chose", () => {
    const both = [
      courts,
      { ...each, details: [...each.details, { ...each.details[0], plan: "One hour" }] },
    ] as PricePattern[];
    expect(ask({ patterns: both, priceType: "user" })).toMatchObject({ total: 2800, patternId: "each" });
    expect(ask({ patterns: both, priceType: null })).toMatchObject({ total: 2400, patternId: "courts" });
  });

  test("of a field without patterns is free, in its durations only", () => {
    const free = { total: 0, priceType: null, lines: [], patternId: null, plan: null, timeslot: null };
    expect(ask({ patterns: [], priceType: "user" })).toMatchObject(free);
    expect(ask({ patterns: [], duration: 45 })).toMatchObject({
      isSold: false,
      reason: { at: "duration", durations: [30, 60, 90, 120, 150, 180, 210, 240] },
    });
  });

  test("is refused beside what does not fit: the start, the duration, or the price type", () => {
    const sunday = Date.parse("2026-07-19T16:30Z");
    expect(ask({ start: sunday })).toMatchObject({
      isSold: false,
      reason: { at: "startTime", error: "prices.notSold" },
    });
    expect(ask({ duration: 120 })).toMatchObject({ reason: { at: "duration", durations: [60] } });
    expect(ask({ priceType: "user" })).toMatchObject({ reason: { at: "priceType", error: "prices.typeNotSold" } });
    expect(ask({ patterns: [courts, each], priceType: "user" })).toMatchObject({ reason: { durations: [120] } });
  });
});

describe("the trace tells", () => {
  test("the timeslot, the plan and the price that hold, and those that do not", () => {
    expect(whysOf({ roleIds: [6, 5] })).toEqual([
      "-timeslot NotTimeslot",
      "+timeslot Timeslot",
      "+plan Plan",
      "+price Role",
      "-price RoleDearer",
      "-price NotEverybody",
      "+pattern Pattern",
      "+total Field",
    ]);
    expect(whysOf({}).slice(3)).toEqual(["+price Everybody", "+pattern Pattern", "+total Field"]);
    expect(ask({ roleIds: [6, 5] }).trace[3]?.params).toEqual({ roleId: 5, price: 1500 });
  });

  test("every pattern’s verdict: another type, an older one, one that sells nothing", () => {
    const verdicts = (given: Partial<QuoteRequest>) => whysOf(given).filter((why) => why.includes("pattern"));
    expect(verdicts({ patterns: [each, formerCourts, courts] })).toEqual([
      "+pattern Pattern",
      "-pattern PatternOlder",
      "-pattern PatternOther",
    ]);
    const sunday = Date.parse("2026-07-19T16:30Z");
    expect(verdicts({ start: sunday })).toEqual(["-pattern PatternNothing"]);
  });

  test("why there is no price, and why there is none to pay", () => {
    expect(whysOf({ duration: 120 })).toContain("-price NotSold");
    expect(whysOf({ duration: 45 })).toContain("-plan NoPlan");
    expect(whysOf({ patterns: [] })).toEqual(["+free Free"]);
  });
});

test("a reason is said in the reader’s words", () => {
  const t = ((key: string, params: object) => `${key} ${JSON.stringify(params)}`) as Translate;
  const formats = {
    t,
    money: (minor: number) => `€${minor / 100}`,
    weekday: (number: number) => ["Monday", "Tuesday", "Wednesday"][number - 1] ?? "",
    time: (wallTime: string) => wallTime.replace(":", " h "),
    role: (id: number) => `role ${id}`,
    duration: (minutes: number) => `${minutes} minutes`,
  };
  const said = ask({ roleIds: [5] }).trace.map((step) => explainTraceStep(step, formats));
  expect(said[1]).toBe(
    'prices.whyTimeslot {"pattern":"Courts","timeslot":"Peak","weekday":"Wednesday","time":"18 h 30"}',
  );
  expect(said[2]).toBe('prices.whyPlan {"pattern":"Courts","plan":"One hour","duration":"60 minutes"}');
  expect(said[3]).toBe('prices.whyRole {"role":"role 5","price":"€15"}');
});
