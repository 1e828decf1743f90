/** Tables `busy_calendars`, `busy_calendar_fields` and `busy_times`, as the endpoints and the job read and write them. */
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { BusyCalendar, BusyCalendarFailure } from "#contract/busy-calendars.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { BusyCalendarsTable, BusyTimesTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";

/** For the list of all organizations. */
const MAX_LISTED_CALENDARS = 500;

export interface CalendarScope {
  db: Database;
  organizationId: string;
}
export type CalendarRow = Selectable<BusyCalendarsTable>;
export type BusyTimeRow = Selectable<BusyTimesTable>;

const presentCalendars = ({ db, organizationId }: CalendarScope) =>
  db
    .selectFrom("busy_calendars")
    .where(inScope("busy_calendars.organization_id", organizationId))
    .where("busy_calendars.archived_at", "is", null);

interface CalendarFigures {
  fieldIds: readonly string[];
  times: number;
  conflicts: number;
}

const serializeCalendar = (row: CalendarRow, { fieldIds, times, conflicts }: CalendarFigures): BusyCalendar => ({
  id: row.id,
  name: row.name,
  host: row.url === null ? null : new URL(row.url).host,
  fieldIds: [...fieldIds],
  readAt: row.read_at?.toISOString() ?? null,
  nextReadAt: row.next_read_at.toISOString(),
  failingSince: row.failing_since?.toISOString() ?? null,
  failure: row.failure as BusyCalendarFailure | null,
  failureStatus: row.failure_status,
  times,
  conflicts,
  unreadable: row.unreadable,
  created_at: row.created_at.toISOString(),
});

async function serializeCalendars(
  scope: CalendarScope & { now: Date },
  rows: readonly CalendarRow[],
): Promise<BusyCalendar[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { db, organizationId, now } = scope;
  const fields = await db
    .selectFrom("busy_calendar_fields")
    .select(["calendar_id", "field_id"])
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("calendar_id", ids))
    .orderBy("field_id")
    .execute();
  const times = await db
    .selectFrom("busy_times")
    .select(["calendar_id", sql<number>`count(*)::int`.as("count")])
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("calendar_id", ids))
    .where("end_time", ">", now)
    .groupBy("calendar_id")
    .execute();
  const conflicts = await presentConflicts(scope)
    .select(["busy_times.calendar_id", sql<number>`count(*)::int`.as("count")])
    .where(isAnyOf("busy_times.calendar_id", ids))
    .where("busy_conflicts.kept_at", "is", null)
    .groupBy("busy_times.calendar_id")
    .execute();
  const fieldsOf = Map.groupBy(fields, ({ calendar_id }) => calendar_id);
  const toCounts = (counts: typeof times) => new Map(counts.map(({ calendar_id, count }) => [calendar_id, count]));
  const [timesOf, conflictsOf] = [toCounts(times), toCounts(conflicts)];
  return rows.map((row) =>
    serializeCalendar(row, {
      fieldIds: (fieldsOf.get(row.id) ?? []).map(({ field_id }) => field_id),
      times: timesOf.get(row.id) ?? 0,
      conflicts: conflictsOf.get(row.id) ?? 0,
    }),
  );
}

export async function listCalendars(
  scope: CalendarScope & { now: Date },
  { fieldId }: { fieldId?: string | undefined },
): Promise<BusyCalendar[]> {
  let found = presentCalendars(scope).selectAll();
  if (fieldId !== undefined) {
    const following = await scope.db
      .selectFrom("busy_calendar_fields")
      .select("calendar_id")
      .where(inScope("organization_id", scope.organizationId))
      .where("field_id", "=", fieldId)
      .execute();
    found = found.where(
      isAnyOf(
        "id",
        following.map(({ calendar_id }) => calendar_id),
      ),
    );
  }
  return serializeCalendars(scope, await found.orderBy("name").orderBy("id").limit(MAX_LISTED_CALENDARS).execute());
}

/** @throws HttpError 404 */
export async function findCalendar(scope: CalendarScope & { now: Date }, id: string): Promise<BusyCalendar> {
  const row = await presentCalendars(scope).selectAll().where("id", "=", id).executeTakeFirstOrThrow(notFound);
  const [calendar] = await serializeCalendars(scope, [row]);
  if (!calendar) throw notFound();
  return calendar;
}

/** Changes and readings of one calendar follow one another. @throws HttpError 404 */
export const lockCalendar = ({ db, organizationId }: CalendarScope, id: string): Promise<CalendarRow> =>
  db
    .selectFrom("busy_calendars")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);

