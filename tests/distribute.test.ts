/**
 * `npm run distribute` turns a database of the release before into a distributed one: it says first what it will do, can
 * be run again, and loses nothing. On a Citus cluster alone (DATABASE_SERVER names its coordinator), but for the refusals.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBackup } from "#server/kit/backup/read-backup.ts";
import { restoreBackup } from "#server/kit/backup/restore-backup.ts";
import { writeBackup } from "#server/kit/backup/write-backup.ts";
import { distribute, planDistribution } from "#server/kit/db/distribute.ts";
import { migrate } from "#server/kit/db/migrate.ts";
import { openFileStore } from "#server/kit/storage/file-store.ts";
import { compileCache } from "./support/compile-cache.ts";
import { createClusterDatabase, dropDatabase, findNodes } from "./support/cluster-database.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

/** Migrations make random ids; those of the product are by time. */
const madeByMigration = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

type Queryable = Pick<pg.Client, "query"> | Pick<pg.Pool, "query">;
const root = join(import.meta.dirname, "..");
const nodes = await findNodes(process.env.TEST_DATABASE_SERVER ?? "");
const name = "t_to_distribute";
const fixtures = join(import.meta.dirname, "fixtures/releases");

/** Without a terminal, as a script runs it. */
async function run(url: string, ...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...compileCache, PATH: process.env.PATH, DATABASE_URL: url, BASELINE_FOLLOWS: "1" };
  const command = spawn(join(root, "node_modules/.bin/node"), ["server/distribute.ts", ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [command.stdout, command.stderr])
    stream.on("data", (data: Buffer) => (output += data.toString()));
  const code = await new Promise<number | null>((resolve) => command.once("close", resolve));
  return { code, output };
}

test("one server is left alone, with a word on what is missing", async () => {
  if (nodes.isCluster) return;
  const database = await createTestDatabase();
  try {
    const { code, output } = await run(database.url, "--yes");
    expect([code, output]).toEqual([1, expect.stringContaining("This database has no Citus")]);
  } finally {
    await database.drop();
  }
  expect(await run("", "--yes")).toEqual({ code: 1, output: expect.stringContaining("DATABASE_URL is not set") });
  expect(await run("", "--trial")).toEqual({ code: 1, output: expect.stringContaining("Usage: npm run distribute") });
});

