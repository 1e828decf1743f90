/** Mail templates. A module defines its mails in `mail.ts`; the layout is shared. */
import type { Language, Translate } from "#messages/translator.ts";

export interface MailContext {
  t: Translate;
  language: Language;
  appUrl: string;
  sender: string;
}

export interface MailFact {
  label: string;
  lines: readonly string[];
  was?: string | undefined;
}

export interface MailAttachment {
  filename: string;
  type: string;
  content: string;
}

export interface MailContent {
  subject: string;
  preview: string;
  heading?: string;
  paragraphs: string[];
  facts?: readonly MailFact[];
  code?: string;
  button?: { label: string; url: string };
  note?: string | undefined;
  attachments?: readonly MailAttachment[];
}

export interface MailTemplate<P extends object = object> {
  name: string;
  compose(params: P, reader: MailContext): MailContent;
}

const templates = new Map<string, MailTemplate<never>>();

/**
 * Defines a mail template.
 * @param name module name first: `accounts.verification`; never rename it, because queued mails store it
 * @param compose content in the reader's language; `params` have been through JSON
 */
export function defineMailTemplate<P extends object>(
  name: string,
  compose: MailTemplate<P>["compose"],
): MailTemplate<P> {
  const template = { name, compose };
  templates.set(name, template);
  return template;
}

export function findMailTemplate(name: string): MailTemplate<object> {
  const found = templates.get(name);
  // A newer server may have queued the mail: it waits for a newer worker.
  if (!found) throw new Error(`No mail template ${name} in this version`);
  return found as MailTemplate<object>;
}
