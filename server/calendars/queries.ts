import { createHash, randomBytes } from "node:crypto";
import { sql, type SqlBool } from "kysely";
import type { Calendar, FieldFeed } from "#contract/calendars.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { fieldsWithPlaces } from "#server/fields/serialize.ts";
import { eventsWithPlaces } from "#server/events/serialize.ts";
import { ownTitleColumns } from "#server/events/title-visibility.ts";
import { isNoOffer } from "#server/events/unpaid.ts";
import { inScope, isAnyOf, organizationOf, type Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { holdsPermission, listHolders } from "#server/members/permissions.ts";
import { isFieldPresent } from "#server/members/visibility.ts";

const MAX_LISTED_FEEDS = 500;

export type CalendarOwner = { userId: string } | { organizationId: string; fieldId: string };

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest();

const isOwnedBy = (owner: CalendarOwner) =>
  "userId" in owner
    ? sql<boolean>`user_id = ${owner.userId}`
    : sql<boolean>`organization_id = ${owner.organizationId} and field_id = ${owner.fieldId}`;

/** A field's feed works as long as its maker may make one. */
const FEED_PERMISSION = "events.update";
const mayMake = (makerId: string, organizationId: string) =>
  holdsPermission(sql`${makerId}::uuid`, sql`${organizationId}::uuid`, FEED_PERMISSION);
const makerName = fullNameOf("maker").as("maker_name");

export async function findCalendar(db: Database, owner: CalendarOwner): Promise<Calendar> {
  const row = await db
    .selectFrom("calendars")
    .innerJoin("users as maker", "maker.id", "calendars.created_by")
    .select(["calendars.created_at", "calendars.last_read_at", "calendars.created_by", makerName])
    .where(isOwnedBy(owner))
    .executeTakeFirst();
  const isActive = row !== undefined && ("userId" in owner || (await isMade(db, row.created_by, owner.organizationId)));
  const shown = isActive ? row : undefined;
  return {
    isActive,
    created_at: shown?.created_at.toISOString() ?? null,
    maker: shown?.maker_name ?? null,
    lastReadAt: shown?.last_read_at?.toISOString() ?? null,
  };
}

async function isMade(db: Database, makerId: string, organizationId: string): Promise<boolean> {
  const { is_made } = await db
    .selectNoFrom(sql<boolean>`${mayMake(makerId, organizationId)}`.as("is_made"))
    .executeTakeFirstOrThrow();
  return is_made;
}

export async function deleteCalendar(db: Database, owner: CalendarOwner): Promise<void> {
  await db.deleteFrom("calendars").where(isOwnedBy(owner)).execute();
}

export async function listFieldFeeds(db: Database, organizationId: string): Promise<FieldFeed[]> {
  // On a cluster the calendars are on the coordinator, fields and memberships on the workers.
  const calendars = await db
    .selectFrom("calendars")
    .innerJoin("users as maker", "maker.id", "calendars.created_by")
    .select(["calendars.id", "calendars.field_id", "calendars.created_at", "calendars.last_read_at"])
    .select(["calendars.created_by", makerName, "maker.platform_admin"])
    .select(sql<boolean>`maker.active and maker.email_verified_at is not null`.as("is_active"))
    .where(inScope("calendars.organization_id", organizationId))
    .where("calendars.field_id", "is not", null)
    .orderBy("calendars.id")
    .limit(MAX_LISTED_FEEDS)
    .execute();
  const fields = await listFeedFields(
    db,
    organizationId,
    calendars.map(({ field_id }) => field_id ?? ""),
  );
  const makerIds = [...new Set(calendars.map(({ created_by }) => created_by))];
  const isHolder = await listHolders(db, organizationId, makerIds, FEED_PERMISSION);
  const byField = Map.groupBy(calendars, ({ field_id }) => field_id);
  return fields.flatMap((row) =>
    (byField.get(row.field_id) ?? []).map((calendar) => ({
      id: calendar.id,
      field: { id: row.field_id, name: row.field_name },
      facility: { id: row.facility_id, name: row.facility_name },
      maker: { id: calendar.created_by, full_name: calendar.maker_name },
      isActive: calendar.is_active && (calendar.platform_admin || isHolder(row.organization_id, calendar.created_by)),
      created_at: calendar.created_at.toISOString(),
      lastReadAt: calendar.last_read_at?.toISOString() ?? null,
    })),
  );
}

const listFeedFields = (db: Database, organizationId: string, ids: readonly string[]) =>
  fieldsWithPlaces(db)
    .select(["fields.organization_id", "fields.id as field_id", "fields.name as field_name"])
    .select(["facilities.id as facility_id", "facilities.name as facility_name"])
    .where(inScope("fields.organization_id", organizationId))
    .where(isAnyOf("fields.id", ids))
    .where(isFieldPresent(organizationOf("fields.organization_id", organizationId)))
    .orderBy("facilities.name")
    .orderBy("fields.name")
    .orderBy("fields.id")
    .execute();

/**
 * @returns the field's id
 * @throws HttpError 404 for an unknown feed, and for a person's own
 */
export async function deleteFieldFeed(db: Database, organizationId: string, id: string): Promise<string | null> {
  const { field_id } = await db
    .deleteFrom("calendars")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returning("field_id")
    .executeTakeFirstOrThrow(notFound);
  return field_id;
}

/** @returns the secret, which is never shown again; the previous one stops working */
export async function insertCalendar(
  db: Database,
  owner: CalendarOwner,
  { now, by }: { now: Date; by: string },
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const anew = { secret_hash: hashSecret(secret), created_by: by, created_at: now, last_read_at: null };
  const insert = db.insertInto("calendars");
  await (
    "userId" in owner
      ? insert
          .values({ ...anew, id: uuidv7(now), user_id: owner.userId })
          .onConflict((own) => own.column("user_id").where("user_id", "is not", null).doUpdateSet(anew))
      : insert
          .values({ ...anew, id: uuidv7(now), organization_id: owner.organizationId, field_id: owner.fieldId })
          .onConflict((own) =>
            own.columns(["organization_id", "field_id"]).where("field_id", "is not", null).doUpdateSet(anew),
          )
  ).execute();
  return secret;
}

/** Write `last_read_at` at most once an hour: programs read feeds often. */
const TOUCH_INTERVAL_MS = 3_600_000;

/** @throws HttpError 404 if the field or its organization is archived, or the feed's maker may no longer make it */
async function findFeedFieldName(
  db: Database,
  {
    organization_id,
    field_id,
    created_by,
  }: { organization_id: string | null; field_id: string | null; created_by: string },
): Promise<string> {
  const { name } = await db
    .selectFrom("fields")
    .innerJoin("organizations", "organizations.id", "fields.organization_id")
    .select("fields.name")
    .where("fields.organization_id", "=", organization_id)
    .where("fields.id", "=", field_id)
    .where("organizations.archived_at", "is", null)
    .where(isFieldPresent(organization_id ?? ""))
    .where(mayMake(created_by, organization_id ?? ""))
    .executeTakeFirstOrThrow(notFound);
  return name;
}

export async function findCalendarBySecret(db: Database, secret: string, now: Date) {
  const calendar = await db
    .selectFrom("calendars")
    .leftJoin("users", "users.id", "calendars.user_id")
    .select(["calendars.id", "calendars.user_id", "calendars.organization_id", "calendars.field_id"])
    .select(["calendars.created_by", "calendars.last_read_at", "users.language", "users.active"])
    .where("calendars.secret_hash", "=", hashSecret(secret))
    .executeTakeFirstOrThrow(notFound);
  const found = { ...calendar, field_name: calendar.user_id ? null : await findFeedFieldName(db, calendar) };
  if (calendar.user_id && !calendar.active) throw notFound();
  const isStale = !found.last_read_at || now.getTime() - found.last_read_at.getTime() > TOUCH_INTERVAL_MS;
  if (isStale) await db.updateTable("calendars").set({ last_read_at: now }).where("id", "=", found.id).execute();
  return found;
}

const dayMs = 86_400_000;
const FEED_DAYS_BEHIND = 90;
const FEED_DAYS_AHEAD = 730;
const MAX_FEED_EVENTS = 5000;

/** Events of the field and of all that share a unit with it: its parts, and what it lies in. */
const occupiesField = (organizationId: string, fieldId: string) => sql<SqlBool>`events.field_id = any(array(
  select sharing.field_id from field_units
  join field_units as sharing on sharing.organization_id = field_units.organization_id
    and sharing.unit_id = field_units.unit_id
  where field_units.organization_id = ${organizationId} and field_units.field_id = ${fieldId}
) || ${fieldId}::uuid)`;

/** Bookings of others in which a person plays, with nothing of their organizers' words. */
const listPlayed = async (db: Database, events: FeedQuery, userId: string) => {
  const played = await db
    .selectFrom("event_participants")
    .select(["organization_id", "event_id"])
    .where("user_id", "=", userId)
    .where("state", "=", "accepted")
    .orderBy("invited_at", "desc")
    .limit(MAX_FEED_EVENTS)
    .execute();
  if (played.length === 0) return [];
  const ids = (name: "organization_id" | "event_id") => [...new Set(played.map((one) => one[name]))];
  const rows = await events
    .where(isAnyOf("events.organization_id", ids("organization_id")))
    .where(isAnyOf("events.id", ids("event_id")))
    .where((e) => e.or([e("events.user_id", "is", null), e("events.user_id", "<>", userId)]))
    .execute();
  return rows.map((row) => ({ ...row, name: row.field_name, notes: null, isPlayed: true }));
};

/** Events of a feed: a person's own bookings everywhere, or everything that occupies a field, its parts or what it lies in. */
export async function listFeedEvents(
  db: Database,
  {
    user_id,
    organization_id,
    field_id,
  }: { user_id: string | null; organization_id: string | null; field_id: string | null },
  now: Date,
) {
  const events = feedEvents(db, now);
  if (user_id === null)
    return events
      .where("events.organization_id", "=", organization_id ?? "")
      .where(occupiesField(organization_id ?? "", field_id ?? ""))
      .where("events.status", "in", ["pending", "approved", "completed"])
      .where(isNoOffer)
      .execute();
  const own = await events.where("events.user_id", "=", user_id).execute();
  return [...own, ...(await listPlayed(db, events, user_id))].toSorted(
    (one, other) => one.start_time.getTime() - other.start_time.getTime(),
  );
}

const feedEvents = (db: Database, now: Date) =>
  eventsWithPlaces(db)
    .leftJoin("sports", "sports.id", "events.sport_id")
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select([
      "events.id",
      "events.organization_id",
      "events.field_id",
      "events.kind",
      "events.name",
      "events.start_time",
      "events.end_time",
    ])
    .select(["events.status", "events.updated_at", "events.sequence", "events.notes"])
    .select("customers.name as customer_name")
    .select(ownTitleColumns)
    .select(["facilities.name as facility_name", "facilities.complete_address", "fields.name as field_name"])
    .select("organizations.name as organization_name")
    .where("organizations.archived_at", "is", null)
    .where("events.start_time", ">", new Date(now.getTime() - FEED_DAYS_BEHIND * dayMs))
    .where("events.start_time", "<", new Date(now.getTime() + FEED_DAYS_AHEAD * dayMs))
    .orderBy("events.start_time")
    .orderBy("events.id")
    .limit(MAX_FEED_EVENTS);
type FeedQuery = ReturnType<typeof feedEvents>;
export type FeedEvent = Awaited<ReturnType<FeedQuery["executeTakeFirstOrThrow"]>>;
