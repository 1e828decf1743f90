/** Expires holds: a booking that was not paid in time is canceled, and its field is released. */
import { sql } from "kysely";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { DueEventRow, EventTask } from "./due-events.ts";
import { notifyCustomers } from "./notifications.ts";
import { applySystemTransition, publishReleased, releaseUnits } from "./occupancy.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /**
     * A hold has run out and is about to expire. Payments ask the provider, and confirm a paid one (`confirmPayment`). Runs on the
     * pool before the transaction, so that the request holds no lock. If a listener throws, the next run tries again.
     */
    "events.holdExpiring": { eventId: string };
    /** A hold was not paid in time, and its field is free again. */
    "events.expired": { eventId: string };
  }
}

/** Waits for a payment that was started in the last second. */
const EXPIRY_GRACE_MS = 2 * 60_000;

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
    // A part was paid with what was paid ahead.
    refund_due: event.paid - event.refunded || null,
  });
  await publish(context, "events.expired", { eventId: event.id });
  await publishReleased(context, event);
  await notifyCustomers(context, "Expired", [event.id]);
}

export const expireHolds: EventTask = {
  dueColumn: "hold_expires_at",
  isDue: (now) => sql`
    status = 'pending' and pending_reason = 'payment' and hold_expires_at <= ${new Date(now.getTime() - EXPIRY_GRACE_MS)}`,
  prepare: (context, eventId) => publish(context, "events.holdExpiring", { eventId }),
  apply: expireHold,
};
