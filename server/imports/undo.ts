/** Undoes an import: what it has written and nobody has changed since is taken back, the rest stays with the reason. */
import { sql } from "kysely";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { IMPORT_UNDO_DAYS } from "#contract/imports.ts";
import { deleteImportedCustomer, restoreImportedCustomer } from "#server/customers/imported-customers.ts";
import { deleteImportedBooking } from "#server/events/imported-bookings.ts";
import { deleteImportedPack, restoreImportedPack } from "#server/packs/import.ts";
import { deleteImportedSubscription, restoreImportedSubscription } from "#server/subscriptions/import.ts";
import { isDatabaseError } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "#server/organizations/queries.ts";
import type { MessageKey } from "#messages/keys.ts";
import { assertNoOtherRuns } from "./prepare.ts";
import { findImportToChange, type ImportKindName, type ImportRecord, mergeOptions, updateImport } from "./queries.ts";
import type { ImportKey } from "./run-import.ts";
import { type ImportRecordKind, listRemainingRecords } from "./written-records.ts";

/** Numbers of records that an undo has removed, and given back their former values; in `imports.options`. */
export interface UndoCounts {
  removed: number;
  restored: number;
}

/** @returns undefined if no undo has begun */
function undoCountsOf({ options }: Pick<ImportRecord, "options">): UndoCounts | undefined {
  const { removed, restored = 0 } = options as Partial<UndoCounts>;
  return removed === undefined ? undefined : { removed, restored };
}

const DAY_MS = 86_400_000;
const endedStates = new Set(["done", "failed", "canceled"]);

/**
 * @param written number of records that the import has made or changed
 * @returns null if there is nothing to undo, or it is too late
 */
