/**
 * What we say and what the provider says, day by day: every payment and refund of ours against what moved on its account. What
 * differs is kept until it agrees again, written to the log and counted in the figures.
 */
import { sql } from "kysely";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import { v7 } from "#server/kit/ids.ts";
import { differencesOpen } from "#server/kit/metrics.ts";
import { listMovements, type Movement } from "#server/provider/notices.ts";

const minute = 60_000;
const hour = 60 * minute;
/** What is younger may still be on its way to either side. */
const freshMs = hour;
/** Long enough to see again what was late. */
const spanMs = 3 * 24 * hour;

/** Something of ours that moved money, as the provider names it. */
interface Entry {
  source: string;
  organizationId: string;
  paymentId: string;
  /** Signed, in minor units. */
  amount: number;
}

/** What we say came in on an account and went back from it. */
async function listOurs(db: Database, account: string | null, from: Date, to: Date): Promise<Entry[]> {
  const isOf = account ? sql<boolean>`payments.provider_account = ${account}` : sql<boolean>`provider_account is null`;
  const paid = await db
    .selectFrom("payments")
    .select(["organization_id", "id", "charge_id", "amount"])
    .where("method", "=", "card")
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
    .select(["refunds.organization_id", "refunds.payment_id", "refunds.provider_id", "refunds.amount"])
    .where("refunds.status", "=", "succeeded")
    .where("refunds.provider_id", "is not", null)
    .where(isOf)
    .where("refunds.created_at", ">=", from)
    .where("refunds.created_at", "<", to)
    .execute();
  return [
    ...paid.map(({ charge_id, organization_id: organizationId, id: paymentId, amount }) => ({
      source: charge_id ?? "",
      organizationId,
      paymentId,
      amount,
    })),
    ...given.map(({ provider_id, organization_id: organizationId, payment_id: paymentId, amount }) => ({
      source: provider_id ?? "",
      organizationId,
      paymentId,
      amount: -amount,
    })),
  ];
}

/** What moved for payments and refunds; fees, payouts and disputes are other things. */
const moves = new Set(["charge", "payment", "refund", "payment_refund", "refund_failure", "payment_failure_refund"]);

function sumsOf(movements: readonly Movement[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { source, type, amount } of movements)
    if (moves.has(type)) sums.set(source, (sums.get(source) ?? 0) + amount);
  return sums;
}

interface Difference {
  subject: string;
  organization_id: string | null;
  payment_id: string | null;
  ours: number | null;
  theirs: number | null;
}

/** Keeps what differs, once; what agrees again is settled. */
async function settle(house: House, found: readonly Difference[], agreed: readonly string[]): Promise<void> {
  const { db, clock, log } = house;
  const now = clock.now();
  for (const one of found) {
    const isNew = await db
      .insertInto("provider_differences")
      .values({ ...one, id: v7(now), found_at: now })
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
    .where(sql<boolean>`subject = any(${agreed})`)
    .execute();
  const { count } = await db
    .selectFrom("provider_differences")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("settled_at", "is", null)
    .executeTakeFirstOrThrow();
  differencesOpen.set(Number(count));
}

/** Compares the last days of an account. */
export async function compareDays(house: House, account: string | null): Promise<void> {
  const to = new Date(house.clock.now().getTime() - freshMs);
  const from = new Date(to.getTime() - spanMs);
  // Theirs are read with some time around: the two clocks, and what a balance transaction takes, differ by minutes.
  const around = { from: new Date(from.getTime() - hour), to: house.clock.now() };
  const theirs = sumsOf(await listMovements(house, account, around));
  const ours = await listOurs(house.db, account, from, to);
  const wrong = ours.flatMap(({ source, organizationId, paymentId, amount }): Difference[] => {
    const moved = theirs.get(source) ?? null;
    const row = { subject: source, organization_id: organizationId, payment_id: paymentId };
    return moved === amount ? [] : [{ ...row, ours: amount, theirs: moved }];
  });
  // Others may be paid on the same account: what is not ours is nobody's business here.
  const differing = new Set(wrong.map(({ subject }) => subject));
  const agreed = [...new Set(ours.map(({ source }) => source))].filter((source) => !differing.has(source));
  await settle(house, wrong, agreed);
}
