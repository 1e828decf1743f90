import type { TimeWindow } from "#contract/time-windows.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";

/** Dates of which either may be missing: `Nov 1, 2026 to Nov 30, 2026`, `from Nov 1, 2026 on`. */
export function useDatesText() {
  const t = useTranslation();
  const { date } = useWeekdayFormats();
  return (from: string | null, to: string | null): string | null => {
    if (from && to) return t("time-windows.between", { from: date(from), to: date(to) });
    if (from) return t("time-windows.since", { from: date(from) });
    return to && t("time-windows.until", { to: date(to) });
  };
}

export function useWindowText() {
  const t = useTranslation();
  const { list, range } = useWeekdayFormats();
  const datesText = useDatesText();
  return ({ weekdays, start, end, fromDate, toDate }: TimeWindow): string => {
    const days = weekdays.length === 7 ? t("kit.everyDay") : list(weekdays);
    return [days, range({ start, end }), datesText(fromDate, toDate)].filter(Boolean).join(" · ");
  };
}
