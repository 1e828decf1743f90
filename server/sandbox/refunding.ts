/** Money that goes back from the test provider: at once, later, or, with the cards made for that, not at all. */
import type { Stripe } from "stripe";
import type { Job } from "#server/kit/jobs.ts";
import { deliver, emit } from "./events.ts";
import { add, find, findAccountOf, list, save, type Scene } from "./objects.ts";
import { settle, type Card } from "./paying.ts";
import { missing, Refusal, wrong } from "./parameters.ts";
import { balanceOf, refundOf } from "./money-shapes.ts";

export interface RefundAsked {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  amount?: number | undefined;
  metadata?: Record<string, string> | undefined;
}

async function chargeOf(scene: Scene, { charge, payment_intent }: RefundAsked): Promise<Stripe.Charge> {
  if (charge) {
    const found = await find<Stripe.Charge>(scene, "charge", charge);
    if (!found) throw missing("charge", charge);
    return found;
  }
  const intent = payment_intent && (await find<Stripe.PaymentIntent>(scene, "intent", payment_intent));
  if (!intent) throw missing("payment_intent", payment_intent ?? "");
  const found =
    typeof intent.latest_charge === "string" && (await find<Stripe.Charge>(scene, "charge", intent.latest_charge));
  if (!found) throw wrong("This PaymentIntent does not have a successful charge to refund.", "payment_intent");
  return found;
}

/** Cards whose refunds take their time. */
const slow: readonly string[] = (["refundPends", "refundFails"] satisfies Card[]).map((card) => `pm_card_${card}`);
const laterMs = 10_000;

export async function refund(scene: Scene, asked: RefundAsked): Promise<Stripe.Refund> {
  const charge = await chargeOf(scene, asked);
  if (!charge.paid) throw wrong("This charge was not paid.", "charge");
  const left = charge.amount - charge.amount_refunded;
  const code = "charge_already_refunded";
  if (left === 0)
    throw new Refusal(400, "invalid_request_error", `Charge ${charge.id} has already been refunded.`, { code });
  const amount = asked.amount ?? left;
  if (amount > left) throw wrong("Refund amount is greater than unrefunded amount on charge", "amount");
  const isSlow = slow.includes(charge.payment_method ?? "");
  const status = isSlow ? "pending" : "succeeded";
  const made = refundOf(scene, charge, { amount, metadata: asked.metadata ?? {}, status });
  const { currency } = charge;
  const balance = balanceOf(scene, { amount: -amount, currency, source: made.id, type: "refund", fees: [] });
  made.balance_transaction = balance.id;
  await add(scene, "balance", balance, made.id);
  await add(scene, "refund", made, charge.id);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  await save(scene, charge);
  await emit(scene, "refund.created", made);
  await emit(scene, "charge.refunded", charge);
  const after = { after: new Date(scene.now.getTime() + laterMs) };
  if (isSlow) await scene.house.jobs.send(scene.db, finish.name, { id: made.id }, after);
  return made;
}

/** The money that was on its way comes back to the account. */
async function fail(scene: Scene, made: Stripe.Refund, charge: Stripe.Charge): Promise<void> {
  const { amount, currency } = made;
  const back = balanceOf(scene, { amount, currency, source: made.id, type: "refund_failure", fees: [] });
  await add(scene, "balance", back, made.id);
  Object.assign(made, {
    status: "failed",
    failure_reason: "lost_or_stolen_card",
    failure_balance_transaction: back.id,
  });
  charge.amount_refunded -= amount;
  charge.refunded = false;
  await save(scene, charge);
}

/** What was pending succeeds or fails. */
export const finish: Job = {
  name: "sandbox.finish",
  async run(house, { id }) {
    await house.db.transaction().execute(async (db) => {
      const account = await findAccountOf(db, String(id));
      if (account === undefined) return;
      const scene = { db, house, now: house.clock.now(), account };
      const made = await find<Stripe.Refund>(scene, "refund", String(id));
      const charge = made && (await find<Stripe.Charge>(scene, "charge", made.charge as string));
      if (!charge || made.status !== "pending") return;
      const fails = charge.payment_method === "pm_card_refundFails";
      if (fails) await fail(scene, made, charge);
      else made.status = "succeeded";
      await save(scene, made);
      await emit(scene, fails ? "refund.failed" : "refund.updated", made);
    });
  },
};

/** @returns the newest first */
export const listRefunds = async (scene: Scene, asked: RefundAsked & { limit?: number | undefined }) => {
  const charge = await chargeOf(scene, asked).catch(() => undefined);
  return list<Stripe.Refund>(scene, "refund", { parent: charge?.id ?? "", limit: asked.limit });
};

export default [deliver, settle, finish] satisfies Job[];
