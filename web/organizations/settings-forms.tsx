/** Parts of an organization's settings, each saved alone: currency and time zone here. */
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { countryCodeOf, type Currency } from "#contract/general-countries-rules.ts";
import { timezonesOf } from "#contract/general-timezones-rules.ts";
import { type Organization, OrganizationChanges } from "#contract/organization-shape.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import {
  Form,
  FormActions,
  FormRow,
  type InitialValues,
  ResetButton,
  SubmitButton,
  useFormProgress,
} from "#web/kit/form/form.tsx";
import { TimezoneField } from "#web/kit/form/timezone-field.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { currencyOptions } from "./countries.ts";
import { useUpdateOrganization } from "./organization-form-pages.tsx";

/** Assigns each member of an organization to the form that edits it. */
const parts = {
  name: "details",
  enabled: "details",
  type: "details",
  countryId: "details",
  email: "details",
  phone: "details",
  vatNumber: "details",
  identificationNumber: "details",
  isUnregistered: "seller",
  vatNumberPending: "seller",
  legalName: "seller",
  legalForm: "seller",
  shareCapital: "seller",
  registrationCity: "seller",
  addressLine: "seller",
  postalCode: "seller",
  city: "seller",
  region: "seller",
  vatProfile: "seller",
  vatRate: "seller",
  vatOnDebits: "seller",
  timezone: "money",
  currency: "money",
  approvalDefault: "booking",
  paymentOnSite: "booking",
  bookingRules: "rules",
  bookingPrivacy: "privacy",
  joining: "joining",
  guestBooking: "guests",
  guestRules: "guests",
  waitlist: "waitlist",
  unpaidShares: "shares",
  reminderLead: "reminders",
  reminderFrom: "reminders",
  pushReminderLead: "reminders",
  debtReminderSteps: "debts",
  demandsSecondFactor: "signIn",
} as const satisfies Record<
  // Deprecated: the rules have its steps.
  Exclude<keyof z.input<typeof OrganizationChanges>, "cancellationDeadline">,
  | "details"
  | "seller"
  | "money"
  | "booking"
  | "rules"
  | "privacy"
  | "joining"
  | "guests"
  | "waitlist"
  | "shares"
  | "reminders"
  | "debts"
  | "signIn"
>;
type Part = (typeof parts)[keyof typeof parts];
type MembersOf<P extends Part> = { [K in keyof typeof parts as (typeof parts)[K] extends P ? K : never]: true };

export const membersOf = <const P extends Part>(part: P) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, own]) => (own === part ? [[name, true]] : [])),
  ) as unknown as MembersOf<P>;

export const valuesOf = <const P extends Part>(organization: Organization, part: P) =>
  Object.fromEntries(Object.entries(organization).filter(([name]) => name in membersOf(part))) as unknown as Pick<
    Organization,
    keyof MembersOf<P>
  >;

const MoneySettings = z.pick(OrganizationChanges, membersOf("money"));
export interface SettingsPartProps {
  organization: Organization;
}

interface SettingsPartFormProps<S extends z.ZodMiniType> extends SettingsPartProps {
  title: string;
  hint: string;
  schema: S;
  values: InitialValues<S>;
  children: ReactNode;
}

/** A section with its own submit button. The key resets the form when the server's values change. */
export function SettingsPartForm<S extends z.ZodMiniType>(props: SettingsPartFormProps<S>) {
  const { organization, title, hint, schema, values, children } = props;
  const change = useUpdateOrganization();
  return (
    <Form
      key={JSON.stringify(values)}
      schema={schema}
      defaultValues={values}
      // The schema of each section is part of `OrganizationChanges`.
      onSubmit={(parsed) => change(organization, parsed as Parameters<typeof change>[1])}
      label={title}
    >
      <FormSection title={title} hint={hint}>
        {children}
        <ChangedActions />
      </FormSection>
    </Form>
  );
}

/** The buttons of a part wait for a change, so that a page of several parts shows which one is not saved. */
function ChangedActions() {
  const { dirty } = useFormProgress();
  return (
    <FormActions>
      <ResetButton disabled={!dirty} />
      <SubmitButton variant={dirty ? "primary" : "secondary"} disabled={!dirty} />
    </FormActions>
  );
}

export function MoneyForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  const { countryId, currency } = organization;
  const tag = useLocale();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.placeAndMoney")}
      hint={t("organizations.placeAndMoneyText")}
      schema={MoneySettings}
      values={{ ...valuesOf(organization, "money"), currency: currency as Currency }}
    >
      <FormRow>
        <TimezoneField
          name="timezone"
          label={t("organizations.timezone")}
          hint={t("organizations.timezoneHint")}
          first={timezonesOf(countryCodeOf(countryId) ?? "")}
          required
        />
        <SelectField
          name="currency"
          label={t("organizations.currency")}
          hint={t("organizations.currencyHint")}
          options={currencyOptions(tag)}
        />
      </FormRow>
    </SettingsPartForm>
  );
}
