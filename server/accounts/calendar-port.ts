/** Port of accounts to calendars; registered in `app.ts`. */
import type { Database } from "#server/kit/db/database.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface CalendarPort {
  /** Ends the address of a person's bookings, in the caller's transaction. */
  endPersonalFeed(db: Database, userId: string): Promise<void>;
}

export const calendarPort = definePort<CalendarPort>({ endPersonalFeed: async () => {} });
