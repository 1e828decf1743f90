/** Modules of bookings and money tell what stands against leaving an organization. */
import type { Leaving } from "#contract/members.ts";
import type { Database } from "#server/kit/db/database.ts";
import { definePort } from "#server/kit/process/ports.ts";

interface LeavingPort {
  /** Finds them for one person in one organization. */
  findTies: (db: Database, person: { userId: string; organizationId: string }, now: Date) => Promise<Leaving>;
}

export const leavingPort = definePort<LeavingPort>({
  findTies: () => Promise.resolve({ obstacles: [], kept: [], subscriptions: [] }),
});
