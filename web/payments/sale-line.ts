/** A line of a sale, as its form holds it. */
import * as z from "zod/mini";
import { localDate } from "#contract/kit.ts";
import { MAX_SOLD_QUANTITY } from "#contract/payments.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { amountInUnits } from "#web/kit/form/money-field.tsx";
import { VoucherMembers } from "#web/vouchers/voucher-members.ts";

const itemKinds = ["product", "pack", "subscription", "topUp", "voucher"] as const;

/** A product, a type of packs, a type of memberships, money on the balance, or a gift voucher. */
export interface ItemForSale {
  id: string;
  name: string;
  price: number;
  kind: (typeof itemKinds)[number];
}

export const SaleLine = z.strictObject({
  /** The product's, the pack type's, or the membership type's. */
  productId: z.string(),
  kind: z.enum(itemKinds),
  name: z.string(),
  quantity: z.int().check(z.gte(1), z.lte(MAX_SOLD_QUANTITY)),
  /** The price of one piece, in units of the currency. */
  price: amountInUnits,
  /** The product's, in minor units, as the desk has seen it. */
  seenPrice: z.int(),
  priceReason: z.nullish(z.string().check(z.trim(), z.maxLength(300))),
  /** First day of a membership; null for others. */
  startsOn: z.nullable(localDate),
  beyondReason: z.nullish(z.string().check(z.trim(), z.maxLength(300))),
  /** The part of the price that is a joining fee, in minor units. */
  fee: z.int(),
  /** Null for others. */
  voucher: z.nullable(VoucherMembers),
});
export type SaleLine = z.infer<typeof SaleLine>;

export const isOwnPrice = ({ price, seenPrice }: Pick<SaleLine, "price" | "seenPrice">): boolean =>
  toMinorUnits(price) !== seenPrice;

/** Minor units; of what is not a number yet, nothing. */
export function amountOfLine({ price, quantity }: SaleLine): number {
  const isNumber = typeof price === "number" && typeof quantity === "number";
  return isNumber ? toMinorUnits(price) * quantity : 0;
}
