/** Fulfilment: the only code that acts on the outcome of a payment (paid, failed, expired). Idempotent. */
import type { Updateable } from "kysely";
import { confirmPayment } from "#server/events/occupancy.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { notFound, message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { PaymentsTable } from "#server/kit/db/tables.ts";
import { createLimiter } from "#server/kit/process/limiter.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { translators } from "#server/kit/process/translators.ts";
import { hasSavedCard } from "./cards/with-payment.ts";
import { booksPort } from "./books-port.ts";
import {
  amountDue,
  isSameSubject,
  keyOfSubject,
  publishPaymentSucceeded,
  updatePayment,
  type PaymentRow,
} from "./ledger.ts";
import { lockDebt, lockPaid, type DebtSubject } from "./lock-debts.ts";
import { formatMoney } from "#messages/format-money.ts";
import { findPayerLanguage, notifyExcessReturned, notifyOtherAmount, notifyPaid, notifyPaidTogether } from "./mail.ts";
import { ProviderRefusal, type SessionRef, type SessionState } from "./provider.ts";
import { ordersPort } from "./orders-port.ts";
import { findProvider } from "./providers/registry.ts";
import { requestRefund } from "./refunds.ts";
import { activityLinks } from "#server/events/activity-entries.ts";

type PaidSession = Extract<SessionState, { state: "paid" }>;

/** Provider calls hold row locks: limit them, so that a slow provider does not take all connections. */
export const limitProviderCalls = createLimiter(120, 3);

/**
 * Acts on the provider's state of a payment: confirms the event, publishes the payment, refunds excess money. Idempotent: webhooks,
 * return pages and the reconciliation call it in any order.
 * @throws HttpError 404, 503 during an outage of the provider; then nothing has changed
 */
export const fulfilPayment = (appContext: AppContext, organizationId: string, paymentId: string): Promise<void> =>
  limitProviderCalls(() =>
    appContext.db
      .transaction()
      .execute((db) => fulfilWithin({ db, appContext, now: appContext.clock.now(), organizationId }, paymentId)),
  );

/** For providers that keep their sessions in our database. */
export async function fulfilWithin(context: TenantContext, paymentId: string): Promise<void> {
  const { db, organizationId } = context;
  const payments = db
    .selectFrom("payments")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", paymentId);
  const found = await payments.executeTakeFirstOrThrow(notFound);
  if (found.group_id !== null && found.provider !== null) return fulfilGroup(context, found.group_id);
  const debt = await lockDebt(db, organizationId, keyOfSubject(found));
  const payment = await payments.forUpdate().executeTakeFirstOrThrow(notFound);
  const { provider_session_id: sessionId, provider_account: account } = payment;
  if (!sessionId || (payment.status === "succeeded" && payment.provider_fee !== null)) return;
  const session = await retrieveSession(context, payment, { organizationId, sessionId, account });
  if (session.state !== "paid") return applyUnpaidSession(context, payment, session);
  const settled = await settlePaid(context, debt, payment, session);
  if (!settled) return;
  if (settled.outcome === "held") await notifyPaid(context, payment.id);
  if (session.amount !== payment.amount) {
    await saveDifference(context, payment, { ours: payment.amount, theirs: session.amount });
    await notifyOtherAmount(context, payment.id);
  }
  await giveExcessBack(context, settled);
}

/** Payments of one page: the provider knows them as one. */
async function fulfilGroup(context: TenantContext, groupId: string): Promise<void> {
  const { db, organizationId } = context;
  const ofGroup = db
    .selectFrom("payments")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("group_id", "=", groupId)
    .orderBy("id");
  const debts = await lockPaid(context, await ofGroup.execute());
  const payments = await ofGroup.forUpdate().execute();
  const [first] = payments;
  const { provider_session_id: sessionId, provider_account: account } = first ?? {};
  const isKnown = payments.every(({ status, provider_fee }) => status === "succeeded" && provider_fee !== null);
  if (!first || !sessionId || isKnown) return;
  const session = await retrieveSession(context, first, { organizationId, sessionId, account: account ?? null });
  if (session.state !== "paid") {
    for (const payment of payments) await applyUnpaidSession(context, payment, session, payment === first);
    return;
  }
  const settled: Settled[] = [];
  const parts = divideSession(payments, session);
  const paid = new Set(parts.map(({ payment }) => payment.id));
  // Less came than was asked for.
  const unpaid = { state: "expired", intentId: session.intentId, failure: null } as const;
  for (const payment of payments) if (!paid.has(payment.id)) await applyUnpaidSession(context, payment, unpaid);
  for (const { payment, part } of parts) {
    const debt = debts.find((one) => isSameSubject(one, payment));
    if (!debt) throw new Error(`The debt of the payment ${payment.id} was not locked`);
    const one = await settlePaid(context, debt, payment, part);
    if (one) settled.push(one);
  }
  if (settled.length === 0) return;
  const ids = (of: readonly Settled[]) => of.map(({ payment }) => payment.id);
  await publish(context, "payments.takenTogether", { paymentIds: ids(settled) });
  const held = settled.filter(({ outcome }) => outcome === "held");
  if (held.length > 0) await notifyPaidTogether(context, ids(held));
  const asked = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (session.amount !== asked) {
    await saveDifference(context, first, { ours: asked, theirs: session.amount });
    await notifyOtherAmount(context, first.id);
  }
  for (const one of settled) await giveExcessBack(context, one);
}

