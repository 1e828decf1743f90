/** Outbox of text messages: rows, inserted in the transaction of the change, sent by a job, and again after growing pauses. */
import { sql, type Selectable } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { SmsMessagesTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { openSmsTransport, type SmsTransport, UndeliverableSms } from "#server/kit/notify/sms-transport.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { sendDue } from "#server/kit/process/send-due.ts";
import { inSpan } from "#server/kit/process/traces.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";

export const SMS_JOB = "sms.send";

/** Minutes between attempts, of which each takes less. */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60] as const;
const MAX_TRIES = RETRY_DELAYS_MINUTES.length;
const CONCURRENCY = 8;
const CONCURRENCY_PER_ORGANIZATION = 2;

type Context = Pick<TenantContext, "db" | "now" | "organizationId" | "appContext">;

export interface SmsDraft {
  userId: string | null;
  customerId: string | null;
  /** E.164. */
  to: string;
  text: string;
  /** Withdrawn with it. */
  about: string | null;
  after: Date;
}

/** Queues a message in the caller's transaction: it is sent only if that commits. */
export async function enqueueSms(
  { db, now, organizationId, appContext }: Context,
  { userId, customerId, to, text, about, after }: SmsDraft,
): Promise<void> {
  const row = { id: uuidv7(now), organization_id: organizationId, user_id: userId, customer_id: customerId };
  await db
    .insertInto("sms_messages")
    .values({ ...row, recipient: to, body: text, about, next_try_at: after, created_at: now })
    .execute();
  await appContext.jobs.send(db, SMS_JOB, {}, { after });
}

export async function cancelQueuedSms(
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  about: string,
): Promise<void> {
  await db
    .deleteFrom("sms_messages")
    .where("about", "=", about)
    .where("organization_id", "=", organizationId)
    .where("status", "=", "waiting")
    .where("tries", "=", 0)
    .execute();
}

type Due = Pick<Selectable<SmsMessagesTable>, "id" | "organization_id">;
type ClaimedSms = Pick<Selectable<SmsMessagesTable>, "id" | "recipient" | "body" | "tries" | "created_at">;

const listDue = ({ db, clock }: AppContext, count: number, busy: readonly string[]): Promise<Due[]> =>
  db
    .selectFrom("sms_messages")
    .select(["id", "organization_id"])
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", clock.now())
    .where((where) => where.not(isAnyOf("organization_id", busy)))
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(count)
    .execute();

/** @returns undefined if another process has claimed it */
const claim = ({ db, clock }: AppContext, id: string): Promise<ClaimedSms | undefined> => {
  const wait = sql<number>`(${sql.val(RETRY_DELAYS_MINUTES)}::int[])[least(tries, ${MAX_TRIES - 1}) + 1]`;
  return db
    .updateTable("sms_messages")
    .set({
      tries: sql`tries + 1`,
      next_try_at: sql`${clock.now().toISOString()}::timestamptz + make_interval(mins => ${wait})`,
    })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", clock.now())
    .returning(["id", "recipient", "body", "tries", "created_at"])
    .executeTakeFirst();
};

async function send(appContext: AppContext, transport: SmsTransport, sms: ClaimedSms): Promise<void> {
  const { db, clock, log } = appContext;
  const { id, recipient: to, body: text, created_at: at, tries } = sms;
  const finish = (values: { status?: string; last_error?: string; provider_id?: string | null; sent_at?: Date }) =>
    db.updateTable("sms_messages").set(values).where("id", "=", id).execute();
  try {
    const providerId = await inSpan("send text message", () => transport.deliver({ id, to, text, at }), {
      kind: "client",
    });
    await finish({ status: "sent", provider_id: providerId, sent_at: clock.now() });
  } catch (error) {
    const isLast = error instanceof UndeliverableSms || tries >= MAX_TRIES;
    const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    // The answer of the service may hold the recipient: it stays out of the log.
    log.warn({ sms: id, try: tries, givenUp: isLast }, "a text message could not be sent");
    await finish({ last_error: reason, ...(isLast && { status: "failed" }) });
  }
}

/** The table says what is due, so that a lost trigger loses no message. */
export async function sendWaiting(appContext: AppContext): Promise<void> {
  const transport = openSmsTransport(appContext.config);
  if (!transport) return;
  await sendDue<Due, ClaimedSms>({
    name: "text messages",
    concurrency: CONCURRENCY,
    concurrencyPerReceiver: CONCURRENCY_PER_ORGANIZATION,
    listDue: (count, busy) => listDue(appContext, count, busy),
    findReceiverId: (due) => due.organization_id,
    claim: ({ id }) => claim(appContext, id),
    send: (sms) => send(appContext, transport, sms),
  });
}

export async function deleteSmsOfUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("sms_messages").where("user_id", "=", userId).execute();
}

export async function deleteSmsOfCustomers(
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  customerIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("sms_messages")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds))
    .execute();
}

/** Those that wait stay. */
export async function deleteSmsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("sms_messages").where("created_at", "<", before).where("status", "!=", "waiting").execute();
}
