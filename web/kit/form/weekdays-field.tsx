import { useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { FieldFrame, useField } from "./field.tsx";

/** Weekdays as numbers; Monday is 1. */
export function WeekdaysField({
  name,
  label,
  hideLabel = false,
  hideSummary = false,
  onChosen,
}: {
  name: string;
  label: string;
  hideLabel?: boolean;
  hideSummary?: boolean;
  onChosen?: (weekdays: readonly number[]) => void;
}) {
  const t = useTranslation();
  const { dayName, short, list } = useWeekdayFormats();
  const { id, value, change, leave, error, control } = useField({ name });
  const chosen = Array.isArray(value) ? (value as number[]) : [];
  const toggle = (weekday: number) => {
    const next = chosen.includes(weekday)
      ? chosen.filter((one) => one !== weekday)
      : [...chosen, weekday].toSorted((a, b) => a - b);
    change(next);
    onChosen?.(next);
  };
  const summary = chosen.length === 7 ? t("kit.everyDay") : list(chosen);
  return (
    <FieldFrame name={name} label={label} id={id} error={error} as="group" hideLabel={hideLabel}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div
          role="group"
          aria-labelledby={`${id}-label`}
          className="flex flex-wrap gap-1 max-sm:grid max-sm:w-full max-sm:grid-cols-7 max-sm:gap-0.5"
        >
          {weekdays.map((weekday) => (
            <button
              key={weekday}
              type="button"
              aria-pressed={chosen.includes(weekday)}
              aria-describedby={control["aria-describedby"]}
              onClick={() => toggle(weekday)}
              onBlur={leave}
              className="h-7 rounded-full border border-line-strong/80 bg-raised text-2xs font-medium sm:min-w-9 sm:text-xs sm:px-2 text-ink-2 transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:h-10 sm:pointer-coarse:min-w-10"
            >
              <span className="inline-block first-letter:uppercase" aria-hidden>
                {short(weekday).replace(".", "")}
              </span>
              <span className="sr-only">{dayName(weekday)}</span>
            </button>
          ))}
        </div>
        {!hideSummary && (
          <span className="text-xs text-ink-3 max-sm:hidden" aria-hidden>
            {summary}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}
