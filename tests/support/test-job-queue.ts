/** Job queue for tests: jobs wait until a test runs them. Jobs of rolled-back transactions never run, as with pg-boss. */
import { sql } from "kysely";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { assertMayBeSent, type Job, type JobQueue } from "#server/kit/process/jobs.ts";
import { jobs as everyJob } from "#server/jobs.ts";

interface Trigger {
  name: string;
  data: Record<string, unknown>;
  after: Date | undefined;
  transaction: string;
}

export interface TestJobQueue extends JobQueue {
  attach(appContext: AppContext): void;
  /** Runs jobs that are due by the test clock, and the jobs that they send, in order. A failing job throws. */
  runAll(): Promise<void>;
  /** Runs one scheduled job, or all, as the scheduler (cron) does. */
  runScheduled(name?: string): Promise<void>;
  countWaiting(): number;
}

export function createTestJobQueue(jobs: readonly Job[] = everyJob): TestJobQueue {
  let triggers: Trigger[] = [];
  let served: AppContext | undefined;
  const requireContext = () => {
    if (!served) throw new Error("The jobs have no app context yet: call attach");
    return served;
  };

  const stateOf = async ({ transaction }: Trigger) => {
    const { rows } = await sql<{ state: string }>`select pg_xact_status(${transaction}::text::xid8) as state`.execute(
      requireContext().db,
    );
    return rows[0]?.state;
  };
  const takeNext = async (): Promise<Trigger | undefined> => {
    for (const trigger of [...triggers]) {
      if (trigger.after && trigger.after > requireContext().clock.now()) continue;
      const state = await stateOf(trigger);
      if (state === "in progress") continue;
      triggers = triggers.filter((other) => other !== trigger);
      if (state === "committed") return trigger;
    }
    return undefined;
  };

  return {
    attach: (appContext) => void (served = appContext),
    async send(db, name, data, { after } = {}) {
      assertMayBeSent(jobs, name);
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db);
      // The real queue stores payloads as JSON.
      triggers.push({
        name,
        data: JSON.parse(JSON.stringify(data)) as Trigger["data"],
        after,
        transaction: rows[0]?.id ?? "0",
      });
    },
    async runAll() {
      for (let next = await takeNext(); next; next = await takeNext()) {
        const { name, data } = next;
        await jobs.find((job) => job.name === name)?.run(requireContext(), data);
      }
    },
    async runScheduled(name) {
      for (const job of jobs)
        if (job.cron && (name === undefined || job.name === name)) await job.run(requireContext(), {});
    },
    countWaiting: () => triggers.length,
    close: async () => undefined,
  };
}
