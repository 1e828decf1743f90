/** Refuses another currency once money has moved, or is owed. */
import { selectDebts } from "#server/charges/debts.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

/** Sums, invoices and debts of an organization are in one currency: it stays once money has moved, is on its way or is owed. */
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
  const debt = await db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("payment_status", "in", ["due", "partially_paid", "written_off"])
    .where("status", "in", ["pending", "approved", "completed"])
    .limit(1)
    .executeTakeFirst();
  const sale = await selectDebts(db, organizationId).select("charges.id").limit(1).executeTakeFirst();
  if (debt || sale) throw invalidFields({ currency: [message("payments.currencyOwed")] });
}
