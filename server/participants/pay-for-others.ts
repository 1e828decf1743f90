/** Somebody pays the shares of others with their own: these end, and become one charge of the payer, or a part of the organizer's. */
import type { BookingPlayers, participants, PlayerInvitation } from "#contract/participants.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import { changeSaleCharge, listSharesOfEvent, type SaleChargeRow } from "#server/charges/sale-charges.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { queueSessionExpiry } from "#server/payments/open-checkouts.ts";
import { findLink } from "./links.ts";
import { fullNameOfPlayer, nameForPlayers } from "./names.ts";
import { findPlayer, listPlayers, lockGame, updatePlayer, type NamedPlayer } from "./queries.ts";
import { findOwnPlace, findOwnGame, isOrganizer, readInvitation, readPlayers } from "./read.ts";
import { isOpenToChoice, mayRecord } from "./read-shares.ts";
import {
  findOwnShare,
  findShareOfPayer,
  isFixed,
  isPaidByOrganizer,
  isStanding,
  listPaidFor,
  unitPriceOf,
  unitsOf,
} from "./share-units.ts";
import {
  addShare,
  endUnit,
  endUnitOfOrganizer,
  findChargeOfBooking,
  findSharedEvent,
  findSplit,
  insertShare,
  lockStanding,
  noteShares,
  saveOwn,
  updateSplit,
  type SharedEvent,
  type SplitRow,
} from "./shares.ts";

interface Choice {
  event: SharedEvent;
  split: SplitRow;
  /** All of the booking, also those that have ended. */
  shares: SaleChargeRow[];
  players: NamedPlayer[];
  by: string | null;
}

const notOpen = (player: NamedPlayer) =>
  new HttpError(409, message("participants.shareNotOpen", { name: nameForPlayers(player) }));

const readChoice = async (context: TenantContext, eventId: string, by: string | null): Promise<Choice | undefined> => {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split) return undefined;
  const event = await findSharedEvent(db, organizationId, eventId);
  const shares = await listSharesOfEvent(db, organizationId, eventId);
  return { event, split, shares, players: await listPlayers(db, organizationId, [eventId]), by };
};

/** Takes the shares of players from the charges by which they owe them. @throws HttpError 409 where one is paid, or somebody else's already */
async function takeShares(context: TenantContext, choice: Choice, players: readonly NamedPlayer[]): Promise<void> {
  for (const player of players) {
    // Two players of one charge: it has one share less after the first.
    const shares = await listSharesOfEvent(context.db, context.organizationId, choice.event.id);
    const own = findOwnShare(shares, choice.players, player.id);
    if (!own || isFixed(own)) throw notOpen(player);
    await endUnit(context, own, choice);
  }
}

const setPayer = async (
  { db, organizationId }: TenantContext,
  players: readonly NamedPlayer[],
  chargeId: string | null,
): Promise<void> => {
  for (const { id } of players) await updatePlayer(db, organizationId, id, { payer_charge_id: chargeId });
};

/** Shares are those of their players again. */
async function giveBack(context: TenantContext, choice: Choice, players: readonly NamedPlayer[]): Promise<void> {
  await setPayer(context, players, null);
  for (const player of players) await addShare(context, choice.event.id, player);
}

/** The organizer's part of the price is greater by each share that they take on. */
async function payByOrganizer(context: TenantContext, choice: Choice, wanted: readonly NamedPlayer[]): Promise<void> {
  const { event, shares, players } = choice;
  const paidFor = players.filter((player) => isPaidByOrganizer(shares, player));
  for (const player of paidFor.filter((one) => !wanted.includes(one))) {
    // A paid one stays.
    if (await endUnitOfOrganizer(context, event.id)) await giveBack(context, choice, [player]);
  }
  const added = wanted.filter((player) => !paidFor.includes(player));
  if (added.length === 0) return;
  await takeShares(context, choice, added);
  await setPayer(context, added, await findChargeOfBooking(context, event.id));
  const present = await findSharedEvent(context.db, context.organizationId, event.id);
  const split = (await findSplit(context.db, context.organizationId, event.id)) ?? choice.split;
  const own = split.own + split.each * added.length;
  await updateSplit(context, event.id, { own, own_parts: split.own_parts + added.length });
  await saveOwn(context, present, own);
}

/** Their own share is theirs again where somebody else was to pay it. */
async function takeOwnBack(context: TenantContext, choice: Choice, payer: NamedPlayer): Promise<void> {
  const { event, shares } = choice;
  const ofPayer = findShareOfPayer(shares, payer);
  if (ofPayer && !isFixed(ofPayer)) {
    await endUnit(context, ofPayer, choice);
    await giveBack(context, choice, [payer]);
  }
  if (isPaidByOrganizer(shares, payer) && (await endUnitOfOrganizer(context, event.id)))
    await giveBack(context, choice, [payer]);
}

