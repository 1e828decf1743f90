/** Mails to holders of memberships: of a renewal, with the day to refuse in a frame; of what is due; of the end. */
import { formatMoney } from "#messages/format-money.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { defineMailTemplate, type MailContext, type MailFact } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { type SubscriptionWithTerms, lastTerm } from "./rows.ts";

const say = (language: Language, local: string): string =>
  dateFormats(language, "UTC").weekdayDate(`${local}T00:00:00Z`);

interface RenewalParams {
  organization: string;
  name: string;
  /** First day of the new term. */
  renewsOn: string;
  /** Last day to refuse it. */
  refuseBy: string;
  /** Minor units. */
  price: number;
  currency: string;
  /** One's memberships, where it is refused. */
  link: string;
}

const refusalFact = ({ t, language }: MailContext, refuseBy: string): MailFact => ({
  label: t("subscriptions.mailRefuseBy"),
  lines: [say(language, refuseBy)],
});

/** French law wants the notice by itself, with the day in a frame (consumer code, L215-1). */
export const noticeMail = defineMailTemplate<RenewalParams>(
  "subscriptions.notice",
  ({ organization, name, renewsOn, refuseBy, price, currency, link }, reader) => {
    const { t, language } = reader;
    const text = t("subscriptions.notice", { date: say(language, renewsOn), last: say(language, refuseBy) });
    return {
      subject: t("subscriptions.mailNoticeSubject", { name, organization }),
      preview: text,
      paragraphs: [
        t("subscriptions.mailNoticeText", { name, organization }),
        text,
        t("subscriptions.mailNoticePrice", { price: formatMoney(price, currency, language) }),
      ],
      facts: [refusalFact(reader, refuseBy)],
      button: { label: t("subscriptions.mailButton"), url: link },
    };
  },
  {
    example: ({ organization, formerStart, url }) => ({
      ...{ organization, name: "12 × 30", price: 24_000, currency: "EUR", link: url },
      ...{ renewsOn: formerStart.slice(0, 10), refuseBy: formerStart.slice(0, 10) },
    }),
  },
);

interface DueParams {
  organization: string;
  name: string;
  /** First day of the new term. */
  renewsOn: string;
  /** Last day to pay it. */
  payBy: string;
  price: number;
  currency: string;
  link: string;
}

export const renewalDueMail = defineMailTemplate<DueParams>(
  "subscriptions.renewalDue",
  ({ organization, name, renewsOn, payBy, price, currency, link }, { t, language }) => {
    const amount = formatMoney(price, currency, language);
    const text = t("subscriptions.mailDueText", { name, organization, amount, date: say(language, renewsOn) });
    return {
      subject: t("subscriptions.mailDueSubject", { name, amount }),
      preview: text,
      paragraphs: [text, t("subscriptions.mailDueUntil", { date: say(language, payBy) })],
      button: { label: t("subscriptions.mailButton"), url: link },
    };
  },
  {
    example: ({ organization, formerStart, url }) => ({
      ...{ organization, name: "12 × 30", price: 24_000, currency: "EUR", link: url },
      ...{ renewsOn: formerStart.slice(0, 10), payBy: formerStart.slice(0, 10) },
    }),
  },
);

interface EndParams {
  organization: string;
  name: string;
  /** Last day. */
  endsOn: string;
  why: "wanted" | "unpaid" | "notRenewed";
  link: string;
}

const endTexts = {
  wanted: "subscriptions.mailEndWanted",
  unpaid: "subscriptions.mailEndUnpaid",
  notRenewed: "subscriptions.mailEndNotRenewed",
} as const;

export const endMail = defineMailTemplate<EndParams>(
  "subscriptions.end",
  ({ organization, name, endsOn, why, link }, { t, language }) => {
    const date = say(language, endsOn);
    const text = t(endTexts[why], { name, organization, date });
    return {
      subject: t("subscriptions.mailEndSubject", { name, date }),
      preview: text,
      paragraphs: [text],
      button: { label: t("subscriptions.mailButton"), url: link },
    };
  },
  {
    example: ({ organization, formerStart, url }) => ({
      ...{ organization, name: "12 × 30", endsOn: formerStart.slice(0, 10), why: "wanted", link: url },
    }),
  },
);

async function findReader({ db, appContext, organizationId }: TenantContext, { row }: SubscriptionWithTerms) {
  const to = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id: row.customer_id });
  const link = `${appContext.config.appUrl}/my-payments`;
  return to && { to: to.email, language: to.language, link };
}

/** @returns false where the holder has no address */
export async function notifyRenewal(
  context: TenantContext,
  held: SubscriptionWithTerms,
  price: number,
): Promise<boolean> {
  const reader = await findReader(context, held);
  if (!reader) return false;
  const { row } = held;
  const { to_on, terms } = lastTerm(held);
  const { link, ...mail } = reader;
  await enqueueMail(context, {
    ...{ ...mail, template: noticeMail, about: row.id },
    params: {
      ...{ organization: row.organization_name, name: terms.name, link },
      ...{ renewsOn: addDays(to_on, 1), refuseBy: to_on, price, currency: row.currency },
    },
  });
  return true;
}

/** @param price of the new term */
export async function notifyRenewalDue(
  context: TenantContext,
  held: SubscriptionWithTerms,
  price: number,
): Promise<void> {
  const reader = await findReader(context, held);
  if (!reader) return;
  const { row } = held;
  const { link, ...mail } = reader;
  await enqueueMail(context, {
    ...{ ...mail, template: renewalDueMail, about: row.id },
    params: {
      ...{ organization: row.organization_name, name: lastTerm(held).terms.name, link },
      ...{ renewsOn: addDays(row.ends_on, 1), payBy: row.holds_until, price, currency: row.currency },
    },
  });
}

export async function notifyEnded(
  context: TenantContext,
  held: SubscriptionWithTerms,
  why: EndParams["why"] = "wanted",
): Promise<void> {
  const reader = await findReader(context, held);
  if (!reader) return;
  const { row } = held;
  const { link, ...mail } = reader;
  await enqueueMail(context, {
    ...{ ...mail, template: endMail, about: row.id },
    params: { organization: row.organization_name, name: lastTerm(held).terms.name, endsOn: row.ends_on, why, link },
  });
}
