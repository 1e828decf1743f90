/** List of times to pick from (time picker). */
import { useEffect, useRef } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const STEP_MINUTES = 30;
const times = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, step) => {
  const minutes = step * STEP_MINUTES;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
});

interface TimeListProps {
  /** A wall time, `HH:MM`, or an empty text. */
  value: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (time: string) => void;
}

export function TimeList({ value, min = "", max = "99", onChoose }: TimeListProps) {
  const t = useTranslation();
  const { time } = useWeekdayFormats();
  const list = useRef<HTMLDivElement>(null);
  const offered = times.filter((one) => one >= min && one <= max);
  /** Scrolls to the chosen time or the last before it, else to 08:00. */
  const near = offered.findLast((one) => one <= (value || "08:00")) ?? offered[0];
  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>("[tabindex='0']");
    button?.scrollIntoView({ block: "center" });
    button?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={t("kit.openTimes")}
      className="grid max-h-56 grid-cols-2 gap-1 overflow-y-auto"
      onKeyDown={(event) => {
        const steps: Record<string, number> = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 };
        const step = steps[event.key];
        const buttons = [...event.currentTarget.querySelectorAll("button")];
        const at = buttons.findIndex((button) => button === document.activeElement);
        if (step === undefined || at < 0) return;
        event.preventDefault();
        buttons[at + step]?.focus();
      }}
    >
      {offered.map((one) => (
        <button
          key={one}
          type="button"
          role="option"
          tabIndex={one === near ? 0 : -1}
          aria-selected={one === value}
          onClick={() => onChoose(one)}
          className={cx(
            "h-8 rounded-md text-13 tnum outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring pointer-coarse:h-10",
            one === value ? "bg-accent text-on-accent" : "text-ink hover:bg-hover",
          )}
        >
          {time(one)}
        </button>
      ))}
    </div>
  );
}
