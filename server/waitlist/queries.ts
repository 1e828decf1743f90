/** Tables `waitlist_entries`, `waitlist_offers` and `waitlist_releases`. */
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { ALL_ORGANIZATIONS, inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { WaitlistEntriesTable, WaitlistOffersTable, WaitlistReleasesTable } from "#server/kit/db/tables.ts";
import type { Language } from "#messages/translator.ts";
import { sportName } from "#server/sports/queries.ts";
import type { ActivitySubjects } from "#server/kit/activity/subjects.ts";

export type EntryRow = Selectable<WaitlistEntriesTable>;
export type OfferRow = Selectable<WaitlistOffersTable>;
export type ReleaseRow = Selectable<WaitlistReleasesTable>;

/** Changes of one organization's waitlist wait for each other until the transaction ends. */
export async function lockWaitlist(db: Database, organizationId: string): Promise<void> {
  await db.selectFrom("organizations").select("id").where("id", "=", organizationId).forNoKeyUpdate().execute();
}

const openEntries = (db: Database, organizationId: string) =>
  db.selectFrom("waitlist_entries").where("organization_id", "=", organizationId).where("ended_at", "is", null);

const isNotOver = (now: Date) => sql<SqlBool>`ends_at > ${now}`;

/** Condition on `waitlist_entries as entry`: its person has got what it waits for. */
const hasBookedSince = sql<SqlBool>`exists (
  select from events as own
  where own.organization_id = entry.organization_id and own.user_id = entry.user_id
    and own.start_time between entry.first_start and entry.last_start and own.created_at >= entry.created_at
    and own.status in ('pending', 'approved', 'completed') and own.pending_reason is distinct from 'payment'
    and (entry.sport_id is null or own.sport_id is null or own.sport_id = entry.sport_id)
)`;

export async function countOpenEntriesOf(db: Database, userId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("waitlist_entries as entry")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where(isNotOver(now))
    .where(sql<SqlBool>`not ${hasBookedSince}`)
    .executeTakeFirstOrThrow();
  return count;
}

export interface Span {
  start: Date;
  end: Date;
}

/** Starts that suit those who wait, where they touch a span. */
export const listWaitingSpans = (db: Database, organizationId: string, { start, end }: Span, now: Date) =>
  openEntries(db, organizationId)
    .select(["user_id", "first_start", "last_start"])
    .where("first_start", "<", end)
    .where("last_start", ">=", start)
    .where(isNotOver(now))
    .execute();

/** Finds anybody whom a slot within the span could suit. */
export const findWaitingFor = (db: Database, organizationId: string, { start, end }: Span, now: Date) =>
  openEntries(db, organizationId)
    .select("id")
    .where("first_start", "<", end)
    .where("last_end", ">", start)
    .where(isNotOver(now))
    .limit(1)
    .executeTakeFirst();

export async function insertEntry(db: Database, row: Insertable<WaitlistEntriesTable>): Promise<void> {
  await db.insertInto("waitlist_entries").values(row).execute();
}

export const findEntry = (db: Database, organizationId: string, id: string): Promise<EntryRow | undefined> =>
  db
    .selectFrom("waitlist_entries")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();

export async function updateEntry(
  db: Database,
  organizationId: string,
  id: string,
  row: Updateable<WaitlistEntriesTable>,
): Promise<void> {
  await db
    .updateTable("waitlist_entries")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/**
 * Ends the entries of people who have booked within them since. A job looks for them: bookings shall not wait for it.
 */
export async function updateEntriesBooked(db: Database, now: Date): Promise<void> {
  await sql`
    update waitlist_entries set status = 'booked', ended_at = ${now}
    where (organization_id, id) in (
      select entry.organization_id, entry.id from waitlist_entries as entry
      where entry.status = 'waiting' and ${hasBookedSince}
    )`.execute(db);
}

/** Ends those whose last slot can no longer be booked. */
export async function updateEntriesOver(db: Database, now: Date): Promise<void> {
  await db
    .updateTable("waitlist_entries")
    .set({ status: "ended", ended_at: now })
    .where("status", "=", "waiting")
    .where("ended_at", "is", null)
    .where("ends_at", "<=", now)
    .execute();
}

export async function deleteEntriesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("waitlist_entries").where("ended_at", "<=", before).execute();
}

/** @param organizationId or all of them */
export const listEntriesOf = (db: Database, userId: string, organizationId: string = ALL_ORGANIZATIONS) =>
  db
    .selectFrom("waitlist_entries")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .where("user_id", "=", userId)
    .execute();

export async function deleteEntriesOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("waitlist_entries").where("user_id", "=", userId).execute();
}

