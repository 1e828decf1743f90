/**
 * Three servers behind HAProxy, a primary and a synchronous standby under Patroni, reads at the standby, straight or
 * through PgBouncer: a server is killed, then the primary, under load and with journeys through a browser.
 */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "#tests/support/start-server.ts";
import { type DatabaseBalancer, startDatabaseBalancer, startWebBalancer } from "./haproxy.ts";
import { compareLedger } from "./ledger.ts";
import { type Club, type Load, openClub, startLoad } from "./load.ts";
import { type MailSink, openMailSink } from "./mail-sink.ts";
import { type PatroniCluster, startPatroni } from "./patroni.ts";
import { startPgBouncer } from "./pgbouncer.ts";
import { type FaultResult, leaveOut } from "./report.ts";
import { createServerProcess, listUnexpectedErrors, type ServerProcess } from "./server-process.ts";
import { findMissingPrograms } from "./services.ts";

const SERVERS = 3;
const ROLE = "baseline";
const JOURNEYS = ["booking", "double-booking", "payments"].map((name) => `journeys/${name}.spec.ts`);
const JOURNEY_TIMEOUT_MS = 900_000;

interface Platform {
  origin: string;
  /** With the mails that journeys read. */
  dataDir: string;
  databaseUrl: string;
  cluster: PatroniCluster;
  servers: readonly ServerProcess[];
  mailSink: MailSink;
  club: Club;
  close(): Promise<void>;
}

/** An owner of the database that is no superuser, with the limits that a pooler does not pass on. */
async function createDatabase(port: number): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    await client.query(`create role ${ROLE} login`);
    await client.query(`alter role ${ROLE} set statement_timeout = '30s'`);
    await client.query(`alter role ${ROLE} set idle_in_transaction_session_timeout = '30s'`);
    await client.query(`create database ${ROLE} owner ${ROLE}`);
  } finally {
    await client.end();
  }
}

/** Unknown while there is no primary: the mail server takes mails all the same. */
async function findTemplate(url: string, mailId: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ template: string }>("select template from emails where id = $1", [mailId]);
    return rows[0]?.template ?? "unknown";
  } catch {
    return "unknown";
  } finally {
    await client.end().catch(() => {});
  }
}

const databaseAddress = (port: number) => `postgres://${ROLE}@127.0.0.1:${port}/${ROLE}`;

async function openPlatform(folder: string, { isPooled }: { isPooled: boolean }): Promise<Platform> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end().catch((error: unknown) => console.error(error));
  };
  try {
    const cluster = await startPatroni(folder);
    closing.push(cluster.stop);
    const database: DatabaseBalancer = await startDatabaseBalancer(folder, cluster.nodes);
    closing.push(database.stop);
    const databaseUrl = databaseAddress(database.primaryPort);
    await createDatabase((await cluster.findPrimary())?.port ?? 0);
    const pooler = isPooled ? await startPgBouncer(folder, database.primaryPort, ROLE) : undefined;
    if (pooler) closing.push(pooler.stop);
    const mailSink = await openMailSink();
    closing.push(mailSink.close);
    const dataDir = join(folder, "journeys");
    mailSink.keepIn(join(dataDir, "mail"), (id) => findTemplate(databaseUrl, id));
    const webPort = await findFreePort();
    const origin = `http://localhost:${webPort}`;
    const env = {
      DATABASE_URL: pooler?.url ?? databaseUrl,
      ...(pooler && { DATABASE_DIRECT_URL: databaseUrl }),
      DATABASE_REPLICA_URL: databaseAddress(database.replicaPort),
      ...{ SMTP_URL: mailSink.url, APP_URL: origin, TRUST_PROXY: "1", LOG_LEVEL: "error" },
    };
    const servers: ServerProcess[] = [];
    for (let index = 0; index < SERVERS; index += 1) {
      const server = await createServerProcess({ env });
      closing.push(server.close);
      servers.push(server);
    }
    await Promise.all(servers.map((server) => server.start()));
    const balancer = await startWebBalancer(
      folder,
      servers.map(({ port }) => port),
      webPort,
    );
    closing.push(balancer.stop);
    await sleep(2000);
    return { origin, dataDir, databaseUrl, cluster, servers, mailSink, club: await openClub(origin), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns the problems */
const runJourneys = ({ origin, dataDir }: Platform): Promise<string[]> =>
  new Promise((resolve) => {
    const options = {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, JOURNEYS_SERVER: origin, JOURNEYS_DATA_DIR: dataDir },
      timeout: JOURNEY_TIMEOUT_MS,
    };
    execFile("npx", ["playwright", "test", "--workers=1", ...JOURNEYS], options, (error, stdout) =>
      resolve(error ? [`journeys failed: ${stdout.slice(-1500)}`] : []),
    );
  });

async function until(what: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    if (await what()) return true;
    await sleep(200);
  }
  return false;
}

