/** Deletes expired rows of the kit: live changes, idempotency keys, old mails. */
import { type Retained, retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Job } from "./jobs.ts";

export const deleteExpiredRows: Job = {
  name: "kit.sweep",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now().getTime();
    const before = (what: Retained) => new Date(now - retentionMs(what));
    await db.deleteFrom("changes").where("at", "<", before("liveChange")).execute();
    await db.deleteFrom("idempotency_keys").where("created_at", "<", before("repeatedRequest")).execute();
    await db.deleteFrom("emails").where("created_at", "<", before("mail")).where("status", "!=", "waiting").execute();
  },
};
