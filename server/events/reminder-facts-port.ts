/** Port of events to players and payments: what the reminder of a booking says beside the booking. Registered in `app.ts`. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

/** Amounts in minor units. */
export interface ReminderFacts {
  /** Names of those who come, as the organizer reads them. */
  players: string[];
  /** Owed by the customer for the booking and its extras, but for what is written off. */
  unpaid: number;
  /** Owed by players for their shares. */
  sharesUnpaid: number;
}

interface ReminderFactsPort {
  readFacts(context: Pick<TenantContext, "db" | "organizationId">, eventId: string): Promise<ReminderFacts>;
}

export const reminderFactsPort = definePort<ReminderFactsPort>({
  readFacts: async () => ({ players: [], unpaid: 0, sharesUnpaid: 0 }),
});
