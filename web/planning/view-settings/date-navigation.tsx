/** Date navigation of the planning: today, previous, next, calendar. */
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#web/kit/ui/button.tsx";
import { DateJump } from "#web/kit/form/date-jump.tsx";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { ViewMode, DaysViewMode } from "#web/views/planning-search.ts";

const daysPerStep: Record<DaysViewMode, number> = { day: 1, list: 1, week: 7 };
const arrowLabels = {
  day: ["planning.previousDay", "planning.nextDay"],
  list: ["planning.previousDay", "planning.nextDay"],
  week: ["planning.previousWeek", "planning.nextWeek"],
  month: ["planning.previousMonth", "planning.nextMonth"],
} as const;

export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
export function datesOfWeek(date: string): string[] {
  const monday = addDays(date, 1 - Temporal.PlainDate.from(date).dayOfWeek);
  return Array.from({ length: 7 }, (_, days) => addDays(monday, days));
}
export const stepDate = (date: string, view: ViewMode, by: number): string =>
  view === "month"
    ? Temporal.PlainDate.from(date).add({ months: by }).toString()
    : addDays(date, daysPerStep[view] * by);

function includesToday(date: string, today: string, view: ViewMode): boolean {
  if (view === "month") return date.slice(0, 7) === today.slice(0, 7);
  return view === "week" ? datesOfWeek(date).includes(today) : date === today;
}

/** Formats the dates, such as `Sat, November 21` or `Nov 16 – 22`. */
export function useDateRangeTitle(dates: readonly string[]): string {
  const { dayTitle, dayRange } = useDateFormats("UTC");
  const [first, last] = [noonOf(dates[0] ?? ""), noonOf(dates.at(-1) ?? "")];
  return dates.length === 1 ? dayTitle(first) : dayRange(first, last);
}

interface DateNavigationProps {
  date: string;
  today: string;
  view: ViewMode;
  set: (change: { date: string | undefined }) => void;
  /** On phones other views have a day strip instead of arrows. */
  alwaysShowsArrows?: boolean;
}

export function DateNavigation({ date, today, view, set, alwaysShowsArrows: alone = false }: DateNavigationProps) {
  const t = useTranslation();
  const [previous, next] = arrowLabels[view];
  const isNow = includesToday(date, today, view);
  const to = (there: string) => set({ date: there === today ? undefined : there });
  const arrow = alone || view === "week" || view === "month" ? "max-sm:w-8" : "max-sm:hidden";
  return (
    <div className="flex items-center gap-1 max-sm:gap-0.5">
      <Button
        variant="ghost"
        size="icon"
        className={arrow}
        aria-label={t(previous)}
        onClick={() => to(stepDate(date, view, -1))}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button className="max-sm:px-2" aria-current={isNow ? "date" : undefined} onClick={() => to(today)}>
        {t("planning.today")}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className={arrow}
        aria-label={t(next)}
        onClick={() => to(stepDate(date, view, 1))}
      >
        <ChevronRight aria-hidden />
      </Button>
      <DateJump
        label={t("planning.goTo")}
        value={date}
        onChoose={to}
        trigger={
          <Button variant="ghost" size="icon" data-go-to-date aria-label={t("planning.goTo")}>
            <CalendarDays aria-hidden />
          </Button>
        }
      />
    </div>
  );
}