async function finish(
  platform: Platform,
  load: Load,
  fault: string,
  { mayRepeat, ...more }: Partial<FaultResult> & { mayRepeat: boolean },
): Promise<FaultResult> {
  await load.stop();
  const { mailSink, databaseUrl } = platform;
  await mailSink.untilDelivered(load.ledger.mails);
  const comparison = await compareLedger(databaseUrl, load.ledger, { counts: mailSink.deliveries, mayRepeat });
  const faults = [...(more.faults ?? []), ...listUnexpectedErrors(platform.servers)];
  return { ...comparison, fault, rounds: 1, statuses: load.statuses, recoveries: [], notes: [], ...more, faults };
}

async function killServer(platform: Platform, label: string): Promise<FaultResult> {
  const { servers, club, origin } = platform;
  const load = startLoad(club, { origins: [origin] });
  await load.untilBooked();
  await sleep(3000);
  await servers[0]?.signal("SIGKILL");
  const recovery = await load.untilBooked();
  const faults = await runJourneys(platform);
  await servers[0]?.start();
  const notes = faults.length === 0 ? ["journeys pass with two servers left"] : [];
  return finish(platform, load, `${label}: kill -9 of one of three servers`, {
    recoveries: [recovery ?? 60],
    notes,
    faults,
    mayRepeat: true,
  });
}

async function killPrimary(platform: Platform, label: string, rounds: number): Promise<FaultResult> {
  const { cluster, club, origin } = platform;
  const load = startLoad(club, { origins: [origin] });
  const recoveries: number[] = [];
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await load.untilBooked();
    await sleep(3000);
    const primary = await cluster.findPrimary();
    await primary?.kill();
    const recovery = await load.untilBooked(120);
    if (recovery === undefined) faults.push("no booking within two minutes");
    recoveries.push(recovery ?? 120);
    primary?.start();
    await cluster.untilWhole();
  }
  const failed = await runJourneys(platform);
  faults.push(...failed);
  const isRead = await until(async () => {
    const { replica } = (await (await fetch(`${platform.servers[1]?.origin}/readyz`)).json()) as {
      replica?: { status: string };
    };
    return replica?.status === "in use";
  }, 30);
  if (!isRead) faults.push("the new standby is not read");
  const notes = [
    ...(isRead ? ["the killed primary came back as the standby each time, and is read"] : []),
    ...(failed.length === 0 ? ["journeys pass after it"] : []),
  ];
  return finish(platform, load, `${label}: kill -9 of the primary`, {
    ...{ rounds, recoveries, notes, faults },
    mayRepeat: false,
  });
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The price of a standby that must have each commit. */
async function measureSynchronous({ cluster, club, origin }: Platform): Promise<string> {
  const measure = async (isSynchronous: boolean) => {
    const primary = await cluster.findPrimary();
    await fetch(`http://127.0.0.1:${primary?.restPort}/config`, {
      method: "PATCH",
      body: JSON.stringify({ synchronous_mode: isSynchronous }),
    });
    await sleep(4000);
    const load = startLoad(club, { origins: [origin], lanes: 1 });
    await sleep(6000);
    await load.stop();
    return median(load.times);
  };
  const without = await measure(false);
  const within = await measure(true);
  await cluster.untilWhole();
  return `a write takes ${within.toFixed(0)} ms with the synchronous standby, ${without.toFixed(0)} ms without (medians, one at a time)`;
}

async function runPlatform(isPooled: boolean, rounds: number): Promise<FaultResult[]> {
  const label = isPooled ? "failover through PgBouncer" : "failover";
  const folder = mkdtempSync(join(tmpdir(), "baseline-failover-"));
  // The account of PostgreSQL makes its files in it.
  chmodSync(folder, 0o777);
  const platform = await openPlatform(folder, { isPooled });
  try {
    const results = [await killServer(platform, label)];
    const cost = isPooled ? [] : [await measureSynchronous(platform)];
    const primary = await killPrimary(platform, label, rounds);
    return [...results, { ...primary, notes: [...primary.notes, ...cost] }];
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function failoverSection(rounds: number): Promise<FaultResult[]> {
  const missing = findMissingPrograms(["haproxy", "etcd", "patroni", "postgres"]);
  return missing.length > 0
    ? [leaveOut("failover", `not installed: ${missing.join(", ")}`)]
    : runPlatform(false, rounds);
}

export async function poolerSection(rounds: number): Promise<FaultResult[]> {
  const missing = findMissingPrograms(["haproxy", "etcd", "patroni", "postgres", "pgbouncer"]);
  return missing.length > 0
    ? [leaveOut("failover through PgBouncer", `not installed: ${missing.join(", ")}`)]
    : runPlatform(true, rounds);
}
