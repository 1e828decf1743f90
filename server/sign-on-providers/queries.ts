/** Providers of organizations and their domains, in SQL. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { SignOnChoice } from "#contract/single-sign-on.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { SignOnDomainsTable, SignOnProvidersTable } from "#server/kit/db/tables.ts";

export type ProviderRow = Selectable<SignOnProvidersTable>;
export type DomainRow = Selectable<SignOnDomainsTable>;

export const findProviderRow = (db: Database, organizationId: string): Promise<ProviderRow | undefined> =>
  db.selectFrom("sign_on_providers").selectAll().where("organization_id", "=", organizationId).executeTakeFirst();

/** Writes the whole row. */
export async function updateProviderRow(db: Database, row: Insertable<SignOnProvidersTable>): Promise<void> {
  const { organization_id: _key, created_at: _made, ...changes } = row;
  await db
    .insertInto("sign_on_providers")
    .values(row)
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(changes))
    .execute();
}

/** With its domains. @returns false if there was none */
export async function deleteProviderRow(db: Database, organizationId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("sign_on_providers")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export const listDomains = (db: Database, organizationId: string): Promise<DomainRow[]> =>
  db
    .selectFrom("sign_on_domains")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("domain")
    .execute();

export async function insertDomain(db: Database, row: Insertable<SignOnDomainsTable>): Promise<void> {
  await db.insertInto("sign_on_domains").values(row).execute();
}

const oneDomain = (db: Database, organizationId: string, id: string) =>
  db.selectFrom("sign_on_domains").selectAll().where("organization_id", "=", organizationId).where("id", "=", id);

export const findDomain = (db: Database, organizationId: string, id: string): Promise<DomainRow | undefined> =>
  oneDomain(db, organizationId, id).executeTakeFirst();

export async function updateDomain(
  db: Database,
  organizationId: string,
  id: string,
  changes: Updateable<SignOnDomainsTable>,
): Promise<void> {
  await db
    .updateTable("sign_on_domains")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Notes that confirmed domains are looked for today. @returns those that were not yet */
export function updateDueDomains(db: Database, today: string, limit: number): Promise<DomainRow[]> {
  const due = db
    .selectFrom("sign_on_domains")
    .select("id")
    .where("confirmed_at", "is not", null)
    .where((eb) => eb.or([eb("checked_on", "is", null), eb("checked_on", "<", today)]))
    .orderBy("checked_on", (order) => order.asc().nullsFirst())
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return db.updateTable("sign_on_domains").set({ checked_on: today }).where("id", "in", due).returningAll().execute();
}

/** @returns days in a row on which the record was not there; undefined if the domain is not confirmed any more */
export async function countAbsentDay(db: Database, organizationId: string, id: string): Promise<number | undefined> {
  const counted = await db
    .updateTable("sign_on_domains")
    .set({ absent_days: sql<number>`absent_days + 1` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("confirmed_at", "is not", null)
    .returning("absent_days")
    .executeTakeFirst();
  return counted?.absent_days;
}

/** @returns the domain; undefined if there was none */
export async function deleteDomainRow(db: Database, organizationId: string, id: string): Promise<string | undefined> {
  const gone = await db
    .deleteFrom("sign_on_domains")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returning("domain")
    .executeTakeFirst();
  return gone?.domain;
}

const confirmedProviders = (db: Database) =>
  db
    .selectFrom("sign_on_domains as domains")
    .innerJoin("sign_on_providers as providers", "providers.organization_id", "domains.organization_id")
    .where("domains.confirmed_at", "is not", null)
    .where("providers.active", "=", true);

/** @returns undefined if no organization has one that signs people in */
export const findAnyProvider = (db: Database): Promise<{ id: string } | undefined> =>
  confirmedProviders(db).select("domains.id").limit(1).executeTakeFirst();

/** @returns undefined unless the organization's provider may sign in addresses of the domain */
export const findConfirmedDomain = (
  db: Database,
  organizationId: string,
  domain: string,
): Promise<{ id: string } | undefined> =>
  confirmedProviders(db)
    .select("domains.id")
    .where("domains.organization_id", "=", organizationId)
    .where("domains.domain", "=", domain)
    .executeTakeFirst();

const openOrganizations = (db: Database) =>
  db.selectFrom("organizations").where("enabled", "=", true).where("archived_at", "is", null);

/** Those of organizations that are disabled or archived are left out. */
export async function listChoices(db: Database, domain: string): Promise<SignOnChoice[]> {
  const found = await confirmedProviders(db)
    .select(["providers.organization_id", "providers.name"])
    .where("domains.domain", "=", domain)
    .execute();
  if (found.length === 0) return [];
  const organizations = await openOrganizations(db)
    .select(["id", "name"])
    .where(
      "id",
      "in",
      found.map(({ organization_id }) => organization_id),
    )
    .orderBy("name")
    .execute();
  const names = new Map(found.map(({ organization_id, name }) => [organization_id, name]));
  return organizations.map(({ id, name }) => ({ organizationId: id, organization: name, name: names.get(id) ?? name }));
}

/** @returns the organization's name; undefined where nobody signs in by it */
export async function findOpenOrganizationName(db: Database, organizationId: string): Promise<string | undefined> {
  const found = await openOrganizations(db).select("name").where("id", "=", organizationId).executeTakeFirst();
  return found?.name;
}
