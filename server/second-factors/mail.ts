/** As other mails of accounts, it contains no text typed by users. */
import { dateFormats } from "#messages/dates.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { updateRemovalDue } from "./removal-queries.ts";

export type SecondFactorChange =
  | {
      kind:
        | "on"
        | "off"
        | "removed"
        | "removedByOwner"
        | "removalCanceled"
        | "codes"
        | "passkeyAdded"
        | "passkeyRemoved";
    }
  | { kind: "recoveryCodeUsed"; left: number };
type SecondFactorMail = SecondFactorChange & { email: string; at: string };

function describe(change: SecondFactorMail, t: Translate, at: string): { subject: string; text: string } {
  const { email } = change;
  switch (change.kind) {
    case "on":
      return { subject: t("second-factors.mailOnSubject"), text: t("second-factors.mailOnText", { email, at }) };
    case "off":
      return { subject: t("second-factors.mailOffSubject"), text: t("second-factors.mailOffText", { email, at }) };
    case "removed":
      return { subject: t("second-factors.mailOffSubject"), text: t("second-factors.mailRemovedText", { email, at }) };
    case "removedByOwner":
      return {
        subject: t("second-factors.mailOffSubject"),
        text: t("second-factors.mailRemovedByOwnerText", { email, at }),
      };
    case "removalCanceled":
      return {
        subject: t("second-factors.mailCanceledSubject"),
        text: t("second-factors.mailCanceledText", { email, at }),
      };
    case "codes":
      return { subject: t("second-factors.mailCodesSubject"), text: t("second-factors.mailCodesText", { email, at }) };
    case "passkeyAdded":
      return { subject: t("second-factors.mailAddedSubject"), text: t("second-factors.mailAddedText", { email, at }) };
    case "passkeyRemoved":
      return {
        subject: t("second-factors.mailPasskeyRemovedSubject"),
        text: t("second-factors.mailPasskeyRemovedText", { email, at }),
      };
    case "recoveryCodeUsed":
      return {
        subject: t("second-factors.mailUsedSubject"),
        text: t("second-factors.mailUsedText", { email, at, count: change.left }),
      };
  }
}

const readAt = (at: string, language: Language) => `${dateFormats(language, "UTC").dateTime(at)} UTC`;

/** @param at ISO instant */
export const secondFactorMail = defineMailTemplate<SecondFactorMail>(
  "second-factors.changed",
  (change, { t, language, appUrl }) => {
    const { subject, text } = describe(change, t, readAt(change.at, language));
    return {
      subject,
      preview: t("accounts.mailChangedPreview"),
      paragraphs: [text],
      button: { label: t("accounts.mailChangedButton"), url: `${appUrl}/auth/forgot-password` },
      note: t("accounts.mailChangedNote"),
    };
  },
  { isUrgent: true },
);

/**
 * The linked page posts the token: programs that follow links in mails must not use it up. The 24 hours begin when the mail
 * is sent, as mails may wait in the queue.
 * @param at ISO instant
 */
export const removalRequestedMail = defineMailTemplate<{ email: string; at: string; token: string }>(
  "second-factors.removal",
  ({ email, at, token }, { t, language, appUrl }) => ({
    subject: t("second-factors.mailRemovalSubject"),
    preview: t("second-factors.mailRemovalPreview"),
    paragraphs: [t("second-factors.mailRemovalText", { email, at: readAt(at, language) })],
    button: {
      label: t("second-factors.keep"),
      url: `${appUrl}/auth/keep-second-factor?${new URLSearchParams({ token }).toString()}`,
    },
    note: t("second-factors.mailRemovalNote"),
  }),
  { isUrgent: true, beforeSend: (db, { token }, now) => updateRemovalDue(db, token, now) },
);
