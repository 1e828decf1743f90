/** Refuses another currency once money has moved. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

/** Sums, invoices and debts of an organization are in one currency: it stays once money has moved, or is on its way. */
export async function assertNoMoneyMoved({
  db,
  organizationId,
}: Pick<TenantContext, "db" | "organizationId">): Promise<void> {
  const payment = await db
    .selectFrom("payments")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("status", "not in", ["failed", "canceled"])
    .limit(1)
    .executeTakeFirst();
  if (payment) throw invalidFields({ currency: [message("payments.currencyFixed")] });
}
