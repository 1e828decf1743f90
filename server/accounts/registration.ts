/**
 * Sign-up (registration): registering an existing address gives the same response; only the mail differs, so that
 * nobody learns about accounts (user enumeration). Registrations of one address do not affect each other until one of
 * them is confirmed.
 */
import type { accounts } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Language } from "#messages/translator.ts";
import { acceptTerms } from "./accepted-terms.ts";
import { countTry, enforceRateLimit, networkPrefix, rateLimit } from "./rate-limits.ts";
import { createDigits } from "./digit-codes.ts";
import { codeColumns, LINK_VALIDITY_MS } from "./email-verifications.ts";
import { invitationPort } from "./invitation-port.ts";
import { joinPort, type PendingJoin } from "./join-port.ts";
import { accountExistsMail, verificationMail } from "./mail.ts";
import { assertStrongPassword, hashNewPassword } from "./passwords.ts";
import {
  deleteUnconfirmedUsers,
  findUser,
  findUsersByEmail,
  insertUser,
  lockEmail,
  type UserDraft,
  type UserRow,
} from "./queries.ts";
import { contextOfSession, hashToken, randomToken, startSession } from "./sessions.ts";

type RegisterCall = Call<typeof accounts.register>;

const second = 1000;
const RESEND_COOLDOWN_MS = 30 * second;

interface AccountMailContext {
  db: Database;
  appContext: AppContext;
  now: Date;
  language: Language;
}

export async function register(call: RegisterCall) {
  const { db, appContext, now, language, address, request, body } = call;
  const { email, firstName, lastName, password } = body;
  assertStrongPassword(password, email);
  await enforceRateLimit(call, [rateLimit("register.network", networkPrefix(address))]);
  const { confirmed, unconfirmed } = await findUsersByEmail(db, email);
  const passwordHash = await hashNewPassword(
    password,
    unconfirmed.map((user) => user.password_hash),
  );
  // For every address alike: an answer tells nothing of accounts.
  const pendingJoin = body.join && (await joinPort.findPendingJoin(call, body.join));
  const draft = { email, firstName, lastName, passwordHash, language, pendingJoin };
  const invitation =
    body.invitation === undefined || confirmed ? undefined : await invitationPort.findInvitation(call, body.invitation);
  const device = { userAgent: request.headers["user-agent"], address };
  return db.transaction().execute(async (trx) => {
    const isProof = invitation?.provesAddress && invitation.email === email;
    const invited = isProof && (await insertConfirmedUser(trx, draft, now));
    if (invitation && invited) {
      await acceptTerms(trx, { userId: invited.id, language }, appContext.config, now);
      const session = await startSession(trx, invited.id, device, now);
      await invitationPort.acceptInvitation(await contextOfSession(call, trx, session.access_token), invitation.id);
      return session;
    }
    const user = await insertUser(trx, draft, now);
    await acceptTerms(trx, { userId: user.id, language }, appContext.config, now);
    await sendVerification({ db: trx, appContext, now, language }, user);
    return startSession(trx, user.id, device, now);
  });
}

/** @returns undefined if the address has been confirmed meanwhile */
async function insertConfirmedUser(db: Database, draft: UserDraft, now: Date): Promise<UserRow | undefined> {
  await lockEmail(db, draft.email);
  if ((await findUsersByEmail(db, draft.email)).confirmed) return undefined;
  await deleteUnconfirmedUsers(db, draft.email);
  return insertUser(db, { ...draft, pendingJoin: undefined, verified: true }, now);
}

/** @throws HttpError 409 if nothing is left to confirm, 429 within 30 seconds of the last mail or at the limit of the mailbox */
export async function resendVerification(call: Call<typeof accounts.resendVerification>) {
  const { db, appContext, now, language, user } = call;
  if (user.isVerified) throw new HttpError(409, message("accounts.alreadyVerified"));
  await assertResendCooldownOver(db, user.id, now);
  await enforceRateLimit(call, [rateLimit("resend", user.id)]);
  return db.transaction().execute(async (trx) => {
    const outcome = await sendVerification({ db: trx, appContext, now, language }, await findUser(trx, user.id));
    if (outcome === "mailboxFull") throw new HttpError(429, message("accounts.mailboxFull"), { retryAfter: 3600 });
    // A simultaneous request has just sent the mail.
    if (outcome === "tooSoon") await assertResendCooldownOver(trx, user.id, now);
    return null;
  });
}

/** Seconds until the mail can be sent again; 0 if it can be sent now. */
export async function findResendWait(db: Database, userId: string, now: Date): Promise<number> {
  const last = await db
    .selectFrom("email_verifications")
    .select("sent_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return last ? Math.max(0, Math.ceil((last.sent_at.getTime() + RESEND_COOLDOWN_MS - now.getTime()) / second)) : 0;
}

async function assertResendCooldownOver(db: Database, userId: string, now: Date): Promise<void> {
  const seconds = await findResendWait(db, userId, now);
  if (seconds > 0) throw new HttpError(429, message("accounts.resendWait", { seconds }), { retryAfter: seconds });
}

/** @returns `tooSoon` within 30 seconds of the last mail, `mailboxFull` at the limit of the mailbox */
async function sendVerification(
  { db, appContext, now, language }: AccountMailContext,
  user: UserRow,
): Promise<"sent" | "tooSoon" | "mailboxFull"> {
  const token = randomToken();
  const code = createDigits();
  const link = {
    ...{ token_hash: hashToken(token), sent_at: now, expires_at: new Date(now.getTime() + LINK_VALIDITY_MS) },
    ...(await codeColumns(db, user.id, code, now)),
  };
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
  if (!made) return "tooSoon";
  // The mailbox has mails whose links work, because any of them proves it.
  if (await countTry({ db, now }, [rateLimit("mailbox", user.email)])) return "mailboxFull";
  const { confirmed } = await findUsersByEmail(db, user.email);
  const pendingJoin = user.pending_join as PendingJoin | null;
  const organization = pendingJoin?.name ?? null;
  if (confirmed) {
    // Link and code are created but never sent: this account can never be confirmed.
    await enqueueMail(
      { db, appContext, now },
      {
        to: user.email,
        language: (confirmed.language as Language | null) ?? language,
        template: accountExistsMail,
        params: { organization },
      },
    );
  } else {
    await enqueueMail(
      { db, appContext, now },
      { to: user.email, language, template: verificationMail, params: { token, code, organization } },
    );
  }
  return "sent";
}
