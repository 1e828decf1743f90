import * as z from "zod/mini";
import { reminderOrigins } from "#contract/organization-options.ts";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { reminderOriginLabels } from "./labels.ts";
import { useLeadText, useLeadTimeText } from "./use-cancellation-text.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const ReminderSettings = z.pick(OrganizationChanges, membersOf("reminders"));
const HOURS_TO_CHOOSE = [1, 2, 3, 6, 12, 24, 48, 72, 168];
const LAST_HOURS_TO_CHOOSE = [0.5, 1, 2, 3];

/** One that was set by another program can be kept. */
const listLeads = (hours: readonly number[], chosen: number | null): number[] =>
  [...new Set([...hours.map((one) => one * 60), ...(chosen === null ? [] : [chosen])])].toSorted(
    (one, other) => one - other,
  );

export function RemindersForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  const lead = useLeadText();
  const leadTime = useLeadTimeText();
  const { reminderLead, pushReminderLead } = organization;
  const never = { value: null, label: t("organizations.reminderNever") };
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.reminders")}
      hint={t("organizations.remindersText")}
      schema={ReminderSettings}
      values={valuesOf(organization, "reminders")}
    >
      <SelectField
        name="reminderLead"
        label={t("organizations.reminderLead")}
        hint={t("organizations.reminderLeadHint")}
        options={[
          never,
          ...listLeads(HOURS_TO_CHOOSE, reminderLead).map((minutes) => ({ value: minutes, label: lead(minutes) })),
        ]}
      />
      <SelectField
        name="reminderFrom"
        label={t("organizations.reminderFrom")}
        hint={t("organizations.reminderFromHint")}
        options={reminderOrigins.map((value) => ({ value, label: t(reminderOriginLabels[value]) }))}
      />
      <SelectField
        name="pushReminderLead"
        label={t("organizations.pushReminderLead")}
        hint={t("organizations.pushReminderLeadHint")}
        options={[
          never,
          ...listLeads(LAST_HOURS_TO_CHOOSE, pushReminderLead).map((minutes) => ({
            value: minutes,
            label: leadTime(minutes),
          })),
        ]}
      />
    </SettingsPartForm>
  );
}
