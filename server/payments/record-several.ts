/** Records one payment at the desk for several debts (bulk payment, a whole series): one row and refund for each, one invoice for all of a customer. */
import type { PaymentGroup, PaymentMethod, payments } from "#contract/payments.ts";
import { holdWalletToPay } from "#server/credits/wallet.ts";
import { listPayers } from "#server/customers/relation-queries.ts";
import { assertOnVoucher, holdVoucherToPay } from "#server/vouchers/pay.ts";
import type { VoucherRow } from "#server/vouchers/with-names.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { assertCashWithinLimit } from "./cash-limit.ts";
import { methodLabels } from "./export-columns.ts";
import { aboutDebts } from "./give-links.ts";
import { isPaymentFor } from "./ledger.ts";
import { findDebt, lockDebts, type DebtNames, type DebtSubject } from "./lock-debts.ts";
import { notifyPaidTogether } from "./mail.ts";
import { listPaymentsOfGroup } from "./queries.ts";
import { keepReceiptAddress } from "./receipt-address.ts";
import { recordDebtPayment } from "./record-payment.ts";
import { recordTopUp } from "./record-top-up.ts";
import { tillPort } from "./till-port.ts";
import { chargeTopUp } from "./top-ups.ts";

type RecordSeveralCall = Call<typeof payments.recordSeveral>;

/** One customer pays for all of them. */
async function assertSamePayer(db: Database, organizationId: string, debts: readonly DebtSubject[]): Promise<void> {
  const customerIds = [...new Set(debts.map(({ customer_id }) => customer_id))];
  if (customerIds.length === 1) return;
  const known = customerIds.filter((id) => id !== null);
  const payers = new Set((await listPayers(db, organizationId, known)).values());
  if (payers.size > 1 || known.length < customerIds.length)
    throw new HttpError(409, message("payments.severalCustomers"));
}

/** By the facility's clock; of a sale, by the organization's. */
async function findTimezoneOf(call: RecordSeveralCall, { facilityId, organization_id }: DebtSubject): Promise<string> {
  if (facilityId === null) return (await findSettings(call)).timezone;
  const { timezone } = await call.db
    .selectFrom("facilities")
    .select("timezone")
    .where("organization_id", "=", organization_id)
    .where("id", "=", facilityId)
    .executeTakeFirstOrThrow();
  return timezone;
}

