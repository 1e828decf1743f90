/** Port from tills to invoices, whose documents say the tax of what a till took; registered in `app.ts`. */
import type { TillRateSum } from "#contract/tills.ts";
import type { Database } from "#server/kit/db/database.ts";
import { definePort } from "#server/kit/process/ports.ts";

/** Money of a payment, or what was given back of one. */
export interface TaxedMoney {
  paymentId: string;
  refundId: string | null;
  /** Negative for a refund. */
  amount: number;
}

export interface TaxPort {
  /** @returns sums by rate, the highest first; together they are the money */
  sumByRate(context: { db: Database; organizationId: string }, money: readonly TaxedMoney[]): Promise<TillRateSum[]>;
}

export const taxPort = definePort<TaxPort>({ sumByRate: async () => [] });
