/** Tables `products`, `product_taxes` and `tax_rates`. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { isSoldKind, type Product, type ProductForSale, type ProductKind, type TaxRate } from "#contract/products.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { ProductsTable, TaxRatesTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { productColumnMap, taxRateColumnMap } from "./column-map.ts";

/** For the lists of all organizations. */
const MAX_LISTED = 500;

export interface ProductScope {
  db: Database;
  organizationId: string;
}
type CategoryRates = Product["categoryRates"];

async function listCategoryRates(
  { db, organizationId }: ProductScope,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, CategoryRates>> {
  const rows = await db
    .selectFrom("product_taxes")
    .select(["product_id", "role_id as roleId", "tax_rate_id as taxRateId"])
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("product_id", productIds))
    .orderBy("role_id")
    .execute();
  const grouped = Map.groupBy(rows, ({ product_id }) => product_id);
  return new Map(
    [...grouped].map(([id, rates]) => [id, rates.map(({ roleId, taxRateId }) => ({ roleId, taxRateId }))]),
  );
}

const serializeProduct = (row: Selectable<ProductsTable>, categoryRates: CategoryRates): Product => ({
  id: row.id,
  ...productColumnMap.fromRow(row),
  categoryRates,
  isDefault: row.is_default,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const serializeTaxRate = (row: Selectable<TaxRatesTable>): TaxRate => ({
  id: row.id,
  ...taxRateColumnMap.fromRow(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listProducts(scope: ProductScope): Promise<Product[]> {
  const rows = await scope.db
    .selectFrom("products")
    .selectAll()
    .where(inScope("organization_id", scope.organizationId))
    .orderBy("is_default", "desc")
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  const rates = await listCategoryRates(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => serializeProduct(row, rates.get(row.id) ?? []));
}

/** Active ones with a price, by name. */
export async function listProductsForSale({ db, organizationId }: ProductScope): Promise<ProductForSale[]> {
  const rows = await db
    .selectFrom("products")
    .select(["id", "name", "kind", "price"])
    .where(inScope("organization_id", organizationId))
    .where("active", "=", true)
    .where("price", "is not", null)
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.flatMap(({ id, name, kind, price }) => {
    const sold = kind as Product["kind"];
    return price !== null && isSoldKind(sold) ? [{ id, name, kind: sold, price }] : [];
  });
}

/**
 * Locks products until the transaction ends, so that their prices stay.
 * @returns those that are sold by themselves, by their ids
 */
export async function lockProductsForSale(
  scope: ProductScope,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ProductForSale>> {
  await scope.db
    .selectFrom("products")
    .select("id")
    .where("organization_id", "=", scope.organizationId)
    .where(isAnyOf("id", productIds))
    .orderBy("id")
    .forShare()
    .execute();
  return new Map((await listProductsForSale(scope)).map((product) => [product.id, product]));
}

/** @throws HttpError 404 */
export async function findProduct(scope: ProductScope, id: string): Promise<Product> {
  const row = await scope.db
    .selectFrom("products")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return serializeProduct(row, (await listCategoryRates(scope, [id])).get(row.id) ?? []);
}

/** @throws HttpError 404 */
export const lockProduct = ({ db, organizationId }: ProductScope, id: string) =>
  db
    .selectFrom("products")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);

/** The product of what is sold of a kind: the chosen one, else the default of the kind. */
export const findProductOfKind = ({ db, organizationId }: ProductScope, kind: ProductKind, productId: string | null) =>
  db
    .selectFrom("products")
    .select(["id", "tax_rate_id"])
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .where((product) => (productId === null ? product("is_default", "=", true) : product("id", "=", productId)))
    .executeTakeFirst();

/** The product of a pack that is sold. */
export const findPackProduct = (scope: ProductScope, productId: string | null) =>
  findProductOfKind(scope, "pack", productId);

export const isActiveProduct = async ({ db, organizationId }: ProductScope, id: string): Promise<boolean> =>
  (await db
    .selectFrom("products")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("active", "=", true)
    .executeTakeFirst()) !== undefined;

export async function countRows({ db, organizationId }: ProductScope, table: "products" | "tax_rates") {
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertProducts(db: Database, rows: readonly Insertable<ProductsTable>[]): Promise<void> {
  await db.insertInto("products").values(rows).execute();
}

export async function updateProduct(
  { db, organizationId }: ProductScope,
  id: string,
  row: Updateable<ProductsTable>,
): Promise<void> {
  if (Object.keys(row).length === 0) return;
  await db
    .updateTable("products")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function replaceCategoryRates(
  { db, organizationId }: ProductScope,
  productId: string,
  rates: CategoryRates,
): Promise<void> {
  await db
    .deleteFrom("product_taxes")
    .where("organization_id", "=", organizationId)
    .where("product_id", "=", productId)
    .execute();
  if (rates.length === 0) return;
  await db
    .insertInto("product_taxes")
    .values(
      rates.map(({ roleId, taxRateId }) => ({
        organization_id: organizationId,
        product_id: productId,
        role_id: roleId,
        tax_rate_id: taxRateId,
      })),
    )
    .execute();
}

export async function listTaxRates({ db, organizationId }: ProductScope): Promise<TaxRate[]> {
  const rows = await db
    .selectFrom("tax_rates")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .orderBy("rate", "desc")
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(serializeTaxRate);
}

/** @throws HttpError 404 */
export async function findTaxRate({ db, organizationId }: ProductScope, id: string): Promise<TaxRate> {
  const row = await db
    .selectFrom("tax_rates")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return serializeTaxRate(row);
}

export async function insertTaxRates(db: Database, rows: readonly Insertable<TaxRatesTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("tax_rates").values(rows).execute();
}

export async function updateTaxRate(
  { db, organizationId }: ProductScope,
  id: string,
  row: Updateable<TaxRatesTable>,
): Promise<void> {
  await db
    .updateTable("tax_rates")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
