/** Days of what is taken from cards on file. */
import { addDays } from "#server/kit/process/timezone.ts";

/** Days before a charge on which its holder is told. */
export const TOLD_DAYS = 3;
/** Days of the tries after the first one. */
export const LATER_TRIES = [3, 7];

/** The day of the next try; null where none is left. */
export function findNextTry({ first_on, tries }: { first_on: string; tries: number }, lastDay?: string): string | null {
  const days = LATER_TRIES[tries - 1];
  const next = days === undefined ? null : addDays(first_on, days);
  return next !== null && (lastDay === undefined || next <= lastDay) ? next : null;
}
