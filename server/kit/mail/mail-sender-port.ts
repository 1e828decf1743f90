/** Asks how the organization that sends a mail looks, and which sentences of its own stand in it. */
import type { Language } from "#messages/translator.ts";
import type { Database } from "#server/kit/db/database.ts";
import { definePort } from "#server/kit/process/ports.ts";

/** Colours as `#rrggbb`. */
interface MailAccent {
  accent: string;
  onAccent: string;
}

export interface MailSender {
  name: string;
  /** Answers go there; null for nobody. */
  email: string | null;
  /** Null for the colour of the product. */
  accent: { light: MailAccent; dark: MailAccent } | null;
  /** Below the address of the server; null for initials. */
  logoPath: string | null;
  initials: string;
  /** Background of the initials, `#rrggbb`. */
  initialsColor: string;
  /** Its own sentences in this mail. */
  opening: string | null;
  closing: string | null;
}

export interface SentMail {
  organizationId: string;
  /** Name of the template. */
  template: string;
  language: Language;
}

export const mailSenderPort = definePort<{
  /** @returns undefined for the product itself */
  findMailSender(db: Database, mail: SentMail): Promise<MailSender | undefined>;
}>({ findMailSender: async () => undefined });
