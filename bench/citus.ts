/**
 * The product on a Citus cluster beside one server: `node bench/citus.ts COORDINATOR [SECTION …]`, with the address of a
 * coordinator whose role may create databases there and on the workers (`bench/citus-cluster.sh start` prints one). Fills
 * the demo, distributes it as `npm run distribute` does, and then: `figures` the same calls in turns, `move` a shard and
 * `worker` a lost worker under load, `journeys` through a browser, `migrations` of this release on what the release before
 * has filled and distributed, `tests` every endpoint, every kind of write, refunds, cards and races. Options: `--rounds`
 * (5) and `--calls` (20) of a round, `--from REF` of the release before. Ends with 1 where an acknowledged write is lost
 * or double, or a call was answered with 500.
 */
import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { findPostmaster, readTreeCpuMs } from "#bench/measure/processes.ts";
import { compareLedger } from "#faults/ledger.ts";
import { type Call, type Club, openClub, send, startLoad } from "#faults/load.ts";
import { distribute, type DistributionPlan, planDistribution } from "#server/kit/db/distribute.ts";
import {
  createClusterDatabase,
  databaseUrl,
  dropDatabase,
  findNodes,
  runSql,
} from "#tests/support/cluster-database.ts";
import { unpackReleaseBefore } from "#faults/release-before.ts";
import { describeRun } from "#faults/report.ts";
import { createServerProcess, listUnexpectedErrors, type ServerProcess } from "#faults/server-process.ts";
import { createTestNetwork } from "#tests/support/test-network.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    calls: { type: "string", default: "20" },
    from: { type: "string" },
  },
});
const [coordinator = "", ...chosen] = positionals;
const [ROUNDS, CALLS] = [Number(options.rounds), Number(options.calls)];
const SHARDS = 32;
const CLUSTER = "baseline_bench_cluster";
const SINGLE = "baseline_bench_single";
const BEFORE = "baseline_bench_before";
const TESTS = [
  ...["cluster-tasks", "distribute", "may-lag", "permissions", "round-trip"].map((name) => `tests/${name}.test.ts`),
  ...[
    ...["events", "series", "guests", "participants", "waitlist", "members", "notifications", "pages"],
    ...["payments", "charges", "invoices", "accounting", "tills", "orders", "subscriptions", "packs", "credits"],
    ...["customers", "vouchers", "promo-codes", "extras", "reports", "activity", "receipt-log", "imports"],
  ].map((name) => `server/${name}/`),
];
/** Each kind of page that writes; the others read what these have written. */
const JOURNEYS = [
  ...["booking", "double-booking", "payments", "planning-workflows", "series", "invoices", "customers"],
  ...["guests", "players", "shares", "cards", "sales", "tills", "packs", "memberships", "several-debts"],
];
/** As the server's busiest hour: calls at once. */
const LANES = 16;

async function query<R extends object>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const nodes = await findNodes(coordinator);
if (!nodes.isCluster) throw new Error("Name the coordinator of a Citus cluster with workers: docs/scale.md");
const urls = { cluster: databaseUrl(coordinator, CLUSTER), single: databaseUrl(coordinator, SINGLE) };
const problems: string[] = [];
const report = (problem: string) => {
  problems.push(problem);
  console.log(`✗ ${problem}`);
};

interface Product {
  server: ServerProcess;
  club: Club;
}
async function openProduct(url: string): Promise<Product> {
  const server = await createServerProcess({ env: { DATABASE_URL: url, LOG_LEVEL: "error" } });
  await server.start();
  return { server, club: await openClub(server.origin) };
}
async function fill(url: string, folder?: string): Promise<void> {
  const env = { DATABASE_URL: url, WORKER: "off", LOG_LEVEL: "error" };
  const server = await createServerProcess({ env, ...(folder && { folder }) });
  await server.start();
  await server.close();
}

async function distributeDemo(): Promise<void> {
  const client = new pg.Client({ connectionString: urls.cluster });
  await client.connect();
  try {
    const startedAt = performance.now();
    const plan = await planDistribution(client);
    await distribute(client, plan, () => {});
    const { distributed, copied, foreignKeys } = plan;
    console.log(
      `Distributed the demo in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${distributed.length} tables by organization, ${copied.length} copied, ${foreignKeys.length} foreign keys; rows and contents of each are the same.`,
    );
  } finally {
    await client.end();
  }
  const again = await planOf(urls.cluster);
  if (again.distributed.length + again.copied.length > 0) report("a second run finds something left to distribute");
}

