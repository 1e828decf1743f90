/**
 * What an event holds of its field; until it is paid, for a time only. The exclusion constraint in the database, and no check here,
 * is what forbids two events at once.
 */
import { sql, type Selectable } from "kysely";
import type { jobActs } from "#contract/events.ts";
import { paymentStatusOf, stateOf } from "#contract/events-rules.ts";
import { listUnitIds } from "#server/fields/units.ts";
import { noteHappening } from "#server/kit/activity.ts";
import type { Place, Scene } from "#server/kit/announce.ts";
import { among, isDatabaseError, type Database } from "#server/kit/database.ts";
import { noteChange } from "#server/kit/live.ts";
import { notFound, Problem, say } from "#server/kit/problem.ts";
import type { EventsTable } from "#server/kit/tables.ts";
import { insertOccupancies, updateEvent, type EventUpdate } from "./queries.ts";
import { duringOf, remindedAt } from "./rules.ts";
import { longestMs } from "./shape.ts";
import { tellBooked } from "./tell.ts";

/** An event as far as it takes time and place. */
export interface Occupying {
  organization_id: string;
  id: string;
  field_id: string;
  start_time: Date;
  end_time: Date;
}

/** Nothing about the other event is told. */
export const slotTaken = () =>
  new Problem(409, say("events.slotTaken"), { errors: { startTime: [say("events.slotTaken")] } });

/**
 * Takes the units of the field, in ascending order.
 * @param turnaround minutes
 * @throws Problem 409 where any of them is taken
 */
export async function occupy(db: Database, event: Occupying, turnaround: number): Promise<void> {
  const { organization_id, id: event_id, start_time, end_time } = event;
  const unitIds = await listUnitIds(db, organization_id, event.field_id);
  if (unitIds.length === 0) throw new Error(`Field ${event.field_id} has no unit`);
  const during = duringOf(start_time, end_time, turnaround);
  const rows = unitIds.map((unit_id) => ({ organization_id, unit_id, event_id, during, active: true }));
  try {
    if ((await insertOccupancies(db, rows)) < rows.length) throw slotTaken();
  } catch (error) {
    if (isDatabaseError(error) && error.code === "23P01") throw slotTaken();
    throw error;
  }
}

const ofEvent = ({ organization_id, id }: Pick<Occupying, "organization_id" | "id">) => sql<boolean>`
  organization_id = ${organization_id} and event_id = ${id}`;

/** Frees what a canceled or rejected event held. */
export async function release(db: Database, event: Pick<Occupying, "organization_id" | "id">): Promise<void> {
  await db.updateTable("occupancies").set({ active: false }).where(ofEvent(event)).execute();
}

/**
 * Takes the units of where and when the event is now, instead of those that it had: for moves, and for what comes back.
 * The units are locked first, sorted, so that two moves never wait for each other.
 * @throws Problem 409 where any of them is taken
 */
