/**
 * Formats dates and times (date format) of the web, in the time zone of a facility or the reader's. The formats
 * themselves are in `messages/dates.ts`.
 */
import { dateFormats, type DateFormats as SharedDateFormats } from "#messages/dates.ts";
import { type Language, language, t, useLanguage } from "./translation.ts";

export interface DateFormats extends SharedDateFormats {
  /** Formats minutes as `1 h 30 min`. */
  duration: (minutes: number) => string;
}

const made = new WeakMap<SharedDateFormats, DateFormats>();

/** @param timeZone of the facility, such as `Europe/Paris`; without it, the reader's own */
export function getDateFormats(timeZone?: string, tongue: Language = language()): DateFormats {
  const formats = dateFormats(tongue, timeZone);
  const known = made.get(formats) ?? { ...formats, duration: durationText };
  made.set(formats, known);
  return known;
}

function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t("kit.minutes", { minutes: rest });
  return rest === 0 ? t("kit.hours", { hours }) : t("kit.hoursAndMinutes", { hours, minutes: rest });
}

export const useDateFormats = (timeZone?: string): DateFormats => getDateFormats(timeZone, useLanguage());

/** Makes an instant of a local date for `getDateFormats("UTC")`, because a date has no zone. */
export const noonOf = (date: string): Date => new Date(`${date}T12:00:00Z`);
