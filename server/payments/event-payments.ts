/** Payments, refunds and possible payment methods of one event, as its page shows them. */
import type { EventPayments, payments } from "#contract/payments.ts";
import { isBooker, eventStateOf } from "#contract/events-states-rules.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import { readWallet } from "#server/credits/wallet.ts";
import { findEventToChange, type EventRow } from "#server/events/queries.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { HttpError, notFound, renderMessage } from "#server/kit/http/http-error.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSellerRefusal } from "#server/organizations/seller.ts";
import type { Returns } from "#contract/kit.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { checkCardOfPayment, readRest } from "./cards/with-payment.ts";
import { fulfilPayment } from "./fulfil.ts";
import { amountDue, amountPayable, findOpenPayment, type PaymentRow } from "./ledger.ts";
import { listOpenProviders } from "./accounts.ts";
import { findPrepaidMeans } from "./pay-prepaid.ts";
import type { PaymentProvider, ProviderContext } from "./provider.ts";
import { findPayerWithoutAddress } from "./receipt-address.ts";
import { findTransferDetails, listPaymentsOfEvent } from "./queries.ts";

type EventPaymentsCall = Call<typeof payments.ofEvent>;

function assertMaySeePayments({ access, user }: EventPaymentsCall, event: EventRow): void {
  if (isBooker(event, { userId: user.id })) return;
  if (!access.isTeam) throw notFound();
  if (!access.permissions.has("payments.show")) throw forbidden("payments.show");
}

const isHeld = (event: EventRow): boolean => eventStateOf(event) === "pendingPayment";
const isInTime = (event: EventRow, now: Date): boolean =>
  !isHeld(event) || (event.hold_expires_at !== null && event.hold_expires_at > now);

/** Empty if nothing is due or the hold has expired. */
async function listProviders(call: EventPaymentsCall, event: EventRow): Promise<PaymentProvider[]> {
  const due = amountDue(event);
  if (due === 0 || !isInTime(event, call.now)) return [];
  const { organization_id: organizationId, currency, start_time: startTime } = event;
  return listOpenProviders(call, { organizationId, amount: due, currency, startTime, isHeld: isHeld(event) });
}

function listActions(
  call: EventPaymentsCall,
  event: EventRow,
  {
    refundable,
    providers,
    isRefused,
  }: { refundable: number; providers: readonly PaymentProvider[]; isRefused: boolean },
): EventPayments["actions"] {
  const { access, user } = call;
  const due = amountDue(event);
  const isOwn = isBooker(event, { userId: user.id });
  const canPay = !isRefused && providers.length > 0 && amountPayable(event) > 0 && isOwn;
  const records = access.isTeam && access.permissions.has("payments.record");
  const canLink = providers.some(({ settledBy }) => settledBy === "provider") && !isHeld(event) && records;
  return [
    ...(canPay ? (["pay"] as const) : []),
    ...(canLink ? (["link"] as const) : []),
    ...(due > 0 && records ? (["record"] as const) : []),
    ...(refundable > 0 && access.isTeam && access.permissions.has("payments.refund") ? (["refund"] as const) : []),
  ];
}

/** The team takes what was paid ahead at the desk. */
async function readPrepaid({ db, now, user }: EventPaymentsCall, event: EventRow): Promise<EventPayments["prepaid"]> {
  const isPayable = isBooker(event, { userId: user.id }) && amountPayable(event) > 0 && isInTime(event, now);
  return isPayable ? findPrepaidMeans({ db, now }, event) : null;
}

