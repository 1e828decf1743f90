/** Limit of payments in cash: French law lets a debt be paid in cash up to 1,000 euros in all (monetary code, D112-3). */
import { sql } from "kysely";
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import { formatMoney } from "#messages/format-money.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { isPaymentFor, keyOfSubject, type PaymentSubject } from "./ledger.ts";

const LIMIT = 100_000;

interface CashPayment {
  method: string;
  currency: string;
  /** Minor units, of all that is paid together: one invoice is over it. */
  amount: number;
  /** Bookings and charges that it pays; none for what is only being sold. */
  subjects: readonly PaymentSubject[];
}

/** Minor units that were paid in cash and not given back. */
async function sumCash(
  { db, organizationId }: Pick<Call, "db" | "organizationId">,
  subjects: CashPayment["subjects"],
): Promise<number> {
  if (subjects.length === 0) return 0;
  const refunded = sql`(
    select coalesce(sum(refunds.amount), 0) from refunds
    where refunds.organization_id = ${organizationId} and refunds.payment_id = payments.id and refunds.status = 'succeeded'
  )`;
  const { cash } = await db
    .selectFrom("payments")
    .select(sql<number>`coalesce(sum(payments.amount - ${refunded}), 0)::float8`.as("cash"))
    .where("organization_id", "=", organizationId)
    .where((payment) => payment.or(subjects.map((subject) => isPaymentFor(keyOfSubject(subject)))))
    .where("status", "=", "succeeded")
    .where("method", "=", "cash")
    .executeTakeFirstOrThrow();
  return cash;
}

/**
 * Cash that was given back counts no more.
 * @throws HttpError 409 above the limit
 */
export async function assertCashWithinLimit(
  call: Pick<Call, "db" | "organizationId" | "language">,
  { method, currency, amount, subjects }: CashPayment,
): Promise<void> {
  if (method !== "cash" || currency !== "EUR") return;
  const { countryId } = await findSettings(call);
  if (countryCodeOf(countryId) !== "FR") return;
  const left = Math.max(0, LIMIT - (await sumCash(call, subjects)));
  if (amount <= left) return;
  const money = (minor: number) => formatMoney(minor, currency, call.language);
  throw new HttpError(409, message("payments.cashLimit", { limit: money(LIMIT), left: money(left) }));
}
