/** Opening hours by days: usually those of the week and of the weekend. Sets the form's `hours`. */
import { Plus } from "lucide-react";
import { TimeField } from "#web/kit/form/date-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { RemoveRowButton } from "#web/kit/form/row-list.tsx";
import { WeekdaysField } from "#web/kit/form/weekdays-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { Button } from "#web/kit/ui/button.tsx";
import type { SetupHoursRow } from "./setup-draft.ts";

/** A phone has no room for the clock beside two times and AM or PM. */
export const narrowTimeClass = "max-sm:[&_[data-date-input]]:px-2 max-sm:[&_[data-date-input]>button]:hidden";
const timeClass = `w-34 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 ${narrowTimeClass}`;

export function HoursField() {
  const t = useTranslation();
  const { list } = useWeekdayFormats();
  const set = useSetField();
  const rows = useFieldValue("hours") as readonly SetupHoursRow[];
  const closed = weekdays.filter((weekday) => rows.every((row) => !row.weekdays.includes(weekday)));
  /** A day opens once: it leaves the other rows. */
  const moveDays = (to: number, days: readonly number[]) =>
    set(
      "hours",
      rows.flatMap((row, index) => {
        if (index === to) return [{ ...row, weekdays: days }];
        const left = row.weekdays.filter((weekday) => !days.includes(weekday));
        return left.length > 0 || row.weekdays.length === 0 ? [{ ...row, weekdays: left }] : [];
      }),
    );
  return (
    <div className="grid justify-items-start gap-3">
      <ul className="grid gap-3">
        {rows.map((row, index) => (
          <li key={index} className="flex flex-wrap items-start gap-x-3 gap-y-2">
            <div className="pt-1 max-sm:w-full">
              <WeekdaysField
                name={`hours.${index}.weekdays`}
                label={t("setup.days")}
                hideLabel
                hideSummary
                onChosen={(days) => moveDays(index, days)}
              />
            </div>
            <div className="flex items-start gap-1.5 max-sm:w-full">
              <TimeField
                name={`hours.${index}.start`}
                label={t("setup.opens", { days: list(row.weekdays) })}
                className={timeClass}
                hideLabel
                required
              />
              <span aria-hidden className="mt-2 text-ink-3 pointer-coarse:mt-3">
                –
              </span>
              <TimeField
                name={`hours.${index}.end`}
                label={t("setup.closes", { days: list(row.weekdays) })}
                className={timeClass}
                hideLabel
                required
              />
              {rows.length > 1 && (
                <RemoveRowButton
                  label={t("kit.remove", { name: list(row.weekdays) })}
                  onClick={() => set("hours", rows.toSpliced(index, 1))}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="sm"
          disabled={rows.length >= weekdays.length}
          onClick={() => set("hours", [...rows, { weekdays: closed, start: "09:00", end: "20:00" }])}
        >
          <Plus aria-hidden />
          {t("setup.otherHours")}
        </Button>
        {closed.length > 0 && <span className="text-xs text-ink-3">{t("setup.closedOn", { days: list(closed) })}</span>}
      </div>
    </div>
  );
}
