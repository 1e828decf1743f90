/** A quote: the price of one booking, and how it came about. Pure, for both sides; amounts are minor units. */
import type { Translate } from "#words/words.ts";
import { minutesOf, wallClock } from "./hours-week-rules.ts";
import { holder, pricesFor } from "./prices-grid-rules.ts";
import {
  byPrecedence,
  durationsAt,
  type PriceOption,
  type PricePattern,
  type PriceType,
  type Selling,
} from "./prices-rules.ts";

/** What each reason tells of: names as people gave them, amounts in minor units, durations in minutes. */
export interface Reasons {
  "prices.whyFree": Record<never, never>;
  "prices.whyTimeslot": { pattern: string; timeslot: string; weekday: number; time: string };
  "prices.whyNotTimeslot": { pattern: string; timeslot: string; weekday: number; time: string };
  "prices.whyPlan": { pattern: string; plan: string; duration: number };
  "prices.whyNoPlan": { pattern: string; duration: number };
  "prices.whyRole": { roleId: number; price: number };
  "prices.whyRoleDearer": { roleId: number; price: number };
  "prices.whyEverybody": { price: number };
  "prices.whyNotEverybody": { price: number };
  "prices.whyNotSold": { timeslot: string; plan: string };
  "prices.whyPattern": { pattern: string };
  "prices.whyPatternOlder": { pattern: string };
  "prices.whyPatternOther": { pattern: string };
  "prices.whyPatternNothing": { pattern: string };
  "prices.whyField": { price: number };
  "prices.whyUser": { price: number; people: number; total: number };
}
type ReasonKey = keyof Reasons;
export const traceRules = ["free", "timeslot", "plan", "price", "pattern", "total"] as const;

/** One thing that was looked at on the way to a price. */
export type TraceStep = {
  [K in ReasonKey]: { rule: (typeof traceRules)[number]; matched: boolean; why: K; params: Reasons[K] };
}[ReasonKey];

export interface QuoteLine {
  /** Plan and timeslot, as the pattern names them. */
  label: string;
  quantity: number;
  unitPrice: number;
  total: number;
}
export interface Quote {
  isSold: true;
  total: number;
  currency: string;
  /** Null where the field has no patterns: free, without lines. */
  priceType: PriceType | null;
  lines: QuoteLine[];
  patternId: string | null;
  plan: string | null;
  timeslot: string | null;
  trace: TraceStep[];
}
/** Why there is no price, and the member of a draft that it stands beside. */
export type Refused =
  | { at: "startTime"; error: "prices.notSold" }
  | { at: "priceType"; error: "prices.typeNotSold" }
  | { at: "duration"; error: "prices.durationNotSold"; durations: number[] };
export interface Refusal {
  isSold: false;
  refused: Refused;
  trace: TraceStep[];
}

export interface Asked extends Selling {
  start: number;
  duration: number;
  people: number;
  /** What the booker chose. Left out: of the types that sell the duration then, the field's before each person's. */
  priceType?: PriceType | null;
  currency: string;
}

const pad = (count: number) => String(count).padStart(2, "0");

/** What a pattern looked at, from its timeslots to the prices of the cell; its own verdict comes last. */
function traceOf(pattern: PricePattern, { start, duration, timezone, roleIds }: Asked): TraceStep[] {
  const clock = wallClock(timezone)(start);
  const time = `${pad(Math.floor(clock.minute / 60))}:${pad(clock.minute % 60)}`;
  const found = pattern.timeslots.find((timeslot) => holder(timeslot)(clock));
  const steps: TraceStep[] = pattern.timeslots
    .toSorted((one, other) => minutesOf(one.start) - minutesOf(other.start))
    .map((timeslot) => ({
      rule: "timeslot",
      matched: timeslot === found,
      why: timeslot === found ? "prices.whyTimeslot" : "prices.whyNotTimeslot",
      params: { pattern: pattern.name, timeslot: timeslot.name, weekday: clock.weekday, time },
    }));
  if (!found) return steps;
  const plan = pattern.plans.find((one) => one.duration === duration);
  if (!plan) {
    const params = { pattern: pattern.name, duration };
    return [...steps, { rule: "plan", matched: false, why: "prices.whyNoPlan", params }];
  }
  const params = { pattern: pattern.name, plan: plan.name, duration };
  steps.push({ rule: "plan", matched: true, why: "prices.whyPlan", params });
  const cell = { timeslot: found.name, plan: plan.name };
  const prices = pricesFor(pattern.details, roleIds)(found.name, plan.name);
  if (prices.length === 0) return [...steps, { rule: "price", matched: false, why: "prices.whyNotSold", params: cell }];
  const looked = prices.map(({ roleId, price }, index): TraceStep => {
    const matched = index === 0;
    const step = { rule: "price", matched } as const;
    return roleId === null
      ? { ...step, why: matched ? "prices.whyEverybody" : "prices.whyNotEverybody", params: { price } }
      : { ...step, why: matched ? "prices.whyRole" : "prices.whyRoleDearer", params: { roleId, price } };
  });
  return [...steps, ...looked];
}

