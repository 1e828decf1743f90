/** Mails to holders of cards on file: what they agreed to, what is taken and when, and what was refused. */
import { formatMoney } from "#messages/format-money.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { CardRow } from "./queries.ts";

interface CardParams {
  organization: string;
  last4: string;
  link: string;
}

const say = (language: Language, local: string): string =>
  dateFormats(language, "UTC").weekdayDate(`${local}T00:00:00Z`);

/** The agreement in writing, with the way to take it back. */
export const cardSavedMail = defineMailTemplate<CardParams & { consent: string; isOfBooking?: boolean }>(
  "payments.cardSaved",
  ({ organization, last4, consent, isOfBooking = false, link }, { t }) => {
    const text = t(isOfBooking ? "payments.mailCardRestText" : "payments.mailCardSavedText", { organization, last4 });
    return {
      subject: t("payments.mailCardSavedSubject", { organization }),
      preview: text,
      paragraphs: [
        text,
        ...consent.split("\n"),
        t(isOfBooking ? "payments.mailCardRestRemove" : "payments.mailCardRemove"),
      ],
      button: { label: t(isOfBooking ? "payments.mailCardRestButton" : "payments.mailCardButton"), url: link },
    };
  },
  { example: ({ organization, url }) => ({ organization, last4: "4242", consent: organization, link: url }) },
);

interface RenewalParams extends CardParams {
  name: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Local date. */
  on: string;
}

const renewalExample = ({
  organization,
  formerStart,
  url,
}: {
  organization: string;
  formerStart: string;
  url: string;
}) => ({
  ...{ organization, name: "12 × 30", last4: "4242", amount: 24_000, currency: "EUR", link: url },
  on: formerStart.slice(0, 10),
});

export const cardRenewalMail = defineMailTemplate<RenewalParams>(
  "payments.cardRenewal",
  ({ organization, name, last4, amount, currency, on, link }, { t, language }) => {
    const price = formatMoney(amount, currency, language);
    const date = say(language, on);
    const text = t("payments.mailCardRenewalText", { name, organization, amount: price, date, last4 });
    return {
      subject: t("payments.mailCardRenewalSubject", { name, amount: price, date }),
      preview: text,
      paragraphs: [text, t("payments.mailCardRemove")],
      button: { label: t("payments.mailCardButton"), url: link },
    };
  },
  { example: renewalExample },
);

export const cardFeeMail = defineMailTemplate<RenewalParams>(
  "payments.cardFee",
  ({ organization, name, last4, amount, currency, on, link }, { t, language }) => {
    const price = formatMoney(amount, currency, language);
    const date = say(language, on);
    const text = t("payments.mailCardFeeText", { name, organization, amount: price, date, last4 });
    return {
      subject: t("payments.mailCardRenewalSubject", { name, amount: price, date }),
      preview: text,
      paragraphs: [text, t("payments.mailCardRemove")],
      button: { label: t("payments.mailCardButton"), url: link },
    };
  },
  { example: renewalExample },
);

/** `again`: on another day · `last`: no more · `authentication`: its holder has to confirm it. */
export type CardRefusalKind = "again" | "last" | "authentication";

const refusalTexts = {
  again: "payments.mailCardRefusedAgain",
  last: "payments.mailCardRefusedLast",
  authentication: "payments.mailCardRefusedConfirm",
} as const;

interface RefusalParams extends RenewalParams {
  why: CardRefusalKind;
}

/** `on`: the day of the next try, else the last day to pay. */
export const cardRefusedMail = defineMailTemplate<RefusalParams>(
  "payments.cardRefused",
  ({ organization, name, last4, amount, currency, on, why, link }, { t, language }) => {
    const price = formatMoney(amount, currency, language);
    const text = t("payments.mailCardRefusedText", { name, organization, amount: price, last4 });
    return {
      subject: t("payments.mailCardRefusedSubject", { name, amount: price }),
      preview: text,
      paragraphs: [text, t(refusalTexts[why], { date: say(language, on) })],
      button: { label: t("payments.mailCardPay"), url: link },
    };
  },
  { example: (booking) => ({ ...renewalExample(booking), why: "again" }) },
);

const feeRefusalTexts = {
  last: "payments.mailCardFeeLast",
  authentication: "payments.mailCardFeeConfirm",
} as const;

