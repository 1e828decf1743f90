/** What became of a payment: the one place that acts on it, whoever asks and however often. */
import type { Updateable } from "kysely";
import { confirmPayment } from "#server/events/holds.ts";
import { noteHappening } from "#server/kit/activity.ts";
import type { Scene } from "#server/kit/announce.ts";
import type { House } from "#server/kit/house.ts";
import { noteChange } from "#server/kit/live.ts";
import { notFound, say, spell, type Saying } from "#server/kit/problem.ts";
import type { PaymentsTable } from "#server/kit/tables.ts";
import { openTurns } from "#server/kit/turns.ts";
import { words } from "#server/kit/words.ts";
import { readPage, type PageState } from "#server/provider/pages.ts";
import { dueOf, holdEvent, tellSucceeded, type PaymentRow } from "./ledger.ts";
import { languageFor, tellPaid, tellReturned } from "./mail.ts";
import { giveBack } from "./refunds.ts";

type Paid = Extract<PageState, { state: "paid" }>;

/** The provider is asked while rows are held: few at once, so that a slow one never takes all connections. */
const inTurn = openTurns(120, 3);

/**
 * Looks up at the provider what became of a payment, and acts on it: confirms the event, tells whoever issues invoices, gives
 * back what came too late. Called by webhooks, by the page that payers come back to, and by the reconciler, in any order, any
 * number of times: what was done is not done again.
 * @throws Problem 404 where there is no such payment, 503 where the provider does not answer: then nothing is changed
 */
export const fulfilPayment = (house: House, organizationId: string, paymentId: string): Promise<void> =>
  inTurn(() =>
    house.db.transaction().execute(async (db) => {
      const scene = { db, house, now: house.clock.now(), organizationId };
      const payments = db
        .selectFrom("payments")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .where("id", "=", paymentId);
      const { event_id } = await payments.executeTakeFirstOrThrow(notFound);
      const event = await holdEvent(db, organizationId, event_id);
      const payment = await payments.forUpdate().executeTakeFirstOrThrow(notFound);
      if (!payment.session_id || (payment.status === "succeeded" && payment.stripe_fee !== null)) return;
      const page = await readPage(house, payment.session_id, { account: payment.provider_account });
      if (page.state === "paid") await settlePaid(scene, event, payment, page);
      else await settleUnpaid(scene, payment, page);
    }),
  );

async function update(
  { db, organizationId, now }: Scene,
  payment: PaymentRow,
  row: Updateable<PaymentsTable>,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ ...row, asked_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", payment.id)
    .execute();
}

async function settleUnpaid(scene: Scene, payment: PaymentRow, page: Exclude<PageState, Paid>): Promise<void> {
  const { db, now, organizationId } = scene;
  if (payment.status === "succeeded")
    throw new Error(`The payment ${payment.id} was made, and the provider says it was not`);
  const isOver = page.state === "expired";
  const status = isOver ? (page.failure ? "failed" : "canceled") : "processing";
  // What was over stays over; what was declined says so while its page is open.
  if (payment.status !== "processing" && payment.status !== "created") return update(scene, payment, {});
  const isNews = status !== payment.status || page.failure !== payment.failure;
  await update(scene, payment, {
    status,
    intent_id: page.intentId ?? payment.intent_id,
    failure: page.failure,
    ...(isOver && { session_url: null }),
    ...(isNews && { updated_at: now }),
  });
  if (isNews) await noteChange(db, { organizationId, room: "payments", subjectId: payment.id, at: now });
}

async function settlePaid(
  scene: Scene,
  event: Awaited<ReturnType<typeof holdEvent>>,
  payment: PaymentRow,
  page: Paid,
): Promise<void> {
  const { db, now, organizationId } = scene;
  const fees = { stripe_fee: page.fee, application_fee: page.applicationFee };
  if (payment.status === "succeeded") {
    if (page.fee === null) return update(scene, payment, {});
    await update(scene, payment, { ...fees, updated_at: now });
    return noteChange(db, { organizationId, room: "payments", subjectId: payment.id, at: now });
  }
  if (page.amount !== payment.amount || page.currency !== payment.currency)
    throw new Error(`The payment ${payment.id} is of another amount at the provider`);
  const made = {
    status: "succeeded",
    intent_id: page.intentId,
    charge_id: page.chargeId,
    session_url: null,
    failure: null,
    paid_at: page.paidAt,
    updated_at: now,
    ...fees,
  };
  await update(scene, payment, made);
  const outcome = await confirmPayment(scene, payment.event_id);
  await tellSucceeded(scene, payment);
  await noteHappening(db, {
    organizationId,
    at: now,
    actorId: payment.user_id,
    act: "payments.succeed",
    subjectId: payment.id,
    before: undefined,
    after: { eventId: payment.event_id, method: payment.method, amount: payment.amount, currency: payment.currency },
    address: null,
  });
  if (outcome === "held") await tellPaid(scene, payment.id);
  // What was let go meanwhile stands again: it is due as before.
  const due = outcome === "held" ? dueOf({ ...event, status: "approved" }) : 0;
  const excess = Math.max(0, payment.amount - due);
  if (excess > 0) await returnExcess(scene, { ...payment, ...made }, excess, goneOrTwice(outcome, event));
}

/** Why money goes back that nobody asked back. */
function goneOrTwice(outcome: "held" | "gone", event: { expired: boolean }): Saying {
  if (outcome === "held") return say("payments.reasonTwice");
  return say(event.expired ? "payments.reasonGone" : "payments.reasonEnded");
}

async function returnExcess(scene: Scene, payment: PaymentRow, amount: number, reason: Saying): Promise<void> {
  const language = await languageFor(scene, payment.user_id);
  await giveBack(scene, payment, amount, { reason: spell(words[language], reason), requestedBy: null });
  await tellReturned(scene, payment, { amount, reason });
}
