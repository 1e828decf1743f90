import { countryIds } from "#contract/general.ts";
import { type Organization, OrganizationDraft, organizationTypes } from "#contract/organizations.ts";
import { SelectField, SwitchField } from "#web/kit/choice-fields.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, type Initial, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";
import type * as z from "zod/mini";
import { countryName, typeLabels } from "./labels.ts";

type Draft = z.output<typeof OrganizationDraft>;

const blank = {
  name: "",
  type: organizationTypes[0],
  countryId: countryIds[0],
  email: "",
  phone: "",
  vatNumber: "",
  identificationNumber: "",
  enabled: true,
} as const;

/** What there is to edit: the details of one that exists. */
const detailsOf = ({ name, type, countryId, email, phone, vatNumber, identificationNumber, enabled }: Organization) =>
  // The country is one of ours: nothing else was ever accepted.
  ({ name, type, countryId, email, phone, vatNumber, identificationNumber, enabled }) as Initial<
    typeof OrganizationDraft
  >;

interface OrganizationFormProps {
  /** The one to edit; a new one, perhaps with an owner to invite, where it is missing. */
  organization?: Organization;
  onSave: (draft: Draft) => Promise<unknown>;
}

export function OrganizationForm({ organization, onSave }: OrganizationFormProps) {
  const t = useWords();
  const tag = useLocale();
  const isNew = organization === undefined;
  const title = t(isNew ? "organizations.create" : "organizations.edit");
  return (
    <Form
      key={organization?.updated_at}
      schema={OrganizationDraft}
      defaultValues={isNew ? { ...blank, addOwner: false, emailOwner: "" } : detailsOf(organization)}
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

/** Says what the chosen country has. */
function IdentificationField() {
  const t = useWords();
  const countryId = useFieldValue("countryId") ?? blank.countryId;
  return (
    <TextField
      name="identificationNumber"
      label={t("organizations.identificationNumber")}
      hint={t(
        countryId === blank.countryId ? "organizations.identificationHint" : "organizations.identificationHintUs",
      )}
      optional
    />
  );
}
