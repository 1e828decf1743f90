import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Calendar } from "#contract/calendars.ts";
import { eventsWithPlaces } from "#server/events/serialize.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { isFieldPresent } from "#server/members/visibility.ts";

export type CalendarOwner = { userId: string } | { organizationId: string; fieldId: string };

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest();

const isOwnedBy = (owner: CalendarOwner) =>
  "userId" in owner
    ? sql<boolean>`user_id = ${owner.userId}`
    : sql<boolean>`organization_id = ${owner.organizationId} and field_id = ${owner.fieldId}`;

export async function findCalendar(db: Database, owner: CalendarOwner): Promise<Calendar> {
  const row = await db
    .selectFrom("calendars")
    .select(["created_at", "last_read_at"])
    .where(isOwnedBy(owner))
    .executeTakeFirst();
  return {
    isActive: row !== undefined,
    created_at: row?.created_at.toISOString() ?? null,
    lastReadAt: row?.last_read_at?.toISOString() ?? null,
  };
}

export async function deleteCalendar(db: Database, owner: CalendarOwner): Promise<void> {
  await db.deleteFrom("calendars").where(isOwnedBy(owner)).execute();
}

/** @returns the secret, which is never shown again; the previous one stops working */
export async function insertCalendar(db: Database, owner: CalendarOwner, now: Date): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const anew = { secret_hash: hashSecret(secret), created_at: now, last_read_at: null };
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

export async function findCalendarBySecret(db: Database, secret: string, now: Date) {
  const found = await db
    .selectFrom("calendars")
    .leftJoin("users", "users.id", "calendars.user_id")
    .leftJoin("fields", (join) =>
      join
        .onRef("fields.organization_id", "=", "calendars.organization_id")
        .onRef("fields.id", "=", "calendars.field_id"),
    )
    .leftJoin("organizations", "organizations.id", "fields.organization_id")
    .select(["calendars.id", "calendars.user_id", "calendars.organization_id", "calendars.field_id"])
    .select(["calendars.last_read_at", "users.language", "fields.name as field_name"])
    .where("calendars.secret_hash", "=", hashSecret(secret))
    .where(
      sql<boolean>`(users.active or calendars.field_id is not null and organizations.archived_at is null and ${isFieldPresent(sql.ref("fields.organization_id"))})`,
    )
    .executeTakeFirstOrThrow(notFound);
  const isStale = !found.last_read_at || now.getTime() - found.last_read_at.getTime() > TOUCH_INTERVAL_MS;
  if (isStale) await db.updateTable("calendars").set({ last_read_at: now }).where("id", "=", found.id).execute();
  return found;
}

const dayMs = 86_400_000;
const FEED_DAYS_BEHIND = 90;
const FEED_DAYS_AHEAD = 730;
const MAX_FEED_EVENTS = 5000;

/** Events of a feed: a person's own bookings everywhere, or everything that occupies a field, its parts or what it lies in. */
export function listFeedEvents(
  db: Database,
  {
    user_id,
    organization_id,
    field_id,
  }: { user_id: string | null; organization_id: string | null; field_id: string | null },
  now: Date,
) {
  const events = eventsWithPlaces(db)
    .leftJoin("users as customer", "customer.id", "events.customer_id")
    .select([
      "events.id",
      "events.organization_id",
      "events.field_id",
      "events.name",
      "events.start_time",
      "events.end_time",
    ])
    .select(["events.status", "events.updated_at", "events.notes", "events.customer_name"])
    .select(["customer.first_name", "customer.last_name"])
    .select(["facilities.name as facility_name", "facilities.complete_address", "fields.name as field_name"])
    .where("organizations.archived_at", "is", null)
    .where("events.start_time", ">", new Date(now.getTime() - FEED_DAYS_BEHIND * dayMs))
    .where("events.start_time", "<", new Date(now.getTime() + FEED_DAYS_AHEAD * dayMs))
    .orderBy("events.start_time")
    .orderBy("events.id")
    .limit(MAX_FEED_EVENTS);
  return user_id
    ? events.where("events.customer_id", "=", user_id).execute()
    : events
        .where("events.organization_id", "=", organization_id ?? "")
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb("events.field_id", "=", field_id ?? ""),
            exists(
              selectFrom("occupancies")
                .innerJoin("field_units", (join) =>
                  join
                    .onRef("field_units.organization_id", "=", "occupancies.organization_id")
                    .onRef("field_units.unit_id", "=", "occupancies.unit_id"),
                )
                .select("occupancies.event_id")
                .where("field_units.field_id", "=", field_id ?? "")
                .whereRef("occupancies.organization_id", "=", "events.organization_id")
                .whereRef("occupancies.event_id", "=", "events.id"),
            ),
          ]),
        )
        .where("events.status", "in", ["pending", "approved", "completed"])
        .execute();
}
