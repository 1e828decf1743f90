/** Mail transports: the server of SMTP_URL or, without one, files that `/dev/mail` shows. */
import { mkdir, writeFile } from "node:fs/promises";
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
  at: Date;
}

/** The mail server refused for good (SMTP 5xx): no retry. */
export class UndeliverableError extends Error {}

export const mailFolder = (config: Config): string => join(config.dataDir, "mail");

const SECOND_MS = 1000;
const SMTP_TIMEOUTS = {
  connectionTimeout: 15 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 20 * SECOND_MS,
};

/**
 * Sends a mail, or writes its file.
 * @throws UndeliverableError when a retry is useless; any other error otherwise
 */
export async function deliverMail(config: Config, parcel: OutgoingMail): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const message = {
    // The same for every try, so that mail programs recognize a duplicate.
    messageId: `<${parcel.id}@${new URL(config.appUrl).hostname}>`,
    from: config.mailFrom,
    to: { name: "", address: parcel.recipient },
    subject: parcel.subject,
    text: parcel.text,
    html: parcel.html,
    attachments: parcel.attachments.map(({ filename, type, content }) => ({ filename, content, contentType: type })),
    date: parcel.at,
    headers: { "Auto-Submitted": "auto-generated" },
  };
  if (config.smtpUrl) {
    try {
      await createTransport({ url: config.smtpUrl, ...SMTP_TIMEOUTS }).sendMail(message);
    } catch (error) {
      throw isPermanentFailure(error) ? new UndeliverableError((error as Error).message) : error;
    }
    return;
  }
  const { message: file } = await createTransport({ streamTransport: true, buffer: true, newline: "windows" }).sendMail(
    message,
  );
  const folder = mailFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, mailFileName(parcel)), file as Buffer, { mode: 0o600 });
}

/** Refused recipient or message. A refused login is for the operator to mend, and the mail waits for that. */
function isPermanentFailure(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
}

/** Sorts by time: `2026-06-01T08.00.00.000Z-camille@example.org-accounts.verification-1a2b3c4d.eml`. */
function mailFileName({ at, recipient, template, id }: OutgoingMail): string {
  const safe = recipient.replace(/[^\w.@+-]/g, "_").slice(0, 100);
  return `${at.toISOString().replaceAll(":", ".")}-${safe}-${template}-${id.slice(-8)}.eml`;
}
