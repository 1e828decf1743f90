import type { Job } from "#server/kit/process/jobs.ts";

const deleteExpiredTickets: Job = {
  name: "second-factors.sweep",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    await db.deleteFrom("second_factor_tickets").where("expires_at", "<=", clock.now()).execute();
    await db.deleteFrom("passkey_challenges").where("expires_at", "<=", clock.now()).execute();
  },
};

export default [deleteExpiredTickets] satisfies Job[];
