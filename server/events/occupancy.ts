/**
 * Occupancies of an event on its field's units; until payment for a limited time. The exclusion constraint in the database
 * forbids two events at once, not a check here.
 */
import { sql, type Selectable } from "kysely";
import type { eventJobActs } from "#contract/events.ts";
import { computePaymentStatus, eventStateOf } from "#contract/events-rules.ts";
import { listUnitIds } from "#server/fields/units.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { RequestContext, TenantContext } from "#server/kit/events/domain-events.ts";
import { isAnyOf, isDatabaseError, type Database } from "#server/kit/db/database.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import { insertOccupancies, updateEvent, type EventUpdate } from "./queries.ts";
import { occupiedRange, initialRemindedAt } from "./rules.ts";
import { MAX_EVENT_MS } from "./serialize.ts";
import { notifyBooked } from "./notifications.ts";

/** An event as far as it takes time and place. */
export interface OccupyingEvent {
  organization_id: string;
  id: string;
  field_id: string;
  start_time: Date;
  end_time: Date;
}

/** Says nothing about the other event. */
export const doubleBookingError = () =>
  new HttpError(409, message("events.slotTaken"), { errors: { startTime: [message("events.slotTaken")] } });

/**
 * Takes the units of the field, in ascending order.
 * @param turnaround minutes
 * @throws HttpError 409 where any of them is taken
 */
export async function occupyUnits(db: Database, event: OccupyingEvent, turnaround: number): Promise<void> {
  const { organization_id, id: event_id, start_time, end_time } = event;
  const unitIds = await listUnitIds(db, organization_id, event.field_id);
  if (unitIds.length === 0) throw new Error(`Field ${event.field_id} has no unit`);
  const during = occupiedRange(start_time, end_time, turnaround);
  const rows = unitIds.map((unit_id) => ({ organization_id, unit_id, event_id, during, active: true }));
  try {
    if ((await insertOccupancies(db, rows)) < rows.length) throw doubleBookingError();
  } catch (error) {
    if (isDatabaseError(error) && error.code === "23P01") throw doubleBookingError();
    throw error;
  }
}

const occupanciesOfEvent = ({ organization_id, id }: Pick<OccupyingEvent, "organization_id" | "id">) => sql<boolean>`
  organization_id = ${organization_id} and event_id = ${id}`;

/** Frees what a canceled or rejected event held. */
export async function releaseUnits(db: Database, event: Pick<OccupyingEvent, "organization_id" | "id">): Promise<void> {
  await db.updateTable("occupancies").set({ active: false }).where(occupanciesOfEvent(event)).execute();
}

/**
 * Takes the units of where and when the event is now, instead of those that it had: for moves, and for what comes back.
 * The units are locked first, sorted, so that two moves never wait for each other.
 * @throws HttpError 409 where any of them is taken
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

type Row = Selectable<EventsTable>;

/** An event as it is from now on, with its entry in the activity. The event is held by the caller. */
export async function applySystemTransition(
  context: TenantContext,
  event: Row,
  act: (typeof eventJobActs)[number],
  row: EventUpdate & { status: string; price?: never; paid?: never; refunded?: never },
): Promise<void> {
  const { db, now, organizationId } = context;
  const [before, after] = [{ status: event.status }, { status: row.status }];
  await updateEvent(db, organizationId, event.id, {
    ...row,
    hold_expires_at: null,
    payment_status: computePaymentStatus({ ...event, ...row }),
    updated_at: now,
  });
  const entry = { organizationId, at: now, actorId: null, act, subjectId: event.id, before, after, ipAddress: null };
  await insertActivityEntry(db, entry);
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
 * Keeps with an event what was paid for it in all, and what was given back or is about to be: who takes payments counts them
 * anew after every change. The event is held until the transaction ends.
 * @param money minor units
 * @throws HttpError 404 where there is no such event
 */
export async function updateEventMoney(
  { db, now, organizationId }: TenantContext,
  eventId: string,
  money: { paid: number; refunded: number },
): Promise<void> {
  const event = await lockEvent(db, organizationId, eventId);
  const payment_status = computePaymentStatus({ ...event, ...money });
  await updateEvent(db, organizationId, eventId, { ...money, payment_status, updated_at: now });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: eventId, at: now });
}

/**
 * Holds an event for as long as the page lives that it can be paid on.
 * @returns false where it waits for no payment, or its time has run out: then nobody pays for it
 */
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

/** Takes the units again that an event had let go; says whether they were still free. */
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
 * The payment of a hold has arrived: the event stands, or waits for its approval. A hold that was let go meanwhile is taken up
 * again where it can be. May be called again and again: what was confirmed stays as it is.
 * @returns `gone` where the event is canceled or rejected, or its slot is another's: the payment is to be given back in full
 * @throws HttpError 404 where there is no such event
 */
export async function confirmPayment(context: TenantContext, eventId: string): Promise<"held" | "gone"> {
  const { db, appContext, now, organizationId } = context;
  // Events of jobs have no acting person.
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
    reminded_at: initialRemindedAt(event.start_time, now),
  });
  await notifyBooked(tenantContext, [event.id], status);
  return "held";
}

/** Counts events that have not ended, blocks included. */
export const countUpcomingWithBlocks = (db: Database, organizationId: string, now: Date) =>
  db
    .selectFrom("events")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("status", "in", ["pending", "approved"])
    .where("start_time", ">", new Date(now.getTime() - MAX_EVENT_MS))
    .where("end_time", ">", now);

/** Blocks are nobody's event. */
export const countUpcomingEvents = (db: Database, organizationId: string, now: Date) =>
  countUpcomingWithBlocks(db, organizationId, now).where("kind", "=", "event");

/** @throws HttpError 409 beside `startTime` for who has as many already */
export async function assertBelowMaxActive(
  {
    db,
    now,
    organizationId,
    user,
  }: Pick<RequestContext, "db" | "now"> & { organizationId: string; user: { id: string } },
  mostActive: number,
): Promise<void> {
  const { count } = await countUpcomingEvents(db, organizationId, now)
    .where("customer_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const refusal = message("events.mostActive", { count: mostActive });
  if (Number(count) >= mostActive) throw new HttpError(409, refusal, { errors: { startTime: [refusal] } });
}
