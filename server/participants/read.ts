/** Players of a booking as its organizer and the team read them, and the booking as the players do. */
import { accentStyle, computeAccent } from "#contract/organizations-accent-rules.ts";
import type {
  BookingPlayers,
  participants,
  ParticipantState,
  Player,
  PlayerAnswer,
  PlayerInvitation,
} from "#contract/participants.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { hasAccessLink } from "#server/organizations/access-links.ts";
import { findLink } from "./links.ts";
import { fullNameOfPlayer, shortName, nameForPlayers } from "./names.ts";
import { organizerOf } from "./notify.ts";
import { readOwnShare, readSharesOfBooking } from "./read-shares.ts";
import {
  countTaken,
  findGame,
  findPlayer,
  findPlayerOf,
  listGames,
  listKnown,
  listPlayers,
  listPlayersOf,
  type Game,
  type NamedPlayer,
  type PlayerRow,
  wasInvited,
} from "./queries.ts";

type BookingCall = Pick<
  Call<typeof participants.ofBooking>,
  "db" | "appContext" | "organizationId" | "access" | "user" | "language" | "now" | "params"
>;

/** Somebody with an account, or the guest who has booked. */
export const isOrganizer = (
  { user_id, customer_id }: Pick<Game, "user_id" | "customer_id">,
  { user, access }: Pick<RequestContext, "user" | "access">,
): boolean => (access.isGuest ? customer_id === user.id : user_id === user.id);
export const isOfTeam = ({ access }: Pick<RequestContext, "access">): boolean =>
  access.isTeam && access.permissions.has("events.show");
export const mayRemove = (call: BookingCall, game: Game): boolean =>
  isOrganizer(game, call) || (isOfTeam(call) && call.access.permissions.has("events.update"));

/** For so many people it is booked. */
export const placesOf = ({ people, max_people, max_people_by_event }: Game): number =>
  people ?? Math.min(max_people ?? max_people_by_event, max_people_by_event);
/** Whether people can be invited, and answer. */
export const isOpen = ({ status, start_time }: Game, now: Date): boolean => status === "approved" && start_time > now;

/** One's own booking; the team's too. @throws HttpError 404 for others, and for bookings that nobody with an account has made */
export async function findOwnGame(call: BookingCall): Promise<Game> {
  const { db, organizationId, language, params } = call;
  const game = await findGame(db, { organizationId, eventId: params.eventId, language });
  if (!isOrganizer(game, call) && !isOfTeam(call)) throw notFound();
  return game;
}

/** @throws HttpError 404 for anybody but its organizer */
export async function findOrganizedGame(call: BookingCall): Promise<Game> {
  const game = await findOwnGame(call);
  if (!isOrganizer(game, call)) throw notFound();
  return game;
}

function serializePlayer(row: NamedPlayer, isTeam: boolean, share: Player["share"]): Player {
  const isByAddress = row.user_id === null || !wasInvited(row) || row.email !== null;
  return {
    id: row.id,
    // The organizer has typed the name of an address; of an account they read as much as other players.
    name: isTeam ? fullNameOfPlayer(row) : isByAddress ? row.name : nameForPlayers(row),
    state: row.state as ParticipantState,
    email: wasInvited(row) ? row.email : null,
    hasAccount: row.user_id !== null,
    // An address does not say whose account it is.
    userId: isByAddress ? null : row.user_id,
    invitedAt: row.invited_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    share,
  };
}

export async function readPlayers(call: BookingCall): Promise<BookingPlayers> {
  const { db, user, access, now } = call;
  const game = await findOwnGame(call);
  const { organization_id: organizationId } = game;
  const isOwn = isOrganizer(game, call);
  const rows = (await listPlayers(db, organizationId, [game.id])).filter(({ state }) => state !== "removed");
  const canInvite = isOwn && isOpen(game, now);
  const known = canInvite && !access.isGuest ? await listKnown(db, { organizationId, userId: user.id }) : [];
  const present = new Set(rows.map(({ user_id }) => user_id));
  const shares = await readSharesOfBooking(call, { organizationId, eventId: game.id, isOrganizer: isOwn });
  return {
    organizer: isOwn || isOfTeam(call) ? organizerOf(game) : shortName(organizerOf(game)),
    taken: await countTaken(db, organizationId, game.id),
    places: placesOf(game),
    players: rows.map((row) => serializePlayer(row, !isOwn, shares.shareOf(row.id))),
    hasLink: await hasAccessLink(db, "players", game.id, now),
    canInvite,
    canRemove: mayRemove(call, game) && isOpen(game, now),
    timezone: game.timezone,
    offer: shares.offer,
    split: shares.split,
    known: known
      .filter(({ id }) => !present.has(id))
      .map(({ id, ...person }) => ({ userId: id, name: nameForPlayers({ ...person, name: "", invited_by: null }) })),
  };
}

