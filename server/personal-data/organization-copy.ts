/** The copy of everything of an organization: asked for by an owner, made by a job, downloaded in parts that follow each other. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type RawBuilder, sql } from "kysely";
import { ZipFile } from "yazl";
import type { DataExport, personalData } from "#contract/personal-data-endpoints.ts";
import { type PhotoSize, type PicturePurpose, storedPhotoNames } from "#server/files/photo-names.ts";
import type { Database } from "#server/kit/db/database.ts";
import { fetchNext, startStreamCursor } from "#server/kit/db/stream-cursor.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call, RawCall } from "#server/kit/http/serve-module.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { release } from "#server/kit/process/release.ts";
import type { FileStore } from "#server/kit/storage/file-store.ts";
import { listActiveOwners } from "#server/members/memberships.ts";
import type { Language } from "#messages/translator.ts";
import {
  COPY_FORMAT,
  type CopyManifest,
  FILES_FOLDER,
  MANIFEST_NAME,
  PEOPLE_NAME,
  tableFileName,
} from "./copy-format.ts";
import { EXPORT_JOB, findMadeCopy, setDownloadHeaders } from "./download-copy.ts";
import { organizationCopyMail } from "./mail.ts";
import { type CopiedTable, listCopiedTables, listReferences } from "./organization-catalogue.ts";
import {
  type DataExportRow,
  findDataExport,
  insertDataExport,
  serializeDataExport,
  updateProgress,
  updateToEnded,
} from "./queries.ts";
import { copyPartName } from "./stored-copies.ts";

const ROWS_PER_BATCH = 500;
/** Each part is in memory once. */
const PART_BYTES = 8 * 1024 * 1024;

/** @throws HttpError 409 within a day after the one before */
export async function requestOrganizationExport({
  db,
  appContext,
  user,
  organizationId,
  language,
  now,
}: Call<typeof personalData.requestOrganizationExport>): Promise<DataExport> {
  const draft = { userId: user.id, organizationId, language: user.language ?? language };
  const row = await insertDataExport(db, draft, now);
  if (!row) throw new HttpError(409, message("personal-data.onceADay"));
  await appContext.jobs.send(db, EXPORT_JOB, { id: row.id });
  return serializeDataExport(row, now);
}

/** @throws HttpError 404 before it is made, and after it has ended */
export async function downloadOrganizationExport(
  call: RawCall<typeof personalData.downloadOrganizationExport>,
): Promise<void> {
  const { db, appContext, user, organizationId, params, now, t, request, reply } = call;
  const found = await findDataExport(db, { userId: user.id, organizationId }, params.organizationExportId);
  const row = findMadeCopy(found, params.organizationExportId, now);
  setDownloadHeaders(reply, t("personal-data.organizationFile"), row);
  if (request.method === "HEAD") return void (await reply.send(""));
  const first = await appContext.store.get(copyPartName(row.id, 1));
  if (!first) throw notFound();
  first.body.destroy();
  void reply.header("content-length", Number(row.bytes));
  await reply.send(Readable.from(readParts(appContext.store, row)));
}

async function* readParts(store: FileStore, { id, parts }: DataExportRow): AsyncIterable<Buffer> {
  for (let part = 1; part <= parts; part += 1) {
    const file = await store.get(copyPartName(id, part));
    if (!file) throw new Error(`Part ${part} of the copy ${id} is missing`);
    yield* file.body as AsyncIterable<Buffer>;
  }
}

type OrganizationExportRow = DataExportRow & { organization_id: string };

export async function makeOrganizationCopy(appContext: AppContext, row: OrganizationExportRow): Promise<void> {
  const { db, clock, store } = appContext;
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    const zip = await openOrganizationCopy({ ...appContext, db: snapshot }, row.organization_id, (progress, steps) =>
      updateProgress(db, row.id, { progress, steps }, clock.now()),
    );
    await finish(appContext, row, await storeParts(store, row.id, zip));
  } finally {
    await snapshot.rollback().execute();
  }
}

/** Each owner is told, as nobody should take everything along unseen. */
async function finish(
  appContext: AppContext,
  row: OrganizationExportRow,
  file: { bytes: number; parts: number },
): Promise<void> {
  const { db, clock } = appContext;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // The sweep deletes the files of one that was replaced meanwhile.
    if (!(await updateToEnded(trx, row.id, file, now))) return;
    const { email: by } = await trx
      .selectFrom("users")
      .select("email")
      .where("id", "=", row.user_id)
      .executeTakeFirstOrThrow();
    for (const { email, language } of await listActiveOwners(trx, row.organization_id))
      await enqueueMail(
        { db: trx, appContext, now },
        {
          to: email,
          language: (language ?? row.language) as Language,
          template: organizationCopyMail,
          params: { organizationId: row.organization_id, by },
        },
      );
  });
}

