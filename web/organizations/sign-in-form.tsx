import * as z from "zod/mini";
import { SECOND_FACTOR_DAYS } from "#contract/organization-options.ts";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const SignInSettings = z.pick(OrganizationChanges, membersOf("signIn"));

export function SignInForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.signIn")}
      hint={t("organizations.signInText")}
      schema={SignInSettings}
      values={valuesOf(organization, "signIn")}
    >
      <SwitchField
        name="demandsSecondFactor"
        label={t("organizations.demandsSecondFactor")}
        hint={t("organizations.demandsSecondFactorHint", { days: SECOND_FACTOR_DAYS })}
      />
    </SettingsPartForm>
  );
}
