/** Unpaid events (debts): which events are owed, how much, and since when. */
import { type RawBuilder, sql } from "kysely";
import { isDebt } from "#contract/events-states-rules.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { isInTimezone, listTimezones } from "./facility-days.ts";

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
export const owedAmount = sql`greatest(events.price - events.paid + events.refunded, 0)`;

/**
 * Events of days before today, by the facility's clock.
 * @param zones those of all facilities that the query finds
 * @param days moves the bound: 1 for events of today too
 */
export function isBeforeToday(zones: readonly { timezone: string }[], now: Date, days = 0): RawBuilder<boolean> {
  const bounds = zones.map(({ timezone }) => ({
    timezone,
    start: new Date(dayBounds(addDays(localDateOf(timezone, now), days), timezone).start),
  }));
  const [first, ...others] = bounds;
  if (!first) return sql<boolean>`false`;
  if (others.length === 0) return sql<boolean>`(events.start_time < ${first.start})`;
  const latest = new Date(Math.max(...bounds.map(({ start }) => start.getTime())));
  const inZone = bounds.map(
    ({ timezone, start }) => sql<boolean>`(events.start_time < ${start} and ${isInTimezone(timezone)})`,
  );
  // The outer bound lets the query use the index.
  return sql<boolean>`(events.start_time < ${latest} and (${sql.join(inZone, sql` or `)}))`;
}

/** An unpaid event is overdue when its day, by the facility's clock, has gone by. */
export const selectOverdue = async (db: Database, organizationId: string, now: Date): Promise<RawBuilder<boolean>> =>
  isBeforeToday(await listTimezones(db, organizationId), now);

/** The same rule for an event that has been read. */
export function dueStateOf(startTime: Date, timezone: string, now: Date): "overdue" | "today" | "later" {
  const [date, today] = [localDateOf(timezone, startTime), localDateOf(timezone, now)];
  return date < today ? "overdue" : date === today ? "today" : "later";
}
