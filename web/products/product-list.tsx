/** Products of an organization, and the form of one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Package } from "lucide-react";
import * as z from "zod/mini";
import { members } from "#contract/members.ts";
import { type Product, ProductDraft, productKinds, products, type TaxRate } from "#contract/products.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { Form } from "#web/kit/form/form.tsx";
import { amountInUnits, MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { roleName } from "#web/members/member-badges.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { kindLabels, useOwnRate, useRateFormat } from "./labels.ts";
import { ListSection } from "./list-section.tsx";

const useTaxRates = (): readonly TaxRate[] => {
  const { organizationId } = useScope();
  return useQuery(endpointQuery(products.taxRates, { params: { organizationId } })).data?.data ?? [];
};

/** @returns a function that says a rate with its name */
function useRateName(): (rate: TaxRate) => string {
  const t = useTranslation();
  const format = useRateFormat();
  return ({ name, rate, isExempt }) => `${name} · ${isExempt ? t("products.isExempt") : format(rate)}`;
}

export function ProductList() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const own = useOwnRate();
  const money = useAmountFormat();
  const currency = useOrganizationCurrency() ?? "EUR";
  const rates = useTaxRates();
  const rateName = useRateName();
  const query = useQuery({ ...endpointQuery(products.list, { params: { organizationId } }), staleTime: 0 });
  const facts = ({ kind, price, taxRateId }: Product) => {
    const rate = rates.find(({ id }) => id === taxRateId);
    return [
      t(kindLabels[kind]),
      ...(price === null ? [] : [money(price, currency)]),
      rate ? rateName(rate) : t("products.defaultRate", { rate: own }),
    ].join(" · ");
  };
  return (
    <ListSection
      title={t("products.products")}
      add={t("products.create")}
      query={query}
      empty={<EmptyState icon={Package} title={t("products.products")} />}
      nameOf={({ name }) => name}
      facts={facts}
      badge={({ isDefault }) => isDefault && <Badge tone="blue">{t("products.default")}</Badge>}
      description={(product) => t(product ? "products.editText" : "products.createText")}
      form={(product, close) => <ProductForm product={product} onClose={close} />}
    />
  );
}

const ProductFormDraft = z.extend(z.omit(ProductDraft, { categoryRates: true, price: true }), {
  /** In units of the currency. */
  price: z.nullable(amountInUnits),
  /** Rates by the id of their category; null for that of the product. */
  rates: z.record(z.string(), z.nullable(z.string())),
});

function ProductForm({ product, onClose }: { product: Product | undefined; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const currency = useOrganizationCurrency() ?? "EUR";
  const cache = useQueryClient();
  const own = useOwnRate();
  const rateName = useRateName();
  const params = { organizationId };
  const rolesQuery = endpointQuery(members.roles, { params, query: { per_page: 100 } });
  const roles = useQuery({ ...rolesQuery, enabled: can(members.roles) }).data?.data ?? [];
  const categories = roles.filter(({ type }) => type === "member");
  const held = [product?.taxRateId, ...(product?.categoryRates ?? []).map(({ taxRateId }) => taxRateId)];
  const options = useTaxRates()
    .filter(({ id, active }) => active || held.includes(id))
    .map((rate) => ({ value: rate.id, label: rateName(rate) }));
  const refresh = { onSuccess: () => cache.invalidateQueries({ queryKey: [products.list.name] }) };
  const create = useMutation({ ...endpointMutation(products.create), ...refresh });
  const update = useMutation({ ...endpointMutation(products.update), ...refresh });
  return (
    <Form
      schema={ProductFormDraft}
      defaultValues={{
        name: product?.name ?? "",
        kind: product?.kind ?? "court",
        price: product && product.price !== null ? product.price / 100 : null,
        taxRateId: product?.taxRateId ?? null,
        active: product?.active ?? true,
        rates: Object.fromEntries(product?.categoryRates.map((rate) => [String(rate.roleId), rate.taxRateId]) ?? []),
      }}
      guard={false}
      onSubmit={async ({ rates, price, ...draft }) => {
        const categoryRates = Object.entries(rates).flatMap(([roleId, taxRateId]) =>
          taxRateId === null ? [] : [{ roleId: Number(roleId), taxRateId }],
        );
        const body = { ...draft, price: price === null ? null : toMinorUnits(price), categoryRates };
        if (product) await update.mutateAsync({ params: { ...params, productId: product.id }, body });
        else await create.mutateAsync({ params, body });
        onClose();
      }}
    >
      <TextField name="name" label={t("products.name")} autoComplete="off" required />
      <SelectField
        name="kind"
        label={t("products.kind")}
        options={productKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
        disabled={product?.isDefault ?? false}
        required
      />
      <MoneyField
        name="price"
        label={t("products.price")}
        hint={t("products.priceHint")}
        currency={currency}
        optional
      />
      <SelectField
        name="taxRateId"
        label={t("products.taxRate")}
        hint={t("products.taxRateHint")}
        options={[{ value: null, label: t("products.defaultRate", { rate: own }) }, ...options]}
      />
      {categories.length > 0 && options.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="text-13 font-medium">{t("products.categoryRates")}</legend>
          <p className="text-xs text-ink-3">{t("products.categoryRatesHint")}</p>
          {categories.map((role) => (
            <SelectField
              key={role.id}
              name={`rates.${role.id}`}
              label={roleName(t, role)}
              options={[{ value: null, label: t("products.noOtherRate") }, ...options]}
            />
          ))}
        </fieldset>
      )}
      {product && !product.isDefault && <SwitchField name="active" label={t("products.active")} />}
      <DialogFormActions onClose={onClose}>{product ? t("kit.save") : t("products.create")}</DialogFormActions>
    </Form>
  );
}
