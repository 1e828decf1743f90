import { sql } from "kysely";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { syncCalendars } from "./sync.ts";

/** Forgets what other systems said of times that are over. Their blocks stay, as what the field was used for. */
const deleteExpired: Job = {
  name: "busy-calendars.sweep",
  cron: "43 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - retentionMs("busyTime"));
    const ofOver = sql<boolean>`(organization_id, busy_time_id) in (
      select organization_id, id from busy_times where end_time < ${before})`;
    await db.deleteFrom("busy_conflicts").where(ofOver).execute();
    await db.deleteFrom("busy_blocks").where(ofOver).execute();
    await db.deleteFrom("busy_times").where("end_time", "<", before).execute();
  },
};

export default [syncCalendars, deleteExpired] satisfies Job[];
