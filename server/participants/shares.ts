/**
 * Shares of a booking's price: whoever plays owes one by a charge of their own, and the organizer the rest by that of the
 * booking. Together they are the price at all times. The caller has locked the booking.
 */
import type { Selectable, Updateable } from "kysely";
import { cancelableUntil, eventStateOf } from "#contract/events-states-rules.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import {
  dividePrice,
  findSettlingTime,
  findSettlingTimeAtClub,
  type Division,
} from "#contract/participants-shares-rules.ts";
import {
  amountOwed,
  changeSaleCharge,
  endSaleCharge,
  removeUnitFromCharge,
  insertSaleCharges,
  listSharesOfEvent,
  lockSaleCharge,
  lowerSaleCharge,
  type SaleChargeRow,
} from "#server/charges/sale-charges.ts";
import { ensureCustomerOfUser, insertNewCustomer, splitName } from "#server/customers/booking-customer.ts";
import { ensureGuest } from "#server/customers/guests.ts";
import { findPresentCustomer, lockCustomer } from "#server/customers/queries.ts";
import { updateShared } from "#server/events/occupancy.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { EventSplitsTable, EventsTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { amountDue } from "#server/payments/ledger.ts";
import { queueSessionExpiry } from "#server/payments/open-checkouts.ts";
import { refundNewestFirst } from "#server/payments/refunds.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import { countTaken, listPlayers, type PlayerRow, updatePlayer, wasInvited } from "./queries.ts";
import {
  findOwnShare,
  findShareOfPayer,
  isFixed,
  isPaidByOrganizer,
  isStanding,
  listPaidFor,
  sumUnits,
  unitPriceOf,
  unitsOf,
} from "./share-units.ts";

export type SplitRow = Selectable<EventSplitsTable>;
export type SharedEvent = Selectable<EventsTable> & {
  timezone: string;
  field_name: string;
  cancellation_deadline: number | null;
  max_people_by_event: number;
};

export const findSplit = (db: Database, organizationId: string, eventId: string): Promise<SplitRow | undefined> =>
  db
    .selectFrom("event_splits")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();

export async function updateSplit(
  { db, organizationId }: TenantContext,
  eventId: string,
  row: Updateable<EventSplitsTable>,
): Promise<void> {
  await db
    .updateTable("event_splits")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .execute();
}

export async function deleteSplit({ db, organizationId }: TenantContext, eventId: string): Promise<void> {
  await db
    .deleteFrom("event_splits")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .execute();
}

/** @throws HttpError 404 */
export const findSharedEvent = (db: Database, organizationId: string, eventId: string): Promise<SharedEvent> =>
  db
    .selectFrom("events")
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .selectAll("events")
    .select(["fields.name as field_name", "fields.cancellation_deadline", "fields.max_people_by_event"])
    .select("facilities.timezone")
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .where("events.kind", "=", "event")
    .executeTakeFirstOrThrow(notFound);

/** How the shares of a booking are paid: as it is. */
export const paymentOf = ({ payment }: Pick<SharedEvent, "payment">): "online" | "on_site" =>
  payment === "online" ? payment : "on_site";

export const settlingTimeOf = (event: SharedEvent): Date =>
  paymentOf(event) === "on_site"
    ? findSettlingTimeAtClub(event.end_time)
    : findSettlingTime({ deadline: cancelableUntil(event), bookedAt: event.created_at, start: event.start_time });

/** For so many people it is booked. */
export const peopleOf = ({ people, max_people, max_people_by_event: most }: SharedEvent): number =>
  people ?? Math.min(max_people ?? most, most);

const sumAmounts = (shares: readonly SaleChargeRow[]): number => shares.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Locks the customers of shares, then the shares, each in one order.
 * @param others customers who may owe a share before the transaction ends
 */
export async function lockShares(
  { db, organizationId }: TenantContext,
  shares: readonly SaleChargeRow[],
  others: readonly string[] = [],
): Promise<SaleChargeRow[]> {
  const customerIds = new Set([...shares.flatMap(({ customer_id }) => customer_id ?? []), ...others]);
  for (const id of [...customerIds].toSorted()) await lockCustomer(db, organizationId, id);
  const locked: SaleChargeRow[] = [];
  for (const id of shares.map((share) => share.id).toSorted())
    locked.push(await lockSaleCharge(db, organizationId, id));
  return locked;
}

