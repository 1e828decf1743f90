/** Catalogue of packs: what is sold as a pack, and the form of one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import * as z from "zod/mini";
import { packs, type PackType, PackTypeMembers, packStarts, packUnits } from "#contract/packs.ts";
import { timeWindows } from "#contract/time-windows.ts";
import { usePackText } from "#web/availability/pack-text.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { MultiSelectField, SegmentedField, SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormRow, type InitialValues, useFieldValue } from "#web/kit/form/form.tsx";
import { amountInUnits, MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useCategories } from "#web/members/use-categories.ts";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { KindProductField } from "#web/products/kind-product-field.tsx";
import { ListSection } from "#web/products/list-section.tsx";
import { perLabels, startLabels, unitLabels } from "./labels.ts";
import { PlaceRestrictions } from "./place-restrictions.tsx";

export function PackTypesPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const money = useAmountFormat();
  const currency = useOrganizationCurrency() ?? "EUR";
  const { untilText } = usePackText();
  const query = useQuery({ ...endpointQuery(packs.types, { params: { organizationId } }), staleTime: 0 });
  const facts = ({ unit, units, minutesPerUnit, price, validDays, validUntil }: PackType) =>
    [
      unit === "minutes"
        ? t("packs.minutesCount", { count: units })
        : t("packs.visitsOf", { count: units, minutes: minutesPerUnit ?? 0 }),
      money(price, currency),
      validDays === null ? untilText(validUntil) : t("packs.validFor", { count: validDays }),
    ].join(" · ");
  return (
    <Page title={t("packs.title")} crumbs={useSettingsCrumbs()}>
      <div className="grid gap-6">
        <p className="max-w-prose text-13 text-ink-2">{t("packs.intro")}</p>
        <ListSection
          title={t("packs.types")}
          add={t("packs.create")}
          query={query}
          empty={
            <EmptyState icon={Ticket} title={t("packs.noTypes")}>
              {t("packs.noTypesText")}
            </EmptyState>
          }
          nameOf={({ name }) => name}
          facts={facts}
          description={(type) => t(type ? "packs.editText" : "packs.createText")}
          form={(type, close) => <PackTypeForm type={type} onClose={close} />}
        />
      </div>
    </Page>
  );
}

const PackTypeFormDraft = z.extend(z.omit(PackTypeMembers, { price: true }), {
  /** In units of the currency. */
  price: amountInUnits,
});

type FormValues = InitialValues<typeof PackTypeFormDraft>;

const blank: FormValues = {
  name: "",
  productId: null,
  price: null,
  unit: "count",
  units: 10,
  minutesPerUnit: 60,
  per: "booking",
  validDays: 365,
  validUntil: null,
  starts: "purchase",
  online: true,
  soldOnline: false,
  active: true,
  fieldIds: [],
  sportIds: [],
  windowIds: [],
  roleIds: [],
  maxPerDay: null,
  maxPerWeek: null,
  maxUpcoming: null,
};

function toFormValues(type: PackType | undefined): FormValues {
  if (!type) return blank;
  const { id: _id, version: _version, created_at: _created, updated_at: _updated, price, ...values } = type;
  return { ...values, price: price / 100 };
}

