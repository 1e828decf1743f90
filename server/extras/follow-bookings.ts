/** Extras follow the bookings that they are with: made, moved, ended, restored. */
import { eventStateOf } from "#contract/events-states-rules.ts";
import type { DomainEventListeners, TenantContext } from "#server/kit/events/domain-events.ts";
import { findBookedEvent, hasExtras, readCatalogue, type BookedEventRow } from "./bookings.ts";
import { addToBooking, endLines, followCharges, moveLines, retakeLines } from "./lines.ts";
import { listEventExtras } from "./queries.ts";

const hasEnded = ({ status }: BookedEventRow): boolean => status === "canceled" || status === "rejected";

/** @returns undefined where the organization has never had extras: their bookings cost one statement more, and that a short one */
async function findEvent(context: TenantContext, eventId: string): Promise<BookedEventRow | undefined> {
  if (!(await hasExtras(context))) return undefined;
  const event = await findBookedEvent(context.db, context.organizationId, eventId);
  return event.kind === "event" ? event : undefined;
}

async function endWithBooking(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  const event = await findEvent(context, eventId);
  if (!event) return;
  await endLines(context, event, await listEventExtras(context, eventId), {
    state: "ended",
    percent: event.status === "rejected" ? 100 : (event.refund_percent ?? 100),
    reason: event.canceled_reason ?? event.rejected_reason,
    ...{ by: event.ended_by, at: event.ended_at ?? context.now, waits: true },
  });
}

async function followChange(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  const event = await findEvent(context, eventId);
  if (!event || hasEnded(event)) return;
  // A hold that had run out was paid all the same.
  if (eventStateOf(event) !== "pendingOffer") await retakeLines(context, event, { endedAt: null, isPaid: true });
  await followCharges(context, event);
}

export const listeners: DomainEventListeners = {
  async "events.booked"(context, { eventId, event: { kind }, extras }) {
    if (!extras || kind !== "event") return;
    if (extras.chosen.length === 0 && (await readCatalogue(context)).extras.every(({ mode }) => mode === "choice"))
      return;
    await addToBooking(context, await findBookedEvent(context.db, context.organizationId, eventId), extras);
  },
  async "events.changed"(context, { eventId, moved, byBooker = false }) {
    const event = moved && (await findEvent(context, eventId));
    if (event && moved && !hasEnded(event)) await moveLines(context, event, { language: moved, byBooker });
    await followChange(context, { eventId });
  },
  "events.approved": followChange,
  "events.ended": endWithBooking,
  "events.expired": endWithBooking,
  async "events.restored"(context, { eventId, endedAt }) {
    const event = await findEvent(context, eventId);
    if (!event) return;
    if (endedAt) await retakeLines(context, event, { endedAt });
    await followCharges(context, event);
  },
};
