/** Records a payment that the team took (cash, card terminal, check), and sends payment links. */
import type { Body, Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { confirmPayment } from "#server/events/occupancy.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { findEventToChange, type EventRow } from "#server/events/queries.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import { paymentColumnMap } from "./column-map.ts";
import { openCheckout, toTenantContext, type CheckoutPage } from "./checkout.ts";
import {
  amountDue,
  insertPayment,
  findPayer,
  publishPaymentSucceeded,
  type PaymentRow,
  type PaymentSubject,
} from "./ledger.ts";
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
}

type DeskContext = TenantContext & { user: { id: string } };

/** A payment at the desk, for a booking or for a line of a sale, and its movement in the till. */
export async function insertDeskPayment(
  call: DeskContext,
  paid: PaymentSubject & Pick<PaymentRow, "user_id" | "payer_name" | "currency">,
  { id, groupId, tillSessionId, ...draft }: RecordedPayment,
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
    recorded_by: user.id,
    paid_at: now,
    created_at: now,
    updated_at: now,
  });
  if (tillSessionId) {
    const { method, amount } = draft;
    const movement = { kind: "payment", method, amount, paymentId: id, refundId: null, byId: user.id } as const;
    await tillPort.insertMovement(call, tillSessionId, movement);
  }
}

/** Records a payment of at most what is due, and confirms a held event. The caller has locked the event. */
export async function recordEventPayment(call: DeskContext, event: EventRow, payment: RecordedPayment): Promise<void> {
  const subject = { event_id: event.id, charge_id: null };
  const payer = await findPayer(call.db, event);
  await insertDeskPayment(call, { ...subject, ...payer, currency: event.currency }, payment);
  if (eventStateOf(event) === "pendingPayment") await confirmPayment(call, event.id);
  await publishPaymentSucceeded(call, { id: payment.id, ...subject });
  await queueSessionExpiry(call, event.id);
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
  await keepReceiptAddress(call, [event], body.email);
  const { method, tillId } = body;
  const money = { method, currency: event.currency, facilityIds: [event.facility_id], tillId };
  const tillSessionId = await tillPort.lockSession(call, money);
  const id = uuidv7(now);
  await recordEventPayment(call, event, { ...body, id, groupId: null, tillSessionId });
  const receiptTo = await notifyPaid(call, id);
  call.record({
    subjectId: id,
    after: { eventId: event.id, method: body.method, amount: body.amount, currency: event.currency },
    ...activityLinks(event),
  });
  return { ...(await findPayment(call, organizationId, id)), receiptTo };
}

/** With what its activity entry is found by. */
type LinkPage = CheckoutPage & ReturnType<typeof activityLinks>;

export interface PaymentLink extends LinkPage {
  email: string;
  language: Language;
}

/** @throws HttpError 409 for a held event, which its booker is paying */
async function findEventOfLink(call: Call<typeof payments.link> | Call<typeof payments.copyLink>) {
  const event = await findEventToChange(call.db, call, call.params.eventId, { hold: false });
  if (eventStateOf(event) === "pendingPayment") throw new HttpError(409, message("payments.beingPaid"));
  assertPayable(event, call.now);
  await assertSellerComplete(call, true);
  return { event, known: await findCustomerRecipient(call.db, call.organizationId, event) };
}

/** @throws HttpError 422 without an address */
export async function preparePaymentLink(call: Call<typeof payments.link>): Promise<PaymentLink> {
  const { event, known } = await findEventOfLink(call);
  const email = call.body.email ?? known?.email;
  if (!email) throw invalidFields({ email: [message("payments.noEmail")] });
  const language = known?.language ?? call.language;
  await enforceRateLimit(call, [rateLimit("paymentLink", event.id)]);
  const page = await openCheckout(toTenantContext(call), { eventId: event.id, language, isLink: true, email });
  return { ...page, ...activityLinks(event), email, language };
}

export async function prepareCopiedLink(call: Call<typeof payments.copyLink>): Promise<LinkPage> {
  const { event, known } = await findEventOfLink(call);
  const language = known?.language ?? call.language;
  await enforceRateLimit(call, [rateLimit("paymentLink", event.id)]);
  const params = { eventId: event.id, language, isLink: true, email: known?.email ?? null };
  return { ...(await openCheckout(toTenantContext(call), params)), ...activityLinks(event) };
}
