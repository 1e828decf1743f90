/** The letters about one's own account. None carries what somebody else may have typed: anyone can register any address. */
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { dateFormats } from "#messages/dates.ts";
import { startLinkValidity } from "./email-verifications.ts";
import { startCodeValidity } from "./password-codes.ts";

/** To confirm an address. The page that opens sends the token on: programs that follow links in mails do not use it up. */
export const verificationMail = defineMailTemplate<{ token: string }>(
  "accounts.verification",
  ({ token }, { t, appUrl }) => ({
    subject: t("accounts.mailVerifySubject"),
    preview: t("accounts.mailVerifyPreview"),
    paragraphs: [t("accounts.mailVerifyText")],
    button: { label: t("accounts.mailVerifyButton"), url: `${appUrl}/auth/verify-email?token=${token}` },
    note: t("accounts.mailVerifyNote"),
  }),
  { isUrgent: true, beforeSend: (db, { token }, now) => startLinkValidity(db, token, now) },
);

/** To somebody who registers, and has an account already. */
export const accountExistsMail = defineMailTemplate<object>(
  "accounts.known",
  (_none, { t, appUrl }) => ({
    subject: t("accounts.mailKnownSubject"),
    preview: t("accounts.mailKnownPreview"),
    paragraphs: [t("accounts.mailKnownText")],
    button: { label: t("accounts.mailKnownButton"), url: `${appUrl}/auth/login` },
    note: t("accounts.mailKnownNote"),
  }),
  { isUrgent: true },
);

/** The six digits to set a new password with. */
export const passwordCodeMail = defineMailTemplate<{ code: string; email: string }>(
  "accounts.code",
  ({ code, email }, { t, appUrl }) => ({
    subject: t("accounts.mailCodeSubject"),
    preview: t("accounts.mailCodePreview"),
    heading: t("accounts.mailCodeHeading"),
    paragraphs: [t("accounts.mailCodeText")],
    code,
    button: {
      label: t("accounts.mailCodeButton"),
      url: `${appUrl}/auth/reset-password?email=${encodeURIComponent(email)}`,
    },
    note: t("accounts.mailCodeNote"),
  }),
  { isUrgent: true, beforeSend: (db, { email, code }, now) => startCodeValidity(db, email, code, now) },
);

/** After every change of a password. `at` is an instant. */
export const passwordChangedMail = defineMailTemplate<{ email: string; at: string }>(
  "accounts.changed",
  ({ email, at }, { t, language, appUrl }) => {
    const when = dateFormats(language, "UTC").dateTime(at);
    return {
      subject: t("accounts.mailChangedSubject"),
      preview: t("accounts.mailChangedPreview"),
      paragraphs: [t("accounts.mailChangedText", { email, at: `${when} UTC` })],
      button: { label: t("accounts.mailChangedButton"), url: `${appUrl}/auth/forgot-password` },
      note: t("accounts.mailChangedNote"),
    };
  },
  { isUrgent: true },
);
