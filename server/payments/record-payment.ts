/** Records a payment that the team took (cash, card terminal, check), and sends payment links. */
import type { Selectable } from "kysely";
import type { Body, Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { holdWalletToPay, insertWalletEntry } from "#server/credits/wallet.ts";
import { assertOnVoucher, holdVoucherToPay, insertVoucherUse, isTaxedAhead } from "#server/vouchers/pay.ts";
import type { VoucherRow } from "#server/vouchers/with-names.ts";
import { confirmPayment } from "#server/events/occupancy.ts";
import { findCustomerRecipient, type CustomerRecipient } from "#server/customers/mail.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { findEventToChange } from "#server/events/queries.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import { assertCashWithinLimit } from "./cash-limit.ts";
import { paymentColumnMap } from "./column-map.ts";
import { openCheckout, toTenantContext, type CheckoutPage } from "./checkout.ts";
import {
  amountDue,
  insertPayment,
  findPayer,
  keyOfSubject,
  publishPaymentSucceeded,
  type PaymentRow,
  type PaymentSubject,
} from "./ledger.ts";
import { findDebt, lockDebts, type DebtSubject } from "./lock-debts.ts";
import { notifyPaid } from "./mail.ts";
import { assertPayable, queueSessionExpiry } from "./open-checkouts.ts";
import { findPayment } from "./queries.ts";
import { keepReceiptAddress } from "./receipt-address.ts";
import { tillPort } from "./till-port.ts";
import { activityLinks } from "#server/events/activity-entries.ts";

export interface RecordedPayment extends Pick<Body<typeof payments.record>, "method" | "amount" | "note"> {
  id: string;
  /** The id of the first payment of those that were taken together. */
  groupId: string | null;
  /** The open session of the till that takes it; null without a till. */
  tillSessionId: string | null;
  /** The customer whose balance pays it, held and seen to have enough; null for other methods. */
  walletOf: string | null;
  /** The gift voucher that pays it, held and seen to have enough; null for other methods. */
  voucher: VoucherRow | null;
  /** The customer pays by themselves, with what was paid ahead. Default: the team records it. */
  isByPayer?: boolean;
}

type DeskContext = TenantContext & { user: { id: string; isGuest?: boolean } };

/** The account that finds the payment: of who pays by themselves, also for a child, else the customer's. */
const accountOf = ({ user }: DeskContext, { isByPayer }: RecordedPayment, customerUserId: string | null) =>
  isByPayer && !user.isGuest ? user.id : customerUserId;

/** A payment at the desk, for a booking or for a line of a sale, and its movement in the till. */
export async function insertDeskPayment(
  call: DeskContext,
  paid: PaymentSubject & Pick<PaymentRow, "user_id" | "payer_name" | "currency">,
  { id, groupId, tillSessionId, walletOf, voucher, isByPayer = false, ...draft }: RecordedPayment,
): Promise<void> {
  const { db, now, organizationId, user } = call;
  await insertPayment(db, {
    organization_id: organizationId,
    id,
    group_id: groupId,
    ...paid,
    ...paymentColumnMap.toRow(draft),
    status: "succeeded",
    provider_fee: 0,
    recorded_by: isByPayer ? null : user.id,
    is_taxed_ahead: isTaxedAhead(voucher),
    paid_at: now,
    created_at: now,
    updated_at: now,
  });
  const { method, amount } = draft;
  if (walletOf !== null) {
    const used = { kind: "use", customerId: walletOf, amount, currency: paid.currency, paymentId: id } as const;
    await insertWalletEntry(call, used);
  }
  if (voucher !== null) await insertVoucherUse(call, voucher, { ...paid, paymentId: id, amount });
  if (tillSessionId) {
    const movement = { kind: "payment", method, amount, paymentId: id, refundId: null, byId: user.id } as const;
    await tillPort.insertMovement(call, tillSessionId, movement);
  }
}

/**
 * Records a payment of at most what is due, and confirms a held event: for the team also where a part is paid, for its customer
 * once all is. The caller has locked the event.
 */
export async function recordEventPayment(
  call: DeskContext,
  event: Selectable<EventsTable>,
  payment: RecordedPayment,
): Promise<void> {
  const subject = { event_id: event.id, charge_id: null };
  const { user_id, payer_name } = await findPayer(call.db, event);
  const payer = { user_id: accountOf(call, payment, user_id), payer_name };
  await insertDeskPayment(call, { ...subject, ...payer, currency: event.currency }, payment);
  const isEnough = payment.isByPayer !== true || payment.amount === amountDue(event);
  if (isEnough && eventStateOf(event) === "pendingPayment") await confirmPayment(call, event.id);
  await publishPaymentSucceeded(call, { id: payment.id, ...subject });
  await queueSessionExpiry(call, { eventId: event.id });
}

/** Records a payment of at most what is due. The caller has locked the booking, or the line of the sale. */
export async function recordDebtPayment(call: DeskContext, debt: DebtSubject, payment: RecordedPayment): Promise<void> {
  if (debt.event) return recordEventPayment(call, debt.event, payment);
  const { db, organizationId } = call;
  const subject = { event_id: null, charge_id: debt.charge_id };
  const customer = await findPresentCustomer(db, organizationId, debt.customer_id ?? "");
  const payer = { user_id: accountOf(call, payment, debt.user_id), payer_name: customer?.name ?? debt.name };
  await insertDeskPayment(call, { ...subject, ...payer, currency: debt.currency }, payment);
  await publishPaymentSucceeded(call, { id: payment.id, ...subject });
  await queueSessionExpiry(call, keyOfSubject(subject));
}

/** @throws HttpError 409 if nothing is due, 422 on an `amount` above it */
export async function recordPayment(call: Call<typeof payments.record>): Promise<Returns<typeof payments.record>> {
  const { db, now, organizationId, body, params, language } = call;
  const event = await findEventToChange(db, call, params.eventId);
  const due = amountDue(event);
  if (due === 0) throw new HttpError(409, message("payments.nothingDue"));
  const most = message("payments.moreThanDue", { amount: formatMoney(due, event.currency, language) });
  if (body.amount > due) throw invalidFields({ amount: [most] });
  await assertSellerComplete(call, true);
  const paid = { amount: body.amount, currency: event.currency, subjects: [{ event_id: event.id, charge_id: null }] };
  await assertCashWithinLimit(call, { method: body.method, ...paid });
  await keepReceiptAddress(call, [event], body.email);
  const { method, tillId } = body;
  const walletOf = await holdWalletToPay(call, {
    ...{ method, customerId: event.customer_id, amount: body.amount, currency: event.currency },
  });
  const voucher = await holdVoucherToPay(call, body);
  assertOnVoucher(call, voucher, { amount: body.amount, currency: event.currency });
  const money = { method, currency: event.currency, facilityIds: [event.facility_id], tillId };
  const tillSessionId = await tillPort.lockSession(call, money);
  const id = uuidv7(now);
  const { amount, note } = body;
  const made = { method, amount, note, id, groupId: null, tillSessionId, walletOf, voucher };
  await recordEventPayment(call, event, made);
  const receiptTo = await notifyPaid(call, id);
  call.record({
    subjectId: id,
    after: { eventId: event.id, method: body.method, amount: body.amount, currency: event.currency },
    ...activityLinks(event),
  });
  return { ...(await findPayment(call, organizationId, id)), receiptTo };
}

/** With what its activity entry is found by. */
export type LinkPage = CheckoutPage & { debt: DebtSubject };

export interface PaymentLink extends LinkPage {
  email: string;
  language: Language;
}

type LinkCall = Call<typeof payments.link> | Call<typeof payments.copyLink>;
type ChargeLinkCall = Call<typeof payments.chargeLink> | Call<typeof payments.copyChargeLink>;

interface DebtOfLink {
  debt: DebtSubject;
  known: CustomerRecipient | undefined;
}

/** @throws HttpError 409 for a held event, which its booker is paying, and where nothing is due */
async function assertLinkable(call: LinkCall | ChargeLinkCall, debt: DebtSubject): Promise<DebtOfLink> {
  if (debt.event && eventStateOf(debt.event) === "pendingPayment")
    throw new HttpError(409, message("payments.beingPaid"));
  assertPayable(debt, call.now);
  await assertSellerComplete(call, true);
  return { debt, known: await findCustomerRecipient(call.db, call.organizationId, debt) };
}

async function findDebtOfEvent(call: LinkCall): Promise<DebtOfLink> {
  const { eventId } = call.params;
  const debts = await lockDebts(call, { eventIds: [eventId], chargeIds: [] }, { hold: false });
  return assertLinkable(call, findDebt(debts, { eventId }));
}

async function findDebtOfCharge(call: ChargeLinkCall): Promise<DebtOfLink> {
  const { chargeId } = call.params;
  const debts = await lockDebts(call, { eventIds: [], chargeIds: [chargeId] }, { hold: false });
  return assertLinkable(call, findDebt(debts, { chargeId }));
}

async function openLink(
  call: LinkCall | ChargeLinkCall,
  debt: DebtSubject,
  { language, email }: { language: Language; email: string | null },
): Promise<LinkPage> {
  const key = keyOfSubject(debt);
  await enforceRateLimit(call, [rateLimit("paymentLink", "eventId" in key ? key.eventId : key.chargeId)]);
  const page = await openCheckout(toTenantContext(call), { key, language, isLink: true, email });
  return { ...page, debt };
}

/** @throws HttpError 422 without an address */
async function prepareLink(
  call: Call<typeof payments.link> | Call<typeof payments.chargeLink>,
  { debt, known }: DebtOfLink,
): Promise<PaymentLink> {
  const email = call.body.email ?? known?.email;
  if (!email) throw invalidFields({ email: [message("payments.noEmail")] });
  const language = known?.language ?? call.language;
  return { ...(await openLink(call, debt, { language, email })), email, language };
}

const prepareCopy = (call: LinkCall | ChargeLinkCall, { debt, known }: DebtOfLink): Promise<LinkPage> =>
  openLink(call, debt, { language: known?.language ?? call.language, email: known?.email ?? null });

export const preparePaymentLink = async (call: Call<typeof payments.link>): Promise<PaymentLink> =>
  prepareLink(call, await findDebtOfEvent(call));

export const prepareCopiedLink = async (call: Call<typeof payments.copyLink>): Promise<LinkPage> =>
  prepareCopy(call, await findDebtOfEvent(call));

export const prepareChargeLink = async (call: Call<typeof payments.chargeLink>): Promise<PaymentLink> =>
  prepareLink(call, await findDebtOfCharge(call));

export const prepareCopiedChargeLink = async (call: Call<typeof payments.copyChargeLink>): Promise<LinkPage> =>
  prepareCopy(call, await findDebtOfCharge(call));
