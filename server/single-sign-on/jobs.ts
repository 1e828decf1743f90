import type { Job } from "#server/kit/process/jobs.ts";

const deleteExpiredRequests: Job = {
  name: "single-sign-on.sweep",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    await db.deleteFrom("single_sign_on_requests").where("expires_at", "<=", clock.now()).execute();
  },
};

export default [deleteExpiredRequests] satisfies Job[];
