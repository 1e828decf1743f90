/** Bookings that stand in busy times of other systems: listed until the team decides. */
import type { BusyConflict, busyCalendars } from "#contract/busy-calendars.ts";
import type { Page } from "#contract/kit.ts";
import { inScope, paginate } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { presentConflicts } from "./queries.ts";

/** Soonest first. */
export async function listConflicts(call: Call<typeof busyCalendars.conflicts>): Promise<Page<BusyConflict>> {
  const { db, organizationId, query } = call;
  let found = presentConflicts(call)
    .innerJoin("busy_calendars", (join) =>
      join
        .onRef("busy_calendars.organization_id", "=", "busy_times.organization_id")
        .onRef("busy_calendars.id", "=", "busy_times.calendar_id"),
    )
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .where(inScope("busy_calendars.organization_id", organizationId))
    .select(["busy_conflicts.busy_time_id", "busy_conflicts.event_id", "busy_conflicts.found_at"])
    .select(["busy_conflicts.kept_at", "busy_times.name as busy_name", "busy_times.start_time as busy_start"])
    .select(["busy_times.end_time as busy_end", "busy_calendars.id as calendar_id"])
    .select(["busy_calendars.name as calendar_name", "events.name", "events.start_time", "events.end_time"])
    .select(["customers.name as customer_name", "fields.id as field_id", "fields.name as field_name"])
    .select(["facilities.id as facility_id", "facilities.name as facility_name", "facilities.timezone"]);
  if (query.calendarId) found = found.where("busy_times.calendar_id", "=", query.calendarId);
  if (query.isKept !== undefined) found = found.where("busy_conflicts.kept_at", query.isKept ? "is not" : "is", null);
  const ordered = found.orderBy("events.start_time").orderBy("events.id").orderBy("busy_times.id");
  const { data, meta } = await paginate(db, ordered, query);
  return {
    data: data.map((row) => ({
      busyTimeId: row.busy_time_id,
      eventId: row.event_id,
      calendar: { id: row.calendar_id, name: row.calendar_name },
      busy: { name: row.busy_name, startTime: row.busy_start.toISOString(), endTime: row.busy_end.toISOString() },
      name: row.name,
      customer: row.customer_name,
      field: { id: row.field_id, name: row.field_name },
      facility: { id: row.facility_id, name: row.facility_name },
      timezone: row.timezone,
      startTime: row.start_time.toISOString(),
      endTime: row.end_time.toISOString(),
      foundAt: row.found_at.toISOString(),
      keptAt: row.kept_at?.toISOString() ?? null,
    })),
    meta,
  };
}

/** @throws HttpError 404 for a booking that stands in no busy time */
export async function keepBooking(call: Call<typeof busyCalendars.keep>): Promise<null> {
  const { db, now, organizationId, params, body, record } = call;
  const conflicts = await presentConflicts(call)
    .select(["busy_conflicts.busy_time_id", "busy_conflicts.kept_at"])
    .where("busy_conflicts.event_id", "=", params.eventId)
    .execute();
  if (conflicts.length === 0) throw notFound();
  await db
    .updateTable("busy_conflicts")
    .set({ kept_at: body.isKept ? now : null })
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", params.eventId)
    .execute();
  record({
    subjectId: params.eventId,
    skipsEntry: conflicts.every(({ kept_at }) => (kept_at !== null) === body.isKept),
  });
  return null;
}
