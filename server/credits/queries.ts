/** Lists of balances and of what was put on them and used. */
import { sql } from "kysely";
import type { credits, Wallet, WalletEntry } from "#contract/credits.ts";
import type { Page } from "#contract/kit.ts";
import { chargeLabel } from "#server/charges/with-places.ts";
import { findCustomer } from "#server/customers/queries.ts";
import { paginate, type Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { readWallet } from "./wallet.ts";

/** @throws HttpError 404 */
export async function findWallet({ db, organizationId, params }: Call<typeof credits.wallet>): Promise<Wallet> {
  const { id: customerId, organization } = await findCustomer(db, organizationId, params.customerId);
  const { currency } = await db
    .selectFrom("organizations")
    .select("currency")
    .where("id", "=", organization.id)
    .executeTakeFirstOrThrow();
  const amount = await readWallet({ db, organizationId: organization.id }, customerId, currency);
  return { customerId, organization, amount, currency };
}

/** With what is left after each, which all entries of a customer are needed for. */
const selectEntries = (db: Database) =>
  db
    .selectFrom("wallet_entries")
    .innerJoin("wallets", (join) =>
      join
        .onRef("wallets.organization_id", "=", "wallet_entries.organization_id")
        .onRef("wallets.customer_id", "=", "wallet_entries.customer_id"),
    )
    .leftJoin("refunds", (join) =>
      join
        .onRef("refunds.organization_id", "=", "wallet_entries.organization_id")
        .onRef("refunds.id", "=", "wallet_entries.refund_id"),
    )
    // A refund to the balance is named by what had been paid.
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "wallet_entries.organization_id")
        .on("payments.id", "=", sql<string>`coalesce(refunds.payment_id, wallet_entries.payment_id)`),
    )
    .leftJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "wallet_entries.organization_id")
        .onRef("events.id", "=", "payments.event_id"),
    )
    .leftJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "wallet_entries.organization_id")
        .onRef("charges.id", "=", "payments.charge_id"),
    )
    .select(["wallet_entries.id", "wallet_entries.kind", "wallet_entries.at", "wallet_entries.amount"])
    .select(["payments.id as payment_id", "wallets.currency", chargeLabel.as("label")])
    .select(
      sql<string>`sum(wallet_entries.amount) over (
        partition by wallet_entries.organization_id, wallet_entries.customer_id order by wallet_entries.at, wallet_entries.amount desc, wallet_entries.id
      )`.as("balance"),
    )
    // Money that came in at one moment was there before what went out.
    .orderBy("wallet_entries.at", "desc")
    .orderBy("wallet_entries.amount")
    .orderBy("wallet_entries.id", "desc");
type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>["executeTakeFirstOrThrow"]>>;

const serializeEntry = ({ id, kind, at, payment_id, label, amount, balance, currency }: EntryRow): WalletEntry => ({
  ...{ id, kind: kind as WalletEntry["kind"], at: at.toISOString(), paymentId: payment_id },
  ...{ label, amount, balance: Number(balance), currency },
});

/** @throws HttpError 404 */
export async function listWalletEntries(call: Call<typeof credits.entries>): Promise<Page<WalletEntry>> {
  const { db, organizationId, params, query } = call;
  const { id, organization } = await findCustomer(db, organizationId, params.customerId);
  const found = selectEntries(db)
    .where("wallet_entries.organization_id", "=", organization.id)
    .where("wallet_entries.customer_id", "=", id);
  const { data, meta } = await paginate(db, found, query);
  return { data: data.map(serializeEntry), meta };
}

export async function listOwnWallets({ db, user, query }: Call<typeof credits.mine>): Promise<Page<Wallet>> {
  const own = db
    .selectFrom("wallets")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "wallets.organization_id")
        .onRef("customers.id", "=", "wallets.customer_id"),
    )
    .innerJoin("organizations", "organizations.id", "wallets.organization_id")
    .select(["wallets.customer_id", "wallets.amount", "wallets.currency"])
    .select(["organizations.id", "organizations.name"])
    .where("customers.user_id", "=", user.id)
    .where("customers.merged_into_id", "is", null)
    .orderBy("organizations.name")
    .orderBy("organizations.id");
  const { data, meta } = await paginate(db, own, query);
  return {
    data: data.map(({ customer_id: customerId, amount, currency, ...organization }) => ({
      ...{ customerId, amount, currency, organization },
    })),
    meta,
  };
}

export async function listOwnEntries({ db, user, query }: Call<typeof credits.myEntries>): Promise<Page<WalletEntry>> {
  let found = selectEntries(db)
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "wallet_entries.organization_id")
        .onRef("customers.id", "=", "wallet_entries.customer_id"),
    )
    .where("customers.user_id", "=", user.id)
    .where("customers.merged_into_id", "is", null);
  if (query.customerId) found = found.where("wallet_entries.customer_id", "=", query.customerId);
  const { data, meta } = await paginate(db, found, query);
  return { data: data.map(serializeEntry), meta };
}
