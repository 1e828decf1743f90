/** Mail outbox (mail queue): mails are rows, inserted in the transaction of the change, sent by a job, and sent again (retry, backoff) after growing pauses. */
import { setTimeout as sleep } from "node:timers/promises";
import { inSpan } from "#server/kit/process/traces.ts";
import { sql, type Insertable } from "kysely";
import type { Language } from "#messages/translator.ts";
import type { Database } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import type { EmailsTable } from "#server/kit/db/tables.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { renderMail } from "./render-mail.ts";
import { findCalendarDomain } from "#server/kit/documents/icalendar.ts";
import { findMailTemplate, type MailTemplate } from "./mail-template.ts";
import { mailChoicePort } from "./mail-choice-port.ts";
import { mailSenderPort } from "./mail-sender-port.ts";
import { bareAddress, type MailTransport, openMailTransport, UndeliverableError } from "./mail-transport.ts";
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

const insertMail = statement((db, row: Insertable<EmailsTable>) => db.insertInto("emails").values(row));

/**
 * Queues a mail in the caller's transaction: it is sent only if that commits.
 * @param context.organizationId the organization in whose turn it is sent; none for mails about an account
 */
export async function enqueueMail<P extends object>(
  context: { db: Database; appContext: AppContext; now: Date; organizationId?: string },
  mail: MailDraft<P>,
): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  const id = uuidv7(now);
  await insertMail(db, {
    id,
    recipient: mail.to,
    language: mail.language,
    template: mail.template.name,
    params: JSON.stringify(mail.params),
    about: mail.about ?? null,
    sender_id: organizationId ?? null,
    is_urgent: mail.template.isUrgent ?? false,
    next_try_at: mail.after ?? now,
    created_at: now,
  });
  await appContext.jobs.send(db, sendMailsJob.name, { id }, mail.after && { after: mail.after });
}

/**
 * Withdraws what the organization has queued about one thing.
 * @returns the withdrawn mails, oldest first
 */