/** Customers of those who play, and of those who have owed a share. */
async function listDebtors(
  { db, organizationId }: TenantContext,
  eventId: string,
  shares: readonly SaleChargeRow[],
): Promise<string[]> {
  const players = await listPlayers(db, organizationId, [eventId]);
  const accounts = await db
    .selectFrom("customers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("merged_into_id", "is", null)
    .where(
      isAnyOf(
        "user_id",
        players.flatMap(({ user_id }) => user_id ?? []),
      ),
    )
    .execute();
  return [...accounts.map(({ id }) => id), ...shares.flatMap(({ customer_id }) => customer_id ?? [])];
}

/** Locks the shares that stand, and before them all customers to whom one of them may pass. */
export async function lockStanding(context: TenantContext, eventId: string): Promise<SaleChargeRow[]> {
  const shares = await listSharesOfEvent(context.db, context.organizationId, eventId);
  return lockShares(context, shares.filter(isStanding), await listDebtors(context, eventId, shares));
}

export const noteShares = ({ db, organizationId, now }: TenantContext, eventId: string): Promise<void> =>
  insertLiveChange(db, { organizationId, module: "participants", subjectId: eventId, at: now });

/** Shares are called in the language of the country, as all that is sold. */
async function describeShare(context: TenantContext, event: SharedEvent): Promise<string> {
  const language: Language = languageOfCountry((await findSettings(context)).countryId);
  const date = dateFormats(language, event.timezone).day(event.start_time);
  return translators[language]("participants.shareLabel", { field: event.field_name, date });
}

/** The customer of a player, who gets one where there is none: by the account, by the address, or by the name alone. */
async function ensureCustomer(context: TenantContext, player: PlayerRow, former: SaleChargeRow | undefined) {
  const { user_id: userId, email, name } = player;
  if (userId !== null) return (await ensureCustomerOfUser(context, userId)).customerId;
  const known =
    former?.customer_id && (await findPresentCustomer(context.db, context.organizationId, former.customer_id));
  if (known) return known.id;
  const language = player.language as Language;
  // The secret of an invitation went to the address; that of a link did not.
  if (email !== null) return ensureGuest(context, { name, email, phone: null, language, isProved: wasInvited(player) });
  const guest = { guest_since: context.now, email_verified_at: null };
  return insertNewCustomer(context, { kind: "person", ...splitName(name), email, phone: null, language, ...guest });
}

/** A charge over the shares of so many players. */
export async function insertShare(
  context: TenantContext,
  event: SharedEvent,
  player: PlayerRow,
  { each, quantity, former }: { each: number; quantity: number; former: SaleChargeRow | undefined },
): Promise<string> {
  const { db, organizationId } = context;
  const customerId = await ensureCustomer(context, player, former);
  await lockCustomer(db, organizationId, customerId);
  const product = await findProductOfKind(context, "court", null);
  if (!product) throw new Error("No product is there to share the price of a booking under");
  const name = await describeShare(context, event);
  const [chargeId = ""] = await insertSaleCharges(
    context,
    { customerId, currency: event.currency, dueAt: event.start_time, vatRate: event.vat_rate ?? 0 },
    [
      {
        product: { id: product.id, name, price: each, kind: "share" },
        ...{ quantity, unitPrice: each, priceReason: null, taxRateId: event.tax_rate_id },
        share: { eventId: event.id, participantId: player.id },
      },
    ],
  );
  return chargeId;
}

/** The charge of the booking itself, which is the organizer's. */
export async function findChargeOfBooking(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  eventId: string,
): Promise<string> {
  const { id } = await db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds the share of a player who comes; none after the settling time, and none for a place that the organizer pays. */
export async function addShare(context: TenantContext, eventId: string, player: PlayerRow): Promise<void> {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split || split.settled_at !== null || split.each === 0) return;
  const event = await findSharedEvent(db, organizationId, eventId);
  const shares = await listSharesOfEvent(db, organizationId, eventId);
  const players = await listPlayers(db, organizationId, [eventId]);
  const present = players.find(({ id }) => id === player.id) ?? player;
  const isPaidFor = isPaidByOrganizer(shares, present) || findShareOfPayer(shares, present) !== undefined;
  if (isPaidFor || findOwnShare(shares, players, player.id)) return;
  const places = split.own_parts - 1 - players.filter((one) => isPaidByOrganizer(shares, one)).length;
  const payerChargeId = places > 0 ? await findChargeOfBooking(context, eventId) : null;
  if (present.payer_charge_id !== payerChargeId)
    await updatePlayer(db, organizationId, player.id, { payer_charge_id: payerChargeId });
  const former = shares.findLast(({ participant_id }) => participant_id === player.id);
  if (payerChargeId === null) await insertShare(context, event, player, { each: split.each, quantity: 1, former });
  await noteShares(context, eventId);
}

interface End {
  event: SharedEvent;
  by: string | null;
}

/** Ends one of the shares that a charge pays; what is paid of it comes back to its debtor. The caller has locked it. */
export async function endUnit(context: TenantContext, share: SaleChargeRow, { event, by }: End): Promise<void> {
  const units = unitsOf(share);
  const amount = units === 1 ? 0 : share.amount - unitPriceOf(share);
  if (units === 1) await endSaleCharge(context, share, { reason: null, by });
  else {
    await removeUnitFromCharge(context, share);
    await queueSessionExpiry(context, { chargeId: share.id });
  }
  const refund = { reason: null, requestedBy: by, facilityId: event.facility_id };
  await refundShare(context, share, { ...refund, amount: Math.max(0, share.settled - amount) });
}

/**
 * A share that the organizer pays is one of an open place again, unless it is paid: then whoever comes next has it.
 * @returns whether it is one again
 */
export async function endUnitOfOrganizer(context: TenantContext, eventId: string): Promise<boolean> {
  const { db, organizationId } = context;
  const event = await findSharedEvent(db, organizationId, eventId);
  const split = await findSplit(db, organizationId, eventId);
  if (!split || split.own_parts === 1 || amountDue(event) < split.each) return false;
  const own = split.own - split.each;
  await updateSplit(context, eventId, { own, own_parts: split.own_parts - 1 });
  await saveOwn(context, event, own);
  return true;
}

/**
 * Before the settling time a share comes back to who leaves, and is one of an open place again. Those for whom they pay, and
 * have not paid yet, owe their own again.
 */
export async function endShare(
  context: TenantContext,
  eventId: string,
  { participantId, by }: { participantId: string; by: string | null },
): Promise<void> {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split || split.settled_at !== null) return;
  const end = { event: await findSharedEvent(db, organizationId, eventId), by };
  const shares = await lockStanding(context, eventId);
  const all = await listSharesOfEvent(db, organizationId, eventId);
  const players = await listPlayers(db, organizationId, [eventId]);
  const ended: SaleChargeRow[] = [];
  const left: PlayerRow[] = [];
  const player = players.find(({ id }) => id === participantId);
  if (player && player.payer_charge_id !== null) {
    await updatePlayer(db, organizationId, player.id, { payer_charge_id: null });
    const ofPayer = shares.find(({ id }) => id === player.payer_charge_id);
    if (ofPayer) ended.push(ofPayer);
    else if (isPaidByOrganizer(all, player)) await endUnitOfOrganizer(context, eventId);
  }
  for (const share of shares.filter(({ participant_id }) => participant_id === participantId)) {
    const paidFor = listPaidFor(players, share.id);
    if (isFixed(share)) {
      if (unitsOf(share) > paidFor.length) ended.push(share);
      continue;
    }
    await endSaleCharge(context, share, { reason: null, by });
    left.push(...paidFor);
  }
  for (const share of ended) await endUnit(context, share, end);
  for (const one of left) await addShare(context, eventId, one);
  // A share that was paid before the price or the people changed was another part of it.
  const isUneven = ended.some((share) => unitPriceOf(share) !== split.each);
  if (isUneven) {
    const event = await findSharedEvent(db, organizationId, eventId);
    await redivide(context, event, (await findSplit(db, organizationId, eventId)) ?? split);
  }
  await noteShares(context, eventId);
}

