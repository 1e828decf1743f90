import * as z from "zod/mini";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useLeadTimeText } from "./use-cancellation-text.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const ReminderSettings = z.pick(OrganizationChanges, membersOf("reminders"));
const HOURS_TO_CHOOSE = [1, 2, 3, 6, 12, 24, 48, 72, 168];

export function RemindersForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  const leadTime = useLeadTimeText();
  const { reminderLead } = organization;
  // One that was set by another program can be kept.
  const leads = new Set([
    ...HOURS_TO_CHOOSE.map((hours) => hours * 60),
    ...(reminderLead === null ? [] : [reminderLead]),
  ]);
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
          { value: null, label: t("organizations.reminderNever") },
          ...[...leads]
            .toSorted((one, other) => one - other)
            .map((minutes) => ({ value: minutes, label: leadTime(minutes) })),
        ]}
      />
    </SettingsPartForm>
  );
}
