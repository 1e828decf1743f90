/** Locks debts: bookings first, then lines of sales, each in one order, as all that lock several of them. */
import {
  amountOwed,
  findSaleCharge,
  lockSaleCharge,
  nameOfSale,
  type SaleChargeRow,
} from "#server/charges/sale-charges.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { findEventToChange, type EventViewer } from "#server/events/queries.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { ChargeKey } from "#server/charges/update-charges.ts";
import { amountDue, amountPayable, lockEvent, type PaymentSubject } from "./ledger.ts";

type LockedEvent = Awaited<ReturnType<typeof lockEvent>>;

/** A debt for a booking, or for a line of a sale. */
export interface DebtSubject extends PaymentSubject {
  organization_id: string;
  /** The charge; null for a booking that costs nothing. */
  chargeId: string | null;
  customer_id: string | null;
  /** The account of the customer. */
  user_id: string | null;
  name: string;
  currency: string;
  /** Null for a sale. */
  facilityId: string | null;
  event: LockedEvent | null;
  /** Whether a sale was voided; of a booking, its state says so. */
  isVoid: boolean;
  /** It stands once it is paid: a hold, or an order. */
  isHeld: boolean;
  /** When it was booked or sold. */
  createdAt: Date;
  /** Minor units. */
  due: number;
  /** The part that anybody still asks for: nothing after a write-off or a refund. */
  asked: number;
  isWrittenOff: boolean;
  dueAt: Date;
  remindedAt: Date | null;
}

/** Which debts: bookings by their own ids or those of their charges, sales by their charges. */
export interface DebtNames {
  eventIds: readonly string[];
  chargeIds: readonly string[];
}

async function findAccount(db: Database, organizationId: string, customerId: string | null): Promise<string | null> {
  if (customerId === null) return null;
  const { user_id } = await db
    .selectFrom("customers")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return user_id;
}

const toBookingSubject = (event: LockedEvent, chargeId: string | null): DebtSubject => ({
  organization_id: event.organization_id,
  event_id: event.id,
  charge_id: null,
  chargeId,
  customer_id: event.customer_id,
  user_id: event.user_id,
  name: event.name,
  currency: event.currency,
  facilityId: event.facility_id,
  event,
  isVoid: false,
  isHeld: eventStateOf(event) === "pendingPayment",
  createdAt: event.created_at,
  due: amountDue(event),
  asked: amountPayable(event),
  isWrittenOff: event.is_written_off,
  dueAt: event.start_time,
  remindedAt: event.debt_reminded_at,
});

async function toSaleSubject(db: Database, charge: SaleChargeRow): Promise<DebtSubject> {
  const due = amountOwed(charge);
  return {
    organization_id: charge.organization_id,
    event_id: null,
    charge_id: charge.id,
    chargeId: charge.id,
    customer_id: charge.customer_id,
    user_id: await findAccount(db, charge.organization_id, charge.customer_id),
    name: nameOfSale(charge),
    currency: charge.currency,
    facilityId: null,
    event: null,
    isVoid: charge.void_reason !== null,
    isHeld: charge.pending_reason === "payment",
    createdAt: charge.created_at,
    due,
    asked: charge.written_off_at === null ? due : 0,
    isWrittenOff: charge.written_off_at !== null,
    dueAt: charge.due_at,
    remindedAt: charge.reminded_at,
  };
}

/** Locks one: the booking, or the line of the sale. @throws HttpError 404 */
export async function lockDebt(db: Database, organizationId: string, key: ChargeKey): Promise<DebtSubject> {
  if ("eventId" in key) return toBookingSubject(await lockEvent(db, organizationId, key.eventId), null);
  return toSaleSubject(db, await lockSaleCharge(db, organizationId, key.chargeId));
}

export const keyOfRow = ({ id, event_id }: { id: string; event_id: string | null }): ChargeKey =>
  event_id === null ? { chargeId: id } : { eventId: event_id };

/** One, as it stands. @throws HttpError 404 */
export async function findDebtOf(db: Database, organizationId: string, key: ChargeKey): Promise<DebtSubject> {
  if ("chargeId" in key) return toSaleSubject(db, await findSaleCharge(db, organizationId, key.chargeId));
  const event = await db
    .selectFrom("events")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", key.eventId)
    .executeTakeFirstOrThrow(notFound);
  return toBookingSubject(event, null);
}