/** Divides money among payments as far as it goes, more than was asked to the last; fees by amount. */
function divideSession(
  payments: readonly PaymentRow[],
  session: PaidSession,
): { payment: PaymentRow; part: PaidSession }[] {
  let left = session.amount;
  const amounts = payments.map(({ amount, asked_amount }, index) => {
    const most = index === payments.length - 1 ? left : Math.min(asked_amount ?? amount, left);
    left -= most;
    return most;
  });
  const paid = payments.flatMap((payment, index) => {
    const amount = amounts[index] ?? 0;
    return amount > 0 ? [{ payment, amount }] : [];
  });
  const divide = (fee: number) => {
    const parts = paid.map(({ amount }) => Math.floor((fee * amount) / session.amount));
    const rest = fee - parts.reduce((sum, part) => sum + part, 0);
    return parts.map((part, index) => (index === 0 ? part + rest : part));
  };
  const fees = session.fee === null ? null : divide(session.fee);
  const applicationFees = divide(session.applicationFee);
  return paid.map(({ payment, amount }, index) => {
    const applicationFee = applicationFees[index] ?? 0;
    return { payment, part: { ...session, amount, fee: fees?.[index] ?? null, applicationFee } };
  });
}

/** A session that the provider refuses to show, such as of a disconnected account, is over: nobody can pay on it. */
async function retrieveSession(context: TenantContext, payment: PaymentRow, ref: SessionRef): Promise<SessionState> {
  try {
    return await findProvider(payment.provider).retrieveSession(context, ref);
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || payment.status === "succeeded") throw error;
    context.appContext.log.warn({ payment: payment.id, code: error.code }, "the payment provider shows no session");
    return { state: "expired", intentId: null, failure: error.message.slice(0, 300) };
  }
}

const saveSession = ({ db, now }: TenantContext, payment: PaymentRow, row: Updateable<PaymentsTable>): Promise<void> =>
  updatePayment(db, payment, { ...row, asked_at: now });

async function applyUnpaidSession(
  context: TenantContext,
  payment: PaymentRow,
  session: Exclude<SessionState, PaidSession>,
  /** False for the other payments of a page: its failure is told once. */
  isTold = true,
): Promise<void> {
  const { db, now, organizationId } = context;
  if (payment.status === "succeeded") {
    await saveDifference(context, payment, { ours: payment.amount, theirs: null });
    return saveSession(context, payment, {});
  }
  const isOver = session.state === "expired";
  const status = isOver ? (session.failure ? "failed" : "canceled") : "processing";
  // A finished payment stays finished; a declined one keeps its failure while its page is open.
  if (payment.status !== "processing" && payment.status !== "created") return saveSession(context, payment, {});
  const isNews = status !== payment.status || session.failure !== payment.failure;
  await saveSession(context, payment, {
    status,
    provider_intent_id: session.intentId ?? payment.provider_intent_id,
    failure: session.failure,
    ...(isOver && { checkout_url: null }),
    ...(isNews && { updated_at: now }),
  });
  if (!isNews) return;
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: payment.id, at: now });
  if (status === "failed" && isTold) await publish(context, "payments.failed", { paymentId: payment.id });
}

interface Settled {
  payment: PaymentRow;
  debt: DebtSubject;
  outcome: "held" | "gone";
  /** The part that the debt did not need. */
  excess: number;
}