export const answersOf = (
  game: Game,
  { state, openPlaces, now }: { state: string | null; openPlaces: number; now: Date },
): PlayerAnswer[] => {
  if (!isOpen(game, now)) return [];
  if (state === "invited") return ["accepted", "declined"];
  if (state === "accepted") return ["left"];
  return state !== "removed" && openPlaces > 0 ? ["accepted"] : [];
};

/** @param player undefined for the link of a booking */
function serializeInvitation(
  game: Game,
  all: readonly NamedPlayer[],
  { player, now }: { player: PlayerRow | undefined; now: Date },
): Omit<PlayerInvitation, "share"> {
  const { accent } = game;
  const taken = 1 + all.filter(({ state }) => state === "invited" || state === "accepted").length;
  const openPlaces = Math.max(0, placesOf(game) - taken);
  const state = (player?.state ?? null) as ParticipantState | null;
  const isEnded = game.status === "canceled" || game.status === "rejected";
  const others = all.filter((one) => one.state === "accepted" && one.id !== player?.id);
  return {
    id: player?.id ?? null,
    eventId: player?.event_id ?? null,
    state,
    name: player?.name ?? null,
    organizer: player ? organizerOf(game) : shortName(organizerOf(game)),
    organization: { id: game.organization_id, name: game.organization_name },
    accentStyle: accent === null ? null : accentStyle(computeAccent(accent)),
    sport: game.sport_id === null ? null : { id: game.sport_id, name: game.sport_name },
    field: game.field_name,
    facility: { name: game.facility_name, address: game.complete_address },
    startTime: game.start_time.toISOString(),
    endTime: game.end_time.toISOString(),
    timezone: game.timezone,
    booking: isEnded ? "canceled" : game.end_time <= now ? "over" : "takes_place",
    openPlaces,
    answers: answersOf(game, { state, openPlaces, now }),
    players: state === "accepted" ? others.map(nameForPlayers) : null,
  };
}

type Reader = Pick<RequestContext, "db" | "appContext" | "now" | "language">;

async function addShare(
  reader: Reader,
  game: Game,
  invitation: Omit<PlayerInvitation, "share">,
): Promise<PlayerInvitation> {
  const { answers, id } = invitation;
  const share = await readOwnShare(reader, {
    ...{ organizationId: game.organization_id, eventId: game.id, playerId: id ?? undefined },
    ...{ mayCome: answers.includes("accepted"), organizer: invitation.organizer },
  });
  return { ...invitation, share };
}

export async function readInvitation(
  reader: Reader,
  { organizationId, eventId, playerId }: { organizationId: string; eventId: string; playerId: string | undefined },
): Promise<PlayerInvitation> {
  const { db, now, language } = reader;
  const game = await findGame(db, { organizationId, eventId, language });
  const all = await listPlayers(db, organizationId, [eventId]);
  const invitation = serializeInvitation(game, all, { player: all.find(({ id }) => id === playerId), now });
  return addShare(reader, game, invitation);
}

/** @throws HttpError 404 */
export async function readByLink(call: Call<typeof participants.look>): Promise<PlayerInvitation> {
  const { organizationId, purpose, subjectId } = await findLink(call, call.params.secret);
  if (purpose === "players") return readInvitation(call, { organizationId, eventId: subjectId, playerId: undefined });
  const player = await findPlayer(call.db, organizationId, subjectId);
  if (!player) throw notFound();
  return readInvitation(call, { organizationId, eventId: player.event_id, playerId: player.id });
}

/** @throws HttpError 404 for the place of somebody else */
export async function findOwnPlace(
  { db, user }: Pick<RequestContext, "db" | "user">,
  participantId: string,
): Promise<PlayerRow> {
  const player = await findPlayerOf(db, { userId: user.id, email: user.email }, participantId);
  if (!player) throw notFound();
  return player;
}

/** Those that are to come and that one is invited to, or plays in; soonest first. */
export async function listOwnInvitations(call: Call<typeof participants.own>): Promise<PlayerInvitation[]> {
  const { db, user, now, language } = call;
  const own = (await listPlayersOf(db, { userId: user.id, email: user.email })).filter(
    ({ state }) => state === "invited" || state === "accepted",
  );
  const found: PlayerInvitation[] = [];
  for (const [organizationId, rows] of Map.groupBy(own, ({ organization_id }) => organization_id)) {
    const ids = rows.map(({ event_id }) => event_id);
    const games = (await listGames(db, organizationId, ids, language)).filter(({ end_time }) => end_time > now);
    const all = Map.groupBy(
      await listPlayers(
        db,
        organizationId,
        games.map(({ id }) => id),
      ),
      ({ event_id }) => event_id,
    );
    for (const game of games)
      found.push(
        await addShare(
          call,
          game,
          serializeInvitation(game, all.get(game.id) ?? [], {
            ...{ player: rows.find(({ event_id }) => event_id === game.id), now },
          }),
        ),
      );
  }
  // An invitation that cannot be accepted any more is no news.
  return found
    .filter(({ state, booking }) => state === "accepted" || booking === "takes_place")
    .toSorted((one, other) => one.startTime.localeCompare(other.startTime));
}
