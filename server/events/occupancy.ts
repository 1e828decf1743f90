/**
 * Occupancy of units by events, and holds for payment. The exclusion constraint `occupancies_never_overlap` prevents double booking
 * (overbooking): no two events overlap on a unit.
 */
import { sql, type Selectable } from "kysely";
import type { eventJobActs } from "#contract/events.ts";
import { computePaymentStatus, eventStateOf } from "#contract/events-states-rules.ts";
import { listUnitIds } from "#server/fields/units.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { isAnyOf, isDatabaseError, type Database } from "#server/kit/db/database.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import { insertOccupancies, updateEvent, type EventUpdate } from "./queries.ts";
import { occupiedRange } from "./booking-rules.ts";
import { notifyBooked } from "./notifications.ts";
import { noteEventActivity } from "./activity-entries.ts";
import { replanReminders } from "./reminder-times.ts";

type Row = Selectable<EventsTable>;

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Time on a field came free: by a cancellation, a rejection, an expiry, a move, a shortening. */
    "events.released": ReleasedTime;
  }
}
export interface ReleasedTime {
  fieldId: string;
  start: Date;
  end: Date;
  /** The account whose booking it was. */
  userId: string | null;
  /** The team is about to book it: until then it is offered to nobody else. */
  keptUntil?: Date;
}

export interface OccupyingEvent {
  organization_id: string;
  id: string;
  field_id: string;
  start_time: Date;
  end_time: Date;
}

/** Names nothing of the other event, which may be private. */
export const doubleBookingError = () =>
  new HttpError(409, message("events.slotTaken"), { errors: { startTime: [message("events.slotTaken")] } });

/**
 * @param occupy says how many units the field has, and how many of them were free
 * @throws HttpError 409 if any unit is taken
 */
export async function assertUnitsFree<T extends { units: number; free_units: number }>(
  fieldId: string,
  occupy: () => Promise<T>,
): Promise<T> {
  try {
    const occupied = await occupy();
    if (occupied.units === 0) throw new Error(`Field ${fieldId} has no unit`);
    if (occupied.free_units < occupied.units) throw doubleBookingError();
    return occupied;
  } catch (error) {
    if (isDatabaseError(error) && error.code === "23P01") throw doubleBookingError();
    throw error;
  }
}

/**
 * Occupies the units of the field, in ascending order.
 * @param turnaround minutes
 * @throws HttpError 409 if any unit is taken
 */
export async function occupyUnits(db: Database, event: OccupyingEvent, turnaround: number): Promise<void> {
  const { organization_id, id: event_id, start_time, end_time } = event;
  const unitIds = await listUnitIds(db, organization_id, event.field_id);
  const during = occupiedRange(start_time, end_time, turnaround);
  const rows = unitIds.map((unit_id) => ({ organization_id, unit_id, event_id, during, active: true }));
  await assertUnitsFree(event.field_id, async () => ({
    units: rows.length,
    free_units: rows.length === 0 ? 0 : await insertOccupancies(db, rows),
  }));
}

/** @param event as it was before it ended or moved */
export const publishReleased = (
  context: TenantContext,
  event: Pick<Row, "field_id" | "start_time" | "end_time" | "user_id">,
): Promise<void> =>
  publish(context, "events.released", {
    fieldId: event.field_id,
    start: event.start_time,
    end: event.end_time,
    userId: event.user_id,
  });

const occupanciesOfEvent = ({ organization_id, id }: Pick<OccupyingEvent, "organization_id" | "id">) => sql<boolean>`
  organization_id = ${organization_id} and event_id = ${id}`;

export async function releaseUnits(db: Database, event: Pick<OccupyingEvent, "organization_id" | "id">): Promise<void> {
  await db.updateTable("occupancies").set({ active: false }).where(occupanciesOfEvent(event)).execute();
}

/**
 * Replaces the units of an event by those of its present field and time. Locks them in order, so that two moves never deadlock.
 * @throws HttpError 409 if any unit is taken
 */
export async function reoccupyUnits(db: Database, event: OccupyingEvent, turnaround: number): Promise<void> {
  const had = await db.selectFrom("occupancies").select("unit_id").where(occupanciesOfEvent(event)).execute();
  const unitIds = await listUnitIds(db, event.organization_id, event.field_id);
  await db
    .selectFrom("units")
    .select("id")
    .where("organization_id", "=", event.organization_id)
    .where(isAnyOf("id", [...new Set([...had.map((row) => row.unit_id), ...unitIds])]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await db.deleteFrom("occupancies").where(occupanciesOfEvent(event)).execute();
  await occupyUnits(db, event, turnaround);
}

/** Changes the state of an event and writes the activity entry. The caller has locked the event. */
export async function applySystemTransition(
  context: TenantContext,
  event: Row,
  act: (typeof eventJobActs)[number],
  row: EventUpdate & { status: string; price?: never; paid?: never; refunded?: never },
): Promise<void> {
  const { db, now, organizationId } = context;
  await updateEvent(db, organizationId, event.id, {
    ...row,
    hold_expires_at: null,
    payment_status: computePaymentStatus({ ...event, ...row }),
    updated_at: now,
  });
  await noteEventActivity(context, act, event, { status: event.status }, { status: row.status });
}

const lockEvent = (db: Database, organizationId: string, eventId: string): Promise<Row> =>
  db
    .selectFrom("events")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);

/**
 * Saves what was paid and refunded, pending refunds included. Locks the event until the transaction ends.
 * @param money minor units
 * @throws HttpError 404
 */
export async function updateEventMoney(
  context: TenantContext,
  eventId: string,
  money: { paid: number; refunded: number },
): Promise<void> {
  const { db, now, organizationId } = context;
  const event = await lockEvent(db, organizationId, eventId);
  const payment_status = computePaymentStatus({ ...event, ...money });
  await updateEvent(db, organizationId, eventId, { ...money, payment_status, updated_at: now });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: eventId, at: now });
  await publish(context, "events.changed", { eventId });
}

