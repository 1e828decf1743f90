/** Relations of customers in SQL: who pays, who reads mails and who books for whom. Only rows of `customer_relations` say so. */
import { sql, type Insertable } from "kysely";
import type { CustomerRelation, RelationDraft, RelationKind } from "#contract/customers.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { CustomerRelationsTable } from "#server/kit/db/tables.ts";

const selectRelations = (db: Database, organizationId: string) =>
  db
    .selectFrom("customer_relations")
    .innerJoin("customers as from", (join) =>
      join
        .onRef("from.organization_id", "=", "customer_relations.organization_id")
        .onRef("from.id", "=", "customer_relations.from_id"),
    )
    .innerJoin("customers as to", (join) =>
      join
        .onRef("to.organization_id", "=", "customer_relations.organization_id")
        .onRef("to.id", "=", "customer_relations.to_id"),
    )
    .selectAll("customer_relations")
    .select(["from.name as from_name", "to.name as to_name"])
    .where("customer_relations.organization_id", "=", organizationId)
    .where("from.merged_into_id", "is", null)
    .where("to.merged_into_id", "is", null);
type Row = Awaited<ReturnType<ReturnType<typeof selectRelations>["executeTakeFirstOrThrow"]>>;

const serializeRelation = (row: Row): CustomerRelation => ({
  from: { id: row.from_id, name: row.from_name },
  to: { id: row.to_id, name: row.to_name },
  kind: row.kind as RelationKind,
  books: row.books,
  pays: row.pays,
  receives: row.receives,
});

/** On either side of a customer, by name. */
export async function listRelations(
  db: Database,
  organizationId: string,
  customerId: string,
): Promise<CustomerRelation[]> {
  const rows = await selectRelations(db, organizationId)
    .where((row) =>
      row.or([row("customer_relations.from_id", "=", customerId), row("customer_relations.to_id", "=", customerId)]),
    )
    .orderBy("from.name")
    .orderBy("to.name")
    .orderBy("customer_relations.from_id")
    .orderBy("customer_relations.to_id")
    .execute();
  return rows.map(serializeRelation);
}

export interface RelationKey {
  fromId: string;
  toId: string;
}

export async function findRelation(
  db: Database,
  organizationId: string,
  { fromId, toId }: RelationKey,
): Promise<CustomerRelation | undefined> {
  const row = await selectRelations(db, organizationId)
    .where("customer_relations.from_id", "=", fromId)
    .where("customer_relations.to_id", "=", toId)
    .executeTakeFirst();
  return row && serializeRelation(row);
}

/** Those who pay, or read mails, for customers: one at most for each `to_id`. To be joined to customers. */
export const selectRelatives = (db: Database, organizationId: string, right: "pays" | "receives") =>
  db
    .selectFrom("customer_relations")
    .innerJoin("customers as relative", (join) =>
      join
        .onRef("relative.organization_id", "=", "customer_relations.organization_id")
        .onRef("relative.id", "=", "customer_relations.from_id"),
    )
    .select(["customer_relations.organization_id", "customer_relations.to_id", "customer_relations.kind"])
    .select(["relative.id", "relative.name", "relative.email", "relative.user_id", "relative.reminders_paused_until"])
    .where(inScope("customer_relations.organization_id", organizationId))
    .where(`customer_relations.${right}`, "=", true);

/** The payer of each of the customers: another one, or they themselves. */
export async function listPayers(
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("customer_relations")
    .select(["from_id", "to_id"])
    .where("organization_id", "=", organizationId)
    .where("pays", "=", true)
    .where(isAnyOf("to_id", customerIds))
    .execute();
  const payers = new Map(rows.map(({ from_id, to_id }) => [to_id, from_id]));
  return new Map(customerIds.map((id) => [id, payers.get(id) ?? id]));
}

/** The reader of mails to a customer without an address; undefined for nobody. */
export async function findReceiver(db: Database, organizationId: string, customerId: string) {
  const row = await db
    .selectFrom("customer_relations")
    .select("from_id")
    .where("organization_id", "=", organizationId)
    .where("to_id", "=", customerId)
    .where("receives", "=", true)
    .executeTakeFirst();
  return row?.from_id;
}

/** Those for whom a customer does something. */
export const filterRelated = (db: Database, organizationId: string, fromId: string, right: "books" | "pays") =>
  db
    .selectFrom("customer_relations")
    .select("to_id")
    .where("organization_id", "=", organizationId)
    .where("from_id", "=", fromId)
    .where(right, "=", true);

