/** Catalogue of extras with their stock, and the form of one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PackagePlus } from "lucide-react";
import * as z from "zod/mini";
import { type Extra, ExtraMembers, extraModes, extraPers, extraSteps, extras } from "#contract/extras.ts";
import { facilities } from "#contract/facilities.ts";
import { members } from "#contract/members.ts";
import { timeWindows } from "#contract/time-windows.ts";
import { extraPerLabels } from "#web/availability/extra-labels.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { MultiSelectField, SegmentedField, SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormRow, type InitialValues, useFieldValue } from "#web/kit/form/form.tsx";
import { amountFromZero, MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { roleName } from "#web/members/member-badges.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { PlaceRestrictions } from "#web/packs/place-restrictions.tsx";
import { KindProductField } from "#web/products/kind-product-field.tsx";
import { ListSection } from "#web/products/list-section.tsx";
import { modeLabels } from "./labels.ts";

export function ExtrasPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const money = useAmountFormat();
  const currency = useOrganizationCurrency() ?? "EUR";
  const query = useQuery({ ...endpointQuery(extras.list, { params: { organizationId } }), staleTime: 0 });
  const facts = ({ price, per, mode, stocks }: Extra) =>
    [
      `${money(price, currency)} ${t(extraPerLabels[per])}`,
      ...(mode === "choice" ? [] : [t(modeLabels[mode])]),
      stocks.length === 0 ? t("extras.nowhere") : t("extras.stocksCount", { count: stocks.length }),
    ].join(" · ");
  return (
    <Page title={t("extras.title")} crumbs={useSettingsCrumbs()}>
      <div className="grid gap-6">
        <p className="max-w-prose text-13 text-ink-2">{t("extras.intro")}</p>
        <ListSection
          title={t("extras.title")}
          add={t("extras.create")}
          query={query}
          empty={
            <EmptyState icon={PackagePlus} title={t("extras.noExtras")}>
              {t("extras.noExtrasText")}
            </EmptyState>
          }
          nameOf={({ name }) => name}
          facts={facts}
          description={(extra) => t(extra ? "extras.editText" : "extras.createText")}
          form={(extra, close) => <ExtraForm extra={extra} onClose={close} />}
        />
      </div>
    </Page>
  );
}

const count = z.nullable(z.int().check(z.gte(0), z.lte(10_000)));
const ExtraFormDraft = z.extend(z.omit(ExtraMembers, { price: true, rolePrices: true, stocks: true }), {
  /** In units of the currency. */
  price: amountFromZero,
  /** In units of the currency, by the id of their category. */
  prices: z.record(z.string(), z.nullable(amountFromZero)),
  /** By facility. */
  places: z.record(
    z.string(),
    z.strictObject({
      isOffered: z.boolean(),
      quantity: count,
      turnaroundMinutes: z.nullable(z.int().check(z.gte(0), z.lte(1440))),
      onHand: z.nullable(z.int().check(z.gte(-1_000_000), z.lte(1_000_000))),
    }),
  ),
});
type FormValues = InitialValues<typeof ExtraFormDraft>;

const blank = {
  name: "",
  productId: null,
  price: null,
  per: "hour",
  mode: "choice",
  stepMinutes: 30,
  maxQuantity: null,
  online: true,
  active: true,
  fieldIds: [],
  sportIds: [],
  windowIds: [],
} as const;

/** @param facilityIds of all that may offer it */
function toFormValues(extra: Extra | undefined, facilityIds: readonly string[]): FormValues {
  const places = Object.fromEntries(
    facilityIds.map((id) => {
      const stock = extra?.stocks.find(({ facilityId }) => facilityId === id);
      const { quantity = null, turnaroundMinutes = 0, onHand = null } = stock ?? {};
      // A club with one facility offers it there.
      const isOffered = extra ? stock !== undefined : facilityIds.length === 1;
      return [id, { isOffered, quantity, turnaroundMinutes, onHand }];
    }),
  );
  if (!extra) return { ...blank, fieldIds: [], sportIds: [], windowIds: [], prices: {}, places };
  const { id: _id, created_at: _created, updated_at: _updated, price, rolePrices, stocks: _stocks, ...values } = extra;
  const prices = Object.fromEntries(rolePrices.map((one) => [String(one.roleId), one.price / 100]));
  return { ...values, price: price / 100, prices, places };
}

function ExtraForm({ extra, onClose }: { extra: Extra | undefined; onClose: () => void }) {
  const { organizationId } = useScope();
  const t = useTranslation();
  const query = endpointQuery(facilities.search, { params: { organizationId }, query: { q: "" } });
  const found = useQuery(query).data?.data;
  if (!found) return <p className="text-13 text-ink-3">{t("kit.loading")}</p>;
  const names = new Map(found.map(({ id, name }) => [id, name]));
  for (const { facilityId } of extra?.stocks ?? []) if (!names.has(facilityId)) names.set(facilityId, "");
  return <LoadedForm extra={extra} places={names} onClose={onClose} />;
}

interface LoadedFormProps {
  extra: Extra | undefined;
  /** Names of facilities. */
  places: ReadonlyMap<string, string>;
  onClose: () => void;
}

