/** Sends refunds to the payment provider, from a job, and imports refunds made on the provider's pages. */
import { sql, type Selectable } from "kysely";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { RefundsTable } from "#server/kit/db/tables.ts";
import { translators } from "#server/kit/process/translators.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import {
  hasOpenDispute,
  insertRefund,
  updateRefund,
  updateTotals,
  keyOfSubject,
  publishPaymentRefunded,
  refundedAmount,
  type PaymentRow,
} from "./ledger.ts";
import type { ChargeKey } from "#server/charges/update-charges.ts";
import { lockDebt, type DebtSubject } from "./lock-debts.ts";
import { findPayerLanguage, notifyRefundFailed, notifyRefunded, notifyRefundedElsewhere } from "./mail.ts";
import { ProviderRefusal, type RefundState } from "./provider.ts";
import { automaticProviders, findAutomatic } from "./providers/registry.ts";
import { activityLinks } from "#server/events/activity-entries.ts";

type RefundRow = Selectable<RefundsTable>;

const findRefund = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .selectAll("refunds")
    .select([
      "payments.event_id",
      "payments.charge_id",
      "payments.provider",
      "payments.provider_intent_id",
      "payments.provider_account",
    ])
    .select(["payments.application_fee", "payments.user_id"])
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.id", "=", id)
    .executeTakeFirst();

async function findRefundState(appContext: AppContext, refund: NonNullable<Awaited<ReturnType<typeof findRefund>>>) {
  const { provider_account: account, provider_intent_id: intentId, provider_refund_id: known } = refund;
  const provider = findAutomatic(refund.provider);
  const context = { db: appContext.db, appContext, now: appContext.clock.now() };
  if (known) return provider.retrieveRefund(context, known, account);
  if (!intentId) throw new Error(`The payment of the refund ${refund.id} has no intent`);
  // The provider forgets idempotency keys after a day, but keeps the refunds.
  const made = refund.tries > 0 ? await provider.listRefunds(context, intentId, account) : [];
  const params = { refundId: refund.id, organizationId: refund.organization_id, intentId, amount: refund.amount };
  const hasApplicationFee = (refund.application_fee ?? 0) > 0;
  return (
    made.find(({ refundId }) => refundId === refund.id) ??
    provider.createRefund(context, { ...params, hasApplicationFee }, account)
  );
}

interface RefundKey {
  organizationId: string;
  id: string;
  key: ChargeKey;
}
type Outcome = Pick<RefundState, "state" | "failure"> & { id: string | null };

const applyRefundState = (
  appContext: AppContext,
  { organizationId, ...refund }: RefundKey,
  outcome: Outcome,
): Promise<boolean> =>
  appContext.db
    .transaction()
    .execute((db) =>
      applyRefundOutcome({ db, appContext, now: appContext.clock.now(), organizationId }, refund, outcome),
    );

export async function applyRefundOutcome(
  context: TenantContext,
  { id, key }: Pick<RefundKey, "id" | "key">,
  outcome: Outcome,
): Promise<boolean> {
  const { db, now, organizationId } = context;
  const debt = await lockDebt(db, organizationId, key);
  const rows = db.selectFrom("refunds").selectAll().where("organization_id", "=", organizationId).where("id", "=", id);
  const refund = await rows.forUpdate().executeTakeFirstOrThrow();
  const isLate = refund.status === "succeeded" && outcome.state === "failed" && refund.failure === null;
  // Given up here, and made at the provider all the same.
  const isMadeAfterAll = refund.status === "failed" && outcome.state === "succeeded";
  if (refund.status !== "pending" && !isLate && !isMadeAfterAll) return false;
  await updateRefund(db, refund, {
    provider_refund_id: outcome.id ?? refund.provider_refund_id,
    // A succeeded refund keeps its status and date; if the bank returns it later, the team pays in another way.
    ...(!isLate && { status: outcome.state, updated_at: now }),
    failure: outcome.failure,
  });
  if (outcome.state === "pending") return true;
  await recordRefundActivity(context, refund, debt, outcome);
  if (outcome.state === "succeeded") {
    const { event_id, charge_id } = debt;
    await publishPaymentRefunded(context, { id, payment_id: refund.payment_id, event_id, charge_id });
    await notifyRefunded(context, id);
  } else {
    await updateTotals(context, debt);
    await notifyRefundFailed(context, id);
    await publish(context, "payments.refundFailed", { refundId: id });
  }
  return true;
}

