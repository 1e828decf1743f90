/** Serializes events (bookings) for a reader, who may not see the customer, the price or the title. */
import { sql, type SelectQueryBuilder } from "kysely";
import type { Event, eventOrders } from "#contract/events.ts";
import type { CancellationRule } from "#contract/events-cancellation-rules.ts";
import { listAllowedActions, cancelableUntil, type EventReader as Looking } from "#contract/events-states-rules.ts";
import type { Page } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { MAX_EVENT_MS } from "#server/booking-limits/upcoming-events.ts";
import {
  ALL_ORGANIZATIONS,
  inScope,
  organizationOf,
  countRows,
  pageMeta,
  paginateWith,
  takeRows,
  type Database,
  type PageQuery,
  type TableQuery,
} from "#server/kit/db/database.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { hasStreamCursor, fetchNext } from "#server/kit/db/stream-cursor.ts";
import { sportName } from "#server/sports/queries.ts";
import type { Language } from "#messages/translator.ts";
import { eventColumnMap } from "./column-map.ts";
import { hasCustomer, nameForOthers, ownTitleColumns, titleForOthers } from "./title-visibility.ts";
import { translateName, translateReason } from "./translate-reason.ts";
import { dueDateOf, isUnpaidRow } from "./unpaid.ts";

export interface EventReaderContext extends Looking {
  language: Language;
  permissions: ReadonlySet<Permission>;
}

export type EventsQuery = TableQuery<"events">;

/** @param organizationId of all events, where it is known */
export const joinPlaces = (events: EventsQuery, organizationId = ALL_ORGANIZATIONS) =>
  events
    .innerJoin("organizations", "organizations.id", "events.organization_id")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "organizations.id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "organizations.id").onRef("fields.id", "=", "events.field_id"),
    )
    .where(inScope("organizations.id", organizationId));

/** Joins by key only, so that the order and limit of `events` stay cheap. */
export const eventsWithPlaces = (db: Database, organizationId = ALL_ORGANIZATIONS) =>
  joinPlaces(db.selectFrom("events"), organizationId);

/** Those of the answer and of mails: the driver parses each column of each row that a query names. */
const shownColumns = [
  "events.organization_id",
  "events.id",
  "events.facility_id",
  "events.field_id",
  "events.kind",
  "events.name",
  "events.description",
  "events.status",
  "events.pending_reason",
  "events.hold_expires_at",
  "events.confidentiality",
  "events.type",
  "events.sport_id",
  "events.customer_id",
  "events.user_id",
  "events.min_people",
  "events.max_people",
  "events.people",
  "events.start_time",
  "events.end_time",
  "events.price",
  "events.shared",
  "events.currency",
  "events.price_type",
  "events.price_lines",
  "events.price_customized_by",
  "events.payment_status",
  "events.covered",
  "events.debt_due_on",
  "events.notes",
  "events.internal_notes",
  "events.canceled_reason",
  "events.rejected_reason",
  "events.former_status",
  "events.former_pending_reason",
  "events.ended_at",
  "events.ended_by",
  "events.expired",
  "events.series_id",
  "events.refund_due",
  "events.cancellation",
  "events.attendance",
  "events.no_show_fee",
  "events.created_at",
  "events.updated_at",
] as const;

/** For the summary of an event in a mail, besides its names. */
export const mailColumns = [
  "events.sequence",
  "facilities.complete_address",
  "organizations.timezone as usual_timezone",
  "organizations.phone as organization_phone",
  "organizations.email as organization_email",
  ...ownTitleColumns,
] as const;

