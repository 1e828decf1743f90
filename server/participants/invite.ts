/** The organizer invites people, takes invitations back, and makes the link by which open places are taken. */
import { MAX_INVITATIONS_PER_BOOKING, type BookingPlayers, type participants } from "#contract/participants.ts";
import { countTry, enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, notFound, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findListed } from "./directory.ts";
import { createSecret, endOpenLink } from "./links.ts";
import { fullNameOfPlayer, nameForPlayers } from "./names.ts";
import { languageOfOrganization, notifyInvited, notifyRemoved } from "./notify.ts";
import {
  countTaken,
  findAccount,
  findPlayer,
  insertPlayer,
  listKnown,
  listPlayers,
  lockGame,
  updatePlayer,
  wasInvited,
  type Game,
  type PlayerRow,
} from "./queries.ts";
import { findOrganizedGame, findOwnGame, isOpen, isOrganizer, mayRemove, placesOf, readPlayers } from "./read.ts";
import { endShare } from "./shares.ts";

type InviteCall = Call<typeof participants.invite>;

const notNow = () => new HttpError(409, message("participants.notNow"));

/** The booking, which no other request changes until the transaction ends. @throws HttpError 404, 409 */
async function findOpenGame(call: InviteCall | Call<typeof participants.createLink>): Promise<Game> {
  await lockGame(call.db, call.organizationId, call.params.eventId);
  const game = await findOrganizedGame(call);
  if (!isOpen(game, call.now)) throw notNow();
  return game;
}

interface Person {
  userId: string | null;
  email: string | null;
  name: string;
  language: string;
}

