/** Job of monthly invoices: by hand for one month, and by itself on the last day of each month from 22:00 on. */
import { lastDayOfMonth } from "#contract/customers-billing-rules.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { MONTHLY_JOB, runMonth, type FailedInvoice } from "./monthly.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Some customers did not get their monthly invoice. */
    "invoices.monthlyFailed": { month: string; failed: readonly FailedInvoice[] };
  }
}

const FIRST_HOUR = 22;

/** The first day of the month before that of a local date. */
const monthBefore = (date: string): string => `${addDays(`${date.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
const monthAfter = (date: string): string => addDays(lastDayOfMonth(date), 1);

/** From the first such customer on, months are invoiced by themselves; what was before is left to the team. */
export async function beginMonthlyRuns(context: TenantContext): Promise<void> {
  const { db, now, organizationId } = context;
  const { timezone } = await findSettings(context);
  await db
    .insertInto("monthly_runs")
    .values({ organization_id: organizationId, month: monthBefore(localDateOf(timezone, now)) })
    .onConflict((known) => known.doNothing())
    .execute();
}

async function runAndTell(appContext: AppContext, organizationId: string, month: string): Promise<void> {
  const failed = await runMonth(appContext, { organizationId, month });
  if (failed.length === 0) return;
  await appContext.db.transaction().execute(async (db) => {
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    await publish(context, "invoices.monthlyFailed", { month, failed });
  });
}

interface LatestRun {
  organization_id: string;
  /** Its first day. */
  month: string;
  timezone: string;
}

const listLatestRuns = ({ db }: AppContext): Promise<LatestRun[]> =>
  db
    .selectFrom("monthly_runs")
    .innerJoin("organizations", "organizations.id", "monthly_runs.organization_id")
    .select(["monthly_runs.organization_id", "monthly_runs.month", "organizations.timezone"])
    .where("organizations.archived_at", "is", null)
    .execute();

function isOver(month: string, timezone: string, now: Date): boolean {
  const [today, last] = [localDateOf(timezone, now), lastDayOfMonth(month)];
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return today > last || (today === last && hour >= FIRST_HOUR);
}

/** Months that were missed while the servers were off come later, each once. */
async function runDueMonths(appContext: AppContext, { organization_id, month, timezone }: LatestRun): Promise<void> {
  const now = appContext.clock.now();
  for (let next = monthAfter(month); isOver(next, timezone, now); next = monthAfter(next)) {
    await runAndTell(appContext, organization_id, next.slice(0, 7));
    await appContext.db
      .updateTable("monthly_runs")
      .set({ month: next })
      .where("organization_id", "=", organization_id)
      .where("month", "<", next)
      .execute();
  }
}

export const issueMonthly: Job = {
  name: MONTHLY_JOB,
  cron: "*/15 * * * *",
  async run(appContext, { organizationId, month }) {
    if (typeof organizationId === "string" && typeof month === "string") {
      await runAndTell(appContext, organizationId, month);
      return;
    }
    const runs = await listLatestRuns(appContext);
    await runEach(runs, (one) => runDueMonths(appContext, one), "organizations got no monthly invoices");
  },
};
