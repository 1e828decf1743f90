import { Link } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import * as z from "zod/mini";
import { SECOND_FACTOR_DAYS } from "#contract/organization-options.ts";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { membersOf, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const SignInSettings = z.pick(OrganizationChanges, membersOf("signIn"));

export function SignInForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  const { can, path } = useScope();
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
      {can("organizations.delete") && (
        <Link to={path("/settings/single-sign-on")} className={buttonClass("secondary", "md", "justify-self-start")}>
          <KeyRound aria-hidden />
          {t("sign-on-providers.title")}
        </Link>
      )}
    </SettingsPartForm>
  );
}
