/** Mail outbox: mails are rows, inserted in the transaction of the change and sent by a job. */
import { sql } from "kysely";
import type { Language } from "#messages/translator.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { renderMail } from "./render-mail.ts";
import { findMailTemplate, type MailTemplate } from "./mail-template.ts";
import { deliverMail, UndeliverableError } from "./mail-transport.ts";
import { translators } from "#server/kit/process/translators.ts";

export interface MailDraft<P extends object> {
  to: string;
  /** The recipient's language. */
  language: Language;
  template: MailTemplate<P>;
  /** May contain codes and links: deleted once the mail is sent or has failed for good. */
  params: P;
  after?: Date | undefined;
  about?: string | undefined;
}

/** Queues a mail in the caller's transaction: it is sent only if that commits. */
export async function enqueueMail<P extends object>(
  context: { db: Database; appContext: AppContext; now: Date },
  mail: MailDraft<P>,
): Promise<void> {
  const { db, appContext, now } = context;
  const id = uuidv7(now);
  await db
    .insertInto("emails")
    .values({
      id,
      recipient: mail.to,
      language: mail.language,
      template: mail.template.name,
      params: JSON.stringify(mail.params),
      about: mail.about ?? null,
      next_try_at: mail.after ?? now,
      created_at: now,
    })
    .execute();
  await appContext.jobs.send(db, sendMailsJob.name, { id }, mail.after && { after: mail.after });
}

/** @returns the withdrawn mails, oldest first */
export async function cancelQueuedMails(db: Database, about: string): Promise<{ template: string; params: unknown }[]> {
  const rows = await db
    .deleteFrom("emails")
    .where("about", "=", about)
    .where("status", "=", "waiting")
    .where("tries", "=", 0)
    .returning(["id", "template", "params"])
    .execute();
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

const bareAddress = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** Minutes between attempts. An attempt takes less than the first delay. */
const RETRY_DELAYS_MINUTES = [1, 2, 4, 8, 16, 32, 60, 60] as const;
const MAX_TRIES = RETRY_DELAYS_MINUTES.length;
const BATCH_SIZE = 100;

/** Sends one mail; as a sweep, all that are due. The table stores the next attempt, so that a lost trigger loses no mail. */
export const sendMailsJob: Job = {
  name: "emails.send",
  sweep: "* * * * *",
  async run(appContext, { id }) {
    const ids = typeof id === "string" ? [id] : await listDueMails(appContext);
    for (const each of ids) await sendQueuedMail(appContext, each);
  },
};

async function listDueMails({ db, clock }: AppContext): Promise<string[]> {
  const rows = await db
    .selectFrom("emails")
    .select("id")
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", clock.now())
    .orderBy("next_try_at")
    .limit(BATCH_SIZE)
    .execute();
  return rows.map((row) => row.id);
}

async function sendQueuedMail(appContext: AppContext, id: string): Promise<void> {
  const mail = await claimMail(appContext, id);
  if (!mail) return;
  try {
    const language = mail.language as Language;
    const { appUrl, mailFrom } = appContext.config;
    const reader = { t: translators[language], language, appUrl, sender: bareAddress(mailFrom) };
    const letter = findMailTemplate(mail.template).compose(mail.params as object, reader);
    const rendered = {
      ...(await renderMail(letter, reader)),
      id,
      recipient: mail.recipient,
      template: mail.template,
      subject: letter.subject,
      attachments: letter.attachments ?? [],
      at: mail.created_at,
    };
    await deliverMail(appContext.config, rendered);
    await finishMail(appContext, id, "sent");
  } catch (err) {
    const isLast = err instanceof UndeliverableError || mail.tries >= MAX_TRIES;
    const reason = err instanceof Error ? err.message.slice(0, 500) : "unknown";
    // The mail server's response may contain the recipient: keep it in the row, out of the log.
    appContext.log.warn(
      { mail: id, template: mail.template, try: mail.tries, givenUp: isLast },
      "a mail could not be sent",
    );
    if (isLast) await finishMail(appContext, id, "failed", reason);
    else await appContext.db.updateTable("emails").set({ last_error: reason }).where("id", "=", id).execute();
  }
}

/** Claims a due mail for one attempt. After a crash the sweep sends it. */
function claimMail({ db, clock }: AppContext, id: string) {
  const now = clock.now();
  const wait = sql<number>`(${sql.val(RETRY_DELAYS_MINUTES)}::int[])[least(tries, ${MAX_TRIES - 1}) + 1]`;
  return db
    .updateTable("emails")
    .set({
      tries: sql`tries + 1`,
      next_try_at: sql`${now.toISOString()}::timestamptz + make_interval(mins => ${wait})`,
    })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", now)
    .returning(["recipient", "language", "template", "params", "tries", "created_at"])
    .executeTakeFirst();
}

async function finishMail(
  { db, clock }: AppContext,
  id: string,
  status: "sent" | "failed",
  reason: string | null = null,
): Promise<void> {
  await db
    .updateTable("emails")
    .set({ status, params: "{}", last_error: reason, sent_at: status === "sent" ? clock.now() : null })
    .where("id", "=", id)
    .execute();
}
