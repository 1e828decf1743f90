/** What becomes of an event at somebody's word: approved, rejected, canceled, completed, and brought back. */
import type { Cancellation, Event, events } from "#contract/events.ts";
import {
  bookerMay,
  cancelableUntil,
  isBooker,
  isRestorable,
  mayUndo,
  paymentStatusOf,
  stateOf,
  type Act,
} from "#contract/events-rules.ts";
import type { Body, Endpoint } from "#contract/kit.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { announce } from "#server/kit/announce.ts";
import { forbidden } from "#server/kit/gate.ts";
import { invalid, notFound, Problem, say, spell } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findMembershipToBook } from "#server/members/memberships.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { formatMoney } from "#words/money.ts";
import { occupyAnew, refuseMore, release } from "./holds.ts";
import { findEvent, findEventToChange, updateEvent, type EventRow, type EventUpdate } from "./queries.ts";
import { remindedAt, requireTransition } from "./rules.ts";
import { tellCustomers } from "./tell.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /** An event was canceled or rejected: nobody should pay for it any more. */
    "events.ended": { eventId: string };
  }
}

type Verb<E extends Endpoint = Endpoint> = Call<E> & { params: { eventId: string } };

/** The event of the path, held until the end of the transaction, in a state that the act leads from. */
async function findFor(act: Act, call: Verb): Promise<EventRow> {
  const event = await findEventToChange(call.db, call, call.params.eventId);
  requireTransition(act, stateOf(event), call.t);
  return event;
}

async function settle(call: Verb, event: EventRow, row: EventUpdate & { status: string }): Promise<Event> {
  const { db, now, organizationId, record } = call;
  const payment_status = paymentStatusOf({ ...event, status: row.status });
  await updateEvent(db, organizationId, event.id, { ...row, payment_status, updated_at: now });
  const after = await findEvent(db, call, event.id);
  const reason = after.canceledReason ?? after.rejectedReason;
  record({ before: { status: event.status }, after: { status: after.status, ...(reason && { reason }) } });
  return after;
}

export async function approve(call: Call<typeof events.approve>): Promise<Event> {
  const event = await findFor("approve", call);
  const reminded_at = remindedAt(event.start_time, call.now);
  const approved = await settle(call, event, { status: "approved", pending_reason: null, reminded_at });
  await tellCustomers(call, "Approved", [event.id], { notify: call.body.notify });
  return approved;
}

/** What was paid for an event so far and not given back, in minor units. */
const paidOf = ({ paid, refunded }: EventRow): number => paid - refunded;

/** What was, so that it can be brought back. */
const former = ({ status, pending_reason }: EventRow, { user, now }: Verb) => ({
  pending_reason: null,
  hold_expires_at: null,
  former_status: status,
  former_pending_reason: pending_reason,
  ended_at: now,
  ended_by: user.id,
});

export async function reject(call: Call<typeof events.reject>): Promise<Event> {
  const event = await findFor("reject", call);
  const { reason, notify } = call.body;
  await release(call.db, event);
  const rejected = await settle(call, event, {
    ...former(event, call),
    status: "rejected",
    rejected_reason: reason,
    refund_due: paidOf(event) || null,
  });
  await announce(call, "events.ended", { eventId: event.id });
  await tellCustomers(call, "Rejected", [event.id], { reason, notify });
  return rejected;
}

/** @throws Problem 403 and 409 for who may not cancel it, or not any more */
function refuseToCancel(call: Verb, event: EventRow): void {
  const { standing, user, now } = call;
  const isTeam = standing.isTeam && standing.permissions.has("events.update");
  if (isTeam) return;
  if (!isBooker(event, { userId: user.id })) throw forbidden("events.update");
  if (!bookerMay(event, { userId: user.id, now })) throw new Problem(409, say("events.deadlinePassed"));
}

/** @throws Problem 422 beside the reason: whose booking is canceled by others wants to know why */
function refuseWithoutReason({ standing, user, body }: Call<typeof events.cancel>, event: EventRow): void {
  const isOthers = standing.isTeam && event.kind === "event" && !isBooker(event, { userId: user.id });
  if (isOthers && !body.reason) throw invalid({ reason: [say("events.reasonRequired")] });
}

