/** Reconciliation: compares our payments and refunds with the movements of the provider's account, day by day. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { openPaymentDifferences } from "#server/kit/process/metrics.ts";
import type { AutomaticProvider, Movement } from "#server/payments/provider.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Younger movements may still be on their way to either side. */
const MIN_AGE_MS = hour;
/** Compares each day several times, to see late movements. */
const COMPARED_SPAN_MS = 3 * day;

interface MoneyEntry {
  source: string;
  organizationId: string;
  paymentId: string;
  /** Minor units, negative if money leaves the account. */
  amount: number;
}

async function listOwnEntries(
  db: Database,
  { provider, account }: { provider: string; account: string | null },
  { from, to }: { from: Date; to: Date },
): Promise<MoneyEntry[]> {
  const isOf = account ? sql<boolean>`payments.provider_account = ${account}` : sql<boolean>`provider_account is null`;
  const paid = await db
    .selectFrom("payments")
    .select(["organization_id", "id", "provider_charge_id", "amount"])
    .where("provider", "=", provider)
    .where("status", "=", "succeeded")
    .where(isOf)
    .where("paid_at", ">=", from)
    .where("paid_at", "<", to)
    .execute();
  const given = await db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .select(["refunds.organization_id", "refunds.payment_id", "refunds.provider_refund_id", "refunds.amount"])
    .where("payments.provider", "=", provider)
    .where("refunds.status", "=", "succeeded")
    .where("refunds.provider_refund_id", "is not", null)
    .where(isOf)
    .where("refunds.created_at", ">=", from)
    .where("refunds.created_at", "<", to)
    .execute();
  const entries = [
    ...paid.map(({ provider_charge_id, organization_id: organizationId, id: paymentId, amount }) => ({
      source: provider_charge_id ?? "",
      organizationId,
      paymentId,
      amount,
    })),
    ...given.map(({ provider_refund_id, organization_id: organizationId, payment_id: paymentId, amount }) => ({
      source: provider_refund_id ?? "",
      organizationId,
      paymentId,
      amount: -amount,
    })),
  ];
  // Several debts were paid on one page, or a refund is of several of them.
  return [...Map.groupBy(entries, ({ source, paymentId }) => source || paymentId).values()].flatMap((same) => {
    const [first] = same.toSorted((one, other) => (one.paymentId < other.paymentId ? -1 : 1));
    return first ? [{ ...first, amount: same.reduce((sum, { amount }) => sum + amount, 0) }] : [];
  });
}

function sumBySource(movements: readonly Movement[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { source, amount } of movements) sums.set(source, (sums.get(source) ?? 0) + amount);
  return sums;
}

interface Difference {
  provider: string;
  subject: string;
  organization_id: string | null;
  payment_id: string | null;
  ours: number | null;
  theirs: number | null;
}

/** Stores and logs a difference once, and closes it when both sides agree. */
async function saveDifferences(
  appContext: AppContext,
  provider: string,
  { found, agreed }: { found: readonly Difference[]; agreed: readonly string[] },
): Promise<void> {
  const { db, clock, log } = appContext;
  const now = clock.now();
  for (const one of found) {
    const isNew = await db
      .insertInto("provider_differences")
      .values({ ...one, id: uuidv7(now), found_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    const { subject, ours, theirs } = one;
    if (isNew) log.error({ difference: isNew.id, subject, ours, theirs }, "the payment provider says another amount");
  }
  await db
    .updateTable("provider_differences")
    .set({ settled_at: now })
    .where("settled_at", "is", null)
    .where("provider", "=", provider)
    .where(sql<boolean>`subject = any(${agreed})`)
    .execute();
  const { count } = await db
    .selectFrom("provider_differences")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("settled_at", "is", null)
    .executeTakeFirstOrThrow();
  openPaymentDifferences.set(Number(count));
}

export async function compareDays(
  appContext: AppContext,
  provider: AutomaticProvider,
  account: string | null,
): Promise<void> {
  const to = new Date(appContext.clock.now().getTime() - MIN_AGE_MS);
  const from = new Date(to.getTime() - COMPARED_SPAN_MS);
  // Read theirs with a margin: what was told late of a closed month has the first date after it.
  const around = { from: new Date(from.getTime() - day), to: appContext.clock.now() };
  const theirs = sumBySource(
    await provider.listMovements({ db: appContext.db, appContext, now: around.to }, account, around),
  );
  const ours = await listOwnEntries(appContext.db, { provider: provider.name, account }, { from, to });
  const wrong = ours.flatMap(({ source, organizationId, paymentId, amount }): Difference[] => {
    const moved = theirs.get(source) ?? null;
    const row = { provider: provider.name, subject: source, organization_id: organizationId, payment_id: paymentId };
    return moved === amount ? [] : [{ ...row, ours: amount, theirs: moved }];
  });
  // Ignore movements of other applications on the same account.
  const differing = new Set(wrong.map(({ subject }) => subject));
  const agreed = [...new Set(ours.map(({ source }) => source))].filter((source) => !differing.has(source));
  await saveDifferences(appContext, provider.name, { found: wrong, agreed });
}
