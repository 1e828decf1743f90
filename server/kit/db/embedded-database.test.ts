import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "./embedded-binaries.ts";
import { isProcessAlive } from "./embedded-lock.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./embedded-database.ts";

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

test("killed without a word, it leaves no database running, and the next start recovers all that was confirmed", async () => {
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
