/** Sends the reminders of bookings. After a standstill, only events that are still ahead get one. */
import { sql } from "kysely";
import { publish } from "#server/kit/events/domain-events.ts";
import type { EventTask } from "./due-events.ts";
import { noteEventActivity } from "./activity-entries.ts";
import { notifyCustomers } from "./notifications.ts";
import { updateEvent } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** The devices of a customer are to be told once more, shortly before the start. */
    "events.pushReminderDue": { eventId: string; userId: string };
  }
}

export const sendReminders: EventTask = {
  dueColumn: "remind_at",
  isDue: (now) => sql`
    status = 'approved' and reminded_at is null and remind_at is not null and kind = 'event' and customer_id is not null
      and start_time > ${now} and remind_at <= ${now}`,
  async apply(context, event) {
    const { db, now, organizationId } = context;
    await updateEvent(db, organizationId, event.id, { reminded_at: now });
    const sent = await notifyCustomers(context, "Reminder", [event.id]);
    // Without an address nobody is reminded, and there is nothing to note.
    if (sent > 0) await noteEventActivity(context, "events.remind", event, {}, { name: event.name });
  },
};

/** On devices alone: nothing is mailed, and nothing stands in the application. */
export const sendPushReminders: EventTask = {
  dueColumn: "push_remind_at",
  isDue: (now) => sql`
    status = 'approved' and push_reminded_at is null and push_remind_at is not null and kind = 'event'
      and user_id is not null and start_time > ${now} and push_remind_at <= ${now}`,
  async apply(context, event) {
    const { db, now, organizationId } = context;
    await updateEvent(db, organizationId, event.id, { push_reminded_at: now });
    if (event.user_id !== null)
      await publish(context, "events.pushReminderDue", { eventId: event.id, userId: event.user_id });
  },
};
