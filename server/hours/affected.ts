/** Events to come that lie outside of the hours, and where else they could be. */
import type { AffectedEvent } from "#contract/hours.ts";
import { isInside, type Span } from "#contract/hours-rules.ts";
import { fieldsAtPlaces } from "#server/fields/shape.ts";
import { among, type Database } from "#server/kit/database.ts";
import type { Call } from "#server/kit/serve.ts";
import { listAlternatives } from "./alternatives.ts";
import { openAround } from "./open.ts";

/** Told one by one; the rest are counted. */
const mostTold = 100;

/** What is to come on these fields and bound by their hours: no blocks, and nothing that the team put outside on purpose. */
function listBound(db: Database, organizationId: string, fieldIds: readonly string[], now: Date, within?: Span) {
  const bound = fieldsAtPlaces(db)
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "fields.organization_id").onRef("events.field_id", "=", "fields.id"),
    )
    .leftJoin("users", "users.id", "events.customer_id")
    .select(["events.id", "events.name", "events.start_time", "events.end_time", "events.status", "events.kind"])
    .select([
      "events.currency",
      "events.customer_name",
      "events.sport_id",
      "events.paid",
      "events.refunded",
      "users.first_name",
      "users.last_name",
    ])
    .select(["fields.id as field_id", "fields.name as field_name"])
    .select(["facilities.id as facility_id", "facilities.name as facility_name", "facilities.timezone"])
    .where("events.organization_id", "=", organizationId)
    .where(among("events.field_id", fieldIds))
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
export type Bound = Awaited<ReturnType<typeof listBound>>[number];

export const spanOf = (event: Pick<Bound, "start_time" | "end_time">): Span => ({
  start: event.start_time.getTime(),
  end: event.end_time.getTime(),
});

/**
 * What lies outside of the hours as this transaction sees them, soonest first.
 * @param within only events that touch this time
 */
export async function listOutside(
  { db, organizationId, now }: Pick<Call, "db" | "organizationId" | "now">,
  fieldIds: readonly string[],
  within?: Span,
): Promise<Bound[]> {
  const bound = await listBound(db, organizationId, fieldIds, now, within);
  if (bound.length === 0) return [];
  const fields = bound.map((event) => ({ id: event.field_id, timezone: event.timezone }));
  const open = await openAround(db, organizationId, fields, bound.map(spanOf));
  return bound.filter((event) => !isInside(open(event.field_id), spanOf(event)));
}

const customerOf = (event: Bound) =>
  event.first_name === null ? event.customer_name : `${event.first_name} ${event.last_name}`;

/** The first of these events as a person decides about them, and how many they are. */
export async function tell(
  { db, organizationId }: Pick<Call, "db" | "organizationId">,
  outside: readonly Bound[],
): Promise<{ affected: AffectedEvent[]; affectedTotal: number }> {
  const told = outside.slice(0, mostTold);
  const alternativesTo = await listAlternatives(
    db,
    organizationId,
    told.map((event) => ({
      ...spanOf(event),
      fieldId: event.field_id,
      facilityId: event.facility_id,
      sportId: event.sport_id,
    })),
  );
  return {
    affectedTotal: outside.length,
    affected: told.map((event, index) => ({
      id: event.id,
      name: event.name,
      startTime: event.start_time.toISOString(),
      endTime: event.end_time.toISOString(),
      status: event.status,
      kind: event.kind,
      field: { id: event.field_id, name: event.field_name },
      facility: { id: event.facility_id, name: event.facility_name, timezone: event.timezone },
      customer: customerOf(event),
      paid: event.paid - event.refunded,
      currency: event.currency,
      alternatives: alternativesTo[index] ?? [],
    })),
  };
}
