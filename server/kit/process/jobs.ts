/** Background jobs on pg-boss. Jobs are triggers, tables are the truth: every job reads the state again and may run twice. */
import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { fromKysely, PgBoss, type ConstructorOptions, type Queue } from "pg-boss";
import { createClientClass } from "#server/kit/db/database-client.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "./app-context.ts";
import { jobRuns } from "./metrics.ts";

export interface Job {
  /** `emails.send`: the module, or the kit's part, first. */
  name: string;
  /** Does the work of one trigger; with empty `data`, a sweep. Throwing means another try. */
  run(appContext: AppContext, data: Record<string, unknown>): Promise<void>;
  /** Cron line (UTC) of the sweep that finds missed work. */
  sweep?: string;
  /** Retries (5). Their distance doubles, from 5 seconds to an hour; then the trigger becomes a dead letter. */
  retries?: number;
}

export interface JobQueue {
  /** Triggers a job within the caller's transaction: it runs only if that commits. */
  send(db: Database, name: string, data: object, options?: { after?: Date }): Promise<void>;
  /** Takes no more work and waits for running jobs: 10 seconds at most, then they are left to the next worker. */
  close(): Promise<void>;
}

export interface JobWorkers extends JobQueue {
  /** Starts working off jobs and scheduling their sweeps. Needs `isWorker`. */
  startWorkers(appContext: AppContext): Promise<void>;
}

export interface JobQueueOptions {
  url: string;
  /** Every job of the product: missing queues are created. */
  jobs: readonly Job[];
  log: Logger;
  /** False for a process that only sends. */
  isWorker?: boolean;
  /** pg-boss's own settable clock, for tests; it moves the database's time of jobs too. */
  clock?: ConstructorOptions["clock"];
}

const PGBOSS_SCHEMA = "pgboss";
/** Holds triggers that failed for good, for two weeks. */
const DEAD_LETTER_QUEUE = "dead";
const CLOSE_TIMEOUT_MS = 10_000;
/** pg-boss rebuilds its indexes, which takes longer than our statements. */
const Client = createClientClass(120_000);

const queueOptions = (job: Job) =>
  ({
    retryLimit: job.retries ?? 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 600,
    // Without a heartbeat the job of a killed worker goes to another after a minute or two.
    heartbeatSeconds: 30,
    deleteAfterSeconds: 3600,
    deadLetter: DEAD_LETTER_QUEUE,
  }) satisfies Partial<Queue>;

/** Opens the queues; existing ones are left alone. Any number of processes may do so at once. */
export async function openJobQueue({
  url,
  jobs,
  log,
  isWorker: works = true,
  clock,
}: JobQueueOptions): Promise<JobWorkers> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "baseline jobs",
    schema: PGBOSS_SCHEMA,
    max: works ? 4 : 1,
    supervise: works,
    schedule: works,
    // Passed to `pg`; the types of pg-boss do not declare it.
    ...{ Client },
    // A settable clock asks every new connection one statement, which pg-boss does not wait for: pg takes one at a time.
    ...(clock && { clock, verify: (client: EventEmitter, done: () => void) => client.once("drain", done) }),
  });
  boss.on("error", (err) => log.error({ err }, "jobs"));
  boss.on("warning", ({ message }) => log.warn(`jobs: ${message}`));
  await boss.start();
  try {
    await createQueues(boss, jobs);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  let isClosed = false;
  return {
    async send(db, name, data, { after } = {}) {
      await boss.send(name, data, { db: fromKysely(db), ...(after && { startAfter: after }) });
    },
    async startWorkers(appContext) {
      // Closed while it was still starting.
      if (isClosed) return;
      await Promise.all(jobs.map((job) => startWorker(boss, job, appContext)));
      await scheduleSweeps(boss, jobs);
    },
    close() {
      isClosed = true;
      return boss.stop({ graceful: true, timeout: CLOSE_TIMEOUT_MS });
    },
  };
}

async function createQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!there.has(DEAD_LETTER_QUEUE)) await boss.createQueue(DEAD_LETTER_QUEUE, { retentionSeconds: 14 * 86_400 });
  for (const job of jobs) {
    const [wanted, known] = [queueOptions(job), there.get(job.name)];
    if (!known) await boss.createQueue(job.name, wanted);
    else if (known.retryLimit !== wanted.retryLimit) await boss.updateQueue(job.name, wanted);
  }
}

async function startWorker(boss: PgBoss, job: Job, appContext: AppContext): Promise<void> {
  await boss.work<Record<string, unknown> | null>(job.name, { pollingIntervalSeconds: 0.5 }, async ([trigger]) => {
    try {
      await job.run(appContext, trigger?.data ?? {});
      jobRuns.inc({ job: job.name, outcome: "done" });
    } catch (err) {
      jobRuns.inc({ job: job.name, outcome: "failed" });
      appContext.log.error(
        { err, job: job.name, trigger: trigger?.id, try: (trigger?.retryCount ?? 0) + 1 },
        "a job failed",
      );
      throw err;
    }
  });
}

/** Removes sweeps of jobs that no longer exist: their triggers would have no worker. */
async function scheduleSweeps(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const there = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule.cron]));
  for (const { name, sweep } of jobs)
    if (sweep && there.get(name) !== sweep) await boss.schedule(name, sweep, {}, { retryLimit: 0 });
  for (const name of there.keys()) if (!jobs.some((job) => job.name === name && job.sweep)) await boss.unschedule(name);
}
