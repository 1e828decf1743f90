/** Closing one's account (GDPR erasure): asked for with the password or a passkey, kept again within 14 days, else done by a job. */
import type { AccountClosing, personalData } from "#contract/personal-data-endpoints.ts";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { closeAccount, updateClosesAt } from "#server/accounts/close-account.ts";
import { clearPasswordTries } from "#server/accounts/confirm-password.ts";
import { listUsersToChange } from "#server/accounts/queries.ts";
import { deleteSessions } from "#server/accounts/sessions.ts";
import { splitName } from "#server/customers/booking-customer.ts";
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { deleteMailsTo, enqueueMail } from "#server/kit/mail/outbox.ts";
import { insertProfileChange } from "#server/kit/notify/live-changes.ts";
import { deleteIdempotencyKeysOf } from "#server/kit/http/idempotency.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import { assertOneself } from "#server/second-factors/confirm.ts";
import { listMembershipsOfUser } from "#server/members/queries.ts";
import type { Language } from "#messages/translator.ts";
import { accountClosedMail, accountClosingMail } from "./mail.ts";
import { listObstacles } from "./obstacles.ts";
import { deleteDataExportOf } from "./queries.ts";

type ClosingCall = Pick<Call, "db" | "user" | "now">;

export async function readClosing({ db, user, now }: ClosingCall): Promise<AccountClosing> {
  const { closes_at } = await db
    .selectFrom("users")
    .select("closes_at")
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  const memberships = await listMembershipsOfUser(db, user.id);
  return {
    closesAt: closes_at?.toISOString() ?? null,
    obstacles: await listObstacles(db, { userId: user.id, isPlatformAdmin: user.isPlatformAdmin }, now),
    memberships: memberships.map(({ organization }) => organization),
  };
}

/** @throws HttpError 422 on `password` or `assertion`, 409 while something stands against it */
export async function requestClosing(call: Call<typeof personalData.close>): Promise<AccountClosing> {
  const { db, appContext, user, now, language } = call;
  await assertOneself(call);
  return db.transaction().execute(async (trx) => {
    const closesAt = new Date(now.getTime() + retentionMs("closedAccount"));
    // Before all else: on a cluster, a transaction that has read rows on all workers may not change people.
    await updateClosesAt(trx, user.id, closesAt, now);
    const person = { userId: user.id, isPlatformAdmin: user.isPlatformAdmin };
    if ((await listObstacles(trx, person, now)).length > 0)
      throw new HttpError(409, message("personal-data.closingObstacles"));
    await clearPasswordTries({ db: trx, user });
    await deleteSessions(trx, user.id, now, user.sessionId);
    await insertProfileChange(trx, user.id, now);
    const mail = { to: user.email, language: user.language ?? language, template: accountClosingMail };
    await enqueueMail({ db: trx, appContext, now }, { ...mail, params: { at: closesAt.toISOString() } });
    return readClosing({ db: trx, user, now });
  });
}

export async function keepAccount({ db, user, now }: Call<typeof personalData.keep>): Promise<AccountClosing> {
  await updateClosesAt(db, user.id, null, now);
  await insertProfileChange(db, user.id, now);
  return readClosing({ db, user, now });
}

const listDue = (db: Database, now: Date) =>
  db.selectFrom("users").select("id").where("closes_at", "<=", now).orderBy("closes_at").limit(100).execute();

/** One that something stands against again, such as a booking made meanwhile, waits for its end. */
export async function closeDueAccounts(appContext: AppContext): Promise<void> {
  const { db, clock } = appContext;
  for (const { id } of await listDue(db, clock.now()))
    await db.transaction().execute((trx) => closeIfDue(trx, appContext, id));
}

async function closeIfDue(db: Database, appContext: AppContext, userId: string): Promise<void> {
  const now = appContext.clock.now();
  const [user] = await listUsersToChange(db, [userId]);
  if (!user?.closes_at || user.closes_at > now) return;
  // As above: nothing of it changes yet.
  await updateClosesAt(db, userId, user.closes_at, now);
  const obstacles = await listObstacles(db, { userId, isPlatformAdmin: user.platform_admin }, now);
  if (obstacles.length > 0) return;
  const language = (user.language as Language | null) ?? "en";
  const { first_name: firstName, last_name } = splitName(translators[language]("personal-data.formerCustomer"));
  const formerName = { firstName, lastName: last_name ?? "" };
  await closeAccount({ db, appContext, now, memory: undefined }, { userId, email: user.email, formerName });
  await deleteDataExportOf(db, userId);
  await deleteIdempotencyKeysOf(db, userId);
  await deleteMailsTo(db, user.email);
  // The last mail to the address, which is deleted with the others of its age.
  await enqueueMail({ db, appContext, now }, { to: user.email, language, template: accountClosedMail, params: {} });
}