/** @throws HttpError 422 beside the person whom it concerns */
async function resolvePeople(call: InviteCall, present: readonly PlayerRow[]): Promise<Person[]> {
  const { db, organizationId, user, access, body } = call;
  const known = access.isGuest ? [] : await listKnown(db, { organizationId, userId: user.id });
  const language = await languageOfOrganization(call);
  const errors: Record<string, LocalizedMessage[]> = {};
  const people: Person[] = [];
  const isPresent = ({ userId, email }: Pick<Person, "userId" | "email">) =>
    people.some((one) => (userId ? one.userId === userId : one.email === email)) ||
    present.some(
      ({ state, ...row }) =>
        (state === "invited" || state === "accepted") && (userId ? row.user_id === userId : row.email === email),
    );
  for (const [index, { userId = null, email = null, name = null }] of body.people.entries()) {
    const refuse = (member: string, text: LocalizedMessage) => {
      errors[`people.${index}.${member}`] = [text];
    };
    if (userId !== null) {
      const account =
        known.find(({ id }) => id === userId) ??
        (userId === user.id || access.isGuest ? undefined : await findListed(db, organizationId, userId));
      if (!account) refuse("userId", message("participants.unknown"));
      else if (isPresent({ userId, email })) refuse("userId", message("participants.already"));
      else {
        const full = await findAccount(db, { id: userId });
        const typed = { name: `${account.first_name} ${account.last_name}`, language: full?.language ?? language };
        people.push({ userId, email: null, ...typed });
      }
    } else if (email === null) refuse("email", message("participants.noAddress"));
    else if (name === null) refuse("name", message("participants.noName"));
    else if (email === user.email) refuse("email", message("participants.yourself"));
    else if (isPresent({ userId, email })) refuse("email", message("participants.already"));
    else people.push({ userId: null, email, name, language });
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return people;
}

/** A guest counts by their address: another booking makes no other person of them. */
const limitsOf = ({ user, access, address, organizationId }: InviteCall) => [
  ...(access.isGuest
    ? [rateLimit("player.guest", user.email || user.id), rateLimit("player.network", networkPrefix(address))]
    : [rateLimit("player.person", user.id)]),
  rateLimit("player.organization", organizationId),
];

export async function invitePeople(call: InviteCall): Promise<BookingPlayers> {
  const { db, organizationId, user, access, now } = call;
  const game = await findOpenGame(call);
  const present = await listPlayers(db, organizationId, [game.id]);
  const people = await resolvePeople(call, present);
  const open = placesOf(game) - (await countTaken(db, organizationId, game.id));
  if (people.length > open)
    throw new HttpError(
      409,
      open > 0 ? message("participants.placesLeft", { count: open }) : message("participants.allTaken"),
    );
  const invitedBefore = present.filter(wasInvited);
  const isBack = (person: Person) =>
    present.find(({ user_id, email }) => (person.userId ? user_id === person.userId : email === person.email));
  const added = people.filter((person) => !isBack(person)).length;
  if (invitedBefore.length + added > MAX_INVITATIONS_PER_BOOKING)
    throw new HttpError(409, message("participants.tooMany", { count: MAX_INVITATIONS_PER_BOOKING }));
  await enforceRateLimit(call, limitsOf(call), { count: people.length });
  for (const person of people) {
    const { userId, email, name, language } = person;
    const former = isBack(person);
    const row = {
      ...{ name, language, state: "invited", invited_at: now, answered_at: null },
      ...(access.isGuest ? { invited_by_guest: true } : { invited_by: user.id }),
      ...{ told_start: game.start_time, told_end: game.end_time, told_field_id: game.field_id },
    };
    const id = former?.id ?? uuidv7(now);
    if (former) await updatePlayer(db, organizationId, id, row);
    else
      await insertPlayer(db, {
        ...{ ...row, organization_id: organizationId, id, event_id: game.id, user_id: userId, email },
      });
    const player = await findPlayer(db, organizationId, id);
    if (!player) throw notFound();
    // Nothing says whether others have invited the same address.
    const excess = await countTry(call, [rateLimit("player.mailbox", userId ?? email ?? "")]);
    await notifyInvited(call, player, excess === undefined);
  }
  call.record({
    subjectId: game.id,
    after: { people: people.map(({ name }) => name) },
    ...activityLinks(game),
  });
  return readPlayers(call);
}

/** By the organizer, and by the team. @throws HttpError 404, 409 */
export async function removePlayer(call: Call<typeof participants.remove>): Promise<null> {
  const { db, organizationId, params, now, user, access } = call;
  await lockGame(db, organizationId, params.eventId);
  const game = await findOwnGame(call);
  if (!mayRemove(call, game)) throw notFound();
  const all = await listPlayers(db, organizationId, [game.id]);
  const player = all.find(({ id }) => id === params.participantId);
  if (!player) throw notFound();
  const isGone = player.state === "removed";
  if (!isGone && !isOpen(game, now)) throw notNow();
  const name = isOrganizer(game, call) && player.email === null ? nameForPlayers(player) : fullNameOfPlayer(player);
  call.record({
    subjectId: game.id,
    after: { people: [name] },
    ...activityLinks(game),
    ...(isGone && { skipsEntry: true }),
  });
  if (isGone) return null;
  await updatePlayer(db, organizationId, player.id, { state: "removed", answered_at: now });
  await endShare(call, game.id, { participantId: player.id, by: access.isGuest ? null : user.id });
  await publish(call, "participants.answered", { participantId: player.id, eventId: game.id, organizerId: null });
  if (player.state === "accepted") await notifyRemoved(call, player);
  return null;
}

export async function createOpenLink(call: Call<typeof participants.createLink>): Promise<{ url: string }> {
  const game = await findOpenGame(call);
  await endOpenLink(call, game.id);
  const secret = await createSecret(call, { purpose: "players", subjectId: game.id, endTime: game.start_time });
  call.record({ subjectId: game.id, after: {}, ...activityLinks(game) });
  return { url: `${call.appContext.config.appUrl}/p/${secret}` };
}

export async function endLink(call: Call<typeof participants.endLink>): Promise<null> {
  const game = await findOrganizedGame(call);
  await endOpenLink(call, game.id);
  call.record({ subjectId: game.id, after: {}, ...activityLinks(game) });
  return null;
}
