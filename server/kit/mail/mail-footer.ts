import type { Translate } from "#messages/translator.ts";
import type { MailSender } from "./mail-sender-port.ts";

/** Says who sends the mail, and whether somebody reads an answer. */
export function mailFooter(t: Translate, organization: MailSender | undefined): string {
  if (!organization) return t("kit.mailFooter");
  const { name, email } = organization;
  return email
    ? t("kit.mailFooterReply", { organization: name, email })
    : t("kit.mailFooterOf", { organization: name });
}
