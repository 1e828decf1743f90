import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackupKey, readBackupKey, type BackupKey } from "#server/kit/backup/encryption.ts";
import { type Contents, verifyBackup } from "#server/kit/backup/read-backup.ts";
import { restoreBackup } from "#server/kit/backup/restore-backup.ts";
import { writeBackup } from "#server/kit/backup/write-backup.ts";
import { describeSchema } from "#server/kit/db/describe-schema.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { removeUnreferencedPhotos } from "#server/files/stored-photos.ts";
import { readConfig } from "#server/kit/process/config.ts";
import { type FileStore, openFileStore } from "#server/kit/storage/file-store.ts";
import { createTestApp, type TestApp } from "./support/test-app.ts";
import { createTestBucket } from "./support/test-bucket.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

const folder = mkdtempSync(join(tmpdir(), "baseline-backup-"));
const [file, plainFile] = [join(folder, "all.tar.zst.age"), join(folder, "plain.tar.zst")];
const openStore = (name: string) => openFileStore({ s3: undefined, dataDir: join(folder, name) });
const photo = "photos/0123456789abcdef0123456789abcdef01234567-640.webp";
const oddText = "tab\t line\nreturn\r back\\slash \\N \\. ‘é’ 👟 \u2028 end\\";
const now = new Date("2026-11-24T12:00:00Z");

let testApp: TestApp;
let store: FileStore;
let key: BackupKey;
let contents: Contents;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  testApp = await createTestApp({ env: { DEMO: "1" } });
  await seedDemo(testApp.appContext);
  await testApp.db.updateTable("facilities").set({ description: oddText }).execute();
  store = openStore("source");
  await store.put(photo, Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256)), "image/webp");
  await store.put("photos/empty.webp", Buffer.alloc(0), "image/webp");
  const { secretKey } = await createBackupKey();
  key = (await readBackupKey({ key: secretKey, keyFile: undefined })) as BackupKey;
  const source = { databaseUrl: testApp.database.url, store, version: "1.2.3", now };
  await writeBackup(file, { ...source, key });
  await writeBackup(plainFile, { ...source, key: undefined });
  contents = await verifyBackup(file, key);
}, 120_000);
afterAll(async () => {
  for (const target of targets) await target.drop();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function createTarget(options?: Parameters<typeof createTestDatabase>[0]): Promise<TestDatabase> {
  const target = await createTestDatabase({ ...options, max: 1 });
  // Under the name of the product, the connection would pass for a server's.
  await target.pool.query("set application_name = 'tests'");
  targets.push(target);
  return target;
}
const restoreInto = (
  target: TestDatabase,
  options: { isReplaced?: boolean; store?: FileStore; contents?: Contents } = {},
) =>
  restoreBackup(file, options.contents ?? contents, {
    databaseUrl: target.url,
    store: options.store ?? openStore("target"),
    key,
    isReplaced: options.isReplaced ?? false,
    show: () => {},
  });

type Queryable = Pick<TestDatabase, "pool">;
async function listTables({ pool }: Queryable): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}
/** All rows of a table as texts, in an order that does not depend on where they lie. */
async function readRows({ pool }: Queryable, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(
    `select t::text as row from ${table} t order by t::text collate "C"`,
  );
  return rows.map(({ row }) => row);
}
const readSchema = async ({ pool }: Queryable) => describeSchema(pool);

async function readFiles(of: FileStore): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name } of of.listAll()) {
    const found = await of.get(name);
    if (found) files[name] = (await buffer(found.body)).toString("base64");
  }
  return files;
}

