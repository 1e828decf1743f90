/** The organizer shares the price of a booking among its players, or takes that back as long as nothing is paid. */
import type { BookingPlayers, participants } from "#contract/participants.ts";
import { endSaleCharge, listSharesOfEvent } from "#server/charges/sale-charges.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listPlayers, lockGame, updatePlayer } from "./queries.ts";
import { findOrganizedGame, readPlayers } from "./read.ts";
import { readOffer, readSplit } from "./read-shares.ts";
import {
  addShare,
  deleteSplit,
  findSharedEvent,
  findSplit,
  lockShares,
  noteShares,
  peopleOf,
  saveOwn,
  settlingTimeOf,
} from "./shares.ts";
import { isStanding } from "./share-units.ts";

/** @throws HttpError 404, 409 where it is shared already, or cannot be */
export async function splitPrice(call: Call<typeof participants.split>): Promise<BookingPlayers> {
  const { db, organizationId, params, now } = call;
  await lockGame(db, organizationId, params.eventId);
  const game = await findOrganizedGame(call);
  const event = await findSharedEvent(db, organizationId, game.id);
  if (await findSplit(db, organizationId, event.id)) throw new HttpError(409, message("participants.splitAlready"));
  if (peopleOf(event) < 2) throw new HttpError(409, message("participants.splitAlone"));
  const offer = await readOffer(call, event);
  if (!offer) throw new HttpError(409, message("participants.splitNotNow"));
  const { own, each } = offer;
  await db
    .insertInto("event_splits")
    .values({
      ...{ organization_id: organizationId, event_id: event.id, own, each },
      ...{ settles_at: settlingTimeOf(event), created_at: now },
    })
    .execute();
  await saveOwn(call, event, own);
  for (const player of await listPlayers(db, organizationId, [event.id]))
    if (player.state === "accepted") await addShare(call, event.id, player);
  await noteShares(call, event.id);
  call.record({ subjectId: event.id, after: { amount: own, currency: event.currency }, ...activityLinks(game) });
  return readPlayers(call);
}

/** @throws HttpError 404, 409 once something is paid */
export async function endSplit(call: Call<typeof participants.endSplit>): Promise<null> {
  const { db, organizationId, params, user } = call;
  await lockGame(db, organizationId, params.eventId);
  const game = await findOrganizedGame(call);
  const event = await findSharedEvent(db, organizationId, game.id);
  const split = await readSplit(call, event, true);
  call.record({
    ...{ subjectId: game.id, after: {}, ...activityLinks(game) },
    ...(split === null && { skipsEntry: true }),
  });
  if (split === null) return null;
  if (!split.canEnd) throw new HttpError(409, message("participants.splitPaid"));
  const shares = (await listSharesOfEvent(db, organizationId, event.id)).filter(isStanding);
  for (const share of await lockShares(call, shares)) {
    // Paid since it was read.
    if (share.settled > 0) throw new HttpError(409, message("participants.splitPaid"));
    await endSaleCharge(call, share, { reason: null, by: user.id });
  }
  for (const player of await listPlayers(db, organizationId, [event.id]))
    if (player.payer_charge_id !== null) await updatePlayer(db, organizationId, player.id, { payer_charge_id: null });
  await deleteSplit(call, event.id);
  await saveOwn(call, event, event.price);
  await noteShares(call, event.id);
  return null;
}
