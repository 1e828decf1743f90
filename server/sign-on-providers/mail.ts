/** Mails to the owners: whoever runs the provider signs in as everybody of its domains, so that each change is told. */
import { DAYS_UNTIL_DOMAIN_IS_LOST } from "#contract/sign-on-providers.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Translate } from "#messages/translator.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { listPermissionHolders } from "#server/members/mail.ts";
import { findOrganizationName } from "#server/members/queries.ts";

export type SignOnChange =
  | { kind: "added" | "changed" | "removed"; person: string; issuer: string; clientId: string }
  | { kind: "domainConfirmed"; person: string; domain: string }
  | { kind: "domainLost"; domain: string };
type SignOnMail = SignOnChange & { organization: string; organizationId: string; at: string };

function describe(change: SignOnMail, t: Translate): { subject: string; text: string } {
  const { organization } = change;
  switch (change.kind) {
    case "added":
      return {
        subject: t("sign-on-providers.mailAddedSubject", { organization }),
        text: t("sign-on-providers.mailAddedText", { organization, person: change.person }),
      };
    case "changed":
      return {
        subject: t("sign-on-providers.mailChangedSubject", { organization }),
        text: t("sign-on-providers.mailChangedText", { organization, person: change.person }),
      };
    case "removed":
      return {
        subject: t("sign-on-providers.mailRemovedSubject", { organization }),
        text: t("sign-on-providers.mailRemovedText", { organization, person: change.person }),
      };
    case "domainConfirmed":
      return {
        subject: t("sign-on-providers.mailConfirmedSubject", { organization }),
        text: t("sign-on-providers.mailConfirmedText", { organization, person: change.person, domain: change.domain }),
      };
    case "domainLost":
      return {
        subject: t("sign-on-providers.mailLostSubject", { domain: change.domain }),
        text: t("sign-on-providers.mailLostText", {
          organization,
          domain: change.domain,
          count: DAYS_UNTIL_DOMAIN_IS_LOST,
        }),
      };
  }
}

const changeMail = defineMailTemplate<SignOnMail>(
  "sign-on-providers.changed",
  (change, { t, language, appUrl }) => {
    const { subject, text } = describe(change, t);
    const isLost = change.kind === "domainLost";
    return {
      subject,
      preview: text,
      paragraphs: [text],
      facts: [
        ...("issuer" in change
          ? [
              { label: t("sign-on-providers.issuer"), lines: [change.issuer] },
              { label: t("sign-on-providers.clientId"), lines: [change.clientId] },
            ]
          : [{ label: t("sign-on-providers.domain"), lines: [change.domain] }]),
        { label: t("accounts.mailDeviceAt"), lines: [`${dateFormats(language, "UTC").dateTime(change.at)} UTC`] },
      ],
      button: {
        label: t("sign-on-providers.mailButton"),
        url: `${appUrl}/organizations/${change.organizationId}/settings/single-sign-on`,
      },
      note: t(isLost ? "sign-on-providers.mailLostNote" : "sign-on-providers.mailNote"),
    };
  },
  { isUrgent: true },
);

/** Each in their own language; also who made the change, since it may not have been them. */
export async function notifyOwners(context: TenantContext, change: SignOnChange): Promise<void> {
  const { db, organizationId, now } = context;
  const { name: organization } = await findOrganizationName(db, organizationId);
  const params = { ...change, organization, organizationId, at: now.toISOString() };
  for (const { email, language } of await listPermissionHolders(db, organizationId, "organizations.delete"))
    await enqueueMail(context, { to: email, language, template: changeMail, params });
}
