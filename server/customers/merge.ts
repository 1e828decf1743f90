/** Merges two customers into one, and undoes it as long as 30 days. Documents keep the name that they were issued with. */
import { MERGE_UNDO_DAYS, type CustomerMerge, type customers } from "#contract/customers.ts";
import type { Insertable } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { CustomerMergesTable } from "#server/kit/db/tables.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findCustomer, insertCustomerRoles, lockTwoCustomers, updateCustomer, type CustomerRow } from "./queries.ts";
import { moveRelations, moveRelationsBack, type TakenRelation } from "./merge-relations.ts";
import type { RelationKey } from "./relation-queries.ts";
import { customerRowsPort, type MovedRows } from "./rows-port.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "customers.merged": { keptId: string; merge: CustomerMerge };
  }
}

const DAY_MS = 86_400_000;

interface Moved extends MovedRows {
  notes: string[];
  roles: number[];
  /** Children whose guardian was merged, in merges of 0.1.0. */
  wards?: string[];
  /** Rows that the merged customer had; merges of 0.1.0 have none. */
  relations?: TakenRelation[];
  /** Rows that the kept customer got of them. */
  given?: RelationKey[];
  /** Contact data that the kept customer lacked. */
  filled: (keyof CustomerRow)[];
  /** Name and contact of the kept customer before the account of the other one came along. */
  before?: Pick<CustomerRow, "first_name" | "last_name" | "email" | "phone">;
}

const selectMerges = (db: Database, organizationId: string) =>
  db
    .selectFrom("customer_merges")
    .innerJoin("customers as kept", (join) =>
      join
        .onRef("kept.organization_id", "=", "customer_merges.organization_id")
        .onRef("kept.id", "=", "customer_merges.kept_id"),
    )
    .innerJoin("customers as merged", (join) =>
      join
        .onRef("merged.organization_id", "=", "customer_merges.organization_id")
        .onRef("merged.id", "=", "customer_merges.merged_id"),
    )
    .selectAll("customer_merges")
    .select(["kept.name as kept_name", "merged.name as merged_name"])
    .where("customer_merges.organization_id", "=", organizationId);
type Row = Awaited<ReturnType<ReturnType<typeof selectMerges>["executeTakeFirstOrThrow"]>>;

