/** The day of a till ends at 04:00, so that an evening that lasts past midnight is one session. */
const LAST_HOUR = 4;

/** Local date. */
export function businessDateOf(timezone: string, at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const date = local.toPlainDate();
  return (local.hour < LAST_HOUR ? date.subtract({ days: 1 }) : date).toString();
}
