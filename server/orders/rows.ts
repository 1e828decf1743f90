/** Orders with the names of their organization, their buyer and their holder, and the money of their charge. */
import { sql } from "kysely";
import type { Order, OrderState, PassKind } from "#contract/orders.ts";
import type { SubscriptionType } from "#contract/subscriptions.ts";
import type { TermOffer } from "#contract/subscriptions-rules.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { StoredTerms as PackTerms } from "#server/packs/queries.ts";
import { findPrepaidMeans } from "#server/payments/pay-prepaid.ts";
import type { StoredTerms as SubscriptionTerms } from "#server/subscriptions/terms.ts";

/** Terms that were agreed: a change of the type concerns later orders alone. */
export interface OrderTerms {
  name: string;
  /** Sentences of what it is and grants, in the language of the buyer. */
  words: string[];
  termsText: string | null;
  /** Minor units. */
  joiningFee: number;
  subscription?: { type: SubscriptionType; terms: SubscriptionTerms; term: TermOffer };
  pack?: { terms: PackTerms };
  /** Sentences that the buyer has agreed to, as they stood there. */
  consent: string[];
}

export const ordersWithNames = (db: Database) =>
  db
    .selectFrom("orders")
    .innerJoin("organizations", "organizations.id", "orders.organization_id")
    .innerJoin("customers as buyer", (join) =>
      join.onRef("buyer.organization_id", "=", "orders.organization_id").onRef("buyer.id", "=", "orders.customer_id"),
    )
    .innerJoin("customers as holder", (join) =>
      join.onRef("holder.organization_id", "=", "orders.organization_id").onRef("holder.id", "=", "orders.holder_id"),
    )
    .innerJoin("charges", (join) =>
      join.onRef("charges.organization_id", "=", "orders.organization_id").onRef("charges.id", "=", "orders.charge_id"),
    )
    .leftJoin("packs", (join) =>
      join.onRef("packs.organization_id", "=", "orders.organization_id").onRef("packs.id", "=", "orders.pack_id"),
    )
    .selectAll("orders")
    .select(["organizations.name as organization_name", "organizations.timezone"])
    .select(["buyer.name as buyer_name", "buyer.user_id", "holder.name as holder_name"])
    .select(["charges.amount", "charges.credited", "charges.settled", "charges.currency"])
    .select(["packs.starts_on as pack_starts_on", "packs.expires_on as pack_expires_on"]);
export type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersWithNames>["executeTakeFirstOrThrow"]>>;

export const agreedOf = ({ agreed }: Pick<OrderRow, "agreed">): OrderTerms => agreed as OrderTerms;
export const kindOf = ({ pack_type_id }: Pick<OrderRow, "pack_type_id">): PassKind =>
  pack_type_id === null ? "subscription" : "pack";

/** @throws HttpError 404 */
export const findOrder = (db: Database, organizationId: string, id: string): Promise<OrderRow> =>
  ordersWithNames(db)
    .where("orders.organization_id", "=", organizationId)
    .where("orders.id", "=", id)
    .executeTakeFirstOrThrow(notFound);

/** Also in the scope of all organizations. @throws HttpError 404 */
export const findOrderInScope = (db: Database, organizationId: string, id: string): Promise<OrderRow> =>
  ordersWithNames(db)
    .where(inScope("orders.organization_id", organizationId))
    .where("orders.id", "=", id)
    .executeTakeFirstOrThrow(notFound);

/** Locks an order until the transaction ends, after its charge. @throws HttpError 404 */
export async function lockOrder(db: Database, organizationId: string, id: string): Promise<OrderRow> {
  await db
    .selectFrom("orders")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  return findOrder(db, organizationId, id);
}

/** Minor units that are left to pay. */
export const dueOf = ({ state, amount, credited, settled }: OrderRow): number =>
  state === "open" ? Math.max(0, amount - credited - settled) : 0;

/** By the clock of the organization. */
export const isInTime = ({ state, withdraw_by, timezone }: OrderRow, now: Date): boolean =>
  state === "paid" && withdraw_by !== null && localDateOf(timezone, now) <= withdraw_by;

const noMeans = { wallet: 0, takesVouchers: false };

export async function serializeOrder({ db, now }: { db: Database; now: Date }, row: OrderRow): Promise<Order> {
  const { name, words, termsText, subscription } = agreedOf(row);
  const due = dueOf(row);
  const term = subscription?.term;
  return {
    ...{ id: row.id, organization: { id: row.organization_id, name: row.organization_name } },
    ...{ state: row.state as OrderState, kind: kindOf(row) },
    typeId: row.subscription_type_id ?? row.pack_type_id ?? "",
    ...{ name, words, termsText },
    buyer: { id: row.customer_id, name: row.buyer_name },
    holder: { id: row.holder_id, name: row.holder_name, isSelf: row.holder_id === row.customer_id },
    ...{ startsOn: term?.from ?? row.pack_starts_on, endsOn: term?.to ?? row.pack_expires_on },
    ...{ total: row.amount, due, currency: row.currency, chargeId: row.charge_id },
    ...{ expiresAt: row.expires_at.toISOString(), timezone: row.timezone },
    prepaid: due === 0 ? noMeans : await findPrepaidMeans({ db, now }, row),
    ...{ withdrawBy: row.withdraw_by, canWithdraw: isInTime(row, now), beginsAtOnce: row.begins_at_once },
    paidAt: row.paid_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    ...{ created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
  };
}

/** The order of a charge. */
export async function findOrderOfCharge(
  { db, organizationId }: { db: Database; organizationId: string },
  chargeId: string,
): Promise<string | null> {
  const found = await db
    .selectFrom("orders")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("charge_id", "=", chargeId)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Sorts orders that wait for their payment before the others. */
export const openFirst = sql`case when orders.state = 'open' then 0 else 1 end`;

export async function serializeOrders(call: { db: Database; now: Date }, rows: readonly OrderRow[]): Promise<Order[]> {
  const all: Order[] = [];
  for (const row of rows) all.push(await serializeOrder(call, row));
  return all;
}
