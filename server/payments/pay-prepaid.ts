/** Members and guests pay what they owe with what was paid ahead: their own balance, or a gift voucher by its code. The rest is paid otherwise. */
import type { payments, PrepaidPayment } from "#contract/payments.ts";
import { findOwnCustomerId } from "#server/customers/queries.ts";
import { holdWalletToPay, readWallet } from "#server/credits/wallet.ts";
import { invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { assertOnVoucher, holdVoucherToPay } from "#server/vouchers/pay.ts";
import { hasUsableVouchers } from "#server/vouchers/queries.ts";
import type { VoucherRow } from "#server/vouchers/with-names.ts";
import { formatMoney } from "#messages/format-money.ts";
import { listOpenProviders } from "./accounts.ts";
import { aboutDebt, aboutDebts, linksOf } from "./give-links.ts";
import { lockOwed } from "./checkout-several.ts";
import { lockDebts, type DebtSubject } from "./lock-debts.ts";
import { notifyPaidTogether } from "./mail.ts";
import { assertPayable } from "./open-checkouts.ts";
import { allocate } from "./record-several.ts";
import { recordDebtPayment } from "./record-payment.ts";

type PrepaidCall = Call<typeof payments.payPrepaid>;

/** A guest acts by the id of their customer. */
const isOwn = (debt: DebtSubject, userId: string): boolean => debt.user_id === userId || debt.customer_id === userId;

/** A hold is confirmed once all is paid: what is left of it must be an amount that a provider takes. */
async function assertRestIsPayable(call: PrepaidCall, debt: DebtSubject): Promise<void> {
  const { organizationId, body, language } = call;
  const { isHeld, dueAt: startTime, currency, due } = debt;
  const rest = due - body.amount;
  if (rest === 0 || !isHeld) return;
  const request = { organizationId, currency, startTime, isHeld };
  const open = await listOpenProviders(call, { ...request, amount: rest });
  if (open.length > 0) return;
  const [usual] = await listOpenProviders(call, { ...request, amount: due });
  const most = usual ? due - usual.minAmountIn(currency) : 0;
  const refusal =
    most > 0
      ? message("payments.restTooSmall", { amount: formatMoney(most, currency, language) })
      : message("payments.payAllAhead");
  throw invalidFields({ amount: [refusal] });
}

/**
 * @throws HttpError 404 for what is not one's own, 409 where nothing is due, a hold has run out, or less is there than is to be
 * used, 422 on an amount above what is due, or a code that nobody has
 */
export async function payPrepaid(call: PrepaidCall): Promise<PrepaidPayment> {
  const { db, now, organizationId, user, body, language } = call;
  const { eventId, chargeId, chargeIds, method, amount } = body;
  // The customer whose balance pays is held before what is owed.
  const payerId = method === "balance" || chargeIds ? await findOwnCustomerId(db, organizationId, user.id) : null;
  let voucher: VoucherRow | null = null;
  const options = {
    ...(method === "balance" && payerId !== null && { payerId }),
    beforeSales: async () => {
      voucher = await holdVoucherToPay(call, body);
    },
  };
  const debts = chargeIds
    ? await lockOwed(call, { payerId: payerId ?? "", chargeIds }, options)
    : await lockDebts(call, { eventIds: eventId ? [eventId] : [], chargeIds: chargeId ? [chargeId] : [] }, options);
  const [debt] = debts;
  if (!debt || (!chargeIds && !isOwn(debt, user.id))) throw notFound();
  const asked = debts.reduce((sum, one) => sum + one.asked, 0);
  if (!chargeIds) assertPayable({ event: debt.event, due: debt.asked }, now);
  const { currency } = debt;
  const most = message("payments.moreThanDue", { amount: formatMoney(asked, currency, language) });
  if (amount > asked) throw invalidFields({ amount: [most] });
  await assertSellerComplete(call, false);
  if (!chargeIds) await assertRestIsPayable(call, debt);
  const walletOf = await holdWalletToPay(call, {
    ...{ method, amount, currency, customerId: method === "balance" ? payerId : null },
  });
  assertOnVoucher(call, voucher, { amount, currency });
  const paid = allocate(debts, amount, (one) => one.asked).map((part) => ({ ...part, id: uuidv7(now) }));
  const ids = paid.map(({ id }) => id);
  const [paymentId = ""] = ids;
  const groupId = chargeIds ? paymentId : null;
  const made = { method, note: null, groupId, tillSessionId: null, walletOf, voucher, isByPayer: true };
  for (const part of paid) await recordDebtPayment(call, part.debt, { ...made, amount: part.amount, id: part.id });
  if (groupId !== null) await publish(call, "payments.takenTogether", { paymentIds: ids });
  await notifyPaidTogether(call, ids);
  call.record({
    subjectId: paymentId,
    after: { ...(chargeIds ? aboutDebts(paid.map((part) => part.debt)) : aboutDebt(debt)), method, amount, currency },
    ...linksOf(debt),
  });
  return { paymentId, amount, due: asked - amount, currency };
}

/** Tells by what its customer could pay a debt ahead. */
export async function findPrepaidMeans(
  { db, now }: { db: Database; now: Date },
  debt: { organization_id: string; customer_id: string | null; currency: string },
): Promise<{ wallet: number; takesVouchers: boolean }> {
  const within = { db, now, organizationId: debt.organization_id };
  return {
    wallet: await readWallet(within, debt.customer_id, debt.currency),
    takesVouchers: await hasUsableVouchers(within),
  };
}
