import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { forgetAddresses } from "./queries.ts";

const sweep: Job = {
  name: "participants.sweep",
  cron: "41 * * * *",
  isScheduledOnly: true,
  retries: 0,
  run: ({ db, clock }) => forgetAddresses(db, new Date(clock.now().getTime() - retentionMs("playerInvitation"))),
};

export default [sweep] satisfies Job[];
