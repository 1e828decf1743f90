/** Transitions of an event by a person: approve and its undo, reject, cancel, complete, restore. */
import type { Cancellation, Event, events } from "#contract/events.ts";
import {
  cancelableUntil,
  isBooker,
  isRestorable,
  refundPercentAt,
  canUndo,
  computePaymentStatus,
  eventStateOf,
  freeUntil,
  type TransitionName,
} from "#contract/events-states-rules.ts";
import type { Body, Endpoint } from "#contract/kit.ts";
import { computeRefund } from "#contract/organizations-cancellation-rules.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { accountIdOf } from "#server/kit/process/app-context.ts";
import { invalidFields, notFound, HttpError, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { formatMoney } from "#messages/format-money.ts";
import { assertWithinLimits } from "#server/booking-limits/limits.ts";
import { findCancellationRefusal } from "./cancellation-refusal.ts";
import { publishReleased, reoccupyUnits, releaseUnits } from "./occupancy.ts";
import { endOffer } from "./offers.ts";
import { findEvent, findEventToChange, updateEvent, type EventRow, type EventUpdate } from "./queries.ts";
import { initialRemindedAt, assertTransition } from "./booking-rules.ts";
import { notifyCustomers } from "./notifications.ts";
import { activityLinks } from "./activity-entries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "events.approved": { eventId: string };
    /** An event was canceled or rejected. */
    "events.ended": { eventId: string };
    /** An approval, a rejection or a cancellation was undone. @param endedAt its instant */
    "events.restored": { eventId: string; endedAt: Date | null };
  }
}

type EventCall<E extends Endpoint = Endpoint> = Call<E> & { params: { eventId: string } };

/** Locks the event until the transaction ends. @throws HttpError 409 if its state does not allow the act */
async function findEventForAct(
  act: TransitionName | ((event: EventRow) => TransitionName),
  call: EventCall,
): Promise<EventRow> {
  const event = await findEventToChange(call.db, call, call.params.eventId);
  assertTransition(typeof act === "string" ? act : act(event), eventStateOf(event), call.t);
  return event;
}

