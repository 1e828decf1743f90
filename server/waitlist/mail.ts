/** Mails of the waitlist: an offer, a time that came free, an offer that the team took back. */
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import {
  defineMailTemplate,
  type MailContent,
  type MailContext,
  type MailExample,
  type MailFact,
} from "#server/kit/mail/mail-template.ts";

/** Instants in ISO 8601, price in minor units. */
export interface SlotParams {
  organization: string;
  sport: string | null;
  field: string;
  facility: string;
  address: string | null;
  start: string;
  end: string;
  timezone: string;
  price: number;
  currency: string;
}

const createExample = (facts: MailExample): SlotParams & { link: string; expiresAt: string } => {
  const { organization, booking: sport, field, facility, start, end, timezone, price, currency, url: link } = facts;
  return {
    ...{ organization, sport, field, facility, address: null, start, end, timezone, price, currency },
    ...{ link, expiresAt: facts.formerStart },
  };
};

/** The sport, else the field. */
const nameOf = ({ sport, field }: SlotParams): string => sport ?? field;

function slotTexts(params: SlotParams, { t, language }: MailContext) {
  const { start, end, timezone, field, facility, address, price, currency } = params;
  const dates = dateFormats(language, timezone);
  const facts: MailFact[] = [
    { label: t("events.mailWhen"), lines: [dates.weekdayDateTimeRange(start, end)] },
    { label: t("events.field"), lines: [field] },
    { label: t("events.facility"), lines: [facility, ...(address ? [address] : [])] },
    {
      label: t("events.price"),
      lines: [price === 0 ? t("events.free") : formatMoney(price, currency, language)],
    },
  ];
  return { facts, when: dates.weekdayDateTime(start), what: nameOf(params), dates };
}

export const offerMail = defineMailTemplate<SlotParams & { expiresAt: string; link: string }>(
  "waitlist.offer",
  (params, reader) => {
    const { t } = reader;
    const { facts, when, what, dates } = slotTexts(params, reader);
    const until = dates.time(params.expiresAt);
    const text = t("waitlist.mailOfferText", { what, when, until });
    return {
      subject: t("waitlist.mailOfferSubject", { what, when, until }),
      preview: text,
      paragraphs: [text],
      facts,
      button: { label: t("waitlist.mailOfferButton"), url: params.link },
      note: t("waitlist.mailOfferNote"),
    };
  },
  { isUrgent: true, example: createExample, optionalKind: "slot_offered" },
);

function buildFreeMail(params: SlotParams & { link: string }, reader: MailContext): MailContent {
  const { t } = reader;
  const { facts, when, what } = slotTexts(params, reader);
  const text = t("waitlist.mailFreeText", { what, when });
  return {
    subject: t("waitlist.mailFreeSubject", { what, when }),
    preview: text,
    paragraphs: [text],
    facts,
    button: { label: t("waitlist.mailFreeButton"), url: params.link },
    note: t("waitlist.mailFreeNote"),
  };
}

export const freeMail = defineMailTemplate<SlotParams & { link: string }>("waitlist.free", buildFreeMail, {
  example: createExample,
  optionalKind: "slot_free",
});

function buildWithdrawnMail(params: SlotParams, reader: MailContext): MailContent {
  const { t } = reader;
  const { when, what } = slotTexts(params, reader);
  const text = t("waitlist.mailWithdrawnText", { what, when, organization: params.organization });
  return {
    subject: t("waitlist.mailWithdrawnSubject", { what, when }),
    preview: text,
    paragraphs: [text],
  };
}

export const withdrawnMail = defineMailTemplate<SlotParams>("waitlist.withdrawn", buildWithdrawnMail, {
  example: createExample,
});