/** Saves what a pack settles of the price, in minor units. The caller has locked the event. */
export async function updateCovered(
  context: TenantContext,
  event: Pick<Row, "id" | "status" | "price" | "shared" | "paid" | "refunded" | "payment" | "is_written_off">,
  covered: number,
): Promise<void> {
  const { db, now, organizationId } = context;
  const payment_status = computePaymentStatus({ ...event, covered });
  const isDue = payment_status === "due" && event.payment === null;
  await updateEvent(db, organizationId, event.id, {
    ...{ covered, payment_status, updated_at: now },
    ...(isDue && { payment: "on_site" }),
  });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: event.id, at: now });
  await publish(context, "events.changed", { eventId: event.id });
}

/** Saves the part of the price that other players owe, in minor units. The caller has locked the event. */
export async function updateShared(
  context: TenantContext,
  event: Pick<Row, "id" | "status" | "price" | "paid" | "refunded" | "covered" | "is_written_off">,
  shared: number,
): Promise<void> {
  const { db, now, organizationId } = context;
  const payment_status = computePaymentStatus({ ...event, shared });
  await updateEvent(db, organizationId, event.id, { shared, payment_status, updated_at: now });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: event.id, at: now });
  await publish(context, "events.changed", { eventId: event.id });
}

/** Saves whether anybody still asks for what is not paid. The caller has locked the event. */
export async function saveEventWriteOff(
  { db, now, organizationId }: TenantContext,
  eventId: string,
  isWrittenOff: boolean,
): Promise<void> {
  const event = await lockEvent(db, organizationId, eventId);
  const payment_status = computePaymentStatus({ ...event, is_written_off: isWrittenOff });
  await updateEvent(db, organizationId, eventId, { is_written_off: isWrittenOff, payment_status, updated_at: now });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: eventId, at: now });
}

/** Extends a hold to the life of its checkout page. @returns false if the event waits for no payment, or the hold has expired */
export async function extendHold(
  { db, now, organizationId }: TenantContext,
  eventId: string,
  until: Date,
): Promise<boolean> {
  const event = await lockEvent(db, organizationId, eventId);
  const { hold_expires_at: present } = event;
  if (eventStateOf(event) !== "pendingPayment" || !present || present <= now) return false;
  if (until > present) await updateEvent(db, organizationId, eventId, { hold_expires_at: until });
  return true;
}

/** @returns false if any unit is taken */
async function tryReoccupyUnits(db: Database, event: Row, turnaround: number): Promise<boolean> {
  await sql`savepoint hold`.execute(db);
  try {
    await reoccupyUnits(db, event, turnaround);
    await sql`release savepoint hold`.execute(db);
    return true;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await sql`rollback to savepoint hold`.execute(db);
    return false;
  }
}

/**
 * Confirms the payment of a hold; renews an expired hold if its slot is still free. Idempotent.
 * @returns `gone` if the event is canceled or rejected, or its slot is taken: refund the payment in full
 * @throws HttpError 404
 */
export async function confirmPayment(context: TenantContext, eventId: string): Promise<"held" | "gone"> {
  const { db, appContext, now, organizationId } = context;
  // Drop the user: the system confirms payments.
  const tenantContext = { db, appContext, now, organizationId };
  const event = await lockEvent(db, organizationId, eventId);
  const state = eventStateOf(event);
  if (state === "canceled" ? !event.expired : state === "rejected") return "gone";
  if (state !== "pendingPayment" && state !== "canceled") return "held";
  const field = await db
    .selectFrom("fields")
    .select(["approval", "turnaround", "archived_at"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", event.field_id)
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound);
  const isBack = state === "pendingPayment" || (!field.archived_at && event.start_time > now);
  if (!isBack || (state === "canceled" && !(await tryReoccupyUnits(db, event, field.turnaround)))) return "gone";
  const status = field.approval === "manual" ? "pending" : "approved";
  await applySystemTransition(tenantContext, event, "events.pay", {
    status,
    pending_reason: status === "pending" ? "approval" : null,
    former_status: null,
    former_pending_reason: null,
    ended_at: null,
    ended_by: null,
    expired: false,
    refund_due: null,
    ...(await replanReminders(tenantContext, event)),
  });
  await publish(tenantContext, "events.changed", { eventId });
  await notifyBooked(tenantContext, [event.id], status, { isPaid: true });
  return "held";
}
