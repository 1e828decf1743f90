/** Refunds of the emulator: immediate, delayed or failing, depending on the test card. */
import type { Stripe } from "stripe";
import type { Job } from "#server/kit/process/jobs.ts";
import { deliverEvents, emitEvent } from "./events.ts";
import {
  insertObject,
  findObject,
  findAccountOfObject,
  listObjects,
  updateObject,
  type EmulatorContext,
} from "./store.ts";
import { settleCharge, type TestCard } from "./payments.ts";
import { payOutAccount } from "./payouts.ts";
import { missingObjectError, EmulatorError, invalidParamError } from "./parameters.ts";
import { buildBalanceTransaction, buildRefund } from "./money-shapes.ts";

export interface RefundParams {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  amount?: number | undefined;
  metadata?: Record<string, string> | undefined;
}

async function findRefundedCharge(
  context: EmulatorContext,
  { charge, payment_intent }: RefundParams,
): Promise<Stripe.Charge> {
  if (charge) {
    const found = await findObject<Stripe.Charge>(context, "charge", charge);
    if (!found) throw missingObjectError("charge", charge);
    return found;
  }
  const intent = payment_intent && (await findObject<Stripe.PaymentIntent>(context, "intent", payment_intent));
  if (!intent) throw missingObjectError("payment_intent", payment_intent ?? "");
  const found =
    typeof intent.latest_charge === "string" &&
    (await findObject<Stripe.Charge>(context, "charge", intent.latest_charge));
  if (!found)
    throw invalidParamError("This PaymentIntent does not have a successful charge to refund.", "payment_intent");
  return found;
}

const slowCards: readonly string[] = (["refundPends", "refundFails"] satisfies TestCard[]).map(
  (card) => `pm_card_${card}`,
);
const REFUND_DELAY_MS = 10_000;

export async function createRefund(context: EmulatorContext, params: RefundParams): Promise<Stripe.Refund> {
  const charge = await findRefundedCharge(context, params);
  if (!charge.paid) throw invalidParamError("This charge was not paid.", "charge");
  const left = charge.amount - charge.amount_refunded;
  const code = "charge_already_refunded";
  if (left === 0)
    throw new EmulatorError(400, "invalid_request_error", `Charge ${charge.id} has already been refunded.`, { code });
  const amount = params.amount ?? left;
  if (amount > left) throw invalidParamError("Refund amount is greater than unrefunded amount on charge", "amount");
  const isSlow = slowCards.includes(charge.payment_method ?? "");
  const status = isSlow ? "pending" : "succeeded";
  const made = buildRefund(context, charge, { amount, metadata: params.metadata ?? {}, status });
  const { currency } = charge;
  const balance = buildBalanceTransaction(context, {
    amount: -amount,
    currency,
    source: made.id,
    type: "refund",
    fees: [],
  });
  made.balance_transaction = balance.id;
  await insertObject(context, "balance", balance, made.id);
  await insertObject(context, "refund", made, charge.id);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  await updateObject(context, charge);
  await emitEvent(context, "refund.created", made);
  await emitEvent(context, "charge.refunded", charge);
  const after = { after: new Date(context.now.getTime() + REFUND_DELAY_MS) };
  if (isSlow) await context.appContext.jobs.send(context.db, finishRefund.name, { id: made.id }, after);
  return made;
}

async function failRefund(context: EmulatorContext, made: Stripe.Refund, charge: Stripe.Charge): Promise<void> {
  const { amount, currency } = made;
  const back = buildBalanceTransaction(context, {
    amount,
    currency,
    source: made.id,
    type: "refund_failure",
    fees: [],
  });
  await insertObject(context, "balance", back, made.id);
  Object.assign(made, {
    status: "failed",
    failure_reason: "lost_or_stolen_card",
    failure_balance_transaction: back.id,
  });
  charge.amount_refunded -= amount;
  charge.refunded = false;
  await updateObject(context, charge);
}

export const finishRefund: Job = {
  name: "stripe-emulator.finish",
  async run(appContext, { id }) {
    await appContext.db.transaction().execute(async (db) => {
      const account = await findAccountOfObject(db, String(id));
      if (account === undefined) return;
      const context = { db, appContext, now: appContext.clock.now(), account };
      const made = await findObject<Stripe.Refund>(context, "refund", String(id));
      const charge = made && (await findObject<Stripe.Charge>(context, "charge", made.charge as string));
      if (!charge || made.status !== "pending") return;
      const fails = charge.payment_method === "pm_card_refundFails";
      if (fails) await failRefund(context, made, charge);
      else made.status = "succeeded";
      await updateObject(context, made);
      await emitEvent(context, fails ? "refund.failed" : "refund.updated", made);
    });
  },
};

/** @returns the newest first */
export const listRefunds = async (context: EmulatorContext, params: RefundParams & { limit?: number | undefined }) => {
  const charge = await findRefundedCharge(context, params).catch(() => undefined);
  return listObjects<Stripe.Refund>(context, "refund", { parent: charge?.id ?? "", limit: params.limit });
};

export default [deliverEvents, settleCharge, finishRefund, payOutAccount] satisfies Job[];
