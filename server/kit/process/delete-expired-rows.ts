/** Deletes expired rows of the kit: live changes, idempotency keys, old mails. */
import type { Job } from "./jobs.ts";

const DAY_MS = 86_400_000;

export const deleteExpiredRows: Job = {
  name: "kit.sweep",
  sweep: "* * * * *",
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now().getTime();
    const yesterday = new Date(now - DAY_MS);
    await db.deleteFrom("changes").where("at", "<", yesterday).execute();
    await db.deleteFrom("idempotency_keys").where("created_at", "<", yesterday).execute();
    await db
      .deleteFrom("emails")
      .where("created_at", "<", new Date(now - 30 * DAY_MS))
      .where("status", "!=", "waiting")
      .execute();
  },
};
