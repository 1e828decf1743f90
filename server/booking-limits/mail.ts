/** Mail to whoever may not book online for some days, after no-shows. */
import { defineMailTemplate } from "#server/kit/mail/mail-template.ts";
import { dateFormats } from "#messages/dates.ts";

interface BookingBlockedParams {
  organization: string;
  timezone: string;
  /** Telephone number or address of the club. */
  contact: string | null;
  /** ISO 8601 */
  until: string;
  count: number;
  days: number;
}

export const bookingBlockedMail = defineMailTemplate<BookingBlockedParams>(
  "booking-limits.blocked",
  ({ organization, timezone, contact, until, count, days }, { t, language }) => {
    const date = dateFormats(language, timezone).weekdayDateTime(until);
    return {
      subject: t("booking-limits.mailBlockedSubject", { organization, date }),
      preview: t("booking-limits.mailBlockedText", { count, days, date }),
      paragraphs: [
        t("booking-limits.mailBlockedText", { count, days, date }),
        contact === null ? t("booking-limits.mailBlockedDesk") : t("booking-limits.mailBlockedContact", { contact }),
      ],
    };
  },
  {
    example: ({ organization, timezone, start }) => ({
      ...{ organization, timezone, contact: null, until: start, count: 3, days: 60 },
    }),
  },
);
