/** Writes a backup: rows of one snapshot of the database, and all files of the store. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { PassThrough, Readable, Transform, type Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { pack, type Pack } from "tar-stream";
import { isDistributed } from "#server/kit/db/distribute.ts";
import { areServersAtWork } from "#server/kit/db/servers-at-work.ts";
import { CommandError } from "#server/kit/process/command.ts";
import type { FileStore } from "#server/kit/storage/file-store.ts";
import { FILE_DELETION_LOCK_ID } from "#server/kit/storage/deletion-lock.ts";
import {
  BACKUP_FORMAT,
  CHECKSUMS_NAME,
  FILES_FOLDER,
  MANIFEST_NAME,
  ROW_COUNTS_NAME,
  tablePartName,
  type Manifest,
  type RowCounts,
} from "./backup-format.ts";
import { encrypt, type BackupKey } from "./encryption.ts";
import { listSequences, listTables, quoteName } from "./catalogue.ts";

/** Parts are held in memory, because a tar archive tells the size before the content. */
const PART_BYTES = 4 * 1024 * 1024;
const ZSTD_LEVEL = 3;

export interface BackupSource {
  /** Address of a direct connection, because the lock is one of the session. */
  databaseUrl: string;
  store: FileStore;
  /** Undefined: the backup is not encrypted. */
  key: BackupKey | undefined;
  version: string;
  now: Date;
}

export interface BackupResult {
  rows: number;
  tables: number;
  files: number;
  bytes: number;
  sha256: string;
}

/**
 * Writes FILE, and its checksum beside it in FILE.sha256. The file has its name only once it is whole and on the disk.
 * @throws CommandError if it exists, if the disk is full, or if a distributed database is written to meanwhile
 */
export async function writeBackup(file: string, source: BackupSource): Promise<BackupResult> {
  if (await exists(file)) throw new CommandError(`${file} exists already: backups are never overwritten`);
  const part = `${file}.part`;
  const output = createWriteStream(part, { mode: 0o600, flush: true });
  try {
    const counter = countBytes();
    const archive = pack();
    const compressed = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    const content = new PassThrough();
    const packed = Readable.from(archive);
    // Writes that are under way when the backup fails report their errors late, and up the pipeline.
    for (const stream of [output, counter.stream, content, compressed, packed, archive]) stream.on("error", () => {});
    const filled = fillArchive(archive, source).catch((error: unknown) => {
      archive.destroy(error as Error);
      throw error;
    });
    const sent = pipeline(packed, compressed, content);
    const written = (source.key ? encrypt(content, source.key) : Promise.resolve(content)).then((stream) =>
      pipeline(stream, counter.stream, output as Writable),
    );
    // Whatever fails first is the reason; the others fail after it.
    const [counts] = await Promise.all([filled, sent, written]).catch(async (error: unknown) => {
      archive.destroy();
      content.destroy();
      await Promise.allSettled([filled, sent, written]);
      throw error;
    });
    const sha256 = counter.sha256();
    await writeFile(`${file}.sha256`, `${sha256}  ${basename(file)}\n`, { mode: 0o600 });
    await rename(part, file);
    await syncFolder(dirname(file));
    return { ...counts, bytes: counter.bytes(), sha256 };
  } catch (error) {
    output.destroy();
    await rm(part, { force: true });
    throw explainWriteError(error, file);
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const writeErrors: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EFBIG: "the file system takes no file of this size",
  ENOENT: "there is no such folder",
  EACCES: "access is denied",
  EROFS: "the file system is read-only",
};
function explainWriteError(error: unknown, file: string): unknown {
  const reason = error instanceof Error && "code" in error ? writeErrors[String(error.code)] : undefined;
  return reason
    ? new CommandError(`${file} could not be written: ${reason}. Nothing is left of it`, { cause: error })
    : error;
}

function countBytes(): { stream: Transform; bytes(): number; sha256(): string } {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest("hex") };
}

type AddMember = (name: string, content: Buffer) => Promise<void>;

async function fillArchive(
  archive: Pack,
  source: BackupSource,
): Promise<Pick<BackupResult, "rows" | "tables" | "files">> {
  const sums: string[] = [];
  const add: AddMember = (name, content) => {
    sums.push(`${createHash("sha256").update(content).digest("hex")}  ${name}\n`);
    return new Promise((resolve, reject) => {
      archive.entry({ name, mtime: source.now, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    });
  };
  const client = new pg.Client({ connectionString: source.databaseUrl, application_name: "baseline backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    if ((await isDistributed(client)) && (await areServersAtWork(client)))
      throw new CommandError(
        "This database is distributed, and no snapshot holds on all of its servers: stop the servers of Baseline while the backup is written, or take base backups (docs/scale.md)",
      );
    // Rows of the snapshot name files: none may go before it is copied. Taken before the snapshot.
    await lockFileDeletion(client);
    await client.query("set idle_in_transaction_session_timeout = 0; set statement_timeout = 0");
    await client.query("begin isolation level repeatable read read only");
    const manifest = await readManifest(client, source);
    await add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    const counts: RowCounts = {};
    for (const table of manifest.tables) counts[table.name] = await addTable(client, table, add);
    const files = await addFiles(source.store, add);
    await add(ROW_COUNTS_NAME, Buffer.from(`${JSON.stringify(counts, null, 2)}\n`));
    await add(CHECKSUMS_NAME, Buffer.from(sums.join("")));
    archive.finalize();
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { rows, tables: manifest.tables.length, files };
  } finally {
    await client.end();
  }
}

async function lockFileDeletion(client: pg.Client): Promise<void> {
  await client.query("set lock_timeout = '60s'");
  await client.query("select pg_advisory_lock($1)", [FILE_DELETION_LOCK_ID]).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === "55P03")
      throw new CommandError("Another backup of this database is being written: wait for its end", { cause: error });
    throw error;
  });
}

async function readManifest(client: pg.Client, { version, now }: BackupSource): Promise<Manifest> {
  const { rows: migrations } = await client.query<Manifest["migrations"][number]>(
    "select name, sha256 from migrations order by name",
  );
  return {
    format: BACKUP_FORMAT,
    version,
    createdAt: now.toISOString(),
    migrations,
    tables: await listTables(client),
    sequences: await listSequences(client),
  };
}

/** @returns number of rows */
async function addTable(
  client: pg.Client,
  { name, columns }: Manifest["tables"][number],
  add: AddMember,
): Promise<number> {
  const source = client.query(copyTo(`copy ${quoteName(name)} (${columns.map(quoteName).join(", ")}) to stdout`));
  let chunks: Buffer[] = [];
  let bytes = 0;
  let part = 0;
  const flush = async (content: Buffer) => {
    if (content.length > 0) await add(tablePartName(name, ++part), content);
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    const all = Buffer.concat(chunks);
    // Values have no line feed of their own: COPY writes them as \n.
    const end = all.lastIndexOf("\n") + 1;
    await flush(all.subarray(0, end));
    chunks = [all.subarray(end)];
    bytes = all.length - end;
  }
  await flush(Buffer.concat(chunks));
  return source.rowCount;
}

async function addFiles(store: FileStore, add: AddMember): Promise<number> {
  let count = 0;
  for await (const { name } of store.listAll()) {
    const found = await store.get(name);
    // An upload that has failed meanwhile was of no row.
    if (!found) continue;
    await add(`${FILES_FOLDER}${name}`, await buffer(found.body));
    count++;
  }
  return count;
}
