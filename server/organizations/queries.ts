import { sql, type Expression, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import { OWNER_ROLE_ID } from "#contract/permissions.ts";
import type { FoundOrganization, Organization } from "#contract/organization-shape.ts";
import type { organizations } from "#contract/organizations.ts";
import type { ListQuery, Page, Query } from "#contract/kit.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { isAnyOf, ALL_ORGANIZATIONS, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { noteAllStale } from "#server/kit/notify/overview-stale.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import type { Caller } from "#server/kit/process/app-context.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { OrganizationsTable } from "#server/kit/db/tables.ts";
import { hoursOfFreeCancellation } from "#contract/organizations-cancellation-rules.ts";
import { listMissingSellerParts } from "#contract/organizations-seller-rules.ts";
import { organizationColumnMap } from "./column-map.ts";

type Row = Selectable<OrganizationsTable>;
type Owner = NonNullable<Organization["owner"]>;

function serializeOrganization(row: Row, owner: Owner | undefined): Organization {
  const members = organizationColumnMap.fromRow(row);
  return {
    id: row.id,
    ...members,
    cancellationDeadline: hoursOfFreeCancellation(members.bookingRules.cancellation),
    sellerMissing: listMissingSellerParts(members),
    sellerDueAt: row.seller_due_at?.toISOString() ?? null,
    hasPrivacyNotice: row.has_privacy_notice,
    owner: owner ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const isVisibleTo = (user: Caller): Expression<SqlBool> =>
  user.isPlatformAdmin
    ? sql`true`
    : sql`exists (
        select from memberships
        where memberships.organization_id = organizations.id and memberships.user_id = ${user.id} and memberships.active
      )`;

const presentOrganizations = (db: Database) =>
  db.selectFrom("organizations").where("organizations.archived_at", "is", null);
const searchText = sql<string>`organizations.name || ' ' || coalesce(organizations.email, '')`;

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
    .select(["held.organization_id", "users.id as user_id", "users.email", "users.phone"])
    .select(fullNameOf("users").as("full_name"))
    .where("held.role_id", "=", OWNER_ROLE_ID)
    .where("memberships.active", "=", true)
    .where(isAnyOf("held.organization_id", organizationIds))
    .orderBy("held.organization_id")
    .orderBy("memberships.joined_at")
    .orderBy("held.user_id")
    .execute();
  return new Map(rows.map(({ organization_id, ...owner }) => [organization_id, owner]));
}

/** Those of which the user sees what only the team sees. */
async function listTeamOrganizationIds(db: Database, user: Caller, among: { id: string }[]): Promise<string[]> {
  const ids = among.map(({ id }) => id);
  if (user.isPlatformAdmin) return ids;
  const rows = await db
    .selectFrom("membership_roles as held")
    .innerJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .select("held.organization_id")
    .distinct()
    .where("held.user_id", "=", user.id)
    .where("roles.type", "=", "admin")
    .where(isAnyOf("held.organization_id", ids))
    .execute();
  return rows.map((row) => row.organization_id);
}

export async function listOrganizations(db: Database, user: Caller, query: ListQuery): Promise<Page<Organization>> {
  let seen = presentOrganizations(db).where(isVisibleTo(user));
  if (query.q) seen = seen.where(matchesText(searchText, query.q));
  const { data, meta } = await paginate(
    db,
    seen.selectAll("organizations").orderBy("organizations.name").orderBy("organizations.id"),
    query,
  );
  const owners = await listOwners(db, await listTeamOrganizationIds(db, user, data));
  return { data: data.map((row) => serializeOrganization(row, owners.get(row.id))), meta };
}

/** Owners have the lowest role id; roles of the team come before those of customers. Without any role: last. */
const bestRole = (user: Caller) => sql<number>`coalesce((
  select min(held.role_id + case when roles.type = 'admin' then 0 else 1000000 end)
  from membership_roles as held
  join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
  join memberships on memberships.organization_id = held.organization_id and memberships.user_id = held.user_id
  where held.organization_id = organizations.id and held.user_id = ${user.id} and memberships.active
), 2000000)`;

export async function listFoundOrganizations(
  db: Database,
  user: Caller,
  { q, sort = "name", includes = [] }: Pick<Query<typeof organizations.search>, "q" | "sort" | "includes">,
  most: number,
): Promise<FoundOrganization[]> {
  const seen = presentOrganizations(db).where(isVisibleTo(user));
  const found = q ? seen.where(matchesText(searchText, q)) : seen;
  const rows = await (sort === "role" ? found.orderBy(bestRole(user)) : found)
    .selectAll("organizations")
    .orderBy("organizations.name")
    .orderBy("organizations.id")
    .limit(most)
    .execute();
  return rows.map((row) => {
    const members = organizationColumnMap.fromRow(row);
    return { id: row.id, name: row.name, ...Object.fromEntries(includes.map((name) => [name, members[name]])) };
  });
}

export async function findOrganization(db: Database, organizationId: string): Promise<Organization> {
  if (organizationId === ALL_ORGANIZATIONS) throw notFound();
  const row = await presentOrganizations(db)
    .selectAll("organizations")
    .where("organizations.id", "=", organizationId)
    .executeTakeFirstOrThrow(notFound);
  return serializeOrganization(row, (await listOwners(db, [row.id])).get(row.id));
}

/** Its one colour, and the name that its mails come from where it is another one than its own. */
export const findOrganizationLooks = (
  db: Database,
  organizationId: string,
): Promise<(Pick<Row, "name" | "email" | "accent"> & { senderName: string | null }) | undefined> =>
  db
    .selectFrom("organizations")
    .select(["name", "email", "accent", "sender_name as senderName"])
    .where("id", "=", organizationId)
    .executeTakeFirst();

/** Without the owner and the privacy notice: they change without a change of the organization that would be noted. */
export const findSettings = (context: MemoryContext): Promise<Omit<Organization, "owner" | "hasPrivacyNotice">> =>
  remember(context, ["organizations.settings"], async () => {
    const row = await presentOrganizations(context.db)
      .selectAll("organizations")
      .where("organizations.id", "=", context.organizationId)
      .executeTakeFirstOrThrow(notFound);
    const { owner: _owner, hasPrivacyNotice: _notice, ...settings } = serializeOrganization(row, undefined);
    return settings;
  });

/** Locks the organization until the transaction ends: bookings and changes there wait. */
export async function findOrganizationToChange(db: Database, organizationId: string): Promise<Organization> {
  const row = await presentOrganizations(db)
    .selectAll("organizations")
    .where("organizations.id", "=", organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  return serializeOrganization(row, (await listOwners(db, [row.id])).get(row.id));
}

/** Whether the overview has other dates or other money after the change. */
async function isCountedOtherwise(
  db: Database,
  organizationId: string,
  { timezone, currency }: Updateable<OrganizationsTable>,
): Promise<boolean> {
  if (timezone === undefined && currency === undefined) return false;
  const before = await db
    .selectFrom("organizations")
    .select(["timezone", "currency"])
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return before?.timezone !== (timezone ?? before?.timezone) || before?.currency !== (currency ?? before?.currency);
}

export async function updateOrganization(
  db: Database,
  organizationId: string,
  changes: Updateable<OrganizationsTable>,
): Promise<void> {
  if (await isCountedOtherwise(db, organizationId, changes)) await noteAllStale(db, organizationId);
  await db.updateTable("organizations").set(changes).where("id", "=", organizationId).execute();
}

export async function insertOrganizations(db: Database, rows: Insertable<OrganizationsTable>[]): Promise<void> {
  await db.insertInto("organizations").values(rows).execute();
}

/** Its team has the usual time from now on, such as on a server that it has moved to. */
export async function updateSecondFactorDemand(db: Database, organizationId: string, now: Date): Promise<void> {
  await db
    .updateTable("organizations")
    .set({ second_factor_demanded_at: now })
    .where("id", "=", organizationId)
    .where("second_factor_demanded_at", "is not", null)
    .execute();
}
