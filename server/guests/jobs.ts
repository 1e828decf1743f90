import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { deleteCodesBefore } from "./queries.ts";

const sweep: Job = {
  name: "guests.sweep",
  cron: "37 * * * *",
  isScheduledOnly: true,
  retries: 0,
  run: ({ db, clock }) => deleteCodesBefore(db, new Date(clock.now().getTime() - retentionMs("guestCode"))),
};

export default [sweep] satisfies Job[];
