import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";

/** Also tells the owner of an account that somebody else has asked for it. */
export const copyReadyMail = defineMailTemplate<object>("personal-data.ready", (_none, { t, appUrl }) => ({
  subject: t("personal-data.mailReadySubject"),
  preview: t("personal-data.mailReadyPreview"),
  paragraphs: [t("personal-data.mailReadyText")],
  button: { label: t("personal-data.mailReadyButton"), url: `${appUrl}/settings/data` },
  note: t("personal-data.mailReadyNote"),
}));
