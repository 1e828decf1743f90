/** Extras of bookings in words for mails. */
import type { BookedExtra } from "#server/events/extras-port.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { hasExtras } from "./bookings.ts";
import { listExtrasOfEvents } from "./queries.ts";

/** Extras that ended with their booking are among them. */
export async function describeBooked(
  context: MemoryContext,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, BookedExtra[]>> {
  if (eventIds.length === 0 || !(await hasExtras(context))) return new Map();
  const lines = await listExtrasOfEvents(context, eventIds, ["active", "ended"]);
  const byEvent = Map.groupBy(lines, ({ event_id }) => event_id);
  return new Map(
    [...byEvent].map(([eventId, own]) => [
      eventId,
      own.map(({ name, quantity, unit_price, charged }) => ({ name, quantity, total: unit_price * charged })),
    ]),
  );
}
