/** How rows of customers are imported. */
import { sql } from "kysely";
import type { CustomerImportReport, DateOrder } from "#contract/imports.ts";
import { MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import { insertNewCustomer } from "#server/customers/booking-customer.ts";
import { updateCustomer } from "#server/customers/queries.ts";
import { type ImportRecordDraft, insertImportRecords } from "#server/imports/written-records.ts";
import { KnownCustomers } from "#server/imports/known-customers.ts";
import { encodingOf, type ImportRecord } from "#server/imports/queries.ts";
import { readTable } from "#server/imports/read-csv.ts";
import { type ImportFault, refusedFaults } from "#server/imports/rows.ts";
import type { ImportKind } from "#server/imports/run-import.ts";
import type { Database } from "#server/kit/db/database.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { applyCustomer, type CustomerWriter } from "./apply.ts";
import { type CustomerMapping, type ParsedCustomerRow, parseCustomerRows } from "./rows.ts";

/** As the import stores it: messages are not yet translated. */
export interface StoredCustomerReport extends Omit<CustomerImportReport, "errors"> {
  faults: ImportFault[];
}

export const emptyCustomerReport = (): StoredCustomerReport => ({
  customers: { created: 0, updated: 0, unchanged: 0 },
  failed: 0,
  faults: [],
});

/** Content of `imports.options` for customers. */
export interface CustomerOptions {
  dateOrder: DateOrder;
}

export const optionsOf = ({ options }: Pick<ImportRecord, "options">): CustomerOptions => ({
  dateOrder: "day_first",
  ...(options as Partial<CustomerOptions>),
});
export const customerMappingOf = ({ mapping }: Pick<ImportRecord, "mapping">) => mapping as CustomerMapping;

export async function readCustomerRows(
  db: Database,
  content: Buffer,
  record: Pick<ImportRecord, "organization_id" | "encoding" | "mapping" | "options" | "created_at">,
): Promise<ParsedCustomerRow[]> {
  const table = await readTable(content, encodingOf(record));
  const { country_id: countryId } = await db
    .selectFrom("organizations")
    .select("country_id")
    .where("id", "=", record.organization_id)
    .executeTakeFirstOrThrow();
  return parseCustomerRows(table, {
    mapping: customerMappingOf(record),
    dateOrder: optionsOf(record).dateOrder,
    today: localDateOf("UTC", record.created_at),
    countryId,
  });
}

/** @param written gets what an undo needs */
export function createCustomerWriter(context: TenantContext, written: ImportRecordDraft[]): CustomerWriter {
  const { db, organizationId, now } = context;
  return {
    async add(row) {
      const id = await insertNewCustomer(context, row);
      written.push({ kind: "customer", recordId: id, writtenAt: now });
      return id;
    },
    async change(customer, changes) {
      const replaced = Object.fromEntries(
        Object.keys(changes).map((column) => [column, customer[column as keyof typeof customer] ?? null]),
      );
      await updateCustomer(db, organizationId, customer.id, { ...changes, updated_at: now });
      await publish(context, "customers.changed", { customerId: customer.id });
      written.push({ kind: "customer", recordId: customer.id, writtenAt: now, replaced });
    },
  };
}

async function addRows(
  writer: CustomerWriter,
  known: KnownCustomers,
  rows: readonly ParsedCustomerRow[],
  before: StoredCustomerReport,
): Promise<StoredCustomerReport> {
  const report = structuredClone(before);
  for (const row of rows)
    if ("faults" in row) {
      report.faults = [...report.faults, ...row.faults].slice(0, MAX_IMPORT_ERRORS);
      report.failed++;
    } else report.customers[await applyCustomer(writer, known, row.draft)]++;
  return report;
}

const draftsOf = (rows: readonly ParsedCustomerRow[]) => rows.flatMap((row) => ("draft" in row ? [row.draft] : []));

/** Says what an import would do. */
export async function dryRunCustomers(
  db: Database,
  rows: readonly ParsedCustomerRow[],
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<StoredCustomerReport> {
  const writer: CustomerWriter = { add: async () => uuidv7(now), change: async () => {} };
  const known = await KnownCustomers.load(db, organizationId, draftsOf(rows));
  return addRows(writer, known, rows, emptyCustomerReport());
}

export const customerImports: ImportKind<ParsedCustomerRow, StoredCustomerReport, AppContext> = {
  permission: "customers.manage",
  readRows: readCustomerRows,
  async writeRows(worker, work, rows, report) {
    const { db, now } = worker;
    const { organizationId } = work;
    const memory = await openMemory({ db, organizationId, appContext: worker });
    const written: ImportRecordDraft[] = [];
    const writer = createCustomerWriter({ db, now, organizationId, memory, appContext: worker }, written);
    const known = await KnownCustomers.load(db, organizationId, draftsOf(rows), { isLocked: true });
    const after = await addRows(writer, known, rows, report ?? emptyCustomerReport());
    await insertImportRecords(db, work, written);
    const [first] = written;
    // One for all rows, because clients reload their lists after any change.
    if (first) await insertLiveChange(db, { organizationId, module: "customers", subjectId: first.recordId, at: now });
    return after;
  },
  addRefusedRow(row, report) {
    const { failed, faults, ...rest } = report ?? emptyCustomerReport();
    return { ...rest, failed: failed + 1, faults: [...faults, ...refusedFaults(row)].slice(0, MAX_IMPORT_ERRORS) };
  },
  count(report) {
    const { customers, failed } = report ?? emptyCustomerReport();
    return { created: customers.created, updated: customers.updated, failed };
  },
  analyzeTables: (db) => sql`analyze customers`.execute(db),
};
