/** Periods of the books: a month, `2026-11`, or a year, `2026`. */

const periodPattern = /^20\d\d(-(0[1-9]|1[0-2]))?$/;

export const isAccountingPeriod = (text: string): boolean => periodPattern.test(text);

export const isYear = (period: string): boolean => !period.includes("-");

/** `2026-11` of `2026-11-30`. */
export const monthOf = (date: string): string => date.slice(0, "2026-11".length);

/** The first and the last local date. */
export function datesOfPeriod(period: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(isYear(period) ? `${period}-01-01` : `${period}-01`);
  const last = first.add(isYear(period) ? { years: 1 } : { months: 1 }).subtract({ days: 1 });
  return { from: first.toString(), to: last.toString() };
}
