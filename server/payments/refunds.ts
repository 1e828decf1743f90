/** Money that goes back: asked for by the team, or due by a cancel; once each, however often it is clicked. */
import type { PaymentDetail, payments } from "#contract/payments.ts";
import type { Scene } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, notFound, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { formatMoney } from "#words/money.ts";
import { givenBack, holdEvent, insertRefund, settleEvent, tellRefunded, type PaymentRow } from "./ledger.ts";
import { tellRefundMade } from "./mail.ts";
import { findPayment } from "./queries.ts";
import { sendRefunds } from "./sending.ts";

interface Why {
  reason: string | null;
  requestedBy: string | null;
}

/**
 * Gives back a part of a payment, or all of it. Money from the desk is handed over there and then; of a card, a job asks the
 * provider. The event is held by the caller.
 * @returns the refund's id
 */
export async function giveBack(scene: Scene, payment: PaymentRow, amount: number, why: Why): Promise<string> {
  const { db, house, now, organizationId } = scene;
  const isCard = payment.method === "card";
  const id = v7(now);
  await insertRefund(db, {
    organization_id: organizationId,
    id,
    payment_id: payment.id,
    amount,
    status: isCard ? "pending" : "succeeded",
    reason: why.reason,
    requested_by: why.requestedBy,
    created_at: now,
    updated_at: now,
  });
  await settleEvent(scene, payment.event_id);
  if (isCard) await house.jobs.send(db, sendRefunds.name, { organizationId, refundId: id });
  else await tellRefunded(scene, { id, event_id: payment.event_id });
  return id;
}

/** The payments of an event that came in, with what can still be given back, held until the transaction ends; newest first. */
const holdPayments = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("payments")
    .selectAll()
    .select(givenBack.as("given_back"))
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .where("status", "=", "succeeded")
    .orderBy("paid_at", "desc")
    .orderBy("id", "desc")
    .forUpdate()
    .execute();

/** @throws Problem 404, 409 where nothing is left, 422 beside the amount above what is */
export async function refund(call: Call<typeof payments.refund>): Promise<PaymentDetail> {
  const { db, organizationId, user, params, body, language } = call;
  const { event_id } = await db
    .selectFrom("payments")
    .select("event_id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", params.paymentId)
    .executeTakeFirstOrThrow(notFound);
  await holdEvent(db, organizationId, event_id);
  const payment = (await holdPayments(db, organizationId, event_id)).find(({ id }) => id === params.paymentId);
  const left = payment ? payment.amount - payment.given_back : 0;
  if (!payment || left === 0) throw new Problem(409, say("payments.nothingToRefund"));
  const most = say("payments.moreThanPaid", { amount: formatMoney(left, payment.currency, language) });
  if (body.amount > left) throw invalid({ amount: [most] });
  const id = await giveBack(call, payment, body.amount, { reason: body.reason, requestedBy: user.id });
  if (payment.method !== "card") await tellRefundMade(call, id);
  call.record({ after: { eventId: event_id, amount: body.amount, currency: payment.currency, reason: body.reason } });
  return findPayment(call, organizationId, payment.id);
}

/** What a cancel or a rejection gives back, from the newest payments first. The event is held by whoever says so. */
export async function refundDue(scene: Scene, { eventId, amount }: { eventId: string; amount: number }): Promise<void> {
  const { db, organizationId } = scene;
  const event = await holdEvent(db, organizationId, eventId);
  const reason = event.canceled_reason ?? event.rejected_reason;
  let left = amount;
  for (const payment of await holdPayments(db, organizationId, eventId)) {
    const part = Math.min(left, payment.amount - payment.given_back);
    if (part <= 0) continue;
    left -= part;
    const id = await giveBack(scene, payment, part, { reason, requestedBy: event.ended_by });
    if (payment.method !== "card") await tellRefundMade(scene, id);
  }
}
