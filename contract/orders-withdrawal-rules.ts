/** The right to withdraw from what was bought at a distance (directive 2011/83/EU, French consumer code L221-18 to L221-28). Pure. */
import type { CountryCode } from "./general-countries-rules.ts";

/** Days from the purchase, its own day not counted. */
const WITHDRAWAL_DAYS = 14;
/** Younger people buy through their guardian. */
export const ADULT_AGE = 18;

/** Countries whose law knows no such right for memberships. */
const countriesWithout: ReadonlySet<CountryCode> = new Set(["CA", "CH", "US"]);
/** @param country unknown: as in France */
export const hasRightToWithdraw = (country: CountryCode | undefined): boolean =>
  country === undefined || !countriesWithout.has(country);

const isWeekend = (day: Temporal.PlainDate): boolean => day.dayOfWeek > 5;

/** A term that would end on a Saturday, a Sunday or a public holiday ends on the next working day (L221-19). */
export function lastDayToWithdraw(boughtOn: string, isHoliday: (date: string) => boolean): string {
  let day = Temporal.PlainDate.from(boughtOn).add({ days: WITHDRAWAL_DAYS });
  while (isWeekend(day) || isHoliday(day.toString())) day = day.add({ days: 1 });
  return day.toString();
}

/** Whether something begins before the time to withdraw is surely over, so that its buyer has to ask for it. */
export const beginsWithin = (startsOn: string, lastDay: string): boolean => startsOn <= lastDay;