export async function occupyAnew(db: Database, event: Occupying, turnaround: number): Promise<void> {
  const had = await db.selectFrom("occupancies").select("unit_id").where(ofEvent(event)).execute();
  const wanted = await listUnitIds(db, event.organization_id, event.field_id);
  await db
    .selectFrom("units")
    .select("id")
    .where("organization_id", "=", event.organization_id)
    .where(among("id", [...new Set([...had.map((row) => row.unit_id), ...wanted])]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await db.deleteFrom("occupancies").where(ofEvent(event)).execute();
  await occupy(db, event, turnaround);
}

type Row = Selectable<EventsTable>;

/** An event as it is from now on, with its entry in the activity. The event is held by the caller. */
export async function settle(
  scene: Scene,
  event: Row,
  act: (typeof jobActs)[number],
  row: EventUpdate & { status: string; price?: never; paid?: never; refunded?: never },
): Promise<void> {
  const { db, now, organizationId } = scene;
  const [before, after] = [{ status: event.status }, { status: row.status }];
  await updateEvent(db, organizationId, event.id, {
    ...row,
    hold_expires_at: null,
    payment_status: paymentStatusOf({ ...event, ...row }),
    updated_at: now,
  });
  const happening = { organizationId, at: now, actorId: null, act, subjectId: event.id, before, after, address: null };
  await noteHappening(db, happening);
}

const heldEvent = (db: Database, organizationId: string, eventId: string): Promise<Row> =>
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
 * @throws Problem 404 where there is no such event
 */
export async function settleMoney(
  { db, now, organizationId }: Scene,
  eventId: string,
  money: { paid: number; refunded: number },
): Promise<void> {
  const event = await heldEvent(db, organizationId, eventId);
  const payment_status = paymentStatusOf({ ...event, ...money });
  await updateEvent(db, organizationId, eventId, { ...money, payment_status, updated_at: now });
  await noteChange(db, { organizationId, room: "events", subjectId: eventId, at: now });
}

/**
 * Holds an event for as long as the page lives that it can be paid on.
 * @returns false where it waits for no payment, or its time has run out: then nobody pays for it
 */
export async function extendHold({ db, now, organizationId }: Scene, eventId: string, until: Date): Promise<boolean> {
  const event = await heldEvent(db, organizationId, eventId);
  const { hold_expires_at: present } = event;
  if (stateOf(event) !== "pendingPayment" || !present || present <= now) return false;
  if (until > present) await updateEvent(db, organizationId, eventId, { hold_expires_at: until });
  return true;
}

/** Takes the units again that an event had let go; says whether they were still free. */
async function isHeldAgain(db: Database, event: Row, turnaround: number): Promise<boolean> {
  await sql`savepoint hold`.execute(db);
  try {
    await occupyAnew(db, event, turnaround);
    await sql`release savepoint hold`.execute(db);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`rollback to savepoint hold`.execute(db);
    return false;
  }
}

/**
 * The payment of a hold has arrived: the event stands, or waits for its approval. A hold that was let go meanwhile is taken up
 * again where it can be. May be called again and again: what was confirmed stays as it is.
 * @returns `gone` where the event is canceled or rejected, or its slot is another's: the payment is to be given back in full
 * @throws Problem 404 where there is no such event
 */
export async function confirmPayment(place: Scene, eventId: string): Promise<"held" | "gone"> {
  const { db, house, now, organizationId } = place;
  // Whoever calls for a payment, it is nobody's act.
  const scene = { db, house, now, organizationId };
  const event = await heldEvent(db, organizationId, eventId);
  const state = stateOf(event);
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
  if (!isBack || (state === "canceled" && !(await isHeldAgain(db, event, field.turnaround)))) return "gone";
  const status = field.approval === "manual" ? "pending" : "approved";
  await settle(scene, event, "events.pay", {
    status,
    pending_reason: status === "pending" ? "approval" : null,
    former_status: null,
    former_pending_reason: null,
    ended_at: null,
    ended_by: null,
    expired: false,
    reminded_at: remindedAt(event.start_time, now),
  });
  await tellBooked(scene, [event.id], status);
  return "held";
}

/** What runs at this moment is still to come. */
export const anyToCome = (db: Database, organizationId: string, now: Date) =>
  db
    .selectFrom("events")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("status", "in", ["pending", "approved"])
    .where("start_time", ">", new Date(now.getTime() - longestMs))
    .where("end_time", ">", now);

/** Blocks are nobody's event. */
export const toCome = (db: Database, organizationId: string, now: Date) =>
  anyToCome(db, organizationId, now).where("kind", "=", "event");

/** @throws Problem 409 beside `startTime` for who has as many already */
export async function refuseMore(
  { db, now, organizationId, user }: Pick<Place, "db" | "now"> & { organizationId: string; user: { id: string } },
  mostActive: number,
): Promise<void> {
  const { count } = await toCome(db, organizationId, now).where("customer_id", "=", user.id).executeTakeFirstOrThrow();
  const saying = say("events.mostActive", { count: mostActive });
  if (Number(count) >= mostActive) throw new Problem(409, saying, { errors: { startTime: [saying] } });
}
