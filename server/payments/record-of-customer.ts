/** Records what a customer pays at the desk: it settles their charges, the oldest due first, the last of them in part. */
import { MAX_PAYMENTS_AT_ONCE, type PaymentGroup, type payments } from "#contract/payments.ts";
import { isOpen } from "#server/charges/queries.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { findEventToChange } from "#server/events/queries.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { formatMoney } from "#messages/format-money.ts";
import { amountDue } from "./ledger.ts";
import { recordTogether, type LockedDebt } from "./record-several.ts";

type RecordCall = Call<typeof payments.recordOfCustomer>;

/**
 * @returns the bookings of the chosen charges, else of the oldest that are open and not written off, one more than are settled
 * at once
 * @throws HttpError 404
 */
async function listEventIds({ db, organizationId, body }: RecordCall, customerId: string): Promise<string[]> {
  const charges = db.selectFrom("charges").select("event_id").where("organization_id", "=", organizationId);
  if (!body.chargeIds) {
    const open = charges.where("customer_id", "=", customerId).where(isOpen).where("written_off_at", "is", null);
    const oldest = open
      .orderBy("due_at")
      .orderBy("id")
      .limit(MAX_PAYMENTS_AT_ONCE + 1);
    return (await oldest.execute()).flatMap(({ event_id }) => event_id ?? []);
  }
  const chargeIds = [...new Set(body.chargeIds.map((id) => id.toLowerCase()))];
  const children = await db
    .selectFrom("customers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("guardian_id", "=", customerId)
    .execute();
  const rows = await charges
    .where(isAnyOf("id", chargeIds))
    .where(isAnyOf("customer_id", [customerId, ...children.map(({ id }) => id)]))
    .execute();
  if (rows.length < chargeIds.length) throw notFound();
  return rows.flatMap(({ event_id }) => event_id ?? []);
}

/** @throws HttpError 404, 409 if nothing is due or the currencies differ, 422 on an `amount` above what is due */
export async function recordPaymentOfCustomer(call: RecordCall): Promise<PaymentGroup> {
  const { db, organizationId, params, body, language } = call;
  const customer = await findPresentCustomer(db, organizationId, params.customerId);
  if (!customer) throw notFound();
  const debts: LockedDebt[] = [];
  const eventIds = await listEventIds(call, customer.id);
  for (const eventId of eventIds.slice(0, MAX_PAYMENTS_AT_ONCE).toSorted()) {
    const event = await findEventToChange(db, call, eventId);
    if (amountDue(event) > 0) debts.push({ event, amount: amountDue(event) });
  }
  const [first] = debts;
  if (!first) throw new HttpError(409, message("payments.nothingDueOfCustomer"));
  if (debts.some(({ event }) => event.currency !== first.event.currency))
    throw new HttpError(409, message("payments.severalCurrencies"));
  const due = debts.reduce((sum, { amount }) => sum + amount, 0);
  const most = formatMoney(due, first.event.currency, language);
  const tooMuch =
    eventIds.length > MAX_PAYMENTS_AT_ONCE
      ? message("payments.moreThanAtOnce", { amount: most, count: MAX_PAYMENTS_AT_ONCE })
      : message("payments.moreThanDue", { amount: most });
  if (body.amount > due) throw invalidFields({ amount: [tooMuch] });
  return recordTogether(call, allocate(debts, body.amount));
}

/** The oldest first, each as far as the amount goes. */
function allocate(debts: readonly LockedDebt[], amount: number): LockedDebt[] {
  let left = amount;
  return debts
    .toSorted((a, b) => +a.event.start_time - +b.event.start_time)
    .map(({ event, amount: due }) => {
      const part = Math.min(due, left);
      left -= part;
      return { event, amount: part };
    })
    .filter((part) => part.amount > 0);
}
