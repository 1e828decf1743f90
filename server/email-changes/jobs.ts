import type { Job } from "#server/kit/process/jobs.ts";

const deleteExpiredLinks: Job = {
  name: "email-changes.sweep",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now();
    await db.deleteFrom("email_changes").where("expires_at", "<=", now).execute();
    await db.deleteFrom("email_undos").where("expires_at", "<=", now).execute();
  },
};

export default [deleteExpiredLinks] satisfies Job[];
