/** Records one payment at the desk for several debts (bulk payment, a whole series): one row and refund for each event, one invoice for all of a customer. */
import type { PaymentGroup, PaymentMethod, payments } from "#contract/payments.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { findEventToChange, type EventRow } from "#server/events/queries.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { methodLabels } from "./export-columns.ts";
import { amountDue } from "./ledger.ts";
import { notifyPaidTogether } from "./mail.ts";
import { listPaymentsOfGroup } from "./queries.ts";
import { keepReceiptAddress } from "./receipt-address.ts";
import { recordEventPayment } from "./record-payment.ts";
import { tillPort } from "./till-port.ts";
import { activityLinks } from "#server/events/activity-entries.ts";

type RecordSeveralCall = Call<typeof payments.recordSeveral>;

/** A guardian pays for their children. */
async function assertSamePayer(db: Database, organizationId: string, events: readonly EventRow[]): Promise<void> {
  const customerIds = [...new Set(events.map(({ customer_id }) => customer_id))];
  if (customerIds.length === 1) return;
  const known = await db
    .selectFrom("customers")
    .select(["id", "guardian_id"])
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "id",
        customerIds.filter((id) => id !== null),
      ),
    )
    .execute();
  const payers = new Set(known.map(({ id, guardian_id }) => guardian_id ?? id));
  if (payers.size > 1 || known.length < customerIds.length)
    throw new HttpError(409, message("payments.severalCustomers"));
}

/** Says what happened to a debt since the desk saw it. */
async function describeChange(
  { db, language, t }: RecordSeveralCall,
  event: EventRow,
  due: number,
): Promise<LocalizedMessage> {
  const { timezone } = await db
    .selectFrom("facilities")
    .select("timezone")
    .where("organization_id", "=", event.organization_id)
    .where("id", "=", event.facility_id)
    .executeTakeFirstOrThrow();
  const { dateTime } = dateFormats(language, timezone);
  const debt = { name: event.name, when: dateTime(event.start_time) };
  const paid = await db
    .selectFrom("payments")
    .select(["method", "paid_at"])
    .where("organization_id", "=", event.organization_id)
    .where("event_id", "=", event.id)
    .where("status", "=", "succeeded")
    .orderBy("paid_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (due > 0 || !paid?.paid_at)
    return message("payments.dueChanged", { ...debt, due: formatMoney(due, event.currency, language) });
  const method = t(methodLabels[paid.method as PaymentMethod]);
  return message("payments.alreadySettled", { ...debt, time: dateTime(paid.paid_at), method });
}

/** @throws HttpError 404, 409 if a debt was settled or has shrunk meanwhile, or has another currency or payer: then nothing is recorded */
export async function recordSeveralPayments(call: RecordSeveralCall): Promise<PaymentGroup> {
  const { db, body } = call;
  const debts = body.debts.toSorted((a, b) => (a.eventId.toLowerCase() < b.eventId.toLowerCase() ? -1 : 1));
  const locked: LockedDebt[] = [];
  for (const { eventId, amount } of debts) locked.push({ event: await findEventToChange(db, call, eventId), amount });
  for (const { event, amount } of locked) {
    const due = amountDue(event);
    if (amount <= due) continue;
    throw new HttpError(409, await describeChange(call, event, due));
  }
  return recordTogether(call, locked);
}

export interface LockedDebt {
  event: EventRow;
  /** At most what is due. */
  amount: number;
}

/**
 * A payment for each debt, one entry of the activity, one mail for each payer and one invoice for each customer.
 * @param locked debts whose bookings are locked
 * @throws HttpError 409 if they have several currencies or payers, or the seller is incomplete
 */
export async function recordTogether(
  call: RecordSeveralCall | Call<typeof payments.recordOfCustomer>,
  locked: readonly LockedDebt[],
): Promise<PaymentGroup> {
  const { db, now, organizationId, body } = call;
  const { method, note, tillId } = body;
  const [first] = locked;
  if (!first || locked.some(({ event }) => event.currency !== first.event.currency))
    throw new HttpError(409, message("payments.severalCurrencies"));
  const { currency } = first.event;
  await assertSamePayer(
    db,
    organizationId,
    locked.map(({ event }) => event),
  );
  await assertSellerComplete(call, true);
  await keepReceiptAddress(
    call,
    locked.map(({ event }) => event),
    body.email,
  );
  const facilityIds = [...new Set(locked.map(({ event }) => event.facility_id))];
  const tillSessionId = await tillPort.lockSession(call, { method, currency, facilityIds, tillId });
  const ids = locked.map(() => uuidv7(now));
  const [groupId = ""] = ids;
  for (const [index, { event, amount }] of locked.entries())
    await recordEventPayment(call, event, { method, note, amount, id: ids[index] ?? "", groupId, tillSessionId });
  await publish(call, "payments.takenTogether", { paymentIds: ids });
  const receiptsTo = await notifyPaidTogether(call, ids);
  const total = locked.reduce((sum, { amount }) => sum + amount, 0);
  call.record({
    subjectId: groupId,
    after: { eventIds: locked.map(({ event }) => event.id), method, amount: total, currency },
    ...activityLinks(first.event),
  });
  const payments = await listPaymentsOfGroup(call, organizationId, groupId);
  return { id: groupId, amount: total, currency, payments, receiptsTo };
}
