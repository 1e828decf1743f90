import { Product, ProductDraft, TaxRate, TaxRateDraft } from "#contract/products.ts";
import { columnMap, noColumn } from "#server/kit/db/column-map.ts";

export const productColumnMap = columnMap(
  { table: "products", draft: ProductDraft, entity: Product },
  {
    name: "name",
    kind: "kind",
    price: "price",
    taxRateId: "tax_rate_id",
    categoryRates: noColumn("rows of product_taxes"),
    active: "active",
  },
);

export const taxRateColumnMap = columnMap(
  { table: "tax_rates", draft: TaxRateDraft, entity: TaxRate },
  { name: "name", rate: "rate", isExempt: "is_exempt", active: "active" },
);
