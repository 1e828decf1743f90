/** How an organization looks in its mails. */
import { computeAccent, toHex } from "#contract/organizations-accent-rules.ts";
import { findLogo } from "#server/files/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { clubHue, clubInitials } from "#contract/organizations-initials-rules.ts";
import type { MailSender, SentMail } from "#server/kit/mail/mail-sender-port.ts";
import { findOrganizationLooks } from "#server/organizations/queries.ts";
import { findMailText } from "./queries.ts";

/** Hundredths of OKLCH: white text on it has a contrast of 4.5 at least, in each of the eight hues. */
const INITIALS = { lightness: 48, chroma: 9 };

export async function findMailSender(
  db: Database,
  { organizationId, template: kind, language }: SentMail,
): Promise<MailSender | undefined> {
  const found = await findOrganizationLooks(db, organizationId);
  if (!found) return undefined;
  const { name, email, accent, senderName } = found;
  const logo = await findLogo(db, organizationId);
  const text = await findMailText(db, organizationId, { kind, language });
  return {
    ...{ name: senderName ?? name, email },
    accent: accent === null ? null : computeAccent(accent),
    logoPath: logo?.smallUrl ?? null,
    initials: clubInitials(name),
    initialsColor: toHex(INITIALS.lightness, INITIALS.chroma, clubHue(organizationId)),
    ...{ opening: text?.opening ?? null, closing: text?.closing ?? null },
  };
}
