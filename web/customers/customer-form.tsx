import { useQuery } from "@tanstack/react-query";
import { billings, mostPaymentDays } from "#contract/customers-billing-rules.ts";
import { type CustomerDetail, customerKinds } from "#contract/customers.ts";
import { FIRST_CUSTOM_ROLE_ID } from "#contract/permissions.ts";
import { members } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { MultiSelectField, SegmentedField, SelectField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "#web/members/member-badges.tsx";
import { countryOptions } from "#web/organizations/countries.ts";
import { splitTypedCustomer } from "./booking-customer.ts";
import { CustomerFormDraft, customerForm } from "./customer-draft.ts";
import { CustomerField } from "./customer-field.tsx";
import { billingLabels, kindLabels } from "./labels.ts";

interface CustomerFormProps {
  customer?: CustomerDetail;
  /** A new customer, as it was searched for: a name, and perhaps a telephone number or an email. */
  name?: string | undefined;
  onSave: (draft: CustomerFormDraft) => Promise<unknown>;
}

/** The last word alone is the last name: people are searched for by it. */
function readTyped(text: string) {
  const { name, phone, email } = splitTypedCustomer(text);
  const words = name.split(" ");
  return { firstName: words.slice(0, -1).join(" "), lastName: words.at(-1) ?? "", phone, email };
}

export function CustomerForm({ customer, name, onSave }: CustomerFormProps) {
  const t = useTranslation();
  const isNew = customer === undefined;
  const title = t(isNew ? "customers.create" : "customers.edit");
  return (
    <Form
      schema={CustomerFormDraft}
      defaultValues={
        isNew ? { ...customerForm.blank, ...(name && readTyped(name)) } : customerForm.filledWith(customer)
      }
      onSubmit={onSave}
      label={title}
      className="gap-6"
    >
      <FormSection title={t("customers.one")}>
        <NameFields ofAccount={Boolean(customer?.userId)} />
        <CategoriesField customer={customer} />
      </FormSection>
      <FormSection title={t("customers.address")}>
        <AddressFields />
      </FormSection>
      <TermsSection />
      <FormSection title={t("customers.more")}>
        <MoreFields customer={customer} />
      </FormSection>
      <FormActions>
        <ResetButton />
        <SubmitButton>{isNew ? title : t("kit.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** @param ofAccount name and contact are the account's */
function NameFields({ ofAccount }: { ofAccount: boolean }) {
  const t = useTranslation();
  const isCompany = useFieldValue("kind") === "company";
  const disabled = ofAccount;
  return (
    <>
      {ofAccount && <p className="text-13 text-ink-3">{t("customers.ofAccountHint")}</p>}
      <SegmentedField
        name="kind"
        label={t("customers.kind")}
        options={customerKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
        disabled={disabled}
      />
      {isCompany && <TextField name="legalName" label={t("customers.legalName")} required disabled={disabled} />}
      <FormRow>
        <TextField name="firstName" label={t("customers.firstName")} optional={isCompany} disabled={disabled} />
        <TextField name="lastName" label={t("customers.lastName")} optional={isCompany} disabled={disabled} />
      </FormRow>
      <FormRow>
        <TextField name="phone" type="tel" label={t("members.phone")} optional disabled={disabled} />
        <TextField name="email" type="email" label={t("members.email")} optional disabled={disabled} />
      </FormRow>
    </>
  );
}

function CategoriesField({ customer }: { customer: CustomerDetail | undefined }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(members.roles, { params: { organizationId }, query: { per_page: 100 } }));
  const isOfAccount = Boolean(customer?.userId);
  const categories = (data?.data ?? []).filter(({ type, id }) => type === "member" && id >= FIRST_CUSTOM_ROLE_ID);
  const held = customer?.roles ?? [];
  if (categories.length === 0 && held.length === 0) return null;
  return (
    <MultiSelectField
      name="roleIds"
      label={t("customers.categories")}
      options={categories.map((role) => ({ value: role.id, label: roleName(t, role) }))}
      known={held.map((role) => ({ value: role.id, label: roleName(t, role) }))}
      hint={t(isOfAccount ? "customers.rolesOfAccount" : "customers.categoriesHint")}
      disabled={isOfAccount}
      optional
    />
  );
}

function AddressFields() {
  const t = useTranslation();
  const language = useLanguage();
  return (
    <>
      <TextField name="addressLine" label={t("customers.addressLine")} optional />
      <FormRow>
        <TextField name="postalCode" label={t("customers.postalCode")} optional />
        <TextField name="city" label={t("customers.city")} optional />
      </FormRow>
      <FormRow>
        <TextField name="region" label={t("customers.region")} optional />
        <SelectField name="countryId" label={t("customers.country")} options={countryOptions(language)} optional />
      </FormRow>
    </>
  );
}

/** Credit is given by who takes the money. */
function TermsSection() {
  const t = useTranslation();
  const { can } = useScope();
  const isMonthly = useFieldValue("billing") === "monthly";
  if (!can("payments.record")) return null;
  return (
    <FormSection title={t("customers.terms")}>
      <SegmentedField
        name="billing"
        label={t("customers.billing")}
        options={billings.map((value) => ({ value, label: t(billingLabels[value]) }))}
      />
      {isMonthly && <p className="text-13 text-ink-3">{t("customers.billingHint")}</p>}
      <TextField
        name="paymentDays"
        type="number"
        min={0}
        max={mostPaymentDays[isMonthly ? "monthly" : "at_payment"]}
        label={t("customers.paymentDays")}
        hint={t("customers.paymentDaysHint")}
        required
      />
      <DateField
        name="remindersPausedUntil"
        label={t("customers.remindersPausedUntil")}
        hint={t("customers.remindersPausedUntilHint")}
        optional
      />
    </FormSection>
  );
}

function MoreFields({ customer }: { customer: CustomerDetail | undefined }) {
  const t = useTranslation();
  const isCompany = useFieldValue("kind") === "company";
  return (
    <>
      {isCompany ? (
        <FormRow>
          <TextField name="identificationNumber" label={t("customers.identificationNumber")} optional />
          <TextField name="vatNumber" label={t("customers.vatNumber")} optional />
        </FormRow>
      ) : (
        <FormRow>
          <DateField name="birthDate" label={t("customers.birthDate")} optional />
          <CustomerField
            name="guardianId"
            label={t("customers.guardian")}
            known={customer?.guardian ?? null}
            exceptId={customer?.id}
            optional
          />
        </FormRow>
      )}
      <TextField name="externalId" label={t("customers.externalId")} hint={t("customers.externalIdHint")} optional />
    </>
  );
}
