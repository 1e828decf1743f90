/** Validates IANA time zones (timezones), and converts instants to local dates. */
import { canonicalTimeZone } from "#messages/dates.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

function findTimezone(name: string): string | undefined {
  // Offsets such as `+01:00` are not zones.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return canonicalTimeZone(name);
  } catch {
    return undefined;
  }
}

/**
 * @param name an IANA name, in any case
 * @returns the canonical name
 * @throws HttpError 422 on `timezone` if the zone does not exist
 */
export function parseTimezone(name: string): string {
  const zone = findTimezone(name);
  if (!zone) throw invalidFields({ timezone: [message("kit.unknownTimezone")] });
  return zone;
}

/** @param date a local date */
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

export const addMonths = (instant: Date, months: number): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO("UTC").add({ months })
      .epochMilliseconds,
  );

export const localDateOf = (timezone: string, instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString();
