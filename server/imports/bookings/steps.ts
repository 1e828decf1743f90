/** Settings of imports of bookings, and how people read them. */
import type { BookingImport, BookingImportReport, FieldMapping, imports } from "#contract/imports.ts";
import type { Body } from "#contract/kit.ts";
import type { UndoableImportSteps } from "#server/imports/steps.ts";
import { findMappingErrors } from "#server/imports/prepare.ts";
import {
  explainFault,
  headersOf,
  type ImportColumn,
  type ImportRecord,
  mergeOptions,
  serializeCommon,
} from "#server/imports/queries.ts";
import { serializeUndo } from "#server/imports/undo.ts";
import { describeTable } from "#server/imports/upload.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Translate } from "#messages/translator.ts";
import { listImportFields } from "./fields.ts";
import { type BookingMapping, guessBookingMapping } from "./guess-mapping.ts";
import { bookingMappingOf, dryRunBookings, optionsOf, readBookingRows, readBookingTable } from "./kind.ts";
import type { StoredBookingReport } from "./plan.ts";
import { findLatestFieldMapping } from "./queries.ts";

function assertValidMapping(columns: readonly unknown[], mapping: BookingMapping): void {
  const wrong = [
    ...findMappingErrors(columns, mapping),
    ...(mapping.includes("startTime") ? [] : [message("imports.startMissing")]),
    ...(mapping.includes("endTime") || mapping.includes("duration") ? [] : [message("imports.endMissing")]),
  ];
  if (wrong.length > 0) throw invalidFields({ mapping: wrong });
}

async function assertKnownFields(db: Database, organizationId: string, fields: FieldMapping): Promise<void> {
  const known = new Set((await listImportFields(db, organizationId)).map(({ id }) => id));
  const errors: Record<string, LocalizedMessage[]> = {};
  for (const [at, { fieldId }] of fields.entries())
    if (!known.has(fieldId)) errors[`fields.${at}.fieldId`] = [message("fields.unknown")];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

const reportOf = ({ report }: ImportRecord) => report as StoredBookingReport | null;

function countWritten(row: ImportRecord): number {
  const report = reportOf(row);
  return report ? report.bookings.created + report.customers.created : 0;
}

function explainReport(
  { faults, warnings, ...rest }: StoredBookingReport,
  row: ImportRecord,
  t: Translate,
): BookingImportReport {
  const explain = explainFault(headersOf(row, t), t);
  return { ...rest, errors: faults.map(explain), warnings: warnings.map(explain) };
}

export const bookingSteps: UndoableImportSteps<
  Body<typeof imports.checkBookings>,
  BookingImportReport,
  BookingImport
> = {
  kind: "bookings",
  async describeFile(db, content, source) {
    const table = await readBookingTable(db, content, source);
    const { mapping, dateOrder } = guessBookingMapping(table);
    return { ...describeTable(table), mapping, options: { dateOrder } };
  },
  findLatestSettings: async (db, organizationId) => ({
    options: { fields: await findLatestFieldMapping(db, organizationId) },
  }),
  async checkSettings(db, row, { mapping, dateOrder, fields }) {
    assertValidMapping(row.columns as ImportColumn[], mapping);
    if (fields) await assertKnownFields(db, row.organization_id, fields);
    return { mapping, options: mergeOptions(row, { ...(dateOrder && { dateOrder }), ...(fields && { fields }) }) };
  },
  async dryRun({ db, organizationId, access, now, t }, content, row) {
    const rows = await readBookingRows(db, content, row);
    const request = { ...row, organizationId, permissions: access.permissions, now };
    return explainReport(await dryRunBookings(db, rows, request), row, t);
  },
  countWritten,
  async serialize(reader, row, options) {
    const { dateOrder, fields } = optionsOf(row);
    const report = reportOf(row);
    return {
      ...serializeCommon(row, reader.t),
      mapping: [...bookingMappingOf(row)],
      dateOrder,
      fields,
      report: report && explainReport(report, row, reader.t),
      ...(await serializeUndo<"booking" | "customer">(reader, row, { ...options, written: countWritten(row) })),
    };
  },
};
