import { type CountryId, countries, FRANCE_ID, UNITED_STATES_ID } from "#contract/general-countries-rules.ts";
import { countryOfTimezone, proposeOrganization, timezonesOf } from "#contract/general-timezones-rules.ts";
import { type Organization, OrganizationDraft } from "#contract/organization-shape.ts";
import { organizationTypes } from "#contract/organization-options.ts";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { formMembers } from "#web/kit/form/form-members.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import {
  Form,
  FormActions,
  FormRow,
  ResetButton,
  SubmitButton,
  useFieldValue,
  useSetField,
} from "#web/kit/form/form.tsx";
import { TimezoneField } from "#web/kit/form/timezone-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import type * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { ownTimeZone } from "#messages/dates.ts";
import { countryName, countryOptions, currencyOptions } from "./countries.ts";
import { typeLabels } from "./labels.ts";
import { taxNumberLabel } from "./tax-number-label.ts";

type Draft = z.output<typeof OrganizationDraft>;

const organizationForm = formMembers<z.input<typeof OrganizationDraft>, Organization>({
  name: { blank: "" },
  type: { blank: organizationTypes[0] },
  // The contract accepts no other countries.
  countryId: { blank: FRANCE_ID, from: ({ countryId }) => countryId as CountryId },
  timezone: { blank: "", from: () => undefined },
  currency: { blank: null, from: () => undefined },
  email: { blank: "" },
  phone: { blank: "" },
  vatNumber: { blank: "" },
  identificationNumber: { blank: "" },
  enabled: { blank: true },
  addOwner: { blank: false, from: () => undefined },
  emailOwner: { blank: "", from: () => undefined },
});

/** The country of the person, and what it proposes. */
function newOrganization() {
  const ownZone = ownTimeZone();
  const countryId = countryOfTimezone(ownZone);
  return { ...organizationForm.blank, countryId, ...proposeOrganization(countryId, ownZone) };
}

interface OrganizationFormProps {
  organization?: Organization;
  onSave: (draft: Draft) => Promise<unknown>;
}

export function OrganizationForm({ organization, onSave }: OrganizationFormProps) {
  const t = useTranslation();
  const isNew = organization === undefined;
  const title = t(isNew ? "organizations.create" : "organizations.edit");
  return (
    <Form
      key={organization?.updated_at}
      schema={OrganizationDraft}
      defaultValues={isNew ? newOrganization() : organizationForm.filledWith(organization)}
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
          <CountryField before={organization?.countryId} />
        </FormRow>
        {isNew && <PlaceAndMoneyFields />}
      </FormSection>
      <FormSection title={t("organizations.contact")}>
        <FormRow>
          <TextField name="email" type="email" label={t("organizations.email")} autoComplete="off" optional />
          <TextField name="phone" type="tel" label={t("organizations.phone")} autoComplete="off" optional />
        </FormRow>
      </FormSection>
      <FormSection title={t("organizations.legal")}>
        <FormRow>
          <TaxNumberField />
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

const useCountryId = () => (useFieldValue("countryId") ?? FRANCE_ID) as CountryId;

/** Proposes zone and currency of a new organization; those of another one stay. */
function CountryField({ before }: { before: number | undefined }) {
  const t = useTranslation();
  const tag = useLocale();
  const set = useSetField();
  const countryId = useCountryId();
  const propose = (id: CountryId) => {
    const { timezone, currency } = proposeOrganization(id, ownTimeZone());
    set("timezone", timezone);
    set("currency", currency);
  };
  const moves = before !== undefined && before !== countryId;
  return (
    <SelectField
      name="countryId"
      label={t("organizations.country")}
      hint={moves ? t("organizations.countryMoved") : undefined}
      options={countryOptions(tag)}
      {...(before === undefined ? { onChosen: propose } : {})}
    />
  );
}

function PlaceAndMoneyFields() {
  const t = useTranslation();
  const tag = useLocale();
  const countryId = useCountryId();
  const zone = useFieldText("timezone");
  const country = countryName(countryId, tag);
  const { code, currency } = countries[countryId];
  const known = timezonesOf(code);
  const zoneHint = known.length > 1 ? "organizations.timezoneAsked" : "organizations.timezoneProposed";
  return (
    <FormRow>
      <TimezoneField
        name="timezone"
        label={t("organizations.timezone")}
        hint={
          known.includes(zone) || zone === ""
            ? t(zoneHint, { country })
            : t("organizations.timezoneElsewhere", { country })
        }
        first={known}
        required
      />
      <SelectField
        name="currency"
        label={t("organizations.currency")}
        hint={t("organizations.currencyProposed", { country, currency })}
        options={currencyOptions(tag)}
      />
    </FormRow>
  );
}

function TaxNumberField() {
  const t = useTranslation();
  return <TextField name="vatNumber" label={t(taxNumberLabel(useCountryId()))} optional />;
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
  const countryId = useCountryId();
  const hints: Partial<Record<CountryId, MessageKey>> = {
    [FRANCE_ID]: "organizations.identificationHint",
    [UNITED_STATES_ID]: "organizations.identificationHintUs",
  };
  const hint = hints[countryId];
  return (
    <TextField
      name="identificationNumber"
      label={t("organizations.identificationNumber")}
      hint={hint && t(hint)}
      optional
    />
  );
}