describe.skipIf(!nodes.isCluster)("on a cluster", () => {
  let url: string;
  let client: pg.Client;
  let single: TestDatabase;

  /** The database of the release before, as a backup that it wrote. */
  async function restore(databaseUrl: string, file = join(fixtures, readdirSync(fixtures)[0] ?? "")): Promise<void> {
    const dataDir = mkdtempSync(join(tmpdir(), "baseline-distribute-"));
    const store = openFileStore({ s3: undefined, dataDir });
    const target = { databaseUrl, store, key: undefined, isReplaced: false, show: () => {} };
    await restoreBackup(file, await verifyBackup(file, undefined), target);
    rmSync(dataDir, { recursive: true });
  }
  beforeAll(async () => {
    await dropDatabase(nodes, name);
    url = await createClusterDatabase(nodes, name);
    await restore(url);
    client = new pg.Client({ connectionString: url });
    await client.connect();
    single = await createTestDatabase({ migrated: false, max: 2 });
    await restore(single.url);
    await migrate(single.url);
  });
  afterAll(async () => {
    await client?.end();
    await single?.drop();
    await dropDatabase(nodes, name);
  });

  const query = async <R extends object>(text: string, on: Queryable = client): Promise<R[]> =>
    (await on.query<R>(text)).rows;
  /** Rows of all tables as texts in an order of their own, keys and triggers. */
  async function readWhole(on: Queryable = client) {
    const rows: Record<string, string[]> = {};
    const tables = await query<{ name: string }>(
      `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '_\\d{6,}$'`,
      on,
    );
    for (const { name: table } of tables) {
      const columns = table === "migrations" ? "name" : "t.*";
      const found = await query<{ row: string }>(`select row(${columns})::text as row from ${table} as t`, on);
      rows[table] = found.map(({ row }) => row.replaceAll(madeByMigration, "an id")).toSorted();
    }
    const keys = await query<{ table: string }>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, convalidated
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_\\d{6,}$'
      order by 1, 2`,
      on,
    );
    const triggers = await query(
      `select tgrelid::regclass::text as table, pg_get_triggerdef(t.oid) as definition
      from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
      where not tgisinternal and tgrelid::regclass::text !~ '_\\d{6,}$' and tgname !~ '^truncate_trigger_\\d+$'
      order by 1, 2`,
      on,
    );
    return { rows, keys, triggers };
  }
  const countDistributed = async () =>
    (await query("select from pg_dist_partition where partmethod = 'h' or partmethod = 'n' and repmodel = 't'")).length;

  test("it says what it would do, and changes nothing without a yes", async () => {
    const before = await readWhole();
    const { code, output } = await run(url);
    expect([code, output]).toEqual([0, expect.stringContaining("Nothing was changed")]);
    expect(output).toMatch(/Citus with \d workers/);
    expect(output).toMatch(/copied to every worker: 2: sports, users/);
    expect(output).toMatch(/distributed by organization: \d+: organizations, /);
    expect(output).toMatch(/made again: \d{2,} foreign keys, \d+ triggers/);
    expect(output).toMatch(/migrated first, which may add tables: \d+: /);
    expect(await countDistributed()).toBe(0);
    expect(await readWhole()).toEqual(before);
  });

  test("it refuses beside a server that works, and a failure half-way leaves all as it was", async () => {
    const before = await readWhole();
    const server = new pg.Client({ connectionString: url, application_name: "baseline" });
    await server.connect();
    try {
      const { code, output } = await run(url, "--yes");
      expect([code, output]).toEqual([1, expect.stringContaining("A server works with this database: stop it first")]);
    } finally {
      await server.end();
    }
    const plan = await planDistribution(client);
    const broken = {
      table: "events",
      name: "broken",
      definition: "alter table events add constraint broken check (false)",
    };
    const work = distribute(client, { ...plan, triggers: [...plan.triggers, broken] }, () => {});
    await expect(work).rejects.toThrow();
    expect(await countDistributed()).toBe(0);
    expect(await readWhole()).toEqual(before);
  });

  test("it migrates and distributes, and loses no row, key or trigger of a database on one server", async () => {
    const { code, output } = await run(url, "--yes");
    expect([code, output]).toEqual([0, expect.stringContaining("Distributed.")]);
    expect(output).not.toContain("WARNING");
    expect(await countDistributed()).toBeGreaterThan(100);
    const whole = await readWhole();
    expect(whole).toEqual(await readWhole(single.pool));
    expect(whole.rows["events"]?.length).toBeGreaterThan(0);
    expect(whole.triggers.length).toBeGreaterThan(0);
    await expect(client.query("update invoices set number = number")).rejects.toThrow(/never/);
  });

  test("a backup of it is that of one server, and none is written while servers change it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "baseline-distributed-"));
    const store = openFileStore({ s3: undefined, dataDir: folder });
    const file = join(folder, "all.tar.zst");
    const write = () =>
      writeBackup(file, { databaseUrl: url, store, key: undefined, version: "1.2.3", now: new Date() });
    const server = new pg.Client({ connectionString: url, application_name: "baseline" });
    await server.connect();
    await expect(write().finally(() => server.end())).rejects.toThrow("stop the servers of Baseline while the backup");
    await write();
    const restored = await createTestDatabase({ migrated: false, max: 2 });
    try {
      await restore(restored.url, file);
      expect(await readWhole(restored.pool)).toEqual(await readWhole(single.pool));
    } finally {
      await restored.drop();
      rmSync(folder, { recursive: true });
    }
  });

  test("run again it does what is left, and nothing if nothing is", async () => {
    const before = await readWhole();
    const again = await run(url, "--yes");
    expect([again.code, again.output]).toEqual([0, expect.stringContaining("Everything is distributed.")]);
    expect(await readWhole()).toEqual(before);
    // A table that a migration did not place.
    await client.query("create table lockers (organization_id uuid primary key references users)");
    const rest = await run(url, "--yes");
    expect([rest.code, rest.output]).toEqual([0, expect.stringContaining("distributed by organization: 1: lockers")]);
    const { rows, keys } = await readWhole();
    expect(rows).toEqual({ ...before.rows, lockers: [] });
    expect(keys.filter(({ table }) => table !== "lockers")).toEqual(before.keys);
    const last = await run(url);
    expect([last.code, last.output]).toEqual([0, expect.stringContaining("Everything is distributed.")]);
  });
});
