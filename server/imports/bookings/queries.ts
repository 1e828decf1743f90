/** Bookings in SQL, as imports look for them. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import type { FieldMapping } from "#contract/imports.ts";

/** Epoch milliseconds; `until` has the turnaround. */
export interface BookingTime {
  fieldId: string;
  start: number;
  until: number;
}

const toDates = (times: readonly BookingTime[], of: "start" | "until") => times.map((time) => new Date(time[of]));

/** @returns those of the numbers that bookings have */
export async function listKnownIds(db: Database, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from events
    where organization_id = ${organizationId} and external_id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map((row) => row.external_id));
}

export interface BookingAtStart {
  customerId: string | null;
  name: string;
}

/** Bookings that begin at the same times on the same fields, canceled ones included. */
export async function listBookingsAt(
  db: Database,
  organizationId: string,
  times: readonly BookingTime[],
): Promise<Map<string, BookingAtStart[]>> {
  const { rows } = await sql<{ field_id: string; start_time: Date; customer_id: string | null; name: string }>`
    select events.field_id, events.start_time, events.customer_id, events.name
    from unnest(${times.map(({ fieldId }) => fieldId)}::uuid[], ${toDates(times, "start")}::timestamptz[])
      as given (field_id, starts)
    join events on events.organization_id = ${organizationId} and events.field_id = given.field_id
      and events.start_time = given.starts and events.kind = 'event'`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => toStartKey(row.field_id, row.start_time.getTime()))].map(([key, found]) => [
      key,
      found.map(({ customer_id: customerId, name }) => ({ customerId, name })),
    ]),
  );
}

export const toStartKey = (fieldId: string, start: number): string => `${fieldId} ${start}`;

/** @returns the places in `times` of those that overlap what stands on the field, its parts or its parents */
export async function listTakenTimes(
  db: Database,
  organizationId: string,
  times: readonly BookingTime[],
): Promise<Set<number>> {
  const { rows } = await sql<{ place: number }>`
    select distinct given.place::int as place
    from unnest(
      ${times.map(({ fieldId }) => fieldId)}::uuid[],
      ${toDates(times, "start")}::timestamptz[],
      ${toDates(times, "until")}::timestamptz[]
    ) with ordinality as given (field_id, starts, ends, place)
    join field_units on field_units.organization_id = ${organizationId} and field_units.field_id = given.field_id
    join occupancies on occupancies.organization_id = field_units.organization_id
      and occupancies.unit_id = field_units.unit_id and occupancies.active
      and occupancies.during && tstzrange(given.starts, given.ends)`.execute(db);
  return new Set(rows.map(({ place }) => place - 1));
}

/** The fields that values of earlier files stand for, for the next file. */
export async function findLatestFieldMapping(db: Database, organizationId: string): Promise<FieldMapping> {
  const row = await db
    .selectFrom("imports")
    .select(sql<FieldMapping>`options -> 'fields'`.as("fields"))
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "bookings")
    .where("state", "!=", "draft")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.fields ?? [];
}
