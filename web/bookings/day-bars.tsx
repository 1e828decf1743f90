/** Bars say how many fields are free at each half hour of a day: a list from which a time is chosen. */
import { type KeyboardEvent, useId, useRef } from "react";
import type { Slots } from "#contract/availability.ts";
import { toWallClock } from "#web/availability/slots.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { cx } from "#web/kit/ui/cx.ts";

interface HalfHour {
  /** `19:00` */
  time: string;
  free: number;
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const toTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const HALF_HOUR = 30;

/** From the first start of the day to the last; what lies between half hours counts for the one before. */
export function listHalfHours({ day, taken, timezone }: Pick<Slots, "day" | "taken" | "timezone">): HalfHour[] {
  const free = new Map<number, number>();
  for (const start of [...day, ...taken.map((startTime) => ({ startTime, free: 0 }))]) {
    const minutes = toMinutes(toWallClock(start.startTime, timezone).time);
    const half = minutes - (minutes % HALF_HOUR);
    free.set(half, Math.max(free.get(half) ?? 0, start.free));
  }
  if (free.size === 0) return [];
  const [first, last] = [Math.min(...free.keys()), Math.max(...free.keys())];
  return Array.from({ length: (last - first) / HALF_HOUR + 1 }, (_, index) => {
    const half = first + index * HALF_HOUR;
    return { time: toTime(half), free: free.get(half) ?? 0 };
  });
}

interface DayBarsProps {
  halfHours: readonly HalfHour[];
  /** The time asked for. */
  time: string;
  onChoose: (time: string) => void;
}

/** With fewer, each hour has room for its name. */
const MANY_HALF_HOURS = 12;

export function DayBars({ halfHours, time, onChoose }: DayBarsProps) {
  const t = useTranslation();
  const { time: timeText, hour } = useDateFormats("UTC");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const asked = toMinutes(time) - (toMinutes(time) % HALF_HOUR);
  const active = halfHours.findIndex((half) => half.time === toTime(asked));
  const most = Math.max(1, ...halfHours.map(({ free }) => free));
  const hoursPerLabel = halfHours.length < MANY_HALF_HOURS ? 1 : 2;
  const at = (clock: string) => `1970-01-01T${clock}:00Z`;
  const columns = { gridTemplateColumns: `repeat(${halfHours.length}, minmax(0, 1fr))` };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: active + 1,
      ArrowDown: active + 1,
      ArrowLeft: active - 1,
      ArrowUp: active - 1,
      Home: 0,
      End: halfHours.length - 1,
    };
    const wanted = steps[event.key];
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = halfHours[Math.max(0, Math.min(halfHours.length - 1, wanted))];
    if (next) onChoose(next.time);
  };
  return (
    <div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={t("bookings.freeByTime")}
        aria-orientation="horizontal"
        aria-activedescendant={active < 0 ? undefined : `${id}${active}`}
        onKeyDown={move}
        className="grid h-11 items-end gap-0.5 rounded-md outline-none focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-ring"
        style={columns}
      >
        {halfHours.map((half, index) => (
          <div
            key={half.time}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-label={t("bookings.freeAt", { time: timeText(at(half.time)), count: half.free })}
            title={t("bookings.freeAt", { time: timeText(at(half.time)), count: half.free })}
            onClick={() => onChoose(half.time)}
            className="flex h-full cursor-pointer items-end"
          >
            <span
              className={cx(
                "block min-h-0.75 w-full rounded-t-xs",
                index === active ? "bg-accent" : half.free === 0 ? "bg-line-strong" : "bg-accent/35",
              )}
              style={{ height: `${(half.free / most) * 100}%` }}
            />
          </div>
        ))}
      </div>
      <div className="mt-1.25 grid gap-0.5 text-2xs/3.5 text-ink-3 tnum" style={columns} aria-hidden>
        {halfHours.map((half, index) =>
          toMinutes(half.time) % (hoursPerLabel * 60) === 0 && index + hoursPerLabel * 2 <= halfHours.length ? (
            <span
              key={half.time}
              style={{ gridColumn: `${index + 1} / span ${hoursPerLabel * 2}` }}
              className="row-start-1 truncate"
            >
              {hour(at(half.time))}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}
