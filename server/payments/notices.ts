/** The provider's events: each kept once, and worked on by a job, in any order, any number of times. */
import type { payments } from "#contract/payments.ts";
import { sql } from "kysely";
import type { Database } from "#server/kit/database.ts";
import { onEach } from "#server/kit/each.ts";
import type { House } from "#server/kit/house.ts";
import { isUuid } from "#server/kit/ids.ts";
import type { Job } from "#server/kit/jobs.ts";
import { noteChange } from "#server/kit/live.ts";
import { notFound, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { isRefusal } from "#server/provider/client.ts";
import { isKnown, verify, type Notice } from "#server/provider/notices.ts";
import { listRefunds, readDispute, readRefund } from "#server/provider/refunds.ts";
import { refreshAccount } from "#server/provider/payee.ts";
import { fulfilPayment } from "./fulfil.ts";
import type { PaymentRow } from "./ledger.ts";
import { closePages } from "./pages.ts";
import { sendRefunds, takeOver } from "./sending.ts";

/** Ids alone are kept of what an event tells: who paid is between them and the provider. */
const idsOf = ({ object: { id, payment_intent, metadata } }: Notice) => ({ id, payment_intent, metadata });

/** Keeps an event and sees that it is worked on; one that is known already is left as it is. */
export async function keepNotice({ db, house, now }: { db: Database; house: House; now: Date }, notice: Notice) {
  const { id, account, type } = notice;
  const isNew = await db
    .insertInto("provider_events")
    .values({ id, account, type, object: JSON.stringify(idsOf(notice)), received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew) await house.jobs.send(db, workNotices.name, { id });
}

/** @throws Problem 404 where nobody takes payments, 400 for what nobody signed whom we know */
export async function receive(call: Call<typeof payments.webhook>): Promise<{ received: boolean }> {
  const { house, request } = call;
  if (house.config.payments.mode === "off") throw notFound();
  const signature = request.headers["stripe-signature"];
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const notice = typeof signature === "string" ? await verify(house, body, signature) : undefined;
  if (!notice) throw new Problem(400, say("kit.malformed"));
  if (isKnown(notice)) await keepNotice(call, notice);
  return { received: true };
}

interface Kept {
  id: string;
  account: string | null;
  type: string;
  object: {
    id?: unknown;
    payment_intent?: unknown;
    metadata?: { organizationId?: unknown; paymentId?: unknown } | null;
  };
}

/**
 * The payment that an event is about, on the very account that it came from: two organizations are never mixed. Each way to find
 * it has an index of its own.
 */
async function findPaymentOf({ db }: House, { account, type, object }: Kept): Promise<PaymentRow | undefined> {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const sessionId = type.startsWith("checkout.session.") ? text(object.id) : "";
  const intentId = text(type.startsWith("payment_intent.") ? object.id : object.payment_intent);
  const [organizationId, paymentId] = [text(object.metadata?.organizationId), text(object.metadata?.paymentId)];
  const ofAccount = db
    .selectFrom("payments")
    .selectAll()
    .where("method", "=", "card")
    .where(account ? sql<boolean>`provider_account = ${account}` : sql<boolean>`provider_account is null`);
  const ways = [
    ...(sessionId ? [ofAccount.where("session_id", "=", sessionId)] : []),
    ...(intentId ? [ofAccount.where("intent_id", "=", intentId)] : []),
    ...(isUuid(organizationId) && isUuid(paymentId)
      ? [ofAccount.where("organization_id", "=", organizationId).where("id", "=", paymentId)]
      : []),
  ];
  for (const way of ways) {
    const found = await way.executeTakeFirst();
    if (found) return found;
  }
  return undefined;
}

async function takeDispute(house: House, payment: PaymentRow, id: string): Promise<void> {
  const dispute = await readDispute(house, id, payment.provider_account);
  const now = house.clock.now();
  const { organization_id, id: payment_id } = payment;
  const state = { amount: dispute.amount, status: dispute.status, reason: dispute.reason, due_by: dispute.dueBy };
  await house.db.transaction().execute(async (db) => {
    await db
      .insertInto("disputes")
      .values({ organization_id, id, payment_id, ...state, created_at: dispute.createdAt, updated_at: now })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...state, updated_at: now }))
      .execute();
    await noteChange(db, { organizationId: organization_id, room: "payments", subjectId: payment_id, at: now });
  });
}

/** Looks at the provider's present state of what an event is about, and acts on that. */
async function act(house: House, kept: Kept): Promise<void> {
  const { account, type, object } = kept;
  const id = String(object.id);
  if (type.startsWith("account.")) {
    const left = type === "account.application.deauthorized";
    return refreshAccount(house, account ?? id, left);
  }
  const payment = await findPaymentOf(house, kept);
  // Others may use the account too.
  if (!payment) return;
  await fulfilPayment(house, payment.organization_id, payment.id);
  if (type.startsWith("charge.dispute.")) return takeDispute(house, payment, id);
  if (type.startsWith("refund."))
    return takeOver(house, payment, await readRefund(house, id, payment.provider_account));
  if (type !== "charge.refunded" || !payment.intent_id) return;
  for (const state of await listRefunds(house, payment.intent_id, payment.provider_account))
    await takeOver(house, payment, state);
}

async function workOne(house: House, id: string): Promise<void> {
  const { db, clock } = house;
  const kept = await db
    .selectFrom("provider_events")
    .select(["id", "account", "type", "object"])
    .where("id", "=", id)
    .where("processed_at", "is", null)
    .executeTakeFirst();
  if (!kept) return;
  const settle = (row: { processed_at?: Date; failure: string | null }) =>
    db
      .updateTable("provider_events")
      .set({ ...row, tries: sql`tries + 1` })
      .where("id", "=", id)
      .execute();
  try {
    await act(house, kept as Kept);
    await settle({ processed_at: clock.now(), failure: null });
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 300) : "unknown";
    // What the provider refuses to tell it refuses the next time too: that is written down, and not asked every minute.
    const isFinal = isRefusal(error);
    await settle({ ...(isFinal && { processed_at: clock.now() }), failure });
    if (!isFinal) throw error;
    house.log.warn({ event: id, code: error.code }, "the payment provider refuses to tell what an event is about");
  }
}

const minute = 60_000;
const keptMs = 45 * 24 * 60 * minute;
const atOnce = 100;

/** Works on one event; as a sweep, on those that nobody worked on. */
export const workNotices: Job = {
  name: "payments.notice",
  sweep: "* * * * *",
  async run(house, { id }) {
    if (typeof id === "string") return workOne(house, id);
    const { db, clock } = house;
    const before = (ms: number) => new Date(clock.now().getTime() - ms);
    // The provider lists a month of its events: what is older does not come again.
    await db.deleteFrom("provider_events").where("processed_at", "<", before(keptMs)).execute();
    const waiting = await db
      .selectFrom("provider_events")
      .select("id")
      .where("processed_at", "is", null)
      .where("received_at", "<", before(minute))
      .orderBy("tries")
      .orderBy("received_at")
      .limit(atOnce)
      .execute();
    await onEach(waiting, (one) => workOne(house, one.id), "events could not be worked on");
  },
};

export default [workNotices, closePages, sendRefunds] satisfies Job[];
