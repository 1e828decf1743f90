/** Reads at a real streaming replica: never behind a change of their organization, and by the primary where it is away. */
import { rmSync } from "node:fs";
import fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { insertChange } from "#server/kit/notify/live-changes.ts";
import { serveHealth } from "#server/kit/http/health.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { createLogger } from "#server/kit/process/log.ts";
import { createPostgres, type PostgresProcess } from "#tests/support/postgres-process.ts";
import { createTestNetwork, type TestNetwork } from "#tests/support/test-network.ts";
import { type DatabaseHandle, openDatabase } from "./database.ts";
import { temporaryFolder } from "./embedded-binaries.ts";
import { migrate } from "./migrate.ts";
import { openReplica, type Replica } from "./replica.ts";

const [here, there] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const soon = { timeout: 10_000, interval: 50 };
const settings = ["fsync=off", "wal_receiver_status_interval=1s"];

let folder: string;
let primary: PostgresProcess;
let standby: PostgresProcess;
let network: TestNetwork;
let database: DatabaseHandle;
let replica: Replica;

beforeAll(async () => {
  folder = temporaryFolder("replica");
  primary = await createPostgres(`${folder}/primary`);
  standby = await primary.createStandby(`${folder}/standby`);
  await Promise.all([primary.start(settings), standby.start(settings)]);
  network = await createTestNetwork(standby.url);
  await migrate(primary.url);
  database = openDatabase(primary.url);
  replica = openReplica(database.db, { url: network.url, max: 4, log: createLogger("silent") });
  await untilInUse();
}, 120_000);
afterAll(async () => {
  await replica.close();
  await network.close();
  await database.close();
  await Promise.all([standby.stop(), primary.stop()]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const untilInUse = () => vi.waitFor(() => expect(replica.state().status).toBe("in use"), soon);
/** @returns what a load balancer reads */
async function readReadiness(): Promise<{ statusCode: number; body: unknown }> {
  const app = fastify() as unknown as FastifyInstance;
  serveHealth(app, { db: database.db, replica, log: createLogger("silent") } as AppContext);
  const answer = await app.inject("/readyz");
  await app.close();
  return { statusCode: answer.statusCode, body: answer.json() };
}
const readyWith = (state: object) => ({ statusCode: 200, body: { status: "ready", replica: state } });
const change = (organizationId: string) =>
  insertChange(database.db, { organizationId, module: "events", subjectId: "one", at: new Date() }).execute();
const readerOf = (organizationId: string) =>
  replica.read(organizationId, async (db) => {
    const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(db);
    return rows[0]?.isReplica ? "replica" : "primary";
  });
const countAt = (organizationId: string) =>
  replica.read(organizationId, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from changes`.execute(db);
    return rows[0]?.count ?? 0;
  });
const pauseReplay = async (isPaused: boolean) => {
  const straight = openDatabase(standby.url);
  await sql.raw(`select pg_wal_replay_${isPaused ? "pause" : "resume"}()`).execute(straight.db);
  await straight.close();
};
afterEach(async () => {
  await network.mend();
  await pauseReplay(false);
  await untilInUse();
});

test("a read never misses a change that was committed before it, whoever answers", async () => {
  for (let count = 1; count <= 40; count += 1) {
    const before = await countAt(here);
    await change(here);
    expect(await countAt(here)).toBe(before + 1);
  }
  await expect.poll(() => readerOf(here), soon).toBe("replica");
});

test("changes of an organization that are not replayed keep its reads at the primary, and no others", async () => {
  await expect.poll(() => Promise.all([readerOf(here), readerOf(there)]), soon).toEqual(["replica", "replica"]);
  await pauseReplay(true);
  await change(here);
  expect(await Promise.all([readerOf(here), readerOf(there), readerOf("all")])).toEqual([
    "primary",
    "replica",
    "primary",
  ]);
  await pauseReplay(false);
  await expect.poll(() => readerOf(here), soon).toBe("replica");
});

test("a change that commits after a later one is not overlooked", async () => {
  const early = await database.db.startTransaction().execute();
  await insertChange(early, { organizationId: here, module: "events", subjectId: "early", at: new Date() }).execute();
  await change(here);
  await expect.poll(() => readerOf(there), soon).toBe("replica");
  await pauseReplay(true);
  await early.commit().execute();
  expect(await readerOf(here)).toBe("primary");
});

test(
  "more than five seconds behind, the primary answers all reads, and the lag is told",
  { timeout: 30_000 },
  async () => {
    await pauseReplay(true);
    await change(here);
    await expect.poll(() => replica.state().status, { ...soon, timeout: 15_000 }).toBe("behind");
    expect(replica.state().lagSeconds).toBeGreaterThan(5);
    const lagging = await readReadiness();
    expect(lagging).toEqual(readyWith({ status: "behind", lagSeconds: expect.any(Number) }));
    expect(await readerOf(there)).toBe("primary");
    await pauseReplay(false);
    await expect.poll(() => readerOf(there), soon).toBe("replica");
    expect(replica.state().lagSeconds).toBeLessThan(5);
  },
);

test("a replica that is away or hangs is left out by itself, and comes back", { timeout: 30_000 }, async () => {
  await network.cut();
  expect(await Promise.all(Array.from({ length: 10 }, () => readerOf(there)))).toEqual(Array(10).fill("primary"));
  await expect.poll(() => replica.state().status, soon).toBe("no answer");
  expect(await readReadiness()).toEqual(readyWith({ status: "no answer", lagSeconds: expect.any(Number) }));
  await network.mend();
  await expect.poll(() => readerOf(there), soon).toBe("replica");
  network.silence();
  expect(await readerOf(there)).toBe("primary");
  await network.mend();
  await expect.poll(() => readerOf(there), { ...soon, timeout: 15_000 }).toBe("replica");
});

test("what fails at the replica is left to the primary, which alone can write", async () => {
  const write = (organizationId: string) =>
    replica.read(organizationId, (db) => sql`update changes set module = 'events' where false`.execute(db));
  await expect(write(there)).resolves.toBeDefined();
  await expect(replica.read(there, () => Promise.reject(new Error("wrong")))).rejects.toThrow("wrong");
});

test("an address that leads to no replica is not read", async () => {
  const wrong = openReplica(database.db, { url: primary.url, max: 2, log: createLogger("silent") });
  await expect(wrong.read(here, async (db) => db === database.db)).resolves.toBe(true);
  expect(wrong.state().status).toBe("no answer");
  await wrong.close();
});
