/** Steps of reminders of debts: when, and in which tone. */
import { Plus } from "lucide-react";
import * as z from "zod/mini";
import {
  type DebtReminderStep,
  type DebtReminderTone,
  debtReminderTones,
  MAX_DEBT_REMINDER_STEPS,
} from "#contract/organization-options.ts";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { RemoveRowButton, rowListClass, useRowList } from "#web/kit/form/row-list.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { debtReminderToneLabels } from "./labels.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";
import { useDebtReminderText } from "./use-debt-reminder-text.ts";

const DebtReminderSettings = z.pick(OrganizationChanges, membersOf("debts"));
const path = "debtReminderSteps";
const DAYS_TO_CHOOSE = [-14, -7, -5, -3, -2, -1, 0, 1, 2, 3, 5, 8, 10, 14, 15, 20, 30, 45, 60, 90];
/** Those that are usual after the due date. */
const usualDays = [3, 10, 20, 30, 45, 60];
const MOST_DAYS = 180;

export function DebtRemindersForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.debtReminders")}
      hint={t("organizations.debtRemindersText")}
      schema={DebtReminderSettings}
      values={valuesOf(organization, "debts")}
    >
      <Steps />
    </SettingsPartForm>
  );
}

function nextTone(place: number): DebtReminderTone {
  return debtReminderTones[Math.min(place, debtReminderTones.length - 1)] ?? "last";
}

function Steps() {
  const t = useTranslation();
  const steps = useFieldValue(path) as readonly DebtReminderStep[];
  const { box, add, remove } = useRowList(path, steps, (step) => step);
  const last = steps.at(-1)?.days ?? 0;
  const days = usualDays.find((one) => one > last) ?? Math.min(last + 30, MOST_DAYS);
  const dueCount = steps.filter((step) => step.days > 0).length;
  return (
    <div role="group" aria-label={t("organizations.debtReminders")} className="grid gap-3">
      <div ref={box} className={rowListClass}>
        {[...steps.entries()].map(([place, step]) => {
          const name = t("organizations.debtReminderNumber", { number: place + 1 });
          const removeStep = () => remove(step, t("organizations.quotaRemoved", { name }));
          return <StepRow key={place} place={place} label={name} days={step.days} onRemove={removeStep} />;
        })}
      </div>
      {steps.length === 0 && <p className="text-13 text-ink-2">{t("organizations.debtReminderNone")}</p>}
      {steps.length < MAX_DEBT_REMINDER_STEPS && (
        <Button size="sm" className="justify-self-start" onClick={() => add({ days, tone: nextTone(dueCount) })}>
          <Plus aria-hidden />
          {t("organizations.debtReminderAdd")}
        </Button>
      )}
    </div>
  );
}

interface StepRowProps {
  /** Its index in the list. */
  place: number;
  label: string;
  days: number;
  onRemove: () => void;
}

function StepRow({ place, label, days, onRemove }: StepRowProps) {
  const t = useTranslation();
  const dayText = useDebtReminderText();
  const at = `${path}.${place}`;
  // One that was set by another program can be kept.
  const choices = [...new Set([...DAYS_TO_CHOOSE, days])].toSorted((one, other) => one - other);
  return (
    <div role="group" aria-label={label} className="flex items-start gap-2 p-3">
      <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
        <SelectField
          name={`${at}.days`}
          label={t("organizations.debtReminderDay")}
          hideLabel
          options={choices.map((value) => ({ value, label: dayText(value) }))}
        />
        {days > 0 ? (
          <SelectField
            name={`${at}.tone`}
            label={t("organizations.debtReminderTone")}
            hideLabel
            options={debtReminderTones.map((value) => ({ value, label: t(debtReminderToneLabels[value]) }))}
          />
        ) : (
          // Before the due date there is one letter.
          <p className="self-center text-13 text-ink-2">{t("looks.letterDebtDueSoon")}</p>
        )}
      </div>
      <RemoveRowButton label={t("organizations.debtReminderRemove", { number: place + 1 })} onClick={onRemove} />
    </div>
  );
}
