/** Steps before an import runs: upload, dry run with a mapping, start or delete. */
import type { FastifyRequest } from "fastify";
import {
  type FileEncoding,
  type Import,
  type ImportReport,
  type imports,
  MAX_IMPORT_BYTES,
} from "#contract/imports.ts";
import { type Database, isDatabaseError } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import { type Call, withoutTransaction, type RawCall } from "#server/kit/http/serve-module.ts";
import { createLimiter } from "#server/kit/process/limiter.ts";
import { loadSportRecognizer, readImportFile, dryRun, type ReadSettings } from "./apply.ts";
import type { ColumnMapping } from "./rows.ts";
import { guessMapping } from "./guess-mapping.ts";
import {
  type ImportColumn,
  deleteImport,
  deleteSurplusDrafts,
  findImportContent,
  findImport,
  findImportToChange,
  uniqueHeaders,
  insertImport,
  serializeImport,
  serializeReport,
  updateImport,
} from "./queries.ts";
import { readTable, type CsvTable } from "./read-csv.ts";

/** Parsing a large file takes seconds, and ten times its size in memory. */
const limitParsing = createLimiter(12);

async function receiveFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  const file = await request.file();
  if (!file) throw invalidFields({ file: [message("kit.required")] });
  try {
    return { name: file.filename, content: await file.toBuffer() };
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 413) throw error;
    const saying = message("imports.tooLarge", { most: MAX_IMPORT_BYTES / 1024 / 1024 });
    throw new HttpError(413, saying, { errors: { file: [saying] } });
  }
}

const MAX_SAMPLES = 3;
const isAccented = (text: string) => /[^\p{ASCII}]/u.test(text);

/** The first values; one of them has accents if any value has, since they show whether the encoding is right. */
function sampleColumn(rows: CsvTable["rows"], at: number): string[] {
  const samples = new Set<string>();
  let accented: string | undefined;
  for (const { cells } of rows) {
    const cell = (cells[at] ?? "").trim().slice(0, 80).toWellFormed();
    if (cell !== "" && samples.size < MAX_SAMPLES) samples.add(cell);
    if (isAccented(cell)) accented ??= cell;
    if (samples.size === MAX_SAMPLES && accented !== undefined) break;
  }
  if (accented === undefined || samples.has(accented)) return [...samples];
  return [...[...samples].slice(0, MAX_SAMPLES - 1), accented];
}

const describeColumns = ({ headers, rows }: CsvTable): ImportColumn[] =>
  headers.map((header, at) => ({ header: header.slice(0, 200).toWellFormed(), samples: sampleColumn(rows, at) }));

/** Removes folders, which some clients send, and line breaks. */
const cleanFileName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed() || "import.csv";

export interface ImportUpload {
  organizationId: string;
  name: string;
  content: Buffer;
  /** Without it, it is guessed. */
  encoding?: FileEncoding | undefined;
  userId: string | null;
  now: Date;
}

async function describeFile(db: Database, content: Buffer, chosen: FileEncoding | undefined) {
  const table = await readTable(content, chosen);
  return {
    encoding: table.encoding,
    columns: describeColumns(table),
    mapping: guessMapping(table, await loadSportRecognizer(db)),
    rows: table.rows.length,
  };
}

