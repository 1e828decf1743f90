/** Mail templates. A module describes its mails in `mail.ts`; the layout is shared. */
import type { Language, Translate } from "#messages/translator.ts";

/** Language of the reader, and the base of links. */
export interface MailContext {
  t: Translate;
  language: Language;
  /** Without a slash at the end. */
  appUrl: string;
  /** The bare address that mails come from. */
  sender: string;
}

/** A labelled detail, of a booking for instance. */
export interface MailFact {
  label: string;
  lines: readonly string[];
  /** The previous value, struck out. */
  was?: string | undefined;
}

/** An attachment; its text is written when the mail is sent. */
export interface MailAttachment {
  filename: string;
  /** With its parameters: `text/calendar; method=PUBLISH`. */
  type: string;
  content: string;
}

export interface MailContent {
  subject: string;
  /** The line that mailboxes show beside the subject. */
  preview: string;
  /** The subject when left out. */
  heading?: string;
  paragraphs: string[];
  facts?: readonly MailFact[];
  /** A code to type, shown large. */
  code?: string;
  button?: { label: string; url: string };
  /** Small print. */
  note?: string | undefined;
  attachments?: readonly MailAttachment[];
}

export interface MailTemplate<P extends object = object> {
  /** `accounts.verification`: the module first. */
  name: string;
  compose(params: P, reader: MailContext): MailContent;
}

const templates = new Map<string, MailTemplate<never>>();

/**
 * Declares a mail.
 * @param name the module first: `accounts.verification`; never changes, since queued mails hold it
 * @param compose the content in the reader's language; `params` were serialized as JSON
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
  // A newer server may have queued it for a newer worker: the mail waits for that one.
  if (!found) throw new Error(`No mail template ${name} in this version`);
  return found as MailTemplate<object>;
}
