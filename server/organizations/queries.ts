/** Organizations in SQL. */
import { sql, type Expression, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import { ownerRoleId } from "#contract/permissions.ts";
import type { Organization, Named } from "#contract/organizations.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import { among, everyOrganization, matches, paginate, type Database } from "#server/kit/database.ts";
import type { Caller } from "#server/kit/house.ts";
import { notFound } from "#server/kit/problem.ts";
import type { OrganizationsTable } from "#server/kit/tables.ts";

type Row = Selectable<OrganizationsTable>;
type Owner = NonNullable<Organization["owner"]>;

const shape = (row: Row, owner: Owner | undefined): Organization => ({
  id: row.id,
  name: row.name,
  type: row.type as Organization["type"],
  enabled: row.enabled,
  countryId: row.country_id,
  email: row.email,
  phone: row.phone,
  vatNumber: row.vat_number,
  identificationNumber: row.identification_number,
  legalName: row.legal_name,
  addressLine: row.address_line,
  postalCode: row.postal_code,
  city: row.city,
  timezone: row.timezone,
  currency: row.currency,
  vatProfile: row.vat_profile as Organization["vatProfile"],
  vatRate: row.vat_rate,
  cancellationDeadline: row.cancellation_deadline,
  approvalDefault: row.approval_default as Organization["approvalDefault"],
  bookingRules: {
    horizonDays: row.horizon_days,
    noticeMinutes: row.notice_minutes,
    mostActive: row.most_active,
  },
  paymentOnSite: row.payment_on_site,
  owner: owner ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** What a person sees of the platform: everything as its administrator, else where they are an active member. */
const seenBy = (user: Caller): Expression<SqlBool> =>
  user.isPlatformAdmin
    ? sql`true`
    : sql`exists (
        select from memberships
        where memberships.organization_id = organizations.id and memberships.user_id = ${user.id} and memberships.active
      )`;

const present = (db: Database) => db.selectFrom("organizations").where("organizations.archived_at", "is", null);
const searched = sql<string>`organizations.name || ' ' || coalesce(organizations.email, '')`;

/** The first active owner of each, by the organization's id. */
async function listOwners(db: Database, organizationIds: string[]): Promise<Map<string, Owner>> {
  const rows = await db
    .selectFrom("membership_roles as held")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "held.organization_id")
        .onRef("memberships.user_id", "=", "held.user_id"),
    )
    .innerJoin("users", "users.id", "held.user_id")
    .distinctOn("held.organization_id")
    .select(["held.organization_id", "users.id as user_id", "users.email"])
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as("full_name"))
    .where("held.role_id", "=", ownerRoleId)
    .where("memberships.active", "=", true)
    .where(among("held.organization_id", organizationIds))
    .orderBy("held.organization_id")
    .orderBy("memberships.joined_at")
    .orderBy("held.user_id")
    .execute();
  return new Map(rows.map(({ organization_id, ...owner }) => [organization_id, owner]));
}

export async function listOrganizations(db: Database, user: Caller, query: ListQuery): Promise<Page<Organization>> {
  let seen = present(db).where(seenBy(user));
  if (query.q) seen = seen.where(matches(searched, query.q));
  const { data, meta } = await paginate(
    db,
    seen.selectAll("organizations").orderBy("organizations.name").orderBy("organizations.id"),
    query,
  );
  const owners = await listOwners(
    db,
    data.map((row) => row.id),
  );
  return { data: data.map((row) => shape(row, owners.get(row.id))), meta };
}

/** @param most rows at most */
export function listOrganizationNames(db: Database, user: Caller, q: string, most: number): Promise<Named[]> {
  const seen = present(db).where(seenBy(user));
  return (q ? seen.where(matches(searched, q)) : seen)
    .select(["organizations.id", "organizations.name"])
    .orderBy("organizations.name")
    .orderBy("organizations.id")
    .limit(most)
    .execute();
}

export async function findOrganization(db: Database, organizationId: string): Promise<Organization> {
  if (organizationId === everyOrganization) throw notFound();
  const row = await present(db)
    .selectAll("organizations")
    .where("organizations.id", "=", organizationId)
    .executeTakeFirstOrThrow(notFound);
  return shape(row, (await listOwners(db, [row.id])).get(row.id));
}

/** Held until the transaction ends: whoever books or changes something there waits. */
export async function findOrganizationToChange(db: Database, organizationId: string): Promise<Organization> {
  const row = await present(db)
    .selectAll("organizations")
    .where("organizations.id", "=", organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  return shape(row, (await listOwners(db, [row.id])).get(row.id));
}

export async function updateOrganization(
  db: Database,
  organizationId: string,
  changes: Updateable<OrganizationsTable>,
): Promise<void> {
  await db.updateTable("organizations").set(changes).where("id", "=", organizationId).execute();
}

export async function insertOrganizations(db: Database, rows: Insertable<OrganizationsTable>[]): Promise<void> {
  await db.insertInto("organizations").values(rows).execute();
}
