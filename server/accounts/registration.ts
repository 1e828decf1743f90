/** Registering an existing address gives the same response; only the mail differs, so that nobody learns about accounts. */
import { sql } from "kysely";
import type { accounts } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Language } from "#messages/translator.ts";
import { enforceRateLimit } from "./rate-limits.ts";
import { LINK_VALIDITY_MS } from "./email-verifications.ts";
import { accountExistsMail, verificationMail } from "./mail.ts";
import { hashPassword, assertStrongPassword } from "./passwords.ts";
import { deleteUnconfirmedUsers, findUser, insertUser, findUsersByEmail, type UserRow } from "./queries.ts";
import { hashToken, startSession, randomToken } from "./sessions.ts";

const second = 1000;
const RESEND_COOLDOWN_MS = 30 * second;

interface AccountMailContext {
  db: Database;
  appContext: AppContext;
  now: Date;
  language: Language;
}

export async function register(call: Call<typeof accounts.register>) {
  const { db, appContext, now, language, address, request } = call;
  const { email, firstName, lastName, password } = call.body;
  assertStrongPassword(password, email);
  await enforceRateLimit(call, "register", email);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await deleteUnconfirmedUsers(trx, email);
    const user = await insertUser(trx, { email, firstName, lastName, passwordHash, language }, now);
    await sendVerification({ db: trx, appContext, now, language }, user);
    return startSession(trx, user.id, { userAgent: request.headers["user-agent"], address }, now);
  });
}

/** @throws HttpError 409 if nothing is left to confirm, 429 within 30 seconds of the last mail */
export async function resendVerification(call: Call<typeof accounts.resendVerification>) {
  const { db, appContext, now, language, user } = call;
  if (user.isVerified) throw new HttpError(409, message("accounts.alreadyVerified"));
  await assertResendCooldownOver(db, user.id, now);
  await enforceRateLimit(call, "resend", user.email);
  return db.transaction().execute(async (trx) => {
    const isSent = await sendVerification({ db: trx, appContext, now, language }, await findUser(trx, user.id));
    // A simultaneous request has just sent the mail.
    if (!isSent) await assertResendCooldownOver(trx, user.id, now);
    return null;
  });
}

async function assertResendCooldownOver(db: Database, userId: string, now: Date): Promise<void> {
  const last = await db
    .selectFrom("email_verifications")
    .select("sent_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const seconds = last ? Math.ceil((last.sent_at.getTime() + RESEND_COOLDOWN_MS - now.getTime()) / second) : 0;
  if (seconds > 0) throw new HttpError(429, message("accounts.resendWait", { seconds }), { retryAfter: seconds });
}

/** @returns false if the last mail was sent less than 30 seconds ago */
async function sendVerification(
  { db, appContext, now, language }: AccountMailContext,
  user: UserRow,
): Promise<boolean> {
  const token = randomToken();
  const link = { token_hash: hashToken(token), sent_at: now, expires_at: new Date(now.getTime() + LINK_VALIDITY_MS) };
  const made = await db
    .insertInto("email_verifications")
    .values({ user_id: user.id, ...link })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet(link)
        .where("email_verifications.sent_at", "<=", new Date(now.getTime() - RESEND_COOLDOWN_MS)),
    )
    .returning("user_id")
    .executeTakeFirst();
  if (!made) return false;
  const { confirmed } = await findUsersByEmail(db, user.email);
  if (confirmed) {
    // The link is created but never sent: this account can never be confirmed.
    await enqueueMail(
      { db, appContext, now },
      {
        to: user.email,
        language: (confirmed.language as Language | null) ?? language,
        template: accountExistsMail,
        params: {},
      },
    );
  } else {
    await enqueueMail(
      { db, appContext, now },
      { to: user.email, language, template: verificationMail, params: { token } },
    );
  }
  return true;
}

/** @throws HttpError 422 on `token` if the link is unknown, used, replaced or older than a day */
export async function confirmEmail(call: Call<typeof accounts.confirmEmail>) {
  const { db, now, body } = call;
  await enforceRateLimit(call, "confirm", body.token);
  return db.transaction().execute(async (trx) => {
    const link = await trx
      .deleteFrom("email_verifications")
      .where("token_hash", "=", hashToken(body.token))
      .where("expires_at", ">", now)
      .returning("user_id")
      .executeTakeFirst();
    if (!link || !(await confirmUserEmail(trx, link.user_id, now)))
      throw invalidFields({ token: [message("accounts.linkWrong")] });
    return null;
  });
}

/** Confirms the address, unless another account has confirmed it already. */
export async function confirmUserEmail(db: Database, userId: string, now: Date): Promise<boolean> {
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