async function storeParts(store: FileStore, id: string, content: Readable) {
  let [bytes, parts, size] = [0, 0, 0];
  let chunks: Buffer[] = [];
  const flush = async () => {
    parts += 1;
    await store.put(copyPartName(id, parts), Buffer.concat(chunks), "application/zip");
    [chunks, size] = [[], 0];
  };
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    bytes += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  return { bytes, parts };
}

interface CopySource {
  /** A transaction with one snapshot. */
  db: Database;
  store: FileStore;
  clock: AppContext["clock"];
}

/** @param onStep called after each table and photo. @returns the ZIP file, read from the database while it is read */
export async function openOrganizationCopy(
  { db, store, clock }: CopySource,
  organizationId: string,
  onStep: (progress: number, steps: number) => Promise<void>,
): Promise<Readable> {
  await startStreamCursor(db);
  const tables = await listCopiedTables(db);
  const photos = await listPhotos(db, organizationId);
  const people = await listPeople(db, organizationId, tables);
  let progress = 0;
  const advance = () => onStep(++progress, tables.length + photos.length);
  const mtime = clock.now();
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail);
  const manifest: CopyManifest = {
    format: COPY_FORMAT,
    version: release,
    createdAt: mtime.toISOString(),
    organization: await findOrganization(db, organizationId),
    tables: [],
    people: { rows: people.length, sha256: "" },
    files: [],
  };
  const add = (name: string, lines: AsyncIterable<string>) => {
    const stream = Readable.from(lines, { objectMode: false });
    stream.on("error", fail);
    zip.addReadStream(stream, name, { mtime });
  };
  for (const table of tables) {
    const described = { name: table.name, columns: table.columns, rows: 0, sha256: "" };
    manifest.tables.push(described);
    const hash = createHash("sha256");
    add(
      tableFileName(table.name),
      (async function* () {
        for await (const { text, rows } of readRows(db, table, organizationId)) {
          hash.update(text);
          described.rows += rows;
          yield text;
        }
        described.sha256 = hash.digest("hex");
        await advance();
      })(),
    );
  }
  const peopleText = people.map((person) => `${JSON.stringify(person)}\n`).join("");
  manifest.people.sha256 = createHash("sha256").update(peopleText).digest("hex");
  zip.addBuffer(Buffer.from(peopleText), PEOPLE_NAME, { mtime });
  for (const name of photos)
    zip.addReadStreamLazy(`${FILES_FOLDER}${name}`, { mtime, compress: false }, (callback) => {
      readPhoto(store, name)
        .then(async (bytes) => {
          manifest.files.push({ name, sha256: createHash("sha256").update(bytes).digest("hex") });
          await advance();
          callback(null, Readable.from([bytes], { objectMode: false }));
        })
        .catch((error: unknown) => callback(error as Error, Readable.from([])));
    });
  add(
    MANIFEST_NAME,
    (async function* () {
      yield `${JSON.stringify(manifest, null, 2)}\n`;
    })(),
  );
  zip.end();
  return output;
}

/** A photo that is lost is empty in the copy: the rest shall not be lost with it. */
async function readPhoto(store: FileStore, name: string): Promise<Buffer> {
  const file = await store.get(name);
  return file ? buffer(file.body) : Buffer.alloc(0);
}

async function* readRows(db: Database, { name, columns, key, tenant }: CopiedTable, organizationId: string) {
  const refs = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
  const query: RawBuilder<{ line: string }> = sql`
    select row_to_json(copied)::text as line from (
      select ${refs(columns.map((column) => column.name))} from ${sql.table(name)}
      where ${sql.ref(tenant)} = ${organizationId} order by ${refs(key)}
    ) as copied`;
  const compilable = { compile: () => query.compile(db) };
  for (;;) {
    const rows = await fetchNext(db, compilable, ROWS_PER_BATCH);
    if (rows.length === 0) return;
    yield { text: rows.map(({ line }) => `${line}\n`).join(""), rows: rows.length };
  }
}

async function listPhotos(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("files")
    .select(["picture", "sizes", "purpose"])
    .where("organization_id", "=", organizationId)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ picture, sizes, purpose }) =>
    storedPhotoNames(picture, sizes as unknown as PhotoSize[], purpose as PicturePurpose | null),
  );
}

const findOrganization = (db: Database, id: string) =>
  db.selectFrom("organizations").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow();

/** Accounts that the rows name, with an address where somebody signs in with it. */
async function listPeople(db: Database, organizationId: string, tables: readonly CopiedTable[]) {
  const ids = new Set<string>();
  for (const { table, column, target } of await listReferences(db)) {
    if (target !== "users" || !tables.some(({ name }) => name === table)) continue;
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)}
      where organization_id = ${organizationId} and ${sql.ref(column)} is not null`.execute(db);
    for (const { id } of rows) ids.add(id);
  }
  const { rows } = await sql<{ id: string }>`
    select id, case when email_verified_at is not null and active and not is_api_key then email end as email,
      first_name, last_name, phone, language
    from users where id = any(${[...ids]}::uuid[]) order by id`.execute(db);
  return rows;
}