/** Every pattern with all it looked at, and which one holds. */
function traceAll(asked: Asked, options: readonly PriceOption[], chosen: PriceOption | undefined): TraceStep[] {
  return byPrecedence(asked.patterns).flatMap((pattern) => {
    const matched = pattern.id === chosen?.patternId;
    const sells = durationsAt({ ...asked, patterns: [pattern] }).length > 0;
    const isOffered = options.some(({ patternId }) => patternId === pattern.id);
    const why = matched
      ? "prices.whyPattern"
      : !sells
        ? "prices.whyPatternNothing"
        : isOffered
          ? "prices.whyPatternOther"
          : "prices.whyPatternOlder";
    return [
      ...traceOf(pattern, asked),
      { rule: "pattern", matched, why, params: { pattern: pattern.name } } satisfies TraceStep,
    ];
  });
}

function refusalOf(options: readonly PriceOption[], priceType: PriceType | null | undefined): Refused {
  if (options.length === 0) return { at: "startTime", error: "prices.notSold" };
  const ofType = options.filter((option) => !priceType || !option.priceType || option.priceType === priceType);
  if (ofType.length === 0) return { at: "priceType", error: "prices.typeNotSold" };
  const durations = [...new Set(ofType.map(({ duration }) => duration))].toSorted((one, other) => one - other);
  return { at: "duration", error: "prices.durationNotSold", durations };
}

/**
 * What a booking costs: the price of the timeslot that holds its start, for the whole of it; of each person where the
 * pattern is of type `user`. A field without patterns is free, one with patterns is never silently so.
 */
export function quote(asked: Asked): Quote | Refusal {
  const { duration, people, priceType, currency } = asked;
  const options = durationsAt(asked);
  const chosen = options.find(
    (option) => option.duration === duration && (!priceType || !option.priceType || option.priceType === priceType),
  );
  const trace = traceAll(asked, options, chosen);
  if (!chosen) return { isSold: false, refused: refusalOf(options, priceType), trace };
  const { price, patternId, plan, timeslot } = chosen;
  const held = { isSold: true, currency, priceType: chosen.priceType, patternId, plan, timeslot } as const;
  if (patternId === null)
    return {
      ...held,
      total: 0,
      lines: [],
      trace: [{ rule: "free", matched: true, why: "prices.whyFree", params: {} }],
    };
  const isEach = chosen.priceType === "user";
  const quantity = isEach ? people : 1;
  const total = price * quantity;
  const line = { label: `${plan} · ${timeslot}`, quantity, unitPrice: price, total };
  const sum: TraceStep = isEach
    ? { rule: "total", matched: true, why: "prices.whyUser", params: { price, people, total } }
    : { rule: "total", matched: true, why: "prices.whyField", params: { price } };
  return { ...held, total, lines: [line], trace: [...trace, sum] };
}

/** How a language writes what reasons tell of. */
export interface Tongue {
  t: Translate;
  /** Of minor units. */
  money: (minor: number) => string;
  /** Of a weekday, Monday = 1. */
  weekday: (number: number) => string;
  role: (id: number) => string;
  /** Of minutes. */
  duration: (minutes: number) => string;
}

/** The reason of a step as a sentence: the `why` on the wire. */
export function explain({ why, params }: TraceStep, tongue: Tongue): string {
  const written: Record<string, (value: never) => string> = {
    price: tongue.money,
    total: tongue.money,
    weekday: tongue.weekday,
    roleId: tongue.role,
    duration: tongue.duration,
  };
  const said = Object.entries(params).map(([name, value]): [string, string] => [
    name === "roleId" ? "role" : name,
    written[name]?.(value as never) ?? String(value),
  ]);
  // Which parameters go with which key, the type of the step has seen to.
  return (tongue.t as (key: string, params: Record<string, string>) => string)(why, Object.fromEntries(said));
}
