/** CSV export: streams the list page by page within one database snapshot. Only one page is in memory. */
import { finished, Readable } from "node:stream";
import type { exports } from "#contract/exports.ts";
import type { Page } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { findTimezone } from "#server/activity/queries.ts";
import { byteOrderMark, formatCsv, contentDisposition } from "#server/kit/documents/csv.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { parseQuery } from "#server/kit/http/parse-input.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { findHandler, type RawCall } from "#server/kit/http/serve-module.ts";
import { startStreamCursor } from "#server/kit/db/stream-cursor.ts";
import type { ColumnContext } from "#server/kit/documents/csv-cells.ts";
import type { ExportList } from "#server/kit/documents/export-list.ts";
import { appendExport } from "#server/receipt-log/append.ts";
import { findExportList } from "./lists.ts";

type ExportCall = RawCall<typeof exports.csv>;

export const ROWS_PER_PAGE = 1000;
/** Below the database's limit for idle transactions (30 seconds). */
export const MAX_PAUSE_MS = 25_000;

/** User ids of running exports: each holds a connection as long as its client reads. */
const runningExports = new WeakMap<AppContext, string[]>();
const maxConcurrentExports = ({ config }: AppContext) => Math.max(1, Math.floor(config.databasePool / 3));

function acquireSlot({ appContext, user: { id } }: ExportCall): () => void {
  const [now, most] = [runningExports.get(appContext) ?? [], maxConcurrentExports(appContext)];
  // One user cannot take all slots.
  const own = now.filter((one) => one === id).length;
  if (now.length >= most || own >= Math.max(1, most - 1))
    throw new HttpError(429, message("exports.busy"), { retryAfter: 10 });
  now.push(id);
  runningExports.set(appContext, now);
  return () => void now.splice(now.indexOf(id), 1);
}

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
  list: ExportList,
  reader: ColumnContext,
  query: object,
): AsyncGenerator<string> {
  const releaseSlot = acquireSlot(call);
  try {
    const { heads, cellsOf } = list.columnsFor(reader);
    const db = await call.appContext.db
      .startTransaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute();
    try {
      await startStreamCursor(db);
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
    } finally {
      // Nothing was written; if the connection is lost, so is the transaction.
      await db
        .rollback()
        .execute()
        .catch(() => undefined);
    }
  } finally {
    releaseSlot();
  }
}

/** Reads only as fast as the client. Aborts after a long pause: an idle client would keep the transaction and its slot. */
export function createExportStream(first: string, texts: AsyncGenerator<string>): Readable {
  let pause: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(pause);
      texts.next().then(
        ({ done, value }) => (done ? stream.push(null) : pushText(value)),
        (error: Error) => stream.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(pause);
      texts.return(undefined).then(
        () => done(error),
        () => done(error),
      );
    },
  });
  const pushText = (text: string) => {
    if (stream.destroyed) return;
    pause = setTimeout(() => stream.destroy(new Error("Nobody read on")), MAX_PAUSE_MS);
    stream.push(text);
  };
  // Fastify logs errors while it streams. Before and after, an error without a listener would end the process.
  stream.on("error", () => undefined);
  pushText(first);
  return stream;
}

/** @throws HttpError 404 for an unknown list, 403, 422 for invalid filters, 429 if too many exports are running */
export async function downloadCsv(call: ExportCall): Promise<void> {
  const { appContext, organizationId, params, language, t, access, now, reply } = call;
  const isEverywhere = organizationId === ALL_ORGANIZATIONS;
  const list = findExportList(params.list, isEverywhere);
  assertMayExport(call, list);
  const query = parseListQuery(call, list);
  const timezone = await findTimezone(appContext.db, organizationId, call.query.timezone);
  const reader: ColumnContext = { t, language, timezone, isPlatformScope: isEverywhere, isTeam: access.isTeam };
  const date = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const title = (t as (key: string) => string)(list.title);
  const send = (content: string | Readable) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", contentDisposition(`${title} ${date.toString()}.csv`))
      .send(content);
  if (call.request.method === "HEAD") return void (await send(""));
  const texts = generateCsv(call, list, reader, query);
  const first = await texts.next();
  if (list.isOfMoney && !isEverywhere)
    await appContext.db.transaction().execute((db) => appendExport({ db, now, organizationId }, { list: params.list }));
  // Errors before this line are answered as usual; later ones abort the download.
  const stream = createExportStream(first.value ?? "", texts);
  // Also end the stream if the client disconnects before Fastify starts to send it.
  finished(reply.raw, () => stream.destroy());
  await send(stream);
}
