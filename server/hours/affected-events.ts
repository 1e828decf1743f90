/** Affected events: upcoming events outside the opening hours, with alternatives. */
import type { AffectedEvent } from "#contract/hours.ts";
import { isWithinOpenTime, type TimeSpan } from "#contract/hours-rules.ts";
import { fieldsWithPlaces } from "#server/fields/serialize.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listAlternatives } from "./alternatives.ts";
import { listOpenRangesAround } from "./open-ranges.ts";

const MAX_LISTED_EVENTS = 100;

/** No blocks, and no events that the team booked outside on purpose. */
function listBoundEvents(
  db: Database,
  organizationId: string,
  fieldIds: readonly string[],
  now: Date,
  within?: TimeSpan,
) {
  const bound = fieldsWithPlaces(db)
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "fields.organization_id").onRef("events.field_id", "=", "fields.id"),
    )
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select(["events.id", "events.name", "events.start_time", "events.end_time", "events.status", "events.kind"])
    .select(["events.currency", "customers.name as customer_name", "events.sport_id", "events.paid", "events.refunded"])
    .select(["fields.id as field_id", "fields.name as field_name"])
    .select(["facilities.id as facility_id", "facilities.name as facility_name", "facilities.timezone"])
    .where("events.organization_id", "=", organizationId)
    .where(isAnyOf("events.field_id", fieldIds))
    .where("events.kind", "=", "event")
    .where("events.status", "in", ["pending", "approved"])
    .where("events.override", "=", false)
    .where("events.start_time", ">", now)
    .orderBy("events.start_time")
    .orderBy("events.id");
  if (!within) return bound.execute();
  const [from, to] = [new Date(within.start), new Date(within.end)];
  return bound.where("events.start_time", "<", to).where("events.end_time", ">", from).execute();
}
export type BoundEvent = Awaited<ReturnType<typeof listBoundEvents>>[number];

export const eventSpan = (event: Pick<BoundEvent, "start_time" | "end_time">): TimeSpan => ({
  start: event.start_time.getTime(),
  end: event.end_time.getTime(),
});

/** Reads the hours of this transaction. Soonest first. @param within only events that touch this time */
export async function listEventsOutsideHours(
  { db, organizationId, now }: Pick<Call, "db" | "organizationId" | "now">,
  fieldIds: readonly string[],
  within?: TimeSpan,
): Promise<BoundEvent[]> {
  const bound = await listBoundEvents(db, organizationId, fieldIds, now, within);
  if (bound.length === 0) return [];
  const fields = bound.map((event) => ({ id: event.field_id, timezone: event.timezone }));
  const open = await listOpenRangesAround(db, organizationId, fields, bound.map(eventSpan));
  return bound.filter((event) => !isWithinOpenTime(open(event.field_id), eventSpan(event)));
}

export async function serializeAffectedEvents(
  { db, organizationId }: Pick<Call, "db" | "organizationId">,
  outside: readonly BoundEvent[],
): Promise<{ affected: AffectedEvent[]; affectedTotal: number }> {
  const listed = outside.slice(0, MAX_LISTED_EVENTS);
  const alternativesTo = await listAlternatives(
    db,
    organizationId,
    listed.map((event) => ({
      ...eventSpan(event),
      fieldId: event.field_id,
      facilityId: event.facility_id,
      sportId: event.sport_id,
    })),
  );
  return {
    affectedTotal: outside.length,
    affected: listed.map((event, index) => ({
      id: event.id,
      name: event.name,
      startTime: event.start_time.toISOString(),
      endTime: event.end_time.toISOString(),
      status: event.status,
      kind: event.kind,
      field: { id: event.field_id, name: event.field_name },
      facility: { id: event.facility_id, name: event.facility_name, timezone: event.timezone },
      customer: event.customer_name,
      paid: event.paid - event.refunded,
      currency: event.currency,
      alternatives: alternativesTo[index] ?? [],
    })),
  };
}