/** The caller has locked the share, and ended it. */
export async function refundShare(
  context: TenantContext,
  { id: chargeId }: SaleChargeRow,
  refund: { amount: number; reason: string | null; requestedBy: string | null; facilityId: string },
): Promise<void> {
  if (refund.amount === 0) return;
  const { facilityId, ...rest } = refund;
  await refundNewestFirst(context, {
    ...{ ...rest, key: { chargeId }, facilityIds: [facilityId], how: { isAutomatic: true } },
  });
}

/** Saves what the organizer owes. A page on which they pay another amount is closed. */
export async function saveOwn(context: TenantContext, event: SharedEvent, own: number): Promise<void> {
  const shared = event.price - own;
  if (shared === event.shared) return;
  await updateShared(context, event, shared);
  await queueSessionExpiry(context, { eventId: event.id });
}

const hasPaid = ({ paid }: SharedEvent): boolean => paid > 0;

/**
 * Divides the price anew among who has not paid, after a change of it or of the people. After the settling time the organizer
 * owes the difference.
 * @param language of the refusal
 * @throws HttpError 409 if players have paid more than the price
 */
export async function redivide(
  context: TenantContext,
  event: SharedEvent,
  split: SplitRow,
  language: Language = "en",
): Promise<void> {
  const { db, organizationId } = context;
  const standing = await lockStanding(context, event.id);
  const fixed = standing.filter(isFixed);
  const open = standing.filter((share) => !isFixed(share));
  const { own_parts: ownParts } = split;
  const others = split.settled_at === null ? Math.max(peopleOf(event) - ownParts - sumUnits(fixed), sumUnits(open)) : 0;
  const division = dividePrice({
    ...{ price: event.price, fixed: sumAmounts(fixed), others, ownParts },
    ownFixed: hasPaid(event) ? split.own : null,
  });
  if (!division)
    throw new HttpError(
      409,
      message("participants.sharesAbovePrice", {
        amount: formatMoney(sumAmounts(fixed), event.currency, language),
      }),
    );
  const { own, each } = division;
  await updateSplit(context, event.id, { own, each, settles_at: settlingTimeOf(event) });
  for (const share of open)
    if (each === 0) await endSaleCharge(context, share, { reason: null, by: null });
    else if (unitPriceOf(share) !== each) {
      await changeSaleCharge(context, share.id, { unit_price: each, amount: each * unitsOf(share) });
      await queueSessionExpiry(context, { chargeId: share.id });
    }
  await saveOwn(context, event, own);
  // A share that nobody owed costs something again.
  if (split.each === 0 && each > 0)
    for (const player of await listPlayers(db, organizationId, [event.id]))
      if (player.state === "accepted") await addShare(context, event.id, player);
  await noteShares(context, event.id);
}

