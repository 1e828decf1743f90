/** Changes an organization's own sentences in its letters, and shows a letter with them. */
import type { looks, MailTexts } from "#contract/looks.ts";
import type { MailSender } from "#server/kit/mail/mail-sender-port.ts";
import { composeExample, type MailExample } from "#server/kit/mail/mail-template.ts";
import { bareAddress } from "#server/kit/mail/mail-transport.ts";
import { renderMail } from "#server/kit/mail/render-mail.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { Language } from "#messages/translator.ts";
import { findOrganization, findOrganizationToChange } from "#server/organizations/queries.ts";
import { findMailSender } from "./mail-sender.ts";
import { listMailTexts, updateMailText } from "./queries.ts";

/** The last of two texts for the same letter stands. */
export async function changeMailTexts(call: Call<typeof looks.updateTexts>): Promise<MailTexts> {
  const { db, organizationId, body, record } = call;
  await findOrganizationToChange(db, organizationId);
  const before = await listMailTexts(db, organizationId);
  for (const text of body.texts) await updateMailText(db, organizationId, text);
  const texts = await listMailTexts(db, organizationId);
  record({
    subjectId: organizationId,
    before: { texts: before },
    after: { texts },
    skipsEntry: JSON.stringify(before) === JSON.stringify(texts),
  });
  return { texts };
}

const HOUR_MS = 3_600_000;

async function createExample(
  db: Database,
  { organizationId, appUrl, now, language }: { organizationId: string; appUrl: string; now: Date; language: Language },
): Promise<MailExample> {
  const { name, currency, timezone } = await findOrganization(db, organizationId);
  const t = translators[language];
  const hour = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS;
  const inHours = (hours: number) => new Date(hour + hours * HOUR_MS).toISOString();
  return {
    ...{ organizationId, organization: name, currency, timezone },
    ...{ person: t("looks.examplePerson"), booking: t("looks.exampleBooking"), facility: t("looks.exampleFacility") },
    ...{ field: t("looks.exampleField"), role: t("looks.exampleRole"), reason: t("looks.exampleReason") },
    ...{ start: inHours(48), end: inHours(49), formerStart: inHours(24), formerEnd: inHours(25) },
    ...{ price: 2400, url: appUrl },
  };
}

/** @throws HttpError 404 for the platform, which sends no letters to players */
export async function previewMailText(
  call: Call<typeof looks.previewText>,
): Promise<{ subject: string; html: string }> {
  const { db, organizationId, body, now, appContext } = call;
  if (organizationId === ALL_ORGANIZATIONS) throw notFound();
  const { kind, language, opening = null, closing = null } = body;
  const { appUrl, mailFrom } = appContext.config;
  const saved = await findMailSender(db, { organizationId, template: kind, language });
  const organization: MailSender | undefined = saved && { ...saved, opening, closing };
  const addresses = { appUrl, sender: bareAddress(mailFrom), calendarDomain: new URL(appUrl).hostname };
  const reader = { t: translators[language], language, ...addresses, organization };
  const example = await createExample(db, { organizationId, appUrl, now, language });
  const content = composeExample(kind, example, reader);
  const { html } = await renderMail(content, reader);
  // Links would leave the frame that shows it.
  return { subject: content.subject, html: html.replace("<head>", '<head><base target="_blank"/>') };
}
