/**
 * Backup and restore of a filled database, encrypted: `node bench/backup.ts --events=1000000`. Exits with 1 where the
 * restore takes longer than ten minutes, or where a table has other rows. `--data FOLDER` names that of
 * `npm run bench -- --data FOLDER`, whose filled database is used. `--target URL` of an empty database on a server of this
 * machine, as it is installed, in place of an embedded one that is made for a restore.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { describeRun } from "#faults/report.ts";
import { createBackupKey, readBackupKey } from "#server/kit/backup/encryption.ts";
import { verifyBackup } from "#server/kit/backup/read-backup.ts";
import { RESTORE_SETTINGS, restoreBackup } from "#server/kit/backup/restore-backup.ts";
import { writeBackup } from "#server/kit/backup/write-backup.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { migrate } from "#server/kit/db/migrate.ts";
import { openFileStore } from "#server/kit/storage/file-store.ts";
import { openBulkConnection } from "./data/bulk-connection.ts";
import { findPostmaster, readCpuMs, readTreeCpuMs } from "./measure/processes.ts";
import { fillDatabase } from "./data/fill.ts";

const MAX_RESTORE_SECONDS = 600;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    data: { type: "string" },
    target: { type: "string" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "baseline-bench-backup-"));
// PostgreSQL runs as another account where this is root.
chmodSync(folder, 0o711);
const file = join(folder, "all.tar.zst.age");
const sourceDir = values.data ? join(values.data, values.events) : join(folder, "source");

interface Measure {
  seconds: number;
  /** Processor time of this process, and of PostgreSQL with its connections. */
  own: number;
  database: number;
}
async function measure<T>(url: string, work: () => Promise<T>): Promise<[T, Measure]> {
  const postgres = await findPostmaster(url);
  const read = () => ({ seconds: performance.now(), own: readCpuMs(process.pid), database: readTreeCpuMs(postgres) });
  const before = read();
  const result = await work();
  const after = read();
  const differ = (name: keyof Measure) => (after[name] - before[name]) / 1000;
  return [result, { seconds: differ("seconds"), own: differ("own"), database: differ("database") }];
}
const format = ({ seconds, own, database }: Measure) =>
  `${seconds.toFixed(1)} s (processor: ${own.toFixed(1)} s here, ${database.toFixed(1)} s in PostgreSQL)`;

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

const { commit, machine, date } = describeRun();
const where = values.target ? "a server as it is installed" : "an embedded server";
console.log(`${commit}, ${machine}, ${date}, load average ${loadavg()[0]?.toFixed(1)}, into ${where}`);
const source = await startEmbeddedDatabase({ dataDir: sourceDir, isForTests: true });
const target = values.target
  ? { url: values.target, stop: () => Promise.resolve() }
  : await startEmbeddedDatabase({ dataDir: join(folder, "target"), settings: RESTORE_SETTINGS });
try {
  if (!values.data) {
    await migrate(source.url);
    const db = openBulkConnection(source.url);
    await fillDatabase({ db, events: Number(values.events), now: new Date() }, console.log).finally(() => db.destroy());
  }
  const key = await readBackupKey({ key: (await createBackupKey()).secretKey, keyFile: undefined });
  const store = openFileStore({ s3: undefined, dataDir: sourceDir });
  const [backup, backing] = await measure(source.url, () =>
    writeBackup(file, { databaseUrl: source.url, store, key, version: "bench", now: new Date() }),
  );
  console.log(`Backup: ${backup.rows} rows, ${Math.round(backup.bytes / 1e6)} MB in ${format(backing)}`);
  const [contents, verifying] = await measure(target.url, () => verifyBackup(file, key));
  console.log(`Verified in ${format(verifying)}`);
  const start = performance.now();
  const show = (step: string) => console.log(`  ${((performance.now() - start) / 1000).toFixed(1)} s ${step}`);
  const [, restoring] = await measure(target.url, () =>
    restoreBackup(file, contents, { databaseUrl: target.url, store, key, isReplaced: false, show }),
  );
  const all = verifying.seconds + restoring.seconds;
  console.log(
    `Restored in ${format(restoring)}; with the verification ${all.toFixed(0)} s, ${Math.round(backup.rows / all)} rows/s, ${Math.round(Number(values.events) / all)} events/s`,
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