async function payByPlayer(
  context: TenantContext,
  first: Choice,
  { payer, wanted }: { payer: NamedPlayer; wanted: readonly NamedPlayer[] },
): Promise<void> {
  const { db, organizationId } = context;
  await takeOwnBack(context, first, payer);
  const choice = (await readChoice(context, first.event.id, first.by)) ?? first;
  const { event, shares, players } = choice;
  const own = shares.filter((share) => isStanding(share) && share.participant_id === payer.id);
  const paidFor = own.flatMap((share) => listPaidFor(players, share.id));
  const isWanted = ({ id }: NamedPlayer) => wanted.some((one) => one.id === id);
  const added = players.filter((one) => isWanted(one) && !paidFor.some(({ id }) => id === one.id));
  await takeShares(context, choice, added);
  const open = own.find((share) => !isFixed(share));
  if (!open) {
    if (added.length === 0) return;
    const made = { each: choice.split.each, quantity: added.length, former: own.at(-1) };
    return setPayer(context, added, await insertShare(context, event, payer, made));
  }
  const dropped = listPaidFor(players, open.id).filter((one) => !isWanted(one));
  const units = unitsOf(open) + added.length - dropped.length;
  if (added.length > 0 || dropped.length > 0) {
    if (units === 0) await endUnit(context, { ...open, quantity: 1 }, choice);
    else await changeSaleCharge(context, open.id, { quantity: units, amount: unitPriceOf(open) * units });
    await queueSessionExpiry({ ...context, db, organizationId }, { chargeId: open.id });
  }
  await setPayer(context, added, open.id);
  await giveBack(context, choice, dropped);
}

/**
 * The caller has locked the booking.
 * @param payerId null for the organizer
 * @param wanted players whose shares they pay beside their own
 * @returns the players who are named
 * @throws HttpError 404 for who does not play, 409 where a share is paid, or somebody else's, or it is too late
 */
async function choosePayer(
  context: TenantContext,
  eventId: string,
  { payerId, wanted, by }: { payerId: string | null; wanted: readonly string[]; by: string | null },
): Promise<NamedPlayer[]> {
  const before = await readChoice(context, eventId, by);
  if (!before || !isOpenToChoice(before.event, before.split))
    throw new HttpError(409, message("participants.splitOver"));
  await lockStanding(context, eventId);
  const choice = (await readChoice(context, eventId, by)) ?? before;
  const find = (id: string) => {
    const player = choice.players.find((one) => one.id === id.toLowerCase() && one.state === "accepted");
    if (!player) throw notFound();
    return player;
  };
  const named = [...new Set(wanted.map((id) => id.toLowerCase()))].filter((id) => id !== payerId).map(find);
  if (payerId === null) await payByOrganizer(context, choice, named);
  else await payByPlayer(context, choice, { payer: find(payerId), wanted: named });
  await noteShares(context, eventId);
  return named;
}

/** @throws HttpError 403, 404, 409 */
export async function payForOthers(call: Call<typeof participants.payForOthers>): Promise<BookingPlayers> {
  const { db, organizationId, params, body, user, access } = call;
  await lockGame(db, organizationId, params.eventId);
  const game = await findOwnGame(call);
  const isTeam = mayRecord(access);
  const payerId = body.payerId?.toLowerCase() ?? null;
  if (!isTeam && !isOrganizer(game, call)) throw forbidden("payments.record");
  if (!isTeam && payerId !== null) throw notFound();
  const named = await choosePayer(call, game.id, { payerId, wanted: body.participantIds, by: user.id });
  call.record({ subjectId: game.id, after: { people: named.map(fullNameOfPlayer) }, ...activityLinks(game) });
  return readPlayers(call);
}

/** @throws HttpError 404 for the place of somebody else, 409 */
export async function payForOthersOwn(call: Call<typeof participants.payForOthersOwn>): Promise<PlayerInvitation> {
  const { db, appContext, now, user, params, body } = call;
  const player = await findOwnPlace(call, params.participantId);
  const { organization_id: organizationId, event_id: eventId, id: playerId } = player;
  await lockGame(db, organizationId, eventId);
  const choice = { payerId: playerId, wanted: body.participantIds, by: user.id };
  await choosePayer({ db, appContext, now, organizationId }, eventId, choice);
  return readInvitation(call, { organizationId, eventId, playerId });
}

/** @param call its `db` is the pool: tries are counted although they are refused @throws HttpError 404, 409, 429 */
export async function payForOthersByLink(
  call: Call<typeof participants.payForOthersByLink>,
): Promise<PlayerInvitation> {
  const { appContext, now, params, body } = call;
  const limits = [rateLimit("playerAnswer.network", networkPrefix(call.address))];
  await enforceRateLimit(call, limits);
  const { purpose, organizationId, subjectId } = await findLink(call, params.secret);
  const player = purpose === "player" ? await findPlayer(call.db, organizationId, subjectId) : undefined;
  if (!player) throw notFound();
  const { event_id: eventId, id: playerId } = player;
  await call.db.transaction().execute(async (db) => {
    await lockGame(db, organizationId, eventId);
    const choice = { payerId: playerId, wanted: body.participantIds, by: null };
    await choosePayer({ db, appContext, now, organizationId }, eventId, choice);
  });
  await returnTry(call.db, limits);
  return readInvitation(call, { organizationId, eventId, playerId });
}