function LoadedForm({ extra, places: names, onClose }: LoadedFormProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const currency = useOrganizationCurrency() ?? "EUR";
  const cache = useQueryClient();
  const params = { organizationId };
  const refresh = { onSuccess: () => cache.invalidateQueries({ queryKey: [extras.list.name] }) };
  const create = useMutation({ ...endpointMutation(extras.create), ...refresh });
  const update = useMutation({ ...endpointMutation(extras.update), ...refresh });
  return (
    <Form
      schema={ExtraFormDraft}
      defaultValues={toFormValues(extra, [...names.keys()])}
      guard={false}
      onSubmit={async ({ price, prices, places, windowIds, ...draft }) => {
        const body = {
          ...draft,
          price: toMinorUnits(price),
          rolePrices: Object.entries(prices).flatMap(([roleId, own]) =>
            own === null ? [] : [{ roleId: Number(roleId), price: toMinorUnits(own) }],
          ),
          // The form hides them for the others.
          windowIds: draft.mode === "in_windows" ? windowIds : [],
          stocks: Object.entries(places).flatMap(([facilityId, { isOffered, turnaroundMinutes, ...stock }]) =>
            isOffered ? [{ facilityId, turnaroundMinutes: turnaroundMinutes ?? 0, ...stock }] : [],
          ),
        };
        if (extra) await update.mutateAsync({ params: { ...params, extraId: extra.id }, body });
        else await create.mutateAsync({ params, body });
        onClose();
      }}
    >
      <TextField
        name="name"
        label={t("extras.name")}
        placeholder={t("extras.namePlaceholder")}
        autoComplete="off"
        required
      />
      <FormRow>
        <MoneyField name="price" label={t("extras.price")} currency={currency} />
        <SelectField
          name="per"
          label={t("extras.per")}
          options={extraPers.map((value) => ({ value, label: t(extraPerLabels[value]) }))}
        />
      </FormRow>
      <CategoryPrices currency={currency} />
      <KindProductField kind="extra" hint={t("extras.productHint")} usualName={t("products.extras")} />
      <ModeFields />
      <StockFields names={names} />
      <RestrictionFields />
      {extra && <SwitchField name="active" label={t("extras.active")} />}
      <DialogFormActions onClose={onClose}>{extra ? t("kit.save") : t("extras.addOne")}</DialogFormActions>
    </Form>
  );
}

function CategoryPrices({ currency }: { currency: string }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const rolesQuery = endpointQuery(members.roles, { params: { organizationId }, query: { per_page: 100 } });
  const roles = useQuery({ ...rolesQuery, enabled: can(members.roles) }).data?.data ?? [];
  const categories = roles.filter(({ type }) => type === "member");
  if (categories.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="text-13 font-medium">{t("extras.rolePrices")}</legend>
      <p className="text-xs text-ink-3">{t("extras.rolePricesHint")}</p>
      {categories.map((role) => (
        <MoneyField key={role.id} name={`prices.${role.id}`} label={roleName(t, role)} currency={currency} optional />
      ))}
    </fieldset>
  );
}

function ModeFields() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const mode = useFieldValue("mode");
  const windows = useQuery({
    ...endpointQuery(timeWindows.list, { params: { organizationId } }, { quiet: true }),
    enabled: can(timeWindows.list),
  }).data?.data;
  return (
    <>
      <SegmentedField
        name="mode"
        label={t("extras.mode")}
        hint={mode === "in_windows" ? t("extras.modeHint") : undefined}
        options={extraModes.map((value) => ({ value, label: t(modeLabels[value]) }))}
      />
      {mode === "in_windows" && (
        <FormRow>
          <MultiSelectField
            name="windowIds"
            label={t("packs.windowIds")}
            options={(windows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectField
            name="stepMinutes"
            label={t("extras.stepMinutes")}
            options={extraSteps.map((value) => ({ value, label: `${value} min` }))}
          />
        </FormRow>
      )}
      {mode === "choice" && (
        <>
          <TextField name="maxQuantity" type="number" min={1} max={100} label={t("extras.maxQuantity")} optional />
          <SwitchField name="online" label={t("extras.online")} hint={t("extras.onlineHint")} />
        </>
      )}
    </>
  );
}

function StockFields({ names }: { names: ReadonlyMap<string, string> }) {
  const t = useTranslation();
  return (
    <fieldset data-field="stocks" className="grid gap-3">
      <legend className="text-13 font-medium">{t("extras.stocks")}</legend>
      {[...names].map(([id, name]) => (
        <StockField key={id} id={id} name={name} />
      ))}
    </fieldset>
  );
}

function StockField({ id, name }: { id: string; name: string }) {
  const t = useTranslation();
  const isOffered = useFieldValue(`places.${id}.isOffered`) === true;
  return (
    <div className="grid gap-3">
      <SwitchField name={`places.${id}.isOffered`} label={t("extras.offeredAt", { facility: name })} />
      {isOffered && (
        <FormRow>
          <TextField
            name={`places.${id}.quantity`}
            type="number"
            min={0}
            max={10_000}
            label={t("extras.quantity")}
            hint={t("extras.quantityHint")}
            optional
          />
          <TextField
            name={`places.${id}.turnaroundMinutes`}
            type="number"
            min={0}
            max={1440}
            suffix="min"
            label={t("extras.turnaroundMinutes")}
            optional
          />
          <TextField
            name={`places.${id}.onHand`}
            type="number"
            label={t("extras.onHand")}
            hint={t("extras.onHandHint")}
            optional
          />
        </FormRow>
      )}
    </div>
  );
}

function RestrictionFields() {
  const t = useTranslation();
  return (
    <fieldset className="grid gap-3">
      <legend className="text-13 font-medium">{t("packs.holdsFor")}</legend>
      <p className="text-xs text-ink-3">{t("packs.holdsForHint")}</p>
      <PlaceRestrictions />
    </fieldset>
  );
}
