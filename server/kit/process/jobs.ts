/** Background jobs on pg-boss. A job is only a trigger: each run reads the state from tables, and may run twice. */
import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { fromKysely, PgBoss, type ConstructorOptions, type JobResult, type JobWithMetadata, type Queue } from "pg-boss";
import { createClientClass } from "#server/kit/db/database-client.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "./app-context.ts";
import { systemClock } from "./clock.ts";
import { jobRuns } from "./metrics.ts";
import { inSpan } from "./traces.ts";

export interface Job {
  name: string;
  /** Does the work of one trigger; with empty `data`, of all that waits. A thrown error causes a retry. */
  run(appContext: AppContext, data: Record<string, unknown>): Promise<void>;
  /** Schedule (cron expression, UTC) of runs with empty `data`, which also find missed work. */
  cron?: string;
  /** Nothing but the schedule triggers it: a run may begin some seconds later, and an idle server asks less often. */
  isScheduledOnly?: boolean;
  /** Number of triggers that run at the same time (1). */
  concurrency?: number;
  /** A trigger only says that there is work: all that wait cause one run. */
  isWakeUp?: boolean;
  /** Number of retries (5). Delays (backoff) double from 5 seconds to an hour; then the trigger goes to the dead letter queue. */
  retries?: number;
}

export interface JobQueue {
  /** Triggers a job within the caller's transaction: it runs only if that commits. */
  send(db: Database, name: string, data: object, options?: { after?: Date }): Promise<void>;
  /** Takes no more jobs and waits at most 10 seconds for running ones; another worker repeats those that did not finish. */
  close(): Promise<void>;
}

export interface JobWorkers extends JobQueue {
  startWorkers(appContext: AppContext): Promise<void>;
}

export interface JobQueueOptions {
  url: string;
  jobs: readonly Job[];
  log: Logger;
  isWorker?: boolean;
  /** pg-boss's settable clock, for tests. It also sets the time of jobs in the database. */
  clock?: ConstructorOptions["clock"];
}

const PGBOSS_SCHEMA = "pgboss";
/** Stores triggers that failed for good, for two weeks. */
const DEAD_LETTER_QUEUE = "dead";
const CLOSE_TIMEOUT_MS = 10_000;
const WAKE_UP_BATCH = 1000;
/** pg-boss rebuilds its indexes, which takes longer than our statements. */
const Client = createClientClass(120_000);

const queueOptions = (job: Job) =>
  ({
    retryLimit: job.retries ?? 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 600,
    // Without a heartbeat, another worker takes the job of a killed one after a minute or two.
    heartbeatSeconds: 30,
    deleteAfterSeconds: 3600,
    deadLetter: DEAD_LETTER_QUEUE,
  }) satisfies Partial<Queue>;

/** Opens the queues and leaves existing ones unchanged. Several processes may do so at once. */
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
    // pg-boss passes it to `pg`, but does not declare it in its types.
    ...{ Client },
    // With a settable clock, pg-boss does not await a first statement on each connection, and `pg` runs only one at a time.
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
  let clockWatch: NodeJS.Timeout | undefined;
  return {
    async send(db, name, data, { after } = {}) {
      assertMayBeSent(jobs, name);
      await boss.send(name, data, { db: fromKysely(db), ...(after && { startAfter: after }) });
    },
    async startWorkers(appContext) {
      if (isClosed) return;
      const workerIds = await Promise.all(jobs.map((job) => startWorker(boss, job, appContext)));
      clockWatch = watchClock(() => workerIds.forEach((id) => boss.notifyWorker(id)));
      await scheduleJobs(boss, jobs);
    },
    close() {
      isClosed = true;
      clearInterval(clockWatch);
      return boss.stop({ graceful: true, timeout: CLOSE_TIMEOUT_MS });
    },
  };
}

/** @throws Error if workers would find the trigger late, or never */
export function assertMayBeSent(jobs: readonly Job[], name: string): void {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`Queue ${name} does not exist`);
  if (job.isScheduledOnly) throw new Error(`${name} is triggered by its schedule only`);
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

type Trigger = JobWithMetadata<Record<string, unknown> | null>;

/** @returns the id of the worker */
async function startWorker(boss: PgBoss, job: Job, appContext: AppContext): Promise<string> {
  const runOne = async ({ id, data, retryCount }: Trigger): Promise<JobResult> => {
    try {
      await inSpan(job.name, () => job.run(appContext, data ?? {}), { kind: "consumer" });
      jobRuns.inc({ job: job.name, outcome: "done" });
      return { id, status: "completed" };
    } catch (err) {
      jobRuns.inc({ job: job.name, outcome: "failed" });
      appContext.log.error({ err, job: job.name, trigger: id, try: retryCount + 1 }, "a job failed");
      return { id, status: "failed", output: { message: err instanceof Error ? err.message : String(err) } };
    }
  };
  const options = {
    pollingIntervalSeconds: job.isScheduledOnly ? 5 : 0.5,
    batchSize: job.isWakeUp ? WAKE_UP_BATCH : (job.concurrency ?? 1),
    // A backlog is worked off without a pause between batches.
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
  } as const;
  return boss.work(job.name, options, async (triggers: Trigger[]) => {
    const [first] = triggers;
    if (!job.isWakeUp || !first) return Promise.all(triggers.map(runOne));
    const { status, output } = await runOne(first);
    return triggers.map(({ id }) => ({ id, status, ...(output && { output }) }));
  });
}

const CLOCK_CHECK_INTERVAL_MS = 1000;
const MAX_STEP_BACK_MS = 1000;

/**
 * pg-boss computes the pause of a worker with the system clock: where that steps back while the worker is busy, the pause
 * would last as long as the step.
 */
function watchClock(wakeWorkers: () => void): NodeJS.Timeout {
  const readOffset = () => systemClock.now().getTime() - performance.now();
  let offset = readOffset();
  const check = () => {
    const before = offset;
    offset = readOffset();
    if (offset < before - MAX_STEP_BACK_MS) wakeWorkers();
  };
  return setInterval(check, CLOCK_CHECK_INTERVAL_MS).unref();
}

/** Removes schedules of jobs that no longer exist, because they have no worker. */
async function scheduleJobs(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const there = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule.cron]));
  for (const { name, cron } of jobs)
    if (cron && there.get(name) !== cron) await boss.schedule(name, cron, {}, { retryLimit: 0 });
  for (const name of there.keys()) if (!jobs.some((job) => job.name === name && job.cron)) await boss.unschedule(name);
}
