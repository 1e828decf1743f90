/** Table `event_participants`, and the bookings of its players. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Language } from "#messages/translator.ts";
import { mailColumns, selectWithNames } from "#server/events/serialize.ts";
import type { ActivitySubjects } from "#server/kit/activity/subjects.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { EventParticipantsTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";

export type PlayerRow = Selectable<EventParticipantsTable>;

/** A booking with what its players read of it. */
export const listGames = (db: Database, organizationId: string, eventIds: readonly string[], language: Language) =>
  selectWithNames(db.selectFrom("events"), language, organizationId)
    .select(mailColumns)
    .select(["fields.max_people_by_event", "organizations.accent"])
    .where(inScope("events.organization_id", organizationId))
    .where("events.kind", "=", "event")
    .where(isAnyOf("events.id", eventIds))
    .execute();
export type Game = Awaited<ReturnType<typeof listGames>>[number];

/** @throws HttpError 404 */
export async function findGame(
  db: Database,
  { organizationId, eventId, language }: { organizationId: string; eventId: string; language: Language },
): Promise<Game> {
  const [game] = await listGames(db, organizationId, [eventId], language);
  if (!game) throw notFound();
  return game;
}

/** Players of a booking change one after the other. @throws HttpError 404 */
export async function lockGame(db: Database, organizationId: string, eventId: string): Promise<void> {
  await db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

interface NameColumns {
  first_name: string | null;
  last_name: string | null;
  account_email: string | null;
  listed: string | null;
}

/** In the order in which they were invited. */
export const listPlayers = (
  db: Database,
  organizationId: string,
  eventIds: readonly string[],
): Promise<(PlayerRow & NameColumns)[]> =>
  db
    .selectFrom("event_participants as player")
    .leftJoin("users", "users.id", "player.user_id")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "player.organization_id")
        .onRef("memberships.user_id", "=", "player.user_id")
        .on("memberships.active", "=", true),
    )
    .selectAll("player")
    .select(["users.first_name", "users.last_name", "users.email as account_email", "memberships.listed"])
    .where("player.organization_id", "=", organizationId)
    .where(isAnyOf("player.event_id", eventIds))
    .orderBy("player.invited_at")
    .orderBy("player.id")
    .execute();
/** Else they came by the link of the booking. */
export const wasInvited = ({
  invited_by,
  invited_by_guest,
}: Pick<PlayerRow, "invited_by" | "invited_by_guest">): boolean => invited_by !== null || invited_by_guest;
export type NamedPlayer = Awaited<ReturnType<typeof listPlayers>>[number];

export const findOrganizerAddress = async (
  db: Database,
  organizationId: string,
  eventId: string,
): Promise<string | null> => {
  const organizer = await db
    .selectFrom("events")
    .innerJoin("users", "users.id", "events.user_id")
    .select("users.email")
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirst();
  return organizer?.email ?? null;
};

/** Those who have a place: they play, or have not answered. The organizer is one more. */
export async function countTaken(db: Database, organizationId: string, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom("event_participants")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .where("state", "in", ["invited", "accepted"])
    .executeTakeFirstOrThrow();
  return Number(count) + 1;
}

export async function insertPlayer(db: Database, row: Insertable<EventParticipantsTable>): Promise<void> {
  await db.insertInto("event_participants").values(row).execute();
}

