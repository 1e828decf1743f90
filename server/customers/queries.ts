/** Customers in SQL. Merged ones stay as rows that point at the one that was kept, and appear in no list. */
import { sql, type Expression, type Insertable, type SqlBool, type Updateable } from "kysely";
import type { Customer, CustomerDetail, customers } from "#contract/customers.ts";
import type { Page, Query } from "#contract/kit.ts";
import { memberTypeOfRole, type RoleType } from "#contract/permissions.ts";
import { findScope, inScope, isAnyOf, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesSearch } from "#server/kit/db/text-search.ts";
import { notFound, type HttpError } from "#server/kit/http/http-error.ts";
import type { CustomerRolesTable, CustomersTable } from "#server/kit/db/tables.ts";
import { matchesPhone } from "#server/members/queries.ts";
import { customerColumnMap } from "./column-map.ts";
import { filterRelated, listRelations, selectRelatives } from "./relation-queries.ts";

/** Rows of `customers` by any part of name, email, telephone or number. */
export const matchesCustomer = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`(${matchesSearch("customers.search", q)} or ${matchesPhone(sql`customers.phone`, q)})`;

const selectCustomers = (db: Database, organizationId: string) =>
  db
    .selectFrom("customers")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "customers.organization_id")
        .onRef("memberships.user_id", "=", "customers.user_id"),
    )
    .leftJoin(
      selectRelatives(db, organizationId, "pays").where("customer_relations.kind", "=", "guardian").as("guardian"),
      (join) =>
        join
          .onRef("guardian.organization_id", "=", "customers.organization_id")
          .onRef("guardian.to_id", "=", "customers.id"),
    )
    .selectAll("customers")
    .select(["memberships.active as has_access", "guardian.id as payer_id", "guardian.name as payer_name"])
    .where(inScope("customers.organization_id", organizationId));
type Row = Awaited<ReturnType<ReturnType<typeof selectCustomers>["executeTakeFirstOrThrow"]>>;

const serializeCustomer = (row: Row, roles: Customer["roles"]): Customer => ({
  id: row.id,
  name: row.name,
  ...customerColumnMap.fromRow(row),
  firstName: row.first_name,
  lastName: row.last_name,
  guardian: row.payer_id === null ? null : { id: row.payer_id, name: row.payer_name ?? "" },
  userId: row.user_id,
  roles,
  active: row.archived_at === null && row.has_access !== false,
  archivedAt: row.archived_at?.toISOString() ?? null,
  mergedIntoId: row.merged_into_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Roles by customer: those of the membership, and those that the team gave to a customer without an account. */
export async function listRoles(
  db: Database,
  rows: readonly Pick<Row, "organization_id" | "id">[],
): Promise<Map<string, Customer["roles"]>> {
  if (rows.length === 0) return new Map();
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))];
  const organizationId = findScope(organizationIds);
  const held = db
    .selectFrom("customer_roles")
    .select(["customer_roles.organization_id", "customer_roles.customer_id", "customer_roles.role_id"])
    .where(isAnyOf("customer_roles.organization_id", organizationIds))
    .where(inScope("customer_roles.organization_id", organizationId))
    .where(
      isAnyOf(
        "customer_roles.customer_id",
        rows.map(({ id }) => id),
      ),
    );
  const ofAccounts = db
    .selectFrom("membership_roles")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "membership_roles.organization_id")
        .onRef("customers.user_id", "=", "membership_roles.user_id"),
    )
    .select(["customers.organization_id", "customers.id as customer_id", "membership_roles.role_id"])
    .where(isAnyOf("customers.organization_id", organizationIds))
    .where(inScope("customers.organization_id", organizationId))
    .where(
      isAnyOf(
        "customers.id",
        rows.map(({ id }) => id),
      ),
    );
  const found = await db
    .selectFrom(held.union(ofAccounts).as("held"))
    .innerJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .select(["held.customer_id", "roles.id", "roles.name", "roles.type"])
    .where(inScope("roles.organization_id", organizationId))
    .orderBy("roles.id")
    .execute();
  return new Map(
    [...Map.groupBy(found, (row) => row.customer_id)].map(([customerId, roles]) => [
      customerId,
      roles.map(({ id, name, type }) => ({ id, name, type: memberTypeOfRole(type as RoleType) })),
    ]),
  );
}

