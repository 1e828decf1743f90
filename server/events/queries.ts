/** Events (bookings) in SQL: lists with filters and sorting, single events, locks, updates. */
import { MAX_EVENT_MS } from "#server/booking-limits/upcoming-events.ts";
import { sql, type Expression, type Insertable, type Selectable, type Updateable, type SqlBool } from "kysely";
import type { HistoryEntry } from "#contract/activity.ts";
import type { Event, events } from "#contract/events.ts";
import { dayBounds, listWeekHours, type WeekHoursFilter, type TimeSpan } from "#contract/hours-rules.ts";
import type { Query } from "#contract/kit.ts";
import { isAnyOf, equalsLiteral, ALL_ORGANIZATIONS, inScope, type Database } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import { matchesSearch, matchesText } from "#server/kit/db/text-search.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import { insertStale, noteStale } from "#server/kit/notify/overview-stale.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Language } from "#messages/translator.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { EventsTable, OccupanciesTable } from "#server/kit/db/tables.ts";
import { matchesCustomer } from "#server/customers/queries.ts";
import { isFieldPresent, isFieldVisible } from "#server/members/visibility.ts";
import { isInTimezone, listTimezones } from "./facility-days.ts";
import { isTitleShown, isTitleShownTo } from "./title-visibility.ts";
import { isNoOffer, isUnpaid, selectOverdue } from "./unpaid.ts";
import {
  mailColumns,
  serializeEvent,
  selectWithNames,
  type EventsQuery,
  type EventReaderContext,
} from "./serialize.ts";

export type EventViewer = Pick<Call, "organizationId" | "access" | "language" | "now"> & { user: { id: string } };

export const toReaderContext = ({
  user,
  access,
  language,
  now,
}: Omit<EventViewer, "organizationId">): EventReaderContext => ({
  userId: user.id,
  isTeam: access.isTeam,
  permissions: access.permissions,
  language,
  now,
});

/**
 * Members see their own events, and on fields that they see the public ones that take their time: what ended otherwise, or
 * waits for a payment, is the team's and the booker's. A private event is only a busy time to them.
 */
function visibleEvents(db: Database, { organizationId, access, user }: EventViewer): EventsQuery {
  const events = db.selectFrom("events").where(inScope("events.organization_id", organizationId));
  if (organizationId === ALL_ORGANIZATIONS) {
    return events.where(
      sql<boolean>`events.organization_id <> all(array(select id from organizations where archived_at is not null))`,
    );
  }
  if (access.isTeam) return events;
  if (access.isGuest) return events.where("events.customer_id", "=", user.id);
  // Not a join: the order of the events stays, and the fields are read once.
  return events.where(sql<boolean>`(
    events.user_id = ${user.id}
    or events.confidentiality = 'public' and events.status in ('pending', 'approved', 'completed')
      and events.pending_reason is distinct from 'payment' and events.field_id in (
        select fields.id from fields
        where fields.organization_id = ${organizationId} and ${isFieldPresent(organizationId)} and ${isFieldVisible(access, organizationId)}
      )
  )`);
}

const activeStatuses = new Set<string>(["pending", "approved", "completed"]);
export const isActive = sql<boolean>`events.status in ('pending', 'approved', 'completed')`;
const [FIRST_DATE, LAST_DATE] = ["1970-01-01", "2199-12-31"];

