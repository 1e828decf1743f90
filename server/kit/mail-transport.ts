/** The two ways a mail leaves: to the mail server of SMTP_URL, or, without one, into a file that `/dev/mail` shows. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import type { Attachment } from "./mail-template.ts";

/** A mail as it goes out. */
export interface Parcel {
  id: string;
  recipient: string;
  template: string;
  subject: string;
  html: string;
  text: string;
  attachments: readonly Attachment[];
  at: Date;
}

/** The mail server said no for good (SMTP 5xx): another try would be the same. */
export class Undeliverable extends Error {}

/** Where the files of mails are kept. */
export const mailFolder = (config: Config): string => join(config.dataDir, "mail");

const second = 1000;
const patience = { connectionTimeout: 15 * second, greetingTimeout: 10 * second, socketTimeout: 20 * second };

/**
 * Sends a mail, or writes its file.
 * @throws Undeliverable when there is no use in trying again; any other error when there is
 */
export async function deliver(config: Config, parcel: Parcel): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const message = {
    // The same at every try, so that a mail that arrives twice is seen to be one.
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
      await createTransport({ url: config.smtpUrl, ...patience }).sendMail(message);
    } catch (error) {
      throw isFinal(error) ? new Undeliverable((error as Error).message) : error;
    }
    return;
  }
  const { message: file } = await createTransport({ streamTransport: true, buffer: true, newline: "windows" }).sendMail(
    message,
  );
  const folder = mailFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, fileName(parcel)), file as Buffer, { mode: 0o600 });
}

/** A refusal of the recipient or of the message; a refused login is the operator's to mend, and the mail waits for it. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
}

/** Sorts by time: `2026-06-01T08.00.00.000Z-camille@example.org-accounts.verification-1a2b3c4d.eml`. */
function fileName({ at, recipient, template, id }: Parcel): string {
  const safe = recipient.replace(/[^\w.@+-]/g, "_").slice(0, 100);
  return `${at.toISOString().replaceAll(":", ".")}-${safe}-${template}-${id.slice(-8)}.eml`;
}
