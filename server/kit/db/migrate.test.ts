import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { generateDatabaseFiles, findOutdatedFiles } from "./generated-files.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { migrate, listPendingMigrations, splitStatements } from "./migrate.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  folder = mkdtempSync(join(tmpdir(), "baseline-migrations-"));
  write("0001-clubs.sql", "create table clubs (id int primary key);");
  write("0002-courts.sql", "create table courts (id int primary key); insert into courts values (1);");
  return async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  };
});
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

test("of ten instances that start at once on an empty database, one migrates and nine wait", async () => {
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(database.url)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await listPendingMigrations(database.db)).toEqual([]);
});

test("a file is sent statement by statement: semicolons in texts, names, comments and functions end none", () => {
  const body = "create function f() returns void language plpgsql as $$ begin perform 1; end; $$";
  const script = `-- First; then\ncreate table a (b text default 'x;''y' /* ; */);\n\ncomment on table "a;b" is 'It''s';\n${body};\n-- End;`;
  expect(splitStatements(script)).toEqual([
    "create table a (b text default 'x;''y' )",
    `comment on table "a;b" is 'It''s'`,
    body,
  ]);
});

test("files are applied in order, once", async () => {
  expect(await migrate(database.pool, folder)).toEqual(["0001-clubs.sql", "0002-courts.sql"]);
  write("0003-lights.sql", "alter table courts add column lit boolean;");
  expect(await listPendingMigrations(database.db, folder)).toEqual(["0003-lights.sql"]);
  expect(await migrate(database.pool, folder)).toEqual(["0003-lights.sql"]);
  expect(await migrate(database.pool, folder)).toEqual([]);
});

test("before the first start everything is pending", async () => {
  expect(await listPendingMigrations(database.db, folder)).toEqual(["0001-clubs.sql", "0002-courts.sql"]);
});

test("a file that fails leaves nothing behind, and those before it stay", async () => {
  write("0003-broken.sql", "create table half (id int); select * from nowhere;");
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'Migration 0003-broken.sql failed: relation "nowhere" does not exist',
  );
  const { rows } = await database.pool.query("select to_regclass('half') as half, to_regclass('courts') as courts");
  expect(rows).toEqual([{ half: null, courts: "courts" }]);
  expect(await listPendingMigrations(database.db, folder)).toEqual(["0003-broken.sql"]);
});

test("a file that was changed after it was applied is an error", async () => {
  await migrate(database.pool, folder);
  write("0001-clubs.sql", "create table clubs (id bigint primary key);");
  await expect(migrate(database.pool, folder)).rejects.toThrow("Migration 0001-clubs.sql was changed");
});

test("line endings are no change", async () => {
  write("0001-clubs.sql", "create table clubs (\n  id int primary key\n);\n");
  await migrate(database.pool, folder);
  write("0001-clubs.sql", "create table clubs (\r\n  id int primary key\r\n);\r\n");
  expect(await migrate(database.pool, folder)).toEqual([]);
});

test("a new file that sorts before an applied one is an error", async () => {
  await migrate(database.pool, folder);
  write("0001-an-afterthought.sql", "select 1;");
  await expect(migrate(database.pool, folder)).rejects.toThrow("give it the next number");
});

test("a database that a newer release has migrated is refused by an older one, and stays as it is", async () => {
  await migrate(database.pool, folder);
  rmSync(join(folder, "0002-courts.sql"));
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    "This database is of a newer release of Baseline: it has the migration 0002-courts.sql, which this release does not know.",
  );
  expect((await database.pool.query("select name from migrations")).rows).toHaveLength(2);
});

test("a lock that was held is given back after a failure", async () => {
  write("0003-broken.sql", "select * from nowhere;");
  await expect(migrate(database.url, folder)).rejects.toThrow("failed");
  write("0003-broken.sql", "select 1;");
  expect(await migrate(database.url, folder)).toEqual(["0003-broken.sql"]);
});

let migrated: TestDatabase;
beforeAll(async () => void (migrated = await createTestDatabase()));
afterAll(() => migrated.drop());

test("schema.sql and tables.ts say what the migrations do", async () => {
  expect(findOutdatedFiles(await generateDatabaseFiles(migrated.url)), "run `npm run generate`").toEqual([]);
});
