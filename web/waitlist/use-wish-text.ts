import { useDayText } from "#web/availability/use-day-text.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** The day, and the start or the span of starts that suit: `Friday, November 20, 6:00 PM to 8:00 PM`. */
export function useWishText(timezone: string): (first: string, last: string) => string {
  const t = useTranslation();
  const dayText = useDayText(timezone);
  const { time } = useDateFormats(timezone);
  return (first, last) =>
    first === last
      ? t("waitlist.dayAt", { day: dayText(first), time: time(first) })
      : t("waitlist.dayBetween", { day: dayText(first), from: time(first), to: time(last) });
}
