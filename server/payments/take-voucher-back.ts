/** Takes an unused gift voucher back: what was paid for it goes back as it was paid, with a document. */
import { TAKE_BACK_DAYS } from "#contract/vouchers.ts";
import type { PaymentMethod, payments, VoucherReturn } from "#contract/payments.ts";
import { lockSaleCharge } from "#server/charges/sale-charges.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { cancelQueuedMails } from "#server/kit/mail/outbox.ts";
import { cancelVoucher, holdUnused } from "#server/vouchers/pay.ts";
import { lastTakeBackDay } from "#server/vouchers/queries.ts";
import { lockRefundablePayments, lockTillSession, requestRefund } from "./refunds.ts";

/** @throws HttpError 404, 409 where it was used, is older or was taken back, or the till is closed, 422 on `tillId` */
export async function takeVoucherBack(call: Call<typeof payments.takeVoucherBack>): Promise<VoucherReturn> {
  const { db, now, organizationId, user, params, body, record } = call;
  const voucher = await holdUnused(call, params.voucherId, notFound);
  const { timezone } = await findSettings(call);
  if (lastTakeBackDay({ created_at: voucher.created_at, timezone }) < localDateOf(timezone, now))
    throw new HttpError(409, message("vouchers.takeBackOver", { days: TAKE_BACK_DAYS }));
  await assertSellerComplete(call, true);
  const charge = await lockSaleCharge(db, organizationId, voucher.charge_id);
  const [payment] = await lockRefundablePayments(db, organizationId, { chargeId: charge.id });
  if (!payment || payment.given_back > 0) throw new HttpError(409, message("payments.nothingToRefund"));
  const tillSessionId = await lockTillSession(call, payment, null, { tillId: body.tillId });
  await cancelVoucher(call, voucher.id);
  await cancelQueuedMails(call, voucher.id);
  const { amount, currency, method } = payment;
  await requestRefund(call, payment, amount, { reason: body.reason, requestedBy: user.id, tillSessionId });
  record({
    subjectId: voucher.id,
    after: { sold: [charge.label], method, amount, currency, reason: body.reason },
    customerId: charge.customer_id,
  });
  return { amount, currency, method: method as PaymentMethod };
}
