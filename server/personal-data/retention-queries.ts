/** Table `retention_settings`, and what is older than an organization wants to keep. */
import { sql } from "kysely";
import type { RetentionSettings } from "#contract/personal-data-endpoints.ts";
import { isAskedFor, isOpen } from "#server/charges/debts.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";

export async function findRetention(db: Database, organizationId: string): Promise<RetentionSettings> {
  const row = await db
    .selectFrom("retention_settings")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .executeTakeFirst();
  return {
    customersMonths: row?.customers_months ?? null,
    activityMonths: row?.activity_months ?? null,
    importsDays: row?.imports_days ?? null,
  };
}

export async function insertRetention(
  db: Database,
  organizationId: string,
  settings: RetentionSettings,
  now: Date,
): Promise<void> {
  const row = {
    customers_months: settings.customersMonths,
    activity_months: settings.activityMonths,
    imports_days: settings.importsDays,
    updated_at: now,
  };
  await db
    .insertInto("retention_settings")
    .values({ organization_id: organizationId, ...row })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(row))
    .execute();
}

export async function listRetainingOrganizations(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("retention_settings").select("organization_id").orderBy("organization_id").execute();
  return rows.map((row) => row.organization_id);
}

/**
 * Customers without an account who were added, last booked and last paid before, and owe nothing. Whoever pays for
 * somebody, or is their guardian, stays as long as they.
 */
export const listStaleCustomers = (db: Database, organizationId: string, before: Date) =>
  db
    .selectFrom("customers")
    .where("organization_id", "=", organizationId)
    .where("user_id", "is", null)
    .where("merged_into_id", "is", null)
    .where("forgotten_at", "is", null)
    .where("created_at", "<", before)
    .where(
      sql<boolean>`not exists (
        select from events where events.organization_id = customers.organization_id
          and events.customer_id = customers.id
          and (events.end_time >= ${before} or events.payment_status in ('due', 'partially_paid')
            and events.status in ('pending', 'approved', 'completed')))`,
    )
    .where(
      sql<boolean>`not exists (
        select from payments join events on events.organization_id = payments.organization_id
          and events.id = payments.event_id
        where payments.organization_id = customers.organization_id and events.customer_id = customers.id
          and payments.created_at >= ${before})`,
    )
    .where(
      sql<boolean>`not exists (
        select from charges where charges.organization_id = customers.organization_id
          and charges.customer_id = customers.id and charges.event_id is null
          and (charges.due_at >= ${before} or ${isOpen} and ${isAskedFor}))`,
    )
    .where(
      sql<boolean>`not exists (
        select from packs where packs.organization_id = customers.organization_id
          and packs.customer_id = customers.id and packs.units_used + packs.units_refunded < packs.units_total
          and (packs.expires_on is null or packs.expires_on >= ${before}::date))`,
    )
    .where(
      sql<boolean>`not exists (
        select from wallets where wallets.organization_id = customers.organization_id
          and wallets.customer_id = customers.id and wallets.amount > 0)`,
    )
    .where(
      sql<boolean>`not exists (
        select from subscriptions where subscriptions.organization_id = customers.organization_id
          and subscriptions.customer_id = customers.id and subscriptions.holds_until >= ${before}::date)`,
    )
    .where(
      sql<boolean>`not exists (
        select from customer_relations as relation where relation.organization_id = customers.organization_id
          and relation.from_id = customers.id and (relation.kind = 'guardian' or relation.pays))`,
    );

/** Those of them who came by booking without an account. */
export const listStaleGuests = (db: Database, organizationId: string, before: Date) =>
  listStaleCustomers(db, organizationId, before).where("guest_since", "is not", null);

export async function listOrganizationsOfGuests(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("customers")
    .select("organization_id")
    .distinct()
    .where("guest_since", "<", before)
    .where("forgotten_at", "is", null)
    .where("user_id", "is", null)
    .execute();
  return rows.map((row) => row.organization_id);
}

export const listOldEntries = (db: Database, organizationId: string, before: Date) =>
  db.selectFrom("activity").where("organization_id", "=", organizationId).where("at", "<", before);

export const listOldImports = (db: Database, organizationId: string, before: Date) =>
  db.selectFrom("imports").where("organization_id", "=", organizationId).where("ended_at", "<", before);
