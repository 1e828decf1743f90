/** Uploads a file, and reads it again in another encoding: describes its columns and guesses what they mean. */
import type { FastifyRequest } from "fastify";
import {
  type FileEncoding,
  type Import,
  type imports,
  MAX_IMPORT_BYTES,
  type SportMapping,
} from "#contract/imports.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import { type Call, withoutTransaction, type RawCall } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { loadSportRecognizer } from "./apply.ts";
import { findDraftContent, findDraftImport, limitParsing } from "./drafts.ts";
import { guessMapping } from "./guess-mapping.ts";
import {
  deleteSurplusDrafts,
  findImport,
  findLatestSportMapping,
  type ImportColumn,
  insertImport,
  serializeImport,
  updateImport,
} from "./queries.ts";
import { readTable, type CsvTable } from "./read-csv.ts";

export async function receiveFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
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

export const describeColumns = ({ headers, rows }: CsvTable): ImportColumn[] =>
  headers.map((header, at) => ({ header: header.slice(0, 200).toWellFormed(), samples: sampleColumn(rows, at) }));

/** Removes folders, which some clients send, and line breaks. */
export const cleanFileName = (name: string) =>
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
  sportMapping: SportMapping;
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
  { organizationId, name, content, encoding, sportMapping, userId, now }: ImportUpload,
): Promise<string> {
  const id = uuidv7(now);
  await insertImport(db, {
    organization_id: organizationId,
    id,
    file_name: cleanFileName(name),
    content,
    ...(await describeFile(db, content, encoding)),
    sport_mapping: sportMapping,
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
  const sportMapping = await findLatestSportMapping(db, organizationId);
  const id = await limitParsing(() =>
    createImport(db, { ...file, organizationId, sportMapping, userId: user.id, now }),
  );
  await deleteSurplusDrafts(db, organizationId, id);
  return serializeImport(await findImport(db, organizationId, id), t);
});

/** Says on the encoding what is wrong with the file that is read in it. */
export async function rethrowOnEncoding<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const file = error instanceof HttpError ? error.errors?.["file"] : undefined;
    throw file ? invalidFields({ encoding: file }) : error;
  }
}

/** Without a transaction, because a large file takes long. */
export const readImportAgain = withoutTransaction(async (call: Call<typeof imports.readAgain>): Promise<Import> => {
  const { db, organizationId, params, body, now, t } = call;
  const { importId } = params;
  const content = await findDraftContent(db, organizationId, importId, "facilities");
  const described = await rethrowOnEncoding(() => limitParsing(() => describeFile(db, content, body.encoding)));
  await db.transaction().execute(async (trx) => {
    await findDraftImport(trx, organizationId, importId, "facilities");
    await updateImport(trx, organizationId, importId, { ...described, updated_at: now });
  });
  return serializeImport(await findImport(db, organizationId, importId), t);
});
