import { dateFormats } from "#messages/dates.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import type { Language } from "#messages/translator.ts";

/** Also tells the owner of an account that somebody else has asked for it. */
export const copyReadyMail = defineMailTemplate<object>("personal-data.ready", (_none, { t, appUrl }) => ({
  subject: t("personal-data.mailReadySubject"),
  preview: t("personal-data.mailReadyPreview"),
  paragraphs: [t("personal-data.mailReadyText")],
  button: { label: t("personal-data.mailReadyButton"), url: `${appUrl}/settings/data` },
  note: t("personal-data.mailReadyNote"),
}));

const readAt = (at: string, language: Language) => `${dateFormats(language, "UTC").dateTime(at)} UTC`;

/** @param params.at ISO instant */
export const accountClosingMail = defineMailTemplate<{ at: string }>(
  "personal-data.closing",
  ({ at }, { t, language, appUrl }) => ({
    subject: t("personal-data.mailClosingSubject"),
    preview: t("personal-data.mailClosingPreview"),
    paragraphs: [t("personal-data.mailClosingText", { at: readAt(at, language) })],
    button: { label: t("personal-data.keepButton"), url: `${appUrl}/settings/data` },
    note: t("personal-data.mailClosingNote"),
  }),
  { isUrgent: true },
);

export const accountClosedMail = defineMailTemplate<object>("personal-data.closed", (_none, { t }) => ({
  subject: t("personal-data.mailClosedSubject"),
  preview: t("personal-data.mailClosedPreview"),
  paragraphs: [t("personal-data.mailClosedText")],
}));

/** To each owner. @param params.by address of the owner who asked */
export const organizationCopyMail = defineMailTemplate<{ organizationId: string; by: string }>(
  "personal-data.organization",
  ({ organizationId, by }, { t, appUrl }) => ({
    subject: t("personal-data.mailOrganizationSubject"),
    preview: t("personal-data.mailOrganizationPreview"),
    paragraphs: [t("personal-data.mailOrganizationText", { by })],
    button: {
      label: t("personal-data.mailReadyButton"),
      url: `${appUrl}/organizations/${organizationId}/settings/copy`,
    },
    note: t("personal-data.mailOrganizationNote"),
  }),
);
