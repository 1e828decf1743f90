import { Plus } from "lucide-react";
import { allWeekdays } from "#contract/prices.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { RemoveRowButton, RowField, RowTimeField, rowListClass, useRowList } from "#web/kit/form/row-list.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { createKey, findGridProblems, type PriceFormValues, usePriceFormValues } from "./price-draft.ts";

type Timeslot = PriceFormValues["timeslots"][number];

export function TimeslotsField() {
  const t = useTranslation();
  const { timeslots, ...draft } = usePriceFormValues();
  const { box, add, remove } = useRowList("timeslots", timeslots);
  const problems = findGridProblems({ ...draft, timeslots });
  const next = (): Timeslot => {
    const start = timeslots.at(-1)?.end ?? "08:00";
    const end = start < "18:00" ? "18:00" : "22:00";
    return { key: createKey(), name: "", start, end, weekdays: [...(timeslots.at(-1)?.weekdays ?? allWeekdays)] };
  };
  return (
    <div className="grid gap-3">
      <div ref={box} className={rowListClass}>
        {timeslots.map((timeslot, index) => {
          const called = timeslot.name || t("prices.timeslotNamed", { number: index + 1 });
          const path = `timeslots.${index}`;
          const wrong = (member: string) => {
            const problem = problems.get(`${path}.${member}`);
            return problem && t(problem as "prices.nameTaken");
          };
          return (
            <div key={timeslot.key} role="group" aria-label={called} className="grid gap-2.5 p-3">
              <div className="flex items-start gap-2">
                <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[minmax(0,1fr)_18rem]">
                  <RowField
                    name={`${path}.name`}
                    label={t("prices.name")}
                    placeholder={t("prices.timeslotNamed", { number: index + 1 })}
                    wrong={wrong("name")}
                  />
                  <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-2">
                    <RowTimeField name={`${path}.start`} label={t("prices.from")} wrong={wrong("start")} />
                    <span className="leading-9 text-ink-3" aria-hidden>
                      –
                    </span>
                    <RowTimeField name={`${path}.end`} label={t("prices.to")} wrong={undefined} />
                  </div>
                </div>
                <RemoveRowButton
                  label={t("prices.removeTimeslot", { name: called })}
                  onClick={() => remove(timeslot, t("prices.removed", { name: called }))}
                />
              </div>
              <WeekdaysField name={`${path}.weekdays`} />
              <NextDayNote {...timeslot} />
            </div>
          );
        })}
      </div>
      <Button className="justify-self-start" onClick={() => add(next())}>
        <Plus aria-hidden />
        {t("prices.addTimeslot")}
      </Button>
    </div>
  );
}

function NextDayNote({ start, end }: Pick<Timeslot, "start" | "end">) {
  const t = useTranslation();
  const { time } = useWeekdayFormats();
  if (!start || !end || end > start || end === "00:00") return null;
  return (
    <p className="text-xs text-ink-3">
      {t(end === start ? "prices.wholeDay" : "prices.pastMidnight", { time: time(end) })}
    </p>
  );
}

function WeekdaysField({ name }: { name: string }) {
  const t = useTranslation();
  const { dayName, short, list } = useWeekdayFormats();
  const label = t("prices.weekdays");
  const { id, value, change, leave, error, control } = useField({ name });
  const chosen = Array.isArray(value) ? (value as number[]) : [];
  const summary = chosen.length === 7 ? t("prices.everyDay") : list(chosen);
  return (
    <FieldFrame name={name} label={label} id={id} error={error} as="group" hideLabel>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div role="group" aria-labelledby={`${id}-label`} className="flex flex-wrap gap-1">
          {allWeekdays.map((weekday) => (
            <button
              key={weekday}
              type="button"
              aria-pressed={chosen.includes(weekday)}
              aria-describedby={control["aria-describedby"]}
              onClick={() =>
                change(
                  chosen.includes(weekday)
                    ? chosen.filter((one) => one !== weekday)
                    : [...chosen, weekday].toSorted((a, b) => a - b),
                )
              }
              onBlur={leave}
              className="h-7 min-w-9 rounded-full border border-line-strong/80 bg-raised px-2 text-xs font-medium text-ink-2 transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:h-10 pointer-coarse:min-w-10"
            >
              <span className="inline-block first-letter:uppercase" aria-hidden>
                {short(weekday).replace(".", "")}
              </span>
              <span className="sr-only">{dayName(weekday)}</span>
            </button>
          ))}
        </div>
        <span className="text-xs text-ink-3 max-sm:hidden" aria-hidden>
          {summary}
        </span>
      </div>
    </FieldFrame>
  );
}
