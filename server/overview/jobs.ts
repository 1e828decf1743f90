/** Counts all changed dates in the background, and those since each organization's first event. */
import { runEach } from "#server/kit/process/run-each.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { updatePlatformSums } from "./platform-sums.ts";
import { refreshOverview } from "./refresh.ts";

/** Minimum number of days before and after today. */
const [daysBack, daysAhead] = [62, 31];

async function countOrganization(appContext: AppContext, organizationId: string, timezone: string): Promise<void> {
  const today = Temporal.PlainDate.from(localDateOf(timezone, appContext.clock.now()));
  const first = await appContext.db
    .selectFrom("events")
    .select("start_time")
    .where("organization_id", "=", organizationId)
    .orderBy("start_time")
    .limit(1)
    .executeTakeFirst();
  const usual = today.subtract({ days: daysBack }).toString();
  const began = first ? localDateOf(timezone, first.start_time) : usual;
  const period = { from: began < usual ? began : usual, to: today.add({ days: daysAhead }).toString() };
  await refreshOverview(appContext, organizationId, period, timezone);
}

const countAll: Job = {
  name: "overview.count",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run(appContext) {
    const organizations = await appContext.db
      .selectFrom("organizations")
      .select(["id", "timezone"])
      .where("archived_at", "is", null)
      .orderBy("id")
      .execute();
    try {
      const count = ({ id, timezone }: (typeof organizations)[number]) => countOrganization(appContext, id, timezone);
      await runEach(organizations, count, "organizations could not be counted");
    } finally {
      await updatePlatformSums(appContext);
    }
  },
};

export default [countAll] satisfies Job[];
