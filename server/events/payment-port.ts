/** Port from bookings to payments; registered in `app.ts`. */
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

export interface OnlinePayment {
  organizationId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  startTime: Date;
}

export interface PaymentPort {
  /** @returns why this payment cannot be made online now; null if it can */
  findOnlinePaymentRefusal(
    context: Pick<RequestContext, "db" | "appContext" | "now" | "language">,
    payment: OnlinePayment,
  ): Promise<LocalizedMessage | null>;
}

/** Refuses online payment as long as no module registers payments. */
export const paymentPort = definePort<PaymentPort>({
  findOnlinePaymentRefusal: async () => message("events.onlineOff"),
});
