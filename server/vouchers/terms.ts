/** How a gift voucher is sold: its purpose by the tax rates of what it can pay, and its last day. */
import { type VoucherPurpose, type VoucherTerms, VOUCHER_MONTHS } from "#contract/vouchers.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listProducts, listTaxRates } from "#server/products/queries.ts";

export const lastDayOfSale = (today: string): string =>
  Temporal.PlainDate.from(today).add({ months: VOUCHER_MONTHS }).toString();

export interface SoldRates {
  purpose: VoucherPurpose;
  /** Hundredths of a percent. */
  rates: number[];
  /** The id of the only rate; null: the organization's own. */
  taxRateId: string | null;
}

/** Tax rates of all that an organization sells; without tax, what a voucher pays is taxed when it is used. */
export async function findSoldRates(context: MemoryContext): Promise<SoldRates> {
  const { vatProfile, vatRate } = await findSettings(context);
  if (vatProfile !== "standard") return { purpose: "multi", rates: [], taxRateId: null };
  const known = new Map((await listTaxRates(context)).map((rate) => [rate.id, rate]));
  const products = (await listProducts(context)).filter(({ active, kind }) => active && kind !== "voucher");
  const found = new Map<string, { rate: number; id: string | null }>();
  for (const { taxRateId, categoryRates } of products)
    for (const id of [taxRateId, ...categoryRates.map((one) => one.taxRateId)]) {
      const own = id === null ? undefined : known.get(id);
      const rate = own ? Math.round(own.rate / 10) : vatRate;
      found.set(`${rate} ${own?.isExempt ?? false}`, { rate, id: own ? id : null });
    }
  const rates = [...found.values()].toSorted((one, other) => other.rate - one.rate);
  const [only, ...others] = rates;
  return {
    purpose: only && others.length === 0 ? "single" : "multi",
    rates: rates.map(({ rate }) => rate),
    taxRateId: only && others.length === 0 ? only.id : null,
  };
}

export async function readVoucherTerms(context: MemoryContext & { now: Date }): Promise<VoucherTerms> {
  // The platform sells nothing.
  if (context.organizationId === ALL_ORGANIZATIONS) {
    const today = localDateOf("UTC", context.now);
    return { purpose: "multi", rates: [], expiresOn: lastDayOfSale(today), today };
  }
  const { purpose, rates } = await findSoldRates(context);
  const { timezone } = await findSettings(context);
  const today = localDateOf(timezone, context.now);
  return { purpose, rates, expiresOn: lastDayOfSale(today), today };
}