/** @throws HttpError 415 or 422 if it is not a CSV file */
export async function createImport(
  db: Database,
  { organizationId, name, content, encoding, userId, now }: ImportUpload,
): Promise<string> {
  const id = uuidv7(now);
  await insertImport(db, {
    organization_id: organizationId,
    id,
    file_name: cleanFileName(name),
    content,
    ...(await describeFile(db, content, encoding)),
    created_by: userId,
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** Without a transaction, because a slow upload must not hold a database connection. */
export const uploadImport = withoutTransaction(async (call: RawCall<typeof imports.upload>): Promise<Import> => {
  const { db, organizationId, user, now, t, request } = call;
  const file = await receiveFile(request);
  const id = await limitParsing(() => createImport(db, { ...file, organizationId, userId: user.id, now }));
  await deleteSurplusDrafts(db, organizationId, id);
  return serializeImport(await findImport(db, organizationId, id), t);
});

/** Without a transaction, because a large file takes long. */
export const readImportAgain = withoutTransaction(async (call: Call<typeof imports.readAgain>): Promise<Import> => {
  const { db, organizationId, params, body, now, t } = call;
  const { importId } = params;
  const content = await findDraftContent(db, organizationId, importId);
  const described = await limitParsing(() => describeFile(db, content, body.encoding)).catch((error: unknown) => {
    const file = error instanceof HttpError ? error.errors?.["file"] : undefined;
    throw file ? invalidFields({ encoding: file }) : error;
  });
  await db.transaction().execute(async (trx) => {
    await findDraftImport(trx, organizationId, importId);
    await updateImport(trx, organizationId, importId, { ...described, updated_at: now });
  });
  return serializeImport(await findImport(db, organizationId, importId), t);
});

export function assertValidMapping(columns: readonly unknown[], mapping: ColumnMapping): void {
  const targets = mapping.filter((target) => target !== null);
  const wrong = [
    ...(mapping.length === columns.length ? [] : [message("imports.otherColumns", { count: columns.length })]),
    ...(new Set(targets).size === targets.length ? [] : [message("imports.targetTwice")]),
    ...(targets.includes("facilityName") ? [] : [message("imports.facilityNameMissing")]),
    ...(targets.includes("fieldName") ? [] : [message("imports.fieldNameMissing")]),
  ];
  if (wrong.length > 0) throw invalidFields({ mapping: wrong });
}

async function findDraftImport(db: Database, organizationId: string, id: string) {
  const row = await findImportToChange(db, organizationId, id);
  if (row.state !== "draft") throw new HttpError(409, message("imports.begunAlready"));
  return row;
}

async function findDraftContent(db: Database, organizationId: string, id: string): Promise<Buffer> {
  const { state } = await findImport(db, organizationId, id);
  const content = await findImportContent(db, organizationId, id);
  if (state !== "draft" || !content) throw new HttpError(409, message("imports.begunAlready"));
  return content;
}

/** Without a transaction, because a large file takes long. */
export const checkImport = withoutTransaction(async (call: Call<typeof imports.check>): Promise<ImportReport> => {
  const { db, organizationId, params, body, now, t } = call;
  const { importId } = params;
  const { mapping } = body;
  const row = await db.transaction().execute(async (trx) => {
    const found = await findDraftImport(trx, organizationId, importId);
    assertValidMapping(found.columns as ImportColumn[], mapping);
    await updateImport(trx, organizationId, importId, { mapping, updated_at: now });
    return found;
  });
  const report = await limitParsing(() => dryRunFile(call, row));
  return serializeReport(report, uniqueHeaders(row.columns as ImportColumn[], t), t);
});

async function dryRunFile(
  { db, organizationId, params, body, access, now }: Call<typeof imports.check>,
  { encoding }: Pick<ReadSettings, "encoding">,
) {
  const { mapping } = body;
  const content = await findDraftContent(db, organizationId, params.importId);
  const { rows } = await readImportFile(db, content, { encoding, mapping });
  return dryRun(db, { organizationId, mapping, permissions: access.permissions }, rows, now);
}

/** @throws HttpError 409 while another import of the organization is running */
export async function queueImport(
  db: Database,
  organizationId: string,
  id: string,
  { mapping, userId, now }: { mapping: ColumnMapping; userId: string | null; now: Date },
): Promise<void> {
  const columns = { state: "waiting", mapping, started_by: userId, started_at: now, updated_at: now };
  try {
    await updateImport(db, organizationId, id, columns);
  } catch (error) {
    const isTaken = isDatabaseError(error) && error.constraint === "imports_one_at_once";
    throw isTaken ? new HttpError(409, message("imports.anotherRuns")) : error;
  }
}

export async function startImport(call: Call<typeof imports.start>): Promise<Import> {
  const { db, appContext, organizationId, params, body, user, now, t } = call;
  const { importId } = params;
  const { columns, file_name: fileName, rows } = await findDraftImport(db, organizationId, importId);
  assertValidMapping(columns as ImportColumn[], body.mapping);
  await queueImport(db, organizationId, importId, { mapping: body.mapping, userId: user.id, now });
  await appContext.jobs.send(db, "imports.run", { organizationId, importId });
  call.record({ after: { name: fileName, rows } });
  return serializeImport(await findImport(db, organizationId, importId), t);
}

export async function cancelImport(call: Call<typeof imports.cancel>): Promise<null> {
  const { db, organizationId, params, now } = call;
  const { state, file_name: name, progress } = await findImportToChange(db, organizationId, params.importId);
  if (state === "draft") {
    await deleteImport(db, organizationId, params.importId);
    call.record({ skipsEntry: true });
  } else if (state === "waiting" || state === "running") {
    const canceled = { state: "canceled", ended_at: now, updated_at: now };
    await updateImport(db, organizationId, params.importId, canceled);
    call.record({ after: { name, rows: progress } });
  } else throw new HttpError(409, message("imports.endedAlready"));
  return null;
}
