/** Mails to whoever did not come: the fee that they owe by what was told before booking, and that it is none any more. */
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import {
  defineMailTemplate,
  type MailContext,
  type MailExample,
  type MailTemplate,
} from "#server/kit/mail/mail-template.ts";

const mailKinds = ["noShowFee", "noShowFeeEnded"] as const;
export type NoShowMailKind = (typeof mailKinds)[number];

export interface NoShowMailParams {
  organization: string;
  timezone: string;
  /** Telephone number or address of the club. */
  contact: string | null;
  field: string;
  facility: string;
  /** ISO 8601 */
  start: string;
  end: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** The booking, for those with an account. */
  link: string | null;
}

const texts = {
  noShowFee: ["payments.mailNoShowSubject", "payments.mailNoShowText"],
  noShowFeeEnded: ["payments.mailNoShowEndedSubject", "payments.mailNoShowEndedText"],
} as const;

function compose(kind: NoShowMailKind, params: NoShowMailParams, { t, language }: MailContext) {
  const { organization, timezone, contact, field, facility, start, end, amount, currency, link } = params;
  const dates = dateFormats(language, timezone);
  const price = formatMoney(amount, currency, language);
  const [subject, text] = texts[kind];
  const told = t(text, { amount: price });
  const ask = contact === null ? t("payments.mailNoShowAskDesk") : t("payments.mailNoShowAsk", { contact });
  return {
    subject: t(subject, { organization, amount: price }),
    preview: told,
    paragraphs: [told, ...(kind === "noShowFee" ? [ask] : [])],
    facts: [
      { label: t("events.mailWhen"), lines: [dates.weekdayDateTimeRange(start, end)] },
      { label: t("events.field"), lines: [field] },
      { label: t("events.facility"), lines: [facility] },
      { label: t("payments.noShowFee"), lines: [price] },
    ],
    ...(link !== null && { button: { label: t("events.mailShow"), url: link } }),
  };
}

const example = ({ organization, timezone, field, facility, start, end, currency, url }: MailExample) => ({
  ...{ organization, timezone, contact: null, field, facility, start, end, amount: 1200, currency, link: url },
});

export const noShowMails = Object.fromEntries(
  mailKinds.map((kind) => [
    kind,
    defineMailTemplate<NoShowMailParams>(`payments.${kind}`, (params, reader) => compose(kind, params, reader), {
      example,
    }),
  ]),
) as Record<NoShowMailKind, MailTemplate<NoShowMailParams>>;
