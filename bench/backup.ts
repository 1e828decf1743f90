/**
 * Backup and restore of a filled database, encrypted: `node bench/backup.ts --events=1000000`. Exits with 1 where the
 * restore takes longer than ten minutes, or where a table has other rows.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { createBackupKey, readBackupKey } from "#server/kit/backup/backup-key.ts";
import { verifyBackup } from "#server/kit/backup/read-backup.ts";
import { restoreBackup } from "#server/kit/backup/restore-backup.ts";
import { writeBackup } from "#server/kit/backup/write-backup.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { migrate } from "#server/kit/db/migrate.ts";
import { openFileStore } from "#server/kit/storage/file-store.ts";
import { openBulkConnection } from "./data/bulk-connection.ts";
import { fillDatabase } from "./data/fill.ts";

const MAX_RESTORE_SECONDS = 600;

const { values } = parseArgs({ options: { events: { type: "string", default: "1000000" } } });
const folder = mkdtempSync(join(tmpdir(), "baseline-bench-backup-"));
// PostgreSQL runs as another account where this is root.
chmodSync(folder, 0o711);
const [sourceDir, targetDir, file] = [join(folder, "source"), join(folder, "target"), join(folder, "all.tar.zst.age")];

const seconds = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const start = performance.now();
  const result = await work();
  return [result, (performance.now() - start) / 1000];
};

async function queryRows<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A sum of the hashes of all rows, which does not depend on their order. */
async function hashTables(url: string): Promise<Map<string, string>> {
  const tables = await queryRows<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const hashes = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await queryRows<{ hash: string }>(
      url,
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as hash from ${name} t`,
    );
    hashes.set(name, row?.hash ?? "");
  }
  return hashes;
}

const source = await startEmbeddedDatabase({ dataDir: sourceDir, isForTests: true });
const target = await startEmbeddedDatabase({ dataDir: targetDir });
try {
  await migrate(source.url);
  const db = openBulkConnection(source.url);
  await fillDatabase({ db, events: Number(values.events), now: new Date() }, console.log).finally(() => db.destroy());
  const key = await readBackupKey({ key: (await createBackupKey()).secretKey, keyFile: undefined });
  const store = openFileStore({ s3: undefined, dataDir: sourceDir });
  const [backup, backupSeconds] = await seconds(() =>
    writeBackup(file, { databaseUrl: source.url, store, key, version: "bench", now: new Date() }),
  );
  console.log(
    `Backup: ${backup.rows} rows, ${Math.round(backup.bytes / 1e6)} MB in ${backupSeconds.toFixed(1)} s, ${Math.round(backup.rows / backupSeconds)} rows/s`,
  );
  const start = performance.now();
  const show = (step: string) => console.log(`  ${((performance.now() - start) / 1000).toFixed(1)} s ${step}`);
  const [contents, verifySeconds] = await seconds(() => verifyBackup(file, key));
  const [, restoreSeconds] = await seconds(() =>
    restoreBackup(file, contents, { databaseUrl: target.url, store, key, isReplaced: false, show }),
  );
  const all = verifySeconds + restoreSeconds;
  console.log(
    `Restore: ${verifySeconds.toFixed(1)} s to verify, ${restoreSeconds.toFixed(1)} s to restore, ${Math.round(backup.rows / all)} rows/s, ${Math.round(Number(values.events) / all)} events/s`,
  );
  const [before, after] = [await hashTables(source.url), await hashTables(target.url)];
  const different = [...before].filter(([name, hash]) => after.get(name) !== hash).map(([name]) => name);
  console.log(different.length === 0 ? `Equal rows in ${before.size} tables` : `Different: ${different.join(", ")}`);
  if (different.length > 0 || all > MAX_RESTORE_SECONDS) process.exitCode = 1;
} finally {
  await source.stop();
  await target.stop();
  rmSync(folder, { recursive: true });
}