async function planOf(url: string): Promise<DistributionPlan> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await planDistribution(client);
  } finally {
    await client.end();
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

let bookings = 0;
function bookingCall({ path, owner, fieldIds }: Club): Call {
  const count = ++bookings;
  const start = Temporal.Now.plainDateISO("UTC")
    .add({ days: 400 + Math.floor(count / 12) })
    .toZonedDateTime({ timeZone: "UTC", plainTime: { hour: 8 + (count % 12) } });
  const body = {
    fieldId: fieldIds[0],
    startTime: start.toInstant().toString(),
    duration: 60,
    name: `Bench ${count}`,
    type: "other",
    price: 1500,
    override: true,
    customer: { name: "Bench" },
  };
  return { method: "POST", path: `${path}/events`, token: owner, body, key: `bench ${process.pid} ${count}` };
}

const today = Temporal.Now.plainDateISO("UTC").toString();
const calls: Record<string, (club: Club) => Call> = {
  "own record": ({ owner }) => ({ path: "/api/v1/auth/user", token: owner }),
  "planning of a day": ({ path, owner }) => ({ path: `${path}/planning?from=${today}&to=${today}`, token: owner }),
  "events of a club": ({ path, owner }) => ({ path: `${path}/events`, token: owner }),
  "payments of a club": ({ path, owner }) => ({ path: `${path}/payments`, token: owner }),
  "overview of a club": ({ path, owner }) => ({ path: `${path}/overview`, token: owner }),
  "events of all": ({ admin }) => ({ path: "/api/v1/organizations/all/events", token: admin }),
  "booking with key": bookingCall,
};

const printRow = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);

async function measureFigures(cluster: Product): Promise<void> {
  const single = await openProduct(urls.single);
  try {
    const postmasters = await Promise.all(nodes.urls.map(findPostmaster));
    const readCpu = (server: ServerProcess) => ({
      server: readTreeCpuMs(server.pid()),
      database: postmasters.reduce((sum, pid) => sum + readTreeCpuMs(pid), 0),
    });
    console.log(`\nMedians of ${ROUNDS} rounds of ${CALLS} calls one after the other, in turns; ms on the clock, and`);
    console.log("of processor time in the server + in PostgreSQL (all servers of it) for each call:\n");
    printRow(["call", "one server", "cluster", "clock", "processor"]);
    printRow(["---", "---:", "---:", "---:", "---:"]);
    for (const [name, call] of Object.entries(calls)) {
      const found = {
        single: { clock: [], server: [], database: [] },
        cluster: { clock: [], server: [], database: [] },
      } as Record<"single" | "cluster", Record<"clock" | "server" | "database", number[]>>;
      const products = { single, cluster };
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const side of ["single", "cluster"] as const) {
          const { server, club } = products[side];
          const before = readCpu(server);
          const times: number[] = [];
          for (let count = 0; count < CALLS; count += 1) {
            const { status, ms } = await send(server.origin, call(club));
            if (status >= 400 || status === 0) report(`${name} on ${side} answered ${status}`);
            times.push(ms);
          }
          // The first round prepares statements.
          if (round < 0) continue;
          const after = readCpu(server);
          found[side].clock.push(median(times));
          found[side].server.push((after.server - before.server) / CALLS);
          found[side].database.push((after.database - before.database) / CALLS);
        }
      }
      const show = (side: "single" | "cluster") =>
        `${median(found[side].clock).toFixed(1)}, ${median(found[side].server).toFixed(1)} + ${median(found[side].database).toFixed(1)}`;
      const cpu = (side: "single" | "cluster") => median(found[side].server) + median(found[side].database);
      printRow([
        name,
        show("single"),
        show("cluster"),
        `× ${(median(found.cluster.clock) / median(found.single.clock)).toFixed(1)}`,
        `× ${(cpu("cluster") / cpu("single")).toFixed(1)}`,
      ]);
    }
    await measureAtOnce(cluster, single);
  } finally {
    await single.server.close();
  }
}

interface Placement {
  shard: string;
  node: string;
  host: string;
  port: number;
}
async function findPlacement({ path }: Club): Promise<Placement> {
  const [found] = await query<Placement>(
    urls.cluster,
    `select shards.shardid as shard, nodes.nodeid as node, nodes.nodename as host, nodes.nodeport as port
    from pg_dist_placement as shards join pg_dist_node as nodes on nodes.groupid = shards.groupid
    where shards.shardid = get_shard_id_for_distribution_column('organizations', $1::text)`,
    [path.split("/").at(-1)],
  );
  if (!found) throw new Error("The club has no shard");
  return found;
}

