/** Mails to holders of cards on file: what they agreed to, what is taken and when, and what was refused. */
import { formatMoney } from "#messages/format-money.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { defineMailTemplate, type MailContext, type MailTemplate } from "#server/kit/mail/mail-template.ts";
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

interface ChargeParams extends CardParams {
  name: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Local date. */
  on: string;
}

const chargeExample = ({
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

/** Tells of what is taken in some days. */
const describeCharge =
  (text: "payments.mailCardRenewalText" | "payments.mailCardFeeText") =>
  ({ organization, name, last4, amount, currency, on, link }: ChargeParams, { t, language }: MailContext) => {
    const price = formatMoney(amount, currency, language);
    const date = say(language, on);
    const told = t(text, { name, organization, amount: price, date, last4 });
    return {
      subject: t("payments.mailCardRenewalSubject", { name, amount: price, date }),
      preview: told,
      paragraphs: [told, t("payments.mailCardRemove")],
      button: { label: t("payments.mailCardButton"), url: link },
    };
  };

export const cardRenewalMail = defineMailTemplate<ChargeParams>(
  "payments.cardRenewal",
  describeCharge("payments.mailCardRenewalText"),
  { example: chargeExample },
);

export const cardFeeMail = defineMailTemplate<ChargeParams>(
  "payments.cardFee",
  describeCharge("payments.mailCardFeeText"),
  { example: chargeExample },
);

/** `again`: on another day · `last`: no more · `authentication`: its holder has to confirm it. */
export type CardRefusalKind = "again" | "last" | "authentication";

interface RefusalParams extends ChargeParams {
  why: CardRefusalKind;
}

/** @param describeNext says what follows, with the day of `on` */
const describeRefusal =
  (
    text: "payments.mailCardRefusedText" | "payments.mailCardFeeRefusedText",
    describeNext: (t: Translate, next: { why: CardRefusalKind; date: string }) => string,
  ) =>
  ({ organization, name, last4, amount, currency, on, why, link }: RefusalParams, { t, language }: MailContext) => {
    const price = formatMoney(amount, currency, language);
    const told = t(text, { name, organization, amount: price, last4 });
    return {
      subject: t("payments.mailCardRefusedSubject", { name, amount: price }),
      preview: told,
      paragraphs: [told, describeNext(t, { why, date: say(language, on) })],
      button: { label: t("payments.mailCardPay"), url: link },
    };
  };

const refusalExample = (booking: Parameters<typeof chargeExample>[0]) => ({
  ...chargeExample(booking),
  why: "again" as const,
});

const refusalTexts = {
  again: "payments.mailCardRefusedAgain",
  last: "payments.mailCardRefusedLast",
  authentication: "payments.mailCardRefusedConfirm",
} as const;

/** `on`: the day of the next try, else the last day to pay. */
export const cardRefusedMail = defineMailTemplate<RefusalParams>(
  "payments.cardRefused",
  describeRefusal("payments.mailCardRefusedText", (t, { why, date }) => t(refusalTexts[why], { date })),
  { example: refusalExample },
);

const feeRefusalTexts = {
  last: "payments.mailCardFeeLast",
  authentication: "payments.mailCardFeeConfirm",
} as const;

/** `on`: the day of the next try. */
export const cardFeeRefusedMail = defineMailTemplate<RefusalParams>(
  "payments.cardFeeRefused",
  describeRefusal("payments.mailCardFeeRefusedText", (t, { why, date }) =>
    why === "again" ? t("payments.mailCardRefusedAgain", { date }) : t(feeRefusalTexts[why]),
  ),
  { example: refusalExample },
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

/** @returns false where the holder has no address */
async function tellHolder<P extends object>(
  context: TenantContext,
  card: CardRow,
  template: MailTemplate<CardParams & P>,
  params: P,
): Promise<boolean> {
  const holder = await findHolder(context, card);
  if (!holder) return false;
  await enqueueMail(context, { ...holder.mail, template, params: { ...holder.shown, ...params } });
  return true;
}

export const notifyCardSaved = (context: TenantContext, card: CardRow): Promise<boolean> =>
  tellHolder(context, card, cardSavedMail, { consent: card.consent_text, isOfBooking: card.event_id !== null });

export type AnnouncedCharge = Pick<ChargeParams, "name" | "amount" | "currency" | "on">;
type RefusedCharge = AnnouncedCharge & { why: CardRefusalKind };

/** @returns false where the holder has no address: nothing may be taken then */
export const notifyCardRenewal = (context: TenantContext, card: CardRow, renewal: AnnouncedCharge): Promise<boolean> =>
  tellHolder(context, card, cardRenewalMail, renewal);

/** @returns false where the holder has no address: nothing may be taken then */
export const notifyCardFee = (context: TenantContext, card: CardRow, fee: AnnouncedCharge): Promise<boolean> =>
  tellHolder(context, card, cardFeeMail, fee);

export const notifyFeeRefused = (context: TenantContext, card: CardRow, refusal: RefusedCharge): Promise<boolean> =>
  tellHolder(context, card, cardFeeRefusedMail, refusal);

export const notifyCardRefused = (context: TenantContext, card: CardRow, refusal: RefusedCharge): Promise<boolean> =>
  tellHolder(context, card, cardRefusedMail, refusal);

export const notifyCardFails = (context: TenantContext, card: CardRow, why: "expired" | "failing"): Promise<boolean> =>
  tellHolder(context, card, cardFailsMail, { why });
