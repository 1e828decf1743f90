/** Events and what they occupy, in SQL. */
import { sql, type Insertable } from "kysely";
import type { Event, events } from "#contract/events.ts";
import type { Query } from "#contract/kit.ts";
import { among, everyOrganization, inScope, matches, type Database } from "#server/kit/database.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import type { EventsTable, OccupanciesTable } from "#server/kit/tables.ts";
import { seesField } from "#server/members/visibility.ts";
import { shape, withNames, type Events, type Reader } from "./shape.ts";

/** Whose events, and for whom. */
export type View = Pick<Call, "organizationId" | "standing" | "language"> & { user: { id: string } };

export const readerOf = ({ user, standing, language }: Omit<View, "organizationId">): Reader => ({
  userId: user.id,
  isTeam: standing.isTeam,
  language,
});

/**
 * The team sees all events. The others see their own, and the public ones on fields that they see; a private one is
 * to them a busy time and nothing else.
 */
function visible(db: Database, { organizationId, standing, user }: View): Events {
  const events = db.selectFrom("events").where(inScope("events.organization_id", organizationId));
  if (organizationId === everyOrganization) {
    return events.where(
      sql<boolean>`exists (select from organizations where organizations.id = events.organization_id and organizations.archived_at is null)`,
    );
  }
  if (standing.isTeam) return events;
  // All of it stands within the look-up of the field, so that it can be a join, and the order of the events is kept.
  return events.where(sql<boolean>`exists (
    select from fields
    where fields.organization_id = events.organization_id and fields.id = events.field_id and (
      events.customer_id = ${user.id}
      or events.confidentiality = 'public' and fields.archived_at is null and ${seesField(standing)}
    )
  )`);
}

/** Not sorted yet: `inTurn` does. */
export function listEvents(db: Database, view: View, query: Query<typeof events.list>): Events {
  let found = visible(db, view);
  if (query.facilityId) found = found.where("events.facility_id", "=", query.facilityId);
  if (query.fieldId) found = found.where("events.field_id", "=", query.fieldId);
  if (query.q) found = found.where(matches(sql`events.name`, query.q));
  return found;
}

/** Whoever created an event for themselves is also its customer: one index finds both. */
export function listOwnEvents(db: Database, userId: string, q: string): Events {
  const found = db.selectFrom("events").where("events.customer_id", "=", userId);
  return q ? found.where(matches(sql`events.name`, q)) : found;
}

export async function findEvent(db: Database, view: View, id: string): Promise<Event> {
  const found = visible(db, view).where("events.id", "=", id);
  return shape(await withNames(found, view.language).executeTakeFirstOrThrow(notFound), readerOf(view));
}

/** What a person may know of these events: the field of each, and whether more than that it is taken. */
export async function listGlimpses(
  db: Database,
  view: View,
  ids: string[],
): Promise<{ id: string; fieldId: string; isVisible: boolean }[]> {
  const inTenant = db
    .selectFrom("events")
    .where(inScope("events.organization_id", view.organizationId))
    .where(among("events.id", ids));
  const rows = await inTenant.select(["events.id", "events.field_id"]).execute();
  const seen = await visible(db, view).where(among("events.id", ids)).select("events.id").execute();
  const visibleIds = new Set(seen.map((row) => row.id));
  return rows.map((row) => ({ id: row.id, fieldId: row.field_id, isVisible: visibleIds.has(row.id) }));
}

export async function insertEvents(db: Database, rows: Insertable<EventsTable>[]): Promise<void> {
  await db.insertInto("events").values(rows).execute();
}

/**
 * Occupies units. Racing inserts that plainly failed would deadlock; these wait for each other in turn, and the late ones
 * insert nothing.
 * @param rows by ascending unit
 * @returns how many were free
 */
export async function insertOccupancies(db: Database, rows: Insertable<OccupanciesTable>[]): Promise<number> {
  const taken = await db
    .insertInto("occupancies")
    .values(rows)
    .onConflict((overlap) => overlap.doNothing())
    .returning("unit_id")
    .execute();
  return taken.length;
}

/** Gives a new unit to what is booked on the fields that it is a part of. */
export async function insertOccupanciesOfPart(
  db: Database,
  { organizationId, wholeIds, unitId }: { organizationId: string; wholeIds: string[]; unitId: string },
): Promise<void> {
  await db
    .insertInto("occupancies")
    .columns(["organization_id", "unit_id", "event_id", "during", "active"])
    .expression(
      db
        .selectFrom("occupancies as whole")
        .innerJoin("events", (join) =>
          join.onRef("events.organization_id", "=", "whole.organization_id").onRef("events.id", "=", "whole.event_id"),
        )
        .distinctOn("whole.event_id")
        .select(["whole.organization_id", sql<string>`${unitId}::uuid`.as("unit_id")])
        .select(["whole.event_id", "whole.during", "whole.active"])
        .where("whole.organization_id", "=", organizationId)
        .where(among("events.field_id", wholeIds))
        .orderBy("whole.event_id"),
    )
    .execute();
}