test("a restored database has every row of every table, the same schema, and every file", async () => {
  const target = await createTarget({ migrated: false });
  const restored = openStore("restored");
  await restoreInto(target, { store: restored });
  const tables = await listTables(testApp.database);
  expect(await listTables(target)).toEqual(tables);
  let filled = 0;
  for (const table of tables) {
    const rows = await readRows(testApp.database, table);
    if (rows.length > 0) filled++;
    expect(await readRows(target, table), table).toEqual(rows);
    expect(contents.counts[table], table).toBe(rows.length);
  }
  expect(filled).toBeGreaterThan(25);
  expect((await readRows(target, "facilities")).join()).toContain("line\nreturn\r back");
  expect(await readSchema(target)).toBe(await readSchema(testApp.database));
  expect(await readFiles(restored)).toEqual(await readFiles(store));
  expect(Object.keys(await readFiles(restored))).toHaveLength(2);
  const insertChange = `insert into changes (organization_id, module, subject_id, at)
    select organization_id, module, subject_id, at from changes limit 1 returning id`;
  const [mine, theirs] = [await target.pool.query(insertChange), await testApp.database.pool.query(insertChange)];
  expect(mine.rows).toEqual(theirs.rows);
  await testApp.database.pool.query("delete from changes where id = $1", [theirs.rows[0].id]);
}, 120_000);

test("files go from a bucket into another", async () => {
  const [source, target] = [await createTestBucket(), await createTestBucket()];
  try {
    const [from, to] = [source, target].map(({ env }) => openFileStore(readConfig(env))) as [FileStore, FileStore];
    for await (const { name } of store.listAll()) {
      const found = await store.get(name);
      if (found) await from.put(name, await buffer(found.body), "image/webp");
    }
    const inBucket = join(folder, "bucket.tar.zst");
    const { files } = await writeBackup(inBucket, {
      ...{ databaseUrl: testApp.database.url, store: from, key: undefined, version: "1.2.3", now },
    });
    expect(files).toBe(2);
    await restoreBackup(inBucket, await verifyBackup(inBucket, undefined), {
      ...{ databaseUrl: (await createTarget({ migrated: false })).url, store: to, key: undefined, isReplaced: false },
      show: () => {},
    });
    expect(await readFiles(to)).toEqual(await readFiles(store));
  } finally {
    await source.close();
    await target.close();
  }
}, 120_000);

test("what is written meanwhile is not in the backup, and no file goes before it is copied", async () => {
  const during = join(folder, "during.tar.zst");
  const written: FileStore = {
    ...store,
    async *listAll() {
      await testApp.database.pool.query("update users set last_name = 'Meanwhile'");
      await removeUnreferencedPhotos({ ...testApp.appContext, store }, [photo]);
      yield* store.listAll();
    },
  };
  const before = await readRows(testApp.database, "users");
  await writeBackup(during, {
    databaseUrl: testApp.database.url,
    store: written,
    key: undefined,
    version: "1.2.3",
    now,
  });
  const target = await createTarget({ migrated: false });
  const restored = openStore("during");
  await restoreBackup(during, await verifyBackup(during, undefined), {
    databaseUrl: target.url,
    store: restored,
    key: undefined,
    isReplaced: false,
    show: () => {},
  });
  expect(await readRows(target, "users")).toEqual(before);
  expect(await readRows(testApp.database, "users")).not.toEqual(before);
  expect(Object.keys(await readFiles(restored))).toContain(photo);
  expect(Object.keys(await readFiles(store))).toContain(photo);
}, 120_000);

test("a database that holds data is refused, is replaced on request, and a foreign one never", async () => {
  const target = await createTarget();
  await target.pool.query(`insert into users (id, email, password_hash, first_name, last_name, created_at, updated_at)
    values (gen_random_uuid(), 'me@club.example', '', 'Ada', 'King', now(), now())`);
  await expect(restoreInto(target)).rejects.toThrow("The database holds data already");
  expect(await readRows(target, "users")).toHaveLength(1);
  await restoreInto(target, { isReplaced: true });
  expect((await readRows(target, "users")).join()).not.toContain("me@club.example");
  expect(await readRows(target, "users")).toHaveLength(contents.counts.users ?? 0);

  const foreign = await createTarget({ migrated: false });
  await foreign.pool.query("create table wordpress_posts (id int)");
  await expect(restoreInto(foreign, { isReplaced: true })).rejects.toThrow("tables of another program");
}, 120_000);

