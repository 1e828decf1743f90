/** The planning (calendar) in SQL: columns of fields, and events of days. */
import { sql } from "kysely";
import type { TimeSpan } from "#contract/hours-rules.ts";
import { nameForOthers } from "#server/events/title-visibility.ts";
import { MAX_EVENT_MS } from "#server/events/serialize.ts";
import { isForSport } from "#server/fields/queries.ts";
import { fieldsWithPlaces } from "#server/fields/serialize.ts";
import { isAnyOf, ALL_ORGANIZATIONS, inScope, type Database } from "#server/kit/db/database.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { isFieldPresent, isFieldVisible, visibilityKey } from "#server/members/visibility.ts";
import { sportName } from "#server/sports/queries.ts";
import type { Language } from "#messages/translator.ts";

export interface PlanningViewer extends MemoryContext {
  access: MemberPermissions;
  language: Language;
  user: { id: string };
}
interface ColumnFilters {
  facilityId?: string | undefined;
  fieldId?: string | undefined;
  sportId?: number | undefined;
}

const MAX_COLUMNS = 500;

/** Sorted by facility; each field is followed by its parts. */
export function listColumns(viewer: PlanningViewer, { facilityId, fieldId, sportId }: ColumnFilters) {
  const filters = { facilityId, fieldId, sportId };
  return remember(viewer, ["planning.columns", filters, visibilityKey(viewer.access)], () =>
    readColumns(viewer, filters),
  );
}

function readColumns({ db, organizationId, access }: PlanningViewer, { facilityId, fieldId, sportId }: ColumnFilters) {
  let found = fieldsWithPlaces(db)
    .select(["fields.id", "fields.name", "fields.facility_id", "fields.parent_id", "fields.status", "fields.bookable"])
    .select(["fields.confidentiality", "fields.space", "fields.lights", "fields.start_step", "fields.turnaround"])
    .select(["facilities.name as facility_name", "facilities.timezone", "organizations.currency"])
    .where(inScope("fields.organization_id", organizationId))
    .where("organizations.archived_at", "is", null)
    .where(isFieldPresent(sql.ref<string>("fields.organization_id")))
    .where(isFieldVisible(access));
  if (facilityId) found = found.where("fields.facility_id", "=", facilityId);
  if (fieldId) found = found.where("fields.id", "=", fieldId);
  if (sportId !== undefined) found = found.where(isForSport(sportId));
  return found
    .orderBy("facilities.name")
    .orderBy("fields.facility_id")
    .orderBy("fields.trail")
    .limit(MAX_COLUMNS)
    .execute();
}
export type PlanningColumn = Awaited<ReturnType<typeof listColumns>>[number];

export async function listSportsByField(
  db: Database,
  { organizationId, language }: PlanningViewer,
  fieldIds: readonly string[],
) {
  const rows = await db
    .selectFrom("field_sports")
    .innerJoin("sports", "sports.id", "field_sports.sport_id")
    .select(["field_sports.field_id", "sports.id", sportName(language).as("name")])
    .where(inScope("field_sports.organization_id", organizationId))
    .where(isAnyOf("field_sports.field_id", fieldIds))
    .orderBy("field_sports.position")
    .execute();
  return Map.groupBy(rows, (row) => row.field_id);
}

export async function listPlannedEvents(
  db: Database,
  { organizationId, access, user }: PlanningViewer,
  fieldIds: readonly string[],
  { within, all }: { within: TimeSpan; all: boolean },
) {
  const statuses = all
    ? ["pending", "approved", "completed", "canceled", "rejected"]
    : ["pending", "approved", "completed"];
  const rows = await db
    .selectFrom("events")
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select(["events.id", "events.field_id", "events.start_time", "events.end_time", "events.kind", "events.name"])
    .select(["events.status", "events.pending_reason", "events.type", "events.confidentiality", "events.customer_id"])
    .select(["events.user_id", "customers.name as customer_name"])
    .select(["events.people", "events.max_people", "events.payment_status", "events.price"])
    .select(["events.series_id", "events.payment", "events.sport_id"])
    .select((access.isTeam ? sql<string | null>`null` : nameForOthers).as("name_for_others"))
    .select(sql<boolean>`events.notes is not null`.as("has_notes"))
    .select(
      sql<boolean>`events.customer_id is not null and not exists (
        select from events earlier
        where earlier.organization_id = events.organization_id and earlier.customer_id = events.customer_id
          and earlier.status not in ('canceled', 'rejected')
          and (earlier.start_time, earlier.id) < (events.start_time, events.id)
      )`.as("is_first"),
    )
    .where(inScope("events.organization_id", organizationId))
    .where(isAnyOf("events.field_id", fieldIds))
    .where("events.start_time", ">", new Date(within.start - MAX_EVENT_MS))
    .where("events.start_time", "<", new Date(within.end))
    .where("events.end_time", ">", new Date(within.start))
    .where(isAnyOf("events.status", statuses))
    .orderBy("events.start_time")
    .orderBy("events.id")
    .execute();
  // Only the team and the booker see canceled and rejected events.
  return access.isTeam || organizationId === ALL_ORGANIZATIONS
    ? rows
    : rows.filter((row) => row.user_id === user.id || (row.status !== "canceled" && row.status !== "rejected"));
}
export type PlannedEvent = Awaited<ReturnType<typeof listPlannedEvents>>[number];

export const listTakenTimes = (db: Database, organizationId: string, fieldIds: readonly string[], within: TimeSpan) =>
  db
    .selectFrom("events")
    .select(["events.field_id", "events.start_time", "events.end_time"])
    .where(inScope("events.organization_id", organizationId))
    .where(isAnyOf("events.field_id", fieldIds))
    .where("events.start_time", ">", new Date(within.start - MAX_EVENT_MS))
    .where("events.start_time", "<", new Date(within.end))
    .where("events.end_time", ">", new Date(within.start))
    .where(isAnyOf("events.status", ["pending", "approved", "completed"]))
    .execute();

/** Creators by event id; an event of a series has the creator of the series. Events created by jobs are left out. */
export async function listMakers(
  db: Database,
  organizationId: string,
  events: readonly { id: string; series_id: string | null }[],
): Promise<Map<string, { id: string; name: string }>> {
  const subjects = [...new Set(events.map(({ id, series_id }) => series_id ?? id))];
  const rows = await db
    .selectFrom("activity")
    .innerJoin("users", "users.id", "activity.actor_id")
    .distinctOn("activity.subject_id")
    .select(["activity.subject_id", "users.id", "users.first_name", "users.last_name"])
    .where(inScope("activity.organization_id", organizationId))
    .where(isAnyOf("activity.subject_id", subjects))
    .where("activity.act", "in", ["events.create", "series.create"])
    .orderBy("activity.subject_id")
    .orderBy("activity.at")
    .execute();
  const makers = new Map(
    rows.map(({ subject_id, id, first_name, last_name }) => [subject_id, { id, name: `${first_name} ${last_name}` }]),
  );
  return new Map(
    events.flatMap(({ id, series_id }) => {
      const maker = makers.get(series_id ?? id);
      return maker ? [[id, maker] as const] : [];
    }),
  );
}
