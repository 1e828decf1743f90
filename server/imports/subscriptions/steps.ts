/** Settings of imports of memberships, and how people read them. */
import type { imports, SubscriptionImport, SubscriptionImportReport } from "#contract/imports.ts";
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
import { guessSubscriptionMapping, type SubscriptionMapping } from "./guess-mapping.ts";
import { dryRunSubscriptions, optionsOf, subscriptionMappingOf, readSubscriptionRows } from "./kind.ts";
import type { StoredSubscriptionReport } from "./plan.ts";

function assertValidMapping(columns: readonly unknown[], mapping: SubscriptionMapping): void {
  const namesHolder = mapping.some((target) => target?.endsWith("Name") || target === "customerNumber");
  const wrong = [
    ...findMappingErrors(columns, mapping),
    ...(mapping.includes("membership") ? [] : [message("imports.membershipMissing")]),
    ...(namesHolder ? [] : [message("imports.holderMissing")]),
  ];
  if (wrong.length > 0) throw invalidFields({ mapping: wrong });
}

const reportOf = ({ report }: ImportRecord) => report as StoredSubscriptionReport | null;

function countWritten(row: ImportRecord): number {
  const report = reportOf(row);
  return report ? report.subscriptions.created + report.subscriptions.updated + report.customers.created : 0;
}

const explainReport = (
  { faults, ...rest }: StoredSubscriptionReport,
  row: ImportRecord,
  t: Translate,
): SubscriptionImportReport => ({
  ...rest,
  errors: faults.map(explainFault(headersOf(row, t), t)),
});

export const subscriptionSteps: UndoableImportSteps<
  Body<typeof imports.checkSubscriptions>,
  SubscriptionImportReport,
  SubscriptionImport
> = {
  kind: "subscriptions",
  async describeFile(_db, content, source) {
    const table = await readTable(content, encodingOf(source));
    const { mapping, dateOrder } = guessSubscriptionMapping(table);
    return { ...describeTable(table), mapping, options: { dateOrder } };
  },
  findLatestSettings: async () => ({}),
  async checkSettings(_db, row, { mapping, dateOrder }) {
    assertValidMapping(row.columns as ImportColumn[], mapping);
    return { mapping, options: mergeOptions(row, dateOrder && { dateOrder }) };
  },
  async dryRun({ db, appContext, organizationId, now, t }, content, row) {
    const memory = await openMemory({ db, organizationId, appContext });
    const rows = await readSubscriptionRows(content, row);
    return explainReport(await dryRunSubscriptions({ db, appContext, organizationId, now, memory }, rows, row), row, t);
  },
  countWritten,
  async serialize(reader, row, options) {
    const report = reportOf(row);
    return {
      ...serializeCommon(row, reader.t),
      mapping: [...subscriptionMappingOf(row)],
      dateOrder: optionsOf(row).dateOrder,
      report: report && explainReport(report, row, reader.t),
      ...(await serializeUndo<"subscription" | "customer">(reader, row, { ...options, written: countWritten(row) })),
    };
  },
};
