/** Relations of customers in SQL: who pays, who reads mails and who books for whom. Only rows of `customer_relations` say so. */
import { sql } from "kysely";
import type { CustomerRelation, RelationDraft, RelationKind } from "#contract/customers.ts";
import { inScope, isAmong, isAnyOf, type Database } from "#server/kit/db/database.ts";

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

/** Those for whom customers of any organizations pay. */
export const listPaidCustomers = (db: Database, payers: readonly { organization_id: string; id: string }[]) =>
  db
    .selectFrom("customer_relations")
    .select(["organization_id", "to_id as id"])
    .where(isAmong(sql`(organization_id, from_id)`, payers))
    .where("pays", "=", true)
    .execute();

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

/** Copies of 0.1.0 have a guardian of each customer, who pays, buys and reads mails, and no relations. */
export async function insertGuardians(db: Database, organizationId: string, now: Date): Promise<void> {
  await sql`
    insert into customer_relations (organization_id, from_id, to_id, kind, books, pays, receives, created_at, updated_at)
    select child.organization_id, child.guardian_id, child.id, 'guardian', true, true, true, ${now}, ${now}
    from customers as child
    join customers as guardian on guardian.organization_id = child.organization_id and guardian.id = child.guardian_id
    where child.organization_id = ${organizationId} and child.merged_into_id is null
      and guardian.merged_into_id is null and guardian.forgotten_at is null`.execute(db);
}

export async function deleteRelation(
  db: Database,
  organizationId: string,
  { fromId, toId }: RelationKey,
): Promise<void> {
  await db
    .deleteFrom("customer_relations")
    .where("organization_id", "=", organizationId)
    .where("from_id", "=", fromId)
    .where("to_id", "=", toId)
    .execute();
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
  return rows;
}

/** Nobody else pays for a customer from then on. */
export async function endPayment(db: Database, organizationId: string, toId: string): Promise<void> {
  await db
    .updateTable("customer_relations")
    .set({ pays: false })
    .where("organization_id", "=", organizationId)
    .where("to_id", "=", toId)
    .execute();
}
