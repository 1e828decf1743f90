/** The tax rate that a sale gets: its product's, or another one for the customer's category. */
import type { ProductKind } from "#contract/products.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import { listProducts, listTaxRates } from "./queries.ts";

interface Sale {
  /** Null: the default product of the kind. */
  productId: string | null;
  kind: ProductKind;
  /** Categories of the customer. */
  roleIds: readonly number[];
}

/** @returns a function that finds the id of a sale's rate; null for the organization's own */
export async function readSaleTaxRates(context: MemoryContext): Promise<(sale: Sale) => string | null> {
  const { products, rates } = await remember(context, ["products.rates"], async () => ({
    products: await listProducts(context),
    rates: new Map((await listTaxRates(context)).map(({ id, rate }) => [id, rate])),
  }));
  return ({ productId, kind, roleIds }) => {
    const product =
      products.find(({ id }) => id === productId) ?? products.find((one) => one.isDefault && one.kind === kind);
    if (!product) return null;
    const [ofCategory] = product.categoryRates
      .filter(({ roleId }) => roleIds.includes(roleId))
      .map(({ taxRateId }) => taxRateId)
      .toSorted((one, other) => (rates.get(one) ?? 0) - (rates.get(other) ?? 0));
    return ofCategory ?? product.taxRateId;
  };
}

/** @returns the id of the rate; null for the organization's own */
export const findSaleTaxRateId = async (context: MemoryContext, sale: Sale): Promise<string | null> =>
  (await readSaleTaxRates(context))(sale);
