/** As other mails of accounts, it contains no text typed by users. */
import { dateFormats } from "#messages/dates.ts";
import type { Translate } from "#messages/translator.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";

export type SecondFactorChange =
  | { kind: "on" | "off" | "removed" | "codes" | "passkeyAdded" | "passkeyRemoved" }
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

/** @param at ISO instant */
export const secondFactorMail = defineMailTemplate<SecondFactorMail>(
  "second-factors.changed",
  (change, { t, language, appUrl }) => {
    const { subject, text } = describe(change, t, `${dateFormats(language, "UTC").dateTime(change.at)} UTC`);
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
