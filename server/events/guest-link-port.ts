/** Port of events to guests: addresses of bookings that guests look after. Registered in `app.ts`. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

interface GuestLinkPort {
  /** @returns a new address of the booking's page; undefined for a booking that no guest has made */
  createLink(context: TenantContext, eventId: string): Promise<string | undefined>;
  /** Nobody who had the address opens the booking any more, since it is somebody else's. */
  endLinks(context: TenantContext, eventId: string): Promise<void>;
}
export const guestLinkPort = definePort<GuestLinkPort>({
  createLink: async () => undefined,
  endLinks: async () => undefined,
});