export async function cancelQueuedMails(
  { db, organizationId }: { db: Database; organizationId: string },
  about: string,
): Promise<{ template: string; params: unknown }[]> {
  const rows = await db
    .deleteFrom("emails")
    .where("about", "=", about)
    .where("sender_id", "=", organizationId)
    .where("status", "=", "waiting")
    .where("tries", "=", 0)
    .returning(["id", "template", "params"])
    .execute();
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Minutes between attempts. An attempt takes less than the first delay. */
const RETRY_DELAYS_MINUTES = [1, 2, 4, 8, 16, 32, 60, 60] as const;
const MAX_TRIES = RETRY_DELAYS_MINUTES.length;
/** Mails that are sent at the same time; half of them are claimed at once. */
const CONCURRENCY = 20;

/** Sends all mails that are due. The table stores the next attempt, so that a lost trigger loses no mail. */
export const sendMailsJob: Job = {
  name: "emails.send",
  cron: "* * * * *",
  isWakeUp: true,
  async run(appContext) {
    const sending = new Set<Promise<void>>();
    let transport: MailTransport | undefined;
    let calendarDomain: string | undefined;
    try {
      for (;;) {
        const mails = await claimDueMails(appContext, CONCURRENCY - sending.size);
        if (mails.length === 0 && sending.size === 0) return;
        transport ??= await openMailTransport(appContext.config);
        calendarDomain ??= await findCalendarDomain(appContext);
        for (const mail of mails) {
          beingSent.add(mail.id);
          const sent: Promise<void> = sendMail(appContext, mail, { transport, calendarDomain }).finally(() => {
            sending.delete(sent);
            beingSent.delete(mail.id);
          });
          sending.add(sent);
        }
        do await Promise.race(sending);
        while (sending.size > CONCURRENCY / 2);
      }
    } finally {
      await Promise.allSettled(sending);
      transport?.close();
    }
  },
};

type ClaimedMail = Awaited<ReturnType<typeof claimDueMails>>[number];

/** Mails that this process is sending: a clock that jumps ahead makes them due again. */
const beingSent = new Set<string>();

/** A mail that was never tried is due from its creation, even if the clock has gone back since. */
const isDue = (now: Date) => sql<boolean>`(next_try_at <= ${now} or next_try_at = created_at)`;

/**
 * Claims due mails for one attempt: urgent ones first, then the oldest of each sender in turn, so that no organization
 * delays another. After a crash the scheduled job sends them again.
 */
function claimDueMails({ db, clock }: AppContext, count: number) {
  const now = clock.now();
  const isFree = sql<boolean>`id <> all(${[...beingSent]}::uuid[])`;
  const wait = sql<number>`(${sql.val(RETRY_DELAYS_MINUTES)}::int[])[least(tries, ${MAX_TRIES - 1}) + 1]`;
  return (
    db
      .with("due", (cte) =>
        cte
          .selectFrom("emails")
          .select(["id", "is_urgent", "next_try_at"])
          .select(sql<number>`row_number() over (partition by sender_id order by next_try_at, id)`.as("turn"))
          .where("status", "=", "waiting")
          .where(isDue(now))
          .where(isFree),
      )
      .updateTable("emails")
      .set({
        tries: sql`tries + 1`,
        next_try_at: sql`${now.toISOString()}::timestamptz + make_interval(mins => ${wait})`,
      })
      .where("id", "in", (query) =>
        query
          .selectFrom("due")
          .select("id")
          .orderBy("is_urgent", "desc")
          .orderBy("turn")
          .orderBy("next_try_at")
          .limit(count),
      )
      // Another worker may have claimed it meanwhile.
      .where("status", "=", "waiting")
      .where(isDue(now))
      .returning(["id", "recipient", "language", "template", "params", "tries", "created_at", "sender_id"])
      .execute()
  );
}

/** Mails that the mail server has taken, and that no row says so of yet: a database that was away meanwhile sends none twice. */
const delivered = new Set<string>();

async function sendMail(
  appContext: AppContext,
  mail: ClaimedMail,
  { transport, calendarDomain }: { transport: MailTransport; calendarDomain: string },
): Promise<void> {
  const { id, tries, recipient } = mail;
  const claimedAt = appContext.clock.now();
  try {
    const language = mail.language as Language;
    const { appUrl, mailFrom } = appContext.config;
    const sender = bareAddress(mailFrom);
    const organization = mail.sender_id
      ? await mailSenderPort.findMailSender(appContext.db, {
          organizationId: mail.sender_id,
          template: mail.template,
          language,
        })
      : undefined;
    const template = findMailTemplate(mail.template);
    const choice = template.optionalKind
      ? await mailChoicePort.findMailChoice(appContext, { recipient, kind: template.optionalKind })
      : undefined;
    if (choice?.isWanted === false) return await deleteMail(appContext, id);
    const reader = {
      ...{ t: translators[language], language, appUrl, sender, calendarDomain, organization },
      unsubscribePage: choice?.page,
    };
    const content = template.compose(mail.params as object, reader);
    const rendered = {
      ...(await renderMail(content, reader)),
      ...{ id, recipient, template: mail.template },
      subject: content.subject,
      attachments: [
        ...(content.attachments ?? []),
        ...((await template.readFiles?.(appContext, mail.params as object)) ?? []),
      ],
      senderName: organization?.name,
      oneClickUnsubscribe: choice?.oneClick,
      replyTo: content.replyTo ?? organization?.email ?? undefined,
      at: mail.created_at,
    };
    await template.beforeSend?.(appContext.db, mail.params as object, appContext.clock.now());
    if (!delivered.has(id)) {
      await inSpan("send mail", () => transport.deliver(rendered), {
        kind: "client",
        attributes: { "baseline.template": rendered.template },
      });
      delivered.add(id);
    }
    await noteSent(appContext, id, claimedAt);
    delivered.delete(id);
  } catch (err) {
    const isLast = err instanceof UndeliverableError || tries >= MAX_TRIES;
    const reason = err instanceof Error ? err.message.slice(0, 500) : "unknown";
    // The mail server's response may contain the recipient: keep it in the row, out of the log.
    appContext.log.warn({ mail: id, template: mail.template, try: tries, givenUp: isLast }, "a mail could not be sent");
    if (isLast && !delivered.has(id)) await finishMail(appContext, id, "failed", reason);
    else await appContext.db.updateTable("emails").set({ last_error: reason }).where("id", "=", id).execute();
  }
}

/** Since the claim: less than the pause before the next attempt, in which another server may send the mail again. */
const NOTE_MS = 50_000;
const NOTE_PAUSE_MS = 500;

/** Tries again while the database is away, as in a failover. */
async function noteSent(appContext: AppContext, id: string, claimedAt: Date): Promise<void> {
  const deadline = claimedAt.getTime() + NOTE_MS;
  for (;;) {
    try {
      return await finishMail(appContext, id, "sent");
    } catch (error) {
      if (appContext.clock.now().getTime() >= deadline) throw error;
    }
    await sleep(NOTE_PAUSE_MS);
  }
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

/** A mail that its reader has turned off meanwhile. */
async function deleteMail({ db }: AppContext, id: string): Promise<void> {
  await db.deleteFrom("emails").where("id", "=", id).execute();
}

/** Those that wait are not sent any more. */
export async function deleteMailsTo(db: Database, recipient: string): Promise<void> {
  await db.deleteFrom("emails").where("recipient", "=", recipient).execute();
}
