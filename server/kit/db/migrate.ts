/** Applies SQL migrations: each file of a folder once, in order, also with several instances (advisory lock). */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import { StartupError } from "./embedded-lock.ts";

export const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

export class DatabaseUnusableError extends Error {}

const CONNECT_TIMEOUT_MS = 10_000;

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

const createMigrationsTable =
  "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())";

type Queryable = Pick<pg.Client, "query">;

/** An arbitrary number, the same for all instances. */
const MIGRATION_LOCK_ID = 7_214_003_917;

export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.toSorted().map((name) => {
    const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
    return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
  });
}

/**
 * Several instances may call it at once: one works, the others wait.
 * @param schema of the tables and of the list of applied migrations; created if missing
 * @returns names of the migrations that this call applied
 * @throws StartupError for an old PostgreSQL, a database of a newer release, a changed or a failed migration (rolled back); DatabaseUnusableError if
 * `database` is a URL that cannot be reached or refuses access
 */
export async function migrate(
  database: string | pg.Pool,
  folder = migrationsFolder,
  schema = "public",
): Promise<string[]> {
  const migrations = readMigrations(folder);
  if (typeof database !== "string") {
    const client = await database.connect();
    try {
      return await migrateWith(client, migrations, schema);
    } finally {
      client.release();
    }
  }
  const client = new pg.Client({ connectionString: database, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // If the connection breaks between two statements, the next one fails.
  client.on("error", () => {});
  try {
    await client.connect();
    return await migrateWith(client, migrations, schema);
  } catch (error) {
    throw error instanceof StartupError
      ? error
      : new DatabaseUnusableError("The database cannot be used", { cause: error });
  } finally {
    await client.end();
  }
}

async function migrateWith(client: Queryable, migrations: Migration[], schema: string): Promise<string[]> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  if (rows[0] && rows[0].number < 150_000)
    throw new StartupError(`Baseline needs PostgreSQL 15 or newer, this is ${rows[0].version}`);
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK_ID})`);
  try {
    await setSearchPath(client, schema);
    await client.query(createMigrationsTable);
    const todo = selectPendingMigrations(migrations, await readAppliedMigrations(client));
    for (const migration of todo) await applyMigration(client, migration);
    return todo.map((migration) => migration.name);
  } finally {
    // A broken connection has released the lock.
    await client.query(`reset search_path; select pg_advisory_unlock(${MIGRATION_LOCK_ID})`).catch(() => {});
  }
}

/**
 * Within the caller's transaction, into a database without tables.
 * @param last name of the last migration to apply
 */
export async function migrateWithin(client: Queryable, last: string | undefined): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`);
  await client.query(createMigrationsTable);
  for (const migration of readMigrations()) {
    if (last === undefined || migration.name > last) return;
    await runMigration(client, migration);
  }
}

async function setSearchPath(client: Queryable, schema: string): Promise<void> {
  if (schema === "public") return;
  await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
  await client.query(`set search_path to ${pg.escapeIdentifier(schema)}, public`);
}

async function readAppliedMigrations(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function selectPendingMigrations(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const last = [...applied.keys()].toSorted().at(-1) ?? "";
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].toSorted().find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new StartupError(
      `This database is of a newer release of Baseline: it has the migration ${unknown}, which this release does not know. Start the newer release, or restore a backup that this one has made`,
    );
  for (const { name, sha256 } of migrations) {
    const appliedSha256 = applied.get(name);
    if (appliedSha256 !== undefined && appliedSha256 !== sha256)
      throw new StartupError(
        `Migration ${name} was changed after this database had applied it: restore it, and write a new migration instead`,
      );
    if (appliedSha256 === undefined && name < last)
      throw new StartupError(
        `Migration ${name} comes before ${last}, which this database has already applied: give it the next number`,
      );
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

/** Comments, texts, quoted names and bodies of functions, in which a semicolon ends nothing. */
const SQL_TOKEN = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\1\$|;|[^]/g;
const COMMENT = /^(?:--|\/\*)/;

export function splitStatements(script: string): string[] {
  const statements = [""];
  for (const [token] of script.matchAll(SQL_TOKEN)) {
    if (token === ";") statements.push("");
    else statements[statements.length - 1] += COMMENT.test(token) ? "" : token;
  }
  return statements.map((statement) => statement.trim()).filter(Boolean);
}

/** One statement after the other: a cluster passes the whole text on that it was sent, and its workers take one at a time. */
async function runMigration(client: Queryable, { name, sql, sha256 }: Migration): Promise<void> {
  for (const statement of splitStatements(sql)) await client.query(statement);
  await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
}

async function applyMigration(client: Queryable, migration: Migration): Promise<void> {
  const { name } = migration;
  try {
    await client.query("begin");
    // A cluster changes one shard after the other, as tables refer to each other. Elsewhere the setting means nothing.
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    await runMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw new StartupError(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

export async function listPendingMigrations(db: Database, folder = migrationsFolder): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(db);
  const applied = rows[0]?.there ? await db.selectFrom("migrations").select("name").execute() : [];
  const known = new Set(applied.map((row) => row.name));
  return readMigrations(folder)
    .map((migration) => migration.name)
    .filter((name) => !known.has(name));
}
