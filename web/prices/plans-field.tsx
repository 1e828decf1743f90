/** The plans of a price pattern in its form: names and durations, the usual ones at hand. */
import { Button } from "#web/kit/button.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useSetField } from "#web/kit/form.tsx";
import { RemoveRow, RowField, rowFrame, useRowList } from "#web/kit/row-list.tsx";
import { useWords } from "#web/kit/words.ts";
import { newKey, problemsOf, useTyped } from "./price-draft.ts";

const usualDurations = [30, 45, 60, 90, 120, 180];

export function PlansField() {
  const t = useWords();
  const { plans, ...draft } = useTyped();
  const set = useSetField();
  const { duration: written } = useDates();
  const { box, add, remove } = useRowList("plans", plans);
  const problems = problemsOf({ ...draft, plans });
  const unused = usualDurations.filter((minutes) => plans.every(({ duration }) => duration !== minutes));
  return (
    <div className="grid gap-3">
      <div ref={box} className={rowFrame}>
        {plans.map((plan, index) => {
          const called = plan.name || t("prices.planNamed", { number: index + 1 });
          const path = `plans.${index}`;
          const wrong = (member: string) => {
            const problem = problems.get(`${path}.${member}`);
            return problem && t(problem as "prices.nameTaken");
          };
          // A name that only says the duration says the new one.
          const isPlain = plan.name === "" || (plan.duration !== "" && plan.name === written(plan.duration));
          return (
            <div key={plan.key} role="group" aria-label={called} className="flex items-start gap-2 p-3">
              <RowField
                name={`${path}.name`}
                label={t("prices.name")}
                placeholder={t("prices.planNamed", { number: index + 1 })}
                wrong={wrong("name")}
                className="flex-1"
              />
              <div className="relative w-28">
                <RowField
                  name={`${path}.duration`}
                  type="number"
                  label={t("prices.duration")}
                  wrong={wrong("duration")}
                  onTyped={(next) => {
                    if (isPlain && typeof next === "number") set(`${path}.name`, written(next));
                  }}
                />
                <span
                  className="pointer-events-none absolute top-0 right-3 text-13 leading-9 text-ink-3 pointer-coarse:leading-11"
                  aria-hidden
                >
                  min
                </span>
              </div>
              <RemoveRow
                label={t("prices.removePlan", { name: called })}
                onClick={() => remove(plan, t("prices.removed", { name: called }))}
              />
            </div>
          );
        })}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-13 text-ink-3">{t("prices.add")}</span>
        {unused.map((minutes) => (
          <Button
            key={minutes}
            size="sm"
            className="pointer-coarse:h-10"
            onClick={() => add({ key: newKey(), name: written(minutes), duration: minutes })}
          >
            {written(minutes)}
          </Button>
        ))}
        <Button
          size="sm"
          className="pointer-coarse:h-10"
          onClick={() => add({ key: newKey(), name: "", duration: "" })}
        >
          {t("prices.otherDuration")}
        </Button>
      </div>
    </div>
  );
}