function findUndoEnd({ state, ended_at }: ImportRecord, written: number, now: Date): Date | null {
  if (!endedStates.has(state) || !ended_at || written === 0) return null;
  const end = new Date(ended_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
  return end > now ? end : null;
}

/** Members that all imports have which can be undone. @param withRecords with those that an undo has left */
export async function serializeUndo<Kind extends ImportRecordKind>(
  { db, t, now }: Pick<Call, "db" | "t" | "now">,
  row: ImportRecord,
  { written, withRecords }: { written: number; withRecords: boolean },
) {
  const counts = undoCountsOf(row);
  const kept = counts && withRecords ? await listRemainingRecords<Kind>(db, row, t) : { kept: 0, records: [] };
  return {
    undoableUntil: findUndoEnd(row, written, now)?.toISOString() ?? null,
    undo: counts ? { ...counts, ...kept } : null,
  };
}

/** @throws HttpError 409 if it cannot be undone, or while another import runs */
export async function startUndo(
  {
    db,
    appContext,
    organizationId,
    now,
    record,
  }: Pick<Call, "db" | "appContext" | "organizationId" | "now" | "record">,
  { kind, countWritten }: { kind: ImportKindName; countWritten: (found: ImportRecord) => number },
  importId: string,
): Promise<void> {
  const found = await findImportToChange(db, organizationId, importId, kind);
  if (!findUndoEnd(found, countWritten(found), now)) throw new HttpError(409, message("imports.notUndoable"));
  await assertNoOtherRuns(() => updateImport(db, organizationId, importId, { state: "undoing", updated_at: now }));
  await appContext.jobs.send(db, "imports.run", { organizationId, importId });
  record({ after: { name: found.file_name } });
}

const RECORDS_PER_TRANSACTION = 100;
const isForeignKeyError = (error: unknown) => isDatabaseError(error) && error.code === "23503";

interface WrittenRecord {
  record_id: string;
  kind: string;
  replaced: unknown;
  written_at: Date | null;
}

async function restoreSubscription(
  context: TenantContext,
  id: string,
  { values, writtenAt }: { values: object; writtenAt: Date },
): Promise<boolean> {
  const t = translators[languageOfCountry((await findSettings(context)).countryId)];
  return restoreImportedSubscription(context, id, { values, writtenAt, reason: t("imports.packReason") });
}

/** @returns false if somebody has changed it since */
function takeBackRecord(
  context: TenantContext,
  { record_id: id, kind, replaced, written_at: writtenAt }: WrittenRecord,
): Promise<boolean> {
  if (kind === "booking") return deleteImportedBooking(context, id);
  if (kind === "pack" && writtenAt)
    return replaced
      ? restoreImportedPack(context, id, { values: replaced, writtenAt })
      : deleteImportedPack(context, id, writtenAt);
  if (kind === "subscription" && writtenAt)
    return replaced
      ? restoreSubscription(context, id, { values: replaced, writtenAt })
      : deleteImportedSubscription(context, id, writtenAt);
  return replaced && writtenAt
    ? restoreImportedCustomer(context, id, { values: replaced, writtenAt })
    : deleteImportedCustomer(context, id, writtenAt);
}

const keptReasons = {
  booking: "imports.keptChanged",
  customer: "imports.keptCustomerChanged",
  pack: "imports.keptPackChanged",
  subscription: "imports.keptMembershipChanged",
} as const satisfies Record<ImportRecordKind, MessageKey>;

/** @returns why it stays; undefined if it is taken back */
async function findReasonToKeep(context: TenantContext, record: WrittenRecord): Promise<MessageKey | undefined> {
  const { db } = context;
  await sql`savepoint record`.execute(db);
  try {
    const isTakenBack = await takeBackRecord(context, record);
    await sql`release savepoint record`.execute(db);
    if (isTakenBack) return undefined;
    return keptReasons[record.kind as ImportRecordKind];
  } catch (error) {
    if (!(error instanceof HttpError) && !isForeignKeyError(error)) throw error;
    await sql`rollback to savepoint record`.execute(db);
    return error instanceof HttpError ? error.localizedMessage.key : "imports.keptUsed";
  }
}

/** Bookings, packs and memberships go before the customers whom they name. @returns whether nothing is left */
const undoNext = (appContext: AppContext, { organizationId, importId }: ImportKey): Promise<boolean> =>
  appContext.db.transaction().execute(async (db) => {
    const found = await findImportToChange(db, organizationId, importId);
    if (found.state !== "undoing") return true;
    const now = appContext.clock.now();
    const ofImport = db
      .selectFrom("import_records")
      .select(["record_id", "kind", "replaced", "written_at"])
      .where("organization_id", "=", organizationId)
      .where("import_id", "=", importId)
      .where("kept_because", "is", null)
      .orderBy(sql`kind = 'customer'`)
      .orderBy("record_id")
      .limit(RECORDS_PER_TRANSACTION);
    const records = await ofImport.execute();
    const counts = { ...(undoCountsOf(found) ?? { removed: 0, restored: 0 }) };
    for (const record of records) {
      const reason = await findReasonToKeep({ db, appContext, now, organizationId }, record);
      if (reason)
        await db
          .updateTable("import_records")
          .set({ kept_because: reason })
          .where("organization_id", "=", organizationId)
          .where("import_id", "=", importId)
          .where("record_id", "=", record.record_id)
          .execute();
      else {
        counts[record.replaced ? "restored" : "removed"]++;
        await db
          .deleteFrom("import_records")
          .where("organization_id", "=", organizationId)
          .where("import_id", "=", importId)
          .where("record_id", "=", record.record_id)
          .execute();
      }
    }
    const isOver = records.length < RECORDS_PER_TRANSACTION;
    await updateImport(db, organizationId, importId, {
      options: mergeOptions(found, counts),
      updated_at: now,
      ...(isOver && { state: "undone" }),
    });
    return isOver;
  });

/** Any number of workers may run: each takes the next records, one after the other. */
export async function undoImport(appContext: AppContext, key: ImportKey): Promise<void> {
  let isOver = false;
  while (!isOver) isOver = await undoNext(appContext, key);
}