const byId = (one: string, other: string): number => (one < other ? -1 : 1);
const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

export interface LockOptions {
  /** False: only reads them. */
  hold?: boolean;
  /** A customer who is held, too, because their balance pays. */
  payerId?: string;
  /** Holds what comes after customers and before sales. */
  beforeSales?: () => Promise<void>;
}

/**
 * Locks debts that somebody may change or pay, whoever asks.
 * @param findEvent answers a booking, and may refuse it
 * @returns bookings first, each kind by its ids
 * @throws HttpError 404
 */
async function lockNamed(
  { db, organizationId }: { db: Database; organizationId: string },
  { eventIds, chargeIds }: DebtNames,
  { hold = true, payerId, beforeSales }: LockOptions,
  findEvent: (eventId: string) => Promise<LockedEvent>,
): Promise<DebtSubject[]> {
  const wanted = unique(chargeIds);
  const charges = await db
    .selectFrom("charges")
    .select(["id", "event_id", "customer_id"])
    .where("organization_id", "=", organizationId)
    .where((charge) => charge.or([isAnyOf("id", wanted), isAnyOf("event_id", unique(eventIds))]))
    .execute();
  const known = new Map(charges.map(({ id, event_id }) => [id, event_id]));
  if (wanted.some((id) => !known.has(id))) throw notFound();
  const chargeIdOf = new Map(charges.map(({ id, event_id }) => [event_id, id]));
  const named = wanted.flatMap((id) => known.get(id) ?? []);
  const subjects: DebtSubject[] = [];
  for (const eventId of unique([...eventIds, ...named]).toSorted(byId)) {
    const event = await findEvent(eventId);
    subjects.push(toBookingSubject(event, chargeIdOf.get(event.id) ?? null));
  }
  const sales = charges.filter(({ id, event_id }) => event_id === null && wanted.includes(id));
  // Merges lock customers before their charges, too.
  if (hold)
    for (const customerId of unique([
      ...sales.flatMap(({ customer_id }) => customer_id ?? []),
      ...(payerId ? [payerId] : []),
    ]).toSorted(byId))
      await lockCustomer(db, organizationId, customerId);
  await beforeSales?.();
  const findSale = hold ? lockSaleCharge : findSaleCharge;
  for (const id of sales.map((one) => one.id).toSorted(byId))
    subjects.push(await toSaleSubject(db, await findSale(db, organizationId, id)));
  return subjects;
}

/** @throws HttpError 404, also for what the caller may not read */
export const lockDebts = (
  call: EventViewer & { db: Database },
  names: DebtNames,
  options: LockOptions = {},
): Promise<DebtSubject[]> =>
  lockNamed(call, names, options, (eventId) =>
    findEventToChange(call.db, call, eventId, { hold: options.hold ?? true }),
  );

/** Locks charges, or the bookings that they are of, whoever asks: the caller has seen that they are theirs. @throws HttpError 404 */
export const lockCharges = (
  { db, organizationId }: { db: Database; organizationId: string },
  chargeIds: readonly string[],
  options: LockOptions = {},
): Promise<DebtSubject[]> =>
  lockNamed({ db, organizationId }, { eventIds: [], chargeIds }, options, (eventId) =>
    lockEvent(db, organizationId, eventId),
  );

/** Locks what payments are for. */
export async function lockPaid(
  { db, organizationId }: { db: Database; organizationId: string },
  payments: readonly PaymentSubject[],
): Promise<DebtSubject[]> {
  const names = {
    eventIds: payments.flatMap(({ event_id }) => event_id ?? []),
    chargeIds: payments.flatMap(({ charge_id }) => charge_id ?? []),
  };
  return lockNamed({ db, organizationId }, names, {}, (eventId) => lockEvent(db, organizationId, eventId));
}

/** The debt that was named by its event or its charge. */
export function findDebt(
  subjects: readonly DebtSubject[],
  { eventId, chargeId }: { eventId?: string | undefined; chargeId?: string | undefined },
): DebtSubject {
  const [event, charge] = [eventId?.toLowerCase(), chargeId?.toLowerCase()];
  const found = subjects.find((one) => (event === undefined ? one.chargeId === charge : one.event_id === event));
  if (!found) throw notFound();
  return found;
}
