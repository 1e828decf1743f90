/** Imports of bookings as callers read them. */
import { sql } from "kysely";
import {
  type BookingImport,
  type BookingImportReport,
  type imports,
  type ImportState,
  MAX_IMPORT_ERRORS,
} from "#contract/imports.ts";
import type { Page } from "#contract/kit.ts";
import {
  findImport,
  type ImportColumn,
  type ImportRecord,
  listImportRecords,
  uniqueHeaders,
  explainFault,
} from "#server/imports/queries.ts";
import { message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#messages/translator.ts";
import { bookingMappingOf, optionsOf } from "./kind.ts";
import type { StoredBookingReport } from "./plan.ts";
import { findUndoEnd } from "./undo-end.ts";

type Reader = Pick<Call, "db" | "organizationId" | "now" | "t">;

export function serializeBookingReport(
  { faults, warnings, ...rest }: StoredBookingReport,
  headers: readonly string[],
  t: Translate,
): BookingImportReport {
  const explain = explainFault(headers, t);
  return { ...rest, errors: faults.map(explain), warnings: warnings.map(explain) };
}

const toText = (t: Translate, key: string) => renderMessage(t, message(key as "imports.gaveUp" satisfies MessageKey));

async function listKeptRecords({ db, t }: Reader, { organization_id, id }: ImportRecord) {
  const { rows } = await sql<{
    kind: "booking" | "customer";
    record_id: string;
    kept_because: string;
    name: string;
    start_time: Date | null;
    timezone: string | null;
    all: number;
  }>`
    select kept.kind, kept.record_id, kept.kept_because, coalesce(events.name, customers.name, '') as name,
      events.start_time, facilities.timezone, (count(*) over ())::int as all
    from import_records as kept
    left join events on events.organization_id = kept.organization_id and events.id = kept.record_id
    left join facilities on facilities.organization_id = events.organization_id and facilities.id = events.facility_id
    left join customers on customers.organization_id = kept.organization_id and customers.id = kept.record_id
    where kept.organization_id = ${organization_id} and kept.import_id = ${id} and kept.kept_because is not null
    order by kept.kind, events.start_time, kept.record_id
    limit ${MAX_IMPORT_ERRORS}`.execute(db);
  const records = rows.map((row) => ({
    kind: row.kind,
    id: row.record_id,
    name: row.name,
    startTime: row.start_time?.toISOString() ?? null,
    timezone: row.timezone,
    reason: toText(t, row.kept_because),
  }));
  return { kept: rows[0]?.all ?? 0, records };
}

async function toBookingImport(
  reader: Reader,
  row: ImportRecord,
  { withRecords }: { withRecords: boolean },
): Promise<BookingImport> {
  const { t, now } = reader;
  const columns = row.columns as ImportColumn[];
  const headers = uniqueHeaders(columns, t);
  const { dateOrder, fields, removed } = optionsOf(row);
  const kept = removed === undefined || !withRecords ? { kept: 0, records: [] } : await listKeptRecords(reader, row);
  return {
    id: row.id,
    fileName: row.file_name,
    encoding: row.encoding as BookingImport["encoding"],
    state: row.state as ImportState,
    columns: columns.map(({ samples }, at) => ({ header: headers[at] ?? "", samples })),
    mapping: [...bookingMappingOf(row)],
    dateOrder,
    fields,
    rows: row.rows,
    progress: row.progress,
    report: row.report === null ? null : serializeBookingReport(row.report as StoredBookingReport, headers, t),
    failure: row.failure === null ? null : toText(t, row.failure),
    undoableUntil: findUndoEnd(row, now)?.toISOString() ?? null,
    undo: removed === undefined ? null : { removed, ...kept },
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export const serializeBookingImport = async (reader: Reader, id: string): Promise<BookingImport> =>
  toBookingImport(reader, await findImport(reader.db, reader.organizationId, id, "bookings"), { withRecords: true });

export async function listBookingImports(call: Call<typeof imports.listBookings>): Promise<Page<BookingImport>> {
  const { data, meta } = await listImportRecords(call.db, call.organizationId, "bookings", call.query);
  return { data: await Promise.all(data.map((row) => toBookingImport(call, row, { withRecords: false }))), meta };
}
