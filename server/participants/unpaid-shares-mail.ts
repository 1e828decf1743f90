/** Mail to an organizer: players have not paid their shares, and what is missing is theirs to pay. */
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";

/** Instants in ISO 8601. */
interface UnpaidSharesParams {
  /** Minor units. */
  amount: number;
  /** It could not be taken from the organizer's card. */
  isRefused: boolean;
  /** It is paid at the desk; undefined in letters that waited while this came. */
  isAtClub?: boolean;
  currency: string;
  organization: string;
  field: string;
  start: string;
  end: string;
  timezone: string;
  link: string;
}

const textKeyOf = ({ isRefused, isAtClub }: { isRefused: boolean; isAtClub: boolean }) =>
  isAtClub
    ? "participants.mailTextMissingAtClub"
    : isRefused
      ? "participants.mailTextNotTaken"
      : "participants.mailTextMissing";

export const unpaidSharesMail = defineMailTemplate<UnpaidSharesParams>(
  "participants.missing",
  (
    { amount, isRefused, isAtClub = false, currency, organization, field, start, end, timezone, link },
    { t, language },
  ) => {
    const dates = dateFormats(language, timezone);
    const money = formatMoney(amount, currency, language);
    const text = t(textKeyOf({ isRefused, isAtClub }), {
      amount: money,
      organization,
    });
    return {
      subject: t("participants.mailSubjectMissing", { amount: money, when: dates.weekdayDateTime(start) }),
      preview: text,
      paragraphs: [text],
      facts: [
        { label: t("events.mailWhen"), lines: [dates.weekdayDateTimeRange(start, end)] },
        { label: t("events.field"), lines: [field] },
        { label: t("participants.missingAmount"), lines: [money] },
      ],
      button: { label: t(isAtClub ? "participants.mailShow" : "participants.mailPay"), url: link },
    };
  },
  {
    example: ({ organization, field, start, end, timezone, url }) => ({
      ...{ amount: 1674, isRefused: false, currency: "EUR", organization, field, start, end, timezone, link: url },
    }),
  },
);
