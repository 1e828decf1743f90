/**
 * Jobs of accounts: send the code of a forgotten password, delete expired sessions, codes, rate limits and unconfirmed
 * accounts.
 */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { createDigits } from "./digit-codes.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { Language } from "#messages/translator.ts";
import { passwordCodeMail } from "./mail.ts";
import { findActiveUser, hasRecentMail, insertCode } from "./password-codes.ts";
import { deleteUsers, lockEmail } from "./queries.ts";
import { randomToken } from "./sessions.ts";

const UNCONFIRMED_RETENTION_MS = retentionMs("unconfirmedAccount");
const MAX_DELETED_PER_RUN = 500;

export const sendPasswordCode: Job = {
  name: "accounts.code",
  concurrency: 10,
  async run(appContext, { email, language }) {
    const now = appContext.clock.now();
    await appContext.db.transaction().execute(async (db) => {
      await lockEmail(db, String(email));
      const user = await findActiveUser(db, String(email));
      if (!user || (await hasRecentMail(db, user.email, now))) return;
      const code = createDigits();
      const link = randomToken();
      await insertCode(db, { userId: user.id, code, link }, now);
      const readsIn = (user.language ?? language) as Language;
      await enqueueMail(
        { db, appContext, now },
        { to: user.email, language: readsIn, template: passwordCodeMail, params: { code, link, email: user.email } },
      );
    });
  },
};

const deleteExpiredAccounts: Job = {
  name: "accounts.sweep",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now();
    await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
    await db.deleteFrom("password_codes").where("expires_at", "<=", now).execute();
    await db.deleteFrom("administrator_codes").where("expires_at", "<=", now).execute();
    await db.deleteFrom("email_verifications").where("expires_at", "<=", now).execute();
    await db.deleteFrom("rate_limits").where("window_ends_at", "<=", now).execute();
    const selectUnconfirmed = (within: Database) =>
      within
        .selectFrom("users")
        .select("id")
        .where("email_verified_at", "is", null)
        .where("created_at", "<", new Date(now.getTime() - UNCONFIRMED_RETENTION_MS));
    const candidates = await selectUnconfirmed(db).orderBy("created_at").execute();
    const ids = candidates.map(({ id }) => id);
    const members = await db.selectFrom("memberships").select("user_id").where(isAnyOf("user_id", ids)).execute();
    const memberIds = new Set(members.map(({ user_id }) => user_id));
    const toDelete = ids.filter((id) => !memberIds.has(id)).slice(0, MAX_DELETED_PER_RUN);
    // On a cluster a transaction that has read all workers at once may not delete people.
    await db.transaction().execute(async (trx) => {
      const rows = await selectUnconfirmed(trx).where(isAnyOf("id", toDelete)).forUpdate().skipLocked().execute();
      await deleteUsers(
        trx,
        rows.map((row) => row.id),
      );
    });
  },
};

export default [sendPasswordCode, deleteExpiredAccounts] satisfies Job[];
