/** The form of a promo code. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { prices } from "#contract/prices.ts";
import { promoKinds, promoTargets } from "#contract/promo-codes-discount-rules.ts";
import { type PromoCode, promoCodes } from "#contract/promo-codes.ts";
import { FieldsField } from "#web/fields/fields-field.tsx";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { MultiSelectField, SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormRow, useFieldValue } from "#web/kit/form/form.tsx";
import { MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useCategories } from "#web/members/use-categories.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { kindLabels, targetLabels } from "./labels.ts";
import { PromoCodeFormDraft, toDraft, toFormValues } from "./promo-code-draft.ts";
import { WindowsField } from "./windows-field.tsx";

export function PromoCodeForm({ code, onClose }: { code: PromoCode | undefined; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const currency = useOrganizationCurrency() ?? "EUR";
  const cache = useQueryClient();
  const params = { organizationId };
  const refresh = {
    onSuccess: () =>
      Promise.all([promoCodes.list, prices.quote].map(({ name }) => cache.invalidateQueries({ queryKey: [name] }))),
  };
  const create = useMutation({ ...endpointMutation(promoCodes.create), ...refresh });
  const update = useMutation({ ...endpointMutation(promoCodes.update), ...refresh });
  return (
    <Form
      schema={PromoCodeFormDraft}
      defaultValues={toFormValues(code)}
      guard={false}
      onSubmit={async (values) => {
        const body = toDraft(values);
        if (code) await update.mutateAsync({ params: { ...params, promoCodeId: code.id }, body });
        else await create.mutateAsync({ params, body });
        onClose();
      }}
    >
      <TextField
        name="code"
        label={t("promo-codes.code")}
        hint={t("promo-codes.codeHint")}
        placeholder={t("promo-codes.codePlaceholder")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <SegmentedField
        name="appliesTo"
        label={t("promo-codes.appliesTo")}
        options={promoTargets.map((value) => ({ value, label: t(targetLabels[value]) }))}
      />
      <DiscountFields currency={currency} />
      <MoneyField name="minAmount" label={t("promo-codes.minAmount")} currency={currency} optional />
      <DateFields />
      <RestrictionFields />
      <fieldset className="grid gap-3">
        <legend className="text-13 font-medium">{t("promo-codes.limits")}</legend>
        <FormRow>
          <TextField name="maxUses" type="number" min={1} label={t("promo-codes.maxUses")} optional />
          <TextField name="maxPerCustomer" type="number" min={1} label={t("promo-codes.maxPerCustomer")} optional />
        </FormRow>
      </fieldset>
      <FirstOnlyField />
      {code && <SwitchField name="active" label={t("promo-codes.active")} />}
      <DialogFormActions onClose={onClose}>{code ? t("kit.save") : t("promo-codes.create")}</DialogFormActions>
    </Form>
  );
}

const useIsForBookings = (): boolean => useFieldValue("appliesTo") === "booking";

/** Days on which it can be used, and on which is played what it is used for. */
function DateFields() {
  const t = useTranslation();
  const isForBookings = useIsForBookings();
  const [from, to] = isForBookings
    ? (["promo-codes.bookedFrom", "promo-codes.bookedTo"] as const)
    : (["promo-codes.soldFrom", "promo-codes.soldTo"] as const);
  return (
    <>
      <FormRow>
        <DateField name="bookedFrom" label={t(from)} optional />
        <DateField name="bookedTo" label={t(to)} optional />
      </FormRow>
      {isForBookings && (
        <FormRow>
          <DateField name="playedFrom" label={t("promo-codes.playedFrom")} optional />
          <DateField name="playedTo" label={t("promo-codes.playedTo")} optional />
        </FormRow>
      )}
    </>
  );
}

function FirstOnlyField() {
  const t = useTranslation();
  return useIsForBookings() ? <SwitchField name="firstBookingOnly" label={t("promo-codes.firstOnly")} /> : null;
}

function DiscountFields({ currency }: { currency: string }) {
  const t = useTranslation();
  const isPercent = useFieldValue("kind") === "percent";
  return (
    <FormRow>
      <SegmentedField
        name="kind"
        label={t("promo-codes.kind")}
        options={promoKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
      />
      {isPercent ? (
        <TextField
          name="percent"
          type="number"
          min={1}
          max={100}
          suffix="%"
          label={t("promo-codes.percentOff")}
          required
        />
      ) : (
        <MoneyField name="amount" label={t("promo-codes.amountOff")} currency={currency} />
      )}
    </FormRow>
  );
}

function RestrictionFields() {
  const t = useTranslation();
  const categories = useCategories();
  const isForBookings = useIsForBookings();
  if (!isForBookings && categories.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="text-13 font-medium">{t("promo-codes.holdsFor")}</legend>
      <p className="text-xs text-ink-3">{t("promo-codes.holdsForHint")}</p>
      {isForBookings && (
        <>
          <FieldsField name="fieldIds" label={t("promo-codes.fieldIds")} optional />
          <WindowsField />
        </>
      )}
      {categories.length > 0 && (
        <MultiSelectField
          name="roleIds"
          label={t("promo-codes.roleIds")}
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
      )}
    </fieldset>
  );
}
