/** Closes days, months and years of receipt logs that are over. */
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { closePeriods } from "./append.ts";

/** The first zone of the world in which a date begins. */
const EARLIEST_ZONE = "Pacific/Kiritimati";

async function listLogsToClose({ db, clock }: AppContext): Promise<string[]> {
  const now = clock.now();
  const rows = await db
    .selectFrom("receipt_log_heads")
    .innerJoin("organizations", "organizations.id", "receipt_log_heads.organization_id")
    .select(["organization_id", "closes_on", "timezone"])
    .where("closes_on", "<=", localDateOf(EARLIEST_ZONE, now))
    .execute();
  return rows.flatMap(({ organization_id, closes_on, timezone }) =>
    closes_on !== null && closes_on <= localDateOf(timezone, now) ? [organization_id] : [],
  );
}

const closeFinishedPeriods: Job = {
  name: "receipt-log.close-periods",
  cron: "*/15 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run(appContext) {
    const closeOne = (organizationId: string) =>
      appContext.db.transaction().execute((db) => closePeriods({ db, now: appContext.clock.now(), organizationId }));
    await runEach(await listLogsToClose(appContext), closeOne, "receipt logs could not be closed");
  },
};

export default [closeFinishedPeriods] satisfies Job[];
