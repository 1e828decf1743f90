/** Payouts of the emulator: all that is on the balance of an account, a day after a payment. */
import type { Stripe } from "stripe";
import { sql } from "kysely";
import type { Job } from "#server/kit/process/jobs.ts";
import { emitEvent } from "./events.ts";
import { buildBalanceTransaction, buildPayout } from "./money-shapes.ts";
import { insertObject, type EmulatorContext } from "./store.ts";
import { emulatorTables } from "./tables.ts";

/** A payout with its balance transactions, which the API lists by it. */
interface StoredPayout {
  id: string;
  payout: Stripe.Payout;
  transactions: string[];
}

const objectsOf = ({ db, account }: Pick<EmulatorContext, "db" | "account">, kind: "payout" | "balance") =>
  emulatorTables(db).selectFrom("objects").where("kind", "=", kind).where("account", "=", account);

const listStored = async (context: EmulatorContext): Promise<StoredPayout[]> => {
  const rows = await objectsOf(context, "payout").select("data").orderBy("created_at", "desc").execute();
  return rows.map(({ data }) => data as unknown as StoredPayout);
};

/** @returns undefined where there is nothing to pay out */
export async function payOut(context: EmulatorContext): Promise<Stripe.Payout | undefined> {
  const paidOut = (await listStored(context)).flatMap(({ transactions }) => transactions);
  const rows = await objectsOf(context, "balance")
    .select("data")
    .where(sql<boolean>`id <> all(${paidOut})`)
    .execute();
  const items = rows.map(({ data }) => data as unknown as Stripe.BalanceTransaction);
  const [first] = items;
  const amount = items.reduce((sum, { net }) => sum + net, 0);
  if (!first || amount <= 0) return undefined;
  const payout = buildPayout(context, { amount, currency: first.currency });
  const { currency, id: source } = payout;
  const own = buildBalanceTransaction(context, { amount: -amount, currency, source, type: "payout", fees: [] });
  await insertObject(context, "balance", own, payout.id);
  payout.balance_transaction = own.id;
  const stored: StoredPayout = { id: payout.id, payout, transactions: [own.id, ...items.map(({ id }) => id)] };
  await insertObject(context, "payout", stored);
  await emitEvent(context, "payout.paid", payout);
  return payout;
}

export async function listPayouts(
  context: EmulatorContext,
  { created = {} }: { created?: { gte?: number | undefined } | undefined },
): Promise<{ data: Stripe.Payout[]; has_more: boolean }> {
  const { gte = 0 } = created;
  const data = (await listStored(context)).map(({ payout }) => payout).filter((payout) => payout.created >= gte);
  return { data, has_more: false };
}

export async function listTransactionsOf(
  context: EmulatorContext,
  payoutId: string,
): Promise<{ data: Stripe.BalanceTransaction[]; has_more: boolean }> {
  const stored = (await listStored(context)).find(({ id }) => id === payoutId);
  const rows = await objectsOf(context, "balance")
    .select("data")
    .where(sql<boolean>`id = any(${stored?.transactions ?? []})`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { data: rows.map(({ data }) => data as unknown as Stripe.BalanceTransaction), has_more: false };
}

/** A day after a payment. */
export const payOutAccount: Job = {
  name: "stripe-emulator.pay-out",
  async run(appContext, { account }) {
    await appContext.db
      .transaction()
      .execute((db) => payOut({ db, appContext, now: appContext.clock.now(), account: String(account) }));
  },
};
