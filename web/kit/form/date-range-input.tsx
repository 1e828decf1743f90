/** Input for a range of dates, from and to (date range picker). */
import { CalendarDays } from "lucide-react";
import { lazy, useState } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { DateParts, PickerButton } from "./date-input.tsx";
import { groupFrame } from "./date-kinds.ts";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

const load = () => import("./date-calendar.tsx");
const RangeCalendar = lazy(async () => ({ default: (await load()).RangeCalendar }));

interface Range {
  /** Local dates; empty texts for none. */
  from: string;
  to: string;
}
interface DateRangeInputProps extends Range {
  /** Receives only the date that was typed, or both that were picked. */
  onValueChange: (change: Partial<Range>) => void;
  labels: { from: string; to: string };
  className?: string;
}

export function DateRangeInput({ from, to, onValueChange, labels, className }: DateRangeInputProps) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div data-date-input className={cx(groupFrame, "[&>:first-child]:flex-initial", className)}>
      <DateParts
        kind="date"
        aria-label={labels.from}
        value={from}
        max={to || undefined}
        onValueChange={(date) => onValueChange({ from: date })}
        isRevertedOnLeave
        isLazy
      />
      <span aria-hidden className="px-1.5 text-ink-3">
        –
      </span>
      <DateParts
        kind="date"
        aria-label={labels.to}
        value={to}
        min={from || undefined}
        onValueChange={(date) => onValueChange({ to: date })}
        isRevertedOnLeave
        isLazy
        onOpen={() => setOpen(true)}
      />
      <PickerButton label={t("kit.openCalendar")} icon={<CalendarDays aria-hidden />} {...{ isOpen, setOpen }}>
        <LazyPart load={load} onFailed={() => setOpen(false)}>
          <RangeCalendar
            from={from}
            to={to}
            onChoose={(range) => {
              onValueChange(range);
              setOpen(false);
            }}
          />
        </LazyPart>
      </PickerButton>
    </div>
  );
}
