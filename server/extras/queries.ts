/** Tables `extras` and `event_extras`. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Extra } from "#contract/extras.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { EventExtrasTable, ExtrasTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { extraColumnMap } from "./column-map.ts";
import { listStocks, type StockRow } from "./stocks.ts";

/** For the list of all organizations. */
const MAX_LISTED = 500;

export interface ExtraScope {
  db: Database;
  organizationId: string;
}

const serializeExtra = (row: Selectable<ExtrasTable>, stocks: readonly StockRow[]): Extra => ({
  id: row.id,
  ...(extraColumnMap.fromRow(row) as Omit<Extra, "id" | "stocks" | "created_at" | "updated_at">),
  stocks: stocks
    .filter(({ extra_id, active }) => extra_id === row.id && active)
    .map((stock) => ({
      facilityId: stock.facility_id,
      quantity: stock.quantity,
      turnaroundMinutes: stock.turnaround_minutes,
      onHand: stock.on_hand,
    })),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listExtras(scope: ExtraScope): Promise<Extra[]> {
  const rows = await scope.db
    .selectFrom("extras")
    .selectAll()
    .where(inScope("organization_id", scope.organizationId))
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  const stocks = await listStocks(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => serializeExtra(row, stocks));
}

/** @throws HttpError 404 */
export async function findExtra(scope: ExtraScope, id: string): Promise<Extra> {
  const row = await scope.db
    .selectFrom("extras")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return serializeExtra(row, await listStocks(scope, [row.id]));
}

/** Locks an extra until the transaction ends. @throws HttpError 404 */
export const lockExtra = ({ db, organizationId }: ExtraScope, id: string) =>
  db
    .selectFrom("extras")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);

export async function countExtras({ db, organizationId }: ExtraScope): Promise<number> {
  const { count } = await db
    .selectFrom("extras")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertExtra(db: Database, row: Insertable<ExtrasTable>): Promise<void> {
  await db.insertInto("extras").values(row).execute();
}

export async function updateExtra(
  { db, organizationId }: ExtraScope,
  id: string,
  row: Updateable<ExtrasTable>,
): Promise<void> {
  if (Object.keys(row).length === 0) return;
  await db.updateTable("extras").set(row).where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

export type EventExtraRow = Selectable<EventExtrasTable>;

/** Extras of a booking in the order in which they were added. */
export const listEventExtras = (
  { db, organizationId }: ExtraScope,
  eventId: string,
  state: "active" | "ended" = "active",
): Promise<EventExtraRow[]> =>
  db
    .selectFrom("event_extras")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .where("state", "=", state)
    .orderBy("created_at")
    .orderBy("is_required")
    .orderBy("name")
    .orderBy("id")
    .execute();

export async function insertEventExtra(db: Database, row: Insertable<EventExtrasTable>): Promise<void> {
  await db.insertInto("event_extras").values(row).execute();
}

export async function updateEventExtra(
  { db, organizationId }: ExtraScope,
  id: string,
  row: Updateable<EventExtrasTable>,
): Promise<void> {
  await db
    .updateTable("event_extras")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Charges of extras with what of each is paid. */
export async function listChargesOfExtras({ db, organizationId }: ExtraScope, rows: readonly EventExtraRow[]) {
  const ids = rows.flatMap(({ charge_id }) => charge_id ?? []);
  if (ids.length === 0) return new Map<string, never>();
  const charges = await db
    .selectFrom("charges")
    .select(["id", "customer_id", "amount", "credited", "settled", "invoiced", "voided_at", "currency"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(charges.map((charge) => [charge.id, charge]));
}

/** Extras of many bookings, in the order in which they were added. */
export const listExtrasOfEvents = (
  { db, organizationId }: ExtraScope,
  eventIds: readonly string[],
  states: readonly ("active" | "ended")[] = ["active"],
): Promise<EventExtraRow[]> =>
  db
    .selectFrom("event_extras")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("event_id", eventIds))
    .where(isAnyOf("state", states))
    .orderBy("created_at")
    .orderBy("is_required")
    .orderBy("name")
    .orderBy("id")
    .execute();
