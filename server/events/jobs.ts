/** Jobs of events: complete, remind, expire holds, refund. Each event has its own transaction, which reads it again. */
import { sql, type Expression, type Selectable, type SqlBool } from "kysely";
import type { eventJobActs } from "#contract/events.ts";
import { COMPLETE_AFTER_MS, UNDO_MS } from "#contract/events-states-rules.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import { releaseUnits, applySystemTransition } from "./occupancy.ts";
import { updateEvent } from "./queries.ts";
import { REMINDER_LEAD_MS } from "./booking-rules.ts";
import { notifyCustomers } from "./notifications.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /**
     * A hold has run out and is about to expire. Payments ask the provider, and confirm a paid one (`confirmPayment`). Runs on the
     * pool before the transaction, so that the request holds no lock. If a listener throws, the next sweep tries again.
     */
    "events.holdExpiring": { eventId: string };
    /** The time to undo a cancellation or rejection is over. @param amount to refund now, in minor units */
    "events.refundDue": { eventId: string; amount: number };
  }
}

const minute = 60_000;
/** Waits for a payment that was started in the last second. */
const EXPIRY_GRACE_MS = 2 * minute;
const BATCH_SIZE = 100;

type EventRow = Selectable<EventsTable>;
interface EventSweep {
  /** The instant that makes an event due; a partial index covers it. */
  dueColumn: "end_time" | "start_time" | "hold_expires_at" | "ended_at";
  /** Applies to the list, and again to each event once it is locked. */
  isDue(now: Date): Expression<SqlBool>;
  /** Sends requests to other servers first, outside the transaction. */
  prepare?(context: TenantContext, eventId: string): Promise<void>;
  apply(context: TenantContext, event: EventRow): Promise<void>;
}

type DueEvent = Pick<EventRow, "organization_id" | "id"> & { at: Date };
const listDueEvents = (
  { db }: AppContext,
  { dueColumn: by, isDue }: EventSweep,
  now: Date,
  last: DueEvent | undefined,
): Promise<DueEvent[]> =>
  db
    .selectFrom("events")
    .select(["organization_id", "id", sql.ref<Date>(by).as("at")])
    .where(isDue(now))
    .where(last ? sql<boolean>`(${sql.ref(by)}, id) > (${last.at}, ${last.id})` : sql<boolean>`true`)
    .orderBy(by)
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();

async function processDueEvent(appContext: AppContext, work: EventSweep, due: DueEvent, now: Date): Promise<void> {
  const context = { db: appContext.db, appContext, now, organizationId: due.organization_id };
  await work.prepare?.(context, due.id);
  await appContext.db.transaction().execute(async (db) => {
    const event = await db
      .selectFrom("events")
      .selectAll()
      .where("organization_id", "=", due.organization_id)
      .where("id", "=", due.id)
      .where(work.isDue(now))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (event) await work.apply({ ...context, db }, event);
  });
}

/** Processes the other events if one fails; throws the failures at the end, and the next sweep tries again. */
async function processDueEvents(appContext: AppContext, work: EventSweep): Promise<void> {
  const now = appContext.clock.now();
  const failures: unknown[] = [];
  let last: DueEvent | undefined;
  for (
    let due = await listDueEvents(appContext, work, now, last);
    due.length > 0;
    due = await listDueEvents(appContext, work, now, last)
  ) {
    for (const one of due) {
      await processDueEvent(appContext, work, one, now).catch((error: unknown) => failures.push(error));
      last = one;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events could not be settled`);
}

const createSweepJob = (name: string, work: EventSweep): Job => ({
  name,
  sweep: "* * * * *",
  retries: 0,
  run: (appContext) => processDueEvents(appContext, work),
});

const noteEventActivity = (
  { db, now, organizationId }: TenantContext,
  act: (typeof eventJobActs)[number],
  { id }: EventRow,
  before: object,
  after: object,
) =>
  insertActivityEntry(db, {
    organizationId,
    at: now,
    actorId: null,
    act,
    subjectId: id,
    before,
    after,
    ipAddress: null,
  });
const subtractMs = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** The caller has locked the event. */
async function expireHold(context: TenantContext, event: EventRow): Promise<void> {
  await releaseUnits(context.db, event);
  await applySystemTransition(context, event, "events.expire", {
    status: "canceled",
    pending_reason: null,
    former_status: event.status,
    former_pending_reason: event.pending_reason,
    ended_at: context.now,
    ended_by: null,
    expired: true,
  });
  await notifyCustomers(context, "Expired", [event.id]);
}

const completeSweep: EventSweep = {
  dueColumn: "end_time",
  isDue: (now) => sql`status = 'approved' and end_time <= ${subtractMs(now, COMPLETE_AFTER_MS)}`,
  async apply(context, event) {
    const { db, now, organizationId } = context;
    await updateEvent(db, organizationId, event.id, { status: "completed", updated_at: now });
    await noteEventActivity(context, "events.complete", event, { status: event.status }, { status: "completed" });
  },
};

/** After a standstill, a worker sends the reminders of events that are still ahead only. */
const reminderSweep: EventSweep = {
  dueColumn: "start_time",
  isDue: (now) => sql`
    status = 'approved' and reminded_at is null and kind = 'event' and customer_id is not null
      and start_time > ${now} and start_time <= ${new Date(now.getTime() + REMINDER_LEAD_MS)}`,
  async apply(context, event) {
    const { db, now, organizationId } = context;
    await updateEvent(db, organizationId, event.id, { reminded_at: now });
    await notifyCustomers(context, "Reminder", [event.id]);
    await noteEventActivity(context, "events.remind", event, {}, { name: event.name });
  },
};

const expirySweep: EventSweep = {
  dueColumn: "hold_expires_at",
  isDue: (now) => sql`
    status = 'pending' and pending_reason = 'payment' and hold_expires_at <= ${subtractMs(now, EXPIRY_GRACE_MS)}`,
  prepare: (context, eventId) => publish(context, "events.holdExpiring", { eventId }),
  apply: expireHold,
};

const refundSweep: EventSweep = {
  dueColumn: "ended_at",
  isDue: (now) => sql`refund_due is not null and ended_at <= ${subtractMs(now, UNDO_MS)}`,
  async apply(context, event) {
    const { db, organizationId } = context;
    await publish(context, "events.refundDue", { eventId: event.id, amount: event.refund_due ?? 0 });
    await updateEvent(db, organizationId, event.id, { refund_due: null });
  },
};

export default [
  createSweepJob("events.complete", completeSweep),
  createSweepJob("events.remind", reminderSweep),
  createSweepJob("events.expire", expirySweep),
  createSweepJob("events.refund", refundSweep),
] satisfies Job[];
