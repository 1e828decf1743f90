/** How memberships run: terms, proration, states, freezes, ages, and when they grant what they grant. Pure. Dates are local. */
import type { SubscriptionTerms } from "./subscriptions.ts";

export const subscriptionStates = ["scheduled", "active", "frozen", "grace", "ended", "canceled"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

export const isOver = (state: SubscriptionState): boolean => state === "ended" || state === "canceled";

/** Local dates, both included. */
export interface DateSpan {
  from: string;
  to: string;
}

/** Days into the past that a freeze may begin. */
export const MAX_FREEZE_BACKDATING = 7;
/** Days before its end in which a membership can be renewed. */
export const EARLIEST_RENEWAL_DAYS = 90;

const dateOf = (date: string): Temporal.PlainDate => Temporal.PlainDate.from(date);
const shift = (date: string, days: number): string => dateOf(date).add({ days }).toString();
const dayBefore = (date: string): string => shift(date, -1);
const dayAfter = (date: string): string => shift(date, 1);
const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

export const countDays = ({ from, to }: DateSpan): number =>
  Math.max(0, dateOf(from).until(dateOf(to), { largestUnit: "days" }).days + 1);

const intersect = (one: DateSpan, other: DateSpan): DateSpan => ({
  from: later(one.from, other.from),
  to: earlier(one.to, other.to),
});
export const countDaysIn = (spans: readonly DateSpan[], within: DateSpan): number =>
  spans.reduce((sum, span) => sum + countDays(intersect(span, within)), 0);

/** The first day of the season of a year; 29 February is the last day of February where there is none. */
const seasonStartIn = (year: number, seasonStart: string): Temporal.PlainDate => {
  const [month = 1, day = 1] = seasonStart.split("-").map(Number);
  return Temporal.PlainDate.from({ year, month, day }, { overflow: "constrain" });
};

/** @param seasonStart `09-01`; 29 February is one */
export function isDayOfYear(seasonStart: string): boolean {
  const [month = 1, day = 1] = seasonStart.split("-").map(Number);
  return day <= Temporal.PlainDate.from({ year: 2024, month, day: 1 }).daysInMonth;
}

/** The season in which a date lies. */
export function seasonOf(seasonStart: string, date: string): DateSpan {
  const on = dateOf(date);
  const ofYear = seasonStartIn(on.year, seasonStart);
  const year = Temporal.PlainDate.compare(on, ofYear) < 0 ? on.year - 1 : on.year;
  return {
    from: seasonStartIn(year, seasonStart).toString(),
    to: dayBefore(seasonStartIn(year + 1, seasonStart).toString()),
  };
}

type Term = Pick<SubscriptionTerms, "termKind" | "termLength" | "seasonStart">;

/**
 * The last day of a term.
 * @param anchorDay the day of the month on which the membership began: one of the 31st goes on with the last day of shorter
 * months, and comes back to the 31st
 */
export function lastDayOfTerm({ termKind, termLength, seasonStart }: Term, from: string, anchorDay?: number): string {
  const length = termLength ?? 1;
  if (termKind === "season" && seasonStart !== null) return seasonOf(seasonStart, from).to;
  if (termKind === "days") return shift(from, length - 1);
  const start = dateOf(from);
  const anchor =
    anchorDay !== undefined && start.day === Math.min(anchorDay, start.daysInMonth) ? anchorDay : start.day;
  const month = start.with({ day: 1 }).add({ months: length });
  return dayBefore(month.with({ day: Math.min(anchor, month.daysInMonth) }).toString());
}

export interface Prorated {
  by: "month" | "day";
  left: number;
  of: number;
}

export interface TermOffer extends DateSpan {
  /** Minor units. */
  price: number;
  /** Null: a whole term. */
  prorated: Prorated | null;
}

const MONTHS = 12;

function prorate({ prorate: by, seasonStart }: Pick<SubscriptionTerms, "prorate" | "seasonStart">, startsOn: string) {
  if (by === "none" || seasonStart === null) return null;
  const season = seasonOf(seasonStart, startsOn);
  const left =
    by === "day"
      ? countDays({ from: startsOn, to: season.to })
      : MONTHS - dateOf(season.from).until(dateOf(startsOn), { largestUnit: "months" }).months;
  const of = by === "day" ? countDays(season) : MONTHS;
  return left < of ? { by, left, of } : null;
}

/** A part of a price, half a cent up; never for nothing. */
export const partOfPrice = (price: number, part: number, whole: number): number =>
  Math.max(1, Math.round((price * part) / whole));

/** The first term of a membership that begins on a day. */
export function offerTerm(terms: Term & Pick<SubscriptionTerms, "prorate" | "price">, startsOn: string): TermOffer {
  const prorated = terms.termKind === "season" ? prorate(terms, startsOn) : null;
  const price = prorated ? partOfPrice(terms.price, prorated.left, prorated.of) : terms.price;
  return { from: startsOn, to: lastDayOfTerm(terms, startsOn), price, prorated };
}

/** Years that somebody has completed on a day. */
export function ageOn(birthDate: string, date: string): number {
  const [born, on] = [dateOf(birthDate), dateOf(date)];
  return born.until(on, { largestUnit: "years" }).years;
}

/** The day on which the age counts. */
export const dayOfAge = (terms: Pick<SubscriptionTerms, "ageOn" | "seasonStart">, startsOn: string): string =>
  terms.ageOn === "season" && terms.seasonStart !== null ? seasonOf(terms.seasonStart, startsOn).from : startsOn;

export const fitsAge = (age: number, { minAge, maxAge }: Pick<SubscriptionTerms, "minAge" | "maxAge">): boolean =>
  (minAge === null || age >= minAge) && (maxAge === null || age <= maxAge);

export interface SubscriptionRun {
  startsOn: string;
  /** Last day of the last term that is paid, or of the first one. */
  endsOn: string;
  /** Last day on which it may still be renewed by paying: the same where it does not renew. */
  holdsUntil: string;
  /** The first day on which it was not held any more. */
  canceledOn: string | null;
  freezes: readonly DateSpan[];
}

/** @param chargedOn the day on which the renewal was charged, which may be late: the grace is as long all the same */
export const holdsUntil = (
  { endsOn, renews, graceDays }: { endsOn: string; renews: boolean; graceDays: number },
  chargedOn?: string,
): string => {
  if (!renews) return endsOn;
  const usual = shift(endsOn, graceDays);
  return chargedOn === undefined ? usual : later(usual, shift(chargedOn, graceDays - 1));
};

export const isIn = (date: string, { from, to }: DateSpan): boolean => from <= date && date <= to;

export function subscriptionStateOf(run: SubscriptionRun, today: string): SubscriptionState {
  if (run.canceledOn !== null) return "canceled";
  if (today < run.startsOn) return "scheduled";
  if (run.freezes.some((freeze) => isIn(today, freeze))) return "frozen";
  if (today <= run.endsOn) return "active";
  return today <= run.holdsUntil ? "grace" : "ended";
}

const subtract = (span: DateSpan, hole: DateSpan): DateSpan[] => {
  if (hole.to < span.from || hole.from > span.to) return [span];
  return [
    { from: span.from, to: dayBefore(hole.from) },
    { from: dayAfter(hole.to), to: span.to },
  ].filter(({ from, to }) => from <= to);
};

/**
 * Days on which a membership grants what it grants: its paid terms, and once they are over its grace; never while it is
 * frozen. A renewal by hand is not foreseen: bookings after the end have the price of whoever holds none.
 * @param terms that count, each with its dates
 */
export function listGrantSpans(run: SubscriptionRun, terms: readonly DateSpan[], today: string): DateSpan[] {
  const { endsOn, holdsUntil: until } = run;
  const grace = today > endsOn && until > endsOn ? [{ from: dayAfter(endsOn), to: until }] : [];
  const { canceledOn } = run;
  return [...terms, ...grace]
    .flatMap((term) => run.freezes.reduce((spans, freeze) => spans.flatMap((span) => subtract(span, freeze)), [term]))
    .flatMap((span) => {
      const to = canceledOn === null ? span.to : earlier(span.to, dayBefore(canceledOn));
      return span.from <= to ? [{ from: span.from, to }] : [];
    });
}

/** Days of a term that were used before a day, and all of them: those of a freeze are neither. */
export function countUsedDays(
  term: DateSpan,
  freezes: readonly DateSpan[],
  today: string,
): { used: number; of: number } {
  const past = { from: term.from, to: earlier(term.to, dayBefore(today)) };
  return {
    used: countDays(past) - countDaysIn(freezes, past),
    of: countDays(term) - countDaysIn(freezes, term),
  };
}

/** The price of the days that were used, half a cent up. */
export const priceOfUse = (price: number, { used, of }: { used: number; of: number }): number =>
  of === 0 ? price : Math.round((price * used) / of);

/** The day on which the holder is told of the renewal. */
export const noticeDay = (endsOn: string, noticeDays: number): string => shift(endsOn, -noticeDays);

/** The last day for the notice: one month before the term is over (French consumer code, L215-1). */
export const lastNoticeDay = (endsOn: string): string => dateOf(endsOn).subtract({ months: 1 }).toString();

/** Whether the notice of a renewal came too late, or not at all: the holder may end it at any time, without cost. */
export const isNoticeMissed = (noticedOn: string | null, endsOn: string, today: string): boolean =>
  noticedOn === null ? today > lastNoticeDay(endsOn) : noticedOn > lastNoticeDay(endsOn);

/** Minor units off a price, half a cent up. */
export const discountOf = (price: number, percent: number): number => Math.round((price * percent) / 100);
