/** Port from memberships to what pays their renewals by itself; registered in `app.ts`. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

interface RenewalPort {
  /** Whether the customer was told that the new term is taken from a card, and no try stands against it. */
  isPaidByCard(
    context: TenantContext,
    renewal: {
      subscriptionId: string;
      /** First day of the new term. */
      renewsOn: string;
    },
  ): Promise<boolean>;
}

export const renewalPort = definePort<RenewalPort>({ isPaidByCard: async () => false });
