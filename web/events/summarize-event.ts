import type { Event } from "#contract/events.ts";
import { getDateFormats } from "#web/kit/format/date-formats.ts";

/** Names an event where its page is not in view: `Padel 1, Thu, Nov 26 7:00 PM, Camille Durand`. */
export function summarizeEvent({ field, startTime, timezone, customer, name }: Event): string {
  const { day, time } = getDateFormats(timezone);
  return `${field.name}, ${day(startTime)} ${time(startTime)}, ${customer?.name ?? name}`;
}