const recordRefundActivity = (
  { db, now, organizationId }: TenantContext,
  refund: RefundRow,
  { event, event_id, name, currency, customer_id: customerId }: DebtSubject,
  { state, failure }: Pick<RefundState, "state" | "failure">,
) =>
  insertActivityEntry(db, {
    organizationId,
    at: now,
    actorId: null,
    act: state === "succeeded" ? "payments.refundSucceed" : "payments.refundFail",
    subjectId: refund.payment_id,
    before: undefined,
    after: {
      ...(event_id === null && { sold: [name] }),
      ...{ amount: refund.amount, currency, ...(failure && { reason: failure }) },
    },
    ipAddress: null,
    ...(event ? activityLinks(event) : { customerId }),
  });

async function sendRefund(appContext: AppContext, organizationId: string, id: string): Promise<void> {
  const { db, clock, log } = appContext;
  const refund = await findRefund(db, organizationId, id);
  if (refund?.status !== "pending") return;
  const ids = { organizationId, id, key: keyOfSubject(refund) };
  const fail = (failure: string) => applyRefundState(appContext, ids, { id: null, state: "failed", failure });
  const payment = { organization_id: organizationId, id: refund.payment_id };
  if (!refund.provider_refund_id && (await hasOpenDispute(db, payment)))
    return void (await fail(await translateForPayer(appContext, refund, message("payments.disputeOpen"))));
  try {
    await applyRefundState(appContext, ids, await findRefundState(appContext, refund));
  } catch (error) {
    if (error instanceof ProviderRefusal) return void (await fail(error.message.slice(0, 300)));
    await countAttempt(appContext, organizationId, id);
    if (clock.now().getTime() - refund.created_at.getTime() < MAX_SENDING_MS || refund.provider_refund_id) throw error;
    log.error({ refund: id, err: error }, "a refund could not be sent for a week, and is given up");
    await fail(await translateForPayer(appContext, refund, message("payments.providerDown")));
  }
}

const translateForPayer = async (
  appContext: AppContext,
  { organization_id: organizationId, user_id }: Pick<RefundRow, "organization_id"> & { user_id: string | null },
  text: LocalizedMessage,
): Promise<string> => {
  const context = { db: appContext.db, appContext, now: appContext.clock.now(), organizationId };
  return renderMessage(translators[await findPayerLanguage(context, user_id)], text);
};

async function countAttempt({ db, clock }: AppContext, organizationId: string, id: string): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ tries: sql`tries + 1`, updated_at: clock.now() })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

const minute = 60_000;
const atOnce = 100;
/** Afterwards the team is asked to pay in another way. */
const MAX_SENDING_MS = 7 * 24 * 60 * minute;

/** Pending refunds that are due for a retry: the pause grows with each try, up to an hour. */
const listDueRefunds = ({ db, clock }: AppContext) =>
  db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .select(["refunds.organization_id", "refunds.id"])
    .where("refunds.status", "=", "pending")
    .where(
      "payments.provider",
      "in",
      automaticProviders.map(({ name }) => name),
    )
    .where("refunds.updated_at", "<", new Date(clock.now().getTime() - minute))
    .where(
      sql<boolean>`refunds.updated_at < ${clock.now().toISOString()}::timestamptz
        - make_interval(mins => least(60, refunds.tries * refunds.tries))`,
    )
    .orderBy("refunds.updated_at")
    .limit(atOnce)
    .execute();

