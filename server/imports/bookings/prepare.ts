/** Steps before bookings are imported: upload, another encoding, dry run with a mapping, start. */
import type { BookingImport, BookingImportReport, imports } from "#contract/imports.ts";
import type { Body } from "#contract/kit.ts";
import { findDraftContent, findDraftImport, limitParsing } from "#server/imports/drafts.ts";
import { findMappingErrors, queueImport } from "#server/imports/prepare.ts";
import {
  deleteSurplusDrafts,
  findImport,
  headersOf,
  type ImportColumn,
  type ImportRecord,
  insertImport,
  updateImport,
} from "#server/imports/queries.ts";
import { cleanFileName, describeColumns, receiveFile, rethrowOnEncoding } from "#server/imports/upload.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { type Call, type RawCall, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { listImportFields } from "./fields.ts";
import { type BookingMapping, guessBookingMapping } from "./guess-mapping.ts";
import { type BookingOptions, dryRunBookings, optionsOf, readBookingRows, readBookingTable } from "./kind.ts";
import { findLatestFieldMapping } from "./queries.ts";
import { serializeBookingImport, serializeBookingReport } from "./serialize.ts";

async function describeFile(db: Database, content: Buffer, source: Parameters<typeof readBookingTable>[2]) {
  const table = await readBookingTable(db, content, source);
  const { mapping, dateOrder } = guessBookingMapping(table);
  const file = { encoding: table.encoding, columns: describeColumns(table), rows: table.rows.length };
  return { ...file, mapping, dateOrder };
}

/** Without a transaction, because a slow upload must not hold a database connection. */
export const uploadBookings = withoutTransaction(
  async (call: RawCall<typeof imports.uploadBookings>): Promise<BookingImport> => {
    const { db, organizationId, user, now, request } = call;
    const { name, content } = await receiveFile(request);
    const { dateOrder, ...described } = await limitParsing(() =>
      describeFile(db, content, { organization_id: organizationId, encoding: null, created_at: now }),
    );
    const options: BookingOptions = { dateOrder, fields: await findLatestFieldMapping(db, organizationId) };
    const id = uuidv7(now);
    await insertImport(db, {
      ...{ organization_id: organizationId, id, kind: "bookings", file_name: cleanFileName(name), content },
      ...{ ...described, options, created_by: user.id, created_at: now, updated_at: now },
    });
    await deleteSurplusDrafts(db, organizationId, id);
    return serializeBookingImport(call, id);
  },
);

/** Without a transaction, because a large file takes long. */
export const readBookingsAgain = withoutTransaction(
  async (call: Call<typeof imports.readBookingsAgain>): Promise<BookingImport> => {
    const { db, organizationId, params, body, now } = call;
    const { bookingImportId: importId } = params;
    const draft = await findImport(db, organizationId, importId, "bookings");
    const content = await findDraftContent(db, organizationId, importId, "bookings");
    const { dateOrder, ...described } = await rethrowOnEncoding(() =>
      limitParsing(() => describeFile(db, content, { ...draft, encoding: body.encoding })),
    );
    await db.transaction().execute(async (trx) => {
      const found = await findDraftImport(trx, organizationId, importId, "bookings");
      const options = { ...optionsOf(found), dateOrder };
      await updateImport(trx, organizationId, importId, { ...described, options, updated_at: now });
    });
    return serializeBookingImport(call, importId);
  },
);

function assertValidMapping(columns: readonly unknown[], mapping: BookingMapping): void {
  const wrong = [
    ...findMappingErrors(columns, mapping),
    ...(mapping.includes("startTime") ? [] : [message("imports.startMissing")]),
    ...(mapping.includes("endTime") || mapping.includes("duration") ? [] : [message("imports.endMissing")]),
  ];
  if (wrong.length > 0) throw invalidFields({ mapping: wrong });
}

async function assertKnownFields(
  db: Database,
  organizationId: string,
  fields: BookingOptions["fields"],
): Promise<void> {
  const known = new Set((await listImportFields(db, organizationId)).map(({ id }) => id));
  const errors: Record<string, LocalizedMessage[]> = {};
  for (const [at, { fieldId }] of fields.entries())
    if (!known.has(fieldId)) errors[`fields.${at}.fieldId`] = [message("fields.unknown")];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** @throws HttpError 422 for a wrong mapping */
async function checkSettings(
  db: Database,
  row: ImportRecord,
  { mapping, dateOrder, fields }: Body<typeof imports.checkBookings>,
): Promise<{ mapping: BookingMapping; options: BookingOptions }> {
  assertValidMapping(row.columns as ImportColumn[], mapping);
  if (fields) await assertKnownFields(db, row.organization_id, fields);
  const kept = optionsOf(row);
  return { mapping, options: { ...kept, dateOrder: dateOrder ?? kept.dateOrder, fields: fields ?? kept.fields } };
}

/** Without a transaction, because a large file takes long. */
export const checkBookings = withoutTransaction(
  async (call: Call<typeof imports.checkBookings>): Promise<BookingImportReport> => {
    const { db, organizationId, params, body, access, now, t } = call;
    const { bookingImportId: importId } = params;
    const row = await db.transaction().execute(async (trx) => {
      const found = await findDraftImport(trx, organizationId, importId, "bookings");
      const settings = await checkSettings(trx, found, body);
      await updateImport(trx, organizationId, importId, { ...settings, updated_at: now });
      return { ...found, ...settings };
    });
    const content = await findDraftContent(db, organizationId, importId, "bookings");
    const report = await limitParsing(async () =>
      dryRunBookings(db, await readBookingRows(db, content, row), {
        ...row,
        organizationId,
        permissions: access.permissions,
        now,
      }),
    );
    return serializeBookingReport(report, headersOf(row, t), t);
  },
);

export async function startBookings(call: Call<typeof imports.startBookings>): Promise<BookingImport> {
  const { db, appContext, organizationId, params, body, user, now } = call;
  const { bookingImportId: importId } = params;
  const draft = await findDraftImport(db, organizationId, importId, "bookings");
  const settings = await checkSettings(db, draft, body);
  await queueImport(db, organizationId, importId, { ...settings, userId: user.id, now });
  await appContext.jobs.send(db, "imports.run", { organizationId, importId });
  call.record({ after: { name: draft.file_name, rows: draft.rows } });
  return serializeBookingImport(call, importId);
}
