import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findBinaries, findPostgresAccount, temporaryFolder } from "./embedded-binaries.ts";
import { isProcessAlive } from "./embedded-lock.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";

const seed = temporaryFolder("seed");
let dataDir: string;
const running: EmbeddedDatabase[] = [];
beforeAll(async () => (await startEmbeddedDatabase({ dataDir: seed })).stop());
afterAll(() => rmSync(seed, { recursive: true, force: true }));
beforeEach(() => void (dataDir = temporaryFolder("embedded")));
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Copying a database takes a twentieth of the time to create one. */
const copySeed = () => execFileSync("cp", ["-a", seed, dataDir]);

async function start(options: Partial<Parameters<typeof startEmbeddedDatabase>[0]> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, ...options });
  running.push(database);
  return database;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = () => Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
const gone = (pid: number) => expect.poll(() => isProcessAlive(pid), { timeout: 5000, interval: 20 }).toBe(false);

test("what was written is there after a stop and a start, and nothing runs in between", async () => {
  copySeed();
  const first = await start();
  await ask(first.url, "create table notes (text text); insert into notes values ('Écully')");
  const pid = postmaster();
  await first.stop();
  await gone(pid);
  const second = await start();
  expect(await ask(second.url, "select text from notes")).toEqual([{ text: "Écully" }]);
});