/** Without parameters, on schedule, sends all pending refunds. The table is the queue, so a lost trigger loses nothing. */
export const sendRefunds: Job = {
  name: "payments.refund",
  concurrency: 5,
  cron: "* * * * *",
  async run(appContext, { organizationId, refundId }) {
    if (typeof refundId === "string") return sendRefund(appContext, String(organizationId), refundId);
    const send = async ({ organization_id, id }: { organization_id: string; id: string }) => {
      // Count a check of a refund that is on its way at the bank as a try.
      await countAttempt(appContext, organization_id, id);
      await sendRefund(appContext, organization_id, id);
    };
    await runEach(await listDueRefunds(appContext), send, "refunds could not be sent");
  },
};

/**
 * A refund of a page on which several debts were paid is of the payments of which it is known already, and the rest of those
 * that have something left, the first ones first.
 */
async function divideRefund(
  { db }: AppContext,
  payment: PaymentRow,
  state: RefundState,
): Promise<{ payment: PaymentRow; amount: number }[]> {
  const { organization_id: organizationId, group_id: groupId } = payment;
  if (groupId === null) return [{ payment, amount: state.amount }];
  const ofGroup = await db
    .selectFrom("payments")
    .selectAll()
    .select(refundedAmount(organizationId).as("given_back"))
    .where("organization_id", "=", organizationId)
    .where("group_id", "=", groupId)
    .where("status", "=", "succeeded")
    .orderBy("id")
    .execute();
  const known = await db
    .selectFrom("refunds")
    .select(["payment_id", "amount"])
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "payment_id",
        ofGroup.map(({ id }) => id),
      ),
    )
    .where((row) =>
      row.or([row("provider_refund_id", "=", state.id), ...(state.refundId ? [row("id", "=", state.refundId)] : [])]),
    )
    .execute();
  const amountOf = new Map(known.map(({ payment_id, amount }) => [payment_id, amount]));
  let left = known.reduce((rest, { amount }) => rest - amount, state.amount);
  const others = ofGroup.filter(({ id }) => !amountOf.has(id));
  const parts = ofGroup.map(({ given_back, ...one }) => {
    const adopted = amountOf.get(one.id);
    if (adopted !== undefined) return { payment: one, amount: adopted };
    const amount = one.id === others.at(-1)?.id ? left : Math.min(left, one.amount - given_back);
    left -= amount;
    return { payment: one, amount };
  });
  return parts.filter(({ amount }) => amount > 0);
}

export async function adoptProviderRefund(
  appContext: AppContext,
  payment: PaymentRow,
  state: RefundState,
): Promise<void> {
  for (const part of await divideRefund(appContext, payment, state))
    await adoptRefundOf(appContext, part.payment, { ...state, amount: part.amount });
}

async function adoptRefundOf(appContext: AppContext, payment: PaymentRow, state: RefundState): Promise<void> {
  const { organization_id: organizationId } = payment;
  const key = keyOfSubject(payment);
  const id = await appContext.db.transaction().execute(async (db) => {
    const debt = await lockDebt(db, organizationId, key);
    const known = await db
      .selectFrom("refunds")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("payment_id", "=", payment.id)
      .where((row) =>
        row.or([row("provider_refund_id", "=", state.id), ...(state.refundId ? [row("id", "=", state.refundId)] : [])]),
      )
      .executeTakeFirst();
    if (known || state.refundId) return known?.id;
    const now = appContext.clock.now();
    const made = uuidv7(now);
    const context = { db, appContext, now, organizationId };
    const reason = renderMessage(
      translators[await findPayerLanguage(context, payment.user_id)],
      message("payments.reasonElsewhere"),
    );
    await insertRefund(db, {
      organization_id: organizationId,
      id: made,
      payment_id: payment.id,
      amount: state.amount,
      status: "pending",
      reason,
      provider_refund_id: state.id,
      created_at: now,
      updated_at: now,
    });
    await updateTotals(context, debt);
    const { event } = debt;
    const stands = event && !["canceled", "rejected"].includes(eventStateOf(event));
    if (stands) await notifyRefundedElsewhere(context, made);
    return made;
  });
  if (id) await applyRefundState(appContext, { organizationId, id, key }, state);
}
