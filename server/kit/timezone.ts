/** Time zones by their names, and the dates in them. */
import { invalid, say } from "./problem.ts";

function zoneNamed(name: string): string | undefined {
  // Offsets such as `+01:00` are no zones.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * @param name an IANA name, in any case
 * @returns the zone, spelt as the tz database spells it
 * @throws Problem 422 under `timezone` where there is no such zone
 */
export function timezoneNamed(name: string): string {
  const zone = zoneNamed(name);
  if (!zone) throw invalid({ timezone: [say("kit.unknownTimezone")] });
  return zone;
}

/** The local date of an instant. */
export const dateIn = (timezone: string, instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString();
