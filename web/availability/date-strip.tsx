import { CalendarDays } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "#web/kit/cx.ts";
import { useDateInput } from "#web/kit/date-input.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { datesFrom } from "./slots.ts";

const days = 14;

interface DateStripProps {
  /** The first date that is offered: today on the facility's clock. */
  first: string;
  /** The chosen one, among the next days or not. */
  value: string;
  onChange: (date: string) => void;
}

/** The next two weeks, day by day, and a field for any other date. */
export function DateStrip({ first, value, onChange }: DateStripProps) {
  const t = useWords();
  const shown = datesFrom(first, days);
  const other = useDateInput(value, (date) => date && onChange(date));
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (strip.current && chosen)
      strip.current.scrollLeft = chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <div className="flex min-w-0 items-stretch gap-2">
      <div
        ref={strip}
        role="group"
        aria-label={t("availability.day")}
        className="relative flex min-w-0 flex-1 gap-1.5 overflow-x-auto p-0.75 [scrollbar-width:none]"
      >
        {shown.map((date, index) => (
          <Day key={date} date={date} isToday={index === 0} isChosen={date === value} onChoose={onChange} />
        ))}
      </div>
      <label
        className={cx(
          "relative my-0.75 grid w-13 shrink-0 cursor-pointer place-items-center rounded-lg border border-line-strong/80 bg-raised text-ink-2 shadow-xs hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-ring",
          !shown.includes(value) && "border-accent bg-accent-soft text-accent-ink",
        )}
      >
        <CalendarDays className="size-4.5" aria-hidden />
        <input
          type="date"
          aria-label={t("availability.otherDay")}
          {...other}
          // The whole button opens the browser's calendar, and not only its little icon.
          onClick={(event) => event.currentTarget.showPicker?.()}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </div>
  );
}

interface DayProps {
  date: string;
  isToday: boolean;
  isChosen: boolean;
  onChoose: (date: string) => void;
}

function Day({ date, isToday, isChosen, onChoose }: DayProps) {
  const t = useWords();
  const tag = useLocale();
  // A date has no zone.
  const noon = new Date(`${date}T12:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" }).format(noon);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(date)}
      className={cx(
        "grid w-14 shrink-0 justify-items-center gap-0.5 rounded-lg border py-1.5 transition-colors",
        isChosen
          ? "border-accent bg-accent text-on-accent"
          : "border-line-strong/80 bg-raised text-ink shadow-xs hover:bg-hover",
      )}
    >
      <span className="sr-only">{part({ dateStyle: "full" })}</span>
      <span aria-hidden className={cx("text-2xs", isChosen ? "" : "text-ink-3")}>
        {isToday ? t("availability.today") : part({ weekday: "short" })}
      </span>
      <span aria-hidden className="text-base font-semibold tnum">
        {part({ day: "numeric" })}
      </span>
      <span aria-hidden className={cx("text-2xs", isChosen ? "" : "text-ink-3")}>
        {part({ month: "short" })}
      </span>
    </button>
  );
}