test("a restore that fails leaves the database as it was", async () => {
  const target = await createTarget();
  await target.pool.query("insert into secrets (name, value) values ('kept', '\\x01')");
  const schema = await readSchema(target);
  const wrong = { ...contents, counts: { ...contents.counts, events: 1 } };
  await expect(restoreInto(target, { contents: wrong })).rejects.toThrow(
    /rows of events were restored, but the backup has 1/,
  );
  expect(await readRows(target, "secrets")).toHaveLength(1);
  expect(await readSchema(target)).toBe(schema);
}, 120_000);

test("a database that a server works with is refused", async () => {
  const target = await createTarget();
  await target.pool.query("set application_name = 'baseline'");
  await expect(restoreInto(target)).rejects.toThrow("A server works with this database");
});

test("a backup of a newer release is refused", async () => {
  const target = await createTarget({ migrated: false });
  const migrations = [...contents.manifest.migrations, { name: "9999-later.sql", sha256: "0" }];
  const newer = { ...contents, manifest: { ...contents.manifest, migrations } };
  await expect(restoreInto(target, { contents: newer })).rejects.toThrow(
    "newer release of Baseline, or of another one (1.2.3, with the migration 9999-later.sql): update first",
  );
  expect(await listTables(target)).toEqual([]);
});

const damaged = (from: string, name: string, change: (bytes: Buffer) => Buffer) => {
  const to = join(folder, name);
  writeFileSync(to, change(Buffer.from(readFileSync(from))));
  return to;
};

test("a missing end and a changed byte are found, with a key and without", async () => {
  const isDamaged = /is damaged|is cut off/;
  for (const [from, itsKey] of [
    [file, key],
    [plainFile, undefined],
  ] as const) {
    const { length } = readFileSync(from);
    for (const end of [1, 60, length >> 1, length - 1]) {
      const cut = damaged(from, "cut", (bytes) => bytes.subarray(0, end));
      await expect(verifyBackup(cut, itsKey), `${from} to ${end}`).rejects.toThrow(isDamaged);
    }
    // The manifest comes first: where its JSON is hit changes with what it holds.
    for (const at of [200, 250, 300, 350, 400, length >> 1, length - 3]) {
      const flipped = damaged(from, "flipped", (bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        return bytes;
      });
      await expect(verifyBackup(flipped, itsKey), `${from} at ${at}`).rejects.toThrow(isDamaged);
    }
  }
}, 120_000);

test("another key, no key and a public key are told apart", async () => {
  const other = await createBackupKey();
  const read = (text: string) => readBackupKey({ key: text, keyFile: undefined });
  await expect(verifyBackup(file, await read(other.secretKey))).rejects.toThrow("was encrypted with another key");
  await expect(verifyBackup(file, undefined)).rejects.toThrow("The backup is encrypted: set BACKUP_KEY");
  await expect(verifyBackup(file, await read(other.publicKey))).rejects.toThrow("BACKUP_KEY is a public key");
  const lastSign = other.secretKey.endsWith("Q") ? "P" : "Q";
  await expect(read(other.secretKey.slice(0, -1) + lastSign)).rejects.toThrow("not usable");
  await expect(read("secret")).rejects.toThrow("not usable");
});

test("the key may stand in a file, as age-keygen writes it", async () => {
  const { secretKey } = await createBackupKey();
  const keyFile = join(folder, "key.txt");
  writeFileSync(keyFile, `# created: today\n# public key: age1…\n${secretKey}\n`);
  expect((await readBackupKey(readConfig({ BACKUP_KEY_FILE: keyFile }).backup))?.identity).toBe(secretKey);
  await expect(readBackupKey({ key: undefined, keyFile: join(folder, "nowhere") })).rejects.toThrow("cannot be read");
});

test("a full disk is told, and leaves nothing; a backup is never overwritten", async () => {
  const source = { databaseUrl: testApp.database.url, store, key: undefined, version: "1.2.3", now };
  const full = join(folder, "full");
  symlinkSync("/dev/full", `${full}.part`);
  await expect(writeBackup(full, source)).rejects.toThrow(`${full} could not be written: the disk is full`);
  expect(() => readFileSync(full)).toThrow("ENOENT");
  await expect(writeBackup(join(folder, "nowhere/all"), source)).rejects.toThrow("there is no such folder");
  await expect(writeBackup(file, source)).rejects.toThrow("exists already");
}, 120_000);
