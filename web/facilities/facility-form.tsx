/** Form of a facility (venue). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { amenities, type Facility } from "#contract/facility-shape.ts";
import { files } from "#contract/files.ts";
import { countryCodeOf, FRANCE_ID } from "#contract/general-countries-rules.ts";
import { timezonesOf } from "#contract/general-timezones-rules.ts";
import { type Organization } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
import { proposeTimezone, timezoneOfAddress } from "#contract/places-timezones-rules.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { PhotoField } from "#web/files/photo-field.tsx";
import { TriStateField } from "#web/kit/form/choice-fields.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { timezoneLabel, TimezoneField } from "#web/kit/form/timezone-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OrganizationField } from "#web/organizations/organization-field.tsx";
import { AddressField, manualPlaceId } from "#web/places/address-field.tsx";
import { toAddressDraft, facilityForm, FacilityFormDraft } from "./facility-draft.ts";
import { PublicPageSection } from "./public-page-section.tsx";
import { SellerAddressButton } from "./seller-address-button.tsx";

interface FacilityFormProps {
  facility?: Facility;
  askOrganization?: boolean;
  onSave: (draft: FacilityFormDraft) => Promise<unknown>;
}

/** The organization of the facility, where the reader may know it. */
function useOwnOrganization(facility: Facility | undefined): Organization | undefined {
  const { organizationId, isPlatform, can } = useScope();
  const chosen = useFieldText("organizationId");
  const id = facility?.organization.id ?? (isPlatform ? chosen : organizationId);
  const { data } = useQuery({
    ...endpointQuery(organizations.read, { params: { organizationId: id } }, { quiet: true }),
    enabled: id !== "" && can(organizations.read),
  });
  return data?.data;
}

function WhereaboutsFields({
  facility,
  start,
}: {
  facility: Facility | undefined;
  start: { placeId?: string | null };
}) {
  const organization = useOwnOrganization(facility);
  const country = countryCodeOf(organization?.countryId ?? FRANCE_ID) ?? "FR";
  const label = facility?.localization.completeAddress;
  return (
    <>
      <AddressField
        country={country}
        known={facility && toAddressDraft(facility, country)}
        chosen={label ? { placeId: start.placeId ?? "", label } : undefined}
      />
      <SellerAddressButton organization={organization} />
      <FacilityTimezoneField isNew={facility === undefined} organization={organization} />
    </>
  );
}

interface FacilityTimezoneFieldProps {
  isNew: boolean;
  organization: Organization | undefined;
}

/** Says which zone the server would take, and asks for one where none is told. */
function FacilityTimezoneField({ isNew, organization }: FacilityTimezoneFieldProps) {
  const t = useTranslation();
  const set = useSetField();
  const placeId = useFieldText("placeId");
  const isByHand = placeId.startsWith(manualPlaceId);
  const countryCode = useFieldText("address.countryCode");
  const postalCode = useFieldText("address.postalCode");
  // An address by hand of which nothing is filled in is none.
  const address = isByHand && postalCode.trim() !== "" ? { countryCode, postalCode } : null;
  const told = address ? timezoneOfAddress(address) : undefined;
  const toldBefore = useRef(told);
  // Another address in another zone moves the clock with it, in sight.
  useEffect(() => {
    if (!isNew && told !== undefined && toldBefore.current !== told) set("timezone", told);
    toldBefore.current = told ?? toldBefore.current;
  }, [isNew, told, set]);
  const isFound = placeId !== "" && !isByHand;
  const proposed = isFound || !organization ? undefined : proposeTimezone(address, organization.timezone);
  const isAsked = address !== null && proposed === undefined && organization !== undefined;
  const placeholder = proposed
    ? t("facilities.timezoneProposed", { zone: timezoneLabel(proposed) })
    : t(isAsked ? "kit.choose" : "facilities.timezoneGiven");
  return (
    <TimezoneField
      name="timezone"
      label={t("facilities.timezone")}
      placeholder={placeholder}
      hint={t(isNew && isAsked ? "facilities.timezoneAsked" : "facilities.timezoneHint")}
      first={timezonesOf(address?.countryCode ?? countryCodeOf(organization?.countryId ?? FRANCE_ID) ?? "FR")}
      clearable={isNew}
      required={!isNew || isAsked}
    />
  );
}

export function FacilityForm({ facility, askOrganization = false, onSave }: FacilityFormProps) {
  const t = useTranslation();
  const { can } = useScope();
  const isNew = facility === undefined;
  const title = t(isNew ? "facilities.create" : "facilities.edit");
  const start = isNew ? facilityForm.blank : facilityForm.filledWith(facility);
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
        <WhereaboutsFields facility={facility} start={start} />
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
      <PublicPageSection publishedHint={t("pages.facilityPublishedHint")} isNew={isNew} />
      <FormActions>
        <ResetButton />
        <SubmitButton>{isNew ? title : t("kit.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
