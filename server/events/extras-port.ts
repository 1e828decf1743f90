/** Port from bookings to extras; registered in `app.ts`. */
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { definePort } from "#server/kit/process/ports.ts";

/** An extra of a booking, as mails list it. */
export interface BookedExtra {
  name: string;
  quantity: number;
  /** Minor units. */
  total: number;
}

export interface ExtrasPort {
  /** Extras by booking, those of bookings that were called off too; none of those that were taken off. */
  listOfEvents(context: MemoryContext, eventIds: readonly string[]): Promise<ReadonlyMap<string, BookedExtra[]>>;
}

export const extrasPort = definePort<ExtrasPort>({ listOfEvents: async () => new Map() });
