/** Bar of a day from midnight to midnight. It is hidden from screen readers: a text beside it says the same. */
import { cx } from "#web/kit/ui/cx.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";

export interface DaySegment {
  /** Share of the day, from 0 to 1. */
  from: number;
  to: number;
  /** `faint` marks hours that belong to the day before. */
  tone: "plain" | "faint" | "special" | "wrong";
}

const tones: Record<DaySegment["tone"], string> = {
  plain: "bg-accent",
  faint: "bg-accent/40",
  special: "bg-blue-fg",
  wrong: "bg-danger",
};
const markedHours = [0, 6, 12, 18, 24];

export const DayBar = ({ stretches, className }: { stretches: readonly DaySegment[]; className?: string }) => (
  <div
    className={cx("relative h-6 overflow-hidden rounded-sm bg-sunken ring-1 ring-line ring-inset", className)}
    aria-hidden
  >
    {markedHours.slice(1, -1).map((hour) => (
      <span key={hour} className="absolute inset-y-0 w-px bg-line" style={{ left: `${(hour / 24) * 100}%` }} />
    ))}
    {stretches.map(({ from, to, tone }) => (
      <span
        key={`${from}-${to}-${tone}`}
        className={cx("absolute inset-y-1 rounded-[3px]", tones[tone])}
        style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
      />
    ))}
  </div>
);

export function DayAxis({ className }: { className?: string }) {
  const { time } = useWeekdayFormats();
  return (
    <div className={cx("relative h-4 text-2xs text-ink-3 tnum", className)} aria-hidden>
      {markedHours.map((hour) => (
        <span
          key={hour}
          className="absolute -translate-x-1/2 whitespace-nowrap first:translate-x-0 last:-translate-x-full"
          style={{ left: `${(hour / 24) * 100}%` }}
        >
          {time(`${String(hour % 24).padStart(2, "0")}:00`)}
        </span>
      ))}
    </div>
  );
}
