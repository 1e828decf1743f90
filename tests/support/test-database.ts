/** Test databases: each test file gets its own, cloned in milliseconds from a template that is migrated once per run. */
import { randomUUID } from "node:crypto";
import { type DatabaseHandle, openDatabase } from "#server/kit/db/database.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { migrate } from "#server/kit/db/migrate.ts";
import { createClusterTemplate, databaseUrl, dropDatabase, findNodes, runSql } from "./cluster-database.ts";

const template = "baseline_template";

/**
 * Global setup of vitest; returns the teardown. DATABASE_SERVER names a server to use instead; where that is the
 * coordinator of a Citus cluster, the databases are distributed (docs/scale.md).
 */
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
  const nodes = await findNodes(server);
  await dropDatabase(nodes, template);
  if (nodes.isCluster) await createClusterTemplate(nodes, template);
  else {
    await runSql(server, `create database ${template}`);
    await migrate(databaseUrl(server, template));
  }
  return async () => {
    if (!embedded) await dropDatabase(nodes, template);
    await embedded?.stop();
  };
}

export interface TestDatabase extends DatabaseHandle {
  url: string;
  isCluster: boolean;
  drop(): Promise<void>;
}

/** A new database: `migrated` with all tables, else empty. Open until `drop`. */
export async function createTestDatabase({ migrated = true, max = 10 } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server)
    throw new Error(
      "tests/support/test-database.ts is the global setup of vitest.config.ts: run the tests with vitest",
    );
  const nodes = await findNodes(server);
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  for (const node of nodes.urls)
    await runSql(node, `create database ${name} template ${migrated ? template : "template0"} strategy file_copy`);
  const url = databaseUrl(server, name);
  // A statement of several tasks tells so: tests/support/one-task.ts listens.
  if (nodes.isCluster) await runSql(server, `alter database ${name} set citus.multi_task_query_log_level = 'notice'`);
  // Tests of power cuts make triggers that fail, which a cluster refuses without this word.
  if (nodes.isCluster) await runSql(server, `alter database ${name} set citus.enable_unsafe_triggers = on`);
  const database = openDatabase(url, { max, ...(nodes.isCluster && { planMode: "force_custom_plan" }) });
  const drop = async () => {
    await database.close();
    await dropDatabase(nodes, name);
  };
  return { ...database, url, isCluster: nodes.isCluster, drop };
}
