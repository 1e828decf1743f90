/** Scheduled jobs of events: complete, remind, expire holds (release unpaid bookings), refund after a cancellation. */
import { sql } from "kysely";
import { COMPLETE_AFTER_MS, UNDO_MS } from "#contract/events-states-rules.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { createEventJob, type EventTask } from "./due-events.ts";
import { noteEventActivity } from "./activity-entries.ts";
import { expireHolds } from "./expire-holds.ts";
import { updateEvent } from "./queries.ts";
import { sendPushReminders, sendReminders } from "./reminders.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** The time to undo a cancellation or rejection is over. @param amount to refund now, in minor units */
    "events.refundDue": { eventId: string; amount: number };
    "events.completed": { eventId: string };
  }
}

const subtractMs = (now: Date, ms: number) => new Date(now.getTime() - ms);

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
  createEventJob("events.remindByPush", sendPushReminders),
  createEventJob("events.expire", expireHolds),
  createEventJob("events.refund", refundCanceledEvents),
] satisfies Job[];
