/** Chooses the product of a kind under which something is sold; asked for only where a club has several of them. */
import { useQuery } from "@tanstack/react-query";
import { type ProductKind, products } from "#contract/products.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface KindProductFieldProps {
  kind: ProductKind;
  hint: string;
  /** Name of the default product, where there is none. */
  usualName: string;
}

export function KindProductField({ kind, hint, usualName }: KindProductFieldProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const chosen = useFieldValue("productId");
  const { data } = useQuery(endpointQuery(products.list, { params: { organizationId } }));
  const sold = data?.data.filter((product) => product.kind === kind) ?? [];
  const usual = sold.find(({ isDefault }) => isDefault);
  const others = sold.filter(({ id, active, isDefault }) => id === chosen || (active && !isDefault));
  if (others.length === 0 && chosen === null && usual) return null;
  return (
    <SelectField
      name="productId"
      label={t("products.product")}
      hint={hint}
      options={[
        { value: null, label: usual?.name ?? usualName },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
