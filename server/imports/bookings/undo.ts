/** Undoes an import of bookings: what it made and nobody has changed since is removed, the rest stays with the reason. */
import { sql } from "kysely";
import type { BookingImport, imports } from "#contract/imports.ts";
import { deleteImportedCustomer } from "#server/customers/imported-customers.ts";
import { deleteImportedBooking } from "#server/events/imported-bookings.ts";
import { findImportToChange, updateImport } from "#server/imports/queries.ts";
import { assertNoOtherRuns } from "#server/imports/prepare.ts";
import type { ImportKey } from "#server/imports/run-import.ts";
import { isDatabaseError } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { MessageKey } from "#messages/keys.ts";
import { optionsOf } from "./kind.ts";
import { serializeBookingImport } from "./serialize.ts";
import { findUndoEnd } from "./undo-end.ts";

export async function startUndo(call: Call<typeof imports.undoBookings>): Promise<BookingImport> {
  const { db, appContext, organizationId, params, now, record } = call;
  const { bookingImportId: importId } = params;
  const found = await findImportToChange(db, organizationId, importId, "bookings");
  if (!findUndoEnd(found, now)) throw new HttpError(409, message("imports.notUndoable"));
  await assertNoOtherRuns(() => updateImport(db, organizationId, importId, { state: "undoing", updated_at: now }));
  await appContext.jobs.send(db, "imports.run", { organizationId, importId });
  record({ after: { name: found.file_name } });
  return serializeBookingImport(call, importId);
}

const RECORDS_PER_TRANSACTION = 100;
const isForeignKeyError = (error: unknown) => isDatabaseError(error) && error.code === "23503";

/** @returns why it stays; undefined if it is removed */
async function removeRecord(
  context: TenantContext,
  { kind, record_id: id }: { kind: string; record_id: string },
): Promise<MessageKey | undefined> {
  const { db, organizationId } = context;
  await sql`savepoint record`.execute(db);
  try {
    const isRemoved =
      kind === "booking"
        ? await deleteImportedBooking(context, id)
        : await deleteImportedCustomer(db, organizationId, id, context.now);
    await sql`release savepoint record`.execute(db);
    return isRemoved ? undefined : "imports.keptChanged";
  } catch (error) {
    if (!(error instanceof HttpError) && !isForeignKeyError(error)) throw error;
    await sql`rollback to savepoint record`.execute(db);
    return error instanceof HttpError ? error.localizedMessage.key : "imports.keptUsed";
  }
}

/** Bookings go before the customers whom they name. @returns whether nothing is left */
const undoNext = (appContext: AppContext, { organizationId, importId }: ImportKey): Promise<boolean> =>
  appContext.db.transaction().execute(async (db) => {
    const found = await findImportToChange(db, organizationId, importId);
    if (found.state !== "undoing") return true;
    const now = appContext.clock.now();
    const ofImport = db
      .selectFrom("import_records")
      .select(["record_id", "kind"])
      .where("organization_id", "=", organizationId)
      .where("import_id", "=", importId)
      .where("kept_because", "is", null)
      .orderBy("kind")
      .orderBy("record_id")
      .limit(RECORDS_PER_TRANSACTION);
    const records = await ofImport.execute();
    let removed = 0;
    for (const record of records) {
      const reason = await removeRecord({ db, appContext, now, organizationId }, record);
      if (reason)
        await db
          .updateTable("import_records")
          .set({ kept_because: reason })
          .where("organization_id", "=", organizationId)
          .where("import_id", "=", importId)
          .where("record_id", "=", record.record_id)
          .execute();
      else {
        removed++;
        await db
          .deleteFrom("import_records")
          .where("organization_id", "=", organizationId)
          .where("import_id", "=", importId)
          .where("record_id", "=", record.record_id)
          .execute();
      }
    }
    const options = optionsOf(found);
    const isOver = records.length < RECORDS_PER_TRANSACTION;
    await updateImport(db, organizationId, importId, {
      options: { ...options, removed: (options.removed ?? 0) + removed },
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
