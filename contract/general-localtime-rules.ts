/** Converts local time (wall time) of a timezone (time zone) to instants (UTC), with daylight saving time (DST). Pure. */

/**
 * Converts a local time to an instant: 18:00 stays 18:00 across a clock change. A time that the clock skips moves
 * forward; a repeated one is the first.
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 * @param timezone IANA name
 * @returns epoch milliseconds
 */
export const localTimeToInstant = (date: string, time: string, timezone: string): number =>
  Temporal.PlainDate.from(date).toPlainDateTime(time).toZonedDateTime(timezone).epochMilliseconds;