async function serializeCustomers(db: Database, rows: Row[]): Promise<Customer[]> {
  const roles = await listRoles(db, rows);
  return rows.map((row) => serializeCustomer(row, roles.get(row.id) ?? []));
}

export async function listCustomers(
  db: Database,
  organizationId: string,
  { q, kind, roleId, archived = false, ...page }: Query<typeof customers.list>,
): Promise<Page<Customer>> {
  let found = selectCustomers(db, organizationId)
    .where("customers.merged_into_id", "is", null)
    .where("customers.archived_at", archived ? "is not" : "is", null);
  if (q) found = found.where(matchesCustomer(q));
  if (kind) found = found.where("customers.kind", "=", kind);
  if (roleId !== undefined) found = found.where(holdsRole(roleId));
  const { data, meta } = await paginate(db, found.orderBy("customers.sort_name").orderBy("customers.id"), {
    page: page.page,
    per_page: page.per_page,
  });
  return { data: await serializeCustomers(db, data), meta };
}

const holdsRole = (roleId: number) => sql<SqlBool>`(
  exists (
    select from customer_roles where customer_roles.organization_id = customers.organization_id
      and customer_roles.customer_id = customers.id and customer_roles.role_id = ${roleId}
  ) or exists (
    select from membership_roles where membership_roles.organization_id = customers.organization_id
      and membership_roles.user_id = customers.user_id and membership_roles.role_id = ${roleId}
  )
)`;

const MAX_SIMILAR = 5;

/** Equal telephone or email first, then names that sound alike; none without anything to compare. */
export async function listSimilarCustomers(
  db: Database,
  organizationId: string,
  { name, email, phone }: Query<typeof customers.similar>,
): Promise<Customer[]> {
  const digits = phone?.replace(/\D/g, "").replace(/^0+/, "") ?? "";
  const isSamePhone =
    digits.length < 6
      ? sql<SqlBool>`false`
      : sql<SqlBool>`regexp_replace(customers.phone, '\\D', '', 'g') like ${`%${digits}`}`;
  const isSameEmail = email ? sql<SqlBool>`customers.email = ${email.toLowerCase()}` : sql<SqlBool>`false`;
  const similarity = name ? sql<number>`similarity(fold(customers.name), fold(${name}))` : sql<number>`0::real`;
  const hasSimilarName = name
    ? sql<SqlBool>`fold(${name}) <% customers.search and ${similarity} >= 0.6`
    : sql<SqlBool>`false`;
  const rows = await selectCustomers(db, organizationId)
    .where("customers.merged_into_id", "is", null)
    .where("customers.archived_at", "is", null)
    .where(sql<SqlBool>`(${isSamePhone} or ${isSameEmail} or ${hasSimilarName})`)
    .orderBy(sql`(${isSamePhone} or ${isSameEmail}) is true`, "desc")
    .orderBy(similarity, "desc")
    .orderBy("customers.id")
    .limit(MAX_SIMILAR)
    .execute();
  return serializeCustomers(db, rows);
}

/** Also finds merged and archived ones: old links stay. */
export async function findCustomer(db: Database, organizationId: string, id: string): Promise<CustomerDetail> {
  return detailOf(
    db,
    await selectCustomers(db, organizationId).where("customers.id", "=", id).executeTakeFirstOrThrow(notFound),
  );
}

