/** Test databases: each test file gets its own, cloned in milliseconds from a template that is migrated once per run. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { type DatabaseHandle, openDatabase } from "#server/kit/db/database.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { migrate } from "#server/kit/db/migrate.ts";

const template = "baseline_template";

function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function runSql(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Global setup of vitest; returns the teardown. DATABASE_SERVER names a server to use instead. */
export default async function setup(): Promise<() => Promise<void>> {
  const configuredServer = process.env.DATABASE_SERVER;
  const embedded = configuredServer
    ? undefined
    : await startEmbeddedDatabase({
        dataDir: temporaryFolder("tests"),
        isTemporary: true,
        isForTests: true,
        settings: ["max_connections=300", "shared_buffers=256MB", "autovacuum=off"],
      });
  const server = embedded?.url ?? configuredServer ?? "";
  // Workers start after this and inherit it.
  process.env.TEST_DATABASE_SERVER = server;
  await runSql(server, `drop database if exists ${template} with (force)`);
  await runSql(server, `create database ${template}`);
  await migrate(databaseUrl(server, template));
  return async () => {
    if (!embedded) await runSql(server, `drop database if exists ${template} with (force)`);
    await embedded?.stop();
  };
}

export interface TestDatabase extends DatabaseHandle {
  url: string;
  drop(): Promise<void>;
}

/** A new database: `migrated` with all tables, else empty. Open until `drop`. */
export async function createTestDatabase({ migrated = true, max = 10 } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server)
    throw new Error(
      "tests/support/test-database.ts is the global setup of vitest.config.ts: run the tests with vitest",
    );
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await runSql(server, `create database ${name} template ${migrated ? template : "template0"} strategy file_copy`);
  const url = databaseUrl(server, name);
  const database = openDatabase(url, { max });
  const drop = async () => {
    await database.close();
    await runSql(server, `drop database if exists ${name} with (force)`);
  };
  return { ...database, url, drop };
}
