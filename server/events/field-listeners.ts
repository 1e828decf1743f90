/**
 * Reacts to changes of organizations, facilities and fields: upcoming events prevent deletion, and follow their field when it is
 * divided, detached or closed. The publisher of a field's change holds the locks, so that nobody books meanwhile.
 */
import { sql } from "kysely";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { countUpcomingWithBlocks, countUpcomingEvents } from "#server/booking-limits/upcoming-events.ts";

type ListenerContext = Pick<RequestContext, "db" | "now">;

export async function assertOrganizationNotBooked(
  { db, now }: ListenerContext,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const { count } = await countUpcomingEvents(db, organizationId, now).executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new HttpError(409, message("events.organizationBooked", { count: Number(count) }));
}

export async function assertFacilityNotBooked(
  { db, now }: ListenerContext,
  { organizationId, facilityId }: { organizationId: string; facilityId: string },
): Promise<void> {
  const { count } = await countUpcomingEvents(db, organizationId, now)
    .where("facility_id", "=", facilityId)
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new HttpError(409, message("events.facilityBooked", { count: Number(count) }));
}

interface FieldReference {
  organizationId: string;
  fieldId: string;
}

export async function assertFieldNotBooked(
  { db, now }: ListenerContext,
  { organizationId, fieldId }: FieldReference,
): Promise<void> {
  const { count } = await countUpcomingEvents(db, organizationId, now)
    .where("field_id", "=", fieldId)
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new HttpError(409, message("events.fieldBooked", { count: Number(count) }));
}

/** @throws HttpError 409 on `facilityId` if the field has upcoming events or blocks, which keep their facility */
export async function assertFieldMayMove(
  { db, now }: ListenerContext,
  { organizationId, fieldId }: FieldReference,
): Promise<void> {
  const { count } = await countUpcomingWithBlocks(db, organizationId, now)
    .where("field_id", "=", fieldId)
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return;
  const refusal = message("events.fieldStays", { count: Number(count) });
  throw new HttpError(409, refusal, { errors: { facilityId: [refusal] } });
}

interface PartUnits {
  organizationId: string;
  wholeIds: string[];
  unitIds: string[];
}

/**
 * Occupies units for events on fields that these units are now part of. Past events may overlap, so they get no new units;
 * moving an event takes its field's units of that moment.
 * @throws HttpError 409 on `parentId` with the number of overlapping upcoming events
 */
export async function occupyPartUnits(
  { db, now }: Pick<RequestContext, "db" | "now">,
  parts: PartUnits,
): Promise<void> {
  const { organizationId, wholeIds, unitIds } = parts;
  const { rows } = await sql<{ count: number }>`
    with booked as (
      select distinct on (events.id) events.id, occupancies.during, occupancies.active
      from events join occupancies on occupancies.organization_id = events.organization_id and occupancies.event_id = events.id
      where events.organization_id = ${organizationId} and events.field_id = any(${wholeIds})
    ), wanted as (
      select booked.*, unit_id from booked cross join unnest(${unitIds}::uuid[]) as unit_id
    ), given as (
      insert into occupancies (organization_id, unit_id, event_id, during, active)
      select ${organizationId}::uuid, unit_id, id, during, active from wanted order by unit_id, id
      on conflict do nothing
      returning unit_id, event_id
    )
    select count(distinct wanted.id)::int as count
    from wanted left join given on given.unit_id = wanted.unit_id and given.event_id = wanted.id
    where given.event_id is null and upper(wanted.during) > ${now}`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const refusal = message("events.partOverlaps", { count });
  throw new HttpError(409, refusal, { errors: { parentId: [refusal] } });
}

export async function freePartUnits({ db }: Pick<RequestContext, "db">, parts: PartUnits): Promise<void> {
  const { organizationId, wholeIds, unitIds } = parts;
  await sql`
    delete from occupancies using events
    where occupancies.organization_id = ${organizationId} and occupancies.unit_id = any(${unitIds})
      and events.organization_id = occupancies.organization_id and events.id = occupancies.event_id
      and events.field_id = any(${wholeIds})`.execute(db);
}

/**
 * Applies a new turnaround to events that are not over, up to the next booking. No booking moves. The change is never refused:
 * a busy field would have to wait for months.
 */
export async function updateTurnaround(
  { db, now }: Pick<RequestContext, "db" | "now">,
  { organizationId, fieldId, turnaround }: { organizationId: string; fieldId: string; turnaround: number },
): Promise<void> {
  const wanted = sql`events.end_time + make_interval(mins => ${turnaround}::int)`;
  // Computed before the update: in its assignments a cluster refuses arithmetic with time zones.
  await sql`
    with changed as materialized (
      select occupancies.unit_id, occupancies.event_id, tstzrange(lower(occupancies.during), least(${wanted}, (
        select min(lower(next.during))
        from occupancies as own join occupancies as next on next.organization_id = own.organization_id
          and next.unit_id = own.unit_id and next.active and next.event_id <> own.event_id
          and next.during && tstzrange(events.end_time, ${wanted})
        where own.organization_id = ${organizationId} and own.event_id = events.id
          and lower(next.during) >= events.end_time
      ))) as during
      from events join occupancies on occupancies.organization_id = events.organization_id
        and occupancies.event_id = events.id
      where events.organization_id = ${organizationId} and events.field_id = ${fieldId}
        and upper(occupancies.during) > ${now}
    )
    update occupancies set during = changed.during
    from changed
    where occupancies.organization_id = ${organizationId} and occupancies.unit_id = changed.unit_id
      and occupancies.event_id = changed.event_id`.execute(db);
}
