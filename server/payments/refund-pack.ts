/** Gives back the rest of a pack as money: price × unused ÷ total, with a credit note, from the payment of its sale. */
import type { PackRefund, PaymentDetail, payments } from "#contract/payments.ts";
import { lockSaleCharge } from "#server/charges/sale-charges.ts";
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { leftOf, termsOf } from "#server/packs/queries.ts";
import { computePackRest, endRest, findPackRow, lockPackRest, type PackRest } from "#server/packs/refund.ts";
import { hasOpenDispute } from "./ledger.ts";
import { findPayment } from "./queries.ts";
import { listRefundablePayments, lockRefundablePayments, lockTillSession, requestRefund } from "./refunds.ts";

type RefundablePayments = Awaited<ReturnType<typeof listRefundablePayments>>;

/** @throws HttpError 409 where the payment was given back already, or its bank asks for it */
async function pickRefundable(db: Database, [payment]: RefundablePayments, amount: number) {
  const left = payment ? Math.min(amount, payment.amount - payment.given_back) : 0;
  if (!payment || left === 0) throw new HttpError(409, message("payments.nothingToRefund"));
  if (await hasOpenDispute(db, payment)) throw new HttpError(409, message("payments.disputeOpen"));
  return { payment, left };
}

/** @throws HttpError 404 */
export async function readPackRefund(call: Call<typeof payments.packRefund>): Promise<PackRefund> {
  const { db, t } = call;
  const pack = await findPackRow(db, call.organizationId, call.params.packId);
  const { organization_id: organizationId } = pack;
  const { currency } = await db
    .selectFrom("organizations")
    .select("currency")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const rest = { name: termsOf(pack).name, units: leftOf(pack), amount: 0, currency, method: null, refusal: null };
  try {
    const { chargeId, amount }: PackRest = await computePackRest(db, pack);
    const found = await listRefundablePayments(db, organizationId, { chargeId });
    const { payment, left } = await pickRefundable(db, found, amount);
    const method = payment.method as PackRefund["method"];
    return { ...rest, amount: left, currency: payment.currency, method };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ...rest, refusal: renderMessage(t, error.localizedMessage) };
  }
}

/** @throws HttpError 404, 409 where nothing can be given back, or the till is closed */
export async function refundPack(call: Call<typeof payments.refundPack>): Promise<PaymentDetail> {
  const { db, organizationId, user, params, body } = call;
  const { pack, name, chargeId, amount } = await lockPackRest(call, params.packId);
  const { customer_id: customerId } = await lockSaleCharge(db, organizationId, chargeId);
  const found = await lockRefundablePayments(db, organizationId, { chargeId });
  const { payment, left } = await pickRefundable(db, found, amount);
  const tillSessionId = await lockTillSession(call, payment, null, { tillId: body.tillId });
  await endRest(call, pack);
  const { reason } = body;
  await requestRefund(call, payment, left, { reason, requestedBy: user.id, tillSessionId });
  call.record({
    subjectId: payment.id,
    after: { sold: [name], amount: left, currency: payment.currency, reason },
    customerId,
  });
  return findPayment(call, organizationId, payment.id);
}
