/** Records what a customer pays at the desk: it settles their charges, the oldest due first, the last of them in part. */
import { MAX_PAYMENTS_AT_ONCE, type PaymentGroup, type payments } from "#contract/payments.ts";
import { isAskedFor, selectDebts, sortOldestFirst } from "#server/charges/debts.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { formatMoney } from "#messages/format-money.ts";
import { assertOwed } from "./checkout-several.ts";
import { allocate, lockDebtsToPay, recordTogether } from "./record-several.ts";

type RecordCall = Call<typeof payments.recordOfCustomer>;

/**
 * @returns the chosen charges, else the oldest that are open and not written off, one more than are settled at once
 * @throws HttpError 404
 */
async function listChargeIds({ db, organizationId, body }: RecordCall, customerId: string): Promise<string[]> {
  if (!body.chargeIds) {
    const open = selectDebts(db, organizationId).where("charges.customer_id", "=", customerId).where(isAskedFor);
    const oldest = await sortOldestFirst(open.select("charges.id"))
      .limit(MAX_PAYMENTS_AT_ONCE + 1)
      .execute();
    return oldest.map(({ id }) => id);
  }
  await assertOwed({ db, organizationId }, customerId, body.chargeIds);
  return [...new Set(body.chargeIds.map((id) => id.toLowerCase()))];
}

/** @throws HttpError 404, 409 if nothing is due or the currencies differ, 422 on an `amount` above what is due */
export async function recordPaymentOfCustomer(call: RecordCall): Promise<PaymentGroup> {
  const { db, organizationId, params, body, language } = call;
  const customer = await findPresentCustomer(db, organizationId, params.customerId);
  if (!customer) throw notFound();
  const chargeIds = await listChargeIds(call, customer.id);
  const names = { eventIds: [], chargeIds: chargeIds.slice(0, MAX_PAYMENTS_AT_ONCE) };
  const touchesWallet = body.method === "balance" || body.restToWallet;
  const { subjects: locked, voucher } = await lockDebtsToPay(call, names, touchesWallet ? customer.id : null);
  const debts = locked.filter(({ due }) => due > 0);
  const [first] = debts;
  if (!first) throw new HttpError(409, message("payments.nothingDueOfCustomer"));
  if (debts.some(({ currency }) => currency !== first.currency))
    throw new HttpError(409, message("payments.severalCurrencies"));
  const total = debts.reduce((sum, { due }) => sum + due, 0);
  const most = formatMoney(total, first.currency, language);
  const tooMuch =
    chargeIds.length > MAX_PAYMENTS_AT_ONCE
      ? message("payments.moreThanAtOnce", { amount: most, count: MAX_PAYMENTS_AT_ONCE })
      : message("payments.moreThanDue", { amount: most });
  const rest = Math.max(0, body.amount - total);
  // The debts that are left out of a payment of many are no rest.
  const isRestKept =
    body.restToWallet &&
    body.method !== "balance" &&
    body.method !== "voucher" &&
    chargeIds.length <= MAX_PAYMENTS_AT_ONCE;
  if (rest > 0 && !isRestKept) throw invalidFields({ amount: [tooMuch] });
  return recordTogether(call, allocate(debts, body.amount), { payerId: customer.id, voucher, rest });
}
