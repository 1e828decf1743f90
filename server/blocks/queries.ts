/** Blocks in SQL: bookings inside, and what other fields of their facilities offer instead. */
import { sql } from "kysely";
import { selectRelatives } from "#server/customers/relation-queries.ts";
import { selectWithNames } from "#server/events/serialize.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

type Reader = Pick<Call, "db" | "organizationId">;

/** Epoch milliseconds. */
export interface BlockedSpan {
  fieldId: string;
  start: number;
  end: number;
}

/** Bookings that overlap a span on its field, its parts or its parents, and are not over. Existing blocks stay. */
export async function listEventIdsInside(
  { db, organizationId, now }: Reader & Pick<Call, "now">,
  spans: readonly BlockedSpan[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct events.id
    from unnest(
      ${spans.map(({ fieldId }) => fieldId)}::uuid[],
      ${spans.map(({ start }) => new Date(start))}::timestamptz[],
      ${spans.map(({ end }) => new Date(end))}::timestamptz[]
    ) as blocked (field_id, starts, ends)
    join field_units on field_units.organization_id = ${organizationId} and field_units.field_id = blocked.field_id
    join occupancies on occupancies.organization_id = field_units.organization_id
      and occupancies.unit_id = field_units.unit_id and occupancies.active
      and occupancies.during && tstzrange(blocked.starts, blocked.ends)
    join events on events.organization_id = occupancies.organization_id and events.id = occupancies.event_id
    where events.kind = 'event' and events.status in ('pending', 'approved') and events.end_time > ${now}
      and events.start_time < blocked.ends and events.end_time > blocked.starts`.execute(db);
  return rows.map(({ id }) => id);
}

export const listEventRows = (
  { db, organizationId, language }: Reader & Pick<Call, "language">,
  ids: readonly string[],
) =>
  selectWithNames(
    db.selectFrom("events").where("events.organization_id", "=", organizationId).where(isAnyOf("events.id", ids)),
    language,
    organizationId,
  )
    .leftJoin(selectRelatives(db, organizationId, "receives").as("receiver"), (join) =>
      join.on("receiver.organization_id", "=", organizationId).onRef("receiver.to_id", "=", "customers.id"),
    )
    .select(["events.paid", "events.refunded", "events.payment", "fields.space"])
    // The address that mails go to where the customer has no account.
    .select((e) => e.fn.coalesce("customers.email", "receiver.email").as("reachable_email"))
    .orderBy("events.start_time")
    .orderBy("fields.trail")
    .orderBy("events.id")
    .execute();
export type InsideEventRow = Awaited<ReturnType<typeof listEventRows>>[number];

export const listFields = (
  { db, organizationId }: Reader,
  by: { ids?: readonly string[]; facilityIds?: readonly string[] },
) =>
  db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select([
      "fields.id",
      "fields.name",
      "fields.facility_id",
      "fields.turnaround",
      "fields.space",
      "facilities.timezone",
    ])
    .select((e) => [
      e
        .selectFrom("field_sports")
        .whereRef("field_sports.organization_id", "=", "fields.organization_id")
        .whereRef("field_sports.field_id", "=", "fields.id")
        .select((sports) => sports.fn.agg<number[] | null>("array_agg", ["field_sports.sport_id"]).as("ids"))
        .as("sport_ids"),
      e
        .selectFrom("field_units")
        .whereRef("field_units.organization_id", "=", "fields.organization_id")
        .whereRef("field_units.field_id", "=", "fields.id")
        .select((units) => units.fn.agg<string[] | null>("array_agg", ["field_units.unit_id"]).as("ids"))
        .as("unit_ids"),
    ])
    .where("fields.organization_id", "=", organizationId)
    .where("fields.status", "=", "open")
    .where("fields.archived_at", "is", null)
    .where((e) =>
      e.or([
        ...(by.ids ? [isAnyOf("fields.id", by.ids)] : []),
        ...(by.facilityIds ? [isAnyOf("fields.facility_id", by.facilityIds)] : []),
      ]),
    )
    .orderBy("fields.trail")
    .execute();
export type OfferedField = Awaited<ReturnType<typeof listFields>>[number];

/** Epoch milliseconds; with the turnaround after the event. */
export interface UnitUse {
  unitId: string;
  eventId: string;
  start: number;
  end: number;
}

export async function listUnitUses(
  { db, organizationId }: Reader,
  unitIds: readonly string[],
  within: { start: number; end: number },
): Promise<UnitUse[]> {
  const { rows } = await sql<{ unit_id: string; event_id: string; from: Date; until: Date }>`
    select unit_id, event_id, lower(during) as from, upper(during) as until
    from occupancies
    where organization_id = ${organizationId} and unit_id = any(${unitIds}) and active
      and during && tstzrange(${new Date(within.start)}, ${new Date(within.end)})`.execute(db);
  return rows.map((row) => ({
    unitId: row.unit_id,
    eventId: row.event_id,
    start: row.from.getTime(),
    end: row.until.getTime(),
  }));
}
