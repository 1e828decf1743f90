/** Port from payments to accounting; registered in `app.ts`. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface BooksPort {
  /**
   * The caller has locked events and payments.
   * @returns the instant itself, or the first one after the closed months
   */
  findBookingInstant(context: TenantContext, at: Date): Promise<Date>;
}

export const booksPort = definePort<BooksPort>({ findBookingInstant: async (_context, at) => at });
