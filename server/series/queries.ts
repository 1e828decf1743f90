/** Series in SQL. Occurrences are ordinary events; `original_start` keeps the time that the rule gave them. */
import { sql, type Insertable } from "kysely";
import type { EventStatus } from "#contract/events.ts";
import type { Series, SeriesScope } from "#contract/series.ts";
import { fieldsWithPlaces } from "#server/fields/serialize.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { SeriesTable } from "#server/kit/db/tables.ts";
import { isFieldVisible } from "#server/members/visibility.ts";

export async function insertSeries(db: Database, row: Insertable<SeriesTable>): Promise<void> {
  await db.insertInto("series").values(row).execute();
}

/** @param options.hold locks the row, so that two people add dates one after the other */
export const findSeries = (
  db: Database,
  { organizationId, access }: { organizationId: string; access: MemberPermissions },
  id: string,
  { hold = false }: { hold?: boolean } = {},
) => {
  const found = fieldsWithPlaces(db)
    .innerJoin("series", (join) =>
      join.onRef("series.organization_id", "=", "fields.organization_id").onRef("series.field_id", "=", "fields.id"),
    )
    .selectAll("series")
    .select(["facilities.timezone", "facilities.id as facility_id", "facilities.name as facility_name"])
    .select("fields.name as field_name")
    .where(inScope("series.organization_id", organizationId))
    .where("series.id", "=", id)
    .where(isFieldVisible(access, organizationId));
  return (hold ? found.forNoKeyUpdate("series") : found).executeTakeFirstOrThrow(notFound);
};

export const listOccurrences = (db: Database, organizationId: string, seriesId: string) =>
  db
    .selectFrom("events")
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .select(["events.id", "events.start_time", "events.end_time", "events.field_id", "fields.name as field_name"])
    .select(sql<EventStatus>`events.status`.as("status"))
    .select(sql<Date>`coalesce(events.original_start, events.start_time)`.as("original_start"))
    .where(inScope("events.organization_id", organizationId))
    .where("events.series_id", "=", seriesId)
    .orderBy("original_start")
    .orderBy("events.id")
    .execute();

/** Upcoming active occurrences, or just the chosen one. */
export async function listOccurrencesInScope(
  db: Database,
  organizationId: string,
  seriesId: string,
  { eventId, scope, now }: { eventId: string; scope: SeriesScope; now: Date },
) {
  const all = await listOccurrences(db, organizationId, seriesId);
  const chosen = all.find(({ id }) => id === eventId);
  if (!chosen) throw notFound();
  if (scope === "this") return [chosen];
  const isAhead = (event: (typeof all)[number]) =>
    event.start_time > now && (event.status === "approved" || event.status === "pending");
  return all.filter((event) => isAhead(event) && (scope === "all" || event.original_start >= chosen.original_start));
}

export async function updateSeriesTemplate(
  db: Database,
  organizationId: string,
  seriesId: string,
  row: { name: string; field_id: string; template: string; updated_at: Date },
): Promise<void> {
  await db
    .updateTable("series")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", seriesId)
    .execute();
}

export const parseRule = (rule: unknown): Series["rule"] => rule as Series["rule"];
