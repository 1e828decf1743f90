/** Tables `tills` and `till_sessions`. */
import { sql, type Insertable, type Updateable } from "kysely";
import type { Till, TillSession } from "#contract/tills.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { TillSessionsTable, TillsTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { businessDateOf } from "./business-date.ts";

/** For the list of all organizations. */
const MAX_LISTED = 500;

export interface TillScope {
  db: Database;
  organizationId: string;
  now: Date;
}

const tillsWithPlaces = ({ db, organizationId }: TillScope) =>
  db
    .selectFrom("tills")
    .innerJoin("organizations", "organizations.id", "tills.organization_id")
    .leftJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "tills.organization_id")
        .onRef("facilities.id", "=", "tills.facility_id"),
    )
    .leftJoin("till_sessions", (join) =>
      join
        .onRef("till_sessions.organization_id", "=", "tills.organization_id")
        .onRef("till_sessions.till_id", "=", "tills.id")
        .on("till_sessions.closed_at", "is", null),
    )
    .leftJoin("users as opener", "opener.id", "till_sessions.opened_by")
    .leftJoin("till_closings", (join) =>
      join
        .onRef("till_closings.organization_id", "=", "tills.organization_id")
        .onRef("till_closings.till_id", "=", "tills.id")
        .onRef("till_closings.number", "=", "tills.last_number"),
    )
    .selectAll("tills")
    .select(["organizations.name as organization_name", "facilities.name as facility_name", "till_closings.next_float"])
    .select(sql<string>`coalesce(facilities.timezone, organizations.timezone)`.as("timezone"))
    .select("organizations.currency as organization_currency")
    .select(["till_sessions.id as session_id", "till_sessions.business_date", "till_sessions.currency"])
    .select(["till_sessions.opening_float", "till_sessions.opened_by", "till_sessions.opened_at"])
    .select(fullNameOf("opener").as("opener_name"))
    .where(inScope("tills.organization_id", organizationId));

export type TillRow = Awaited<ReturnType<typeof findTillRow>>;

export const findTillRow = (scope: TillScope, id: string) =>
  tillsWithPlaces(scope).where("tills.id", "=", id).executeTakeFirstOrThrow(notFound);

export function serializeSession(row: TillRow, now: Date): TillSession | null {
  if (row.session_id === null || row.business_date === null) return null;
  return {
    id: row.session_id,
    openedBy: { id: row.opened_by ?? "", fullName: row.opener_name ?? "" },
    openedAt: (row.opened_at ?? now).toISOString(),
    businessDate: row.business_date,
    isOverdue: businessDateOf(row.timezone, now) > row.business_date,
    float: row.opening_float ?? 0,
    currency: row.currency ?? row.organization_currency,
  };
}

const serializeTill = (row: TillRow, now: Date): Till => ({
  id: row.id,
  organization: { id: row.organization_id, name: row.organization_name },
  ...{ name: row.name, facilityId: row.facility_id, active: row.active },
  facilityName: row.facility_name,
  currency: row.organization_currency,
  session: serializeSession(row, now),
  nextFloat: row.next_float,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listTills(scope: TillScope): Promise<Till[]> {
  const rows = await tillsWithPlaces(scope)
    .orderBy("tills.active", "desc")
    .orderBy("tills.name")
    .orderBy("tills.id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => serializeTill(row, scope.now));
}

export const findTill = async (scope: TillScope, id: string): Promise<Till> =>
  serializeTill(await findTillRow(scope, id), scope.now);

/** Locks it until the transaction ends, so that it is opened, closed and changed by one after the other. @throws HttpError 404 */
export async function lockTill({ db, organizationId }: TillScope, id: string): Promise<void> {
  await db
    .selectFrom("tills")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

export async function countTills(
  { db, organizationId }: TillScope,
  { name, exceptId }: { name: string; exceptId?: string },
): Promise<{ count: number; hasNamesake: boolean }> {
  const isNamesake = sql<boolean>`active and fold(name) = fold(${name}) and id is distinct from ${exceptId ?? null}`;
  const { count, namesakes } = await db
    .selectFrom("tills")
    .select(({ fn }) => [
      fn.countAll<string>().as("count"),
      fn.countAll<string>().filterWhere(isNamesake).as("namesakes"),
    ])
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return { count: Number(count), hasNamesake: Number(namesakes) > 0 };
}

export async function insertTill(db: Database, row: Insertable<TillsTable>): Promise<void> {
  await db.insertInto("tills").values(row).execute();
}

export async function updateTill(
  { db, organizationId }: TillScope,
  id: string,
  changes: Updateable<TillsTable>,
): Promise<void> {
  await db
    .updateTable("tills")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function insertSession(db: Database, row: Insertable<TillSessionsTable>): Promise<void> {
  await db.insertInto("till_sessions").values(row).execute();
}

export async function closeSession({ db, organizationId, now }: TillScope, id: string): Promise<void> {
  await db
    .updateTable("till_sessions")
    .set({ closed_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

const openSessionById = ({ db, organizationId }: TillScope, id: string) =>
  db
    .selectFrom("till_sessions")
    .select(["id", "currency"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("closed_at", "is", null);

/** For payments and refunds, several at once; a closing waits for them, and they for the closing. @returns undefined if it was closed meanwhile */
export const lockOpenSessionShared = (scope: TillScope, id: string) =>
  openSessionById(scope, id).forShare().executeTakeFirst();
/** For its closing, and for what must not exceed its cash. @returns undefined if it was closed meanwhile */
export const lockOpenSession = (scope: TillScope, id: string) =>
  openSessionById(scope, id).forUpdate().executeTakeFirst();