async function underLoad(
  name: string,
  { server, club }: Product,
  url: string,
  work: () => Promise<string>,
): Promise<void> {
  const load = startLoad(club, { origins: [server.origin], lanes: 3 });
  await load.untilBooked();
  const said = await work();
  const recovery = await load.untilBooked(120);
  await load.stop();
  // Commits of two phases that a fault has cut in two.
  await runSql(url, "select recover_prepared_transactions()");
  const { acknowledged, lost, double } = await compareLedger(url, load.ledger);
  const answers = Object.entries(load.statuses)
    .map(([status, count]) => `${count} × ${status === "0" ? "no answer" : status}`)
    .join(", ");
  console.log(
    `\n${name}: ${said}; ${acknowledged.bookings} bookings, ${acknowledged.payments} payments, ${acknowledged.mails} mails acknowledged, ${lost.length} lost, ${double.length} double; ${answers}; a booking ${recovery === undefined ? "did not come" : `came after ${recovery.toFixed(1)} s`}`,
  );
  for (const one of [...lost, ...double].slice(0, 10)) report(one);
  if (recovery === undefined) report(`${name}: no booking within two minutes`);
  if (load.statuses["500"]) report(`${name}: ${load.statuses["500"]} answers with 500`);
}

/** Calls at once, on one side after the other: as many as two servers of PostgreSQL on the same cores allow. */
async function measureAtOnce(cluster: Product, single: Product): Promise<void> {
  console.log(`\nCalls a second, ${LANES} at once, in turns; medians of ${ROUNDS} rounds of ${CALLS * LANES} calls:\n`);
  printRow(["call", "one server", "cluster", "cluster to one server"]);
  printRow(["---", "---:", "---:", "---:"]);
  const products = { single, cluster };
  for (const [name, call] of Object.entries(calls)) {
    const rates: Record<keyof typeof products, number[]> = { single: [], cluster: [] };
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const side of ["single", "cluster"] as const) {
        const { server, club } = products[side];
        const startedAt = performance.now();
        const lanes = Array.from({ length: LANES }, async () => {
          for (let count = 0; count < CALLS; count += 1) {
            const { status } = await send(server.origin, call(club));
            if (status >= 400 || status === 0) report(`${name} on ${side} answered ${status}`);
          }
        });
        await Promise.all(lanes);
        if (round >= 0) rates[side].push((CALLS * LANES * 1000) / (performance.now() - startedAt));
      }
    }
    const [one, other] = [median(rates.single), median(rates.cluster)];
    printRow([name, one.toFixed(0), other.toFixed(0), (other / one).toFixed(2)]);
  }
}

const moveShard = (cluster: Product) =>
  underLoad("A shard moves", cluster, urls.cluster, async () => {
    const { shard, host, port } = await findPlacement(cluster.club);
    const [other] = await query<{ host: string; port: number }>(
      urls.cluster,
      "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and (nodename, nodeport) <> ($1, $2)",
      [host, port],
    );
    if (!other) throw new Error("A shard moves where there are two workers");
    const startedAt = performance.now();
    // Writes to the shard wait: `selections` is unlogged, so that it cannot be copied while it changes.
    await query(urls.cluster, "select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')", [
      ...[shard, host, port, other.host, other.port],
    ]);
    const { port: now } = await findPlacement(cluster.club);
    if (now !== other.port) report("the shard did not move");
    return `the club went to another worker in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
  });

const LOST_SECONDS = 20;
/** The coordinator reaches the club's worker by a proxy, which goes away. */
async function loseWorker(cluster: Product): Promise<void> {
  const { node, host, port } = await findPlacement(cluster.club);
  const network = await createTestNetwork(`postgres://${host}:${port}`);
  const reach = (at: { host: string; port: string | number }) =>
    query(urls.cluster, "select citus_update_node($1, $2, $3)", [node, at.host, at.port]);
  const { hostname, port: proxyPort } = new URL(network.url);
  await reach({ host: hostname, port: proxyPort });
  try {
    await underLoad("A worker is lost", cluster, urls.cluster, async () => {
      await network.cut();
      await sleep(LOST_SECONDS * 1000);
      const { status } = await send(cluster.server.origin, { path: "/api/v1/auth/user", token: cluster.club.owner });
      if (status !== 200) report(`what the coordinator knows by itself answered ${status}`);
      await network.mend();
      return `it was away for ${LOST_SECONDS} s`;
    });
  } finally {
    await reach({ host, port });
    await network.close();
  }
}

function runJourneys({ server }: Product): void {
  console.log(`\nJourneys: ${JOURNEYS.join(", ")}`);
  try {
    // As the server calls itself: a payment page leads back there.
    const address = `http://localhost:${server.port}`;
    const files = JOURNEYS.map((name) => `journeys/${name}.spec.ts`);
    execFileSync("npx", ["playwright", "test", "--workers=1", ...files], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, JOURNEYS_SERVER: address, JOURNEYS_DATA_DIR: server.dataDir },
      stdio: "inherit",
    });
  } catch {
    report("journeys failed");
  }
}

