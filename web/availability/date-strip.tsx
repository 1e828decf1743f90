/** Strip of days to choose the date of a booking (date picker). */
import { CalendarDays } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { DateJump } from "#web/kit/form/date-jump.tsx";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { listDatesFrom } from "./slots.ts";

const DAYS_SHOWN = 14;

interface DateStripProps {
  /** Today in the facility's time zone. */
  first: string;
  value: string;
  onChange: (date: string) => void;
}

export function DateStrip({ first, value, onChange }: DateStripProps) {
  const t = useTranslation();
  const visibleDates = listDatesFrom(first, DAYS_SHOWN);
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
        {visibleDates.map((date, index) => (
          <Day key={date} date={date} isToday={index === 0} isChosen={date === value} onChoose={onChange} />
        ))}
      </div>
      <DateJump
        label={t("availability.otherDay")}
        value={value}
        onChoose={onChange}
        trigger={
          <button
            type="button"
            aria-label={t("availability.otherDay")}
            className={cx(
              "my-0.75 grid w-13 shrink-0 cursor-pointer place-items-center rounded-lg border border-line-strong/80 bg-raised text-ink-2 shadow-xs hover:bg-hover focus-visible:outline-2 focus-visible:outline-ring",
              !visibleDates.includes(value) && "border-accent bg-accent-soft text-accent-ink",
            )}
          >
            <CalendarDays className="size-4.5" aria-hidden />
          </button>
        }
      />
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
  const t = useTranslation();
  const { longDate, weekdayShort, monthShort } = useDateFormats("UTC");
  const noon = noonOf(date);
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
      <span className="sr-only">{longDate(noon)}</span>
      <span aria-hidden className={cx("text-2xs", isChosen ? "" : "text-ink-3")}>
        {isToday ? t("availability.today") : weekdayShort(noon)}
      </span>
      <span aria-hidden className="text-base font-semibold tnum">
        {noon.getUTCDate()}
      </span>
      <span aria-hidden className={cx("text-2xs", isChosen ? "" : "text-ink-3")}>
        {monthShort(noon)}
      </span>
    </button>
  );
}
