/** Runs the real pg-boss; all other tests use `tests/support/test-job-queue.ts`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { TestClock } from "pg-boss";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { createRevisionCache } from "#server/kit/db/revision-cache.ts";
import type { AppContext } from "./app-context.ts";
import { openJobQueue, type Job, type JobQueueOptions, type JobWorkers } from "./jobs.ts";
import { openLiveChanges } from "#server/kit/notify/live-changes.ts";
import { createLogger } from "./log.ts";
import { openFileStore } from "#server/kit/storage/file-store.ts";

const log = createLogger("silent");
const minute = 60_000;
let database: TestDatabase;
const open: JobWorkers[] = [];
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.close()));
  await database.drop();
});

async function start(
  jobs: Job[],
  options: Partial<JobQueueOptions> = {},
): Promise<{ jobs: JobWorkers; appContext: AppContext }> {
  const { db, url } = database;
  const workers = await openJobQueue({ url, jobs, log, ...options });
  open.push(workers);
  const [config, live] = [readConfig({}), openLiveChanges(db, log)];
  const appContext: AppContext = {
    db,
    config,
    clock: systemClock,
    log,
    jobs: workers,
    live,
    store: openFileStore(config),
    revisionCache: createRevisionCache(),
  };
  return { jobs: workers, appContext };
}
function noting(name = "tests.note", more: Partial<Job> = {}) {
  const seen: Record<string, unknown>[] = [];
  const job: Job = { name, run: async (_house, data) => void seen.push(data), ...more };
  return { job, seen };
}
async function until(isTrue: () => boolean, patience = 5000): Promise<void> {
  const end = Date.now() + patience;
  while (!isTrue() && Date.now() < end) await sleep(20);
  expect(isTrue()).toBe(true);
}

test("what was sent in a transaction runs once when it commits, and never when it is rolled back", async () => {
  const { job, seen } = noting();
  const { jobs, appContext } = await start([job]);
  await jobs.startWorkers(appContext);
  const lost = appContext.db.transaction().execute(async (db) => {
    await jobs.send(db, job.name, { number: 1 });
    throw new Error("changed my mind");
  });
  await expect(lost).rejects.toThrow("changed my mind");
  await appContext.db
    .transaction()
    .execute((db) => jobs.send(db, job.name, { number: 2, deep: { list: [1, null, "é"] } }));
  await until(() => seen.length > 0);
  await sleep(1200);
  expect(seen).toEqual([{ number: 2, deep: { list: [1, null, "é"] } }]);
});

test("a job that its schedule alone triggers is refused elsewhere, as its worker looks for it seldom", async () => {
  const { job } = noting("tests.scheduled");
  const { jobs, appContext } = await start([{ ...job, cron: "* * * * *", isScheduledOnly: true }]);
  await expect(jobs.send(appContext.db, job.name, {})).rejects.toThrow("triggered by its schedule only");
});

test("a job that fails is tried again at growing distances, then kept as a dead letter", async () => {
  const clock = new TestClock(new Date());
  const tries: number[] = [];
  const job: Job = {
    name: "tests.fail",
    retries: 2,
    run: async () => {
      tries.push(clock.now());
      throw new Error("no luck");
    },
  };
  const { jobs, appContext } = await start([job], { clock });
  await jobs.startWorkers(appContext);
  await jobs.send(appContext.db, job.name, { number: 1 });
  for (let seconds = 0; seconds < 120; seconds += 1) {
    await clock.tick(1000);
    await sleep(5);
  }
  expect(tries).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = tries;
  expect(third - second).toBeGreaterThan(second - first);
  const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'dead'`.execute(appContext.db);
  expect(rows).toEqual([{ data: { number: 1 } }]);
});

test("the job of a worker that was killed is taken by another", async () => {
  const { job, seen } = noting("tests.hang");
  const { jobs, appContext } = await start([job], { isWorker: false });
  await jobs.send(appContext.db, job.name, { number: 1 });
  const program = `
    import { openJobQueue } from "#server/kit/process/jobs.ts";
    import { createLogger } from "#server/kit/process/log.ts";
    const log = createLogger("silent");
    const job = { name: "tests.hang", run: () => new Promise(() => console.log("taken")) };
    const jobs = await openJobQueue({ url: process.env.URL, jobs: [job], log });
    await jobs.startWorkers({ log });`;
  const worker = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...process.env, URL: database.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(worker.stdout, "data");
  worker.kill("SIGKILL");
  await once(worker, "exit");
  const clock = new TestClock(new Date());
  const second = await start([job], { clock });
  await second.jobs.startWorkers(second.appContext);
  await clock.tick(20_000);
  expect(seen).toEqual([]);
  for (let passed = 0; passed < 5 && seen.length === 0; passed += 1) await clock.tick(minute);
  expect(seen).toEqual([{ number: 1 }]);
});

test("a scheduled job runs each minute, once however many servers work, with nothing to go by", async () => {
  const clock = new TestClock(new Date("2026-06-01T08:00:30Z"));
  const { job, seen } = noting("tests.scheduled", { cron: "* * * * *" });
  const one = await start([job], { clock });
  await one.jobs.startWorkers(one.appContext);
  const two = await start([job], { clock });
  await two.jobs.startWorkers(two.appContext);
  for (let passed = 0; passed < 150; passed += 5) {
    await clock.tick(5000);
    await sleep(5);
  }
  // A busy machine lags behind the clock.
  for (let more = 0; more < 40 && seen.length < 2; more += 1) {
    await clock.tick(500);
    await sleep(20);
  }
  expect(seen.length).toBeGreaterThanOrEqual(2);
  const { rows } = await sql<{ minute: Date; count: number }>`
    select date_trunc('minute', created_on) as minute, count(*)::int as count
    from pgboss.job where name = ${job.name} group by 1`.execute(database.db);
  expect(rows.filter(({ count }) => count > 1)).toEqual([]);
  expect(seen.every((data) => Object.keys(data).length === 0)).toBe(true);
});

test("a schedule that no job has any more is removed", async () => {
  const { job } = noting("tests.scheduled", { cron: "* * * * *" });
  const one = await start([job]);
  await one.jobs.startWorkers(one.appContext);
  const two = await start([{ name: job.name, run: job.run }]);
  await two.jobs.startWorkers(two.appContext);
  const { rows } = await sql`select name from pgboss.schedule`.execute(database.db);
  expect(rows).toEqual([]);
});

test("ten servers start at once on an empty database, and the eleventh has less to do than they", async () => {
  const { job } = noting();
  const jobs = [
    job,
    ...["a", "b", "c", "d", "e", "f"].map((name) => noting(`tests.${name}`, { cron: "* * * * *" }).job),
  ];
  const begun = performance.now();
  const ten = await Promise.all(Array.from({ length: 10 }, () => start(jobs)));
  await Promise.all(ten.map(({ jobs: each, appContext }) => each.startWorkers(appContext)));
  const before = performance.now();
  const last = await start(jobs);
  await last.jobs.startWorkers(last.appContext);
  expect((performance.now() - before) / (before - begun)).toBeLessThan(1);
});

test("what is sent for later waits until then", async () => {
  const clock = new TestClock(new Date());
  const { job, seen } = noting();
  const { jobs, appContext } = await start([job], { clock });
  await jobs.startWorkers(appContext);
  await jobs.send(appContext.db, job.name, { number: 1 }, { after: new Date(clock.now() + 10 * minute) });
  await clock.tick(9 * minute);
  expect(seen).toEqual([]);
  await clock.tick(2 * minute);
  await until(() => seen.length > 0);
  expect(seen).toEqual([{ number: 1 }]);
});

test("closing waits for the job that runs", async () => {
  const steps: string[] = [];
  const job: Job = {
    name: "tests.slow",
    async run() {
      steps.push("begun");
      await sleep(700);
      steps.push("done");
    },
  };
  const { jobs, appContext } = await start([job]);
  await jobs.startWorkers(appContext);
  await jobs.send(appContext.db, job.name, {});
  await until(() => steps.length > 0);
  await jobs.close();
  expect(steps).toEqual(["begun", "done"]);
});

test("triggers of a concurrent job run side by side, and each fails for itself", async () => {
  let [running, most] = [0, 0];
  const done: unknown[] = [];
  const { job } = noting("tests.concurrent", {
    concurrency: 10,
    retries: 0,
    run: async (_appContext, { number }) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(100);
      running -= 1;
      if (number === 3) throw new Error("no luck");
      done.push(number);
    },
  });
  const { jobs, appContext } = await start([job]);
  for (let number = 0; number < 40; number += 1) await jobs.send(appContext.db, job.name, { number });
  await jobs.startWorkers(appContext);
  await until(() => done.length === 39);
  expect(most).toBe(10);
  await until(() => running === 0);
  await expect
    .poll(async () => (await sql`select data from pgboss.job where name = 'dead'`.execute(appContext.db)).rows)
    .toEqual([{ data: { number: 3 } }]);
});

test("any number of triggers wake a job once", async () => {
  const { job, seen } = noting("tests.wake", { isWakeUp: true });
  const { jobs, appContext } = await start([job]);
  for (let number = 0; number < 200; number += 1) await jobs.send(appContext.db, job.name, { number });
  await jobs.startWorkers(appContext);
  await until(() => seen.length > 0);
  const left = () =>
    sql`select 1 from pgboss.job where name = ${job.name} and state <> 'completed'`.execute(appContext.db);
  await expect.poll(async () => (await left()).rows).toEqual([]);
  expect(seen).toHaveLength(1);
});

test("a job without a registered handler cannot be sent", async () => {
  const { jobs, appContext } = await start([noting().job]);
  await expect(jobs.send(appContext.db, "tests.unknown", {})).rejects.toThrow("tests.unknown");
});

test("a clock that steps back by an hour while a job runs delays the next one by a moment only", async () => {
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
  try {
    let runs = 0;
    const run = async () => {
      runs += 1;
      vi.setSystemTime(systemClock.now().getTime() - 3_600_000);
    };
    const { jobs, appContext } = await start([{ name: "tests.step", run }]);
    await jobs.startWorkers(appContext);
    await jobs.send(database.db, "tests.step", {});
    await expect.poll(() => runs).toBe(1);
    await jobs.send(database.db, "tests.step", {});
    await expect.poll(() => runs).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
