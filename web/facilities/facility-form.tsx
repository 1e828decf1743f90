import type { Body } from "#contract/kit.ts";
import type { facilities } from "#contract/facilities.ts";
import { countryCodes, countryIds } from "#contract/general.ts";
import { SelectField, TriStateField } from "#web/kit/choice-fields.tsx";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton } from "#web/kit/form.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";
import { regionName } from "#web/organizations/labels.ts";
import { OrganizationField } from "#web/organizations/organization-field.tsx";
import { FacilityFormDraft } from "./facility-draft.ts";

type Draft = Body<typeof facilities.create>;

const blank = {
  name: "",
  description: "",
  address: { line1: "", postalCode: "", city: "", countryCode: countryCodes[countryIds[0]] },
  parkingPlace: null,
  bicycleParkingPlace: null,
  changingRoom: null,
  restroom: null,
  shower: null,
  restaurant: null,
  shop: null,
} as const;
const amenities = ["changingRoom", "restroom", "shower", "restaurant", "shop"] as const;

interface FacilityFormProps {
  /** On the platform: whose facility it will be. */
  askOrganization: boolean;
  onSave: (draft: Draft) => Promise<unknown>;
}

export function FacilityForm({ askOrganization, onSave }: FacilityFormProps) {
  const t = useWords();
  const tag = useLocale();
  const save = (draft: FacilityFormDraft) => onSave({ ...draft, placeId: draft.address ? "manual:" : null });
  return (
    <Form
      schema={FacilityFormDraft}
      defaultValues={askOrganization ? { ...blank, organizationId: "" } : blank}
      onSubmit={save}
      label={t("facilities.create")}
      className="gap-6"
    >
      {askOrganization && (
        <FormSection title={t("organizations.one")} hint={t("organizations.chooseHint")}>
          <OrganizationField />
        </FormSection>
      )}
      <FormSection title={t("facilities.one")} hint={t("facilities.noneHint")}>
        <TextField name="name" label={t("facilities.name")} required />
        <TextareaField name="description" label={t("facilities.description")} optional />
      </FormSection>
      <FormSection title={t("facilities.address")} hint={t("facilities.addressHint")}>
        <TextField name="address.line1" label={t("facilities.line1")} autoComplete="off" />
        <FormRow>
          <TextField name="address.postalCode" label={t("facilities.postalCode")} autoComplete="off" />
          <TextField name="address.city" label={t("facilities.city")} autoComplete="off" />
        </FormRow>
        <SelectField
          name="address.countryCode"
          label={t("facilities.country")}
          options={Object.values(countryCodes).map((value) => ({ value, label: regionName(value, tag) }))}
        />
      </FormSection>
      <FormSection title={t("facilities.amenities")}>
        <FormRow>
          <TextField name="parkingPlace" type="number" min={0} label={t("facilities.parkingPlace")} optional />
          <TextField
            name="bicycleParkingPlace"
            type="number"
            min={0}
            label={t("facilities.bicycleParkingPlace")}
            optional
          />
        </FormRow>
        <div className="grid gap-5 sm:grid-cols-2">
          {amenities.map((name) => (
            <TriStateField key={name} name={name} label={t(`facilities.${name}`)} />
          ))}
        </div>
      </FormSection>
      <FormActions>
        <ResetButton />
        <SubmitButton>{t("facilities.create")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
