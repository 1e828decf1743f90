/** Downloads the entries of a month as ZIP: for machines (JSON by line), for people (CSV), and the hashes of both. */
import { createHash, type Hash } from "node:crypto";
import { PassThrough, Readable, Transform } from "node:stream";
import { ZipFile } from "yazl";
import type { receiptLog } from "#contract/receipt-log.ts";
import { byteOrderMark, contentDisposition, formatCsv } from "#server/kit/documents/csv.ts";
import type { ColumnContext } from "#server/kit/documents/csv-cells.ts";
import { ALL_ORGANIZATIONS, equalsLiteral, inScope, type Database } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { folderName } from "#server/invoices/month-zip.ts";
import { appendEntry, closePeriods } from "./append.ts";
import { entryColumns, toEntryRow } from "./entry-columns.ts";
import type { LogScope } from "./payloads.ts";
import type { TotalPayload } from "./periods.ts";
import { streamPages, type LogEntry } from "./queries.ts";

type ArchiveCall = RawCall<typeof receiptLog.archive>;

interface ArchivedLog {
  organization: { id: string; name: string };
  timezone: string;
  /** Numbers of the entries: after the first, until the second. */
  range: { after: number; until: number };
}

/** A month ends with its total, in December with that of the year. @returns 0 without a total */
async function findEnd({ db, organizationId }: LogScope, total: number): Promise<number> {
  const year = await db
    .selectFrom("receipt_log")
    .select("seq")
    .where("organization_id", "=", organizationId)
    .where("seq", "=", String(total + 1))
    .where("kind", "=", "year_total")
    .executeTakeFirst();
  return year ? total + 1 : total;
}

async function findRange(scope: LogScope, month: string): Promise<ArchivedLog["range"]> {
  const totals = await scope.db
    .selectFrom("receipt_log")
    .select(["seq", "payload"])
    .where("organization_id", "=", scope.organizationId)
    .where(equalsLiteral("kind", "month_total"))
    .orderBy("seq")
    .execute();
  const months = totals.map(({ payload }) => (JSON.parse(payload) as TotalPayload).from.slice(0, 7));
  const index = months.indexOf(month);
  if (index === -1) return { after: 0, until: 0 };
  const seqOf = (place: number) => Number(totals[place]?.seq ?? 0);
  return { after: await findEnd(scope, seqOf(index - 1)), until: await findEnd(scope, seqOf(index)) };
}

async function listArchivedLogs({ db, organizationId, params }: ArchiveCall): Promise<ArchivedLog[]> {
  const rows = await db
    .selectFrom("organizations")
    .select(["id", "name", "timezone"])
    .where(inScope("id", organizationId))
    .orderBy("name")
    .execute();
  const logs: ArchivedLog[] = [];
  for (const { id, name, timezone } of rows) {
    const range = await findRange({ db, organizationId: id }, params.month);
    const hasEntries = range.until > 0 || organizationId !== ALL_ORGANIZATIONS;
    if (hasEntries) logs.push({ organization: { id, name }, timezone, range });
  }
  return logs;
}

const formatLine = ({ seq, at, kind, payload, prev_sha256, sha256, signature }: LogEntry): string => {
  const hashes = { prevSha256: prev_sha256.toString("hex"), sha256: sha256.toString("hex") };
  const entry = { seq, at: at.toISOString(), kind, payload, ...hashes, signature: signature?.toString("base64") };
  return `${JSON.stringify(entry)}\n`;
};

