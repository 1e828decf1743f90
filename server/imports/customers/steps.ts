/** Settings of imports of customers, and how people read them. */
import type { CustomerImport, CustomerImportReport, imports } from "#contract/imports.ts";
import { customerHeaders, guessByHeaders } from "#contract/imports-headers-rules.ts";
import type { Body } from "#contract/kit.ts";
import type { UndoableImportSteps } from "#server/imports/steps.ts";
import { findMappingErrors } from "#server/imports/prepare.ts";
import {
  encodingOf,
  explainFault,
  headersOf,
  type ImportColumn,
  type ImportRecord,
  mergeOptions,
  serializeCommon,
} from "#server/imports/queries.ts";
import { readTable } from "#server/imports/read-csv.ts";
import { guessDateOrder } from "#server/imports/time-values.ts";
import { serializeUndo } from "#server/imports/undo.ts";
import { describeTable } from "#server/imports/upload.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Translate } from "#messages/translator.ts";
import { customerMappingOf, dryRunCustomers, optionsOf, readCustomerRows, type StoredCustomerReport } from "./kind.ts";

const reportOf = ({ report }: ImportRecord) => report as StoredCustomerReport | null;

function countWritten(row: ImportRecord): number {
  const { created, updated } = reportOf(row)?.customers ?? { created: 0, updated: 0 };
  return created + updated;
}

const explainReport = (
  { faults, ...rest }: StoredCustomerReport,
  row: ImportRecord,
  t: Translate,
): CustomerImportReport => ({ ...rest, errors: faults.map(explainFault(headersOf(row, t), t)) });

export const customerSteps: UndoableImportSteps<
  Body<typeof imports.checkCustomers>,
  CustomerImportReport,
  CustomerImport
> = {
  kind: "customers",
  async describeFile(_db, content, source) {
    const table = await readTable(content, encodingOf(source));
    const mapping = guessByHeaders(table.headers, customerHeaders);
    const birthDates = mapping.flatMap((target, at) => (target === "birthDate" ? [at] : []));
    return { ...describeTable(table), mapping, options: { dateOrder: guessDateOrder(table.rows, birthDates) } };
  },
  findLatestSettings: async () => ({}),
  async checkSettings(_db, row, { mapping, dateOrder }) {
    const wrong = [
      ...findMappingErrors(row.columns as ImportColumn[], mapping),
      ...(mapping.some((target) => target?.endsWith("Name")) ? [] : [message("imports.nameMissing")]),
    ];
    if (wrong.length > 0) throw invalidFields({ mapping: wrong });
    return { mapping, options: mergeOptions(row, dateOrder && { dateOrder }) };
  },
  async dryRun({ db, organizationId, now, t }, content, row) {
    const report = await dryRunCustomers(db, await readCustomerRows(db, content, row), { organizationId, now });
    return explainReport(report, row, t);
  },
  countWritten,
  async serialize(reader, row, options) {
    const report = reportOf(row);
    return {
      ...serializeCommon(row, reader.t),
      mapping: [...customerMappingOf(row)],
      dateOrder: optionsOf(row).dateOrder,
      report: report && explainReport(report, row, reader.t),
      ...(await serializeUndo(reader, row, { ...options, written: countWritten(row) })),
    };
  },
};
