/** What accounts leave to the background: codes by mail, and the end of what has expired. */
import { sql } from "kysely";
import type { Job } from "#server/kit/jobs.ts";
import { sendCode } from "./new-password.ts";
import { deleteUsers } from "./queries.ts";

const day = 86_400_000;
/** An address that nobody confirms is given up after this. */
const confirmedWithin = 30 * day;
const atOnce = 500;

const sweepAccounts: Job = {
  name: "accounts.sweep",
  sweep: "* * * * *",
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now();
    await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
    await db.deleteFrom("password_codes").where("expires_at", "<=", now).execute();
    await db.deleteFrom("email_verifications").where("expires_at", "<=", now).execute();
    await db.deleteFrom("rate_limits").where("window_ends_at", "<=", now).execute();
    await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom("users")
        .select("id")
        .where("email_verified_at", "is", null)
        .where("created_at", "<", new Date(now.getTime() - confirmedWithin))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("memberships")
                .select(sql`1`.as("one"))
                .whereRef("memberships.user_id", "=", "users.id"),
            ),
          ),
        )
        .limit(atOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      await deleteUsers(
        trx,
        rows.map((row) => row.id),
      );
    });
  },
};

export default [sendCode, sweepAccounts] satisfies Job[];
