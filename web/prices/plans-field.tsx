/** Durations that a price pattern sells (plans). */
import { Button } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useSetField } from "#web/kit/form/form.tsx";
import { RemoveRowButton, RowField, rowListClass, useRowList } from "#web/kit/form/row-list.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { createKey, findGridProblems, usePriceFormValues } from "./price-draft.ts";

const commonDurations = [30, 45, 60, 90, 120, 180];

export function PlansField() {
  const t = useTranslation();
  const { plans, ...draft } = usePriceFormValues();
  const set = useSetField();
  const { duration: written } = useDateFormats();
  const { box, add, remove } = useRowList("plans", plans, ({ key }) => key);
  const problems = findGridProblems({ ...draft, plans });
  const unused = commonDurations.filter((minutes) => plans.every(({ duration }) => duration !== minutes));
  return (
    <div className="grid gap-3">
      <div ref={box} className={rowListClass}>
        {plans.map((plan, index) => {
          const called = plan.name || t("prices.planNamed", { number: index + 1 });
          const path = `plans.${index}`;
          const wrong = (member: string) => {
            const problem = problems.get(`${path}.${member}`);
            return problem && t(problem as "prices.nameTaken");
          };
          // A name that only repeats the duration follows the new duration.
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
              <RemoveRowButton
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
            onClick={() => add({ key: createKey(), name: written(minutes), duration: minutes })}
          >
            {written(minutes)}
          </Button>
        ))}
        <Button
          size="sm"
          className="pointer-coarse:h-10"
          onClick={() => add({ key: createKey(), name: "", duration: "" })}
        >
          {t("prices.otherDuration")}
        </Button>
      </div>
    </div>
  );
}