/** Rows that have one of the customers on either side. */
export const listRelationRows = (db: Database, organizationId: string, customerIds: readonly string[]) =>
  db
    .selectFrom("customer_relations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where((row) => row.or([isAnyOf("from_id", customerIds), isAnyOf("to_id", customerIds)]))
    .orderBy("from_id")
    .orderBy("to_id")
    .execute();
export type RelationRow = Awaited<ReturnType<typeof listRelationRows>>[number];

export interface CustomerKey {
  organization_id: string;
  id: string;
}
const BATCH_SIZE = 500;

/** Customers of all organizations whose guardian is not the one who pays by the relations. */
export async function listOtherGuardians(db: Database): Promise<CustomerKey[]> {
  const withoutRelation = await db
    .selectFrom("customers")
    .innerJoin("customers as guardian", (join) =>
      join
        .onRef("guardian.organization_id", "=", "customers.organization_id")
        .onRef("guardian.id", "=", "customers.guardian_id"),
    )
    .leftJoin("customer_relations", (join) =>
      join
        .onRef("customer_relations.organization_id", "=", "customers.organization_id")
        .onRef("customer_relations.to_id", "=", "customers.id")
        .onRef("customer_relations.from_id", "=", "customers.guardian_id")
        .on("customer_relations.kind", "=", "guardian")
        .on("customer_relations.pays", "=", true),
    )
    .select(["customers.organization_id", "customers.id"])
    .where("customers.guardian_id", "is not", null)
    .where("customers.merged_into_id", "is", null)
    .where("guardian.merged_into_id", "is", null)
    .where("guardian.forgotten_at", "is", null)
    .where("customer_relations.from_id", "is", null)
    .limit(BATCH_SIZE)
    .execute();
  const withoutGuardian = await db
    .selectFrom("customer_relations")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "customer_relations.organization_id")
        .onRef("customers.id", "=", "customer_relations.to_id"),
    )
    .select(["customers.organization_id", "customers.id"])
    .where("customer_relations.kind", "=", "guardian")
    .where("customer_relations.pays", "=", true)
    .where("customers.guardian_id", "is", null)
    .where("customers.merged_into_id", "is", null)
    .limit(BATCH_SIZE)
    .execute();
  return [...withoutRelation, ...withoutGuardian];
}

/** Deletes relations of those who were merged or forgotten by a server of the release before, which knows none. */
export async function deleteEndedRelations(db: Database, organizationId: string, toId: string): Promise<void> {
  await db
    .deleteFrom("customer_relations")
    .where("organization_id", "=", organizationId)
    .where("to_id", "=", toId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("customers")
          .select("customers.id")
          .whereRef("customers.organization_id", "=", "customer_relations.organization_id")
          .whereRef("customers.id", "=", "customer_relations.from_id")
          .where((one) => one.or([one("merged_into_id", "is not", null), one("forgotten_at", "is not", null)])),
      ),
    )
    .execute();
}

/** Adds a relation, or gives it another kind and other rights. */
export async function updateRelation(
  db: Database,
  organizationId: string,
  { fromId, toId }: RelationKey,
  draft: RelationDraft,
  now: Date,
): Promise<void> {
  const row = { organization_id: organizationId, from_id: fromId, to_id: toId, ...draft, updated_at: now };
  await db
    .insertInto("customer_relations")
    .values({ ...row, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "from_id", "to_id"]).doUpdateSet({ ...draft, updated_at: now }),
    )
    .execute();
}

export async function insertRelations(db: Database, rows: Insertable<CustomerRelationsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("customer_relations").values(rows).execute();
}

/** @returns whether there was one */
export async function deleteRelation(
  db: Database,
  organizationId: string,
  { fromId, toId }: RelationKey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("customer_relations")
    .where("organization_id", "=", organizationId)
    .where("from_id", "=", fromId)
    .where("to_id", "=", toId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends all relations of customers; those for whom they paid pay for themselves. */
export async function deleteRelationsOf(
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<RelationRow[]> {
  const rows = await listRelationRows(db, organizationId, customerIds);
  await db
    .deleteFrom("customer_relations")
    .where("organization_id", "=", organizationId)
    .where((row) => row.or([isAnyOf("from_id", customerIds), isAnyOf("to_id", customerIds)]))
    .execute();
  await updateGuardians(db, organizationId, [...new Set(rows.map(({ to_id }) => to_id))]);
  return rows;
}

/** Takes a right from everybody who has it for a customer. */
export async function updateRightOfAll(
  db: Database,
  organizationId: string,
  toId: string,
  rights: { pays: false },
): Promise<void> {
  await db
    .updateTable("customer_relations")
    .set(rights)
    .where("organization_id", "=", organizationId)
    .where("to_id", "=", toId)
    .execute();
}

/** Writes the guardians who pay beside their relations, for servers of the release before. */
export async function updateGuardians(
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<void> {
  if (customerIds.length === 0) return;
  await sql`
    update customers set guardian_id = (
      select relation.from_id from customer_relations as relation
      where relation.organization_id = ${organizationId} and relation.to_id = customers.id
        and relation.kind = 'guardian' and relation.pays)
    where customers.organization_id = ${organizationId} and customers.id = any(${customerIds}::uuid[])`.execute(db);
}
