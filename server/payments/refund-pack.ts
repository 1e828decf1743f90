/** Gives back the rest of a pack as money: price × unused ÷ total, with a credit note, from the payment of its sale. */
import type { PackRefund, PaymentDetail, payments } from "#contract/payments.ts";
import { lockSaleCharge } from "#server/charges/sale-charges.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { endRest, lockPackRest } from "#server/packs/refunded.ts";
import { hasOpenDispute } from "./ledger.ts";
import { notifyRefunded } from "./mail.ts";
import { findPayment } from "./queries.ts";
import { lockRefundablePayments, lockTillSession, requestRefund } from "./refunds.ts";

type PackRefundCall = Call<typeof payments.refundPack> | Call<typeof payments.packRefund>;

/** @throws HttpError 409 where the payment was given back already, or its bank asks for it */
async function findRefundable({ db, organizationId }: PackRefundCall, chargeId: string, amount: number) {
  const [payment] = await lockRefundablePayments(db, organizationId, { chargeId });
  const left = payment ? Math.min(amount, payment.amount - payment.given_back) : 0;
  if (!payment || left === 0) throw new HttpError(409, message("payments.nothingToRefund"));
  if (await hasOpenDispute(db, payment)) throw new HttpError(409, message("payments.disputeOpen"));
  return { payment, left };
}

/** @throws HttpError 404, 409 where nothing can be given back */
export async function readPackRefund(call: Call<typeof payments.packRefund>): Promise<PackRefund> {
  const { name, chargeId, amount, pack } = await lockPackRest(call, call.params.packId, { hold: false });
  const { payment, left } = await findRefundable(call, chargeId, amount);
  const units = pack.units_total - pack.units_used - pack.units_refunded;
  return { name, units, amount: left, currency: payment.currency, method: payment.method as PackRefund["method"] };
}

/** @throws HttpError 404, 409 where nothing can be given back, or the till is closed */
export async function refundPack(call: Call<typeof payments.refundPack>): Promise<PaymentDetail> {
  const { db, organizationId, user, params, body } = call;
  const rest = await lockPackRest(call, params.packId);
  const { customer_id: customerId } = await lockSaleCharge(db, organizationId, rest.chargeId);
  const { payment, left } = await findRefundable(call, rest.chargeId, rest.amount);
  const tillSessionId = await lockTillSession(call, payment, null, { tillId: body.tillId });
  await endRest(call, rest.pack);
  const { reason } = body;
  const id = await requestRefund(call, payment, left, { reason, requestedBy: user.id, tillSessionId });
  await notifyRefunded(call, id);
  call.record({
    subjectId: payment.id,
    after: { sold: [rest.name], amount: left, currency: payment.currency, reason },
    customerId,
  });
  return findPayment(call, organizationId, payment.id);
}
