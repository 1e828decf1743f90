/** Imports of bookings as callers read them. */
import type { BookingImport, BookingImportReport, imports } from "#contract/imports.ts";
import type { Page } from "#contract/kit.ts";
import { listKeptRecords } from "#server/imports/written-records.ts";
import {
  explainFault,
  findImport,
  headersOf,
  type ImportRecord,
  listImportRecords,
  serializeCommon,
} from "#server/imports/queries.ts";
import { startUndo, undoCountsOf } from "#server/imports/undo.ts";
import { findUndoEnd } from "#server/imports/undo-end.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Translate } from "#messages/translator.ts";
import { bookingMappingOf, optionsOf } from "./kind.ts";
import type { StoredBookingReport } from "./plan.ts";

type Reader = Pick<Call, "db" | "organizationId" | "now" | "t">;

export function serializeBookingReport(
  { faults, warnings, ...rest }: StoredBookingReport,
  headers: readonly string[],
  t: Translate,
): BookingImportReport {
  const explain = explainFault(headers, t);
  return { ...rest, errors: faults.map(explain), warnings: warnings.map(explain) };
}

function findBookingUndoEnd(row: ImportRecord, now: Date): Date | null {
  const report = row.report as StoredBookingReport | null;
  return findUndoEnd(row, report ? report.bookings.created + report.customers.created : 0, now);
}

async function toBookingImport(
  { db, t, now }: Reader,
  row: ImportRecord,
  { withRecords }: { withRecords: boolean },
): Promise<BookingImport> {
  const { dateOrder, fields } = optionsOf(row);
  const counts = undoCountsOf(row);
  const kept = counts && withRecords ? await listKeptRecords(db, row, t) : { kept: 0, records: [] };
  const report = row.report as StoredBookingReport | null;
  return {
    ...serializeCommon(row, t),
    mapping: [...bookingMappingOf(row)],
    dateOrder,
    fields,
    report: report && serializeBookingReport(report, headersOf(row, t), t),
    undoableUntil: findBookingUndoEnd(row, now)?.toISOString() ?? null,
    undo: counts ? { removed: counts.removed, ...kept } : null,
  };
}

export const serializeBookingImport = async (reader: Reader, id: string): Promise<BookingImport> =>
  toBookingImport(reader, await findImport(reader.db, reader.organizationId, id, "bookings"), { withRecords: true });

export async function listBookingImports(call: Call<typeof imports.listBookings>): Promise<Page<BookingImport>> {
  const { data, meta } = await listImportRecords(call.db, call.organizationId, "bookings", call.query);
  return { data: await Promise.all(data.map((row) => toBookingImport(call, row, { withRecords: false }))), meta };
}

export async function undoBookings(call: Call<typeof imports.undoBookings>): Promise<BookingImport> {
  const { bookingImportId: importId } = call.params;
  await startUndo(call, "bookings", importId, (found) => findBookingUndoEnd(found, call.now));
  return serializeBookingImport(call, importId);
}