export async function updatePlayer(
  db: Database,
  organizationId: string,
  id: string,
  row: Updateable<EventParticipantsTable>,
): Promise<void> {
  await db
    .updateTable("event_participants")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export const findPlayer = (db: Database, organizationId: string, id: string): Promise<PlayerRow | undefined> =>
  db
    .selectFrom("event_participants")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();

const selectPlayersOf = (db: Database, { userId, email }: { userId: string; email: string }, id?: string) => {
  const all = db.selectFrom("event_participants").selectAll();
  const wanted = id === undefined ? all : all.where("id", "=", id);
  const ofAddress = wanted.where("email", "=", email).where("user_id", "is", null);
  return wanted.where("user_id", "=", userId).unionAll(ofAddress);
};

/** Somebody’s own in all organizations: those of their account, and invitations to their address. */
export const listPlayersOf = (db: Database, self: { userId: string; email: string }): Promise<PlayerRow[]> =>
  selectPlayersOf(db, self).orderBy("invited_at", "desc").limit(200).execute();

/** One of those. */
export const findPlayerOf = (
  db: Database,
  self: { userId: string; email: string },
  id: string,
): Promise<PlayerRow | undefined> => selectPlayersOf(db, self, id).executeTakeFirst();

/** Accounts of people with whom somebody has played in an organization, the latest first. */
export async function listKnown(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<{ id: string; first_name: string; last_name: string; listed: string | null }[]> {
  const shared = db
    .selectFrom("event_participants as own")
    .select("own.event_id")
    .where("own.organization_id", "=", organizationId)
    .where("own.user_id", "=", userId)
    .where("own.state", "=", "accepted");
  const organized = db
    .selectFrom("events")
    .select("events.id as event_id")
    .where("events.organization_id", "=", organizationId)
    .where("events.user_id", "=", userId);
  const players = await db
    .selectFrom("event_participants as player")
    .select(["player.user_id", "player.invited_at as at"])
    .where("player.organization_id", "=", organizationId)
    .where("player.state", "=", "accepted")
    .where("player.user_id", "is not", null)
    .where("player.user_id", "<>", userId)
    .where((e) => e.or([e("player.event_id", "in", shared), e("player.event_id", "in", organized)]))
    .orderBy("player.invited_at", "desc")
    .limit(500)
    .execute();
  const organizers = await db
    .selectFrom("events")
    .select(["events.user_id", "events.start_time as at"])
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "in", shared)
    .where("events.user_id", "is not", null)
    .where("events.user_id", "<>", userId)
    .limit(500)
    .execute();
  const latest = [...players, ...organizers].toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const ids = [...new Set(latest.flatMap(({ user_id }) => user_id ?? []))].slice(0, 50);
  const users = await db
    .selectFrom("users")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.user_id", "=", "users.id")
        .on("memberships.organization_id", "=", organizationId)
        .on("memberships.active", "=", true),
    )
    .select(["users.id", "users.first_name", "users.last_name", "memberships.listed"])
    .where(isAnyOf("users.id", ids))
    .where("users.active", "=", true)
    .where("users.email_verified_at", "is not", null)
    .execute();
  return users.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Accounts by their confirmed address. */
export const findAccount = (db: Database, given: { email: string } | { id: string }) =>
  db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name", "language"])
    .where((e) => ("email" in given ? e("email", "=", given.email) : e("id", "=", given.id)))
    .where("active", "=", true)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();

/** Forgets the players of a booking that is another customer's from now on. */
export async function deletePlayersOfBooking(db: Database, organizationId: string, eventId: string): Promise<void> {
  await db
    .deleteFrom("event_participants")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .execute();
}

/** Their name and address are forgotten; who had not answered has no place any more. */
export async function deletePlayersOf(
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await db.deleteFrom("event_participants").where("email", "=", email).where("user_id", "is", null).execute();
  await db.deleteFrom("event_participants").where("user_id", "=", userId).where("state", "<>", "accepted").execute();
  await db
    .updateTable("event_participants")
    .set({ user_id: null, email: null, name: "" })
    .where("user_id", "=", userId)
    .execute();
  await db.updateTable("event_participants").set({ invited_by: null }).where("invited_by", "=", userId).execute();
}

/** Addresses of bookings that were over then: those who never accepted are forgotten, of the others the address. */
export async function deleteAddresses(db: Database, before: Date): Promise<void> {
  const over = db
    .selectFrom("event_participants as player")
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "player.organization_id").onRef("events.id", "=", "player.event_id"),
    )
    .select(["player.organization_id", "player.id", "player.state"])
    .where("player.invited_at", "<", before)
    .where("player.email", "is not", null)
    .where("events.end_time", "<", before)
    .limit(1000);
  for (const { organization_id, id, state } of await over.execute()) {
    if (state === "accepted") await updatePlayer(db, organization_id, id, { email: null });
    else
      await db
        .deleteFrom("event_participants")
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .execute();
  }
}

/** Entries of the activity are about bookings. */
export const bookingSubjects: ActivitySubjects = {
  selectNames: ({ organizationIds, ids }) => sql`
    select events.id::text, events.name from events
    where events.organization_id = any(${organizationIds}) and events.id = any(${ids}::uuid[])`,
};
