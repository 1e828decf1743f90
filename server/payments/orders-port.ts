/** Port from payments to orders; registered in `app.ts`. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface OrdersPort {
  /** The order that a charge is for; null: none. */
  findOrderId(context: Pick<TenantContext, "db" | "organizationId">, chargeId: string): Promise<string | null>;
  /**
   * Money came for an order that had run out. The caller has locked the charge and the payment.
   * @returns whether it stands again: its place is still free
   */
  reopen(context: TenantContext, chargeId: string): Promise<boolean>;
}

export const ordersPort = definePort<OrdersPort>({
  findOrderId: async () => null,
  reopen: async () => false,
});