async function applyTransition(
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
  const reminded_at = initialRemindedAt(event.start_time, call.now);
  // `ended_at` and `ended_by` say who may undo the approval, and until when.
  const row = { ...formerState(event, call), ...decisionOf(call), status: "approved", reminded_at };
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
const amountPaid = ({ paid, refunded }: EventRow): number => paid - refunded;

const formerState = ({ status, pending_reason }: EventRow, { user, now }: EventCall) => ({
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

async function assertMayCancel(call: EventCall, event: EventRow): Promise<void> {
  const { access, user } = call;
  const isTeam = access.isTeam && access.permissions.has("events.update");
  if (isTeam) return;
  if (!isBooker(event, { userId: user.id })) throw forbidden("events.update");
  const refusal = await findCancellationRefusal(call, event);
  if (refusal) throw new HttpError(409, refusal);
}

function assertReasonGiven({ access, user, body }: Call<typeof events.cancel>, event: EventRow): void {
  const isOthers = access.isTeam && event.kind === "event" && !isBooker(event, { userId: user.id });
  if (isOthers && !body.reason) throw invalidFields({ reason: [message("events.reasonRequired")] });
}

const mayChooseRefund = ({ access }: EventCall): boolean =>
  access.isTeam && access.permissions.has("events.update") && access.permissions.has("payments.refund");

type RefundPolicy = Pick<Cancellation, "policy" | "refund" | "paid" | "percent" | "refundByConditions">;

/** The conditions of the event decide; other amounts need `payments.refund`. */
function findRefundPolicy(call: EventCall, event: EventRow): RefundPolicy {
  // Only the payer and the team may see payments.
  const isTold = call.access.isTeam || isBooker(event, { userId: call.user.id });
  const paid = isTold ? amountPaid(event) : 0;
  const percent = refundPercentAt(event, call.now);
  const refund = computeRefund({ price: event.price, paid }, percent);
  const terms = { paid, percent, refundByConditions: refund };
  if (paid === 0) return { ...terms, policy: "nothing_paid", refund: 0 };
  if (mayChooseRefund(call)) return { ...terms, policy: "team", refund: paid };
  if (percent === 100) return { ...terms, policy: "before_deadline", refund };
  return { ...terms, policy: refund > 0 ? "partial" : "after_deadline", refund };
}

/** Asks the provider before the transaction: if a hold was paid meanwhile, it is confirmed, and canceled as a paid event. */
export async function checkPaymentBeforeCancel(call: Call<typeof events.cancel>): Promise<void> {
  const { db, appContext, now, organizationId, params } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  if (eventStateOf(event) !== "pendingPayment") return;
  await assertMayCancel(call, event);
  assertReasonGiven(call, event);
  await publish({ db, appContext, now, organizationId }, "events.holdExpiring", { eventId: event.id });
}

export const cancelEvent = (call: Call<typeof events.cancel>): Promise<Event> => cancelWith(call, findRefundPolicy);

/**
 * A closure or a block is nobody's fault among the customers: whoever may close refunds all that was paid, also after the
 * deadline. @throws HttpError 403 for another refund without `payments.refund`
 */
export const cancelForClosure = (call: Call<typeof events.cancel>): Promise<Event> =>
  cancelWith(call, (_call, event) => ({
    policy: mayChooseRefund(call) ? "team" : "before_deadline",
    paid: amountPaid(event),
    refund: amountPaid(event),
    percent: 100,
    refundByConditions: amountPaid(event),
  }));

/** The share that comes back; where nothing was paid, the one that the conditions would give. */
function refundPercentOf(
  { body }: Call<typeof events.cancel>,
  { paid, refund, percent }: Pick<RefundPolicy, "paid" | "refund" | "percent">,
): number {
  if (paid > 0) return Math.floor((refund * 100) / paid);
  return body.refund === "full" ? 100 : percent;
}

async function cancelWith(
  call: Call<typeof events.cancel>,
  findPolicy: (...given: Parameters<typeof findRefundPolicy>) => RefundPolicy,
): Promise<Event> {
  const { db, body, language } = call;
  const event = await findEventForAct("cancel", call);
  if (eventStateOf(event) === "pendingOffer") return withdrawOffer(call, event);
  await assertMayCancel(call, event);
  assertReasonGiven(call, event);
  const { paid, refund, policy, percent } = findPolicy(call, event);
  if (typeof body.refund === "number" && body.refund > paid)
    throw invalidFields({
      refund: [message("events.refundTooHigh", { amount: formatMoney(paid, event.currency, language) })],
    });
  const refundDue = chosenRefund(body.refund, { paid, refund });
  if (refundDue !== refund && policy !== "team" && call.access.isTeam) throw forbidden("payments.refund");
  // The booker sends the amount that the dialog has shown: meanwhile a step may have passed.
  if (refundDue !== refund && typeof body.refund === "number" && !call.access.isTeam)
    throw new HttpError(
      409,
      message("events.refundChanged", { amount: formatMoney(refund, event.currency, language) }),
    );
  const refundMade = policy === "team" ? refundDue : refund;
  await releaseUnits(db, event);
  const canceled = await applyTransition(call, event, {
    ...formerState(event, call),
    status: "canceled",
    canceled_reason: body.reason ?? null,
    // A job sends the refund once the cancellation cannot be undone any more.
    refund_due: refundMade || null,
    refund_percent: refundPercentOf(call, { paid, refund: refundMade, percent }),
  });
  await publish(call, "events.ended", { eventId: event.id });
  await publishReleased(call, event);
  await notifyCustomers(call, "Canceled", [event.id], { reason: body.reason, notify: body.notify });
  return canceled;
}

/** An offer of the waitlist gives way to what the team does with the time. */
async function withdrawOffer(call: Call<typeof events.cancel>, event: EventRow): Promise<Event> {
  if (!call.access.permissions.has("events.override")) throw forbidden("events.override");
  await endOffer(call, event, "withdrawn");
  call.record({ before: { status: event.status }, after: { status: "canceled" }, ...activityLinks(event) });
  return findEvent(call.db, call, event.id);
}

function chosenRefund(
  choice: Body<typeof events.cancel>["refund"],
  { paid, refund }: Pick<Cancellation, "paid" | "refund">,
): number {
  if (typeof choice === "number") return choice;
  if (choice === "none") return 0;
  return choice === "full" ? paid : refund;
}

export async function readCancellation(call: Call<typeof events.cancellation>): Promise<Cancellation> {
  const { db, params, t } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  if (!call.access.isTeam && !isBooker(event, { userId: call.user.id })) throw forbidden("events.update");
  let reason: string | null = null;
  try {
    assertTransition("cancel", eventStateOf(event), t);
    await assertMayCancel(call, event);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    reason = renderMessage(t, error.localizedMessage);
  }
  return {
    mayCancel: reason === null,
    reason,
    ...findRefundPolicy(call, event),
    currency: event.currency,
    cancelableUntil: cancelableUntil(event).toISOString(),
    freeUntil: freeUntil(event)?.toISOString() ?? null,
  };
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
  await assertWithinLimits(call, await findBookingRules(call, call.access.roles), booking);
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
  const restored = await applyTransition(call, event, {
    status: event.former_status ?? "approved",
    pending_reason: event.former_pending_reason,
    ...clearedFormerState,
    ...(event.status === "rejected" && clearedDecision),
    canceled_reason: null,
    rejected_reason: null,
    refund_due: null,
    refund_percent: null,
    reminded_at: initialRemindedAt(event.start_time, now),
  });
  await publish(call, "events.restored", { eventId: event.id, endedAt: event.ended_at });
  const kind = restored.status === "pending" ? "Received" : "Restored";
  if (event.user_id !== user.id) await notifyCustomers(call, kind, [event.id], { notify: call.body.notify });
  return restored;
}
