/** Another password: with the old one, or with a code from the mailbox. */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { accounts } from "#contract/accounts.ts";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import { sendMail } from "#server/kit/mailer.ts";
import { invalid, say } from "#server/kit/problem.ts";
import { findSecret } from "#server/kit/secrets.ts";
import type { Call } from "#server/kit/serve.ts";
import type { Language } from "#words/words.ts";
import { forgive, limit } from "./limits.ts";
import { changedMail, codeMail } from "./mail.ts";
import { hashPassword, isPassword, refuseWeak } from "./passwords.ts";
import { findUser, listByEmail, updatePassword, type UserRow } from "./queries.ts";
import { confirm } from "./registration.ts";
import { deleteSessions } from "./sessions.ts";

const validity = 15 * 60_000;
const mostTries = 5;

interface Place {
  db: Database;
  house: House;
  now: Date;
  language: Language;
}

/** @throws Problem 422 beside `old_password` or `password` */
export async function changePassword(call: Call<typeof accounts.changePassword>) {
  const { db, house, now, language, user, body } = call;
  await limit(call, "change", user.id);
  const row = await findUser(db, user.id);
  if (!(await isPassword(row.password_hash, body.old_password)))
    throw invalid({ old_password: [say("accounts.oldPasswordWrong")] });
  refuseWeak(body.password, row.email);
  const passwordHash = await hashPassword(body.password);
  return db.transaction().execute(async (trx) => {
    await updatePassword(trx, user.id, passwordHash, now);
    await deleteSessions(trx, user.id, now, user.sessionId);
    await tellChanged({ db: trx, house, now, language }, row);
    return null;
  });
}

/** Leaves everything to a job, so that the answer takes the same time whether the account exists or not. */
export async function forgotPassword(call: Call<typeof accounts.forgotPassword>) {
  const { db, house, language, body } = call;
  await limit(call, "forgot", body.email);
  await house.jobs.send(db, sendCode.name, { email: body.email, language });
  return null;
}

/** Makes a new code, which replaces an older one, and mails it. */
export const sendCode: Job = {
  name: "accounts.code",
  async run(house, { email, language }) {
    const now = house.clock.now();
    const user = await findActive(house.db, String(email));
    if (!user) return;
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const made = {
      code_hash: await hashCode(house.db, user.id, code),
      tries: 0,
      expires_at: new Date(now.getTime() + validity),
    };
    await house.db.transaction().execute(async (db) => {
      await db
        .insertInto("password_codes")
        .values({ user_id: user.id, ...made })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(made))
        .execute();
      const readsIn = (user.language ?? language) as Language;
      await sendMail(
        { db, house, now },
        { to: user.email, language: readsIn, template: codeMail, params: { code, email: user.email } },
      );
    });
  },
};

/** @throws Problem 422 beside `code` when it is wrong, used, older than 15 minutes or tried 5 times; beside `password` */
export async function resetPassword(call: Call<typeof accounts.resetPassword>) {
  const { db, house, now, language, body } = call;
  await limit(call, "reset", body.email);
  refuseWeak(body.password, body.email);
  const user = await findActive(db, body.email);
  const codeHash = await tryCode(db, user?.id, body.code, now);
  if (!user || !codeHash) throw wrongCode();
  const passwordHash = await hashPassword(body.password);
  return db.transaction().execute(async (trx) => {
    // Sent twice at once, the code still works once.
    const used = await trx
      .deleteFrom("password_codes")
      .where("user_id", "=", user.id)
      .where("code_hash", "=", codeHash)
      .returning("user_id")
      .executeTakeFirst();
    if (!used) throw wrongCode();
    await updatePassword(trx, user.id, passwordHash, now);
    // Whoever reads the mailbox has shown whose address it is.
    if (!user.email_verified_at) await confirm(trx, user.id, now);
    await deleteSessions(trx, user.id, now);
    await forgive(trx, "login", user.email);
    await tellChanged({ db: trx, house, now, language }, user);
    return null;
  });
}

const wrongCode = () => invalid({ code: [say("accounts.codeWrong")] });

/** The confirmed person of an address, else the one who has not confirmed it yet. */
async function findActive(db: Database, email: string): Promise<UserRow | undefined> {
  const { confirmed, unconfirmed } = await listByEmail(db, email);
  const user = confirmed ?? unconfirmed;
  return user?.active ? user : undefined;
}

/** Counts a try, whatever becomes of the request. @returns the hash of the code when it is the right one */
async function tryCode(db: Database, userId: string | undefined, code: string, now: Date): Promise<Buffer | undefined> {
  const nobody = "00000000-0000-0000-0000-000000000000";
  const given = await hashCode(db, userId ?? nobody, code);
  const known = await db
    .updateTable("password_codes")
    .set({ tries: sql`tries + 1` })
    .where("user_id", "=", userId ?? nobody)
    .where("tries", "<", mostTries)
    .where("expires_at", ">", now)
    .returning("code_hash")
    .executeTakeFirst();
  return known && timingSafeEqual(known.code_hash, given) ? given : undefined;
}

/** A million codes are soon tried on a stolen table: only with the secret can they be checked at all. */
const hashCode = async (db: Database, userId: string, code: string): Promise<Buffer> =>
  createHmac("sha256", await findSecret(db, "password-codes"))
    .update(`${userId}:${code}`)
    .digest();

function tellChanged(place: Place, user: UserRow): Promise<void> {
  const language = (user.language as Language | null) ?? place.language;
  const params = { email: user.email, at: place.now.toISOString() };
  return sendMail(place, { to: user.email, language, template: changedMail, params });
}
