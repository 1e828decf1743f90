/** Price calculation (pricing): the quote of one booking, with the steps that explain it. Pure. Amounts are minor units. */
import type { Translate } from "#messages/translator.ts";
import { minutesSinceMidnight, wallClock } from "./hours-week-rules.ts";
import { subtractDiscount, termsAt } from "./prices-grants-rules.ts";
import { createTimeslotMatcher, createCellPriceReader } from "./prices-grid-rules.ts";
import {
  sortByPrecedence,
  listPriceOptions,
  type PriceOption,
  type PricePattern,
  type PriceType,
  type FieldPricing,
} from "./prices-rules.ts";

export interface ReasonParams {
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
  "prices.whyMembership": { name: string; percent: number };
  "prices.whyPromoCode": { code: string; off: number; price: number };
  "prices.whyField": { price: number };
  "prices.whyUser": { price: number; people: number; total: number };
}
type ReasonKey = keyof ReasonParams;
export const traceRules = ["free", "timeslot", "plan", "price", "pattern", "discount", "total"] as const;

export type TraceStep = {
  [K in ReasonKey]: { rule: (typeof traceRules)[number]; matched: boolean; why: K; params: ReasonParams[K] };
}[ReasonKey];

export interface QuoteLine {
  label: string;
  quantity: number;
  unitPrice: number;
  total: number;
}
export interface Quote {
  isSold: true;
  total: number;
  currency: string;
  priceType: PriceType | null;
  lines: QuoteLine[];
  patternId: string | null;
  plan: string | null;
  timeslot: string | null;
  trace: TraceStep[];
}
export type QuoteError =
  | { at: "startTime"; error: "prices.notSold" }
  | { at: "priceType"; error: "prices.typeNotSold" }
  | { at: "duration"; error: "prices.durationNotSold"; durations: number[] };
export interface QuoteRefusal {
  isSold: false;
  reason: QuoteError;
  trace: TraceStep[];
}

export interface QuoteRequest extends FieldPricing {
  start: number;
  duration: number;
  people: number;
  /** Default: of the types that sell the duration, `field` before `user`. */
  priceType?: PriceType | null;
  currency: string;
}

const padTwo = (count: number) => String(count).padStart(2, "0");

function tracePattern(pattern: PricePattern, { start, duration, timezone, roleIds }: QuoteRequest): TraceStep[] {
  const clock = wallClock(timezone)(start);
  const time = `${padTwo(Math.floor(clock.minute / 60))}:${padTwo(clock.minute % 60)}`;
  const found = pattern.timeslots.find((timeslot) => createTimeslotMatcher(timeslot)(clock));
  const steps: TraceStep[] = pattern.timeslots
    .toSorted((one, other) => minutesSinceMidnight(one.start) - minutesSinceMidnight(other.start))
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
  const prices = createCellPriceReader(pattern.details, roleIds)(found.name, plan.name);
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

function tracePatterns(
  asked: QuoteRequest,
  options: readonly PriceOption[],
  chosen: PriceOption | undefined,
): TraceStep[] {
  return sortByPrecedence(asked.patterns).flatMap((pattern) => {
    const matched = pattern.id === chosen?.patternId;
    const sells = listPriceOptions({ ...asked, patterns: [pattern] }).length > 0;
    const isOffered = options.some(({ patternId }) => patternId === pattern.id);
    const why = matched
      ? "prices.whyPattern"
      : !sells
        ? "prices.whyPatternNothing"
        : isOffered
          ? "prices.whyPatternOther"
          : "prices.whyPatternOlder";
    return [
      ...tracePattern(pattern, asked),
      { rule: "pattern", matched, why, params: { pattern: pattern.name } } satisfies TraceStep,
    ];
  });
}

function findQuoteError(options: readonly PriceOption[], priceType: PriceType | null | undefined): QuoteError {
  if (options.length === 0) return { at: "startTime", error: "prices.notSold" };
  const ofType = options.filter((option) => !priceType || !option.priceType || option.priceType === priceType);
  if (ofType.length === 0) return { at: "priceType", error: "prices.typeNotSold" };
  const durations = [...new Set(ofType.map(({ duration }) => duration))].toSorted((one, other) => one - other);
  return { at: "duration", error: "prices.durationNotSold", durations };
}

/**
 * Computes the price of a booking. The timeslot of the start applies to the whole booking. Patterns of type `user`
 * charge per person. A field without patterns is free; a field with patterns is only free at a price of 0. The largest
 * discount of the memberships that hold on the date of the start is taken off the price, of one person where each pays.
 */
export function computeQuote({ granted, ...rest }: QuoteRequest): Quote | QuoteRefusal {
  const { roleIds, discount } = termsAt({ ...rest, granted }, rest.start);
  const asked = { ...rest, roleIds };
  const { duration, people, priceType, currency } = asked;
  const options = listPriceOptions(asked);
  const chosen = options.find(
    (option) => option.duration === duration && (!priceType || !option.priceType || option.priceType === priceType),
  );
  const trace = tracePatterns(asked, options, chosen);
  if (!chosen) return { isSold: false, reason: findQuoteError(options, priceType), trace };
  const { patternId, plan, timeslot } = chosen;
  const price = subtractDiscount(chosen.price, discount);
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
  const less: TraceStep[] = discount
    ? [{ rule: "discount", matched: true, why: "prices.whyMembership", params: { ...discount } }]
    : [];
  return { ...held, total, lines: [line], trace: [...trace, ...less, sum] };
}

export interface ReasonFormat {
  t: Translate;
  money: (minor: number) => string;
  weekday: (number: number) => string;
  /** @param wallTime `HH:MM` */
  time: (wallTime: string) => string;
  role: (id: number) => string;
  duration: (minutes: number) => string;
}

export function explainTraceStep({ why, params }: TraceStep, formats: ReasonFormat): string {
  const written: Record<string, (value: never) => string> = {
    price: formats.money,
    off: formats.money,
    total: formats.money,
    weekday: formats.weekday,
    time: formats.time,
    roleId: formats.role,
    duration: formats.duration,
  };
  const texts = Object.entries(params).map(([name, value]): [string, string] => [
    name === "roleId" ? "role" : name,
    written[name]?.(value as never) ?? String(value),
  ]);
  // The cast is safe: `TraceStep` pairs each key with its parameters.
  return (formats.t as (key: string, params: Record<string, string>) => string)(why, Object.fromEntries(texts));
}
