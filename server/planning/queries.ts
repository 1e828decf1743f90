/** The planning (calendar) in SQL: columns of fields, and events of days. */
import { sql, type Expression } from "kysely";
import type { TimeSpan } from "#contract/hours-rules.ts";
import { nameForOthers } from "#server/events/title-visibility.ts";
import { MAX_EVENT_MS } from "#server/booking-limits/upcoming-events.ts";
import { isNoOffer } from "#server/events/unpaid.ts";
import { isForSport } from "#server/fields/queries.ts";
import { fieldsWithPlaces } from "#server/fields/serialize.ts";
import { isAnyOf, ALL_ORGANIZATIONS, inScope, organizationOf, type Database } from "#server/kit/db/database.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { isFieldPresent, isFieldVisible, visibilityKey } from "#server/members/visibility.ts";
import { sportName } from "#server/sports/queries.ts";
import { statement } from "#server/kit/db/statement.ts";
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
    .where(isFieldPresent(organizationOf("fields.organization_id", organizationId)))
    .where(isFieldVisible(access, organizationId));
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

interface PlannedSpan {
  /** Left out in the scope of all organizations. */
  organizationId?: string;
  fieldIds: readonly string[];
  /** Events that ended before it have begun earlier than `earliest`. */
  start: Date;
  end: Date;
  earliest: Date;
  statuses: readonly string[];
}
/** The creator of the event, or of the series that it belongs to; nobody for events created by jobs. */
const maker = (organizationId: Expression<string>) => sql<{ id: string; name: string } | null>`(
  select json_build_object('id', users.id, 'name', users.first_name || ' ' || users.last_name)
  from activity join users on users.id = activity.actor_id
  where activity.organization_id = ${organizationId}
    and activity.subject_id = coalesce(events.series_id, events.id)::text
    and activity.act in ('events.create', 'series.create')
  order by activity.at limit 1
)`;
const isFirst = (organizationId: Expression<string>) => sql<boolean>`events.customer_id is not null and not exists (
  select from events earlier
  where earlier.organization_id = ${organizationId} and earlier.customer_id = events.customer_id
    and earlier.status not in ('canceled', 'rejected')
    and (earlier.start_time, earlier.id) < (events.start_time, events.id)
)`;
/** Makers and names for others are looked up where the answer shows them. */
type PlanningDetail = "makers" | "team" | "names for others";

const listEventsBetween = statement((db, span: PlannedSpan, detail: PlanningDetail) => {
  const organization = organizationOf("events.organization_id", span.organizationId ?? ALL_ORGANIZATIONS);
  const found = db
    .selectFrom("events")
    .leftJoin("customers", (join) =>
      join.on("customers.organization_id", "=", organization).onRef("customers.id", "=", "events.customer_id"),
    )
    .select(["events.id", "events.field_id", "events.start_time", "events.end_time", "events.kind", "events.name"])
    .select(["events.status", "events.pending_reason", "events.type", "events.confidentiality", "events.customer_id"])
    .select(["events.user_id", "customers.name as customer_name"])
    .select(["events.people", "events.max_people", "events.payment_status", "events.price"])
    .select(["events.series_id", "events.payment", "events.sport_id", "events.hold_expires_at", "events.attendance"])
    .select((detail === "names for others" ? nameForOthers(organization) : sql<null>`null`).as("name_for_others"))
    .select((detail === "makers" ? maker(organization) : sql<null>`null`).as("maker"))
    .select([sql<boolean>`events.notes is not null`.as("has_notes"), isFirst(organization).as("is_first")])
    .where(isAnyOf("events.field_id", span.fieldIds))
    .where("events.start_time", ">", span.earliest)
    .where("events.start_time", "<", span.end)
    .where("events.end_time", ">", span.start)
    .where(isAnyOf("events.status", span.statuses))
    .where(sql<boolean>`events.former_pending_reason is distinct from 'offer'`)
    .orderBy("events.start_time")
    .orderBy("events.id");
  return span.organizationId === undefined ? found : found.where("events.organization_id", "=", span.organizationId);
});

export async function listPlannedEvents(
  db: Database,
  { organizationId, access, user }: PlanningViewer,
  fieldIds: readonly string[],
  { within, all, hasMakers }: { within: TimeSpan; all: boolean; hasMakers: boolean },
) {
  const statuses = ["pending", "approved", "completed", ...(all ? ["canceled", "rejected"] : [])];
  const span = {
    ...(organizationId !== ALL_ORGANIZATIONS && { organizationId }),
    fieldIds,
    start: new Date(within.start),
    end: new Date(within.end),
    earliest: new Date(within.start - MAX_EVENT_MS),
    statuses,
  };
  const detail = access.isTeam ? (hasMakers ? "makers" : "team") : "names for others";
  const rows = await listEventsBetween(db, span, detail);
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
    .where("events.kind", "=", "event")
    .where("events.start_time", ">", new Date(within.start - MAX_EVENT_MS))
    .where("events.start_time", "<", new Date(within.end))
    .where("events.end_time", ">", new Date(within.start))
    .where(isAnyOf("events.status", ["pending", "approved", "completed"]))
    .where(isNoOffer)
    .execute();
