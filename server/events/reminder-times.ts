/**
 * The instant of a booking's reminder. Each event keeps it, so that the job reads what is due by an index, whatever lead
 * each organization chooses.
 */
import { sql } from "kysely";
import { findSettings } from "#server/organizations/queries.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { DueEventRow } from "./due-events.ts";

type ReminderColumns = Pick<DueEventRow, "remind_at" | "reminded_at">;

/**
 * A booking made later than the lead counts as reminded: no lead that is chosen later reminds its customer.
 * @param lead minutes before the start; null: the organization reminds nobody
 */
export function initialReminder(start: Date, lead: number | null, now: Date): ReminderColumns {
  if (lead === null) return { remind_at: null, reminded_at: null };
  const remindAt = new Date(start.getTime() - lead * 60_000);
  return remindAt > now ? { remind_at: remindAt, reminded_at: null } : { remind_at: null, reminded_at: now };
}

/** The reminder of an event at a new start, which its former reminder did not name. */
export async function planReminder(context: TenantContext, start: Date): Promise<ReminderColumns> {
  const { reminderLead } = await findSettings(context);
  return initialReminder(start, reminderLead, context.now);
}

/** The reminder of an event that is approved or restored at the start it had: nobody is reminded of a start twice. */
export const replanReminder = async (
  context: TenantContext,
  { start_time, reminded_at }: Pick<DueEventRow, "start_time" | "reminded_at">,
): Promise<Partial<ReminderColumns>> => (reminded_at ? {} : planReminder(context, start_time));

/** A reminder whose new instant is past already goes when it would have gone. */
export async function moveReminders(
  { db, organizationId, now }: TenantContext,
  { lead }: { lead: number | null },
): Promise<void> {
  // By seconds: a cluster refuses the difference of an instant and an interval, whose days depend on the session's time zone.
  const moved = sql<Date>`to_timestamp(
    (extract(epoch from start_time - timestamptz '1970-01-01T00:00:00Z') - ${(lead ?? 0) * 60}::integer)::double precision)`;
  await db
    .updateTable("events")
    .set({
      remind_at: lead === null ? null : sql<Date | null>`case when ${moved} > ${now} then ${moved} else remind_at end`,
    })
    .where("organization_id", "=", organizationId)
    .where("start_time", ">", now)
    .where("kind", "=", "event")
    .where("status", "in", ["approved", "pending"])
    .where("reminded_at", "is", null)
    .execute();
}
