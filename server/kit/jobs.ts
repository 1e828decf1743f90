/** Work that can wait, on pg-boss. Jobs are triggers, tables are the truth: every job reads the state again and may run twice. */
import type { Logger } from "pino";
import { fromKysely, PgBoss, type ConstructorOptions, type Queue } from "pg-boss";
import { clientWith } from "./client.ts";
import type { Database } from "./database.ts";
import type { House } from "./house.ts";
import { jobRuns } from "./metrics.ts";

export interface Job {
  /** `emails.send`: the room, or the kit's part, first. */
  name: string;
  /** Does the work of one trigger; of a sweep, when `data` is empty. Throwing means another try. */
  run(house: House, data: Record<string, unknown>): Promise<void>;
  /** A cron line (UTC) for the sweep that finds what was missed. */
  sweep?: string;
  /** Tries after the first (5). Their distance doubles, from 5 seconds to an hour; then the trigger is a dead letter. */
  retries?: number;
}

export interface Jobs {
  /** Triggers a job within the caller's transaction: it runs if that commits, and never otherwise. */
  send(db: Database, name: string, data: object, options?: { after?: Date }): Promise<void>;
  /** Takes no more work, and waits for what runs: 10 seconds at most, then it is left to the next worker. */
  close(): Promise<void>;
}

export interface Workers extends Jobs {
  /** From now on this process works off the jobs, and sends their sweeps. Needs `works`. */
  work(house: House): Promise<void>;
}

export interface JobsOptions {
  url: string;
  /** Every job of the product: their queues are made where they are not there yet. */
  jobs: readonly Job[];
  log: Logger;
  /** False for a process that only sends. */
  works?: boolean;
  /** pg-boss's own settable clock, for tests; it moves the database's time of jobs too. */
  clock?: ConstructorOptions["clock"];
}

const schema = "pgboss";
/** Where triggers end that failed for good; they are kept two weeks for whoever looks after the server. */
const deadLetters = "dead";
const patienceMs = 10_000;
/** pg-boss also rebuilds its indexes, which takes longer than any statement of ours. */
const Client = clientWith(120_000);

const queueOf = (job: Job) =>
  ({
    retryLimit: job.retries ?? 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 600,
    // A worker that is killed stops beating: its job is another's after a minute or two.
    heartbeatSeconds: 30,
    deleteAfterSeconds: 3600,
    deadLetter: deadLetters,
  }) satisfies Partial<Queue>;

/** Opens the queues, cheaply: what is there already is left alone. Any number of processes may do so at once. */
export async function openJobs({ url, jobs, log, works = true, clock }: JobsOptions): Promise<Workers> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "baseline jobs",
    schema,
    max: works ? 4 : 1,
    supervise: works,
    schedule: works,
    // Handed on to `pg`, though the types of pg-boss do not know it.
    ...{ Client },
    ...(clock && { clock }),
  });
  boss.on("error", (err) => log.error({ err }, "jobs"));
  boss.on("warning", ({ message }) => log.warn(`jobs: ${message}`));
  await boss.start();
  try {
    await makeQueues(boss, jobs);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  let isClosed = false;
  return {
    async send(db, name, data, { after } = {}) {
      await boss.send(name, data, { db: fromKysely(db), ...(after && { startAfter: after }) });
    },
    async work(house) {
      // Stopped while it was still starting.
      if (isClosed) return;
      await Promise.all(jobs.map((job) => workOff(boss, job, house)));
      await setSweeps(boss, jobs);
    },
    close() {
      isClosed = true;
      return boss.stop({ graceful: true, timeout: patienceMs });
    },
  };
}

async function makeQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!there.has(deadLetters)) await boss.createQueue(deadLetters, { retentionSeconds: 14 * 86_400 });
  for (const job of jobs) {
    const [wanted, known] = [queueOf(job), there.get(job.name)];
    if (!known) await boss.createQueue(job.name, wanted);
    else if (known.retryLimit !== wanted.retryLimit) await boss.updateQueue(job.name, wanted);
  }
}

async function workOff(boss: PgBoss, job: Job, house: House): Promise<void> {
  await boss.work<Record<string, unknown> | null>(job.name, { pollingIntervalSeconds: 0.5 }, async ([trigger]) => {
    try {
      await job.run(house, trigger?.data ?? {});
      jobRuns.inc({ job: job.name, outcome: "done" });
    } catch (err) {
      jobRuns.inc({ job: job.name, outcome: "failed" });
      house.log.error(
        { err, job: job.name, trigger: trigger?.id, try: (trigger?.retryCount ?? 0) + 1 },
        "a job failed",
      );
      throw err;
    }
  });
}

/** Sweeps of jobs that are no more are taken out, so that no trigger is sent to nobody. */
async function setSweeps(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const there = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule.cron]));
  for (const { name, sweep } of jobs)
    if (sweep && there.get(name) !== sweep) await boss.schedule(name, sweep, {}, { retryLimit: 0 });
  for (const name of there.keys()) if (!jobs.some((job) => job.name === name && job.sweep)) await boss.unschedule(name);
}
