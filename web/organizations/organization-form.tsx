import { countryIds } from "#contract/general.ts";
import type { Body } from "#contract/kit.ts";
import { OrganizationDraft, type organizations, organizationTypes } from "#contract/organizations.ts";
import { SelectField, SwitchField } from "#web/kit/choice-fields.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";
import { countryName, typeLabels } from "./labels.ts";

const blank = {
  name: "",
  type: organizationTypes[0],
  countryId: countryIds[0],
  email: "",
  phone: "",
  vatNumber: "",
  identificationNumber: "",
  enabled: true,
  addOwner: false,
  emailOwner: "",
} as const;

export function OrganizationForm({
  onSave,
}: {
  onSave: (draft: Body<typeof organizations.create>) => Promise<unknown>;
}) {
  const t = useWords();
  const tag = useLocale();
  return (
    <Form
      schema={OrganizationDraft}
      defaultValues={blank}
      onSubmit={onSave}
      label={t("organizations.create")}
      className="gap-6"
    >
      <FormSection title={t("organizations.identity")} hint={t("organizations.noneHint")}>
        <TextField name="name" label={t("organizations.name")} autoComplete="organization" required />
        <FormRow>
          <SelectField
            name="type"
            label={t("organizations.type")}
            options={organizationTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
          />
          <SelectField
            name="countryId"
            label={t("organizations.country")}
            options={countryIds.map((value) => ({ value, label: countryName(value, tag) }))}
          />
        </FormRow>
      </FormSection>
      <FormSection title={t("organizations.contact")}>
        <FormRow>
          <TextField name="email" type="email" label={t("organizations.email")} autoComplete="off" optional />
          <TextField name="phone" type="tel" label={t("organizations.phone")} autoComplete="off" optional />
        </FormRow>
      </FormSection>
      <FormSection title={t("organizations.legal")}>
        <FormRow>
          <TextField name="vatNumber" label={t("organizations.vatNumber")} optional />
          <TextField
            name="identificationNumber"
            label={t("organizations.identificationNumber")}
            hint={t("organizations.identificationHint")}
            optional
          />
        </FormRow>
      </FormSection>
      <FormSection title={t("organizations.access")}>
        <SwitchField name="enabled" label={t("organizations.enabled")} hint={t("organizations.enabledHint")} />
        <SwitchField name="addOwner" label={t("organizations.addOwner")} />
        <OwnerField />
      </FormSection>
      <FormActions>
        <ResetButton />
        <SubmitButton>{t("organizations.create")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Takes an address only while an owner is to be invited. */
function OwnerField() {
  const t = useWords();
  const wanted = useFieldValue("addOwner") === true;
  return (
    <TextField
      name="emailOwner"
      type="email"
      label={t("organizations.emailOwner")}
      hint={t("organizations.addOwnerHint")}
      autoComplete="off"
      disabled={!wanted}
      required={wanted}
    />
  );
}
