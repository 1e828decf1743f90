import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { deleteSmsBefore, sendWaiting, SMS_JOB } from "./outbox.ts";

const sendSms: Job = { name: SMS_JOB, cron: "* * * * *", isWakeUp: true, run: sendWaiting };

const deleteOldSms: Job = {
  name: "sms.sweep",
  cron: "29 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    await deleteSmsBefore(db, new Date(clock.now().getTime() - retentionMs("mail")));
  },
};

export default [sendSms, deleteOldSms] satisfies Job[];
