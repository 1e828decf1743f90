/** How sales stand in the books: products with their tax rates, and the means of payment at the desk (tenders). */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { defineModule, get, id, instant, nameLine, partialOf, patch, post } from "./kit.ts";

/** Limits for each organization. */
export const MAX_PRODUCTS = 200;
export const MAX_TAX_RATES = 50;

/** Thousandths of a percent: 20000 is 20 %, 8875 is 8.875 %. */
export const MAX_TAX_RATE = 100_000;

export const TaxRateDraft = z
  .strictObject({
    name: nameLine(60),
    /** Thousandths of a percent. */
    rate: z.int().check(z.gte(0), z.lte(MAX_TAX_RATE)),
    /** Sold without tax, although the seller charges it otherwise: in France by article 261, 7-1° of its tax code. */
    isExempt: z._default(z.boolean(), false),
    active: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ rate, isExempt }) => !isExempt || rate === 0, {
      path: ["rate"],
      error: "products.exemptRate" satisfies MessageKey,
    }),
  );
/** The rate itself stays: what was sold with it refers to it. */
export const TaxRateChange = partialOf(z.strictObject({ name: nameLine(60), active: z.boolean() }));

export const TaxRate = z.object({
  id,
  name: z.string(),
  rate: z.int(),
  isExempt: z.boolean(),
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type TaxRate = z.infer<typeof TaxRate>;

/** Minor units. */
const price = z.int().check(z.gte(1), z.lte(100_000_000));

export const productKinds = ["court", "coaching", "subscription", "pack", "extra", "goods", "fee", "voucher"] as const;
export type ProductKind = (typeof productKinds)[number];
/** Sold by themselves, at the price of the product. */
export const soldKinds = ["goods", "fee", "coaching"] as const satisfies readonly ProductKind[];
export const isSoldKind = (kind: ProductKind): kind is (typeof soldKinds)[number] =>
  soldKinds.some((sold) => sold === kind);

const roleId = z.int32().check(z.gte(1));
export const ProductDraft = z.strictObject({
  name: nameLine(60),
  kind: z.enum(productKinds),
  /** Minor units, tax included: it is sold by itself, which goods, fees and coaching can be. Null: it is not. */
  price: z._default(z.nullable(price), null),
  /** Null: the organization's `vatRate`. */
  taxRateId: z._default(z.nullable(id), null),
  /** Other rates, for customers of a category; of several the lowest one counts. Each category once. */
  categoryRates: z._default(
    z.array(z.strictObject({ roleId, taxRateId: id })).check(
      z.maxLength(50),
      z.refine((rates) => new Set(rates.map((rate) => rate.roleId)).size === rates.length, {
        error: "products.sameCategoryTwice" satisfies MessageKey,
      }),
    ),
    [],
  ),
  active: z._default(z.boolean(), true),
});
export type ProductDraft = z.infer<typeof ProductDraft>;

export const Product = z.object({
  id,
  name: z.string(),
  kind: z.enum(productKinds),
  price: z.nullable(z.int()),
  taxRateId: z.nullable(id),
  categoryRates: z.array(z.object({ roleId: z.int(), taxRateId: id })),
  active: z.boolean(),
  /** The product of what is sold of its kind and names no other; it stays active. */
  isDefault: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type Product = z.infer<typeof Product>;

/** A product that is sold by itself. */
export const ProductForSale = z.object({
  id,
  name: z.string(),
  kind: z.enum(soldKinds),
  /** Minor units of the organization's currency, tax included. */
  price: z.int(),
});
export type ProductForSale = z.infer<typeof ProductForSale>;

export const products = defineModule("products", {
  list: get("/organizations/{organizationId}/products", {
    allow: "products.manage",
    summary: "Products, the default of each kind first",
    returns: z.array(Product),
  }),
  create: post("/organizations/{organizationId}/products", {
    allow: "products.manage",
    summary: `Add a product, ${MAX_PRODUCTS} at most`,
    body: ProductDraft,
    example: { name: "Padel court", kind: "court" },
    returns: Product,
    successMessage: "products.created",
  }),
  update: patch("/organizations/{organizationId}/products/{productId}", {
    allow: "products.manage",
    summary: "Change a product, archive it or bring it back; what was sold stays as it was",
    body: partialOf(ProductDraft),
    example: { name: "Padel court" },
    returns: Product,
    successMessage: "products.saved",
  }),
  forSale: get("/organizations/{organizationId}/products-for-sale", {
    allow: "sales.create",
    summary: "Products that are sold by themselves, with their prices",
    returns: z.array(ProductForSale),
  }),
  taxRates: get("/organizations/{organizationId}/tax-rates", {
    allow: "products.manage",
    summary: "Tax rates beside the organization's own, highest first",
    returns: z.array(TaxRate),
  }),
  createTaxRate: post("/organizations/{organizationId}/tax-rates", {
    allow: "products.manage",
    summary: `Add a tax rate, ${MAX_TAX_RATES} at most`,
    body: TaxRateDraft,
    example: { name: "Reduced", rate: 5500 },
    returns: TaxRate,
    successMessage: "products.taxRateCreated",
  }),
  updateTaxRate: patch("/organizations/{organizationId}/tax-rates/{taxRateId}", {
    allow: "products.manage",
    summary: "Rename a tax rate, archive it or bring it back; an archived one stays where products have it",
    body: TaxRateChange,
    example: { name: "Reduced" },
    returns: TaxRate,
    successMessage: "products.taxRateSaved",
  }),
});
