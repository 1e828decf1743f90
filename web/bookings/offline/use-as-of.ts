import { localDate } from "#messages/dates.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** `Offline · as of 7:42 PM`, with the day where it is not this one. */
export function useAsOf(): (at: string | number) => string {
  const t = useTranslation();
  const { time, zonedDayTime } = useDateFormats();
  return (at) => {
    const isToday = localDate(at) === localDate(Date.now());
    return t("bookings.offlineAsOf", { time: isToday ? time(at) : zonedDayTime(at) });
  };
}
