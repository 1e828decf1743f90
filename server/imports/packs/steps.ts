/** Settings of imports of packs, and how people read them. */
import type { imports, PackImport, PackImportReport } from "#contract/imports.ts";
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
import { serializeUndo } from "#server/imports/undo.ts";
import { describeTable } from "#server/imports/upload.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Translate } from "#messages/translator.ts";
import { guessPackMapping, type PackMapping } from "./guess-mapping.ts";
import { dryRunPacks, optionsOf, packMappingOf, readPackRows } from "./kind.ts";
import type { StoredPackReport } from "./plan.ts";

function assertValidMapping(columns: readonly unknown[], mapping: PackMapping): void {
  const namesHolder = mapping.some((target) => target?.endsWith("Name") || target === "customerNumber");
  const wrong = [
    ...findMappingErrors(columns, mapping),
    ...(mapping.includes("pack") ? [] : [message("imports.packMissing")]),
    ...(namesHolder ? [] : [message("imports.holderMissing")]),
  ];
  if (wrong.length > 0) throw invalidFields({ mapping: wrong });
}

const reportOf = ({ report }: ImportRecord) => report as StoredPackReport | null;

function countWritten(row: ImportRecord): number {
  const report = reportOf(row);
  return report ? report.packs.created + report.packs.updated + report.customers.created : 0;
}

const explainReport = ({ faults, ...rest }: StoredPackReport, row: ImportRecord, t: Translate): PackImportReport => ({
  ...rest,
  errors: faults.map(explainFault(headersOf(row, t), t)),
});

export const packSteps: UndoableImportSteps<Body<typeof imports.checkPacks>, PackImportReport, PackImport> = {
  kind: "packs",
  async describeFile(_db, content, source) {
    const table = await readTable(content, encodingOf(source));
    const { mapping, dateOrder } = guessPackMapping(table);
    return { ...describeTable(table), mapping, options: { dateOrder } };
  },
  findLatestSettings: async () => ({}),
  async checkSettings(_db, row, { mapping, dateOrder }) {
    assertValidMapping(row.columns as ImportColumn[], mapping);
    return { mapping, options: mergeOptions(row, dateOrder && { dateOrder }) };
  },
  async dryRun({ db, appContext, organizationId, now, t }, content, row) {
    const memory = await openMemory({ db, organizationId, appContext });
    const rows = await readPackRows(content, row);
    return explainReport(await dryRunPacks({ db, appContext, organizationId, now, memory }, rows, row), row, t);
  },
  countWritten,
  async serialize(reader, row, options) {
    const report = reportOf(row);
    return {
      ...serializeCommon(row, reader.t),
      mapping: [...packMappingOf(row)],
      dateOrder: optionsOf(row).dateOrder,
      report: report && explainReport(report, row, reader.t),
      ...(await serializeUndo<"pack" | "customer">(reader, row, { ...options, written: countWritten(row) })),
    };
  },
};
