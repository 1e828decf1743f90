/**
 * Upgrade without downtime (rolling update): ten servers that start and migrate at once, an update from the release
 * before with traffic, and a refused way back.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { createPostgres, type PostgresProcess } from "#tests/support/postgres-process.ts";
import { compareLedger } from "./ledger.ts";
import { openClub, startLoad } from "./load.ts";
import { openMailSink } from "./mail-sink.ts";
import { type ReleaseBefore, unpackReleaseBefore } from "./release-before.ts";
import { type FaultResult, leaveOut } from "./report.ts";
import { createServerProcess, listUnexpectedErrors, type ServerProcess } from "./server-process.ts";

const project = resolve(import.meta.dirname, "..");
const INSTANCES = 10;

async function withPostgres<T>(work: (postgres: PostgresProcess) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "baseline-update-"));
  const postgres = await createPostgres(`${folder}-database/postgres`);
  try {
    await postgres.start();
    return await work(postgres);
  } finally {
    await postgres.stop();
    for (const each of [folder, `${folder}-database`]) rmSync(each, { recursive: true, force: true });
  }
}

async function readRows<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const closeAll = async (servers: readonly ServerProcess[]) => {
  await Promise.all(servers.map((server) => server.close()));
};

export const startSection = (): Promise<FaultResult[]> =>
  withPostgres(async (postgres) => {
    const mailSink = await openMailSink();
    const env = { DATABASE_URL: postgres.url, SMTP_URL: mailSink.url, LOG_LEVEL: "error", DATABASE_POOL: "4" };
    const servers = await Promise.all(Array.from({ length: INSTANCES }, () => createServerProcess({ env })));
    try {
      const startedAt = performance.now();
      const outcomes = await Promise.allSettled(servers.map((server) => server.start()));
      const seconds = (performance.now() - startedAt) / 1000;
      const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
      const files = readdirSync(join(project, "server/migrations")).filter((name) => name.endsWith(".sql"));
      const applied = await readRows<{ name: string }>(postgres.url, "select name from migrations order by name");
      const isWhole = applied.map(({ name }) => name).join() === files.toSorted().join();
      const notes = [
        `${INSTANCES} ready after ${seconds.toFixed(0)} s on an empty database, each migration and the demo once`,
      ];
      const faults = [...failures, ...(isWhole ? [] : [`${applied.length} of ${files.length} migrations applied`])];
      const load = startLoad(await openClub(servers[0]?.origin ?? ""), {
        origins: servers.map(({ origin }) => origin),
      });
      await load.untilBooked();
      await load.stop();
      await mailSink.untilDelivered(load.ledger.mails);
      const deliveries = { counts: mailSink.deliveries, mayRepeat: false };
      const comparison = await compareLedger(postgres.url, load.ledger, deliveries);
      const fault = `${INSTANCES} servers start and migrate at once`;
      return [{ ...comparison, fault, rounds: 1, statuses: load.statuses, recoveries: [], notes, faults }];
    } finally {
      await closeAll(servers);
      await mailSink.close();
    }
  });

/** @param ref of the release before; by default the last release */
export async function updateSection(ref: string | undefined): Promise<FaultResult[]> {
  const before = unpackReleaseBefore(ref);
  try {
    return await withPostgres((postgres) => update(postgres, before));
  } finally {
    before.delete();
  }
}

async function update(postgres: PostgresProcess, { folder: old, name, added }: ReleaseBefore): Promise<FaultResult[]> {
  const mailSink = await openMailSink();
  const env = { DATABASE_URL: postgres.url, SMTP_URL: mailSink.url, LOG_LEVEL: "error" };
  const open = (folder?: string) => createServerProcess({ env, ...(folder && { folder }) });
  const servers = await Promise.all([open(old), open(old), open(), open()]);
  const [firstOld, secondOld, firstNew, secondNew] = servers;
  try {
    await firstOld.start();
    await secondOld.start();
    const load = startLoad(await openClub(firstOld.origin), { origins: servers.map(({ origin }) => origin), lanes: 3 });
    await load.untilBooked();
    // One at a time, as an orchestrator does: the new one is ready before an old one goes.
    await firstNew.start();
    await load.untilBooked();
    await firstOld.signal("SIGTERM");
    await load.untilBooked();
    await secondNew.start();
    await secondOld.signal("SIGTERM");
    const recovery = await load.untilBooked();
    await load.stop();
    await mailSink.untilDelivered(load.ledger.mails);
    const deliveries = { counts: mailSink.deliveries, mayRepeat: false };
    const comparison = await compareLedger(postgres.url, load.ledger, deliveries);
    const notes = [`from ${name}: ${added.length} migrations while its servers answered`];
    const faults = [
      ...listUnexpectedErrors(servers),
      ...(recovery === undefined ? ["no booking after the update"] : []),
    ];
    const result = {
      ...comparison,
      fault: "rolling update",
      rounds: 1,
      statuses: load.statuses,
      recoveries: [],
      notes,
      faults,
    };
    return [result, await refuseDowngrade(postgres, firstNew, secondNew)];
  } finally {
    await closeAll(servers);
    await mailSink.close();
  }
}

/** A server that knows fewer migrations than the database has: the same version, and a migration of the next one. */
async function refuseDowngrade(postgres: PostgresProcess, ...servers: readonly ServerProcess[]): Promise<FaultResult> {
  await Promise.all(servers.map((server) => server.signal("SIGTERM")));
  await readRows(postgres.url, "insert into migrations (name, sha256) values ('9999-of-the-next-release.sql', '')");
  const [server] = servers;
  const { code, output } = (await server?.runToEnd()) ?? { code: 0, output: "" };
  const isClear = code !== 0 && output.includes("9999-of-the-next-release.sql");
  const last = output.trim().split("\n").at(-1) ?? "";
  return {
    ...leaveOut("downgrade", ""),
    rounds: 1,
    notes: [`exit code ${code}: “${last.slice(0, 300)}”`],
    faults: isClear ? [] : ["an older server did not refuse a newer database with a clear word"],
  };
}
