import { prorations, renewals, termKinds } from "#contract/subscriptions.ts";
import { SegmentedField, SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { FormRow, useFieldValue } from "#web/kit/form/form.tsx";
import { MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField, type TextFieldProps } from "#web/kit/form/text-fields.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { BookingRulesFields } from "#web/organizations/booking-rules-fields.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { KindProductField } from "#web/products/kind-product-field.tsx";
import { DiscountsField } from "./discounts-field.tsx";
import { GrantedPacksField } from "./granted-packs-field.tsx";
import { ageDayLabels, prorationLabels, renewalLabels, termLabels } from "./labels.ts";
import { useGrantChoices } from "./use-grant-choices.ts";

export function TypeFields({ isNew }: { isNew: boolean }) {
  const t = useTranslation();
  return (
    <>
      <FormSection title={t("subscriptions.type")} hint={t("subscriptions.typeHint")}>
        <TextField
          name="name"
          label={t("subscriptions.name")}
          placeholder={t("subscriptions.namePlaceholder")}
          autoComplete="off"
          required
        />
        <TextField name="description" label={t("subscriptions.description")} autoComplete="off" optional />
      </FormSection>
      <PriceSection />
      <TermSection />
      <GrantsSection />
      <FormSection title={t("subscriptions.rules")} hint={t("subscriptions.rulesHint")}>
        <BookingRulesFields none={t("members.rulesInherit")} isOfRole />
      </FormSection>
      <PeopleSection />
      <SaleSection isNew={isNew} />
    </>
  );
}

function PriceSection() {
  const t = useTranslation();
  const currency = useOrganizationCurrency() ?? "EUR";
  return (
    <FormSection title={t("subscriptions.price")} hint={t("subscriptions.priceHint")}>
      <FormRow>
        <MoneyField name="price" label={t("subscriptions.pricePerTerm")} currency={currency} />
        <MoneyField name="joiningFee" label={t("subscriptions.joiningFee")} currency={currency} min={0} optional />
      </FormRow>
      <KindProductField
        kind="subscription"
        hint={t("subscriptions.productHint")}
        usualName={t("products.kindSubscription")}
      />
    </FormSection>
  );
}

const CountField = (props: Omit<TextFieldProps, "type">) => <TextField {...props} type="number" autoComplete="off" />;

function TermSection() {
  const t = useTranslation();
  const kind = useFieldValue("termKind");
  const renews = useFieldValue("renewal") !== "none";
  return (
    <FormSection title={t("subscriptions.term")} hint={t("subscriptions.termHint")}>
      <SegmentedField
        name="termKind"
        label={t("subscriptions.termKind")}
        options={termKinds.map((value) => ({ value, label: t(termLabels[value]) }))}
      />
      {kind === "season" ? (
        <SeasonFields />
      ) : (
        <CountField
          key={String(kind)}
          name="termLength"
          label={t(kind === "days" ? "subscriptions.days" : "subscriptions.months")}
          min={1}
          max={kind === "days" ? 1100 : 36}
          required
        />
      )}
      <SegmentedField
        name="renewal"
        label={t("subscriptions.renewal")}
        hint={t("subscriptions.renewalHint")}
        options={renewals.map((value) => ({ value, label: t(renewalLabels[value]) }))}
      />
      {renews && (
        <FormRow>
          <CountField
            name="noticeDays"
            label={t("subscriptions.noticeDays")}
            hint={t("subscriptions.noticeHint")}
            min={31}
            max={90}
            required
          />
          <CountField
            name="graceDays"
            label={t("subscriptions.graceDays")}
            hint={t("subscriptions.graceHint")}
            min={0}
            max={60}
            required
          />
        </FormRow>
      )}
      <FreezeFields />
    </FormSection>
  );
}

/** The first month of 2024, whose year does not matter. */
const monthDate = (month: number) => new Date(Date.UTC(2024, month - 1, 15));
const monthNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function SeasonFields() {
  const t = useTranslation();
  const { monthShort } = useDateFormats("UTC");
  return (
    <>
      <FormRow>
        <CountField name="seasonDay" label={t("subscriptions.seasonDay")} min={1} max={31} required />
        <SelectField
          name="seasonMonth"
          label={t("subscriptions.seasonMonth")}
          options={monthNumbers.map((value) => ({ value, label: monthShort(monthDate(value)) }))}
        />
      </FormRow>
      <SelectField
        name="prorate"
        label={t("subscriptions.prorate")}
        options={prorations.map((value) => ({ value, label: t(prorationLabels[value]) }))}
      />
    </>
  );
}

function FreezeFields() {
  const t = useTranslation();
  const days = useFieldValue("freezeMaxDays");
  return (
    <FormRow>
      <CountField
        name="freezeMaxDays"
        label={t("subscriptions.freezeMaxDays")}
        hint={t("subscriptions.freezeMaxHint")}
        min={0}
        max={366}
        required
      />
      {days !== 0 && (
        <CountField name="freezeMinDays" label={t("subscriptions.freezeMinDays")} min={1} max={90} required />
      )}
    </FormRow>
  );
}

function GrantsSection() {
  const t = useTranslation();
  const { roles } = useGrantChoices();
  return (
    <FormSection title={t("subscriptions.whatItGrants")} hint={t("subscriptions.grantsHint")}>
      <SelectField
        name="roleId"
        label={t("subscriptions.role")}
        hint={t("subscriptions.roleHint")}
        options={[
          { value: null, label: t("subscriptions.noRole") },
          ...roles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <DiscountsField />
      <GrantedPacksField />
    </FormSection>
  );
}

function PeopleSection() {
  const t = useTranslation();
  const isSeason = useFieldValue("termKind") === "season";
  const hasAge = [useFieldValue("minAge"), useFieldValue("maxAge")].some((age) => typeof age === "number");
  return (
    <FormSection title={t("subscriptions.people")} hint={t("subscriptions.peopleHint")}>
      <FormRow>
        <CountField name="minAge" label={t("subscriptions.minAge")} min={0} max={120} optional />
        <CountField name="maxAge" label={t("subscriptions.maxAge")} min={0} max={120} optional />
      </FormRow>
      {hasAge && isSeason && (
        <SegmentedField
          name="ageOn"
          label={t("subscriptions.ageOn")}
          options={(["start", "season"] as const).map((value) => ({ value, label: t(ageDayLabels[value]) }))}
        />
      )}
    </FormSection>
  );
}

function SaleSection({ isNew }: { isNew: boolean }) {
  const t = useTranslation();
  return (
    <FormSection title={t("subscriptions.sale")} hint={t("subscriptions.saleHint")}>
      <FormRow>
        <DateField name="saleFrom" label={t("subscriptions.saleFrom")} optional />
        <DateField name="saleTo" label={t("subscriptions.saleTo")} optional />
        <CountField name="capacity" label={t("subscriptions.capacity")} min={1} max={100_000} optional />
      </FormRow>
      <SwitchField name="soldOnline" label={t("orders.soldOnline")} hint={t("orders.soldOnlineHint")} />
      <TextareaField name="termsText" label={t("subscriptions.terms")} hint={t("subscriptions.termsHint")} optional />
      {!isNew && <SwitchField name="active" label={t("subscriptions.active")} hint={t("subscriptions.activeHint")} />}
    </FormSection>
  );
}