test("nobody gets in without the password, and only we can read it", async () => {
  copySeed();
  const { url } = await start();
  const other = new URL(url);
  other.password = "guess";
  await expect(ask(other.href, "select 1")).rejects.toThrow("password authentication failed");
  expect(statSync(join(dataDir, "postgres.password")).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
});

test("it has the settings, extensions and sort orders that the product counts on", async () => {
  copySeed();
  const { url } = await start({ settings: ["max_connections=20"] });
  for (const name of ["btree_gist", "pg_trgm", "unaccent", "citext"]) await ask(url, `create extension ${name}`);
  expect(
    await ask(url, "select current_setting('max_connections') as max, current_setting('timezone') as zone"),
  ).toEqual([{ max: "20", zone: "UTC" }]);
  const sorted = await ask(
    url,
    `select name from (values ('Zebra'), ('Écully')) v (name) order by name collate "und-x-icu"`,
  );
  expect(sorted).toEqual([{ name: "Écully" }, { name: "Zebra" }]);
});

test("a second start in the folder is refused, and the first does not notice", async () => {
  copySeed();
  const { url } = await start();
  await expect(startEmbeddedDatabase({ dataDir })).rejects.toThrow(
    `Baseline already runs on ${dataDir} (process ${process.pid}): stop it, or set another DATA_DIR`,
  );
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("of five starts at once in an empty folder, one makes the database and has it", async () => {
  const starts = await Promise.allSettled(Array.from({ length: 5 }, () => start()));
  expect(starts.filter((start) => start.status === "fulfilled")).toHaveLength(1);
  for (const refused of starts.filter((start) => start.status === "rejected"))
    expect(String(refused.reason)).toContain("Baseline already runs on");
});

test("after a crash no database keeps running, and the next start recovers all committed rows", async () => {
  copySeed();
  const code = `
    const { startEmbeddedDatabase } = await import(${JSON.stringify(join(import.meta.dirname, "embedded-database.ts"))});
    const { url } = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once("data", (data: Buffer) => resolve(String(data).trim())),
  );
  await ask(url, "create table notes (text text); insert into notes values ('kept')");
  const pid = postmaster();
  await new Promise((exited) => {
    child.once("exit", exited);
    child.kill("SIGKILL");
  });
  const next = await start();
  expect(await ask(next.url, "select text from notes")).toEqual([{ text: "kept" }]);
  await gone(pid);
});

test("a pid file of a crash, whose number now belongs to another program, does not keep it from starting", async () => {
  copySeed();
  const first = await start();
  const file = join(dataDir, "postgres/postmaster.pid");
  const lines = readFileSync(file, "utf8").split("\n");
  await first.stop();
  const stranger = spawn("sleep", ["60"]);
  try {
    writeFileSync(file, [String(stranger.pid), ...lines.slice(1)].join("\n"), { mode: 0o600 });
    if (process.getuid?.() === 0) execFileSync("chown", ["--reference", join(dataDir, "postgres"), file]);
    const second = await start();
    expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test("an owner whose process is gone, or whose number was given to another, owns nothing", async () => {
  copySeed();
  writeFileSync(join(dataDir, "postgres.owner"), JSON.stringify({ pid: process.pid, start: "long ago" }));
  const { url } = await start();
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("half a database, of a start that was cut short, is made anew", async () => {
  mkdirSync(join(dataDir, "postgres.half/base"), { recursive: true, mode: 0o711 });
  await start();
  expect(existsSync(join(dataDir, "postgres.half"))).toBe(false);
});

test("when the database goes by itself, its owner is told", async () => {
  copySeed();
  let lost = 0;
  await start({ onLost: () => lost++ });
  process.kill(postmaster(), "SIGQUIT");
  await expect.poll(() => lost, { timeout: 5000 }).toBe(1);
});

test("a throw-away database leaves nothing", async () => {
  const database = await start({ isTemporary: true });
  await database.stop();
  expect(existsSync(dataDir)).toBe(false);
});

test.runIf(process.getuid?.() === 0)(
  "below a folder closed to its account, each folder still has a database of its own",
  async () => {
    const closed = `/root/.baseline-embedded-${randomUUID()}`;
    const folders = [join(closed, "one"), join(closed, "two")];
    try {
      for (const [index, folder] of folders.entries()) {
        const database = await startEmbeddedDatabase({ dataDir: folder });
        await ask(database.url, `create table notes as select ${index} as number`);
        await database.stop();
      }
      const again = await startEmbeddedDatabase({ dataDir: join(closed, "two"), isTemporary: true });
      expect(await ask(again.url, "select number from notes")).toEqual([{ number: 1 }]);
      await again.stop();
      await (await startEmbeddedDatabase({ dataDir: join(closed, "one"), isTemporary: true })).stop();
    } finally {
      rmSync(closed, { recursive: true, force: true });
    }
  },
);

/** Makes the folder one of an earlier version, which worked as the superuser. */
function giveAllToSuperuser(): void {
  const cluster = join(dataDir, "postgres");
  const account = findPostgresAccount(cluster);
  const sql = "alter role baseline login;\nreassign owned by application to baseline;\ndrop role application;\n";
  const options = { ...account, input: sql, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(
    join(findBinaries(account), "bin/postgres"),
    ["--single", "-D", cluster, "postgres"],
    { ...options, env: { TZ: "UTC", LC_ALL: "C" }, cwd: "/" },
  );
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("ERROR")]);
}

const isSuperuser = async (url: string) =>
  await ask(
    url,
    "select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as it from pg_roles where rolname = current_user",
  );

test("the application is no superuser: it runs no programs, reads no files, makes no roles, and nobody else gets in", async () => {
  copySeed();
  const { url } = await start();
  expect(await isSuperuser(url)).toEqual([{ it: false }]);
  await ask(url, "create table notes (text text)");
  for (const sql of [
    "copy notes from program 'id'",
    "copy notes from '/etc/passwd'",
    "select pg_read_file('/etc/passwd')",
    "select rolpassword from pg_authid",
    "create role other superuser",
    "alter role application superuser",
    "set role baseline",
    "alter system set archive_command = 'id'",
    "create extension dblink",
  ])
    await expect(ask(url, sql), sql).rejects.toThrow(/permission denied|Only roles with|must be superuser/);
  await expect(ask(url.replace("application:", "baseline:"), "select 1")).rejects.toThrow("not permitted to log in");
});

test("a folder of an earlier version, where the application was superuser, goes on with all that it holds", async () => {
  copySeed();
  const before = await start();
  await migrate(before.url);
  const everyKind = `
    create schema elsewhere;
    create type elsewhere.mood as enum ('good');
    create type elsewhere.pair as (one int, two int);
    create domain elsewhere.short as text check (length(value) < 9);
    create table elsewhere.parts (id bigint generated always as identity, at date, mood elsewhere.mood) partition by range (at);
    create table elsewhere.parts_2026 partition of elsewhere.parts for values from ('2026-01-01') to ('2027-01-01');
    create table elsewhere.old (id serial primary key);
    create sequence elsewhere.alone;
    create view elsewhere.seen as select id from elsewhere.old;
    create materialized view elsewhere.kept as select id from elsewhere.old;
    create procedure elsewhere.work(n int) language sql as 'select n';
    create function elsewhere.add(int, int) returns int language sql as 'select $1 + $2';
    create aggregate elsewhere.total(int) (sfunc = elsewhere.add, stype = int);
    insert into elsewhere.parts (at, mood) values ('2026-05-05', 'good');`;
  await ask(before.url, everyKind);
  await before.stop();
  giveAllToSuperuser();

  for (const round of ["upgraded", "started again"]) {
    const { url, stop } = await start();
    expect([round, await isSuperuser(url)]).toEqual([round, [{ it: false }]]);
    expect(await ask(url, "select mood from elsewhere.parts")).toEqual([{ mood: "good" }]);
    await stop();
  }
  const { url } = await start();
  expect(await migrate(url)).toEqual([]);
  const left = await ask(
    url,
    `
    select identity from (
      select 'pg_class'::regclass as catalog, oid, relowner as owner from pg_class where relkind <> 't'
      union all select 'pg_type', oid, typowner from pg_type
      union all select 'pg_proc', oid, proowner from pg_proc
      union all select 'pg_namespace', oid, nspowner from pg_namespace
      union all select 'pg_collation', oid, collowner from pg_collation
      union all select 'pg_operator', oid, oprowner from pg_operator
      union all select 'pg_opclass', oid, opcowner from pg_opclass
      union all select 'pg_ts_config', oid, cfgowner from pg_ts_config
      union all select 'pg_ts_dict', oid, dictowner from pg_ts_dict
      union all select 'pg_statistic_ext', oid, stxowner from pg_statistic_ext
    ) as owned, pg_identify_object(catalog, oid, 0)
    where oid >= 16384 and owner <> current_user::text::regrole and identity !~ '^pg_'
      and not exists (select from pg_depend where classid = catalog and objid = oid and deptype = 'e')
      and (pg_identify_object(catalog, oid, 0)).type not like 'toast%'`,
  );
  expect(left).toEqual([]);
  await ask(url, "alter table events add column one int; drop schema elsewhere cascade; create extension citext");
});