async function* toLines(pages: AsyncIterable<LogEntry[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(formatLine).join("");
}

async function* toCsv(pages: AsyncIterable<LogEntry[]>, reader: ColumnContext): AsyncGenerator<string> {
  yield byteOrderMark + formatCsv([entryColumns.map((column) => column.header(reader))], reader.language);
  for await (const page of pages) {
    const rows = page.map(toEntryRow).map((row) => entryColumns.map((column) => column.cell(row, reader)));
    yield formatCsv(rows, reader.language);
  }
}

async function* withHash(texts: AsyncIterable<string>, hash: Hash): AsyncGenerator<string> {
  for await (const text of texts) {
    hash.update(text);
    yield text;
  }
}

/** Files are read only when the reader has the former ones. */
function addFiles(zip: ZipFile, call: ArchiveCall, { organization, timezone, range }: ArchivedLog): void {
  const { db, t, language, access, now, organizationId } = call;
  const { month } = call.params;
  const isEverywhere = organizationId === ALL_ORGANIZATIONS;
  const folder = isEverywhere ? folderName(organization) : "";
  const scope = { db, organizationId: organization.id };
  const reader: ColumnContext = { t, language, timezone, isPlatformScope: isEverywhere, isTeam: access.isTeam };
  const hashes: [name: string, Hash][] = [];
  const add = (name: string, texts: () => AsyncIterable<string>) => {
    const hash = createHash("sha256");
    hashes.push([name, hash]);
    zip.addReadStreamLazy(folder + name, { mtime: now }, (done) => done(null, Readable.from(withHash(texts(), hash))));
  };
  const name = t("receipt-log.fileName", { month });
  add(`${name}.jsonl`, () => toLines(streamPages(scope, range)));
  add(`${name}.csv`, () => toCsv(streamPages(scope, range), reader));
  add(t("receipt-log.readMeName"), async function* () {
    yield `${t("receipt-log.readMe", { organization: organization.name, month, file: `${name}.jsonl` })}\n`;
  });
  zip.addReadStreamLazy(`${folder}SHA256SUMS`, { mtime: now }, (done) =>
    done(null, Readable.from(hashes.map(([file, hash]) => `${hash.digest("hex")}  ${file}\n`))),
  );
}

/** Writes to the log what went out, before the last byte does. */
function noteArchive(call: ArchiveCall): Transform {
  const { appContext, organizationId, params, now } = call;
  const hash = createHash("sha256");
  let bytes = 0;
  const note = (db: Database) =>
    appendEntry(
      { db, now, organizationId },
      { kind: "archive", payload: { month: params.month, bytes, sha256: hash.digest("hex") } },
    );
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      if (organizationId === ALL_ORGANIZATIONS) return done();
      appContext.db
        .transaction()
        .execute(note)
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
  });
}

/** @throws HttpError 404 for a month that is not over */
async function assertMonthOver({ db, organizationId, params, now }: ArchiveCall): Promise<void> {
  if (organizationId === ALL_ORGANIZATIONS) return;
  const { timezone } = await db
    .selectFrom("organizations")
    .select("timezone")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (params.month >= localDateOf(timezone, now).slice(0, 7))
    throw new HttpError(404, message("receipt-log.monthNotOver"));
}

async function closeMonth({ appContext, organizationId, now }: ArchiveCall): Promise<void> {
  if (organizationId === ALL_ORGANIZATIONS) return;
  await appContext.db.transaction().execute((db) => closePeriods({ db, now, organizationId }));
}

export async function downloadArchive(call: ArchiveCall): Promise<void> {
  const { t, params, reply, request } = call;
  await assertMonthOver(call);
  reply
    .type("application/zip")
    .header("content-disposition", contentDisposition(`${t("receipt-log.fileName", { month: params.month })}.zip`));
  if (request.method === "HEAD") return void (await reply.send(""));
  await closeMonth(call);
  const zip = new ZipFile();
  for (const log of await listArchivedLogs(call)) addFiles(zip, call, log);
  zip.end();
  const stream = new PassThrough();
  const noted = noteArchive(call);
  // An error aborts the download, so that nobody takes a part for the whole.
  const abort = (error: Error) => void stream.destroy(error);
  zip.on("error", abort);
  noted.on("error", abort);
  zip.outputStream.pipe(noted).pipe(stream);
  await reply.send(stream);
}
