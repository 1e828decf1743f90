/** Sums of a list of events: how many, how long, and their money. */
import { sql } from "kysely";
import { type EventSums, type events, MAX_SUMMED_EVENTS } from "#contract/events.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { filterEvents } from "./queries.ts";
import { isStanding, isUnpaid, isUnpaidRequest, owedAmount, selectOverdue } from "./unpaid.ts";

const summedColumns = [
  "events.organization_id",
  "events.facility_id",
  "events.start_time",
  "events.debt_due_on",
  "events.end_time",
  "events.status",
  "events.pending_reason",
  "events.payment_status",
  "events.currency",
  "events.price",
  "events.shared",
  "events.paid",
  "events.refunded",
] as const;

const incomplete = (count: number): EventSums => ({ count, minutes: 0, isComplete: false, currencies: [] });

/** @returns no sums for all organizations together, whose events are too many to add up */
export async function sumEvents(call: Call<typeof events.sums>): Promise<EventSums> {
  const { db, organizationId, access, user, now, query } = call;
  if (organizationId === ALL_ORGANIZATIONS) return incomplete(0);
  const filtered = await filterEvents(db, call, query);
  // Members do not see what the bookings of others cost.
  const visible = access.isTeam ? filtered : filtered.where("events.user_id", "=", user.id);
  const isLate = await selectOverdue(db, organizationId, now);
  const sumOf = (amount: unknown, condition: unknown) =>
    sql<string>`coalesce(sum(${amount}) filter (where ${condition}), 0)`;
  const rows = await db
    .selectFrom(
      visible
        .select(summedColumns)
        .limit(MAX_SUMMED_EVENTS + 1)
        .as("events"),
    )
    .select("events.currency")
    .select(sql<string>`count(*)`.as("count"))
    .select(sumOf(sql`extract(epoch from events.end_time - events.start_time) / 60`, isStanding).as("minutes"))
    .select(sumOf(sql`events.price`, isStanding).as("total"))
    .select(sumOf(sql`events.paid - events.refunded`, isStanding).as("paid"))
    .select(sumOf(owedAmount, sql`${isUnpaid} and not ${isLate}`).as("due"))
    .select(sumOf(owedAmount, sql`${isUnpaid} and ${isLate}`).as("overdue"))
    .select(sumOf(owedAmount, isUnpaidRequest).as("toApprove"))
    .groupBy("events.currency")
    .orderBy("events.currency")
    .execute();
  const count = rows.reduce((all, row) => all + Number(row.count), 0);
  if (count > MAX_SUMMED_EVENTS) return incomplete(MAX_SUMMED_EVENTS);
  return {
    count,
    minutes: Math.round(rows.reduce((all, row) => all + Number(row.minutes), 0)),
    isComplete: true,
    currencies: rows.map(({ currency, ...sums }) => ({
      currency,
      total: Number(sums.total),
      paid: Number(sums.paid),
      due: Number(sums.due),
      overdue: Number(sums.overdue),
      toApprove: Number(sums.toApprove),
    })),
  };
}
