/** Table `time_windows`. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { TimeWindow } from "#contract/time-windows.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { TimeWindowsTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { timeWindowColumnMap } from "./column-map.ts";

/** For the list of all organizations. */
const MAX_LISTED_WINDOWS = 500;

const presentWindows = (db: Database, organizationId: string) =>
  db
    .selectFrom("time_windows")
    .where(inScope("time_windows.organization_id", organizationId))
    .where("time_windows.archived_at", "is", null);

const serializeTimeWindow = (row: Selectable<TimeWindowsTable>): TimeWindow => ({
  id: row.id,
  ...timeWindowColumnMap.fromRow(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listTimeWindows(db: Database, organizationId: string): Promise<TimeWindow[]> {
  const rows = await presentWindows(db, organizationId)
    .selectAll()
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED_WINDOWS)
    .execute();
  return rows.map(serializeTimeWindow);
}

export async function findTimeWindow(db: Database, organizationId: string, id: string): Promise<TimeWindow> {
  const found = presentWindows(db, organizationId).selectAll().where("id", "=", id);
  return serializeTimeWindow(await found.executeTakeFirstOrThrow(notFound));
}

/** Locks it until the transaction ends, so that two people change it one after the other. */
export const lockTimeWindow = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("time_windows")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);

/** The caller holds the organization's row, so that two of one name are not made at once. */
export async function countTimeWindows(
  db: Database,
  organizationId: string,
  { name, exceptId }: { name: string; exceptId?: string },
): Promise<{ count: number; hasNamesake: boolean }> {
  const isNamesake = sql<boolean>`fold(name) = fold(${name}) and id is distinct from ${exceptId ?? null}`;
  const { count, namesakes } = await presentWindows(db, organizationId)
    .select(({ fn }) => [
      fn.countAll<string>().as("count"),
      fn.countAll<string>().filterWhere(isNamesake).as("namesakes"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), hasNamesake: Number(namesakes) > 0 };
}

export async function insertTimeWindow(db: Database, row: Insertable<TimeWindowsTable>): Promise<void> {
  await db.insertInto("time_windows").values(row).execute();
}

export async function updateTimeWindow(
  db: Database,
  organizationId: string,
  id: string,
  changes: Updateable<TimeWindowsTable>,
): Promise<void> {
  await db
    .updateTable("time_windows")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Counts the organization and its roles that stand whose quotas refer to it. */
export async function countQuotaHolders(db: Database, organizationId: string, id: string): Promise<number> {
  const refers = sql<boolean>`quotas @> ${JSON.stringify([{ windowId: id }])}::jsonb`;
  const ofOrganization = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .where(refers)
    .execute();
  const ofRoles = await db
    .selectFrom("roles")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("archived_at", "is", null)
    .where(refers)
    .execute();
  return ofOrganization.length + ofRoles.length;
}
