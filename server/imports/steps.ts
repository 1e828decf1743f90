/**
 * The steps of an import around its run, the same for every kind: a file is uploaded, read again in another encoding, checked
 * with a mapping, imported as a job, and undone.
 */
import type { FileEncoding, SportMapping } from "#contract/imports.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Call, RawCall } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findDraftContent, findDraftImport, limitParsing } from "./drafts.ts";
import { queueImport } from "./prepare.ts";
import {
  deleteSurplusDrafts,
  findImport,
  type ImportColumn,
  type ImportKindName,
  type ImportRecord,
  insertImport,
  listImportRecords,
  mergeOptions,
  updateImport,
} from "./queries.ts";
import { startUndo } from "./undo.ts";
import { cleanFileName, receiveFile, rethrowOnEncoding } from "./upload.ts";

/** As `imports` keeps them; what is left out stays. */
export interface ImportSettings {
  mapping: readonly (string | null)[];
  sport_mapping?: SportMapping;
  options?: object;
}

export interface FileDescription extends ImportSettings {
  encoding: FileEncoding;
  columns: ImportColumn[];
  rows: number;
}

/** @template Body settings as people send them @template Report of a dry run @template Answer the import as people read it */
export interface ImportSteps<Body, Report, Answer> {
  kind: ImportKindName;
  /** Guesses what the columns mean. @throws HttpError on `file` */
  describeFile(
    db: Database,
    content: Buffer,
    source: Pick<ImportRecord, "organization_id" | "encoding" | "created_at">,
  ): Promise<FileDescription>;
  /** For the next file: what the organization has said of earlier ones. */
  findLatestSettings(db: Database, organizationId: string): Promise<Partial<ImportSettings>>;
  /** @throws HttpError 422 for wrong settings */
  checkSettings(db: Database, row: ImportRecord, body: Body): Promise<ImportSettings>;
  /** Says what the import would do with the settings of `row`. */
  dryRun(call: StepCall, content: Buffer, row: ImportRecord): Promise<Report>;
  /** @param withRecords with those that an undo has left, which lists do not show */
  serialize(reader: ImportReader, row: ImportRecord, options: { withRecords: boolean }): Promise<Answer>;
}

export interface UndoableImportSteps<Body, Report, Answer> extends ImportSteps<Body, Report, Answer> {
  /** @returns number of records that the import has made or changed */
  countWritten(row: ImportRecord): number;
}

export type ImportReader = Pick<Call, "db" | "organizationId" | "now" | "t">;
export type StepCall = Pick<Call, "db" | "appContext" | "organizationId" | "now" | "t" | "access">;
type ChangeCall = Pick<Call, "db" | "appContext" | "organizationId" | "user" | "now" | "t" | "record">;

export async function readImport<Body, Report, Answer>(
  steps: ImportSteps<Body, Report, Answer>,
  reader: ImportReader,
  id: string,
): Promise<Answer> {
  return steps.serialize(reader, await findImport(reader.db, reader.organizationId, id, steps.kind), {
    withRecords: true,
  });
}

export async function listImports<Body, Report, Answer>(
  steps: ImportSteps<Body, Report, Answer>,
  reader: ImportReader & { query: ListQuery },
): Promise<Page<Answer>> {
  const { data, meta } = await listImportRecords(reader.db, reader.organizationId, steps.kind, reader.query);
  return { data: await Promise.all(data.map((row) => steps.serialize(reader, row, { withRecords: false }))), meta };
}

export interface DraftUpload {
  organizationId: string;
  name: string;
  content: Buffer;
  /** Without it, it is guessed. */
  encoding?: FileEncoding | undefined;
  settings: Partial<ImportSettings>;
  userId: string | null;
  now: Date;
}

/** @throws HttpError 415 or 422 if the file cannot be read */
export async function createDraft<Body, Report, Answer>(
  db: Database,
  { kind, describeFile }: ImportSteps<Body, Report, Answer>,
  { organizationId, name, content, encoding, settings, userId, now }: DraftUpload,
): Promise<string> {
  const id = uuidv7(now);
  const source = { organization_id: organizationId, encoding: encoding ?? null, created_at: now };
  const described = await describeFile(db, content, source);
  await insertImport(db, {
    ...{ ...source, ...settings, ...described, id, kind, file_name: cleanFileName(name), content },
    options: { ...settings.options, ...described.options },
    ...{ created_by: userId, updated_at: now },
  });
  return id;
}

/** @param call without a transaction, because a slow upload must not hold a database connection */
export async function uploadFile<Body, Report, Answer>(
  steps: ImportSteps<Body, Report, Answer>,
  call: RawCall,
): Promise<Answer> {
  const { db, organizationId, user, now, request } = call;
  const file = await receiveFile(request);
  const settings = await steps.findLatestSettings(db, organizationId);
  const id = await limitParsing(() =>
    createDraft(db, steps, { ...file, organizationId, settings, userId: user.id, now }),
  );
  await deleteSurplusDrafts(db, organizationId, id);
  return readImport(steps, call, id);
}

/** @param call without a transaction, because a large file takes long */
export async function readFileAgain<Body, Report, Answer>(
  steps: ImportSteps<Body, Report, Answer>,
  call: ImportReader & { body: { encoding: FileEncoding } },
  id: string,
): Promise<Answer> {
  const { db, organizationId, now, body } = call;
  const draft = await findImport(db, organizationId, id, steps.kind);
  const content = await findDraftContent(db, organizationId, id, steps.kind);
  const described = await rethrowOnEncoding(() =>
    limitParsing(() => steps.describeFile(db, content, { ...draft, encoding: body.encoding })),
  );
  await db.transaction().execute(async (trx) => {
    const found = await findDraftImport(trx, organizationId, id, steps.kind);
    const options = mergeOptions(found, described.options);
    await updateImport(trx, organizationId, id, { ...described, options, updated_at: now });
  });
  return readImport(steps, call, id);
}

/** @param call without a transaction, because a large file takes long */
export async function checkFile<Body, Report, Answer>(
  steps: ImportSteps<Body, Report, Answer>,
  call: StepCall & { body: Body },
  id: string,
): Promise<Report> {
  const { db, organizationId, body, now } = call;
  const draft = await db.transaction().execute(async (trx) => {
    const found = await findDraftImport(trx, organizationId, id, steps.kind);
    const settings = await steps.checkSettings(trx, found, body);
    await updateImport(trx, organizationId, id, { ...settings, updated_at: now });
    return { ...found, ...settings };
  });
  const content = await findDraftContent(db, organizationId, id, steps.kind);
  return limitParsing(() => steps.dryRun(call, content, draft));
}

export async function startImport<Body, Report, Answer>(
  steps: ImportSteps<Body, Report, Answer>,
  call: ChangeCall & { body: Body },
  importId: string,
): Promise<Answer> {
  const { db, appContext, organizationId, body, user, now, record } = call;
  const draft = await findDraftImport(db, organizationId, importId, steps.kind);
  const settings = await steps.checkSettings(db, draft, body);
  await queueImport(db, organizationId, importId, { ...settings, userId: user.id, now });
  await appContext.jobs.send(db, "imports.run", { organizationId, importId });
  record({ after: { name: draft.file_name, rows: draft.rows } });
  return readImport(steps, call, importId);
}

/** @throws HttpError 409 if it cannot be undone, or while another import runs */
export async function startImportUndo<Body, Report, Answer>(
  steps: UndoableImportSteps<Body, Report, Answer>,
  call: ChangeCall,
  importId: string,
): Promise<Answer> {
  await startUndo(call, steps, importId);
  return readImport(steps, call, importId);
}
