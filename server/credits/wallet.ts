/** Tables `wallets` and `wallet_entries`: what customers have paid ahead. The customer's row is held by who changes them. */
import { sql } from "kysely";
import type { WalletEntry } from "#contract/credits.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";

type Scope = Pick<TenantContext, "organizationId"> & { db: Database };

export interface WalletMoney {
  customerId: string;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** Minor units; 0 for who never had any, and in another currency. */
export async function readWallet(
  { db, organizationId }: Scope,
  customerId: string | null,
  currency: string,
): Promise<number> {
  if (customerId === null) return 0;
  const row = await db
    .selectFrom("wallets")
    .select("amount")
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .where("currency", "=", currency)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/** Those of the customers who have something on theirs. */
export async function listWallets(
  { db, organizationId }: Scope,
  customerIds: readonly string[],
): Promise<WalletMoney[]> {
  const rows = await db
    .selectFrom("wallets")
    .select(["customer_id", "amount", "currency"])
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("customer_id", customerIds))
    .where("amount", ">", 0)
    .orderBy("customer_id")
    .execute();
  return rows.map(({ customer_id: customerId, amount, currency }) => ({ customerId, amount, currency }));
}

/**
 * Holds the customer until the transaction ends; who was merged meanwhile is the one who was kept.
 * @returns the id of the customer whose balance it is
 */
export async function lockWallet({ db, organizationId }: Scope, customerId: string): Promise<string> {
  const { id, merged_into_id } = await lockCustomer(db, organizationId, customerId);
  return merged_into_id === null ? id : (await lockCustomer(db, organizationId, merged_into_id)).id;
}

/** The caller holds the customer. @throws HttpError 409 with what is there */
export async function assertOnWallet(
  context: Scope & { language: Language },
  { customerId, amount, currency }: Omit<WalletMoney, "customerId"> & { customerId: string | null },
): Promise<void> {
  const there = await readWallet(context, customerId, currency);
  if (there < amount)
    throw new HttpError(409, message("credits.notEnough", { left: formatMoney(there, currency, context.language) }));
}

/**
 * Holds the balance that pays, where the method is one. The caller has locked bookings, and no charge.
 * @returns whose balance it is; null for other methods
 * @throws HttpError 409 with what is there
 */
export async function holdWalletToPay(
  context: Scope & { language: Language },
  { method, customerId, ...money }: Omit<WalletMoney, "customerId"> & { method: string; customerId: string | null },
): Promise<string | null> {
  if (method !== "balance") return null;
  const holder = customerId && (await lockWallet(context, customerId));
  await assertOnWallet(context, { customerId: holder, ...money });
  return holder;
}

/** The balance is the sum of its entries. The caller holds the customer. */
async function recountWallet({ db, organizationId }: Scope, customerId: string, currency: string, now: Date) {
  const sum = sql<number>`(select coalesce(sum(entries.amount), 0)::int from wallet_entries as entries
    where entries.organization_id = ${organizationId} and entries.customer_id = ${customerId})`;
  await db
    .insertInto("wallets")
    .values({ organization_id: organizationId, customer_id: customerId, currency, amount: 0, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable("wallets")
    .set({ amount: sum, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .execute();
}

interface EntryDraft extends WalletMoney {
  kind: WalletEntry["kind"];
  paymentId: string;
  refundId?: string;
}

/** The caller holds the customer, and has asserted that what is taken is there. @param draft.amount positive */
export async function insertWalletEntry(
  context: Pick<TenantContext, "db" | "now" | "organizationId">,
  { kind, customerId, amount, currency, paymentId, refundId }: EntryDraft,
): Promise<void> {
  const { db, now, organizationId } = context;
  await db
    .insertInto("wallet_entries")
    .values({
      ...{ organization_id: organizationId, id: uuidv7(now), customer_id: customerId, kind, at: now },
      amount: kind === "use" || kind === "payout" ? -amount : amount,
      ...{ payment_id: paymentId, refund_id: refundId ?? null },
    })
    .execute();
  await recountWallet(context, customerId, currency, now);
}

/** Finds whose balance a payment came from or went to. */
export async function findHolder({ db, organizationId }: Scope, paymentId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("wallet_entries")
    .select("customer_id")
    .where("organization_id", "=", organizationId)
    .where("payment_id", "=", paymentId)
    .limit(1)
    .executeTakeFirst();
  return found?.customer_id;
}

/**
 * Entries that are another customer's now, as after a merge; both customers are held. Of an undone merge, they stay where the money
 * has been used meanwhile.
 * @param ids default: all of the former customer
 * @returns the ids of those that moved
 */
export async function moveWallet(
  context: Pick<TenantContext, "db" | "now" | "organizationId">,
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  const { db, now, organizationId } = context;
  let own = db
    .selectFrom("wallet_entries")
    .select(["id", "amount"])
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from);
  if (ids) own = own.where(isAnyOf("id", ids));
  const entries = await own.execute();
  const wallet = await db
    .selectFrom("wallets")
    .select(["amount", "currency"])
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from)
    .executeTakeFirst();
  const moved = entries.reduce((sum, { amount }) => sum + amount, 0);
  if (!wallet || entries.length === 0 || moved < 0 || moved > wallet.amount) return [];
  await db
    .updateTable("wallet_entries")
    .set({ customer_id: to })
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "id",
        entries.map(({ id }) => id),
      ),
    )
    .execute();
  for (const customerId of [from, to]) await recountWallet(context, customerId, wallet.currency, now);
  return entries.map(({ id }) => id);
}

/** Minor units, in whichever currency. */
export async function sumWallet({ db, organizationId }: Scope, customerId: string): Promise<number> {
  const row = await db
    .selectFrom("wallets")
    .select("amount")
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/** Organizations where an account has money on a balance. */
export const listOrganizationsWithWallet = (
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom("wallets")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "wallets.organization_id")
        .onRef("customers.id", "=", "wallets.customer_id"),
    )
    .innerJoin("organizations", "organizations.id", "wallets.organization_id")
    .select(["organizations.id", "organizations.name"])
    .where(inScope("wallets.organization_id", organizationId))
    .where("customers.user_id", "=", userId)
    .where("wallets.amount", ">", 0)
    .orderBy("organizations.id")
    .execute();