export async function countCalendars(scope: CalendarScope): Promise<number> {
  const { count } = await presentCalendars(scope)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether events have to be compared with busy times at all; servers remember it. */
export async function hasCalendars(scope: CalendarScope): Promise<boolean> {
  return (await presentCalendars(scope).select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function insertCalendar(db: Database, row: Insertable<BusyCalendarsTable>): Promise<void> {
  await db.insertInto("busy_calendars").values(row).execute();
}

export async function updateCalendar(
  { db, organizationId }: CalendarScope,
  id: string,
  row: Updateable<BusyCalendarsTable>,
): Promise<void> {
  await db
    .updateTable("busy_calendars")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export interface FollowingField {
  id: string;
  name: string;
  facility_id: string;
  turnaround: number;
  timezone: string;
  unit_ids: string[];
}

/** Fields among these, with their units; archived ones are left out. */
export async function listFields(
  { db, organizationId }: CalendarScope,
  ids: readonly string[],
): Promise<FollowingField[]> {
  const rows = await db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.id", "fields.name", "fields.facility_id", "fields.turnaround", "facilities.timezone"])
    .where("fields.organization_id", "=", organizationId)
    .where(isAnyOf("fields.id", ids))
    .where("fields.archived_at", "is", null)
    .orderBy("fields.id")
    .execute();
  const units = await db
    .selectFrom("field_units")
    .select(["field_id", "unit_id"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("field_id", ids))
    .orderBy("unit_id")
    .execute();
  const unitsOf = Map.groupBy(units, ({ field_id }) => field_id);
  return rows.map((row) => ({ ...row, unit_ids: (unitsOf.get(row.id) ?? []).map(({ unit_id }) => unit_id) }));
}

export async function listFieldIds({ db, organizationId }: CalendarScope, calendarId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("busy_calendar_fields")
    .select("field_id")
    .where("organization_id", "=", organizationId)
    .where("calendar_id", "=", calendarId)
    .orderBy("field_id")
    .execute();
  return rows.map(({ field_id }) => field_id);
}

export async function replaceFields(
  { db, organizationId }: CalendarScope,
  calendarId: string,
  fieldIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("busy_calendar_fields")
    .where("organization_id", "=", organizationId)
    .where("calendar_id", "=", calendarId)
    .execute();
  if (fieldIds.length === 0) return;
  await db
    .insertInto("busy_calendar_fields")
    .values(fieldIds.map((field_id) => ({ organization_id: organizationId, calendar_id: calendarId, field_id })))
    .execute();
}

/** Times that are not over. */
export const presentTimes = ({ db, organizationId, now }: CalendarScope & { now: Date }) =>
  db
    .selectFrom("busy_times")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("end_time", ">", now)
    .orderBy("start_time")
    .orderBy("id");

const MAX_INSERTED_ROWS = 1000;

export async function insertTimes(db: Database, rows: readonly Insertable<BusyTimesTable>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_INSERTED_ROWS)
    await db
      .insertInto("busy_times")
      .values(rows.slice(start, start + MAX_INSERTED_ROWS))
      .execute();
}

export async function updateTime(
  { db, organizationId }: CalendarScope,
  id: string,
  row: Updateable<BusyTimesTable>,
): Promise<void> {
  await db
    .updateTable("busy_times")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Conflicts whose booking still stands in the busy time, and is not over. */
export const presentConflicts = ({ db, organizationId, now }: CalendarScope & { now: Date }) =>
  db
    .selectFrom("busy_conflicts")
    .innerJoin("busy_times", (join) =>
      join
        .onRef("busy_times.organization_id", "=", "busy_conflicts.organization_id")
        .onRef("busy_times.id", "=", "busy_conflicts.busy_time_id"),
    )
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "busy_conflicts.organization_id")
        .onRef("events.id", "=", "busy_conflicts.event_id"),
    )
    .where(inScope("busy_conflicts.organization_id", organizationId))
    .where(inScope("busy_times.organization_id", organizationId))
    .where(inScope("events.organization_id", organizationId))
    .where("events.status", "in", ["pending", "approved"])
    .where("events.end_time", ">", now)
    .whereRef("events.start_time", "<", "busy_times.end_time")
    .whereRef("events.end_time", ">", "busy_times.start_time")
    .where(
      sql<SqlBool>`(busy_times.organization_id, busy_times.field_id, events.field_id) in (
        select own.organization_id, own.field_id, sharing.field_id
        from field_units as own join field_units as sharing
          on sharing.organization_id = own.organization_id and sharing.unit_id = own.unit_id
        where ${inScope("own.organization_id", organizationId)}
      )`,
    );

export async function deleteConflicts(
  { db, organizationId }: CalendarScope,
  timeIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("busy_conflicts")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("busy_time_id", timeIds))
    .execute();
}

interface BusySpan {
  id: string;
  fieldId: string;
  start: Date;
  end: Date;
}

/** Bookings, without blocks and offers of the waitlist, that overlap a span on its field, its parts or what it lies in. */
export async function listBookingsInside(
  { db, organizationId, now }: CalendarScope & { now: Date },
  spans: readonly BusySpan[],
): Promise<{ spanId: string; eventId: string }[]> {
  if (spans.length === 0) return [];
  const { rows } = await sql<{ span_id: string; event_id: string }>`
    select distinct busy.id as span_id, events.id as event_id
    from unnest(
      ${spans.map(({ id }) => id)}::text[],
      ${spans.map(({ fieldId }) => fieldId)}::uuid[],
      ${spans.map(({ start }) => start)}::timestamptz[],
      ${spans.map(({ end }) => end)}::timestamptz[]
    ) as busy (id, field_id, starts, ends)
    join field_units on field_units.organization_id = ${organizationId} and field_units.field_id = busy.field_id
    join occupancies on occupancies.organization_id = ${organizationId}
      and occupancies.unit_id = field_units.unit_id and occupancies.active
      and occupancies.during && tstzrange(busy.starts, busy.ends)
    join events on events.organization_id = ${organizationId} and events.id = occupancies.event_id
    where events.kind = 'event' and events.status in ('pending', 'approved')
      and events.pending_reason is distinct from 'offer' and events.end_time > ${now}
      and events.start_time < busy.ends and events.end_time > busy.starts
    order by span_id, event_id`.execute(db);
  return rows.map(({ span_id, event_id }) => ({ spanId: span_id, eventId: event_id }));
}