/** @returns undefined where nothing was settled: it was before, or the money is of another currency */
async function settlePaid(
  context: TenantContext,
  debt: DebtSubject,
  payment: PaymentRow,
  session: PaidSession,
): Promise<Settled | undefined> {
  const { db, now, organizationId } = context;
  const fees = { provider_fee: session.fee, application_fee: session.applicationFee };
  if (payment.status === "succeeded") {
    if (session.fee === null) await saveSession(context, payment, {});
    else {
      await saveSession(context, payment, { ...fees, updated_at: now });
      await insertLiveChange(db, { organizationId, module: "payments", subjectId: payment.id, at: now });
    }
    return undefined;
  }
  if (session.currency !== payment.currency) {
    await failForCurrency(context, payment, session);
    return undefined;
  }
  const isOtherAmount = session.amount !== payment.amount;
  const made = {
    status: "succeeded",
    amount: session.amount,
    ...(isOtherAmount && { asked_amount: payment.amount }),
    provider_intent_id: session.intentId,
    provider_charge_id: session.chargeId,
    checkout_url: null,
    failure: null,
    paid_at: await booksPort.findBookingInstant(context, session.paidAt),
    updated_at: now,
    ...fees,
  };
  await saveSession(context, payment, made);
  const outcome = await confirmDebt(context, debt);
  // An order that stands again is owed again.
  const reopened = outcome === "held" && debt.isVoid ? await lockDebt(db, organizationId, keyOfSubject(payment)) : debt;
  await publishPaymentSucceeded(context, payment);
  if (hasSavedCard(payment)) await publish(context, "payments.savedCard", { paymentId: payment.id });
  await insertActivityEntry(db, {
    organizationId,
    at: now,
    actorId: payment.user_id,
    act: "payments.succeed",
    subjectId: payment.id,
    before: undefined,
    after: {
      ...(debt.event_id === null ? { sold: [debt.name] } : { eventId: debt.event_id }),
      ...{ method: payment.method, amount: made.amount, currency: payment.currency },
    },
    ipAddress: null,
    ...(debt.event ? activityLinks(debt.event) : { customerId: debt.customer_id }),
    isHead: true,
  });
  const excess = Math.max(0, made.amount - (outcome === "held" ? dueWhenPaid(reopened) : 0));
  return { payment: { ...payment, ...made }, debt, outcome, excess };
}

async function giveExcessBack(context: TenantContext, { payment, debt, outcome, excess }: Settled): Promise<void> {
  if (excess > 0) await refundExcess(context, payment, excess, excessReason(outcome, debt));
}

/** A sale waits for no payment, but an order does. */
async function confirmDebt(
  context: TenantContext,
  { event_id: eventId, charge_id: chargeId, isVoid }: DebtSubject,
): Promise<"held" | "gone"> {
  if (eventId !== null) return confirmPayment(context, eventId);
  if (!isVoid) return "held";
  return chargeId !== null && (await ordersPort.reopen(context, chargeId)) ? "held" : "gone";
}

/** The event was read before it was confirmed, so count it as approved. */
const dueWhenPaid = ({ event, due }: DebtSubject): number =>
  event ? amountDue({ ...event, status: "approved" }) : due;

/** It cannot count for the event: the team gives it back at the provider, where the money is. */
async function failForCurrency(context: TenantContext, payment: PaymentRow, session: PaidSession): Promise<void> {
  const { db, now, organizationId } = context;
  const language = await findPayerLanguage(context, payment.user_id);
  const taken = formatMoney(session.amount, session.currency, language);
  await saveSession(context, payment, {
    status: "failed",
    provider_intent_id: session.intentId,
    provider_charge_id: session.chargeId,
    checkout_url: null,
    failure: translators[language]("payments.otherCurrency", { amount: taken }),
    updated_at: now,
  });
  await saveDifference(context, payment, { ours: null, theirs: session.amount });
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: payment.id, at: now });
  await publish(context, "payments.failed", { paymentId: payment.id });
}

/** Listed for the platform's administrators, once. */
async function saveDifference(
  { db, appContext, now, organizationId }: TenantContext,
  { id, provider, provider_session_id }: PaymentRow,
  { ours, theirs }: { ours: number | null; theirs: number | null },
): Promise<void> {
  const subject = provider_session_id ?? id;
  const made = await db
    .insertInto("provider_differences")
    .values({
      id: uuidv7(now),
      provider: provider ?? "",
      subject,
      organization_id: organizationId,
      payment_id: id,
      ours,
      theirs,
      found_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) appContext.log.error({ payment: id, ours, theirs }, "the payment provider says something else");
}

function excessReason(outcome: "held" | "gone", { event }: DebtSubject): LocalizedMessage {
  if (outcome === "held") return message("payments.reasonTwice");
  if (!event) return message("payments.reasonVoided");
  return message(event.expired ? "payments.reasonGone" : "payments.reasonEnded");
}

async function refundExcess(
  context: TenantContext,
  payment: PaymentRow,
  amount: number,
  reason: LocalizedMessage,
): Promise<void> {
  const language = await findPayerLanguage(context, payment.user_id);
  await requestRefund(context, payment, amount, {
    reason: renderMessage(translators[language], reason),
    requestedBy: null,
  });
  await notifyExcessReturned(context, payment, { amount, reason });
}
