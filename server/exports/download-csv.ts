/** CSV export: streams the list page by page. */
import type { exports } from "#contract/exports.ts";
import type { Page } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { findTimezone } from "#server/activity/queries.ts";
import { byteOrderMark, formatCsv } from "#server/kit/documents/csv.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { parseQuery } from "#server/kit/http/parse-input.ts";
import { findHandler, type RawCall } from "#server/kit/http/serve-module.ts";
import type { ColumnContext } from "#server/kit/documents/csv-cells.ts";
import type { ExportList } from "#server/kit/documents/export-list.ts";
import { readSnapshot, ROWS_PER_PAGE, sendParts } from "#server/kit/documents/snapshot-stream.ts";
import { logExport } from "#server/receipt-log/append.ts";
import { findExportList } from "./lists.ts";

type ExportCall = RawCall<typeof exports.csv>;

function assertMayExport({ access }: ExportCall, { endpoint: { allow } }: ExportList): void {
  const isOpen = allow === "verified" || allow === "member";
  if (!isOpen && !access.permissions.has(allow as Permission)) throw forbidden(allow as Permission);
}

function parseListQuery({ request }: ExportCall, { endpoint, fixedQuery }: ExportList): object {
  const { page: _page, per_page: _perPage, ...filters } = request.query as Record<string, unknown>;
  return endpoint.query ? (parseQuery(endpoint.query, { ...filters, ...fixedQuery }) as object) : {};
}

async function* generateCsv(
  call: ExportCall,
  db: Database,
  { list, reader, query }: { list: ExportList; reader: ColumnContext; query: object },
): AsyncGenerator<string> {
  const { heads, cellsOf } = list.columnsFor(reader);
  const readPage = findHandler(list.endpoint);
  let before = byteOrderMark + formatCsv([heads], reader.language);
  for (let page = 1; ; page++) {
    const pageCall = Object.defineProperties({} as ExportCall, Object.getOwnPropertyDescriptors(call));
    Object.assign(pageCall, { db, query: { ...query, page, per_page: ROWS_PER_PAGE } });
    const { data } = (await readPage(pageCall as never)) as Page<unknown>;
    const text = before + (data.length > 0 ? formatCsv(data.map(cellsOf), reader.language) : "");
    before = "";
    if (text) yield text;
    if (data.length === 0) return;
  }
}

/** @throws HttpError 404 for an unknown list, 403, 422 for invalid filters, 429 if too many exports are running */
export async function downloadCsv(call: ExportCall): Promise<void> {
  const { appContext, organizationId, params, language, t, access, now } = call;
  const isEverywhere = organizationId === ALL_ORGANIZATIONS;
  const list = findExportList(params.list, isEverywhere);
  assertMayExport(call, list);
  const query = parseListQuery(call, list);
  const timezone = await findTimezone(appContext.db, organizationId, call.query.timezone);
  const reader: ColumnContext = { t, language, timezone, isPlatformScope: isEverywhere, isTeam: access.isTeam };
  const date = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const title = (t as (key: string) => string)(list.title);
  await sendParts(
    call,
    {
      name: `${title} ${date.toString()}.csv`,
      type: "text/csv; charset=utf-8",
      ...(list.isOfMoney && { beforeSending: () => logExport(call, { list: params.list }) }),
    },
    readSnapshot(call, (db) => generateCsv(call, db, { list, reader, query })),
  );
}
