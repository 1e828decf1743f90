const FIRST_HOUR = 6;

/** By the clock of an organization: mails and charges come from 6 in the morning on. */
export const isMorning = (timezone: string, now: Date): boolean =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).hour >= FIRST_HOUR;
