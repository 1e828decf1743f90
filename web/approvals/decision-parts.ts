/** Splits decisions into requests of the size that the server takes. Pure. */
import { MAX_DECIDED_EVENTS, type BookingRequest } from "#contract/approvals.ts";

/**
 * The dates of a series stay together, so that its customer gets one mail, unless they alone are more than the server takes.
 * @returns ids of events, part by part
 */
export function toDecisionParts(
  requests: readonly Pick<BookingRequest, "eventIds">[],
  max = MAX_DECIDED_EVENTS,
): string[][] {
  const parts: string[][] = [];
  for (const { eventIds } of requests) {
    const last = parts.at(-1);
    if (last && last.length + eventIds.length <= max) last.push(...eventIds);
    else for (let from = 0; from < eventIds.length; from += max) parts.push(eventIds.slice(from, from + max));
  }
  return parts;
}