const LAPSES_BEHIND = 3;
const LAPSE_DAYS_MS = 30 * 86_400_000;

/** Ids of those who wait for a slot in the span, in the order of offers. */
export async function listWaitingIds(
  db: Database,
  organizationId: string,
  { start, end }: Span,
  now: Date,
): Promise<string[]> {
  const rows = await openEntries(db, organizationId)
    .select(["id", "user_id", "date"])
    .where("status", "=", "waiting")
    .where("first_start", "<", end)
    .where("last_end", ">", start)
    .where(isNotOver(now))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const isBehind = await findPeopleBehind(
    db,
    organizationId,
    rows.map(({ user_id }) => user_id),
    now,
  );
  return rows
    .toSorted((one, other) => Number(isBehind.has(one.user_id)) - Number(isBehind.has(other.user_id)))
    .map(({ id }) => id);
}

/** People who let three offers pass in thirty days: the others of a day come before them. */
export async function findPeopleBehind(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("waitlist_offers as offer")
    .innerJoin("waitlist_entries as entry", (join) =>
      join.onRef("entry.organization_id", "=", "offer.organization_id").onRef("entry.id", "=", "offer.entry_id"),
    )
    .select("entry.user_id")
    .where(inScope("offer.organization_id", organizationId))
    .where(inScope("entry.organization_id", organizationId))
    .where(isAnyOf("entry.user_id", userIds))
    .where("offer.status", "=", "lapsed")
    .where("offer.ended_at", ">", new Date(now.getTime() - LAPSE_DAYS_MS))
    .groupBy("entry.user_id")
    .having(sql<SqlBool>`count(*) >= ${LAPSES_BEHIND}`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function insertRelease(db: Database, row: Insertable<WaitlistReleasesTable>): Promise<void> {
  await db.insertInto("waitlist_releases").values(row).execute();
}

export const listDueReleases = (db: Database, now: Date) =>
  db.selectFrom("waitlist_releases").selectAll().where("due_at", "<=", now).orderBy("due_at").orderBy("id").execute();

/** Times that came free within the last seconds: whoever ended the booking may still undo that. */
export const listLaterReleases = (db: Database, organizationId: string, now: Date) =>
  db
    .selectFrom("waitlist_releases")
    .select(["field_id", "start_time", "end_time"])
    .where("organization_id", "=", organizationId)
    .where("due_at", ">", now)
    .execute();

export async function updateReleaseDue(db: Database, release: ReleaseRow, due: Date): Promise<void> {
  await db
    .updateTable("waitlist_releases")
    .set({ due_at: due })
    .where("organization_id", "=", release.organization_id)
    .where("id", "=", release.id)
    .execute();
}

export async function deleteRelease(db: Database, { organization_id, id }: ReleaseRow): Promise<void> {
  await db
    .deleteFrom("waitlist_releases")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** Bookings of a person that overlap a span. */
export const listBookedSpans = (db: Database, organizationId: string, userId: string, { start, end }: Span) =>
  db
    .selectFrom("events")
    .select(["start_time", "end_time"])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("status", "in", ["pending", "approved"])
    .where("start_time", "<", end)
    .where("end_time", ">", start)
    .execute();

/** Slots that a place in the waitlist was offered before, and that were not taken. */
export const listFormerSlots = (db: Database, organizationId: string, entryId: string) =>
  db
    .selectFrom("waitlist_offers as offer")
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "offer.organization_id").onRef("events.id", "=", "offer.event_id"),
    )
    .select(["events.field_id", "events.start_time", "events.end_time"])
    .where("offer.organization_id", "=", organizationId)
    .where("events.organization_id", "=", organizationId)
    .where("offer.entry_id", "=", entryId)
    .where("offer.status", "in", ["declined", "lapsed"])
    .execute();

/** Finds a place of the person that has an open offer. */
export const findOfferedEntry = (db: Database, organizationId: string, userId: string) =>
  db
    .selectFrom("waitlist_entries")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("status", "=", "offered")
    .limit(1)
    .executeTakeFirst();

export async function insertOfferRow(db: Database, row: Insertable<WaitlistOffersTable>): Promise<void> {
  await db.insertInto("waitlist_offers").values(row).execute();
}

/** @returns undefined if it has ended otherwise */
export const updateOfferEnded = (
  db: Database,
  organizationId: string,
  id: string,
  end: { status: "taken" | "declined" | "lapsed" | "withdrawn"; ended_at: Date },
) =>
  db
    .updateTable("waitlist_offers")
    .set(end)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("status", "=", "open")
    .returning(["id", "entry_id"])
    .executeTakeFirst();

export const findOfferOfEvent = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("waitlist_offers")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();

/** How often a slot of a field was offered in vain, in the span. */
export async function countLapses(
  db: Database,
  organizationId: string,
  { fieldId, start, end }: Span & { fieldId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom("waitlist_offers as offer")
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "offer.organization_id").onRef("events.id", "=", "offer.event_id"),
    )
    .select(sql<number>`count(*)::int`.as("count"))
    .where("offer.organization_id", "=", organizationId)
    .where("events.organization_id", "=", organizationId)
    .where("offer.status", "=", "lapsed")
    .where("events.field_id", "=", fieldId)
    .where("events.start_time", "<", end)
    .where("events.end_time", ">", start)
    .executeTakeFirstOrThrow();
  return count;
}

