/**
 * Opening an account, and confirming its address. Registering with an address that already has an account does the same and
 * answers the same; only the mail is another, and that account stays as it is.
 */
import { sql } from "kysely";
import type { accounts } from "#contract/accounts.ts";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import { sendMail } from "#server/kit/mailer.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import type { Language } from "#words/words.ts";
import { limit } from "./limits.ts";
import { knownMail, verificationMail } from "./mail.ts";
import { hashPassword, refuseWeak } from "./passwords.ts";
import { deleteUnconfirmed, findUser, insertUser, listByEmail, type UserRow } from "./queries.ts";
import { hashToken, openSession, randomToken } from "./sessions.ts";

const second = 1000;
const cooldown = 30 * second;
const validity = 24 * 3600 * second;

interface Place {
  db: Database;
  house: House;
  now: Date;
  language: Language;
}

export async function register(call: Call<typeof accounts.register>) {
  const { db, house, now, language, address, request } = call;
  const { email, firstName, lastName, password } = call.body;
  refuseWeak(password, email);
  await limit(call, "register", email);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await deleteUnconfirmed(trx, email);
    const user = await insertUser(trx, { email, firstName, lastName, passwordHash, language }, now);
    await sendVerification({ db: trx, house, now, language }, user);
    return openSession(trx, user.id, { agent: request.headers["user-agent"], address }, now);
  });
}

/** @throws Problem 409 when there is nothing to confirm, 429 within 30 seconds of the last mail */
export async function resendVerification(call: Call<typeof accounts.resendVerification>) {
  const { db, house, now, language, user } = call;
  if (user.isVerified) throw new Problem(409, say("accounts.alreadyVerified"));
  await refuseSoon(db, user.id, now);
  await limit(call, "resend", user.email);
  return db.transaction().execute(async (trx) => {
    const isSent = await sendVerification({ db: trx, house, now, language }, await findUser(trx, user.id));
    // Two clicks at once: the first has sent it.
    if (!isSent) await refuseSoon(trx, user.id, now);
    return null;
  });
}

async function refuseSoon(db: Database, userId: string, now: Date): Promise<void> {
  const last = await db
    .selectFrom("email_verifications")
    .select("sent_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const seconds = last ? Math.ceil((last.sent_at.getTime() + cooldown - now.getTime()) / second) : 0;
  if (seconds > 0) throw new Problem(429, say("accounts.resendWait", { seconds }), { retryAfter: seconds });
}

/** @returns false when the last mail went less than 30 seconds ago */
async function sendVerification({ db, house, now, language }: Place, user: UserRow): Promise<boolean> {
  const token = randomToken();
  const link = { token_hash: hashToken(token), sent_at: now, expires_at: new Date(now.getTime() + validity) };
  const made = await db
    .insertInto("email_verifications")
    .values({ user_id: user.id, ...link })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet(link)
        .where("email_verifications.sent_at", "<=", new Date(now.getTime() - cooldown)),
    )
    .returning("user_id")
    .executeTakeFirst();
  if (!made) return false;
  const { confirmed } = await listByEmail(db, user.email);
  if (confirmed) {
    // The link is made all the same, and told to nobody: this account can never be confirmed.
    await sendMail(
      { db, house, now },
      {
        to: user.email,
        language: (confirmed.language as Language | null) ?? language,
        template: knownMail,
        params: {},
      },
    );
  } else {
    await sendMail({ db, house, now }, { to: user.email, language, template: verificationMail, params: { token } });
  }
  return true;
}

/** @throws Problem 422 beside `token` when the link is unknown, used, replaced or older than a day */
export async function confirmEmail(call: Call<typeof accounts.confirmEmail>) {
  const { db, now, body } = call;
  await limit(call, "confirm", body.token);
  return db.transaction().execute(async (trx) => {
    const link = await trx
      .deleteFrom("email_verifications")
      .where("token_hash", "=", hashToken(body.token))
      .where("expires_at", ">", now)
      .returning("user_id")
      .executeTakeFirst();
    if (!link || !(await confirm(trx, link.user_id, now))) throw invalid({ token: [say("accounts.linkWrong")] });
    return null;
  });
}

/** Marks an address as confirmed, unless another account of the same address already is. */
export async function confirm(db: Database, userId: string, now: Date): Promise<boolean> {
  const done = await db
    .updateTable("users")
    .set({ email_verified_at: now, updated_at: now })
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("users as other")
            .select(sql`1`.as("one"))
            .whereRef("other.email", "=", "users.email")
            .where("other.email_verified_at", "is not", null),
        ),
      ),
    )
    .returning("id")
    .executeTakeFirst();
  return done !== undefined;
}
