/** Restores a backup into an empty database and its store: all of it, or nothing. */
import { once } from "node:events";
import pg from "pg";
import { from as copyFrom, type CopyStreamQuery } from "pg-copy-streams";
import { migrateWithin, readMigrations } from "#server/kit/db/migrate.ts";
import { areServersAtWork } from "#server/kit/db/servers-at-work.ts";
import { CommandError } from "#server/kit/process/command.ts";
import type { FileStore } from "#server/kit/storage/file-store.ts";
import { CHECKSUMS_NAME, FILES_FOLDER, type Manifest, type RowCounts, tableOfPart } from "./backup-format.ts";
import type { BackupKey } from "./encryption.ts";
import { dropEverything, listIndexStatements, quoteName } from "./catalogue.ts";
import { type Contents, readMembers } from "./read-backup.ts";

export interface RestoreTarget {
  databaseUrl: string;
  store: FileStore;
  key: BackupKey | undefined;
  /** Deletes what the database holds. */
  isReplaced: boolean;
  /** Called when a step begins. */
  show(step: string): void;
}

/** The embedded PostgreSQL runs with these meanwhile: rows of emptied tables and their indexes then need no log. */
export const RESTORE_SETTINGS = ["wal_level=minimal", "max_wal_senders=0", "max_wal_size=4GB", "shared_buffers=256MB"];

/** Below what a small machine has; without it, large indexes are sorted on the disk. */
const INDEX_MEMORY = "512MB";

/**
 * @param contents of `verifyBackup`
 * @throws CommandError; the database is then as it was before. Files that were written already are of no row, and the
 * job that removes such files finds them.
 */
export async function restoreBackup(file: string, contents: Contents, target: RestoreTarget): Promise<void> {
  assertKnownMigrations(contents.manifest);
  const client = new pg.Client({ connectionString: target.databaseUrl, application_name: "baseline restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'",
    );
    await client.query(`set maintenance_work_mem = '${INDEX_MEMORY}'`);
    if (await areServersAtWork(client))
      throw new CommandError("A server works with this database: stop it first, and start it again after the restore");
    await assertEmpty(client, target.isReplaced);
    await client.query("begin");
    target.show("making the tables");
    await dropEverything(client);
    await migrateWithin(client, contents.manifest.migrations.at(-1)?.name);
    await load(client, file, contents, target);
    await client.query("commit");
    target.show("collecting statistics");
    await client.query("analyze");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw explainDatabaseFailure(error);
  } finally {
    await client.end();
  }
}

/** Rows of a newer schema fit into no older one. */
function assertKnownMigrations({ migrations, version }: Manifest): void {
  const known = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.filter(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown[0])
    throw new CommandError(
      `The backup is of a newer release of Baseline, or of another one (${version}, with the migration ${unknown[0].name}): update first`,
    );
}

async function assertEmpty(client: pg.Client, isReplaced: boolean): Promise<void> {
  const { rows } = await client.query<{ tables: number; isOurs: boolean }>(
    `select count(*)::int as tables, to_regclass('public.migrations') is not null as "isOurs"
     from pg_tables where schemaname = 'public'`,
  );
  const [{ tables, isOurs } = { tables: 0, isOurs: false }] = rows;
  if (tables === 0) return;
  if (!isOurs)
    throw new CommandError("The database holds tables of another program: restore into a database of its own");
  if (isReplaced) return;
  // A server that was started once has made the tables: that is as good as empty.
  for (const table of ["users", "organizations"]) {
    const { rows: first } = await client.query(`select from ${table} limit 1`);
    if (first.length > 0)
      throw new CommandError(
        "The database holds data already: restore into an empty one. With --replace, all that it holds is deleted first",
      );
  }
}

async function load(client: pg.Client, file: string, { manifest, counts }: Contents, target: RestoreTarget) {
  const indexes = await listIndexStatements(client);
  for (const statement of indexes.drop) await client.query(statement);
  const names = manifest.tables.map(({ name }) => quoteName(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Migrations insert rows, which the backup has too.
  await client.query(`truncate ${names.join(", ")}`);
  await loadMembers(client, file, { manifest, counts }, target);
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quoteName(name), lastValue, isCalled]);
  target.show("building the indexes");
  for (const statement of indexes.create) await client.query(statement);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

async function loadMembers(
  client: pg.Client,
  file: string,
  { manifest, counts }: Pick<Contents, "manifest" | "counts">,
  { key, store, show }: RestoreTarget,
): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const loaded: RowCounts = Object.fromEntries(manifest.tables.map(({ name }) => [name, 0]));
  let copy: TableCopy | undefined;
  const finish = async () => {
    if (copy) loaded[copy.table] = await copy.end();
    copy = undefined;
  };
  try {
    for await (const { name, content } of readMembers(file, key)) {
      const table = tables.get(tableOfPart(name) ?? "");
      if (copy && copy.table !== table?.name) await finish();
      if (table) {
        if (!copy) show(`loading ${table.name}`);
        copy ??= startCopy(client, table);
        await copy.write(content);
      } else if (name.startsWith(FILES_FOLDER)) {
        const stored = name.slice(FILES_FOLDER.length);
        await store.put(stored, content, mediaTypeOf(stored));
      } else if (name === CHECKSUMS_NAME) await finish();
    }
  } finally {
    copy?.abort();
  }
  const different = Object.keys(counts).find((name) => counts[name] !== loaded[name]);
  if (different !== undefined)
    throw new CommandError(
      `${loaded[different]} rows of ${different} were restored, but the backup has ${counts[different]}`,
    );
}

interface TableCopy {
  table: string;
  write(content: Buffer): Promise<void>;
  /** @returns number of rows */
  end(): Promise<number>;
  abort(): void;
}

/** The table was emptied in this transaction, so that its rows can be frozen at once. */
function startCopy(client: pg.Client, { name, columns }: Manifest["tables"][number]): TableCopy {
  const stream: CopyStreamQuery = client.query(
    copyFrom(`copy ${quoteName(name)} (${columns.map(quoteName).join(", ")}) from stdin with (freeze)`),
  );
  let failure: Error | undefined;
  stream.on("error", (error) => (failure ??= error));
  const ended = new Promise<void>((resolve) => stream.once("close", resolve));
  return {
    table: name,
    async write(content) {
      if (failure) throw failure;
      if (!stream.write(content)) await Promise.race([once(stream, "drain"), ended]);
      if (failure) throw failure;
    },
    async end() {
      stream.end();
      await ended;
      if (failure) throw failure;
      return stream.rowCount;
    },
    abort: () => void stream.destroy(),
  };
}

const mediaTypes: Record<string, string> = { webp: "image/webp", avif: "image/avif" };
const mediaTypeOf = (name: string) => mediaTypes[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";

const failures: Record<string, string> = {
  "53100": "the disk of the database is full",
  "55P03": "another program holds locks on its tables: stop it first",
  "25006": "it is read-only, such as a replica",
};
function explainDatabaseFailure(error: unknown): unknown {
  const reason = error instanceof Error && "code" in error ? failures[String(error.code)] : undefined;
  return reason
    ? new CommandError(`The database could not be restored: ${reason}. It is as it was before`, { cause: error })
    : error;
}
