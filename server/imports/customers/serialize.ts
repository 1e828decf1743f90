/** Imports of customers as callers read them. */
import type { CustomerImport, CustomerImportReport, imports } from "#contract/imports.ts";
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
import { customerMappingOf, optionsOf, type StoredCustomerReport } from "./kind.ts";

type Reader = Pick<Call, "db" | "organizationId" | "now" | "t">;

export const serializeCustomerReport = (
  { faults, ...rest }: StoredCustomerReport,
  headers: readonly string[],
  t: Translate,
): CustomerImportReport => ({ ...rest, errors: faults.map(explainFault(headers, t)) });

function findCustomerUndoEnd(row: ImportRecord, now: Date): Date | null {
  const report = row.report as StoredCustomerReport | null;
  return findUndoEnd(row, report ? report.customers.created + report.customers.updated : 0, now);
}

async function toCustomerImport(
  { db, t, now }: Reader,
  row: ImportRecord,
  { withRecords }: { withRecords: boolean },
): Promise<CustomerImport> {
  const counts = undoCountsOf(row);
  const { kept, records } = counts && withRecords ? await listKeptRecords(db, row, t) : { kept: 0, records: [] };
  const report = row.report as StoredCustomerReport | null;
  return {
    ...serializeCommon(row, t),
    mapping: [...customerMappingOf(row)],
    dateOrder: optionsOf(row).dateOrder,
    report: report && serializeCustomerReport(report, headersOf(row, t), t),
    undoableUntil: findCustomerUndoEnd(row, now)?.toISOString() ?? null,
    undo: counts ? { ...counts, kept, records: records.map(({ id, name, reason }) => ({ id, name, reason })) } : null,
  };
}

export const serializeCustomerImport = async (reader: Reader, id: string): Promise<CustomerImport> =>
  toCustomerImport(reader, await findImport(reader.db, reader.organizationId, id, "customers"), { withRecords: true });

export async function listCustomerImports(call: Call<typeof imports.listCustomers>): Promise<Page<CustomerImport>> {
  const { data, meta } = await listImportRecords(call.db, call.organizationId, "customers", call.query);
  return { data: await Promise.all(data.map((row) => toCustomerImport(call, row, { withRecords: false }))), meta };
}

export async function undoCustomers(call: Call<typeof imports.undoCustomers>): Promise<CustomerImport> {
  const { customerImportId: importId } = call.params;
  await startUndo(call, "customers", importId, (found) => findCustomerUndoEnd(found, call.now));
  return serializeCustomerImport(call, importId);
}
