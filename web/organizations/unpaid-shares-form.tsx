import * as z from "zod/mini";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { unpaidSharesHints } from "./hints.ts";
import { unpaidSharesLabels } from "./labels.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const UnpaidShares = z.pick(OrganizationChanges, membersOf("shares"));
const modes = ["keep", "cancel"] as const;

export function UnpaidSharesForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.shares")}
      hint={t("organizations.sharesText")}
      schema={UnpaidShares}
      values={valuesOf(organization, "shares")}
    >
      <UnpaidSharesField />
    </SettingsPartForm>
  );
}

function UnpaidSharesField() {
  const t = useTranslation();
  const given = useFieldValue("unpaidShares");
  const chosen = modes.find((mode) => mode === given) ?? "keep";
  return (
    <SegmentedField
      name="unpaidShares"
      label={t("organizations.unpaidShares")}
      hint={t(unpaidSharesHints[chosen])}
      options={modes.map((value) => ({ value, label: t(unpaidSharesLabels[value]) }))}
    />
  );
}
