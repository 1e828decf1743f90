import { Plus } from "lucide-react";
import { allWeekdays } from "#contract/prices.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { RemoveRowButton, RowField, RowTimeField, rowListClass, useRowList } from "#web/kit/form/row-list.tsx";
import { WeekdaysField } from "#web/kit/form/weekdays-field.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { createKey, findGridProblems, type PriceFormValues, usePriceFormValues } from "./price-draft.ts";

type Timeslot = PriceFormValues["timeslots"][number];

export function TimeslotsField() {
  const t = useTranslation();
  const { timeslots, ...draft } = usePriceFormValues();
  const { box, add, remove } = useRowList("timeslots", timeslots, ({ key }) => key);
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
              <WeekdaysField name={`${path}.weekdays`} label={t("prices.weekdays")} hideLabel />
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
