import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { pushNotification } from "./push.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { deleteNotificationsBefore } from "./queries.ts";
import { mailUnread } from "./team-mails.ts";

const deleteOldNotifications: Job = {
  name: "notifications.sweep",
  cron: "17 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    await deleteNotificationsBefore(db, new Date(clock.now().getTime() - retentionMs("notification")));
  },
};

export default [deleteOldNotifications, mailUnread, pushNotification] satisfies Job[];
