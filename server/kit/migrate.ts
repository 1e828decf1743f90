/** The database's way forward: the SQL files of a folder, in order, each once, whoever starts first. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import { StartError } from "./embedded-owner.ts";

/** The project's own migrations. */
export const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));

/** The database cannot be reached, or does not let us work: `cause` says why. */
export class UnusableError extends Error {}

/** How long a server may take to let us in. */
const patienceMs = 10_000;

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

type Queryable = Pick<pg.Client, "query">;

/** Any fixed number will do, as long as all instances of the product take the same. */
const lock = 7_214_003_917;

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.toSorted().map((name) => {
    const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
    return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
  });
}

/**
 * Brings the database to the newest migration. Any number of instances may call it at once: one works, the others wait.
 * @returns the names of the migrations applied by this call
 * @throws StartError for an old server, a changed migration, or one that fails (it leaves nothing behind); UnusableError
 * for a server, given by its address, that cannot be reached or does not let us work
 */
export async function migrate(database: string | pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder);
  if (typeof database !== "string") {
    const client = await database.connect();
    try {
      return await migrateWith(client, migrations);
    } finally {
      client.release();
    }
  }
  const client = new pg.Client({ connectionString: database, connectionTimeoutMillis: patienceMs });
  // Where the connection breaks between two statements, the next one tells.
  client.on("error", () => {});
  try {
    await client.connect();
    return await migrateWith(client, migrations);
  } catch (error) {
    throw error instanceof StartError ? error : new UnusableError("The database cannot be used", { cause: error });
  } finally {
    await client.end();
  }
}

async function migrateWith(client: Queryable, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  if (rows[0] && rows[0].number < 150_000)
    throw new StartError(`Baseline needs PostgreSQL 15 or newer, this is ${rows[0].version}`);
  await client.query(`select pg_advisory_lock(${lock})`);
  try {
    await client.query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    const todo = choose(migrations, await readApplied(client));
    for (const migration of todo) await apply(client, migration);
    return todo.map((migration) => migration.name);
  } finally {
    // Where the connection broke, the lock went with it.
    await client.query(`select pg_advisory_unlock(${lock})`).catch(() => {});
  }
}

async function readApplied(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** What is still to do. What the database knows and the folder does not is a newer instance's work, and left alone. */
function choose(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const last = [...applied.keys()].toSorted().at(-1) ?? "";
  for (const { name, sha256 } of migrations) {
    const known = applied.get(name);
    if (known !== undefined && known !== sha256)
      throw new StartError(
        `Migration ${name} was changed after this database had applied it: restore it, and write a new migration instead`,
      );
    if (known === undefined && name < last)
      throw new StartError(
        `Migration ${name} comes before ${last}, which this database has already applied: give it the next number`,
      );
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function apply(client: Queryable, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw new StartError(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The names of the migrations that this code knows and the database does not have yet; for `/readyz`. */
export async function pending(db: Database, folder = migrationsFolder): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(db);
  const applied = rows[0]?.there ? await db.selectFrom("migrations").select("name").execute() : [];
  const known = new Set(applied.map((row) => row.name));
  return readMigrations(folder)
    .map((migration) => migration.name)
    .filter((name) => !known.has(name));
}
