/** Scheduled jobs of events: complete, remind, expire holds (release unpaid bookings), refund after a cancellation. */
import { sql } from "kysely";
import { COMPLETE_AFTER_MS, UNDO_MS } from "#contract/events-states-rules.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { createEventJob, type DueEventRow, type EventTask } from "./due-events.ts";
import { noteEventActivity } from "./activity-entries.ts";
import { notifyCustomers } from "./notifications.ts";
import { releaseUnits, applySystemTransition, publishReleased } from "./occupancy.ts";
import { updateEvent } from "./queries.ts";
import { sendReminders } from "./reminders.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /**
     * A hold has run out and is about to expire. Payments ask the provider, and confirm a paid one (`confirmPayment`). Runs on the
     * pool before the transaction, so that the request holds no lock. If a listener throws, the next run tries again.
     */
    "events.holdExpiring": { eventId: string };
    /** The time to undo a cancellation or rejection is over. @param amount to refund now, in minor units */
    "events.refundDue": { eventId: string; amount: number };
    /** A hold was not paid in time, and its field is free again. */
    "events.expired": { eventId: string };
    "events.completed": { eventId: string };
  }
}

const minute = 60_000;
/** Waits for a payment that was started in the last second. */
const EXPIRY_GRACE_MS = 2 * minute;
const subtractMs = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** The caller has locked the event. */
async function expireHold(context: TenantContext, event: DueEventRow): Promise<void> {
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
  await publish(context, "events.expired", { eventId: event.id });
  await publishReleased(context, event);
  await notifyCustomers(context, "Expired", [event.id]);
}

const completeEvents: EventTask = {
  dueColumn: "end_time",
  isDue: (now) => sql`status = 'approved' and end_time <= ${subtractMs(now, COMPLETE_AFTER_MS)}`,
  async apply(context, event) {
    const { db, now, organizationId } = context;
    await updateEvent(db, organizationId, event.id, { status: "completed", updated_at: now });
    await noteEventActivity(context, "events.complete", event, { status: event.status }, { status: "completed" });
    await publish(context, "events.completed", { eventId: event.id });
  },
};

const expireHolds: EventTask = {
  dueColumn: "hold_expires_at",
  isDue: (now) => sql`
    status = 'pending' and pending_reason = 'payment' and hold_expires_at <= ${subtractMs(now, EXPIRY_GRACE_MS)}`,
  prepare: (context, eventId) => publish(context, "events.holdExpiring", { eventId }),
  apply: expireHold,
};

const refundCanceledEvents: EventTask = {
  dueColumn: "ended_at",
  isDue: (now) => sql`refund_due is not null and ended_at <= ${subtractMs(now, UNDO_MS)}`,
  async apply(context, event) {
    const { db, organizationId } = context;
    await publish(context, "events.refundDue", { eventId: event.id, amount: event.refund_due ?? 0 });
    await updateEvent(db, organizationId, event.id, { refund_due: null });
  },
};

export default [
  createEventJob("events.complete", completeEvents),
  createEventJob("events.remind", sendReminders),
  createEventJob("events.expire", expireHolds),
  createEventJob("events.refund", refundCanceledEvents),
] satisfies Job[];
