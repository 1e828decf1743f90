/** How rows of bookings are imported. */
import { sql } from "kysely";
import { defaultEventType } from "#contract/events.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { type DateOrder, type FieldMapping, MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import { insertNewCustomer } from "#server/customers/booking-customer.ts";
import { typeLabels } from "#server/events/column-map.ts";
import { insertImportedBooking } from "#server/events/imported-bookings.ts";
import { toCustomerRow } from "#server/imports/customers/rows.ts";
import { type ImportRecordDraft, insertImportRecords } from "#server/imports/written-records.ts";
import { nameOfCustomer } from "#server/imports/known-customers.ts";
import { decodeFile } from "#server/imports/file-encoding.ts";
import { encodingOf, type ImportRecord } from "#server/imports/queries.ts";
import { type CsvTable, parseTable } from "#server/imports/read-csv.ts";
import { refusedFaults } from "#server/imports/rows.ts";
import type { ImportKind } from "#server/imports/run-import.ts";
import type { Database } from "#server/kit/db/database.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findOrganization, findSettings } from "#server/organizations/queries.ts";
import { listImportFields } from "./fields.ts";
import type { BookingMapping } from "./guess-mapping.ts";
import {
  BookingPlanner,
  type BookingPlanScope,
  type BookingWriter,
  createPlanState,
  emptyBookingReport,
  type StoredBookingReport,
} from "./plan.ts";
import { readCalendarTable } from "./read-calendar-table.ts";
import { readDumpTable } from "./read-dump-table.ts";
import { parseBookingRows, type ParsedBookingRow } from "./rows.ts";

/** Content of `imports.options` for bookings. */
export interface BookingOptions {
  dateOrder: DateOrder;
  fields: FieldMapping;
}

export const optionsOf = ({ options }: Pick<ImportRecord, "options">): BookingOptions => ({
  dateOrder: "day_first",
  fields: [],
  ...(options as Partial<BookingOptions>),
});
export const bookingMappingOf = ({ mapping }: Pick<ImportRecord, "mapping">) => mapping as BookingMapping;

type FileSource = Pick<ImportRecord, "organization_id" | "encoding" | "created_at">;

const isCalendar = (text: string) => /^\s*BEGIN:VCALENDAR/iu.test(text);
const isDump = (text: string) => /^\s*(?:--|#|\/\*|(?:create|insert|drop|set|use|lock)\s)/iu.test(text.slice(0, 1000));

/** @throws HttpError on `file`: 415 if it is not text, 422 if there are no bookings in it */
export async function readBookingTable(db: Database, content: Buffer, source: FileSource): Promise<CsvTable> {
  const file = decodeFile(content, encodingOf(source));
  if (isDump(file.text)) return readDumpTable(file);
  if (!isCalendar(file.text)) return parseTable(file);
  const { timezone } = await findOrganization(db, source.organization_id);
  return readCalendarTable(file, { timezone, uploadedAt: source.created_at });
}

export const readBookingRows = async (
  db: Database,
  content: Buffer,
  record: FileSource & Pick<ImportRecord, "mapping" | "options">,
): Promise<ParsedBookingRow[]> =>
  parseBookingRows(await readBookingTable(db, content, record), {
    mapping: bookingMappingOf(record),
    dateOrder: optionsOf(record).dateOrder,
  });

type PlanRequest = Pick<ImportRecord, "mapping" | "options"> &
  Pick<BookingPlanScope, "organizationId" | "permissions" | "now">;

const createScope = async (
  db: Database,
  { organizationId, permissions, now, ...record }: PlanRequest,
): Promise<BookingPlanScope> => ({
  organizationId,
  permissions,
  now,
  mapping: bookingMappingOf(record),
  fieldMapping: optionsOf(record).fields,
  fields: await listImportFields(db, organizationId),
});

const ROWS_PER_BATCH = 500;

/** Says what an import would do. */
export async function dryRunBookings(
  db: Database,
  rows: readonly ParsedBookingRow[],
  request: PlanRequest,
): Promise<StoredBookingReport> {
  const writer: BookingWriter = {
    addCustomer: async (draft) => ({ ...toCustomerRow(draft), id: uuidv7(request.now) }),
    addBooking: async () => true,
  };
  const state = await createPlanState(db, request.organizationId, rows);
  const planner = new BookingPlanner(db, await createScope(db, request), state, { writer, report: undefined });
  for (let from = 0; from < rows.length; from += ROWS_PER_BATCH)
    await planner.add(rows.slice(from, from + ROWS_PER_BATCH));
  return planner.report;
}

async function createWriter(context: TenantContext, made: ImportRecordDraft[]): Promise<BookingWriter> {
  const t = translators[languageOfCountry((await findSettings(context)).countryId)];
  return {
    async addCustomer(draft) {
      const row = toCustomerRow(draft);
      const id = await insertNewCustomer(context, row);
      made.push({ kind: "customer", recordId: id });
      return { ...row, id };
    },
    async addBooking({ row, field, start, end }, customer) {
      const name = row.title ?? (row.customer && nameOfCustomer(row.customer)) ?? t(typeLabels[defaultEventType]);
      const id = await insertImportedBooking(context, {
        ...{ field, name, start: new Date(start), end: new Date(end), internalNotes: row.notes },
        customer: customer ? { customerId: customer.id, userId: customer.user_id } : null,
        ...{ people: row.people, status: row.status, externalId: row.externalId },
      });
      if (id) made.push({ kind: "booking", recordId: id });
      return id !== undefined;
    },
  };
}

/** Keeps fields from being divided or archived until the transaction ends. */
const lockFields = (db: Database, organizationId: string) =>
  db
    .selectFrom("fields")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("archived_at", "is", null)
    .orderBy("id")
    .forKeyShare()
    .execute();

export const bookingImports: ImportKind<ParsedBookingRow, StoredBookingReport, AppContext> = {
  permission: "events.create",
  readRows: readBookingRows,
  async writeRows(worker, work, rows, report) {
    const { db, now } = worker;
    const { organizationId, permissions, record } = work;
    await lockFields(db, organizationId);
    const memory = await openMemory({ db, organizationId, appContext: worker });
    const made: ImportRecordDraft[] = [];
    const writer = await createWriter({ db, now, organizationId, memory, appContext: worker }, made);
    const scope = await createScope(db, { ...record, organizationId, permissions, now });
    const state = await createPlanState(db, organizationId, rows);
    const planner = new BookingPlanner(db, scope, state, { writer, report });
    await planner.add(rows);
    await insertImportRecords(db, work, made);
    const [first] = made.filter(({ kind }) => kind === "booking");
    // One for all rows, because clients reload their lists after any change.
    if (first) await insertLiveChange(db, { organizationId, module: "events", subjectId: first.recordId, at: now });
    return planner.report;
  },
  addRefusedRow(row, report) {
    const { failed, faults, ...rest } = { ...emptyBookingReport(), ...report };
    return { ...rest, failed: failed + 1, faults: [...faults, ...refusedFaults(row)].slice(0, MAX_IMPORT_ERRORS) };
  },
  count(report) {
    const { bookings, failed } = report ?? emptyBookingReport();
    return { created: bookings.created, updated: bookings.updated, failed };
  },
  analyzeTables: (db) => sql`analyze events, occupancies, customers`.execute(db),
};
