/** What an organization's team decides once: its clock, its money, and how it is booked. Each part is saved by itself. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import {
  approvals,
  currencies,
  type Organization,
  OrganizationChanges,
  organizations,
  vatProfiles,
} from "#contract/organizations.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { SegmentsField, SelectField, SwitchField } from "#web/kit/choice-fields.tsx";
import { ComboboxField } from "#web/kit/combobox-field.tsx";
import { DescriptionList, Fact } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, type Initial, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { BookingRulesFields } from "./booking-rules-fields.tsx";
import { approvalLabels, countryName, typeLabels, vatLabels } from "./labels.ts";
import { useOrganizationChange } from "./organization-edit-page.tsx";
import { useOrganizationCrumbs } from "./organization-tabs.tsx";

/** People say 5.5 %, and the contract 550. */
const percent = z.pipe(
  z.number().check(z.gte(0), z.lte(100)),
  z.transform((rate: number) => Math.round(rate * 100)),
);
const Money = z.extend(z.pick(OrganizationChanges, { timezone: true, currency: true, vatProfile: true }), {
  vatRate: percent,
});
const Booking = z.pick(OrganizationChanges, { approvalDefault: true, cancellationDeadline: true, paymentOnSite: true });
const Rules = z.pick(OrganizationChanges, { bookingRules: true });

export function SettingsPage() {
  const t = useWords();
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery(read(organizations.read, { params: { organizationId } }));
  return (
    <Page title={t("organizations.settings")} crumbs={useOrganizationCrumbs() ?? []}>
      {data ? (
        <div className="grid gap-6">
          <Profile organization={data.data} />
          <MoneyForm organization={data.data} />
          <BookingForm organization={data.data} />
          <RulesForm organization={data.data} />
        </div>
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={12} aside={false} />
      )}
    </Page>
  );
}

interface PartProps {
  organization: Organization;
}

function Profile({ organization }: PartProps) {
  const t = useWords();
  const tag = useLocale();
  const { path } = useScope();
  return (
    <FormSection title={t("organizations.profile")} hint={t("organizations.profileText")}>
      <Card>
        <DescriptionList>
          <Fact name={t("organizations.name")}>{organization.name}</Fact>
          <Fact name={t("organizations.type")}>{t(typeLabels[organization.type])}</Fact>
          <Fact name={t("organizations.country")}>{countryName(organization.countryId, tag)}</Fact>
          <Fact name={t("organizations.identificationNumber")}>{organization.identificationNumber}</Fact>
          <Fact name={t("organizations.vatNumber")}>{organization.vatNumber}</Fact>
        </DescriptionList>
      </Card>
      <Link to={path("/edit")} className={buttonClass("secondary", "md", "justify-self-end")}>
        <Pencil aria-hidden />
        {t("organizations.edit")}
      </Link>
    </FormSection>
  );
}

interface PartFormProps<S extends z.ZodMiniType> {
  title: string;
  hint: string;
  schema: S;
  values: Initial<S>;
  children: ReactNode;
}

/** A part with its own button; its values are what the server has, until somebody changes them. */
function PartForm<S extends z.ZodMiniType>({ title, hint, schema, values, children }: PartFormProps<S>) {
  const change = useOrganizationChange();
  return (
    <Form
      key={JSON.stringify(values)}
      schema={schema}
      defaultValues={values}
      // Every part is a part of the organization's changes.
      onSubmit={(parsed) => change(parsed as Parameters<typeof change>[0])}
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

const zoneName = (zone: string) => zone.replaceAll("_", " ");
const zones = Intl.supportedValuesOf("timeZone").map((value) => ({ value, label: zoneName(value) }));

function MoneyForm({ organization: { timezone, currency, vatProfile, vatRate } }: PartProps) {
  const t = useWords();
  const tag = useLocale();
  const names = new Intl.DisplayNames(tag, { type: "currency" });
  return (
    <PartForm
      title={t("organizations.placeAndMoney")}
      hint={t("organizations.placeAndMoneyText")}
      schema={Money}
      values={{ timezone, currency: currency as "EUR", vatProfile, vatRate: vatRate / 100 }}
    >
      <FormRow>
        <ComboboxField
          name="timezone"
          label={t("organizations.timezone")}
          hint={t("organizations.timezoneHint")}
          options={zones}
          chosenLabel={zoneName(timezone)}
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

function BookingForm({ organization: { approvalDefault, cancellationDeadline, paymentOnSite } }: PartProps) {
  const t = useWords();
  return (
    <PartForm
      title={t("organizations.bookings")}
      hint={t("organizations.bookingsText")}
      schema={Booking}
      values={{ approvalDefault, cancellationDeadline, paymentOnSite }}
    >
      <FormRow>
        <SegmentsField
          name="approvalDefault"
          label={t("organizations.approvalDefault")}
          options={approvals.map((value) => ({ value, label: t(approvalLabels[value]) }))}
        />
        <TextField
          name="cancellationDeadline"
          type="number"
          min={0}
          suffix="h"
          label={t("organizations.cancellationDeadline")}
          hint={t("organizations.cancellationHint")}
        />
      </FormRow>
      <SwitchField
        name="paymentOnSite"
        label={t("organizations.paymentOnSite")}
        hint={t("organizations.paymentOnSiteHint")}
      />
    </PartForm>
  );
}

function RulesForm({ organization: { bookingRules } }: PartProps) {
  const t = useWords();
  return (
    <PartForm
      title={t("organizations.bookingRules")}
      hint={t("organizations.bookingRulesText")}
      schema={Rules}
      values={{ bookingRules }}
    >
      <BookingRulesFields none={t("organizations.noLimit")} />
    </PartForm>
  );
}
