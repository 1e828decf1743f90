import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { collect, endCards } from "./collect.ts";
import { remindPlayers } from "./reminders.ts";
import { deleteAddresses } from "./queries.ts";
import { refundDueShares, settleUnpaidShares } from "./settle-unpaid-shares.ts";

const sweep: Job = {
  name: "participants.sweep",
  cron: "41 * * * *",
  isScheduledOnly: true,
  retries: 0,
  run: ({ db, clock }) => deleteAddresses(db, new Date(clock.now().getTime() - retentionMs("playerInvitation"))),
};

const remind: Job = {
  name: "participants.remind",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  run: remindPlayers,
};

export default [sweep, remind, settleUnpaidShares, collect, endCards, refundDueShares] satisfies Job[];
