/** Port from payments to tills; registered in `app.ts`. */
import type { PaymentMethod } from "#contract/payments.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";

/** Money that the desk takes or gives back. */
export interface DeskMoney {
  method: PaymentMethod;
  currency: string;
  /** Facilities of the bookings that it is for; null for what is no booking, which any till takes. */
  facilityIds: readonly string[] | null;
  /** The till that the desk chose. */
  tillId?: string | null | undefined;
  /** A refund gives it back, if it can from the till that took it. */
  refundedPaymentId?: string;
  /** Nobody at the desk asked for it: it is never refused, and waits for the next session. */
  isAutomatic?: boolean;
}

export interface DeskMovement {
  kind: "payment" | "refund";
  method: PaymentMethod;
  /** Negative for a refund. */
  amount: number;
  paymentId: string;
  refundId: string | null;
  byId: string | null;
}

export interface TillPort {
  /**
   * Holds the open session of the till until the transaction ends. The caller has locked events and payments.
   * @returns its id; null where no till is on, and for what is in no till
   * @throws HttpError 409 if the till is closed, 422 on `tillId`
   */
  lockSession(context: TenantContext, money: DeskMoney): Promise<string | null>;
  insertMovement(context: TenantContext, sessionId: string, movement: DeskMovement): Promise<void>;
}

export const tillPort = definePort<TillPort>({
  lockSession: async () => null,
  insertMovement: async () => undefined,
});
