/** What mails say. A room describes its letters in `mail.ts`; how they look is the kit's. */
import type { Language, Translate } from "#words/words.ts";

/** Whom a letter is for, and where its links lead. */
export interface Reader {
  t: Translate;
  language: Language;
  /** Without a slash at the end. */
  appUrl: string;
  /** The bare address that mails come from. */
  sender: string;
}

/** Something about a booking or the like, at a glance. */
export interface Fact {
  label: string;
  lines: readonly string[];
  /** What it was until now: struck out. */
  was?: string | undefined;
}

/** A file that goes with the mail; its text is made when the mail is sent. */
export interface Attachment {
  filename: string;
  /** With its parameters: `text/calendar; method=PUBLISH`. */
  type: string;
  content: string;
}

export interface Letter {
  subject: string;
  /** The line that mailboxes show beside the subject. */
  preview: string;
  /** The subject when left out. */
  heading?: string;
  paragraphs: string[];
  facts?: readonly Fact[];
  /** Shown large, to be typed somewhere. */
  code?: string;
  button?: { label: string; url: string };
  /** What else one should know, in small print. */
  note?: string | undefined;
  attachments?: readonly Attachment[];
}

export interface Template<P extends object = object> {
  /** `accounts.verification`: the room first. */
  name: string;
  compose(params: P, reader: Reader): Letter;
}

const templates = new Map<string, Template<never>>();

/**
 * Declares a mail.
 * @param name the room first: `accounts.verification`; stays, for mails that wait
 * @param compose the letter, in the reader's words; `params` have travelled as JSON
 */
export function template<P extends object>(name: string, compose: Template<P>["compose"]): Template<P> {
  const made = { name, compose };
  templates.set(name, made);
  return made;
}

/** The template of a waiting mail. */
export function findTemplate(name: string): Template<object> {
  const found = templates.get(name);
  // An older worker may see what a newer server wrote: the mail waits for the newer one.
  if (!found) throw new Error(`No mail template ${name} in this version`);
  return found as Template<object>;
}
