/** Sends mails through SMTP_URL or, without it, writes files for `/dev/mail`. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/kit/process/config.ts";
import type { MailAttachment } from "./mail-template.ts";

export interface OutgoingMail {
  id: string;
  recipient: string;
  template: string;
  subject: string;
  html: string;
  text: string;
  attachments: readonly MailAttachment[];
  /** Default: the installation's. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  /** Address to which mail programs post to turn such mails off (RFC 8058). */
  oneClickUnsubscribe?: string | undefined;
  at: Date;
}

/** `no-reply@club.example` of `Club <no-reply@club.example>`. */
export const bareAddress = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** Permanent refusal by the mail server (SMTP 5xx): do not retry. */
export class UndeliverableError extends Error {}

export const mailFolder = (config: Config): string => join(config.dataDir, "mail");

const SECOND_MS = 1000;
const SMTP_TIMEOUTS = {
  connectionTimeout: 15 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 20 * SECOND_MS,
};

const MAX_CONNECTIONS = 10;

export interface MailTransport {
  /** @throws UndeliverableError if a retry is useless; another error otherwise */
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Connects to the mail server when the first mail is delivered, and keeps the connections until it is closed. */
export async function openMailTransport(config: Config): Promise<MailTransport> {
  const { createTransport } = await import("nodemailer");
  if (!config.smtpUrl) {
    const files = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    return {
      async deliver(mail) {
        const { message } = await files.sendMail(toMessage(config, mail));
        const folder = mailFolder(config);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, mailFileName(mail));
        // A reader that waits for the file must never see a part of it.
        await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${path}.part`, path);
      },
      close: () => files.close(),
    };
  }
  const pool = createTransport({ url: config.smtpUrl, pool: true, maxConnections: MAX_CONNECTIONS, ...SMTP_TIMEOUTS });
  return {
    async deliver(mail) {
      try {
        await pool.sendMail(toMessage(config, mail));
      } catch (error) {
        throw isPermanentFailure(error) ? new UndeliverableError((error as Error).message) : error;
      }
    },
    close: () => pool.close(),
  };
}

const toMessage = (config: Config, mail: OutgoingMail) => ({
  // The same for every attempt, so that mail programs detect duplicates.
  messageId: `<${mail.id}@${new URL(config.appUrl).hostname}>`,
  from: mail.senderName ? { name: mail.senderName, address: bareAddress(config.mailFrom) } : config.mailFrom,
  to: { name: "", address: mail.recipient },
  ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map(({ filename, type, content }) => ({ filename, content, contentType: type })),
  date: mail.at,
  headers: {
    "Auto-Submitted": "auto-generated",
    ...(mail.oneClickUnsubscribe && {
      "List-Unsubscribe": `<${mail.oneClickUnsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  },
});

/** The server refused recipient or message. A refused login does not count: the mail waits until the operator fixes it. */
function isPermanentFailure(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
}

/** Sorts by time: `2026-06-01T08.00.00.000Z-camille@example.org-accounts.verification-1a2b3c4d.eml`. */
function mailFileName({ at, recipient, template, id }: OutgoingMail): string {
  const safe = recipient.replace(/[^\w.@+-]/g, "_").slice(0, 100);
  return `${at.toISOString().replaceAll(":", ".")}-${safe}-${template}-${id.slice(-8)}.eml`;
}