function serializeMerge(row: Row): CustomerMerge {
  const moved = row.moved as unknown as Moved;
  return {
    id: row.id,
    kept: { id: row.kept_id, name: row.kept_name },
    merged: { id: row.merged_id, name: row.merged_name },
    moved: { events: moved.events.length, series: moved.series.length, notes: moved.notes.length },
    undoUntil: new Date(row.created_at.getTime() + MERGE_UNDO_DAYS * DAY_MS).toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}

const findMerge = async (db: Database, organizationId: string, keptId: string, id: string): Promise<Row> =>
  selectMerges(db, organizationId)
    .where("customer_merges.id", "=", id)
    .where("customer_merges.kept_id", "=", keptId)
    .executeTakeFirstOrThrow(notFound);

export async function listMerges({ db, organizationId, params }: Call<typeof customers.merges>) {
  const { id, organization } = await findCustomer(db, organizationId, params.customerId);
  const rows = await selectMerges(db, organization.id)
    .where("customer_merges.kept_id", "=", id)
    .orderBy("customer_merges.created_at", "desc")
    .orderBy("customer_merges.id", "desc")
    .execute();
  return rows.map(serializeMerge);
}

function assertMergeable(kept: CustomerRow, merged: CustomerRow): void {
  const refuse = (
    key: "customers.mergeSelf" | "customers.isMerged" | "customers.mergeAccounts" | "customers.mergeKinds",
  ) => invalidFields({ customerId: [message(key)] });
  if (kept.id === merged.id) throw refuse("customers.mergeSelf");
  if (kept.merged_into_id !== null || merged.merged_into_id !== null) throw refuse("customers.isMerged");
  if (kept.user_id !== null && merged.user_id !== null) throw refuse("customers.mergeAccounts");
  if (kept.kind !== merged.kind) throw refuse("customers.mergeKinds");
}

const fillableColumns = [
  "email",
  "phone",
  "external_id",
  "birth_date",
  "address_line",
  "postal_code",
  "city",
  "region",
  "country_id",
  "identification_number",
  "vat_number",
] as const satisfies (keyof CustomerRow)[];

async function lockBoth(db: Database, organizationId: string, keptId: string, mergedId: string) {
  const unknown = () => invalidFields({ customerId: [message("customers.unknown")] });
  const { first: kept, second: merged } = await lockTwoCustomers(db, organizationId, keptId, mergedId, unknown);
  return { kept, merged };
}

async function moveNotes(db: Database, organizationId: string, from: string, to: string): Promise<string[]> {
  const rows = await db
    .updateTable("customer_notes")
    .set({ customer_id: to })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function copyRoles(db: Database, organizationId: string, from: string, to: string): Promise<number[]> {
  const roles = await db
    .selectFrom("customer_roles")
    .select("role_id")
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from)
    .where("role_id", "not in", (held) =>
      held
        .selectFrom("customer_roles as own")
        .select("own.role_id")
        .where("own.organization_id", "=", organizationId)
        .where("own.customer_id", "=", to),
    )
    .execute();
  await insertCustomerRoles(
    db,
    roles.map(({ role_id }) => ({ organization_id: organizationId, customer_id: to, role_id })),
  );
  return roles.map(({ role_id }) => role_id);
}

export async function mergeCustomers(call: Call<typeof customers.merge>): Promise<CustomerMerge> {
  const { db, now, organizationId, user, params, body, record } = call;
  const { kept, merged } = await lockBoth(db, organizationId, params.customerId, body.customerId);
  assertMergeable(kept, merged);
  // The account comes along: it has to leave the merged row first, because only one row may have it.
  const userId = kept.user_id ?? merged.user_id;
  const bringsAccount = kept.user_id === null && merged.user_id !== null;
  const filled = fillableColumns.filter(
    (column) => kept[column] === null && merged[column] !== null && merged[column] !== kept.id,
  );
  await updateCustomer(db, organizationId, merged.id, { merged_into_id: kept.id, updated_at: now });
  await updateCustomer(db, organizationId, kept.id, {
    ...Object.fromEntries(filled.map((column) => [column, merged[column]])),
    ...(bringsAccount && accountColumns(merged)),
    updated_at: now,
  });
  const [from, to] = [
    { customerId: merged.id, userId: merged.user_id },
    { customerId: kept.id, userId },
  ];
  const moved: Moved = {
    ...(await customerRowsPort.moveRows(call, from, to)),
    notes: await moveNotes(db, organizationId, merged.id, kept.id),
    roles: await copyRoles(db, organizationId, merged.id, kept.id),
    ...(await moveRelations(call, merged.id, kept.id)),
    filled,
    ...(bringsAccount && {
      before: { first_name: kept.first_name, last_name: kept.last_name, email: kept.email, phone: kept.phone },
    }),
  };
  const id = uuidv7(now);
  const row: Insertable<CustomerMergesTable> = {
    organization_id: organizationId,
    id,
    kept_id: kept.id,
    merged_id: merged.id,
    moved: JSON.stringify(moved),
    merged_by: user.id,
    created_at: now,
  };
  await db.insertInto("customer_merges").values(row).execute();
  record({ after: { merged: { id: merged.id, name: merged.name } } });
  const merge = serializeMerge(await findMerge(db, organizationId, kept.id, id));
  await publish(call, "customers.merged", { keptId: kept.id, merge });
  if (filled.length > 0 || bringsAccount) await publish(call, "customers.changed", { customerId: kept.id });
  return merge;
}

/** Name and contact of an account are the account's on the customer that has it. */
const accountColumns = ({ user_id, first_name, last_name, email, phone }: CustomerRow) => ({
  user_id,
  first_name,
  last_name,
  email,
  ...(phone !== null && { phone }),
});

/** Moves back what came with the merged customer, as far as it is still there. */
export async function undoMerge(call: Call<typeof customers.undoMerge>): Promise<CustomerMerge> {
  const { db, now, organizationId, params } = call;
  const found = await findMerge(db, organizationId, params.customerId, params.mergeId);
  const { kept, merged } = await lockBoth(db, organizationId, found.kept_id, found.merged_id);
  const row = await findMerge(db, organizationId, params.customerId, params.mergeId);
  if (row.undone_at !== null) return serializeMerge(row);
  if (kept.merged_into_id !== null || row.created_at.getTime() + MERGE_UNDO_DAYS * DAY_MS < now.getTime())
    throw new HttpError(409, message("customers.mergeTooOld"));
  const moved = row.moved as unknown as Moved;
  const restored = moved.filled.filter((column) => kept[column] === merged[column]);
  // The account goes back to the customer who had it, and with it whose bookings are seen by whom.
  const userId = moved.before && kept.user_id === merged.user_id ? null : kept.user_id;
  await updateCustomer(db, organizationId, kept.id, {
    ...Object.fromEntries(restored.map((column) => [column, null])),
    ...(userId === null && moved.before),
    user_id: userId,
    updated_at: now,
  });
  await updateCustomer(db, organizationId, merged.id, { merged_into_id: null, updated_at: now });
  await customerRowsPort.moveRowsBack(
    call,
    moved,
    { customerId: kept.id, userId },
    { customerId: merged.id, userId: merged.user_id },
  );
  await db
    .updateTable("customer_notes")
    .set({ customer_id: merged.id })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", kept.id)
    .where(isAnyOf("id", moved.notes))
    .execute();
  await db
    .deleteFrom("customer_roles")
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", kept.id)
    .where(isAnyOf("role_id", moved.roles))
    .execute();
  await moveRelationsBack(call, moved, kept, merged);
  await db
    .updateTable("customer_merges")
    .set({ undone_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", row.id)
    .execute();
  for (const { id: customerId } of [kept, merged]) await publish(call, "customers.changed", { customerId });
  return serializeMerge(await findMerge(db, organizationId, kept.id, row.id));
}
