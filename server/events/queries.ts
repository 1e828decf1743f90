/** Events and what they occupy, in SQL. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { HistoryEntry } from "#contract/activity.ts";
import type { Event, events } from "#contract/events.ts";
import { dayBounds, hoursOfWeek, type HoursOfWeek, type Span } from "#contract/hours-rules.ts";
import type { Query } from "#contract/kit.ts";
import { among, everyOrganization, inScope, matches, type Database } from "#server/kit/database.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import type { EventsTable, OccupanciesTable } from "#server/kit/tables.ts";
import { isFieldThere, seesField } from "#server/members/visibility.ts";
import { longestMs, shape, withNames, type Events, type Reader } from "./shape.ts";

/** Whose events, and for whom. */
export type View = Pick<Call, "organizationId" | "standing" | "language" | "now"> & { user: { id: string } };

export const readerOf = ({ user, standing, language, now }: Omit<View, "organizationId">): Reader => ({
  userId: user.id,
  isTeam: standing.isTeam,
  permissions: standing.permissions,
  language,
  now,
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
      or events.confidentiality = 'public' and ${isFieldThere(organizationId)} and ${seesField(standing)}
    )
  )`);
}

const standing = ["pending", "approved", "completed"];
const [firstDate, lastDate] = ["1970-01-01", "2199-12-31"];

const listZones = (db: Database, organizationId: string) =>
  db.selectFrom("facilities").select("timezone").distinct().where(inScope("organization_id", organizationId)).execute();
const isIn = (timezone: string) => sql<boolean>`exists (
  select from facilities where facilities.organization_id = events.organization_id
    and facilities.id = events.facility_id and facilities.timezone = ${timezone}
)`;

interface Dates {
  /** Local, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The day of an event is its facility's: one span of time for each zone that facilities are in. */
async function onDates(
  db: Database,
  events: Events,
  organizationId: string,
  { from = firstDate, to = lastDate }: Dates,
): Promise<Events> {
  const zones = await listZones(db, organizationId);
  const days = zones.map(({ timezone }) => ({
    timezone,
    start: dayBounds(from, timezone).start,
    end: dayBounds(to, timezone).end,
  }));
  const [first, last] = [Math.min(...days.map(({ start }) => start)), Math.max(...days.map(({ end }) => end))];
  if (days.length === 0) return events.where(sql<boolean>`false`);
  // The outer bounds are for the index.
  const within = events
    .where("events.start_time", ">=", new Date(first))
    .where("events.start_time", "<", new Date(last));
  const inZone = ({ timezone, start, end }: (typeof days)[number]) => sql<boolean>`
    (events.start_time >= ${new Date(start)} and events.start_time < ${new Date(end)} and ${isIn(timezone)})`;
  return days.length === 1 ? within : within.where(sql<boolean>`(${sql.join(days.map(inZone), sql` or `)})`);
}

/** Where no dates are given, those that there are events on: an endless row of hours could not be told to the database. */
async function datesOfAll(db: Database, organizationId: string, { from, to }: Dates): Promise<Required<Dates>> {
  const starts = db
    .selectFrom("events")
    .select("start_time")
    .where(inScope("organization_id", organizationId))
    .limit(1);
  const dateOf = async (order: "asc" | "desc", away: number) => {
    const row = await starts.orderBy("start_time", order).executeTakeFirst();
    return new Date((row?.start_time.getTime() ?? 0) + away).toISOString().slice(0, 10);
  };
  return { from: from ?? (await dateOf("asc", -longestMs)), to: to ?? (await dateOf("desc", 2 * longestMs)) };
}

/** What runs at some time of these hours of the week. */
async function onHours(
  db: Database,
  events: Events,
  organizationId: string,
  asked: Dates & HoursOfWeek,
): Promise<Events> {
  const dates = await datesOfAll(db, organizationId, asked);
  const zones = await listZones(db, organizationId);
  const hours = zones
    .map(({ timezone }) => ({ timezone, spans: hoursOfWeek(dates, timezone, asked) }))
    .filter(({ spans }) => spans.length > 0);
  if (hours.length === 0) return events.where(sql<boolean>`false`);
  const bounds = hours.flatMap(({ spans }) => [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0]);
  // The outer bounds are for the index.
  const within = events
    .where("events.start_time", ">", new Date(Math.min(...bounds) - longestMs))
    .where("events.start_time", "<", new Date(Math.max(...bounds)));
  const text = (spans: Span[]) =>
    `{${spans.map(({ start, end }) => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`).join(",")}}`;
  const inZone = ({ timezone, spans }: (typeof hours)[number]) => sql<boolean>`
    (tstzrange(events.start_time, events.end_time) && ${text(spans)}::tstzmultirange and ${isIn(timezone)})`;
  return within.where(sql<boolean>`(${sql.join(hours.map(inZone), sql` or `)})`);
}

type Asked = Query<typeof events.list>;

/** On its dates: those of the start, or those of the hours that are asked for. */
async function onTime(
  db: Database,
  events: Events,
  organizationId: string,
  { date, from, to, weekday, hour }: Asked,
): Promise<Events> {
  const each = [...(date ? [{ from: date, to: date }] : []), ...(from || to ? [{ from, to }] : [])];
  let found = events;
  if (weekday === undefined && hour === undefined) {
    for (const dates of each) found = await onDates(db, found, organizationId, dates);
    return found;
  }
  for (const dates of each.length > 0 ? each : [{}])
    found = await onHours(db, found, organizationId, { ...dates, weekday, hour });
  return found;
}

/** Not sorted yet: `inTurn` does. */
export async function listEvents(db: Database, view: View, query: Asked): Promise<Events> {
  let found = await onTime(db, visible(db, view), view.organizationId, query);
  if (query.facilityId) found = found.where("events.facility_id", "=", query.facilityId);
  if (query.fieldId) found = found.where("events.field_id", "=", query.fieldId);
  if (query.status) found = found.where("events.status", "=", query.status === "cancelled" ? "canceled" : query.status);
  if (query.pendingReason) found = found.where("events.pending_reason", "=", query.pendingReason);
  if (query.type) found = found.where("events.type", "=", query.type);
  if (query.kind) found = found.where("events.kind", "=", query.kind);
  if (query.stands) found = found.where("events.status", "in", standing);
  if (query.unpaid)
    found = found
      .where("events.payment_status", "in", ["due", "partially_paid"])
      .where("events.status", "in", standing)
      .where(sql<boolean>`events.pending_reason is distinct from 'payment'`);
  if (query.paymentStatus) found = found.where("events.payment_status", "=", query.paymentStatus);
  // What others owe is not shown to members, so it is no filter of theirs either.
  if ((query.paymentStatus || query.unpaid) && !view.standing.isTeam)
    found = found.where("events.customer_id", "=", view.user.id);
  if (query.seriesId) found = found.where("events.series_id", "=", query.seriesId);
  if (query.mine) found = found.where("events.customer_id", "=", view.user.id);
  if (query.q) found = found.where(matches(sql`events.name`, query.q));
  return found;
}

/** Whoever created an event for themselves is also its customer: one index finds both. */
export function listOwnEvents(db: Database, userId: string, { q, pendingReason }: Query<typeof events.mine>): Events {
  let found = db.selectFrom("events").where("events.customer_id", "=", userId);
  if (pendingReason) found = found.where("events.pending_reason", "=", pendingReason);
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

/**
 * An event that is about to change, with its field's deadline. Its row is held until the transaction ends, so that two
 * people who decide at once decide one after the other.
 * @param options.hold false where it is only looked at
 */
export async function findEventToChange(
  db: Database,
  view: View,
  id: string,
  { hold = true }: { hold?: boolean } = {},
): Promise<EventRow> {
  const found = visible(db, view)
    .innerJoin("fields as its", (join) =>
      join.onRef("its.organization_id", "=", "events.organization_id").onRef("its.id", "=", "events.field_id"),
    )
    .selectAll("events")
    .select("its.cancellation_deadline")
    .where("events.id", "=", id);
  return (hold ? found.forUpdate("events") : found).executeTakeFirstOrThrow(notFound);
}
export type EventRow = Selectable<EventsTable> & { cancellation_deadline: number };
export type EventUpdate = Updateable<EventsTable>;

export async function updateEvent(db: Database, organizationId: string, id: string, row: EventUpdate): Promise<void> {
  await db.updateTable("events").set(row).where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

/** What is between the team alone, and whose event it was before. */
const inward = new Set(["internalNotes", "priceReason", "override", "customer", "creator"]);
const outward = (change: unknown): HistoryEntry["before"] =>
  change === null || typeof change !== "object"
    ? null
    : Object.fromEntries(Object.entries(change).filter(([member]) => !inward.has(member)));

/**
 * What happened to an event, latest first: to the team in full; to its booker without what is between the team alone, nor who of
 * the team did it; to nobody else.
 */
export async function listHistory(db: Database, view: View, id: string): Promise<HistoryEntry[]> {
  const event = await findEventToChange(db, view, id, { hold: false });
  const rows = await db
    .selectFrom("activity")
    .leftJoin("users", "users.id", "activity.actor_id")
    .select(["activity.id", "activity.at", "activity.act", "activity.before", "activity.after", "activity.actor_id"])
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as("full_name"))
    .where("activity.subject_id", "=", id)
    .where("activity.organization_id", "=", event.organization_id)
    .orderBy("activity.at", "desc")
    .orderBy("activity.id", "desc")
    .limit(200)
    .execute();
  const { isTeam } = view.standing;
  if (!isTeam && event.customer_id !== view.user.id) return [];
  const tells = (actorId: string | null) => isTeam || actorId === view.user.id;
  const shown = (change: unknown) => (isTeam ? (change as HistoryEntry["before"]) : outward(change));
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_id && tells(row.actor_id) ? { id: row.actor_id, full_name: row.full_name ?? "" } : null,
    act: row.act,
    before: shown(row.before),
    after: shown(row.after),
  }));
}
