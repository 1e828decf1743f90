/** How rows of packs are imported. */
import { sql } from "kysely";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { type DateOrder, MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import { insertNewCustomer } from "#server/customers/booking-customer.ts";
import { toCustomerRow } from "#server/imports/customers/rows.ts";
import { KnownCustomers } from "#server/imports/known-customers.ts";
import { encodingOf, type ImportRecord } from "#server/imports/queries.ts";
import { readTable } from "#server/imports/read-csv.ts";
import { refusedFaults } from "#server/imports/rows.ts";
import type { ImportKind } from "#server/imports/run-import.ts";
import { type ImportRecordDraft, insertImportRecords } from "#server/imports/written-records.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import {
  createPackInserter,
  listImportedPacks,
  listImportPackTypes,
  updateImportedPack,
} from "#server/packs/import.ts";
import type { PackMapping } from "./guess-mapping.ts";
import { emptyPackReport, KnownPacks, PackPlanner, type PackWriter, type StoredPackReport } from "./plan.ts";
import { type ParsedPackRow, parsePackRows } from "./rows.ts";

/** Content of `imports.options` for packs. */
export interface PackOptions {
  dateOrder: DateOrder;
}

export const optionsOf = ({ options }: Pick<ImportRecord, "options">): PackOptions => ({
  dateOrder: "day_first",
  ...(options as Partial<PackOptions>),
});
export const packMappingOf = ({ mapping }: Pick<ImportRecord, "mapping">) => mapping as PackMapping;

export const readPackRows = async (
  content: Buffer,
  record: Pick<ImportRecord, "encoding" | "mapping" | "options">,
): Promise<ParsedPackRow[]> =>
  parsePackRows(await readTable(content, encodingOf(record)), {
    mapping: packMappingOf(record),
    dateOrder: optionsOf(record).dateOrder,
  });

/** @param isLocked keeps the customers as they are until the transaction ends */
async function planRows(
  context: TenantContext,
  rows: readonly ParsedPackRow[],
  {
    record,
    writer,
    report,
    isLocked,
  }: {
    record: Pick<ImportRecord, "mapping">;
    writer: PackWriter;
    report: StoredPackReport | undefined;
    isLocked: boolean;
  },
): Promise<StoredPackReport> {
  const { db, now, organizationId } = context;
  const good = rows.flatMap((row) => ("faults" in row ? [] : [row]));
  const drafts = good.map(({ holder }) => holder);
  const customers = await KnownCustomers.load(db, organizationId, drafts, { isLocked });
  const packs = await listImportedPacks(context, {
    externalIds: good.flatMap(({ externalId }) => externalId ?? []),
    customerIds: drafts.flatMap((draft) => customers.find(draft)?.id ?? []),
  });
  const { timezone } = await findSettings(context);
  const scope = {
    mapping: packMappingOf(record),
    types: await listImportPackTypes(context),
    today: localDateOf(timezone, now),
  };
  const planner = new PackPlanner(scope, { customers, packs: new KnownPacks(packs) }, { writer, report });
  await planner.add(rows);
  return planner.report;
}

/** Says what an import would do. */
export function dryRunPacks(
  context: TenantContext,
  rows: readonly ParsedPackRow[],
  record: Pick<ImportRecord, "mapping">,
): Promise<StoredPackReport> {
  const writer: PackWriter = {
    addCustomer: async (draft) => ({ ...toCustomerRow(draft), id: uuidv7(context.now) }),
    addPack: async () => {},
    changePack: async () => {},
  };
  return planRows(context, rows, { record, writer, report: undefined, isLocked: false });
}

/** @param written gets what an undo needs */
async function createWriter(context: TenantContext, written: ImportRecordDraft[]): Promise<PackWriter> {
  const { now } = context;
  const t = translators[languageOfCountry((await findSettings(context)).countryId)];
  const insertPack = createPackInserter(context, t("imports.packReason"));
  return {
    async addCustomer(draft) {
      const row = toCustomerRow(draft);
      const id = await insertNewCustomer(context, row);
      written.push({ kind: "customer", recordId: id });
      return { ...row, id };
    },
    async addPack(units, of) {
      written.push({ kind: "pack", recordId: await insertPack(units, of), writtenAt: now });
    },
    async changePack(before, units) {
      const replaced = await updateImportedPack(context, before, units);
      written.push({ kind: "pack", recordId: before.id, writtenAt: now, replaced });
    },
  };
}

export const packImports: ImportKind<ParsedPackRow, StoredPackReport, AppContext> = {
  permission: "sales.adjust",
  readRows: (_db, content, record) => readPackRows(content, record),
  async writeRows(worker, work, rows, report) {
    const { db, now } = worker;
    const { organizationId, record } = work;
    const memory = await openMemory({ db, organizationId, appContext: worker });
    const context = { db, now, organizationId, memory, appContext: worker };
    const written: ImportRecordDraft[] = [];
    const writer = await createWriter(context, written);
    const after = await planRows(context, rows, { record, writer, report, isLocked: true });
    await insertImportRecords(db, work, written);
    const [first] = written.filter(({ kind }) => kind === "pack");
    // One for all rows, because clients reload their lists after any change.
    if (first) await insertLiveChange(db, { organizationId, module: "packs", subjectId: first.recordId, at: now });
    return after;
  },
  addRefusedRow(row, report) {
    const { failed, faults, ...rest } = report ?? emptyPackReport();
    return { ...rest, failed: failed + 1, faults: [...faults, ...refusedFaults(row)].slice(0, MAX_IMPORT_ERRORS) };
  },
  count(report) {
    const { packs, failed } = report ?? emptyPackReport();
    return { created: packs.created, updated: packs.updated, failed };
  },
  analyzeTables: (db) => sql`analyze packs, customers`.execute(db),
};
