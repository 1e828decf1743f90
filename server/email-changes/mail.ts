/** As other mails of accounts, they contain no text typed by users but addresses. */
import { dateFormats } from "#messages/dates.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { updateChangeValidity } from "./queries.ts";

/** The linked page posts the token: programs that follow links in mails must not use it up. */
const linkTo = (appUrl: string, search: Record<string, string>) =>
  `${appUrl}/auth/email-change?${new URLSearchParams(search).toString()}`;

export const confirmChangeMail = defineMailTemplate<{ token: string }>(
  "email-changes.confirm",
  ({ token }, { t, appUrl }) => ({
    subject: t("email-changes.mailConfirmSubject"),
    preview: t("email-changes.mailConfirmPreview"),
    paragraphs: [t("email-changes.mailConfirmText")],
    button: { label: t("email-changes.mailConfirmButton"), url: linkTo(appUrl, { token }) },
    note: t("email-changes.mailConfirmNote"),
  }),
  { isUrgent: true, beforeSend: (db, { token }, now) => updateChangeValidity(db, token, now) },
);

/** Sent where the new address has an account already, so that the page need not tell. */
export const addressTakenMail = defineMailTemplate<object>(
  "email-changes.taken",
  (_none, { t, appUrl }) => ({
    subject: t("email-changes.mailTakenSubject"),
    preview: t("email-changes.mailTakenPreview"),
    paragraphs: [t("email-changes.mailTakenText")],
    button: { label: t("accounts.mailKnownButton"), url: `${appUrl}/auth/login` },
    note: t("accounts.mailKnownNote"),
  }),
  { isUrgent: true },
);

/** To the earlier address. @param params.at ISO instant */
export const emailChangedMail = defineMailTemplate<{ before: string; after: string; at: string; token: string }>(
  "email-changes.changed",
  ({ before, after, at, token }, { t, language, appUrl }) => ({
    subject: t("email-changes.mailChangedSubject"),
    preview: t("accounts.mailChangedPreview"),
    paragraphs: [
      t("email-changes.mailChangedText", { before, after, at: `${dateFormats(language, "UTC").dateTime(at)} UTC` }),
    ],
    button: { label: t("email-changes.mailChangedButton"), url: linkTo(appUrl, { token, undo: "1" }) },
    note: t("email-changes.mailChangedNote"),
  }),
  { isUrgent: true },
);
