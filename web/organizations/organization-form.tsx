import { countryIds } from "#contract/general.ts";
import { type Organization, OrganizationDraft, organizationTypes } from "#contract/organizations.ts";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { formMembers } from "#web/kit/form/form-members.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import type * as z from "zod/mini";
import { countryName } from "./countries.ts";
import { typeLabels } from "./labels.ts";

type Draft = z.output<typeof OrganizationDraft>;

const organizationForm = formMembers<z.input<typeof OrganizationDraft>, Organization>({
  name: { blank: "" },
  type: { blank: organizationTypes[0] },
  // The contract accepts no other countries.
  countryId: { blank: countryIds[0], from: ({ countryId }) => countryId as (typeof countryIds)[number] },
  email: { blank: "" },
  phone: { blank: "" },
  vatNumber: { blank: "" },
  identificationNumber: { blank: "" },
  enabled: { blank: true },
  addOwner: { blank: false, from: () => undefined },
  emailOwner: { blank: "", from: () => undefined },
});

interface OrganizationFormProps {
  organization?: Organization;
  onSave: (draft: Draft) => Promise<unknown>;
}

export function OrganizationForm({ organization, onSave }: OrganizationFormProps) {
  const t = useTranslation();
  const tag = useLocale();
  const isNew = organization === undefined;
  const title = t(isNew ? "organizations.create" : "organizations.edit");
  return (
    <Form
      key={organization?.updated_at}
      schema={OrganizationDraft}
      defaultValues={isNew ? organizationForm.blank : organizationForm.filledWith(organization)}
      onSubmit={onSave}
      label={title}
      className="gap-6"
    >
      <FormSection title={t("organizations.identity")} hint={isNew ? t("organizations.noneHint") : undefined}>
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
          <IdentificationField />
        </FormRow>
      </FormSection>
      <FormSection title={t("organizations.access")}>
        <SwitchField name="enabled" label={t("organizations.enabled")} hint={t("organizations.enabledHint")} />
        {isNew && (
          <>
            <SwitchField name="addOwner" label={t("organizations.addOwner")} />
            <OwnerField />
          </>
        )}
      </FormSection>
      <FormActions>
        <ResetButton />
        <SubmitButton>{isNew ? title : t("kit.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function OwnerField() {
  const t = useTranslation();
  const addsOwner = useFieldValue("addOwner") === true;
  return (
    <TextField
      name="emailOwner"
      type="email"
      label={t("organizations.emailOwner")}
      hint={t("organizations.addOwnerHint")}
      autoComplete="off"
      disabled={!addsOwner}
      required={addsOwner}
    />
  );
}

function IdentificationField() {
  const t = useTranslation();
  const countryId = useFieldValue("countryId") ?? countryIds[0];
  return (
    <TextField
      name="identificationNumber"
      label={t("organizations.identificationNumber")}
      hint={t(countryId === countryIds[0] ? "organizations.identificationHint" : "organizations.identificationHintUs")}
      optional
    />
  );
}
