/** The parts of an organization's settings that are saved by themselves; here, those of its invoices. */
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { currencies, type Organization, OrganizationChanges, vatProfiles } from "#contract/organizations.ts";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, type Initial, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { TimezoneField } from "#web/kit/timezone-field.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";
import { vatLabels } from "./labels.ts";
import { useOrganizationChange } from "./organization-form-pages.tsx";

/** People say 5.5 %, and the contract 550. */
const percent = z.pipe(
  z.number().check(z.gte(0), z.lte(100)),
  z.transform((rate: number) => Math.round(rate * 100)),
);
const Money = z.extend(z.pick(OrganizationChanges, { timezone: true, currency: true, vatProfile: true }), {
  vatRate: percent,
});
const Seller = z.pick(OrganizationChanges, { legalName: true, addressLine: true, postalCode: true, city: true });
export interface PartProps {
  organization: Organization;
}

interface PartFormProps<S extends z.ZodMiniType> extends PartProps {
  title: string;
  hint: string;
  schema: S;
  values: Initial<S>;
  children: ReactNode;
}

/** A part with its own button; its values are what the server has, until somebody changes them. */
export function PartForm<S extends z.ZodMiniType>(props: PartFormProps<S>) {
  const { organization, title, hint, schema, values, children } = props;
  const change = useOrganizationChange();
  return (
    <Form
      key={JSON.stringify(values)}
      schema={schema}
      defaultValues={values}
      // Every part is a part of the organization's changes.
      onSubmit={(parsed) => change(organization, parsed as Parameters<typeof change>[1])}
      label={title}
    >
      <FormSection title={title} hint={hint}>
        {children}
        <FormActions>
          <ResetButton />
          <SubmitButton />
        </FormActions>
      </FormSection>
    </Form>
  );
}

export function SellerForm({ organization }: PartProps) {
  const t = useWords();
  const { name, legalName, addressLine, postalCode, city } = organization;
  return (
    <PartForm
      organization={organization}
      title={t("organizations.seller")}
      hint={t("organizations.sellerText")}
      schema={Seller}
      values={{ legalName, addressLine, postalCode, city }}
    >
      <TextField
        name="legalName"
        label={t("organizations.legalName")}
        hint={t("organizations.legalNameHint")}
        placeholder={name}
        optional
      />
      <TextField name="addressLine" label={t("organizations.addressLine")} autoComplete="off" optional />
      <FormRow>
        <TextField name="postalCode" label={t("organizations.postalCode")} autoComplete="off" optional />
        <TextField name="city" label={t("organizations.city")} autoComplete="off" optional />
      </FormRow>
    </PartForm>
  );
}

export function MoneyForm({ organization }: PartProps) {
  const t = useWords();
  const { timezone, currency, vatProfile, vatRate } = organization;
  const tag = useLocale();
  const names = new Intl.DisplayNames(tag, { type: "currency" });
  return (
    <PartForm
      organization={organization}
      title={t("organizations.placeAndMoney")}
      hint={t("organizations.placeAndMoneyText")}
      schema={Money}
      values={{ timezone, currency: currency as "EUR", vatProfile, vatRate: vatRate / 100 }}
    >
      <FormRow>
        <TimezoneField
          name="timezone"
          label={t("organizations.timezone")}
          hint={t("organizations.timezoneHint")}
          required
        />
        <SelectField
          name="currency"
          label={t("organizations.currency")}
          options={currencies.map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))}
        />
      </FormRow>
      <FormRow>
        <SelectField
          name="vatProfile"
          label={t("organizations.vatProfile")}
          options={vatProfiles.map((value) => ({ value, label: t(vatLabels[value]) }))}
        />
        <RateField />
      </FormRow>
    </PartForm>
  );
}

/** Counts only for who charges VAT. */
function RateField() {
  const t = useWords();
  const charged = useFieldValue("vatProfile") === "standard";
  return (
    <TextField
      name="vatRate"
      type="number"
      inputMode="decimal"
      step="0.1"
      suffix="%"
      label={t("organizations.vatRate")}
      hint={charged ? undefined : t("organizations.vatRateUnused")}
      disabled={!charged}
    />
  );
}
