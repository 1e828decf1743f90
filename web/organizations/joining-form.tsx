import * as z from "zod/mini";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { joiningHints } from "./hints.ts";
import { joiningLabels } from "./labels.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const JoiningSettings = z.pick(OrganizationChanges, membersOf("joining"));
const modes = ["closed", "request", "open"] as const;

export function JoiningForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.joining")}
      hint={t("organizations.joiningText")}
      schema={JoiningSettings}
      values={valuesOf(organization, "joining")}
    >
      <JoiningField />
    </SettingsPartForm>
  );
}

function JoiningField() {
  const t = useTranslation();
  const given = useFieldValue("joining");
  const chosen = modes.find((mode) => mode === given) ?? "closed";
  return (
    <SegmentedField
      name="joining"
      label={t("organizations.joining")}
      hint={t(joiningHints[chosen])}
      options={modes.map((value) => ({ value, label: t(joiningLabels[value]) }))}
    />
  );
}
