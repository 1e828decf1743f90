/** Transitions of an event by a person: approve and its undo, reject, complete, restore; `cancel.ts` cancels. */
import type { Event, events } from "#contract/events.ts";
import {
  isRestorable,
  canUndo,
  computePaymentStatus,
  eventStateOf,
  type TransitionName,
} from "#contract/events-states-rules.ts";
import type { Endpoint } from "#contract/kit.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { accountIdOf } from "#server/kit/process/app-context.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { reclaimPromo } from "#server/promo-codes/use.ts";
import { findRulesOfMember } from "#server/members/roles.ts";
import { assertWithinLimits } from "#server/booking-limits/limits.ts";
import { publishReleased, reoccupyUnits, releaseUnits } from "./occupancy.ts";
import { findEvent, findEventToChange, updateEvent, type EventRow, type EventUpdate } from "./queries.ts";
import { assertTransition } from "./booking-rules.ts";
import { notifyCustomers } from "./notifications.ts";
import { activityLinks } from "./activity-entries.ts";
import { replanReminders } from "./reminder-times.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "events.approved": { eventId: string };
    /** An event was canceled or rejected. */
    "events.ended": { eventId: string };
    /** An approval, a rejection or a cancellation was undone. @param endedAt its instant */
    "events.restored": { eventId: string; endedAt: Date | null };
  }
}

export type EventCall<E extends Endpoint = Endpoint> = Call<E> & { params: { eventId: string } };

/** Locks the event until the transaction ends. @throws HttpError 409 if its state does not allow the act */
export async function findEventForAct(
  act: TransitionName | ((event: EventRow) => TransitionName),
  call: EventCall,
): Promise<EventRow> {
  const event = await findEventToChange(call.db, call, call.params.eventId);
  assertTransition(typeof act === "string" ? act : act(event), eventStateOf(event), call.t);
  return event;
}

export async function applyTransition(
  call: EventCall,
  event: EventRow,
  row: EventUpdate & { status: string },
): Promise<Event> {
  const { db, now, organizationId, record } = call;
  const payment_status = computePaymentStatus({ ...event, status: row.status });
  await updateEvent(db, organizationId, event.id, { ...row, payment_status, updated_at: now });
  const after = await findEvent(db, call, event.id);
  const reason = after.canceledReason ?? after.rejectedReason;
  record({
    before: { status: event.status },
    after: { status: after.status, ...(reason && { reason }) },
    ...activityLinks(event),
  });
  return after;
}

export async function approveEvent(call: Call<typeof events.approve>): Promise<Event> {
  const event = await findEventForAct("approve", call);
  const reminder = await replanReminders(call, event);
  // `ended_at` and `ended_by` say who may undo the approval, and until when.
  const row = { ...formerState(event, call), ...decisionOf(call), status: "approved", ...reminder };
  const approved = await applyTransition(call, event, row);
  await publish(call, "events.approved", { eventId: event.id });
  const { reason, notify } = call.body;
  await notifyCustomers(call, "Approved", [event.id], { reason, notify });
  return approved;
}

/**
 * Takes an approval back while its mail waits: the event waits for approval again.
 * @throws HttpError 409 for anybody but who approved it, and once the mail is sent
 */
async function undoApproval(call: Call<typeof events.restore>, event: EventRow): Promise<Event> {
  const { access, user, now } = call;
  if (!access.permissions.has("events.approve")) throw forbidden("events.approve");
  if (!canUndo(event, { userId: user.id, now })) throw new HttpError(409, message("approvals.undoOver"));
  const row = { status: "pending", pending_reason: event.former_pending_reason } as const;
  const waiting = await applyTransition(call, event, { ...row, ...clearedFormerState, ...clearedDecision });
  await publish(call, "events.restored", { eventId: event.id, endedAt: event.ended_at });
  await notifyCustomers(call, "Received", [event.id], { notify: call.body.notify });
  return waiting;
}