interface OfferFilter {
  /** `all` for one person's offers everywhere. */
  organizationId: string;
  language: Language;
}

export const filterOffers = (db: Database, { organizationId, language }: OfferFilter) =>
  db
    .selectFrom("waitlist_offers as offer")
    .innerJoin("waitlist_entries as entry", (join) =>
      join.onRef("entry.organization_id", "=", "offer.organization_id").onRef("entry.id", "=", "offer.entry_id"),
    )
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "offer.organization_id").onRef("events.id", "=", "offer.event_id"),
    )
    .innerJoin("organizations", "organizations.id", "offer.organization_id")
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "offer.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "offer.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .leftJoin("sports", "sports.id", "events.sport_id")
    .select(["offer.id", "offer.organization_id", "offer.entry_id", "offer.event_id", "offer.status"])
    .select(["offer.price", "offer.price_type", "offer.expires_at"])
    .select(["entry.user_id", "entry.people"])
    .select(["events.field_id", "events.facility_id", "events.sport_id", "events.start_time", "events.end_time"])
    .select(["organizations.name as organization_name", "organizations.currency"])
    .select(["fields.name as field_name", "facilities.name as facility_name", "facilities.timezone"])
    .select("facilities.complete_address")
    .select(sportName(language).as("sport_name"))
    .where("organizations.archived_at", "is", null)
    .where(inScope("offer.organization_id", organizationId));
export type NamedOffer = Awaited<ReturnType<ReturnType<typeof filterOffers>["executeTakeFirstOrThrow"]>>;

export const filterEntries = (db: Database, { organizationId, language }: OfferFilter) =>
  db
    .selectFrom("waitlist_entries as entry")
    .innerJoin("organizations", "organizations.id", "entry.organization_id")
    .innerJoin("users", "users.id", "entry.user_id")
    .leftJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "entry.organization_id").onRef("fields.id", "=", "entry.field_id"),
    )
    .leftJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "entry.organization_id")
        .onRef("facilities.id", "=", "entry.facility_id"),
    )
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "entry.organization_id")
        .onRef("customers.user_id", "=", "entry.user_id")
        .on("customers.merged_into_id", "is", null),
    )
    .leftJoin("sports", "sports.id", "entry.sport_id")
    .selectAll("entry")
    .select(["organizations.name as organization_name", "fields.name as field_name"])
    .select(["facilities.name as facility_name", sportName(language).as("sport_name")])
    .select([fullNameOf("users").as("full_name"), "customers.id as customer_id"])
    .where("entry.ended_at", "is", null)
    .where(sql<SqlBool>`not ${hasBookedSince}`)
    .where("organizations.archived_at", "is", null)
    .where(inScope("entry.organization_id", organizationId));
export type NamedEntry = Awaited<ReturnType<ReturnType<typeof filterEntries>["executeTakeFirstOrThrow"]>>;

/** Those who wait are called as they are now; an offer is named by its person. */
export const personSubjects: ActivitySubjects = {
  selectNames: ({ organizationIds, ids }) => sql`
    select entry.id::text, users.first_name || ' ' || users.last_name as name
    from waitlist_entries as entry join users on users.id = entry.user_id
    where entry.organization_id = any(${organizationIds}) and entry.id = any(${ids}::uuid[])`,
};
