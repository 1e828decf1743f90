/** Test databases of a Citus cluster: one of the same name on the coordinator and on each worker. */
import pg from "pg";
import { distribute, planDistribution } from "#server/kit/db/distribute.ts";
import { migrate } from "#server/kit/db/migrate.ts";

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const runSql = (url: string, sql: string): Promise<unknown> => withClient(url, (client) => client.query(sql));

/** The servers that a database is made on: coordinator and workers of a cluster, or the one server. */
export interface Nodes {
  urls: readonly string[];
  isCluster: boolean;
}

/** @param server the coordinator, or a server without Citus */
export const findNodes = (server: string): Promise<Nodes> =>
  withClient(server, async (client) => {
    const { rows: extensions } = await client.query("select from pg_extension where extname = 'citus'");
    if (extensions.length === 0) return { urls: [server], isCluster: false };
    const { rows } = await client.query<{ host: string; port: number; coordinates: boolean }>(
      "select nodename as host, nodeport as port, groupid = 0 as coordinates from pg_dist_node where noderole = 'primary' and isactive",
    );
    const workers = rows.filter(({ coordinates }) => !coordinates);
    const urls = workers.map(({ host, port }) => {
      const url = new URL(server);
      url.hostname = host;
      url.port = String(port);
      return url.href;
    });
    return { urls: [server, ...urls], isCluster: workers.length > 0 };
  });

/** Few enough that a database is copied in a second, and more than the workers. */
const SHARDS = 4;

export async function createClusterDatabase(nodes: Nodes, name: string, shards = SHARDS): Promise<string> {
  for (const node of nodes.urls) {
    await runSql(node, `create database ${name}`);
    await runSql(databaseUrl(node, name), "create extension citus");
  }
  const [coordinator = "", ...workers] = nodes.urls;
  const url = databaseUrl(coordinator, name);
  await runSql(coordinator, `alter database ${name} set citus.shard_count = ${shards}`);
  await withClient(url, async (client) => {
    const place = (node: string) => [new URL(node).hostname, new URL(node).port];
    await client.query("select citus_set_coordinator_host($1, $2)", place(coordinator));
    for (const worker of workers) await client.query("select citus_add_node($1, $2)", place(worker));
  });
  return url;
}

/** A migrated, distributed database that nobody may connect to, so that it can be copied. */
export async function createClusterTemplate(nodes: Nodes, name: string): Promise<void> {
  const url = await createClusterDatabase(nodes, name);
  await migrate(url);
  await withClient(url, async (client) => distribute(client, await planDistribution(client), () => {}));
  for (const node of nodes.urls) {
    await runSql(node, `alter database ${name} with allow_connections false`);
    // Citus keeps a connection of its own to each database.
    await runSql(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  }
}

export async function dropDatabase(nodes: Nodes, name: string): Promise<void> {
  for (const node of nodes.urls) await runSql(node, `drop database if exists ${name} with (force)`);
}
