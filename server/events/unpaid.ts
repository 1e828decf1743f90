/** Unpaid events (debts): which events are owed, how much, and since when. */
import { type RawBuilder, sql } from "kysely";
import { isDebt } from "#contract/events-states-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { isDueBefore, isInTimezone, listTimezones } from "./facility-days.ts";

/** Neither offers of the waitlist nor what they were before they ended: nobody has booked. */
export const isNoOffer = sql<boolean>`(events.pending_reason is distinct from 'offer'
  and events.former_pending_reason is distinct from 'offer')`;
/** Events that stand; one that waits for an online payment is no debt. */
export const isStanding = sql<boolean>`(events.status in ('pending', 'approved', 'completed')
  and events.pending_reason is distinct from 'payment')`;
/**
 * A request that waits for approval is no debt either. The index `events_unpaid` holds the reason why an event is
 * pending, and not its status.
 */
export const isUnpaid = sql<boolean>`(events.payment_status in ('due', 'partially_paid')
  and events.status in ('pending', 'approved', 'completed') and events.pending_reason is null)`;
/** A request of which something is due once it is approved. */
export const isUnpaidRequest = sql<boolean>`(events.payment_status in ('due', 'partially_paid')
  and events.status = 'pending' and events.pending_reason = 'approval')`;
/** The same rule for an event that has been read. */
export const isUnpaidRow = (row: { status: string; payment_status: string }): boolean =>
  isDebt({ status: row.status, paymentStatus: row.payment_status });
export const owedAmount = sql`greatest(events.price - events.shared - events.paid + events.refunded, 0)`;

/** Unpaid events that were due before today, by the facility's clock: their day, or that of an invoice, has gone by. */
export async function selectOverdue(db: Database, organizationId: string, now: Date): Promise<RawBuilder<boolean>> {
  const zones = (await listTimezones(db, organizationId)).map(({ timezone }) => timezone);
  const [on, at] = [sql.ref("events.debt_due_on"), sql.ref("events.start_time")];
  return isDueBefore(zones, (timezone) => localDateOf(timezone, now), { on, at, isOf: isInTimezone });
}

/** The day on which an unpaid event is due: its own, or that of an invoice over it. */
export const dueDateOf = (
  { start_time, debt_due_on }: { start_time: Date; debt_due_on: string | null },
  timezone: string,
): string => debt_due_on ?? localDateOf(timezone, start_time);

/** @param dueOn local date */
export function dueStateOf(dueOn: string, timezone: string, now: Date): "overdue" | "today" | "later" {
  const today = localDateOf(timezone, now);
  return dueOn < today ? "overdue" : dueOn === today ? "today" : "later";
}
