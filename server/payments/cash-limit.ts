/** Limit of payments in cash: French law lets a debt be paid in cash up to 1,000 euros in all (monetary code, D112-3). */
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import { formatMoney } from "#messages/format-money.ts";
import { languageTags } from "#messages/dates.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";

const LIMIT = 100_000;

interface CashPayment {
  method: string;
  currency: string;
  /** Minor units, of all that is paid together: one invoice is over it. */
  amount: number;
  /** Bookings and charges that it pays; none for what is only being sold. */
  subjects: readonly { event_id: string | null; charge_id: string | null }[];
}

/**
 * Cash that was given back counts no more.
 * @throws HttpError 409 above the limit
 */
export async function assertCashWithinLimit(
  call: Pick<Call, "db" | "organizationId" | "language" | "appContext" | "now">,
  { method, currency, amount, subjects }: CashPayment,
): Promise<void> {
  if (method !== "cash" || currency !== "EUR") return;
  const { countryId } = await findSettings(call);
  if (countryCodeOf(countryId) !== "FR") return;
  const [eventIds, chargeIds] = [
    subjects.flatMap(({ event_id }) => event_id ?? []),
    subjects.flatMap(({ event_id, charge_id }) => (event_id === null && charge_id !== null ? [charge_id] : [])),
  ];
  const before =
    subjects.length === 0
      ? []
      : await call.db
          .selectFrom("payments")
          .leftJoin("refunds", (join) =>
            join
              .onRef("refunds.organization_id", "=", "payments.organization_id")
              .onRef("refunds.payment_id", "=", "payments.id")
              .on("refunds.status", "=", "succeeded"),
          )
          .select(["payments.id", "payments.amount", "refunds.amount as refunded"])
          .where("payments.organization_id", "=", call.organizationId)
          .where((payment) =>
            payment.or([isAnyOf("payments.event_id", eventIds), isAnyOf("payments.charge_id", chargeIds)]),
          )
          .where("payments.status", "=", "succeeded")
          .where("payments.method", "=", "cash")
          .execute();
  const paid = [...new Map(before.map(({ id, amount: one }) => [id, one])).values()].reduce((sum, one) => sum + one, 0);
  const refunded = before.reduce((sum, one) => sum + (one.refunded ?? 0), 0);
  const left = Math.max(0, LIMIT - paid + refunded);
  if (amount <= left) return;
  const money = (minor: number) => formatMoney(minor, currency, languageTags[call.language]);
  throw new HttpError(409, message("payments.cashLimit", { limit: money(LIMIT), left: money(left) }));
}
