/**
 * Account mails contain no text typed by whoever registers, because anyone can register any address: only the name of an
 * organization that lets people join.
 */
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { dateFormats } from "#messages/dates.ts";
import { startLinkValidity } from "./email-verifications.ts";
import { startCodeValidity } from "./password-codes.ts";
import { describeDevice } from "./sessions.ts";

/** The linked page posts the token: programs that follow links in mails must not use it up. */
export const verificationMail = defineMailTemplate<{
  token: string;
  /** Missing in mails that were queued by an earlier version. */
  code?: string;
  organization?: string | null;
}>(
  "accounts.verification",
  ({ token, code, organization }, { t, appUrl }) => ({
    subject: organization ? t("accounts.mailVerifyJoin", { organization }) : t("accounts.mailVerifySubject"),
    preview: t("accounts.mailVerifyPreview"),
    paragraphs: [t(code ? "accounts.mailVerifyCode" : "accounts.mailVerifyText")],
    ...(code && { code }),
    button: { label: t("accounts.mailVerifyButton"), url: `${appUrl}/auth/verify-email?token=${token}` },
    note: t(code ? "accounts.mailVerifyCodeNote" : "accounts.mailVerifyNote"),
  }),
  { isUrgent: true, beforeSend: (db, { token }, now) => startLinkValidity(db, token, now) },
);

/** Sent when somebody registers with the address of an existing account. */
export const accountExistsMail = defineMailTemplate<{ organization?: string | null }>(
  "accounts.known",
  ({ organization }, { t, appUrl }) => ({
    subject: t("accounts.mailKnownSubject"),
    preview: t("accounts.mailKnownPreview"),
    paragraphs: [t("accounts.mailKnownText"), ...(organization ? [t("accounts.mailKnownJoin", { organization })] : [])],
    button: { label: t("accounts.mailKnownButton"), url: `${appUrl}/auth/login` },
    note: t("accounts.mailKnownNote"),
  }),
  { isUrgent: true },
);

export const passwordCodeMail = defineMailTemplate<{ code: string; link: string; email: string }>(
  "accounts.code",
  ({ code, link, email }, { t, appUrl }) => ({
    subject: t("accounts.mailCodeSubject"),
    preview: t("accounts.mailCodePreview"),
    heading: t("accounts.mailCodeHeading"),
    paragraphs: [t("accounts.mailCodeText")],
    code,
    button: {
      label: t("accounts.mailCodeButton"),
      url: `${appUrl}/auth/reset-password?${new URLSearchParams({ email, code: link }).toString()}`,
    },
    note: t("accounts.mailCodeNote"),
  }),
  { isUrgent: true, beforeSend: (db, { link }, now) => startCodeValidity(db, link, now) },
);

/** @param params.at ISO instant */
export const newDeviceMail = defineMailTemplate<{ email: string; at: string; userAgent: string; network: string }>(
  "accounts.newDevice",
  ({ email, at, userAgent, network }, { t, language, appUrl }) => {
    const browser = describeDevice(userAgent, t);
    return {
      subject: t("accounts.mailDeviceSubject"),
      preview: t("accounts.mailDevicePreview", { browser }),
      paragraphs: [t("accounts.mailDeviceText", { email })],
      facts: [
        { label: t("accounts.mailDeviceAt"), lines: [`${dateFormats(language, "UTC").dateTime(at)} UTC`] },
        { label: t("accounts.mailDeviceBrowser"), lines: [browser] },
        { label: t("accounts.mailDeviceNetwork"), lines: [network] },
      ],
      button: { label: t("accounts.mailChangedButton"), url: `${appUrl}/auth/forgot-password` },
      note: t("accounts.mailChangedNote"),
    };
  },
  { isUrgent: true },
);

/** @param at ISO instant. Mails queued by an earlier version say nothing of the calendar. */
export const passwordChangedMail = defineMailTemplate<{ email: string; at: string; endsCalendar?: boolean }>(
  "accounts.changed",
  ({ email, at, endsCalendar }, { t, language, appUrl }) => {
    const when = dateFormats(language, "UTC").dateTime(at);
    return {
      subject: t("accounts.mailChangedSubject"),
      preview: t("accounts.mailChangedPreview"),
      paragraphs: [
        t("accounts.mailChangedText", { email, at: `${when} UTC` }),
        ...(endsCalendar ? [t("accounts.mailChangedCalendar")] : []),
      ],
      button: { label: t("accounts.mailChangedButton"), url: `${appUrl}/auth/forgot-password` },
      note: t("accounts.mailChangedNote"),
    };
  },
  { isUrgent: true },
);
