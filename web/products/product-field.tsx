/** Chooses the product that prices sell; for those who may see the products. */
import { useQuery } from "@tanstack/react-query";
import { products } from "#contract/products.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function ProductField({ chosen }: { chosen: string | null | undefined }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const listQuery = endpointQuery(products.list, { params: { organizationId } });
  const { data } = useQuery({ ...listQuery, enabled: can(products.list) });
  if (!data) return null;
  const usual = data.data.find(({ kind, isDefault }) => isDefault && kind === "court");
  const others = data.data.filter(({ id, active, isDefault }) => id === chosen || (active && !isDefault));
  return (
    <SelectField
      name="productId"
      label={t("products.product")}
      hint={t("products.productHint")}
      options={[
        { value: null, label: t("products.ofCourts", { name: usual?.name ?? "" }) },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
