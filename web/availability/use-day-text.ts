import { getDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { localDate } from "#messages/dates.ts";

const DAY_MS = 86_400_000;
const EVENING_HOUR = 18;

/** The day of a start: `Tonight, Friday, November 20`, and without a word before it from the day after tomorrow on. */
export function useDayText(timezone: string): (start: string) => string {
  const t = useTranslation();
  const now = useNow();
  const { longDay } = getDateFormats(timezone, useLanguage());
  return (start) => {
    const date = localDate(start, timezone);
    const hour = Temporal.Instant.from(start).toZonedDateTimeISO(timezone).hour;
    if (date === localDate(now, timezone))
      return t(hour < EVENING_HOUR ? "bookings.todayIs" : "bookings.tonightIs", { day: longDay(start) });
    if (date === localDate(now + DAY_MS, timezone)) return t("bookings.tomorrowIs", { day: longDay(start) });
    return longDay(start);
  };
}