/** Says what happened to a debt since the desk saw it. */
async function describeChange(call: RecordSeveralCall, debt: DebtSubject): Promise<LocalizedMessage> {
  const { db, language, t } = call;
  const { dateTime } = dateFormats(language, await findTimezoneOf(call, debt));
  const shown = { name: debt.name, when: dateTime(debt.dueAt) };
  const paid = await db
    .selectFrom("payments")
    .select(["method", "paid_at"])
    .where("organization_id", "=", debt.organization_id)
    .where(isPaymentFor(debt.event_id === null ? { chargeId: debt.charge_id ?? "" } : { eventId: debt.event_id }))
    .where("status", "=", "succeeded")
    .orderBy("paid_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (debt.due > 0 || !paid?.paid_at)
    return message("payments.dueChanged", { ...shown, due: formatMoney(debt.due, debt.currency, language) });
  const method = t(methodLabels[paid.method as PaymentMethod]);
  return message("payments.alreadySettled", { ...shown, time: dateTime(paid.paid_at), method });
}

/** @throws HttpError 404, 409 if a debt was settled or has shrunk meanwhile, or has another currency or payer: then nothing is recorded */
export async function recordSeveralPayments(call: RecordSeveralCall): Promise<PaymentGroup> {
  const { debts, method } = call.body;
  const names = {
    eventIds: debts.flatMap(({ eventId }) => eventId ?? []),
    chargeIds: debts.flatMap(({ chargeId }) => chargeId ?? []),
  };
  const payerId = method === "balance" ? await findPayerOf(call, names) : null;
  const { subjects, voucher } = await lockDebtsToPay(call, names, payerId);
  // One was named by its event and by its charge.
  if (subjects.length < debts.length) throw invalidFields({ debts: [message("payments.sameDebtTwice")] });
  const amounts = new Map(debts.map(({ amount, ...named }) => [findDebt(subjects, named), amount]));
  const locked = subjects.map((debt) => ({ debt, amount: amounts.get(debt) ?? 0 }));
  for (const { debt, amount } of locked)
    if (amount > debt.due) throw new HttpError(409, await describeChange(call, debt));
  return recordTogether(call, locked, { payerId, voucher });
}

/** Locks debts, and the voucher that pays them where one does: after customers and before sales. @throws HttpError 404, 409, 422 */
export async function lockDebtsToPay(
  call: RecordSeveralCall | Call<typeof payments.recordOfCustomer>,
  names: DebtNames,
  payerId: string | null,
): Promise<{ subjects: DebtSubject[]; voucher: VoucherRow | null }> {
  let voucher: VoucherRow | null = null;
  const subjects = await lockDebts(call, names, {
    ...(payerId !== null && { payerId }),
    beforeSales: async () => {
      voucher = await holdVoucherToPay(call, call.body);
    },
  });
  return { subjects, voucher };
}

/** The customer of all debts, or who pays for them. */
async function findPayerOf(
  { db, organizationId }: RecordSeveralCall,
  { eventIds, chargeIds }: DebtNames,
): Promise<string | null> {
  const debtors = await db
    .selectFrom("charges")
    .select("charges.customer_id as id")
    .distinct()
    .where("charges.organization_id", "=", organizationId)
    .where("charges.customer_id", "is not", null)
    .where((charge) => charge.or([isAnyOf("charges.id", chargeIds), isAnyOf("charges.event_id", eventIds)]))
    .execute();
  const [only, ...others] = debtors.flatMap(({ id }) => id ?? []);
  if (only === undefined) return null;
  return others.length === 0 ? only : ((await listPayers(db, organizationId, [only])).get(only) ?? only);
}

export interface LockedDebt {
  debt: DebtSubject;
  /** At most what is due. */
  amount: number;
}

/** The oldest first, each as far as the amount goes. */
export function allocate(
  debts: readonly DebtSubject[],
  amount: number,
  dueOf: (debt: DebtSubject) => number = ({ due }) => due,
): LockedDebt[] {
  let left = amount;
  return debts
    .toSorted((a, b) => +a.dueAt - +b.dueAt)
    .map((debt) => {
      const part = Math.min(dueOf(debt), left);
      left -= part;
      return { debt, amount: part };
    })
    .filter((part) => part.amount > 0);
}

/** The customer who pays, and the part that is more than due. */
interface Payer {
  /** Their balance pays where the method is one; they are held then. */
  payerId: string | null;
  /** The gift voucher that pays, where the method is one. */
  voucher: VoucherRow | null;
  /** Put on the balance of the payer. Minor units. */
  rest?: number;
}

/**
 * A payment for each debt, one entry of the activity, one mail for each payer and one invoice for each customer.
 * @param debts that are locked
 * @throws HttpError 409 if they have several currencies or payers, or the seller is incomplete
 */
export async function recordTogether(
  call: RecordSeveralCall | Call<typeof payments.recordOfCustomer>,
  locked: readonly LockedDebt[],
  { payerId, voucher, rest = 0 }: Payer,
): Promise<PaymentGroup> {
  const { db, now, organizationId, body } = call;
  const { method, note, tillId } = body;
  const [first] = locked;
  if (!first || locked.some(({ debt }) => debt.currency !== first.debt.currency))
    throw new HttpError(409, message("payments.severalCurrencies"));
  const { currency } = first.debt;
  const debts = locked.map(({ debt }) => debt);
  await assertSamePayer(db, organizationId, debts);
  await assertSellerComplete(call, true);
  const owed = locked.reduce((sum, { amount }) => sum + amount, 0);
  await assertCashWithinLimit(call, { method, currency, amount: owed + rest, subjects: debts });
  await keepReceiptAddress(call, debts, body.email);
  const places = debts.flatMap(({ facilityId }) => facilityId ?? []);
  const facilityIds = places.length > 0 ? [...new Set(places)] : null;
  const walletOf = await holdWalletToPay(call, { method, customerId: payerId, amount: owed, currency });
  assertOnVoucher(call, voucher, { amount: owed, currency });
  const topUp =
    rest > 0 && payerId !== null ? await chargeTopUp(call, { customerId: payerId, amount: rest, currency }) : null;
  const tillSessionId = await tillPort.lockSession(call, { method, currency, facilityIds, tillId });
  const ids = locked.map(() => uuidv7(now));
  const [groupId = ""] = ids;
  const paid = { method, note, groupId, tillSessionId, walletOf, voucher };
  for (const [index, { debt, amount }] of locked.entries())
    await recordDebtPayment(call, debt, { ...paid, amount, id: ids[index] ?? "" });
  if (topUp) ids.push(await recordTopUp(call, topUp, { ...paid, amount: rest, id: uuidv7(now) }));
  await publish(call, "payments.takenTogether", { paymentIds: ids });
  const receiptsTo = await notifyPaidTogether(call, ids);
  const total = owed + rest;
  const { eventIds, sold: bought = [] } = aboutDebts(debts);
  const sold = [...bought, ...(topUp ? [topUp.label] : [])];
  call.record({
    subjectId: groupId,
    after: {
      ...(eventIds && { eventIds }),
      ...(sold.length > 0 && { sold }),
      ...{ method, amount: total, currency },
    },
    fieldId: first.debt.event?.field_id,
    customerId: first.debt.customer_id,
  });
  const payments = await listPaymentsOfGroup(call, organizationId, groupId);
  return { id: groupId, amount: total, currency, payments, receiptsTo };
}
