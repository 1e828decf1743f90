/** What becomes of events with the time that passes. Each is settled in a transaction of its own, which reads it again. */
import { sql, type Expression, type Selectable, type SqlBool } from "kysely";
import type { jobActs } from "#contract/events.ts";
import { completeMs, undoMs } from "#contract/events-rules.ts";
import { noteHappening } from "#server/kit/activity.ts";
import { announce, type Scene } from "#server/kit/announce.ts";
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import type { EventsTable } from "#server/kit/tables.ts";
import { release, settle } from "./holds.ts";
import { updateEvent } from "./queries.ts";
import { remindMs } from "./rules.ts";
import { tellCustomers } from "./tell.ts";

declare module "#server/kit/announce.ts" {
  interface Tidings {
    /**
     * A hold has run out, and is let go unless it was paid: whoever takes payments asks the provider, and confirms it
     * (`confirmPayment`). Before the transaction, on the pool: no lock is held while another server is asked. Throwing leaves
     * the hold for the next minute.
     */
    "events.holdExpiring": { eventId: string };
    /** Nobody can take back any more that it was canceled or rejected. @param amount minor units, to be given back now */
    "events.refundDue": { eventId: string; amount: number };
  }
}

const minute = 60_000;
/** A payment that was begun in the last second still arrives. */
const expireAfter = 2 * minute;
const atOnce = 100;

type EventRow = Selectable<EventsTable>;
interface Work {
  /** The instant that the sweep goes by; an index holds those that may be due, and little else. */
  by: "end_time" | "start_time" | "hold_expires_at" | "ended_at";
  /** Asked of all, and once more of each when it is held. */
  isDue(now: Date): Expression<SqlBool>;
  /** What has to be asked elsewhere first, without a transaction. */
  prepare?(scene: Scene, eventId: string): Promise<void>;
  settle(scene: Scene, event: EventRow): Promise<void>;
}

type Due = Pick<EventRow, "organization_id" | "id"> & { at: Date };
const listDue = ({ db }: House, { by, isDue }: Work, now: Date, last: Due | undefined): Promise<Due[]> =>
  db
    .selectFrom("events")
    .select(["organization_id", "id", sql.ref<Date>(by).as("at")])
    .where(isDue(now))
    .where(last ? sql<boolean>`(${sql.ref(by)}, id) > (${last.at}, ${last.id})` : sql<boolean>`true`)
    .orderBy(by)
    .orderBy("id")
    .limit(atOnce)
    .execute();

/** What another worker has in hand is left to it; what was settled meanwhile is not due any more. */
async function settleOne(house: House, work: Work, due: Due, now: Date): Promise<void> {
  const scene = { db: house.db, house, now, organizationId: due.organization_id };
  await work.prepare?.(scene, due.id);
  await house.db.transaction().execute(async (db) => {
    const event = await db
      .selectFrom("events")
      .selectAll()
      .where("organization_id", "=", due.organization_id)
      .where("id", "=", due.id)
      .where(work.isDue(now))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (event) await work.settle({ ...scene, db }, event);
  });
}

/** One that fails stops none of the others; it is said at the end, and tried again with the next sweep. */
async function settleAll(house: House, work: Work): Promise<void> {
  const now = house.clock.now();
  const failures: unknown[] = [];
  let last: Due | undefined;
  for (let due = await listDue(house, work, now, last); due.length > 0; due = await listDue(house, work, now, last)) {
    for (const one of due) {
      await settleOne(house, work, one, now).catch((error: unknown) => failures.push(error));
      last = one;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events could not be settled`);
}

const job = (name: string, work: Work): Job => ({
  name,
  sweep: "* * * * *",
  retries: 0,
  run: (house) => settleAll(house, work),
});

const note = (
  { db, now, organizationId }: Scene,
  act: (typeof jobActs)[number],
  { id }: EventRow,
  before: object,
  after: object,
) => noteHappening(db, { organizationId, at: now, actorId: null, act, subjectId: id, before, after, address: null });
const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Ends a hold that nobody paid in time, for good. The event is held by the caller. */
async function letGo(scene: Scene, event: EventRow): Promise<void> {
  await release(scene.db, event);
  await settle(scene, event, "events.expire", {
    status: "canceled",
    pending_reason: null,
    former_status: event.status,
    former_pending_reason: event.pending_reason,
    ended_at: scene.now,
    ended_by: null,
    expired: true,
  });
  await tellCustomers(scene, "Expired", [event.id]);
}

const complete: Work = {
  by: "end_time",
  isDue: (now) => sql`status = 'approved' and end_time <= ${before(now, completeMs)}`,
  async settle(scene, event) {
    const { db, now, organizationId } = scene;
    await updateEvent(db, organizationId, event.id, { status: "completed", updated_at: now });
    await note(scene, "events.complete", event, { status: event.status }, { status: "completed" });
  },
};

/** A worker that stood still for a day reminds of what is still ahead, and of nothing that is over. */
const remind: Work = {
  by: "start_time",
  isDue: (now) => sql`
    status = 'approved' and reminded_at is null and kind = 'event' and customer_id is not null
      and start_time > ${now} and start_time <= ${new Date(now.getTime() + remindMs)}`,
  async settle(scene, event) {
    const { db, now, organizationId } = scene;
    await updateEvent(db, organizationId, event.id, { reminded_at: now });
    await tellCustomers(scene, "Reminder", [event.id]);
    await note(scene, "events.remind", event, {}, { name: event.name });
  },
};

const expire: Work = {
  by: "hold_expires_at",
  isDue: (now) => sql`
    status = 'pending' and pending_reason = 'payment' and hold_expires_at <= ${before(now, expireAfter)}`,
  prepare: (scene, eventId) => announce(scene, "events.holdExpiring", { eventId }),
  settle: letGo,
};

const refund: Work = {
  by: "ended_at",
  isDue: (now) => sql`refund_due is not null and ended_at <= ${before(now, undoMs)}`,
  async settle(scene, event) {
    const { db, organizationId } = scene;
    await announce(scene, "events.refundDue", { eventId: event.id, amount: event.refund_due ?? 0 });
    await updateEvent(db, organizationId, event.id, { refund_due: null });
  },
};

export default [
  job("events.complete", complete),
  job("events.remind", remind),
  job("events.expire", expire),
  job("events.refund", refund),
] satisfies Job[];
