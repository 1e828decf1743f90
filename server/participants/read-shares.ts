/** Shares of a booking's price, as its organizer, the team and its players read them. */
import type { BookingPlayers, Player, PlayerInvitation } from "#contract/participants.ts";
import { SPLIT_LEAD_MS } from "#contract/participants-shares-rules.ts";
import { amountOwed, listSharesOfEvent, type SaleChargeRow } from "#server/charges/sale-charges.ts";
import { findTerms } from "#server/customers/booking-customer.ts";
import { paymentPort, type OnlinePayment } from "#server/events/payment-port.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { amountDue } from "#server/payments/ledger.ts";
import { nameForPlayers } from "./names.ts";
import { listPlayers, type NamedPlayer } from "./queries.ts";
import {
  findOffer,
  findSharedEvent,
  findSplit,
  isHeldOrApproved,
  paymentOf,
  settlingTimeOf,
  type SharedEvent,
  type SplitRow,
} from "./shares.ts";
import {
  findOwnShare,
  findShareOfPayer,
  isFixed,
  isPaidByOrganizer,
  isStanding,
  sumUnits,
  unitPriceOf,
} from "./share-units.ts";

type ReadContext = Pick<RequestContext, "db" | "appContext" | "now" | "language"> &
  Partial<Pick<RequestContext, "access">>;

/** The memory of a caller may be of another organization. */
const isRefusedOnline = async (
  { db, appContext, now, language }: ReadContext,
  payment: OnlinePayment,
): Promise<boolean> =>
  (await paymentPort.findOnlinePaymentRefusal({ db, appContext, now, language }, payment)) !== null;

/** Nothing is paid of it, neither by money nor by a pack; where it is paid online, it is booked ahead. */
const isOfferable = (event: SharedEvent, now: Date): boolean =>
  isHeldOrApproved(event) &&
  event.payment_status === "due" &&
  event.paid === 0 &&
  event.start_time > now &&
  (paymentOf(event) === "on_site" ||
    (event.start_time.getTime() - event.created_at.getTime() >= SPLIT_LEAD_MS && settlingTimeOf(event) > now));

/** Their part is on an invoice of the month, before it is known which shares are theirs. */
async function isOnAccount({ db }: ReadContext, event: SharedEvent): Promise<boolean> {
  const { organization_id: organizationId, customer_id: customerId } = event;
  const terms = customerId === null ? null : await findTerms({ db, organizationId }, { customerId });
  return terms?.billing === "monthly";
}

/** How the organizer could share the price now; null where they cannot. */
export async function readOffer(context: ReadContext, event: SharedEvent): Promise<BookingPlayers["offer"]> {
  const { organization_id: organizationId, currency, start_time: startTime } = event;
  if (!isOfferable(event, context.now)) return null;
  const division = await findOffer({ db: context.db, organizationId }, event);
  if (!division) return null;
  const { own, each } = division;
  const payment = paymentOf(event);
  // The others pay online, too. At the desk they pay where the club takes nothing online.
  const isRefused = await isRefusedOnline(context, { organizationId, amount: each, currency, startTime });
  if (isRefused !== (payment === "on_site")) return null;
  if (payment === "on_site" && (await isOnAccount(context, event))) return null;
  return { own, each, currency, settlesAt: settlingTimeOf(event).toISOString(), payment };
}

/** Payers can be chosen until the settling time, of a booking that stands. */
export const isOpenToChoice = ({ status }: SharedEvent, { settled_at }: SplitRow): boolean =>
  settled_at === null && (status === "approved" || status === "completed");

/** The desk takes one payment for several players. */
export const mayRecord = (access: RequestContext["access"] | undefined): boolean =>
  access?.isTeam === true && access.permissions.has("events.show") && access.permissions.has("payments.record");

/** The price as it is shared; null where it is not. */
export async function readSplit(
  { db, access }: Pick<ReadContext, "db" | "access">,
  event: SharedEvent,
  isOrganizer: boolean,
): Promise<BookingPlayers["split"]> {
  const split = await findSplit(db, event.organization_id, event.id);
  if (!split) return null;
  const shares = (await listSharesOfEvent(db, event.organization_id, event.id)).filter(isStanding);
  const owed = shares.reduce((sum, share) => sum + amountOwed(share), 0);
  const open = split.settled_at === null ? event.shared - shares.reduce((sum, { amount }) => sum + amount, 0) : 0;
  const isUnpaid = event.paid === 0 && shares.every(({ settled, credited }) => settled === 0 && credited === 0);
  return {
    ...{ own: split.own, each: split.each, currency: event.currency, settlesAt: split.settles_at.toISOString() },
    payment: paymentOf(event),
    ownDue: amountDue(event),
    missing: Math.max(0, owed + open),
    ownUnits: split.own_parts,
    canChoosePayers: isOpenToChoice(event, split) && (isOrganizer || mayRecord(access)),
    isSettled: split.settled_at !== null,
    canEnd: isOrganizer && isUnpaid && split.settled_at === null && isHeldOrApproved(event),
  };
}

