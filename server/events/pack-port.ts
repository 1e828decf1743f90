/** Port from bookings to packs; registered in `app.ts`. */
import type { Cancellation } from "#contract/events.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface PackPort {
  /** The pack that pays a booking, and its units for it. */
  findUse(context: Pick<TenantContext, "db" | "organizationId">, eventId: string): Promise<Cancellation["pack"]>;
}

export const packPort = definePort<PackPort>({ findUse: async () => null });
