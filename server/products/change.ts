/** Adds and changes products and tax rates. What was sold keeps its rate. */
import {
  isSoldKind,
  MAX_PRODUCTS,
  MAX_TAX_RATES,
  type Product,
  type ProductDraft,
  type products,
  type TaxRate,
} from "#contract/products.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { listRolesById } from "#server/members/roles.ts";
import { productColumnMap, taxRateColumnMap } from "./column-map.ts";
import {
  countRows,
  findProduct,
  findTaxRate,
  insertProducts,
  insertTaxRates,
  listTaxRates,
  lockProduct,
  type ProductScope,
  replaceCategoryRates,
  updateProduct,
  updateTaxRate,
} from "./queries.ts";

function assertPriceOfKind({ kind, price }: Pick<Product, "kind" | "price">): void {
  if (price !== null && !isSoldKind(kind)) throw invalidFields({ price: [message("products.priceOfKind")] });
}

type Rates = Partial<Pick<ProductDraft, "taxRateId" | "categoryRates">>;

const listRateIds = ({ taxRateId, categoryRates = [] }: Rates): string[] => [
  ...(taxRateId ? [taxRateId] : []),
  ...categoryRates.map((rate) => rate.taxRateId),
];

/** @param before the product as it is: it may keep rates that were archived meanwhile */
async function assertKnownRates(scope: ProductScope, body: Rates, before?: Product): Promise<void> {
  const offered = (await listTaxRates(scope)).filter(({ active }) => active).map(({ id }) => id);
  const known = new Set([...offered, ...(before ? listRateIds(before) : [])]);
  const errors: NonNullable<HttpError["errors"]> = {};
  const unknown = message("products.taxRateUnknown");
  if (body.taxRateId && !known.has(body.taxRateId)) errors["taxRateId"] = [unknown];
  body.categoryRates?.forEach(({ taxRateId }, index) => {
    if (!known.has(taxRateId)) errors[`categoryRates.${index}.taxRateId`] = [unknown];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

async function assertKnownCategories(
  { db, organizationId }: ProductScope,
  { categoryRates = [] }: Rates,
  before?: Product,
): Promise<void> {
  const roles = await listRolesById(
    db,
    organizationId,
    categoryRates.map(({ roleId }) => roleId),
  );
  const known = new Set([
    ...roles.filter(({ type }) => type === "member").map(({ id }) => id),
    ...(before?.categoryRates.map(({ roleId }) => roleId) ?? []),
  ]);
  const errors: NonNullable<HttpError["errors"]> = {};
  categoryRates.forEach(({ roleId }, index) => {
    if (!known.has(roleId)) errors[`categoryRates.${index}.roleId`] = [message("products.categoryUnknown")];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** @throws HttpError 409 for too many, 422 for rates or categories of others */
export async function createProduct(call: Call<typeof products.create>): Promise<Product> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  await collectFieldErrors(
    async () => assertPriceOfKind(body),
    () => assertKnownRates(call, body),
    () => assertKnownCategories(call, body),
  );
  if ((await countRows(call, "products")) >= MAX_PRODUCTS)
    throw new HttpError(409, message("products.tooMany", { count: MAX_PRODUCTS }));
  const id = uuidv7(now);
  await insertProducts(db, [
    {
      ...productColumnMap.toRow(body),
      organization_id: organizationId,
      id,
      is_default: false,
      created_at: now,
      updated_at: now,
    },
  ]);
  await replaceCategoryRates(call, id, body.categoryRates);
  return findProduct(call, id);
}

/** @throws HttpError 404, 409 for what only another product may change, 422 for rates or categories of others */
export async function changeProduct(call: Call<typeof products.update>): Promise<Product> {
  const { now, params, body, record } = call;
  const { id } = await lockProduct(call, params.productId);
  const before = await findProduct(call, id);
  await collectFieldErrors(
    async () => {
      if (before.isDefault && body.active === false)
        throw invalidFields({ active: [message("products.defaultStays")] });
      if (before.isDefault && body.kind !== undefined && body.kind !== before.kind)
        throw invalidFields({ kind: [message("products.defaultKindStays")] });
    },
    async () => assertPriceOfKind({ ...before, ...body }),
    () => assertKnownRates(call, body, before),
    () => assertKnownCategories(call, body, before),
  );
  await updateProduct(call, id, productColumnMap.toRow(body));
  if (body.categoryRates) await replaceCategoryRates(call, id, body.categoryRates);
  const changed = computeDiff(before, await findProduct(call, id));
  record(changed);
  if (!changed.skipsEntry) await updateProduct(call, id, { updated_at: now });
  return findProduct(call, id);
}

/** @throws HttpError 409 for too many */
export async function createTaxRate(call: Call<typeof products.createTaxRate>): Promise<TaxRate> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  if ((await countRows(call, "tax_rates")) >= MAX_TAX_RATES)
    throw new HttpError(409, message("products.tooManyTaxRates", { count: MAX_TAX_RATES }));
  const id = uuidv7(now);
  const row = taxRateColumnMap.toRow(body);
  await insertTaxRates(db, [{ ...row, organization_id: organizationId, id, created_at: now, updated_at: now }]);
  return findTaxRate(call, id);
}

/** @throws HttpError 404 */
export async function changeTaxRate(call: Call<typeof products.updateTaxRate>): Promise<TaxRate> {
  const { now, params, body, record } = call;
  const before = await findTaxRate(call, params.taxRateId);
  await updateTaxRate(call, before.id, taxRateColumnMap.toRow(body));
  const changed = computeDiff(before, await findTaxRate(call, before.id));
  record(changed);
  if (!changed.skipsEntry) await updateTaxRate(call, before.id, { updated_at: now });
  return findTaxRate(call, before.id);
}
