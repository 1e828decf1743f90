/** The mail with the code that proves an address. It has no text that a visitor has typed: anybody may type any address. */
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";

export const codeMail = defineMailTemplate<{ code: string; organization: string }>(
  "guests.code",
  ({ code, organization }, { t }) => ({
    subject: t("guests.mailCode", { code, organization }),
    heading: t("guests.mailCodeHeading"),
    preview: t("guests.mailCodeText", { organization }),
    paragraphs: [t("guests.mailCodeText", { organization })],
    code,
    note: t("guests.mailCodeNote"),
  }),
  { isUrgent: true },
);