export async function readEventPayments(call: EventPaymentsCall): Promise<EventPayments> {
  const { db, access, params } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  assertMaySeePayments(call, event);
  const found = await listPaymentsOfEvent(call, event, access.isTeam);
  const refundable = found.reduce((sum, payment) => sum + payment.refundable, 0);
  const providers = await listProviders(call, event);
  // The scope of the call may be all organizations.
  const seller = { db, now: call.now, language: call.language, organizationId: event.organization_id };
  const refusal = amountDue(event) > 0 ? await findSellerRefusal(seller, access.isTeam) : null;
  const actions = listActions(call, event, { refundable, providers, isRefused: refusal !== null });
  const receipt = actions.includes("record")
    ? await findCustomerRecipient(db, event.organization_id, event)
    : undefined;
  return {
    price: event.price,
    shared: event.shared,
    paid: event.paid,
    refunded: event.refunded,
    due: access.isTeam ? amountDue(event) : amountPayable(event),
    isWrittenOff: access.isTeam && event.payment_status === "written_off",
    currency: event.currency,
    holdExpiresAt: event.hold_expires_at?.toISOString() ?? null,
    refusal: refusal && renderMessage(translators[call.language], refusal),
    receiptTo: receipt?.email ?? null,
    asksReceiptAddress: actions.includes("record") && (await findPayerWithoutAddress(db, event)) !== undefined,
    wallet: actions.includes("record")
      ? await readWallet({ db, organizationId: event.organization_id }, event.customer_id, event.currency)
      : 0,
    actions,
    prepaid: refusal === null ? await readPrepaid(call, event) : null,
    providers: actions.includes("pay") ? providers.map(({ name }) => name) : [],
    rest: await readRest(call, event),
    payments: found,
  };
}

/** More frequent checks return the stored state. */
const MIN_CHECK_INTERVAL_MS = 2000;

const isAskedNow = ({ asked_at: askedAt }: Pick<PaymentRow, "asked_at">, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() < MIN_CHECK_INTERVAL_MS;

/** For readers without a page that waits for the outcome. During an outage of the provider, the next one asks. */
export async function refreshPaymentOfEvent(
  { appContext, now }: Pick<ProviderContext, "appContext" | "now">,
  { organizationId, eventId }: { organizationId: string; eventId: string },
): Promise<void> {
  const open = await findOpenPayment(appContext.db, organizationId, { eventId });
  if (open?.status !== "processing" || isAskedNow(open, now)) return;
  try {
    await fulfilPayment(appContext, organizationId, open.id);
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 503)) throw error;
  }
}

/** @throws HttpError 404 for the payment of another user, 503 during an outage of the provider */
export async function checkPayment(call: Call<typeof payments.check>): Promise<Returns<typeof payments.check>> {
  const { db, appContext, now, user, params } = call;
  const { organizationId, paymentId } = params;
  // `verified` endpoints do not check the organization in the path: only the payer may read the payment.
  if (!isUuid(organizationId)) throw notFound();
  const found = () =>
    db
      .selectFrom("payments")
      .leftJoin("events", (join) =>
        join
          .onRef("events.organization_id", "=", "payments.organization_id")
          .onRef("events.id", "=", "payments.event_id")
          // A page over several debts is of no single booking.
          .on("payments.group_id", "is", null),
      )
      .select(["payments.id", "payments.organization_id", "payments.provider"])
      .select(["payments.status", "events.id as event_id", "payments.failure", "payments.asked_at"])
      .select("events.status as event_status")
      .where("payments.organization_id", "=", organizationId)
      .where("payments.id", "=", paymentId)
      .where("payments.user_id", "=", user.id)
      .executeTakeFirstOrThrow(notFound);
  const known = await found();
  const isOpen = known.status === "processing" || known.status === "created";
  if (isOpen && !isAskedNow(known, now)) await fulfilPayment(appContext, organizationId, paymentId);
  const payment = await found();
  const { status, event_id, event_status, failure } = payment;
  const isPaid = status === "succeeded";
  return {
    status: status as Returns<typeof payments.check>["status"],
    eventId: event_id,
    eventStatus: event_status,
    failure,
    transfer: status === "processing" ? await findTransferDetails(db, payment) : null,
    card: isPaid ? await checkCardOfPayment(appContext, { organizationId, paymentId }) : null,
  };
}
