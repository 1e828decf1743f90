import type { Job } from "#server/kit/process/jobs.ts";

const deleteExpiredSelections: Job = {
  name: "planning.sweep",
  cron: "*/10 * * * *",
  isScheduledOnly: true,
  async run({ db, clock }) {
    await db.deleteFrom("selections").where("expires_at", "<", clock.now()).execute();
  },
};

export default [deleteExpiredSelections] satisfies Job[];
