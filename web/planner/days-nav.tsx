/** Which days are looked at: what they are called, and the way to others. */
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { Button, buttonClass } from "#web/kit/button.tsx";
import { cx } from "#web/kit/cx.ts";
import { useDateInput } from "#web/kit/date-input.ts";
import { formatter } from "#web/kit/dates.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import type { AnyView, View } from "./board.ts";

const steps: Record<View, number> = { day: 1, list: 1, week: 7 };
const arrows = {
  day: ["planning.previousDay", "planning.nextDay"],
  list: ["planning.previousDay", "planning.nextDay"],
  week: ["planning.previousWeek", "planning.nextWeek"],
  month: ["planning.previousMonth", "planning.nextMonth"],
} as const;

/** A date so many days on. */
export const daysOn = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
/** The dates of the week around one, from Monday on. */
export function weekOf(date: string): string[] {
  const monday = daysOn(date, 1 - Temporal.PlainDate.from(date).dayOfWeek);
  return Array.from({ length: 7 }, (_, days) => daysOn(monday, days));
}
/** A date so many steps of a view on. */
export const stepOn = (date: string, view: AnyView, by: number): string =>
  view === "month" ? Temporal.PlainDate.from(date).add({ months: by }).toString() : daysOn(date, steps[view] * by);

/** Whether today is among the days of a view. */
function isAtPresent(date: string, today: string, view: AnyView): boolean {
  if (view === "month") return date.slice(0, 7) === today.slice(0, 7);
  return view === "week" ? weekOf(date).includes(today) : date === today;
}

/** What the days are called: `Sat, November 21`, `Nov 16 – 22`. */
export function useDaysName(dates: readonly string[]): string {
  const tag = useLocale();
  const noon = (date = "") => new Date(`${date}T12:00:00Z`);
  if (dates.length === 1)
    return formatter(tag, { weekday: "short", month: "long", day: "numeric", timeZone: "UTC" }).format(noon(dates[0]));
  return formatter(tag, { month: "short", day: "numeric", timeZone: "UTC" }).formatRange(
    noon(dates[0]),
    noon(dates.at(-1)),
  );
}

interface DaysProps {
  date: string;
  today: string;
  view: AnyView;
  set: (change: { date: string | undefined }) => void;
  /** Elsewhere phones have the days themselves below the title, and need no arrows. */
  alone?: boolean;
}

/** To other days. */
export function DaysNav({ date, today, view, set, alone = false }: DaysProps) {
  const t = useWords();
  const [previous, next] = arrows[view];
  const isNow = isAtPresent(date, today, view);
  const to = (there: string) => set({ date: there === today ? undefined : there });
  const goingTo = useDateInput(date, (there) => there && to(there));
  const arrow = alone || view === "week" || view === "month" ? undefined : "max-sm:hidden";
  return (
    <div className="flex items-center gap-1">
      <Button
        variant="ghost"
        size="icon"
        className={arrow}
        aria-label={t(previous)}
        onClick={() => to(stepOn(date, view, -1))}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button aria-current={isNow ? "date" : undefined} onClick={() => to(today)}>
        {t("planning.today")}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className={arrow}
        aria-label={t(next)}
        onClick={() => to(stepOn(date, view, 1))}
      >
        <ChevronRight aria-hidden />
      </Button>
      <label
        className={cx(
          buttonClass("ghost", "icon"),
          "relative has-focus-visible:outline-2 has-focus-visible:outline-ring",
        )}
      >
        <CalendarDays aria-hidden />
        <input
          type="date"
          data-go-to-date
          aria-label={t("planning.goTo")}
          {...goingTo}
          // The whole button opens the browser's calendar, and not only its little icon.
          onClick={(event) => event.currentTarget.showPicker?.()}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
        />
      </label>
    </div>
  );
}
