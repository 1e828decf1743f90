/** A booking is given to another customer: its players, invitations, links and shares came by the first one, and end. */
import { endSaleCharge, listSharesOfEvent } from "#server/charges/sale-charges.ts";
import { publish, type JobEvents, type TenantContext } from "#server/kit/events/domain-events.ts";
import { deleteAccessLinksOf } from "#server/organizations/access-links.ts";
import { findCardOfEvent } from "#server/payments/cards/queries.ts";
import { removeCard } from "#server/payments/cards/remove.ts";
import { updateCollectionsToEnded } from "./collect.ts";
import { endOpenLink } from "./links.ts";
import { listAccepted, notifyReassigned } from "./notify.ts";
import { deletePlayersOfBooking, listPlayers, type NamedPlayer } from "./queries.ts";
import { deleteSplit, findSharedEvent, findSplit, lockShares, noteShares, refundShare, saveOwn } from "./shares.ts";
import { isStanding } from "./share-units.ts";

type Given = JobEvents["events.customerChanging"];
type Context = TenantContext & { user?: { id: string } };

/**
 * Before the settling time shares end and what is paid of them comes back; after it what is paid stays paid, as for whoever
 * leaves.
 * @returns the players whose money comes back
 */
async function endSharing(context: Context, eventId: string): Promise<Set<string | null>> {
  const { db, organizationId, user } = context;
  const split = await findSplit(db, organizationId, eventId);
  const card = await findCardOfEvent(db, organizationId, eventId);
  const isOpen = split !== undefined && split.settled_at === null;
  const event = await findSharedEvent(db, organizationId, eventId);
  const shares = isOpen ? (await listSharesOfEvent(db, organizationId, eventId)).filter(isStanding) : [];
  const refund = { reason: null, requestedBy: user?.id ?? null, facilityId: event.facility_id };
  const locked = await lockShares(context, shares, card ? [card.customer_id] : []);
  for (const share of locked) {
    await endSaleCharge(context, share, { reason: null, by: user?.id ?? null });
    await refundShare(context, share, { ...refund, amount: share.settled });
  }
  if (card) await removeCard(context, card);
  // The first customer agreed to pay for their own players. What is on its way at the provider comes to its end.
  await updateCollectionsToEnded(context, eventId);
  if (isOpen) {
    await deleteSplit(context, eventId);
    await saveOwn(context, event, event.price);
  }
  return new Set(locked.flatMap(({ settled, participant_id }) => (settled > 0 ? participant_id : [])));
}

const isCustomer = ({ user_id, email, account_email }: NamedPlayer, { to }: Given): boolean =>
  (user_id !== null && user_id === to.userId) || (to.email !== null && to.email === (account_email ?? email));

/** The booking is locked, and still its first customer's. */
export async function endPlayers(context: Context, given: Given): Promise<void> {
  const { db, organizationId } = context;
  const { eventId } = given;
  const players = await listPlayers(db, organizationId, [eventId]);
  await endOpenLink(context, eventId);
  const told = await listAccepted(context, eventId);
  const refunded = await endSharing(context, eventId);
  for (const player of players) {
    if (player.state === "invited" || player.state === "accepted")
      await publish(context, "participants.answered", { participantId: player.id, eventId, organizerId: null });
    const isTold = told.some(({ id }) => id === player.id) && !isCustomer(player, given);
    await notifyReassigned(context, player, { isTold, isShareBack: refunded.has(player.id) });
    await deleteAccessLinksOf(db, { purpose: "player", subjectId: player.id });
  }
  await deletePlayersOfBooking(db, organizationId, eventId);
  await noteShares(context, eventId);
}
