/** Why a member cannot book a start yet, or not any more: horizon (booking window) and notice (lead time). */
import { computeBookingWindow, dateOpensAt } from "#contract/hours-starts-rules.ts";
import type { BookingRules } from "#contract/organization-options.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";

const MINUTE_MS = 60_000;

const noticeUnits = [
  { minutes: 1440, key: "events.noticeDays" },
  { minutes: 60, key: "events.noticeHours" },
  { minutes: 1, key: "events.noticeMinutes" },
] as const;

function noticeMessage(notice: number, from: string): LocalizedMessage {
  const unit = noticeUnits.find((noticeUnit) => notice % noticeUnit.minutes === 0) ?? noticeUnits[2];
  return message(unit.key, { count: notice / unit.minutes, from });
}

/**
 * The last day of the horizon is bookable as a whole, once it has opened in the facility's time zone.
 * @returns undefined for a start that the rules allow, or that has passed; else from when it can be booked, or which start
 * is the first that can
 */
export function findWindowRefusal(
  rules: Pick<BookingRules, "horizonDays" | "noticeMinutes" | "opensAt">,
  start: Date,
  { now, timezone, language }: { now: Date; timezone: string; language: Language },
): LocalizedMessage | undefined {
  const { horizonDays, noticeMinutes, opensAt } = rules;
  const formats = dateFormats(language, timezone);
  const { end } = computeBookingWindow(rules, { now: now.getTime(), timezone });
  if (horizonDays !== null && start.getTime() >= end) {
    const opens = dateOpensAt(localDateOf(timezone, start), horizonDays, opensAt, timezone);
    return message("events.opensOn", {
      date: formats.longDay(start),
      day: formats.longDay(opens),
      time: formats.time(opens),
    });
  }
  const earliest = now.getTime() + (noticeMinutes ?? 0) * MINUTE_MS;
  if (noticeMinutes === null || start.getTime() >= earliest || start <= now) return undefined;
  return noticeMessage(noticeMinutes, formats.weekdayDateTime(Math.ceil(earliest / MINUTE_MS) * MINUTE_MS));
}