/** `on`: the day of the next try. */
export const cardFeeRefusedMail = defineMailTemplate<RefusalParams>(
  "payments.cardFeeRefused",
  ({ organization, name, last4, amount, currency, on, why, link }, { t, language }) => {
    const price = formatMoney(amount, currency, language);
    const text = t("payments.mailCardFeeRefusedText", { name, organization, amount: price, last4 });
    return {
      subject: t("payments.mailCardRefusedSubject", { name, amount: price }),
      preview: text,
      paragraphs: [
        text,
        why === "again" ? t("payments.mailCardRefusedAgain", { date: say(language, on) }) : t(feeRefusalTexts[why]),
      ],
      button: { label: t("payments.mailCardPay"), url: link },
    };
  },
  { example: (booking) => ({ ...renewalExample(booking), why: "again" }) },
);

const failTexts = { expired: "payments.mailCardExpired", failing: "payments.mailCardFailing" } as const;

export const cardFailsMail = defineMailTemplate<CardParams & { why: "expired" | "failing" }>(
  "payments.cardFails",
  ({ organization, last4, why, link }, { t }) => {
    const text = t(failTexts[why], { organization, last4 });
    return {
      subject: t("payments.mailCardFailsSubject", { organization }),
      preview: text,
      paragraphs: [text, t("payments.mailCardFailsNext")],
      button: { label: t("payments.mailCardButton"), url: link },
    };
  },
  { example: ({ organization, url }) => ({ organization, last4: "4242", why: "expired", link: url }) },
);

async function findHolder({ db, appContext, organizationId }: TenantContext, card: CardRow) {
  const to = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id: card.customer_id });
  if (!to) return undefined;
  const { name: organization } = await db
    .selectFrom("organizations")
    .select("name")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const { appUrl } = appContext.config;
  const link =
    card.event_id === null
      ? `${appUrl}/my-payments`
      : `${appUrl}/organizations/${organizationId}/events/${card.event_id}`;
  return {
    mail: { to: to.email, language: to.language, about: card.id },
    shown: { organization, last4: card.last4 ?? "", link },
  };
}

export async function notifyCardSaved(context: TenantContext, card: CardRow): Promise<void> {
  const holder = await findHolder(context, card);
  if (!holder) return;
  const params = { ...holder.shown, consent: card.consent_text, isOfBooking: card.event_id !== null };
  await enqueueMail(context, { ...holder.mail, template: cardSavedMail, params });
}

type Renewal = Pick<RenewalParams, "name" | "amount" | "currency" | "on">;

/** @returns false where the holder has no address: nothing may be taken then */
export async function notifyCardRenewal(context: TenantContext, card: CardRow, renewal: Renewal): Promise<boolean> {
  const holder = await findHolder(context, card);
  if (!holder) return false;
  await enqueueMail(context, { ...holder.mail, template: cardRenewalMail, params: { ...holder.shown, ...renewal } });
  return true;
}

/** @returns false where the holder has no address: nothing may be taken then */
export async function notifyCardFee(context: TenantContext, card: CardRow, fee: Renewal): Promise<boolean> {
  const holder = await findHolder(context, card);
  if (!holder) return false;
  await enqueueMail(context, { ...holder.mail, template: cardFeeMail, params: { ...holder.shown, ...fee } });
  return true;
}

export async function notifyFeeRefused(
  context: TenantContext,
  card: CardRow,
  refusal: Renewal & { why: CardRefusalKind },
): Promise<void> {
  const holder = await findHolder(context, card);
  if (!holder) return;
  await enqueueMail(context, { ...holder.mail, template: cardFeeRefusedMail, params: { ...holder.shown, ...refusal } });
}

export async function notifyCardRefused(
  context: TenantContext,
  card: CardRow,
  refusal: Renewal & { why: CardRefusalKind },
): Promise<void> {
  const holder = await findHolder(context, card);
  if (!holder) return;
  await enqueueMail(context, { ...holder.mail, template: cardRefusedMail, params: { ...holder.shown, ...refusal } });
}

export async function notifyCardFails(
  context: TenantContext,
  card: CardRow,
  why: "expired" | "failing",
): Promise<void> {
  const holder = await findHolder(context, card);
  if (!holder) return;
  await enqueueMail(context, { ...holder.mail, template: cardFailsMail, params: { ...holder.shown, why } });
}