/** This release on what the release before has filled and distributed. */
async function migrateAfterDistributing(): Promise<void> {
  const before = unpackReleaseBefore(options.from);
  const url = databaseUrl(coordinator, BEFORE);
  await dropDatabase(nodes, BEFORE);
  try {
    await createClusterDatabase(nodes, BEFORE, SHARDS);
    await fill(url, before.folder);
    execFileSync(join(import.meta.dirname, "../node_modules/.bin/node"), ["server/distribute.ts", "--yes"], {
      cwd: before.folder,
      env: { ...process.env, DATABASE_URL: url },
    });
    const startedAt = performance.now();
    const product = await openProduct(url);
    try {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      await underLoad("Migrations after distributing", product, url, async () => {
        for (const [name, call] of Object.entries(calls)) {
          const { status } = await send(product.server.origin, call(product.club));
          if (status >= 400 || status === 0) report(`${name} after the migrations answered ${status}`);
        }
        return `${before.added.length} since ${before.name}, ready ${seconds} s after the start`;
      });
      for (const error of listUnexpectedErrors([product.server])) report(error);
    } finally {
      await product.server.close();
    }
    const left = await planOf(url);
    if (left.distributed.length + left.copied.length > 0)
      report(`not distributed after the migrations: ${left.distributed.map(({ table }) => table).join(", ")}`);
  } finally {
    before.delete();
    await dropDatabase(nodes, BEFORE);
  }
}

function runTests(): void {
  console.log("\nTests:");
  const limits = ["--testTimeout", "120000", "--hookTimeout", "180000"];
  try {
    execFileSync("npx", ["vitest", "run", "--project=server", ...limits, ...TESTS], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, DATABASE_SERVER: coordinator },
      stdio: "inherit",
    });
  } catch {
    report("tests failed");
  }
}

const sections: Record<string, (cluster: Product) => Promise<void> | void> = {
  figures: measureFigures,
  move: moveShard,
  worker: loseWorker,
  journeys: runJourneys,
  migrations: migrateAfterDistributing,
  tests: runTests,
};
const unknown = chosen.filter((name) => !(name in sections));
if (unknown.length > 0) throw new Error(`The sections are ${Object.keys(sections).join(", ")}`);
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

const { commit, machine, date } = describeRun();
const isAtWork = () => `load average ${loadavg()[0]?.toFixed(1)}`;
console.log(
  `${commit}, ${machine}, ${date}, ${isAtWork()}; ${nodes.urls.length - 1} workers, ${SHARDS} shards, all on this machine`,
);
await dropDatabase(nodes, CLUSTER);
await runSql(coordinator, `drop database if exists ${SINGLE} with (force)`);
try {
  await createClusterDatabase(nodes, CLUSTER, SHARDS);
  await fill(urls.cluster);
  await distributeDemo();
  if (isChosen("figures")) {
    await runSql(coordinator, `create database ${SINGLE}`);
    await fill(urls.single);
  }
  const cluster = await openProduct(urls.cluster);
  try {
    for (const [name, run] of Object.entries(sections)) if (isChosen(name)) await run(cluster);
    for (const error of listUnexpectedErrors([cluster.server])) report(error);
  } finally {
    await cluster.server.close();
  }
} finally {
  await dropDatabase(nodes, CLUSTER);
  await runSql(coordinator, `drop database if exists ${SINGLE} with (force)`);
}
console.log(`\n${problems.length === 0 ? "No problem" : `${problems.length} problems`}, ${isAtWork()}`);
if (problems.length > 0) process.exitCode = 1;
