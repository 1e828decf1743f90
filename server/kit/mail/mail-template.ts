/** Mail templates (email templates). A module defines its mails in `mail.ts`; the layout is shared. */
import type { Language, Translate } from "#messages/translator.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { MailSender } from "./mail-sender-port.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";

export interface MailContext {
  t: Translate;
  language: Language;
  appUrl: string;
  sender: string;
  /** Part of the ids of events in calendar files. */
  calendarDomain: string;
  /** The organization that writes; undefined for the product itself. */
  organization?: MailSender | undefined;
  /** Page that turns off mails of this kind, where the reader can. */
  unsubscribePage?: string | undefined;
}

export interface MailFact {
  label: string;
  lines: readonly string[];
  was?: string | undefined;
  link?: { label: string; url: string } | undefined;
}

export interface MailAttachment {
  filename: string;
  type: string;
  content: string | Buffer;
}

export interface MailContent {
  subject: string;
  preview: string;
  heading?: string;
  /** The organization's own sentences, before and after what the mail says. */
  opening?: string | null;
  paragraphs: string[];
  facts?: readonly MailFact[];
  code?: string;
  button?: { label: string; url: string };
  closing?: string | null;
  note?: string | undefined;
  attachments?: readonly MailAttachment[];
  /** Address that answers go to, instead of the installation's, which nobody reads. */
  replyTo?: string;
}

/** A made-up booking, for previews. Instants in ISO 8601. */
export interface MailExample {
  organizationId: string;
  organization: string;
  currency: string;
  timezone: string;
  person: string;
  booking: string;
  facility: string;
  field: string;
  role: string;
  start: string;
  end: string;
  /** Before it was moved. */
  formerStart: string;
  formerEnd: string;
  /** Minor units. */
  price: number;
  reason: string;
  /** Leads nowhere that matters. */
  url: string;
}

export interface MailTemplateOptions<P extends object> {
  /** Kind of notification by which people with an account turn such mails off. */
  optionalKind?: string | undefined;
  /** Overtakes all other mails: somebody waits for it at a screen. */
  isUrgent?: boolean;
  /** Runs right before each attempt to send, for codes that are valid from then on. */
  beforeSend?: (db: Database, params: P, now: Date) => Promise<void>;
  /** Files that only the database holds, beside those of the content. An error sends the mail later. */
  readFiles?: (appContext: AppContext, params: P) => Promise<MailAttachment[]>;
}

export interface MailTemplate<P extends object = object> extends MailTemplateOptions<P> {
  name: string;
  compose(params: P, reader: MailContext): MailContent;
}

const templates = new Map<string, MailTemplate<never>>();
const examples = new Map<string, (facts: MailExample, reader: MailContext) => MailContent>();

/**
 * Defines a mail template.
 * @param name module name first: `accounts.verification`; never rename it, because queued mails store it
 * @param compose content in the reader's language; `params` have been through JSON
 * @param options.example needed of letters that organizations send to players: see `letterKinds`
 */
export function defineMailTemplate<P extends object>(
  name: string,
  compose: MailTemplate<P>["compose"],
  { example, ...options }: MailTemplateOptions<P> & { example?: (facts: MailExample) => P } = {},
): MailTemplate<P> {
  const template = { name, compose, ...options };
  templates.set(name, template);
  if (example) examples.set(name, (facts, reader) => compose(example(facts), reader));
  return template;
}

/** The mail about a made-up booking. */
export function composeExample(name: string, facts: MailExample, reader: MailContext): MailContent {
  const composeOf = examples.get(name);
  if (!composeOf) throw new Error(`The mail ${name} has no example`);
  return composeOf(facts, reader);
}

export const listMailTemplates = (): string[] => [...templates.keys()];

export function findMailTemplate(name: string): MailTemplate<object> {
  const found = templates.get(name);
  // A newer server may have queued the mail: it waits for a newer worker.
  if (!found) throw new Error(`No mail template ${name} in this version`);
  return found as MailTemplate<object>;
}
