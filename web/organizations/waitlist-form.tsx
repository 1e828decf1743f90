import * as z from "zod/mini";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { waitlistHints } from "./hints.ts";
import { waitlistLabels } from "./labels.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const WaitlistSettings = z.pick(OrganizationChanges, membersOf("waitlist"));
const modes = ["offer", "tell", "off"] as const;

export function WaitlistForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.waitlist")}
      hint={t("organizations.waitlistText")}
      schema={WaitlistSettings}
      values={valuesOf(organization, "waitlist")}
    >
      <WaitlistField />
    </SettingsPartForm>
  );
}

function WaitlistField() {
  const t = useTranslation();
  const given = useFieldValue("waitlist");
  const chosen = modes.find((mode) => mode === given) ?? "offer";
  return (
    <SegmentedField
      name="waitlist"
      label={t("organizations.waitlist")}
      hint={t(waitlistHints[chosen])}
      options={modes.map((value) => ({ value, label: t(waitlistLabels[value]) }))}
    />
  );
}