interface Parts {
  /** All of the booking, also those that have ended. */
  shares: readonly SaleChargeRow[];
  players: readonly NamedPlayer[];
  isOrganizerPaid: boolean;
  each: number;
}

/** The part of a player, by charges of their own or by somebody else's. */
function findShare({ shares, players, isOrganizerPaid, each }: Parts, playerId: string) {
  const player = players.find(({ id }) => id === playerId);
  const own = shares.filter((share) => isStanding(share) && share.participant_id === playerId);
  const ofPayer = player && findShareOfPayer(shares, player);
  const isOfOrganizer = player !== undefined && isPaidByOrganizer(shares, player);
  if (own.length === 0 && !ofPayer && !isOfOrganizer) return null;
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const ownShare = findOwnShare(shares, players, playerId);
  const charge = own.find((share) => amountOwed(share) > 0) ?? own[0];
  return {
    chargeId: charge?.id ?? null,
    customerId: charge?.customer_id ?? null,
    amount: charge ? sumOf(own.map(({ amount }) => amount)) : ofPayer ? unitPriceOf(ofPayer) : each,
    due: sumOf(own.map(amountOwed)),
    units: sumUnits(own),
    isOpen: ownShare !== undefined && !isFixed(ownShare),
    payer: ofPayer
      ? { participantId: ofPayer.participant_id, isPaid: isFixed(ofPayer) }
      : isOfOrganizer
        ? { participantId: null, isPaid: isOrganizerPaid }
        : null,
  };
}

type OtherShare = NonNullable<PlayerInvitation["share"]>["others"][number];

/** Shares of others that one player could pay, and those that they pay. */
function listOthers(parts: Parts, player: NamedPlayer): OtherShare[] {
  return parts.players.flatMap((other): OtherShare[] => {
    const share = other.id === player.id || other.state !== "accepted" ? null : findShare(parts, other.id);
    if (!share) return [];
    const shown = { id: other.id, name: nameForPlayers(other), amount: share.payer ? share.amount : parts.each };
    if (share.isOpen) return [{ ...shown, state: "open" }];
    if (share.payer?.participantId !== player.id) return [];
    return [{ ...shown, state: share.payer.isPaid ? "paid" : "chosen" }];
  });
}

export interface SharesOfBooking {
  offer: BookingPlayers["offer"];
  split: BookingPlayers["split"];
  shareOf(playerId: string): Player["share"];
}

/** Statements of bookings that nobody shares are two. */
export async function readSharesOfBooking(
  context: ReadContext,
  { organizationId, eventId, isOrganizer }: { organizationId: string; eventId: string; isOrganizer: boolean },
): Promise<SharesOfBooking> {
  const event = await findSharedEvent(context.db, organizationId, eventId);
  const split = await readSplit(context, event, isOrganizer);
  const shares = split ? await listSharesOfEvent(context.db, organizationId, eventId) : [];
  const players = split ? await listPlayers(context.db, organizationId, [eventId]) : [];
  const parts = { shares, players, isOrganizerPaid: amountDue(event) === 0, each: split?.each ?? 0 };
  return {
    split,
    // A guest has no card to agree with, and no account in which what is missing would be told.
    offer: split === null && isOrganizer && context.access?.isGuest !== true ? await readOffer(context, event) : null,
    shareOf(playerId) {
      const share = findShare(parts, playerId);
      return share && { ...share, currency: event.currency, customerId: isOrganizer ? null : share.customerId };
    },
  };
}

/** The share that a player owes, or will owe once they come. */
export async function readOwnShare(
  context: ReadContext,
  {
    organizationId,
    eventId,
    playerId,
    mayCome,
    organizer,
  }: {
    organizationId: string;
    eventId: string;
    playerId: string | undefined;
    mayCome: boolean;
    /** As the reader may call them. */
    organizer: string;
  },
): Promise<PlayerInvitation["share"]> {
  const { db } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split) return null;
  const event = await findSharedEvent(db, organizationId, eventId);
  const { currency, start_time: startTime } = event;
  const terms = { currency, settlesAt: split.settles_at.toISOString(), payment: paymentOf(event) };
  const shares = await listSharesOfEvent(db, organizationId, eventId);
  const players = await listPlayers(db, organizationId, [eventId]);
  const parts = { shares, players, isOrganizerPaid: amountDue(event) === 0, each: split.each };
  const player = players.find(({ id }) => id === playerId);
  const share = player && findShare(parts, player.id);
  if (player && share) {
    const { amount, due, units, payer } = share;
    const isPayable =
      due > 0 && !(await isRefusedOnline(context, { organizationId, amount: due, currency, startTime }));
    const payerRow = players.find(({ id }) => id === payer?.participantId);
    const isChoice = split.settled_at === null && player.state === "accepted";
    return {
      ...{ ...terms, amount, due, units, canPay: isPayable },
      payer: payer && { name: payerRow ? nameForPlayers(payerRow) : organizer, isPaid: payer.isPaid },
      others: isChoice ? listOthers(parts, player) : [],
    };
  }
  return mayCome && split.settled_at === null && split.each > 0
    ? { ...terms, amount: split.each, due: split.each, units: 1, canPay: false, payer: null, others: [] }
    : null;
}
