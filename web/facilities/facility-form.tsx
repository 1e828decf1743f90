import { amenities, type Facility } from "#contract/facilities.ts";
import { files } from "#contract/files.ts";
import { PhotoField } from "#web/files/photo-field.tsx";
import { TriStateField } from "#web/kit/form/choice-fields.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { TimezoneField } from "#web/kit/form/timezone-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OrganizationField } from "#web/organizations/organization-field.tsx";
import { AddressField } from "#web/places/address-field.tsx";
import { toAddressDraft, facilityForm, FacilityFormDraft } from "./facility-draft.ts";

interface FacilityFormProps {
  facility?: Facility;
  askOrganization?: boolean;
  onSave: (draft: FacilityFormDraft) => Promise<unknown>;
}

export function FacilityForm({ facility, askOrganization = false, onSave }: FacilityFormProps) {
  const t = useTranslation();
  const { can } = useScope();
  const isNew = facility === undefined;
  const title = t(isNew ? "facilities.create" : "facilities.edit");
  const start = isNew ? facilityForm.blank : facilityForm.filledWith(facility);
  const label = facility?.localization.completeAddress;
  return (
    <Form
      schema={FacilityFormDraft}
      defaultValues={{ ...start, photos: [], ...(askOrganization ? { organizationId: "" } : {}) }}
      onSubmit={onSave}
      label={title}
      className="gap-6"
    >
      {askOrganization && (
        <FormSection title={t("organizations.one")} hint={t("organizations.chooseHint")}>
          <OrganizationField />
        </FormSection>
      )}
      <FormSection title={t("facilities.one")} hint={isNew ? t("facilities.noneHint") : undefined}>
        <TextField name="name" label={t("facilities.name")} required />
        <TextareaField name="description" label={t("facilities.description")} optional />
        {can(files.upload) && (
          <PhotoField name="photos" label={t("facilities.photo")} current={facility?.image} optional />
        )}
      </FormSection>
      <FormSection title={t("facilities.whereabouts")} hint={t("facilities.whereaboutsHint")}>
        <AddressField
          known={facility && toAddressDraft(facility)}
          chosen={label ? { placeId: start.placeId ?? "", label } : undefined}
        />
        <TimezoneField
          name="timezone"
          label={t("facilities.timezone")}
          placeholder={t("facilities.timezoneGiven")}
          hint={t("facilities.timezoneHint")}
          clearable={isNew}
          required={!isNew}
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
        <SubmitButton>{isNew ? title : t("kit.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
