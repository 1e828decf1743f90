/** Port of bookings to payments; registered in `app.ts`. */
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { definePort } from "#server/kit/process/ports.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

export interface OnlinePayment {
  organizationId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** When the event begins that is to be paid. */
  startTime: Date;
}

export interface PaymentPort {
  /** @returns why so much cannot be paid online now; null where it can */
  findOnlinePaymentRefusal(
    context: Pick<RequestContext, "db" | "appContext" | "now" | "language">,
    payment: OnlinePayment,
  ): Promise<LocalizedMessage | null>;
}

/** Nothing can be paid online where no module takes payments. */
export const paymentPort = definePort<PaymentPort>({
  findOnlinePaymentRefusal: async () => message("events.onlineOff"),
});