/** @param organizationId of all events, where it is known */
export const selectWithNames = (events: EventsQuery, language: Language, organizationId = ALL_ORGANIZATIONS) =>
  joinPlaces(events, organizationId)
    .leftJoin("sports", "sports.id", "events.sport_id")
    .leftJoin("customers", (join) =>
      join
        .on("customers.organization_id", "=", organizationOf("organizations.id", organizationId))
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select(shownColumns)
    .select(["organizations.name as organization_name", "facilities.name as facility_name", "facilities.timezone"])
    .select(["fields.name as field_name", "fields.cancellation_deadline"])
    .select(sportName(language).as("sport_name"))
    .select(["customers.name as customer_name", "customers.phone as customer_phone"])
    .select(nameForOthers(organizationOf("organizations.id", organizationId)).as("name_for_others"));
type Row = Awaited<ReturnType<ReturnType<typeof selectWithNames>["executeTakeFirstOrThrow"]>>;

const organizationAsCreator = (row: Row): Event["creator"] => ({
  type: "organization",
  id: row.organization_id,
  name: row.organization_name,
});
const serializeCreator = (row: Row): Event["creator"] =>
  row.user_id ? { type: "user", id: row.user_id, full_name: row.customer_name ?? "" } : organizationAsCreator(row);

const serializeCustomer = (row: Row): Event["customer"] =>
  row.customer_id === null
    ? null
    : { customerId: row.customer_id, userId: row.user_id, name: row.customer_name ?? "", phone: row.customer_phone };

const customerAndTeamMembers = (row: Row, { language }: EventReaderContext) => ({
  seriesId: row.series_id,
  creator: serializeCreator(row),
  price: row.price,
  isPriceHidden: false,
  priceType: row.price_type as Event["priceType"],
  priceLines: row.price_lines as Event["priceLines"],
  priceCustomized: row.price_customized_by !== null,
  customer: serializeCustomer(row),
  notes: row.notes,
  canceledReason: translateReason(row.canceled_reason, language),
  rejectedReason: translateReason(row.rejected_reason, language),
  holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
  paymentStatus: row.payment_status as Event["paymentStatus"],
  isPaidByPack: row.covered > 0,
  dueOn: isUnpaidRow(row) ? dueDateOf(row, row.timezone) : null,
  refundDue: row.refund_due ?? 0,
  noShowFee: row.no_show_fee,
});
/** Other members read neither whose an event is, unless the customer agrees, nor what it cost. */
const visibleToOthers = (row: Row, { language }: EventReaderContext) => ({
  ...(hasCustomer(row) && {
    name: titleForOthers(row.sport_name, row.type as Event["type"], language),
    description: null,
  }),
  seriesId: hasCustomer(row) ? null : row.series_id,
  creator: organizationAsCreator(row),
  price: 0,
  isPriceHidden: true,
  priceType: null,
  priceLines: [],
  priceCustomized: false,
  customer:
    row.name_for_others === null ? null : { customerId: null, userId: null, name: row.name_for_others, phone: null },
  notes: null,
  canceledReason: null,
  rejectedReason: null,
  holdExpiresAt: null,
  paymentStatus: "none" as const,
  isPaidByPack: false,
  dueOn: null,
  refundDue: 0,
  noShowFee: null,
});

/** Writes the instants of a rule for the wire. */
export const serializeCancellation = ({ until, steps, ...rule }: CancellationRule) => ({
  ...rule,
  until: until.toISOString(),
  steps: steps.map((step) => ({ ...step, until: step.until.toISOString() })),
});

export const serializeEvent = (row: Row, reader: EventReaderContext): Event => ({
  id: row.id,
  ...eventColumnMap.fromRow(row),
  name: translateName(row, reader.language),
  status: row.status as Event["status"],
  pendingReason: row.pending_reason as Event["pendingReason"],
  organizationId: row.organization_id,
  facilityId: row.facility_id,
  organization: { id: row.organization_id, name: row.organization_name },
  facility: { id: row.facility_id, name: row.facility_name },
  field: { id: row.field_id, name: row.field_name },
  sport: row.sport_id === null ? null : { id: row.sport_id, name: row.sport_name },
  endTime: row.end_time.toISOString(),
  duration: (row.end_time.getTime() - row.start_time.getTime()) / 60_000,
  date: localDateOf(row.timezone, row.start_time),
  timezone: row.timezone,
  currency: row.currency,
  ...(reader.isTeam || row.user_id === reader.userId
    ? customerAndTeamMembers(row, reader)
    : visibleToOthers(row, reader)),
  internalNotes: reader.isTeam ? row.internal_notes : null,
  attendance: reader.isTeam ? (row.attendance as Event["attendance"]) : null,
  cancelableUntil: cancelableUntil(row).toISOString(),
  actions: listAllowedActions(row, reader),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const span = sql`tstzrange(events.start_time, events.end_time)`;
const momentOf = (now: Date) => sql`tstzrange(${now}::timestamptz, ${now}::timestamptz, '[]')`;

/**
 * Those that run at this moment: of an organization among those that began within a day, of all by their span. There the
 * span is asked for twice, because the planner expects one event in two hundred of it, and would read other indexes, too.
 * `offset 0` keeps it from reading an index of starts for the sake of its order.
 */
const runningEvents = (organizationId: string, events: EventsQuery, now: Date) =>
  events
    .where(sql<boolean>`${span} @> ${now}::timestamptz`)
    .where(organizationId === ALL_ORGANIZATIONS ? sql<boolean>`${span} && ${momentOf(now)}` : sql<boolean>`true`)
    .where("events.start_time", ">", new Date(now.getTime() - MAX_EVENT_MS))
    .where("events.start_time", "<=", now)
    .offset(sql.lit(0));

/** The first events that have not ended, soonest first: those that run, then those to come. */
export function upcomingEvents(db: Database, organizationId: string, events: EventsQuery, now: Date, limit: number) {
  const running = db
    .selectFrom(runningEvents(organizationId, events, now).selectAll("events").as("events"))
    .selectAll("events");
  const coming = sortByStart(events.where("events.start_time", ">", now).selectAll("events"), "asc");
  return db.selectFrom(running.unionAll((e) => e.parens(takeRows(coming, limit))).as("events"));
}

/**
 * Upcoming events first, soonest first, then past ones, latest first. Reads two ranges of an index: a long past costs no time.
 * Those that run at this moment count as upcoming. `query.order` sorts all by their start instead.
 * @param organizationId all for events of one person
 */
export async function paginateEvents(
  db: Database,
  organizationId: string,
  events: EventsQuery,
  query: PageQuery & { order?: (typeof eventOrders)[number] | undefined },
  reader: EventReaderContext,
): Promise<Page<Event>> {
  const { now } = reader;
  if (query.order) {
    const order = query.order === "start" ? "asc" : "desc";
    const found = sortByStart(events.selectAll("events"), order);
    const { data, meta } = await paginateWith(db, found, query, (rows) =>
      sortByStart(selectWithNames(db.selectFrom(rows.as("events")), reader.language, organizationId), order),
    );
    return { data: data.map((row) => serializeEvent(row, reader)), meta };
  }
  const past = events.where("events.start_time", "<", now).where("events.end_time", "<=", now);
  if (hasStreamCursor(db)) {
    const next = (part: EventsQuery, order: "asc" | "desc") =>
      fetchNext(db, sortByStart(selectWithNames(part, reader.language, organizationId), order), query.per_page);
    const longAgo = new Date(now.getTime() - MAX_EVENT_MS);
    const ahead = await next(events.where("events.start_time", ">", longAgo).where("events.end_time", ">", now), "asc");
    const rows = ahead.length > 0 ? ahead : await next(past, "desc");
    const meta = pageMeta({ total: rows.length, estimate: false }, query, rows.length);
    return { data: rows.map((row) => serializeEvent(row, reader)), meta };
  }
  const before = (query.page - 1) * query.per_page;
  const take = (part: EventsQuery, order: "asc" | "desc", limit: number, offset: number) => {
    // Look up names for this page only, not for the rows skipped before it.
    const page = takeRows(sortByStart(part, order).selectAll("events"), limit, offset).as("events");
    return sortByStart(selectWithNames(db.selectFrom(page), reader.language, organizationId), order).execute();
  };

  const upcoming = upcomingEvents(db, organizationId, events, now, before + query.per_page);
  const first = await take(upcoming, "asc", query.per_page, before);
  const missing = query.per_page - first.length;
  const ahead = missing > 0 ? await countUpcomingBefore(db, upcoming, first.length, before) : 0;
  const second = missing > 0 ? await take(past, "desc", missing, Math.max(0, before - ahead)) : [];
  const rows = [...first, ...second];
  const isLast = rows.length < query.per_page && (rows.length > 0 || query.page === 1);
  // Rows like those of the page stand at that end of the list: approved ones at the last, completed ones at the first.
  const count = isLast
    ? { total: before + rows.length, estimate: false }
    : await countRows(db, sortByStart(events, first.length > 0 ? "desc" : "asc"), query.countsMatches ?? true);
  return { data: rows.map((row) => serializeEvent(row, reader)), meta: pageMeta(count, query, rows.length) };
}

export const sortByStart = <O>(events: SelectQueryBuilder<Tables, "events", O>, order: "asc" | "desc") =>
  events.orderBy("events.start_time", order).orderBy("events.id", order);

/** Counts upcoming events up to the end of this page only: counting all would be slow. */
async function countUpcomingBefore(
  db: Database,
  upcoming: EventsQuery,
  onPage: number,
  before: number,
): Promise<number> {
  if (onPage > 0 || before === 0) return before + onPage;
  const { total } = await db
    .selectFrom(takeRows(sortByStart(upcoming, "asc").select("events.id"), before).as("ahead"))
    .select((e) => e.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}