export interface DateRange {
  /** Local, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Filters by the local date of the start, in the time zone of each facility. */
async function filterByDates(
  db: Database,
  events: EventsQuery,
  organizationId: string,
  { from = FIRST_DATE, to = LAST_DATE }: DateRange,
): Promise<EventsQuery> {
  const zones = await listTimezones(db, organizationId);
  const days = zones.map(({ timezone }) => ({
    timezone,
    start: dayBounds(from, timezone).start,
    end: dayBounds(to, timezone).end,
  }));
  const [first, last] = [Math.min(...days.map(({ start }) => start)), Math.max(...days.map(({ end }) => end))];
  if (days.length === 0) return events.where(sql<boolean>`false`);
  // These outer bounds let the query use the index.
  const within = events
    .where("events.start_time", ">=", new Date(first))
    .where("events.start_time", "<", new Date(last));
  const inZone = ({ timezone, start, end }: (typeof days)[number]) => sql<boolean>`
    (events.start_time >= ${new Date(start)} and events.start_time < ${new Date(end)} and ${isInTimezone(timezone)})`;
  return days.length === 1 ? within : within.where(sql<boolean>`(${sql.join(days.map(inZone), sql` or `)})`);
}

/** Bounds open dates by the first and the last event, because the query enumerates every date. */
async function resolveDateRange(
  db: Database,
  organizationId: string,
  { from, to }: DateRange,
): Promise<Required<DateRange>> {
  const starts = db
    .selectFrom("events")
    .select("start_time")
    .where(inScope("organization_id", organizationId))
    .limit(1);
  const dateOf = async (order: "asc" | "desc", away: number) => {
    const row = await starts.orderBy("start_time", order).executeTakeFirst();
    return new Date((row?.start_time.getTime() ?? 0) + away).toISOString().slice(0, 10);
  };
  return { from: from ?? (await dateOf("asc", -MAX_EVENT_MS)), to: to ?? (await dateOf("desc", 2 * MAX_EVENT_MS)) };
}

async function filterByHours(
  db: Database,
  events: EventsQuery,
  organizationId: string,
  filter: DateRange & WeekHoursFilter,
): Promise<EventsQuery> {
  const dates = await resolveDateRange(db, organizationId, filter);
  const zones = await listTimezones(db, organizationId);
  const hours = zones
    .map(({ timezone }) => ({ timezone, spans: listWeekHours(dates, timezone, filter) }))
    .filter(({ spans }) => spans.length > 0);
  if (hours.length === 0) return events.where(sql<boolean>`false`);
  const bounds = hours.flatMap(({ spans }) => [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0]);
  // These outer bounds let the query use the index.
  const within = events
    .where("events.start_time", ">", new Date(Math.min(...bounds) - MAX_EVENT_MS))
    .where("events.start_time", "<", new Date(Math.max(...bounds)));
  const text = (spans: TimeSpan[]) =>
    `{${spans.map(({ start, end }) => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`).join(",")}}`;
  const inZone = ({ timezone, spans }: (typeof hours)[number]) => sql<boolean>`
    (tstzrange(events.start_time, events.end_time) && ${text(spans)}::tstzmultirange and ${isInTimezone(timezone)})`;
  return within.where(sql<boolean>`(${sql.join(hours.map(inZone), sql` or `)})`);
}

type EventFilters = Query<typeof events.sums>;

async function filterByTime(
  db: Database,
  events: EventsQuery,
  organizationId: string,
  { date, from, to, weekday, hour }: EventFilters,
): Promise<EventsQuery> {
  const each = [...(date ? [{ from: date, to: date }] : []), ...(from || to ? [{ from, to }] : [])];
  let found = events;
  if (weekday === undefined && hour === undefined) {
    for (const dates of each) found = await filterByDates(db, found, organizationId, dates);
    return found;
  }
  for (const dates of each.length > 0 ? each : [{}])
    found = await filterByHours(db, found, organizationId, { ...dates, weekday, hour });
  return found;
}

const listPlaces = (db: Database, organizationId: string, q: string) => ({
  fields: db
    .selectFrom("fields")
    .where(inScope("fields.organization_id", organizationId))
    .where(matchesText(sql`fields.name`, q)),
  facilities: db
    .selectFrom("facilities")
    .where(inScope("facilities.organization_id", organizationId))
    .where(matchesText(sql`facilities.name`, q)),
});
const isOfField = sql<SqlBool>`events.organization_id = fields.organization_id and events.field_id = fields.id`;
const isOfFacility = sql<SqlBool>`events.organization_id = facilities.organization_id
  and events.facility_id = facilities.id`;
const isOfCustomer = sql<SqlBool>`events.organization_id = customers.organization_id
  and events.customer_id = customers.id`;

/** `offset 0` looks the rows of each event up, rather than to read all that match. */
function hasFieldOrFacility(db: Database, organizationId: string, q: string) {
  const { fields, facilities } = listPlaces(db, organizationId, q);
  return sql<SqlBool>`(exists ${fields.where(isOfField).select("fields.id").offset(sql.lit(0))}
    or exists ${facilities.where(isOfFacility).select("facilities.id").offset(sql.lit(0))})`;
}

/** By title, customer, field or facility. */
async function filterByTeamSearch(
  db: Database,
  events: EventsQuery,
  organizationId: string,
  q: string,
): Promise<EventsQuery> {
  const hasTitle = matchesSearch("events.search", q);
  const people = db
    .selectFrom("customers")
    .where(inScope("customers.organization_id", organizationId))
    .where(matchesCustomer(q));
  const { fields, facilities } = listPlaces(db, organizationId, q);
  // `offset 0` reads the events of one row after the other, as far as they are needed.
  const booked = (isOfRow: Expression<SqlBool>) =>
    events.where(isOfRow).select("events.id").offset(sql.lit(0)).as("booked");
  const ids = await findFewMatches(db, q, [
    events.select("events.id").where(hasTitle),
    people.innerJoinLateral(booked(isOfCustomer), (join) => join.onTrue()).select("booked.id"),
    fields.innerJoinLateral(booked(isOfField), (join) => join.onTrue()).select("booked.id"),
    facilities.innerJoinLateral(booked(isOfFacility), (join) => join.onTrue()).select("booked.id"),
  ]);
  if (ids) return events.where(isAnyOf("events.id", ids));
  const isOfSomeone = sql<SqlBool>`exists ${people.where(isOfCustomer).select("customers.id").offset(sql.lit(0))}`;
  return events.where(sql<SqlBool>`(${hasTitle} or ${isOfSomeone} or ${hasFieldOrFacility(db, organizationId, q)})`);
}

export async function filterEvents(db: Database, view: EventViewer, query: EventFilters): Promise<EventsQuery> {
  let found = await filterByTime(db, visibleEvents(db, view), view.organizationId, query);
  if (query.facilityId) found = found.where("events.facility_id", "=", query.facilityId);
  if (query.fieldId) found = found.where("events.field_id", "=", query.fieldId);
  if (query.status)
    found = found.where(equalsLiteral("events.status", query.status === "cancelled" ? "canceled" : query.status));
  if (query.pendingReason)
    found = found
      .where(equalsLiteral("events.status", "pending"))
      .where(equalsLiteral("events.pending_reason", query.pendingReason));
  if (query.type) found = found.where(equalsLiteral("events.type", query.type));
  if (query.kind) found = found.where(equalsLiteral("events.kind", query.kind));
  if (query.stands) found = found.where(isActive);
  // Neither of these finds an offer of the waitlist.
  if (!query.unpaid && !query.overdue && !query.pendingReason && !query.customerId) found = found.where(isNoOffer);
  if (query.ids) found = found.where(isAnyOf("events.id", query.ids.split(",")));
  if (query.sportId) found = found.where("events.sport_id", "=", query.sportId);
  if (query.overdue) found = found.where(await selectOverdue(db, view.organizationId, view.now));
  if (query.unpaid || query.overdue) found = found.where(isUnpaid);
  if (query.paymentStatus) found = found.where(equalsLiteral("events.payment_status", query.paymentStatus));
  // Members cannot see what others owe, so they cannot filter by it; nor which events of others ended before their time.
  const isOwnOnly =
    query.customerId ||
    query.paymentStatus ||
    query.unpaid ||
    query.overdue ||
    (query.status && !activeStatuses.has(query.status));
  if (query.attendance)
    found = found.where(
      view.access.isTeam ? equalsLiteral("events.attendance", query.attendance) : sql<boolean>`false`,
    );
  if (isOwnOnly && !view.access.isTeam) found = found.where("events.user_id", "=", view.user.id);
  if (query.seriesId) found = found.where("events.series_id", "=", query.seriesId);
  if (query.customerId) found = found.where("events.customer_id", "=", query.customerId);
  if (query.mine) found = found.where("events.user_id", "=", view.user.id);
  const { q } = query;
  if (!q) return found;
  if (view.access.isTeam) return filterByTeamSearch(db, found, view.organizationId, q);
  // A search must not tell titles that the reader does not see.
  return found
    .where(matchesSearch("events.search", q))
    .where(matchesText(sql`events.name`, q))
    .where(isTitleShownTo(view.user.id));
}

/** Filters by the customer: who books for themselves is customer and creator. */
export function filterOwnEvents(
  db: Database,
  userId: string,
  { q, pendingReason }: Query<typeof events.mine>,
): EventsQuery {
  let found = db.selectFrom("events").where("events.user_id", "=", userId);
  if (pendingReason) found = found.where("events.pending_reason", "=", pendingReason);
  return q
    ? found.where((event) => event.or([matchesText(sql`events.name`, q), hasFieldOrFacility(db, ALL_ORGANIZATIONS, q)]))
    : found;
}

export async function findEvent(db: Database, view: EventViewer, id: string): Promise<Event> {
  const found = visibleEvents(db, view).where("events.id", "=", id);
  return serializeEvent(
    await selectWithNames(found, view.language, view.organizationId).executeTakeFirstOrThrow(notFound),
    toReaderContext(view),
  );
}

/** Returns the field of each event, and whether the viewer may see more than a busy time, and its title. */
export async function listEventVisibility(
  db: Database,
  view: EventViewer,
  ids: string[],
): Promise<{ id: string; fieldId: string; isVisible: boolean; isTitled: boolean }[]> {
  const inTenant = db
    .selectFrom("events")
    .where(inScope("events.organization_id", view.organizationId))
    .where(isAnyOf("events.id", ids));
  const rows = await inTenant.select(["events.id", "events.field_id"]).execute();
  const seen = await visibleEvents(db, view)
    .where(isAnyOf("events.id", ids))
    .select(["events.id", "events.customer_id", "events.user_id"])
    .execute();
  const visibleById = new Map(seen.map((row) => [row.id, row]));
  return rows.map(({ id, field_id }) => {
    const row = visibleById.get(id);
    const isTitled = row !== undefined && (view.access.isTeam || isTitleShown(row, view.user.id));
    return { id, fieldId: field_id, isVisible: row !== undefined, isTitled };
  });
}

/** Looks up here people who book for themselves, which saves a statement. */
const customerIdOfUser = ({ organization_id, user_id }: Insertable<EventsTable>) =>
  user_id ? sql<string | null>`customer_of_account(${organization_id}, ${user_id})` : null;

type NewEvent = Insertable<EventsTable> & { during: string };
/** A customer who is not given is looked up: the name is left out then. */
const insertEventWithUnits = statement((db, { during, ...row }: NewEvent, language: Language) => {
  const inserted = db
    .with("inserted", (cte) =>
      cte
        .insertInto("events")
        .values({ ...row, customer_id: row.customer_id ?? customerIdOfUser(row) })
        .returningAll(),
    )
    .with("stale", (cte) => insertStale(cte, row.organization_id, [row.start_time, row.end_time]))
    .with("units", (cte) =>
      cte
        .selectFrom("field_units")
        .select(["organization_id", "unit_id"])
        .where("organization_id", "=", row.organization_id)
        .where("field_id", "=", row.field_id),
    )
    .with("taken", (cte) =>
      cte
        .insertInto("occupancies")
        .columns(["organization_id", "unit_id", "event_id", "during", "active"])
        .expression((select) =>
          select
            .selectFrom("units")
            .innerJoin("inserted", "inserted.organization_id", "units.organization_id")
            .select(["units.organization_id", "units.unit_id", "inserted.id"])
            .select([sql<string>`${during}::tstzrange`.as("during"), sql<boolean>`true`.as("active")])
            .orderBy("units.unit_id"),
        )
        .onConflict((overlap) => overlap.doNothing())
        .returning("unit_id"),
    )
    .selectFrom("inserted as events") as unknown as EventsQuery;
  return selectWithNames(inserted, language, row.organization_id)
    .select(mailColumns)
    .select(sql<number>`(select count(*)::int from units)`.as("units"))
    .select(sql<number>`(select count(*)::int from taken)`.as("free_units"));
});

/**
 * Inserts an event and occupies the units of its field, in ascending order, as one statement.
 * @param during as in `occupiedRange`
 * @returns the event with its names, and how many units the field has, and how many of them were free
 */
export async function insertEvent(db: Database, row: Insertable<EventsTable>, during: string, language: Language) {
  const [event] = await insertEventWithUnits(
    db,
    { ...row, customer_id: row.customer_id ?? undefined, during },
    language,
  );
  if (!event) throw new Error("The inserted event was not returned");
  return event;
}

/**
 * Occupies units. Without "on conflict", concurrent inserts would deadlock; with it they wait for each other, and the later one
 * inserts nothing.
 * @param rows by ascending unit
 * @returns how many units were free
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

/**
 * Locks the event until the transaction ends, so that two people change it one after the other.
 * @param options.hold false to read without a lock
 */
export async function findEventToChange(
  db: Database,
  view: EventViewer,
  id: string,
  { hold = true }: { hold?: boolean } = {},
): Promise<EventRow> {
  const found = visibleEvents(db, view)
    .innerJoin("fields as its", (join) =>
      join.onRef("its.organization_id", "=", "events.organization_id").onRef("its.id", "=", "events.field_id"),
    )
    .selectAll("events")
    .select("its.cancellation_deadline")
    .where("events.id", "=", id);
  return (hold ? found.forUpdate("events") : found).executeTakeFirstOrThrow(notFound);
}
export type EventRow = Selectable<EventsTable> & { cancellation_deadline: number | null };
export type EventUpdate = Updateable<EventsTable>;

/** Columns that the overview counts. */
const countedColumns = ["field_id", "start_time", "end_time", "status", "type"] as const;

/**
 * Calendar programs keep the copy of an event with the highest sequence: two changes within a second need two numbers.
 * Sequences go on from the seconds since 2020, which they once were.
 */
const nextSequence = (at: EventUpdate["updated_at"]) => sql<number>`case when updated_at = ${at} then sequence else
  greatest(sequence, floor(extract(epoch from updated_at - timestamptz '2020-01-01 00:00:00+00'))::int) + 1 end`;

export async function updateEvent(db: Database, organizationId: string, id: string, row: EventUpdate): Promise<void> {
  const isCounted = countedColumns.some((column) => row[column] !== undefined);
  const isMoved = row.start_time !== undefined || row.end_time !== undefined;
  const former = isMoved ? await findEventTimes(db, organizationId, id) : undefined;
  const updated = await db
    .updateTable("events")
    .set({ ...row, ...(row.updated_at !== undefined && { sequence: nextSequence(row.updated_at) }) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returning(["start_time", "end_time"])
    .executeTakeFirst();
  if (!updated || !isCounted) return;
  const times = [former?.start_time, former?.end_time, updated.start_time, updated.end_time];
  await noteStale(db, organizationId, times);
}

const findEventTimes = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("events")
    .select(["start_time", "end_time"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Hidden from the booker in the history: team-only members, and who owned the event. */
const teamOnlyMembers = new Set(["internalNotes", "priceReason", "override", "customer", "creator"]);
const withoutTeamOnlyMembers = (change: unknown): HistoryEntry["before"] =>
  change === null || typeof change !== "object"
    ? null
    : Object.fromEntries(Object.entries(change).filter(([member]) => !teamOnlyMembers.has(member)));

/** Latest first. Bookers see neither team-only members nor who of the team acted; others see nothing. */
export async function listHistory(db: Database, view: EventViewer, id: string): Promise<HistoryEntry[]> {
  const event = await findEventToChange(db, view, id, { hold: false });
  const rows = await db
    .selectFrom("activity")
    .leftJoin("users", "users.id", "activity.actor_id")
    .leftJoin("customers as guest", (join) =>
      join.on("guest.organization_id", "=", event.organization_id).onRef("guest.id", "=", "activity.guest_id"),
    )
    .select(["activity.id", "activity.at", "activity.act", "activity.before", "activity.after"])
    .select(sql<string | null>`coalesce(activity.actor_id, activity.guest_id)`.as("actor_id"))
    .select(sql<string | null>`coalesce(users.first_name || ' ' || users.last_name, guest.name)`.as("full_name"))
    .where("activity.subject_id", "=", id)
    .where("activity.organization_id", "=", event.organization_id)
    .orderBy("activity.at", "desc")
    .orderBy("activity.id", "desc")
    .limit(200)
    .execute();
  const { isTeam } = view.access;
  if (!isTeam && event.user_id !== view.user.id) return [];
  const tells = (actorId: string) => isTeam || actorId === view.user.id || actorId === event.customer_id;
  const visiblePart = (change: unknown) =>
    isTeam ? (change as HistoryEntry["before"]) : withoutTeamOnlyMembers(change);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_id && tells(row.actor_id) ? { id: row.actor_id, full_name: row.full_name ?? "" } : null,
    act: row.act,
    before: visiblePart(row.before),
    after: visiblePart(row.after),
  }));
}