const clearedFormerState = { former_status: null, former_pending_reason: null, ended_at: null, ended_by: null };

/** A later cancellation keeps it, unlike `ended_at`. */
const decisionOf = ({ user, now }: EventCall) => ({ decided_at: now, decided_by: user.id });
const clearedDecision = { decided_at: null, decided_by: null };

/** Minor units. */
export const amountPaid = ({ paid, refunded }: EventRow): number => paid - refunded;

export const formerState = ({ status, pending_reason }: EventRow, { user, now }: EventCall) => ({
  pending_reason: null,
  hold_expires_at: null,
  former_status: status,
  former_pending_reason: pending_reason,
  ended_at: now,
  ended_by: accountIdOf(user),
});

export async function rejectEvent(call: Call<typeof events.reject>): Promise<Event> {
  const event = await findEventForAct("reject", call);
  const { reason, notify } = call.body;
  await releaseUnits(call.db, event);
  const rejected = await applyTransition(call, event, {
    ...formerState(event, call),
    ...decisionOf(call),
    status: "rejected",
    rejected_reason: reason,
    refund_due: amountPaid(event) || null,
  });
  await publish(call, "events.ended", { eventId: event.id });
  await publishReleased(call, event);
  await notifyCustomers(call, "Rejected", [event.id], { reason, notify });
  return rejected;
}

export async function completeEvent(call: Call<typeof events.complete>): Promise<Event> {
  const event = await findEventForAct("complete", call);
  if (event.end_time > call.now) throw new HttpError(409, message("events.notOver"));
  const completed = await applyTransition(call, event, { status: "completed" });
  await publish(call, "events.completed", { eventId: event.id });
  return completed;
}

/** Counts again: after the cancellation the member may have booked another event. */
async function assertRestoredWithinLimits(call: EventCall, event: EventRow, timezone: string): Promise<void> {
  const { start_time, end_time, sport_id: sportId } = event;
  const booking = { start: start_time.getTime(), end: end_time.getTime(), sportId, timezone };
  const date = localDateOf(timezone, start_time);
  await assertWithinLimits(call, await findRulesOfMember(call, call.access, date), booking);
}

const isApprovedRequest = ({ status, former_status }: EventRow): boolean =>
  status === "approved" && former_status === "pending";

/** Takes back what was canceled or rejected, or the approval of a request. */
export async function restoreEvent(call: Call<typeof events.restore>): Promise<Event> {
  const { db, access, user, now } = call;
  const event = await findEventForAct((found) => (isApprovedRequest(found) ? "undoApproval" : "restore"), call);
  if (isApprovedRequest(event)) return undoApproval(call, event);
  const isTeam = access.isTeam && access.permissions.has("events.update");
  if (!isTeam && !canUndo(event, { userId: user.id, now })) throw forbidden("events.update");
  if (!isRestorable(event, now)) throw new HttpError(409, message("events.notRestorable"));
  const field = await findFieldToBook(db, call, event.field_id, notFound);
  if (field.status === "closed") throw new HttpError(409, message("events.fieldClosed"));
  if (!access.isTeam) await assertRestoredWithinLimits(call, event, field.timezone);
  await reoccupyUnits(db, event, field.turnaround);
  await reclaimPromo({ ...call, organizationId: event.organization_id }, event);
  const restored = await applyTransition(call, event, {
    status: event.former_status ?? "approved",
    pending_reason: event.former_pending_reason,
    ...clearedFormerState,
    ...(event.status === "rejected" && clearedDecision),
    canceled_reason: null,
    rejected_reason: null,
    refund_due: null,
    refund_percent: null,
    ...(await replanReminders(call, event)),
  });
  await publish(call, "events.restored", { eventId: event.id, endedAt: event.ended_at });
  const kind = restored.status === "pending" ? "Received" : "Restored";
  if (event.user_id !== user.id) await notifyCustomers(call, kind, [event.id], { notify: call.body.notify });
  return restored;
}
