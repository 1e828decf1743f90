/** The outbox: mails are rows, written in the transaction of what they tell of, and sent by a job. */
import { sql } from "kysely";
import type { Language } from "#words/words.ts";
import type { Database } from "./database.ts";
import type { House } from "./house.ts";
import { v7 } from "./ids.ts";
import type { Job } from "./jobs.ts";
import { layOut } from "./mail-layout.ts";
import { findTemplate, type Template } from "./mail-template.ts";
import { deliver, Undeliverable } from "./mail-transport.ts";
import { words } from "./words.ts";

export interface Mail<P extends object> {
  to: string;
  /** The reader's, not the sender's. */
  language: Language;
  template: Template<P>;
  /** May hold codes and links: they are wiped once the mail is sent or given up. */
  params: P;
  /** Keeps the mail back for a while. */
  after?: Date | undefined;
  /** The id of what it tells of, where it may be taken back before it is sent. */
  about?: string | undefined;
}

/** Puts a mail into the outbox, within the caller's transaction: it goes if that commits, and never otherwise. */
export async function sendMail<P extends object>(
  place: { db: Database; house: House; now: Date },
  mail: Mail<P>,
): Promise<void> {
  const { db, house, now } = place;
  const id = v7(now);
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
  await house.jobs.send(db, sendMails.name, { id }, mail.after && { after: mail.after });
}

/**
 * Takes back what was to be told of something and has not been sent.
 * @returns the letters that nobody will read, oldest first
 */
export async function withdrawMails(db: Database, about: string): Promise<{ template: string; params: unknown }[]> {
  const rows = await db
    .deleteFrom("emails")
    .where("about", "=", about)
    .where("status", "=", "waiting")
    .where("tries", "=", 0)
    .returning(["id", "template", "params"])
    .execute();
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The address of `Club <no-reply@club.example>`. */
const addressOf = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** Minutes until the next try, after each. A try itself takes less than the first of them. */
const waits = [1, 2, 4, 8, 16, 32, 60, 60] as const;
const mostTries = waits.length;
const atOnce = 100;

/** Sends one mail; as a sweep, all that are due. The table says when to try again, so that a lost trigger loses no mail. */
export const sendMails: Job = {
  name: "emails.send",
  sweep: "* * * * *",
  async run(house, { id }) {
    const ids = typeof id === "string" ? [id] : await listDue(house);
    for (const each of ids) await sendOne(house, each);
  },
};

async function listDue({ db, clock }: House): Promise<string[]> {
  const rows = await db
    .selectFrom("emails")
    .select("id")
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", clock.now())
    .orderBy("next_try_at")
    .limit(atOnce)
    .execute();
  return rows.map((row) => row.id);
}

async function sendOne(house: House, id: string): Promise<void> {
  const mail = await claim(house, id);
  if (!mail) return;
  try {
    const language = mail.language as Language;
    const { appUrl, mailFrom } = house.config;
    const reader = { t: words[language], language, appUrl, sender: addressOf(mailFrom) };
    const letter = findTemplate(mail.template).compose(mail.params as object, reader);
    const parcel = {
      ...(await layOut(letter, reader)),
      id,
      recipient: mail.recipient,
      template: mail.template,
      subject: letter.subject,
      attachments: letter.attachments ?? [],
      at: mail.created_at,
    };
    await deliver(house.config, parcel);
    await settle(house, id, "sent");
  } catch (err) {
    const isLast = err instanceof Undeliverable || mail.tries >= mostTries;
    const reason = err instanceof Error ? err.message.slice(0, 500) : "unknown";
    // What a mail server answers may name the recipient: it stays in the row.
    house.log.warn({ mail: id, template: mail.template, try: mail.tries, givenUp: isLast }, "a mail could not be sent");
    if (isLast) await settle(house, id, "failed", reason);
    else await house.db.updateTable("emails").set({ last_error: reason }).where("id", "=", id).execute();
  }
}

/** Takes a due mail for one try. Whoever dies while trying leaves it to the sweep. */
function claim({ db, clock }: House, id: string) {
  const now = clock.now();
  const wait = sql<number>`(${sql.val(waits)}::int[])[least(tries, ${mostTries - 1}) + 1]`;
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

async function settle(
  { db, clock }: House,
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