/** Shares are due with the booking, under its field and day, and no debts while it waits for approval. */
export async function followShares(context: TenantContext, event: SharedEvent): Promise<void> {
  const label = await describeShare(context, event);
  for (const share of await lockStanding(context, event.id)) {
    const { due_at, pending_reason, label: former } = share;
    const name = isFixed(share) ? former : label;
    const isSame =
      due_at.getTime() === event.start_time.getTime() && pending_reason === event.pending_reason && former === name;
    if (isSame) continue;
    const row = { due_at: event.start_time, pending_reason: event.pending_reason, label: name };
    await changeSaleCharge(context, share.id, row);
  }
}

/** How the price would be divided now; null where it cannot be. */
export async function findOffer(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  event: SharedEvent,
): Promise<Division | null> {
  const people = peopleOf(event);
  const taken = await countTaken(db, organizationId, event.id);
  const division = dividePrice({ price: event.price, fixed: 0, ownFixed: null, others: Math.max(people, taken) - 1 });
  return division && division.each > 0 ? division : null;
}

/** Ends unpaid shares, or lowers them to what is paid of them: the rest becomes the organizer's. */
export async function takeBackUnpaid(
  context: TenantContext,
  event: SharedEvent,
): Promise<{ own: number; missing: number }> {
  const standing = await lockStanding(context, event.id);
  let kept = 0;
  for (const share of standing) {
    const owed = share.written_off_at === null ? amountOwed(share) : 0;
    kept += share.amount - owed;
    if (owed === 0) continue;
    if (owed === share.amount) await endSaleCharge(context, share, { reason: null, by: null });
    else await lowerSaleCharge(context, share, { amount: share.amount - owed, reason: "" });
  }
  return { own: event.price - kept, missing: event.shared - kept };
}

export const isHeldOrApproved = (event: SharedEvent): boolean =>
  ["pendingPayment", "approved"].includes(eventStateOf(event));