function PackTypeForm({ type, onClose }: { type: PackType | undefined; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const currency = useOrganizationCurrency() ?? "EUR";
  const cache = useQueryClient();
  const params = { organizationId };
  const refresh = {
    onSuccess: () =>
      Promise.all([packs.types, packs.typesForSale].map(({ name }) => cache.invalidateQueries({ queryKey: [name] }))),
  };
  const create = useMutation({ ...endpointMutation(packs.createType), ...refresh });
  const update = useMutation({ ...endpointMutation(packs.updateType), ...refresh });
  return (
    <Form
      schema={PackTypeFormDraft}
      defaultValues={toFormValues(type)}
      guard={false}
      onSubmit={async ({ price, minutesPerUnit, per, ...draft }) => {
        const isCount = draft.unit === "count";
        const body = {
          ...draft,
          price: toMinorUnits(price),
          // The form hides them for minutes.
          minutesPerUnit: isCount ? minutesPerUnit : null,
          per: isCount ? per : ("booking" as const),
        };
        if (type) await update.mutateAsync({ params: { ...params, packTypeId: type.id }, body });
        else await create.mutateAsync({ params, body });
        onClose();
      }}
    >
      <TextField
        name="name"
        label={t("packs.name")}
        placeholder={t("packs.namePlaceholder")}
        autoComplete="off"
        required
      />
      <UnitFields />
      <MoneyField name="price" label={t("packs.price")} currency={currency} />
      <KindProductField kind="pack" hint={t("packs.productHint")} usualName={t("products.packs")} />
      <FormRow>
        <TextField name="validDays" type="number" min={1} max={3650} label={t("packs.validDays")} optional />
        <DateField name="validUntil" label={t("packs.validUntil")} optional />
      </FormRow>
      <StartsField />
      <RestrictionFields />
      <LimitFields />
      <SwitchField name="online" label={t("packs.online")} hint={t("packs.onlineHint")} />
      <SwitchField name="soldOnline" label={t("orders.soldOnline")} hint={t("orders.soldOnlineHint")} />
      {type && <SwitchField name="active" label={t("packs.active")} />}
      <DialogFormActions onClose={onClose}>{type ? t("kit.save") : t("packs.create")}</DialogFormActions>
    </Form>
  );
}

function UnitFields() {
  const t = useTranslation();
  const isCount = useFieldValue("unit") === "count";
  return (
    <>
      <SegmentedField
        name="unit"
        label={t("packs.unit")}
        options={packUnits.map((value) => ({ value, label: t(unitLabels[value]) }))}
      />
      <FormRow>
        <TextField name="units" type="number" min={1} max={100_000} label={t("packs.units")} required />
        {isCount && (
          <TextField
            name="minutesPerUnit"
            type="number"
            min={5}
            max={1440}
            suffix="min"
            label={t("packs.minutesPerUnit")}
            required
          />
        )}
      </FormRow>
      {isCount && (
        <SegmentedField
          name="per"
          label={t("packs.per")}
          options={(["booking", "person"] as const).map((value) => ({ value, label: t(perLabels[value]) }))}
        />
      )}
    </>
  );
}

function StartsField() {
  const t = useTranslation();
  const days = useFieldValue("validDays");
  if (typeof days !== "number") return null;
  return (
    <SelectField
      name="starts"
      label={t("packs.starts")}
      options={packStarts.map((value) => ({ value, label: t(startLabels[value]) }))}
    />
  );
}

function RestrictionFields() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const params = { organizationId };
  const windows = useQuery({
    ...endpointQuery(timeWindows.list, { params }, { quiet: true }),
    enabled: can(timeWindows.list),
  }).data?.data;
  const categories = useCategories();
  return (
    <fieldset className="grid gap-3">
      <legend className="text-13 font-medium">{t("packs.holdsFor")}</legend>
      <p className="text-xs text-ink-3">{t("packs.holdsForHint")}</p>
      <PlaceRestrictions />
      {windows && windows.length > 0 && (
        <MultiSelectField
          name="windowIds"
          label={t("packs.windowIds")}
          options={windows.map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
      )}
      {categories.length > 0 && (
        <MultiSelectField
          name="roleIds"
          label={t("packs.roleIds")}
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
      )}
    </fieldset>
  );
}

function LimitFields() {
  const t = useTranslation();
  return (
    <fieldset className="grid gap-3">
      <legend className="text-13 font-medium">{t("packs.limits")}</legend>
      <FormRow>
        <TextField name="maxPerDay" type="number" min={1} max={1000} label={t("packs.maxPerDay")} optional />
        <TextField name="maxPerWeek" type="number" min={1} max={1000} label={t("packs.maxPerWeek")} optional />
        <TextField name="maxUpcoming" type="number" min={1} max={1000} label={t("packs.maxUpcoming")} optional />
      </FormRow>
    </fieldset>
  );
}
