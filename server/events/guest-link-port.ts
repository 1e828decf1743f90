/** Port from bookings to guests, whose mails have a link to their booking; registered in `app.ts`. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

interface GuestLinkPort {
  /** @returns a new address of the booking; undefined for a booking that no guest has made on the public page */
  createLink(context: TenantContext, eventId: string): Promise<string | undefined>;
}

export const guestLinkPort = definePort<GuestLinkPort>({ createLink: async () => undefined });
