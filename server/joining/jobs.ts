import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { deleteRequestsBefore, updateRequestsExpired } from "./queries.ts";

const expireRequests: Job = {
  name: "joining.sweep",
  cron: "41 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now();
    const before = new Date(now.getTime() - retentionMs("joinRequest"));
    await deleteRequestsBefore(db, before);
    await updateRequestsExpired(db, before, now);
  },
};

export default [expireRequests] satisfies Job[];
