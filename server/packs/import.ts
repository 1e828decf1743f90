/** Packs that come from another system, by an import and its undo: they are granted, with what is left of them. */
import type { PackType } from "#contract/packs.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { copyTerms, listWindows } from "./sell.ts";
import { holdPackType, listPackTypes, type PackScope } from "./type-queries.ts";
import { packKeys } from "./with-names.ts";

export interface ImportPackType {
  type: PackType;
  /** Whether a time window of it is archived: a pack of it could be used at other hours than agreed. */
  lacksWindow: boolean;
}

/** Also those that are sold no more, as what was sold elsewhere may be of them. */
export async function listImportPackTypes(context: TenantContext): Promise<ImportPackType[]> {
  const types: ImportPackType[] = [];
  for (const type of await listPackTypes(context)) {
    const windows = await listWindows(context, type);
    types.push({ type, lacksWindow: windows.length < type.windowIds.length });
  }
  return types;
}

/** State of a pack, as an import says it. Dates are local. */
export interface ImportedUnits {
  unitsTotal: number;
  /** Used elsewhere. */
  usedBefore: number;
  startsOn: string | null;
  expiresOn: string | null;
}

export interface ImportedPack extends ImportedUnits {
  id: string;
  customerId: string;
  typeId: string;
  externalId: string | null;
  /** Used in all, here and elsewhere. */
  unitsUsed: number;
  unitsRefunded: number;
  /** Whether it was used or changed here since an import has written it last. */
  isChangedHere: boolean;
}

/** Those that imports have written: by their numbers elsewhere, and those without a number of the customers. */
export async function listImportedPacks(
  { db, organizationId }: PackScope,
  { externalIds, customerIds }: { externalIds: readonly string[]; customerIds: readonly string[] },
): Promise<ImportedPack[]> {
  const imported = db
    .selectFrom("packs")
    .select(["id", "customer_id", "type_id", "external_id", "units_total", "units_used", "units_refunded"])
    .select(["used_before", "starts_on", "expires_on", "imported_at", "updated_at"])
    .where("organization_id", "=", organizationId)
    .where("imported_at", "is not", null)
    .orderBy("id");
  const rows = [
    ...(await imported.where(isAnyOf("external_id", [...externalIds])).execute()),
    ...(await imported
      .where("external_id", "is", null)
      .where(isAnyOf("customer_id", [...customerIds]))
      .execute()),
  ];
  return rows.map((row) => ({
    ...{ id: row.id, customerId: row.customer_id, typeId: row.type_id, externalId: row.external_id },
    ...{ unitsTotal: row.units_total, usedBefore: row.used_before, unitsUsed: row.units_used },
    ...{ unitsRefunded: row.units_refunded, startsOn: row.starts_on, expiresOn: row.expires_on },
    isChangedHere: row.imported_at?.getTime() !== row.updated_at.getTime(),
  }));
}

const toRow = ({ unitsTotal, usedBefore, startsOn, expiresOn }: ImportedUnits) => ({
  ...{ units_total: unitsTotal, units_used: usedBefore, used_before: usedBefore },
  ...{ starts_on: startsOn, expires_on: expiresOn },
});

/** @returns a function that writes packs of types, which it holds until the transaction ends, and returns their ids */
export function createPackInserter(context: TenantContext, reason: string) {
  const { db, now, organizationId } = context;
  const termsByType = new Map<string, string>();
  const findTerms = async (type: PackType): Promise<string> => {
    const known = termsByType.get(type.id);
    if (known !== undefined) return known;
    await holdPackType(context, type.id, () => new HttpError(409, message("packs.typeUnknown")));
    const terms = JSON.stringify(await copyTerms(context, type));
    termsByType.set(type.id, terms);
    return terms;
  };
  return async (
    units: ImportedUnits,
    { type, customerId, externalId }: { type: PackType; customerId: string; externalId: string | null },
  ): Promise<string> => {
    const id = uuidv7(now);
    await db
      .insertInto("packs")
      .values({
        ...{ organization_id: organizationId, id, customer_id: customerId, type_id: type.id, ...toRow(units) },
        ...{ terms: await findTerms(type), external_id: externalId, charge_id: null, grant_reason: reason },
        ...{ created_at: now, updated_at: now, imported_at: now },
      })
      .execute();
    await publish(context, "packs.created", { packId: id });
    return id;
  };
}

/** The caller has found it unchanged here. @returns its values before, for an undo */
export async function updateImportedPack(
  context: TenantContext,
  before: ImportedPack,
  units: ImportedUnits,
): Promise<object> {
  const { db, now, organizationId } = context;
  await db
    .updateTable("packs")
    .set({ ...toRow(units), updated_at: now, imported_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", before.id)
    .execute();
  await publish(context, "packs.changed", { packId: before.id });
  return toRow(before);
}

/** @returns whether an import has written it last, at that time @throws HttpError 409 for one that has paid a booking */
async function lockUntouched({ db, organizationId }: TenantContext, id: string, writtenAt: Date): Promise<boolean> {
  await packKeys(db, organizationId).where("id", "=", id).forNoKeyUpdate().execute();
  const use = await db
    .selectFrom("pack_uses")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("pack_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (use) throw new HttpError(409, message("imports.keptPackUsed"));
  const unchanged = packKeys(db, organizationId).where("id", "=", id).where("updated_at", "=", writtenAt);
  return (await unchanged.executeTakeFirst()) !== undefined;
}

const noteChange = (db: Database, { organizationId, now }: TenantContext, id: string) =>
  insertLiveChange(db, { organizationId, module: "packs", subjectId: id, at: now });

/**
 * Removes a pack that an import has made.
 * @returns false if somebody has changed it since
 * @throws HttpError 409 if it was used
 */
export async function deleteImportedPack(context: TenantContext, id: string, writtenAt: Date): Promise<boolean> {
  const { db, organizationId } = context;
  if (!(await lockUntouched(context, id, writtenAt))) return false;
  await db.deleteFrom("packs").where("organization_id", "=", organizationId).where("id", "=", id).execute();
  await noteChange(db, context, id);
  return true;
}

/**
 * Gives a pack the values back that an import has replaced.
 * @returns false if somebody has changed it since
 * @throws HttpError 409 if it was used
 */
export async function restoreImportedPack(
  context: TenantContext,
  id: string,
  { values, writtenAt }: { values: object; writtenAt: Date },
): Promise<boolean> {
  const { db, now, organizationId } = context;
  if (!(await lockUntouched(context, id, writtenAt))) return false;
  await db
    .updateTable("packs")
    .set({ ...values, updated_at: now, imported_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await publish(context, "packs.changed", { packId: id });
  await noteChange(db, context, id);
  return true;
}
