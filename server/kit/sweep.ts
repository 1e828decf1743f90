/** What the kit's tables need no longer: old live changes, answers kept for repeated calls, and mails of long ago. */
import type { Job } from "./jobs.ts";

const day = 86_400_000;

export const sweepKit: Job = {
  name: "kit.sweep",
  sweep: "* * * * *",
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now().getTime();
    const yesterday = new Date(now - day);
    await db.deleteFrom("changes").where("at", "<", yesterday).execute();
    await db.deleteFrom("idempotency_keys").where("created_at", "<", yesterday).execute();
    await db
      .deleteFrom("emails")
      .where("created_at", "<", new Date(now - 30 * day))
      .where("status", "!=", "waiting")
      .execute();
  },
};
