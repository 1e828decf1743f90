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
import type { Database } from "#server/kit/db/database.ts";
import type { EventSplitsTable, EventsTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { queueSessionExpiry } from "#server/payments/open-checkouts.ts";
import { refundNewestFirst } from "#server/payments/refunds.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import { countTaken, listPlayers, type PlayerRow, wasInvited } from "./queries.ts";

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

/** Shares that stand: of who left, and of a booking that ended, they do not. */
export const isStanding = ({ void_reason }: SaleChargeRow): boolean => void_reason === null;
/** Changes of people and of the price leave it as it is. */
const isFixed = ({ settled, credited, invoiced, written_off_at }: SaleChargeRow): boolean =>
  settled > 0 || credited > 0 || invoiced > 0 || written_off_at !== null;
const sumAmounts = (shares: readonly SaleChargeRow[]): number => shares.reduce((sum, { amount }) => sum + amount, 0);

/** Locks the customers of shares, then the shares, each in one order. */
export async function lockShares(
  { db, organizationId }: TenantContext,
  shares: readonly SaleChargeRow[],
): Promise<SaleChargeRow[]> {
  const customerIds = [...new Set(shares.flatMap(({ customer_id }) => customer_id ?? []))].toSorted();
  for (const id of customerIds) await lockCustomer(db, organizationId, id);
  const locked: SaleChargeRow[] = [];
  for (const id of shares.map((share) => share.id).toSorted())
    locked.push(await lockSaleCharge(db, organizationId, id));
  return locked;
}

const lockStanding = async (context: TenantContext, eventId: string): Promise<SaleChargeRow[]> =>
  lockShares(context, (await listSharesOfEvent(context.db, context.organizationId, eventId)).filter(isStanding));

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

/** Adds the share of a player who comes; none after the settling time. */
export async function addShare(context: TenantContext, eventId: string, player: PlayerRow): Promise<void> {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split || split.settled_at !== null || split.each === 0) return;
  const event = await findSharedEvent(db, organizationId, eventId);
  const former = (await listSharesOfEvent(db, organizationId, eventId)).filter(
    ({ participant_id }) => participant_id === player.id,
  );
  if (former.some(isStanding)) return;
  const customerId = await ensureCustomer(context, player, former.at(-1));
  await lockCustomer(db, organizationId, customerId);
  const product = await findProductOfKind(context, "court", null);
  if (!product) throw new Error("No product is there to share the price of a booking under");
  const name = await describeShare(context, event);
  await insertSaleCharges(
    context,
    { customerId, currency: event.currency, dueAt: event.start_time, vatRate: event.vat_rate ?? 0 },
    [
      {
        product: { id: product.id, name, price: split.each, kind: "share" },
        ...{ quantity: 1, unitPrice: split.each, priceReason: null, taxRateId: event.tax_rate_id },
        share: { eventId, participantId: player.id },
      },
    ],
  );
  await noteShares(context, eventId);
}

/** Before the settling time a share comes back to who leaves, and is one of an open place again. */
export async function endShare(
  context: TenantContext,
  eventId: string,
  { participantId, by }: { participantId: string; by: string | null },
): Promise<void> {
  const { db, organizationId } = context;
  const split = await findSplit(db, organizationId, eventId);
  if (!split || split.settled_at !== null) return;
  const event = await findSharedEvent(db, organizationId, eventId);
  const own = (await lockStanding(context, eventId)).filter(({ participant_id }) => participant_id === participantId);
  for (const share of own) {
    await endSaleCharge(context, share, { reason: null, by });
    const refund = { amount: share.settled, reason: null, requestedBy: by, facilityId: event.facility_id };
    await refundShare(context, share, refund);
  }
  // A share that was paid before the price or the people changed was another part of it.
  if (own.some(({ amount }) => amount !== split.each)) await redivide(context, event, split);
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
  const others = split.settled_at === null ? Math.max(peopleOf(event) - 1 - fixed.length, open.length) : 0;
  const division = dividePrice({
    ...{ price: event.price, fixed: sumAmounts(fixed), others },
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
    else if (share.amount !== each) {
      await changeSaleCharge(context, share.id, { unit_price: each, amount: each });
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