function policyOf(call: Verb, event: EventRow): Pick<Cancellation, "policy" | "refund" | "paid"> {
  const isTeam = call.standing.isTeam && call.standing.permissions.has("events.update");
  // What somebody paid is between them and the team.
  const isTold = call.standing.isTeam || isBooker(event, { userId: call.user.id });
  const paid = isTold ? paidOf(event) : 0;
  if (paid === 0) return { policy: "nothing_paid", paid, refund: 0 };
  if (isTeam) return { policy: "team", paid, refund: paid };
  const isEarly = cancelableUntil(event) >= call.now;
  return isEarly ? { policy: "before_deadline", paid, refund: paid } : { policy: "after_deadline", paid, refund: 0 };
}

/**
 * Before the transaction, on the pool: what is held until it is paid is freed only after the provider was asked. It may have
 * been paid meanwhile; then it stands, and is canceled as what was paid for.
 */
export async function askBeforeCancel(call: Call<typeof events.cancel>): Promise<void> {
  const { db, house, now, organizationId, params } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  if (stateOf(event) !== "pendingPayment") return;
  refuseToCancel(call, event);
  refuseWithoutReason(call, event);
  await announce({ db, house, now, organizationId }, "events.holdExpiring", { eventId: event.id });
}

export async function cancel(call: Call<typeof events.cancel>): Promise<Event> {
  const { db, body, language } = call;
  const event = await findFor("cancel", call);
  refuseToCancel(call, event);
  refuseWithoutReason(call, event);
  const { paid, refund, policy } = policyOf(call, event);
  if (typeof body.refund === "number" && body.refund > paid)
    throw invalid({ refund: [say("events.refundTooHigh", { amount: formatMoney(paid, event.currency, language) })] });
  await release(db, event);
  const canceled = await settle(call, event, {
    ...former(event, call),
    status: "canceled",
    canceled_reason: body.reason ?? null,
    // Nothing is given back before nobody can take the cancel back any more: a job does it.
    refund_due: (policy === "team" ? chosen(body.refund, paid) : refund) || null,
  });
  await announce(call, "events.ended", { eventId: event.id });
  await tellCustomers(call, "Canceled", [event.id], { reason: body.reason, notify: body.notify });
  return canceled;
}

/** The team gives back all of it unless it says otherwise; the others what the policy says. */
const chosen = (asked: Body<typeof events.cancel>["refund"], paid: number): number =>
  typeof asked === "number" ? asked : asked === "none" ? 0 : paid;

/** The same questions as a cancel asks, without doing it. */
export async function readCancellation(call: Call<typeof events.cancellation>): Promise<Cancellation> {
  const { db, params, t } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  let reason: string | null = null;
  try {
    requireTransition("cancel", stateOf(event), t);
    refuseToCancel(call, event);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reason = spell(t, error.saying);
  }
  return {
    mayCancel: reason === null,
    reason,
    ...policyOf(call, event),
    currency: event.currency,
    cancelableUntil: cancelableUntil(event).toISOString(),
  };
}

export async function complete(call: Call<typeof events.complete>): Promise<Event> {
  const event = await findFor("complete", call);
  if (event.end_time > call.now) throw new Problem(409, say("events.notOver"));
  return settle(call, event, { status: "completed" });
}

/** Who cancels, books something else and takes the cancel back has one more than before. */
async function refuseMoreThanAllowed(call: Verb): Promise<void> {
  const { db, organizationId, standing, user } = call;
  const { mostActive } = await findBookingRules(db, organizationId, standing.roles);
  if (!mostActive) return;
  await findMembershipToBook(db, organizationId, user.id);
  await refuseMore(call, mostActive);
}

export async function restore(call: Call<typeof events.restore>): Promise<Event> {
  const { db, standing, user, now } = call;
  const event = await findFor("restore", call);
  const isTeam = standing.isTeam && standing.permissions.has("events.update");
  if (!isTeam && !mayUndo(event, { userId: user.id, now })) throw forbidden("events.update");
  if (!isRestorable(event, now)) throw new Problem(409, say("events.notRestorable"));
  const field = await findFieldToBook(db, call, event.field_id, notFound);
  if (field.status === "closed") throw new Problem(409, say("events.fieldClosed"));
  if (!standing.isTeam) await refuseMoreThanAllowed(call);
  await occupyAnew(db, event, field.turnaround);
  const restored = await settle(call, event, {
    status: event.former_status ?? "approved",
    pending_reason: event.former_pending_reason,
    former_status: null,
    former_pending_reason: null,
    canceled_reason: null,
    rejected_reason: null,
    ended_at: null,
    ended_by: null,
    refund_due: null,
    reminded_at: remindedAt(event.start_time, now),
  });
  const kind = restored.status === "pending" ? "Received" : "Restored";
  if (event.customer_id !== user.id) await tellCustomers(call, kind, [event.id], { notify: call.body.notify });
  return restored;
}
