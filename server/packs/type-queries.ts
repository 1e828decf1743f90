/** Table `pack_types`. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { PackType, PackTypeForSale } from "#contract/packs.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { PackTypesTable } from "#server/kit/db/tables.ts";
import { type HttpError, notFound } from "#server/kit/http/http-error.ts";
import { packTypeColumnMap } from "./column-map.ts";

/** For the list of all organizations. */
const MAX_LISTED = 500;

export interface PackScope {
  db: Database;
  organizationId: string;
}

const serializeType = (row: Selectable<PackTypesTable>): PackType => ({
  id: row.id,
  ...packTypeColumnMap.fromRow(row),
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listPackTypes({ db, organizationId }: PackScope): Promise<PackType[]> {
  const rows = await db
    .selectFrom("pack_types")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(serializeType);
}

/** Active ones, by name. */
export const listPackTypesForSale = async (scope: PackScope): Promise<PackTypeForSale[]> =>
  (await listPackTypes(scope)).filter(({ active }) => active).map(({ id, name, price }) => ({ id, name, price }));

/** @throws HttpError 404 */
export const findPackType = async ({ db, organizationId }: PackScope, id: string): Promise<PackType> =>
  serializeType(
    await db
      .selectFrom("pack_types")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(notFound),
  );

const idOf = ({ db, organizationId }: PackScope, id: string) =>
  db.selectFrom("pack_types").select("id").where("organization_id", "=", organizationId).where("id", "=", id);

/** Locks a type until the transaction ends. @throws HttpError 404 */
export const lockPackType = (scope: PackScope, id: string) =>
  idOf(scope, id).forNoKeyUpdate().executeTakeFirstOrThrow(notFound);

/** Keeps a type as it is until the transaction ends, in which it is sold. @throws HttpError */
export const holdPackType = (scope: PackScope, id: string, orElse: () => HttpError) =>
  idOf(scope, id).forShare().executeTakeFirstOrThrow(orElse);

export async function countPackTypes({ db, organizationId }: PackScope): Promise<number> {
  const { count } = await db
    .selectFrom("pack_types")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertPackType(db: Database, row: Insertable<PackTypesTable>): Promise<void> {
  await db.insertInto("pack_types").values(row).execute();
}

export async function updatePackType(
  { db, organizationId }: PackScope,
  id: string,
  row: Updateable<PackTypesTable>,
): Promise<void> {
  await db
    .updateTable("pack_types")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