export async function findCustomerOfUser(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<CustomerDetail> {
  return detailOf(
    db,
    await selectCustomers(db, organizationId)
      .where("customers.user_id", "=", userId)
      .where("customers.merged_into_id", "is", null)
      .orderBy("customers.organization_id")
      .executeTakeFirstOrThrow(notFound),
  );
}

async function detailOf(db: Database, row: Row): Promise<CustomerDetail> {
  const [customer] = await serializeCustomers(db, [row]);
  if (!customer) throw notFound();
  const organization = await db
    .selectFrom("organizations")
    .select(["id", "name"])
    .where("id", "=", row.organization_id)
    .executeTakeFirstOrThrow();
  const relations = await listRelations(db, row.organization_id, row.id);
  const wards = relations
    .filter(({ kind, pays, from }) => kind === "guardian" && pays && from.id === row.id)
    .map(({ to }) => to);
  return { ...customer, organization, wards, relations };
}

/** The customers whose debts somebody pays: their own, and those of the people for whom they pay. */
export async function listCustomersOfPayer(db: Database, organizationId: string, payerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("customers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where((customer) =>
      customer.or([
        customer("id", "=", payerId),
        customer("id", "in", filterRelated(db, organizationId, payerId, "pays")),
      ]),
    )
    .where("merged_into_id", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The customer who an account is in an organization. @throws HttpError 404 for people who are none */
export async function findOwnCustomerId(db: Database, organizationId: string, userId: string): Promise<string> {
  const { id } = await db
    .selectFrom("customers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("merged_into_id", "is", null)
    .executeTakeFirstOrThrow(notFound);
  return id;
}

/** Locks the row: changes, merges and archiving of one customer follow one another. */
export const lockCustomer = (db: Database, organizationId: string, id: string, orElse: () => HttpError = notFound) =>
  db
    .selectFrom("customers")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(orElse);
export type CustomerRow = Awaited<ReturnType<typeof lockCustomer>>;

/** Locks both in the order of their ids, so that two changes never wait for each other. */
export async function lockTwoCustomers(
  db: Database,
  organizationId: string,
  firstId: string,
  secondId: string,
  orElse: () => HttpError = notFound,
): Promise<{ first: CustomerRow; second: CustomerRow }> {
  const lockFirst = () => lockCustomer(db, organizationId, firstId);
  const lockSecond = () => lockCustomer(db, organizationId, secondId, orElse);
  if (firstId < secondId) return { first: await lockFirst(), second: await lockSecond() };
  const second = await lockSecond();
  return { first: await lockFirst(), second };
}

/** Follows merges to the customer who is kept. @returns undefined for one who is unknown or forgotten */
export async function findKeptCustomer(
  db: Database,
  organizationId: string,
  customerId: string,
): Promise<{ id: string; user_id: string | null } | undefined> {
  const row = await db
    .selectFrom("customers")
    .select(["id", "user_id", "merged_into_id", "forgotten_at"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", customerId)
    .executeTakeFirst();
  if (!row || row.forgotten_at !== null) return undefined;
  return row.merged_into_id === null ? row : findKeptCustomer(db, organizationId, row.merged_into_id);
}

export async function insertCustomer(db: Database, row: Insertable<CustomersTable>): Promise<void> {
  await db.insertInto("customers").values(row).execute();
}

export async function updateCustomer(
  db: Database,
  organizationId: string,
  id: string,
  row: Updateable<CustomersTable>,
): Promise<void> {
  if (Object.values(row).every((value) => value === undefined)) return;
  // The proof is of the former address.
  const proof =
    row.email === undefined
      ? {}
      : {
          email_verified_at: sql<Date | null>`case when email is not distinct from ${row.email} then email_verified_at end`,
        };
  await db
    .updateTable("customers")
    .set({ ...proof, ...row })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function listKnownCategories(
  db: Database,
  organizationId: string,
  roleIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("roles")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("type", "=", "member")
    .where("archived_at", "is", null)
    .where(isAnyOf("id", roleIds))
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateCustomerRoles(
  db: Database,
  organizationId: string,
  customerId: string,
  roleIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom("customer_roles")
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .execute();
  await insertCustomerRoles(
    db,
    [...new Set(roleIds)].map((role_id) => ({ organization_id: organizationId, customer_id: customerId, role_id })),
  );
}

export async function insertCustomerRoles(db: Database, rows: Insertable<CustomerRolesTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("customer_roles")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ids of `ids` whose rows exist in the organization and were merged into no other. */
export const findPresentCustomer = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("customers")
    .select(["id", "user_id", "name", "phone", "email"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .executeTakeFirst();

/** Name, email and telephone number of an account, in every organization that knows it. @returns those customers */
export async function updateOfAccount(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    update customers set first_name = users.first_name, last_name = users.last_name, email = users.email,
      phone = coalesce(users.phone, customers.phone), updated_at = ${now}
    from users where users.id = ${userId} and customers.user_id = users.id and customers.kind = 'person'
      and (customers.first_name, customers.last_name, customers.email, customers.phone) is distinct from
        (users.first_name, users.last_name, users.email, coalesce(users.phone, customers.phone))
    returning customers.organization_id, customers.id`.execute(db);
  return rows;
}
