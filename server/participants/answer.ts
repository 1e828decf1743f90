/** Answers of players: by the secret of an address, without an account, and by people who are signed in. */
import type { participants, PlayerAnswer, PlayerInvitation } from "#contract/participants.ts";
import type { Returns } from "#contract/kit.ts";
import { countTry, enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { createSecret, findLink } from "./links.ts";
import {
  countTaken,
  findAccount,
  findGame,
  findPlayer,
  insertPlayer,
  listPlayers,
  lockGame,
  updatePlayer,
  wasInvited,
  type Game,
  type NamedPlayer,
} from "./queries.ts";
import { schedulePlayerReminders } from "./reminders.ts";
import { findOwnPlace, answersOf, isOpen, placesOf, readInvitation } from "./read.ts";
import { addShare, endShare } from "./shares.ts";

interface LockedGame {
  game: Game;
  players: NamedPlayer[];
  openPlaces: number;
}

/** Answers to one booking come one after the other. */
async function lockPlayers({ db, organizationId }: TenantContext, eventId: string): Promise<LockedGame> {
  await lockGame(db, organizationId, eventId);
  const game = await findGame(db, { organizationId, eventId, language: "en" });
  const players = await listPlayers(db, organizationId, [eventId]);
  return { game, players, openPlaces: placesOf(game) - (await countTaken(db, organizationId, eventId)) };
}

const full = () => new HttpError(409, message("participants.full"));
const notOpen = () => new HttpError(409, message("participants.notNow"));
const isOwn = () => new HttpError(409, message("participants.own"));

const noteAnswer = async (context: TenantContext, { game, playerId }: { game: Game; playerId: string }) => {
  const { db, organizationId, now } = context;
  await insertLiveChange(db, { organizationId, module: "participants", subjectId: game.id, at: now });
  await publish(context, "participants.answered", {
    ...{ participantId: playerId, eventId: game.id, organizerId: game.user_id },
  });
};

/** To decline what one has accepted is to leave. */
const meantBy = (answer: PlayerAnswer, state: string): PlayerAnswer =>
  answer === "accepted" ? "accepted" : state === "accepted" || state === "left" ? "left" : "declined";

/**
 * A second press changes nothing.
 * @param userId of who is signed in; undefined where the address alone is proved
 * @throws HttpError 409 once it is too late, or all places are taken
 */
async function answerInvitation(
  context: TenantContext,
  { eventId, playerId, userId }: { eventId: string; playerId: string; userId: string | undefined },
  given: PlayerAnswer,
): Promise<void> {
  const { db, organizationId, now } = context;
  const { game, players, openPlaces } = await lockPlayers(context, eventId);
  const player = players.find(({ id }) => id === playerId);
  if (!player) throw notFound();
  const answer = meantBy(given, player.state);
  if (player.state === answer) return;
  if (player.state === "removed") throw new HttpError(409, message("participants.removedText"));
  if (!answersOf(game, { state: player.state, openPlaces, now }).includes(answer))
    throw isOpen(game, now) ? full() : notOpen();
  const proved = userId ?? (player.email === null ? undefined : (await findAccount(db, { email: player.email }))?.id);
  const isFree = proved !== undefined && proved !== game.user_id && !players.some(({ user_id }) => user_id === proved);
  await updatePlayer(db, organizationId, player.id, {
    ...{ state: answer, answered_at: now },
    ...(answer === "accepted" && {
      ...{ told_start: game.start_time, told_end: game.end_time, told_field_id: game.field_id },
      ...(player.user_id === null && isFree && { user_id: proved }),
    }),
  });
  if (answer === "accepted") await schedulePlayerReminders(context, { eventId, playerId: player.id, isNew: true });
  await followAnswer(context, player.id);
  await noteAnswer(context, { game, playerId: player.id });
}

interface Newcomer {
  userId: string | null;
  /** The confirmed one of the account, to which an invitation may have gone. */
  accountEmail: string | null;
  name: string;
  email: string | null;
  language: string;
}

/** Acceptance makes a share of a price that is shared, and leaving ends it. */
async function followAnswer(context: TenantContext, playerId: string): Promise<void> {
  const player = await findPlayer(context.db, context.organizationId, playerId);
  if (!player) return;
  const { id: participantId, event_id: eventId, state } = player;
  if (state === "accepted") await addShare(context, eventId, player);
  else await endShare(context, eventId, { participantId, by: player.user_id });
}

/** Takes an open place. @returns the id of the player, who is there already after a second press with an account */
async function takePlace(context: TenantContext, eventId: string, person: Newcomer): Promise<string> {
  const { db, organizationId, now } = context;
  const { game, players, openPlaces } = await lockPlayers(context, eventId);
  if (!isOpen(game, now)) throw notOpen();
  const { userId, accountEmail, name, email, language } = person;
  const told = { told_start: game.start_time, told_end: game.end_time, told_field_id: game.field_id };
  if (userId !== null) {
    if (userId === game.user_id) throw isOwn();
    const isOwnAddress = (one: NamedPlayer) => one.user_id === null && one.email !== null && one.email === accountEmail;
    const own = players.find(({ user_id }) => user_id === userId) ?? players.find(isOwnAddress);
    if (own?.state === "accepted") return own.id;
    if (own?.state === "removed") throw new HttpError(409, message("participants.removedText"));
    if (own && (own.state === "invited" || openPlaces > 0)) {
      await updatePlayer(db, organizationId, own.id, {
        ...{ ...told, user_id: userId, state: "accepted", answered_at: now },
      });
      await schedulePlayerReminders(context, { eventId, playerId: own.id, isNew: true });
      await followAnswer(context, own.id);
      await noteAnswer(context, { game, playerId: own.id });
      return own.id;
    }
  }
  if (openPlaces < 1) throw full();
  // A second press, most of all: who shares a name adds to it.
  const isSame = (one: NamedPlayer) =>
    !wasInvited(one) &&
    one.user_id === null &&
    one.state === "accepted" &&
    one.name.toLowerCase() === name.toLowerCase();
  if (userId === null && players.some(isSame)) throw invalidFields({ name: [message("participants.nameTaken")] });
  const isKnown = email !== null && players.some((one) => one.email === email);
  const isTold = email !== null && !isKnown && !(await countTry(context, [rateLimit("player.mailbox", email)]));
  const id = uuidv7(now);
  await insertPlayer(db, {
    ...{ ...told, organization_id: organizationId, id, event_id: game.id, user_id: userId, name, language },
    ...{ email: isTold ? email : null, state: "accepted", invited_by: null, invited_at: now, answered_at: now },
  });
  await schedulePlayerReminders(context, { eventId, playerId: id, isNew: true });
  await followAnswer(context, id);
  await noteAnswer(context, { game, playerId: id });
  return id;
}

type LinkCall = Pick<
  Call<typeof participants.answerByLink>,
  "db" | "appContext" | "now" | "language" | "params" | "body"
>;

async function answerWithin(call: LinkCall): Promise<Returns<typeof participants.answerByLink>> {
  const { db, appContext, now, language, body } = call;
  const { organizationId, purpose, subjectId } = await findLink(call, call.params.secret);
  const context = { db, appContext, now, organizationId };
  if (purpose === "player") {
    const player = await findPlayer(db, organizationId, subjectId);
    if (!player) throw notFound();
    const at = { eventId: player.event_id, playerId: player.id };
    await answerInvitation(context, { ...at, userId: undefined }, body.answer);
    return { ...(await readInvitation(call, { organizationId, ...at })), secret: null };
  }
  const { name = null, email = null } = body;
  if (body.answer !== "accepted") throw invalidFields({ answer: [message("participants.onlyAccept")] });
  if (name === null) throw invalidFields({ name: [message("participants.noName")] });
  const playerId = await takePlace(context, subjectId, {
    ...{ userId: null, accountEmail: null, name, email, language },
  });
  const game = await findGame(db, { organizationId, eventId: subjectId, language });
  const own = { purpose: "player", subjectId: playerId, endTime: game.end_time } as const;
  const answer = await readInvitation(call, { organizationId, eventId: subjectId, playerId });
  return { ...answer, secret: await createSecret(context, own) };
}

/** @param call its `db` is the pool: what is refused is counted */
export async function answerByLink(
  call: Call<typeof participants.answerByLink>,
): Promise<Returns<typeof participants.answerByLink>> {
  const limits = [rateLimit("playerAnswer.network", networkPrefix(call.address))];
  await enforceRateLimit(call, limits);
  const { appContext, now, language, params, body } = call;
  const answer = await call.db
    .transaction()
    .execute((db) => answerWithin({ db, appContext, now, language, params, body }));
  await returnTry(call.db, limits);
  return answer;
}

/** An invitation that was sent to another address becomes the account’s, since who has the secret was given it. */
export async function joinWithAccount(call: Call<typeof participants.join>): Promise<PlayerInvitation> {
  const { db, appContext, now, user, language } = call;
  const { organizationId, purpose, subjectId } = await findLink(call, call.body.secret);
  const context = { db, appContext, now, organizationId };
  if (purpose === "player") {
    const player = await findPlayer(db, organizationId, subjectId);
    if (!player || (player.user_id !== null && player.user_id !== user.id)) throw notFound();
    const at = { eventId: player.event_id, playerId: player.id };
    await answerInvitation(context, { ...at, userId: user.id }, "accepted");
    return readInvitation(call, { organizationId, ...at });
  }
  const person = {
    ...{ userId: user.id, accountEmail: user.email, name: user.fullName, email: null },
    language: user.language ?? language,
  };
  const playerId = await takePlace(context, subjectId, person);
  return readInvitation(call, { organizationId, eventId: subjectId, playerId });
}

/** @throws HttpError 404 for an invitation of somebody else */
export async function answerOwn(call: Call<typeof participants.answer>): Promise<PlayerInvitation> {
  const { db, appContext, now, user, params, body } = call;
  const player = await findOwnPlace(call, params.participantId);
  const { organization_id: organizationId, event_id: eventId, id: playerId } = player;
  const context = { db, appContext, now, organizationId };
  await answerInvitation(context, { eventId, playerId, userId: user.id }, body.answer);
  return readInvitation(call, { organizationId, eventId, playerId });
}
