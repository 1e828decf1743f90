/**
 * State machine of events, and who may change or cancel until when (cancellation deadline), as in
 * `docs/decisions/0017-life-of-an-event.md`. Pure. Transitions that are not in the table are refused.
 */
import { attendanceTime } from "./events-attendance-rules.ts";
import {
  computeCancellation,
  findCancellationEnd,
  type CancellationRule,
  type CancellationSubject,
} from "./events-cancellation-rules.ts";
import type { EventAction } from "./events.ts";
import type { CancellationPolicy } from "./organization-options.ts";
import { freeCancellation, percentAt } from "./organizations-cancellation-rules.ts";
import type { Permission } from "./permissions.ts";

export const eventStates = [
  "pendingPayment",
  "pendingApproval",
  /** A slot that the waitlist holds for somebody, who has not answered yet. */
  "pendingOffer",
  "approved",
  "rejected",
  "canceled",
  "completed",
] as const;
export type EventState = (typeof eventStates)[number];
/** Only the payment provider makes `pay`, only a job makes `expire`, and only who was offered a slot makes `take`. */
export const transitionNames = [
  "approve",
  "undoApproval",
  "reject",
  "cancel",
  "edit",
  "complete",
  "restore",
  "pay",
  "expire",
  "take",
] as const;
export type TransitionName = (typeof transitionNames)[number];

export interface EventTransition {
  act: TransitionName;
  from: EventState;
  to: readonly EventState[];
  by: readonly ("team" | "booker" | "job")[];
}

export const eventTransitions: readonly EventTransition[] = [
  { act: "approve", from: "pendingApproval", to: ["approved"], by: ["team"] },
  { act: "undoApproval", from: "approved", to: ["pendingApproval"], by: ["team"] },
  { act: "reject", from: "pendingApproval", to: ["rejected"], by: ["team"] },
  { act: "cancel", from: "pendingPayment", to: ["canceled"], by: ["team", "booker"] },
  { act: "cancel", from: "pendingApproval", to: ["canceled"], by: ["team", "booker"] },
  { act: "cancel", from: "approved", to: ["canceled"], by: ["team", "booker"] },
  { act: "edit", from: "approved", to: ["approved"], by: ["team", "booker"] },
  { act: "complete", from: "approved", to: ["completed"], by: ["team", "job"] },
  { act: "restore", from: "rejected", to: ["approved", "pendingApproval"], by: ["team"] },
  { act: "restore", from: "canceled", to: ["approved", "pendingApproval"], by: ["team", "booker"] },
  { act: "pay", from: "pendingPayment", to: ["approved", "pendingApproval"], by: ["job"] },
  { act: "expire", from: "pendingPayment", to: ["canceled"], by: ["job"] },
  { act: "take", from: "pendingOffer", to: ["approved", "pendingApproval", "pendingPayment"], by: ["booker"] },
  { act: "cancel", from: "pendingOffer", to: ["canceled"], by: ["team"] },
  { act: "expire", from: "pendingOffer", to: ["canceled"], by: ["job"] },
];

export function eventStateOf({
  status,
  pending_reason,
}: {
  status: string;
  pending_reason: string | null;
}): EventState {
  if (status === "pending")
    return pending_reason === "payment"
      ? "pendingPayment"
      : pending_reason === "offer"
        ? "pendingOffer"
        : "pendingApproval";
  return status as EventState;
}

/** Whether something of the price is still owed, if the event stands. */
export const isUnpaidStatus = (paymentStatus: string): boolean =>
  paymentStatus === "due" || paymentStatus === "partially_paid";

/** An event that stands and is not fully paid; one that waits for its approval or its payment is no debt. */
export const isDebt = ({ status, paymentStatus }: { status: string; paymentStatus: string }): boolean =>
  (status === "approved" || status === "completed") && isUnpaidStatus(paymentStatus);

export const findTransition = (act: TransitionName, from: EventState): EventTransition | undefined =>
  eventTransitions.find((one) => one.act === act && one.from === from);

export interface EventReader {
  userId: string;
  isTeam: boolean;
  permissions: ReadonlySet<Permission>;
  now: Date;
}

export interface EventLifecycle {
  status: string;
  pending_reason: string | null;
  kind: string;
  /** Account of the customer. */
  user_id: string | null;
  customer_id: string | null;
  start_time: Date;
  end_time: Date;
  ended_at: Date | null;
  ended_by: string | null;
  former_status: string | null;
  former_pending_reason: string | null;
  expired: boolean;
  /** Hours, of the field; null: as the conditions say. */
  cancellation_deadline: number | null;
  /** `CancellationPolicy`, as it was when the event was booked; null: all comes back until the start. */
  cancellation: unknown;
  /** Minor units. */
  price: number;
  /** The part of it that other players owe. */
  shared: number;
}

/** The part of the price that its booker owes. Minor units. */
export const ownPrice = ({ price, shared }: { price: number; shared: number }): number => Math.max(0, price - shared);

/**
 * Derives the payment status of an event, of the part that its booker owes; nobody sets it by hand.
 * @param event minor units; `refunded` includes pending refunds; `covered` is what a pack settles: all or nothing; `shared` is
 * what other players owe
 */
export function computePaymentStatus(event: {
  status: string;
  price: number;
  shared: number;
  paid: number;
  refunded: number;
  covered: number;
  is_written_off: boolean;
}) {
  const { status, paid, refunded, covered, is_written_off } = event;
  const price = ownPrice(event);
  const stands = status !== "canceled" && status !== "rejected";
  if (is_written_off && stands && refunded === 0 && covered === 0 && paid < price) return "written_off";
  if (paid === 0) return price > 0 && stands ? (covered > 0 ? "paid" : "due") : "none";
  if (refunded === 0) return paid >= price ? "paid" : "partially_paid";
  if (refunded >= paid) return "refunded";
  return stands && paid - refunded >= price ? "paid" : "partially_refunded";
}

/** The provider's checkout session needs 30 minutes, plus one minute to open it. */
export const HOLD_MS = 31 * 60_000;
/** The undo toast lasts 10 seconds; the rest allows for slow networks. */
export const UNDO_MS = 15_000;
/** Events are completed this long after their end, because games run into extra time. */
export const COMPLETE_AFTER_MS = 15 * 60_000;

/** Whether the complete job takes this event, which then can no longer be moved. @param now epoch milliseconds */
export const isAutoCompleted = ({ status, endTime }: { status: string; endTime: string }, now: number): boolean =>
  status === "approved" && Date.parse(endTime) + COMPLETE_AFTER_MS <= now;

type CancellationConditions = Pick<EventLifecycle, "start_time" | "cancellation_deadline" | "cancellation">;

/** Conditions of an event, as the rules of cancellations take them. */
export const toCancellationSubject = (
  event: CancellationConditions,
): Pick<CancellationSubject, "start" | "policy" | "deadline"> => ({
  start: event.start_time,
  policy: event.cancellation as CancellationPolicy | null,
  deadline: event.cancellation_deadline,
});

export const cancelableUntil = (event: CancellationConditions): Date =>
  findCancellationEnd(toCancellationSubject(event));

/** Until then all of the price comes back; undefined if that is at no time. */
export function freeUntil({ start_time, cancellation }: CancellationConditions): Date | undefined {
  const { steps } = (cancellation as CancellationPolicy | null) ?? freeCancellation;
  const step = steps.find(({ percent }) => percent === 100);
  return step && new Date(start_time.getTime() - step.from * 60_000);
}

/** Percent of the price that comes back by the conditions, whoever cancels. */
export const refundPercentAt = ({ start_time, cancellation }: CancellationConditions, now: Date): number =>
  percentAt((cancellation as CancellationPolicy | null) ?? freeCancellation, start_time.getTime() - now.getTime());

/** A guest acts by the id of their customer. */
export const isBooker = (event: EventLifecycle, { userId }: Pick<EventReader, "userId">): boolean =>
  event.user_id === userId || event.customer_id === userId;

/** The rule of a booking for its reader. */
export const cancellationOf = (
  event: EventLifecycle & { paid?: number; refunded?: number },
  { userId, now }: { userId: string | null; now: Date },
): CancellationRule =>
  computeCancellation(
    {
      state: eventStateOf(event),
      ...toCancellationSubject(event),
      paid: (event.paid ?? 0) - (event.refunded ?? 0),
      price: ownPrice(event),
    },
    { now, isOwn: userId !== null && isBooker(event, { userId }) },
  );

/** Bookers may change their own event until the deadline, and release an unpaid hold until the start. */
export const canBookerChange = (event: EventLifecycle, reader: Pick<EventReader, "userId" | "now">): boolean =>
  cancellationOf(event, reader).state === "open";

/** A step of the conditions that has passed cannot be won back by a move to another day. */
export const canBookerMove = (event: EventLifecycle, reader: Pick<EventReader, "userId" | "now">): boolean =>
  canBookerChange(event, reader) && refundPercentAt(event, reader.now) === refundPercentAt(event, new Date(0));

/** The person who canceled, approved or rejected has a short time to undo. The team may restore later what was canceled or rejected. */
export const canUndo = (event: EventLifecycle, { userId, now }: Pick<EventReader, "userId" | "now">): boolean =>
  event.ended_by === userId && event.ended_at !== null && now.getTime() - event.ended_at.getTime() <= UNDO_MS;

/** Expired holds and events that have started cannot be restored, unless they were ended just now. */
export const isRestorable = (event: EventLifecycle, now: Date): boolean =>
  !event.expired &&
  event.former_status !== null &&
  event.former_pending_reason !== "payment" &&
  event.former_pending_reason !== "offer" &&
  (event.start_time > now || (event.ended_at !== null && now.getTime() - event.ended_at.getTime() <= UNDO_MS));

export function listAllowedActions(event: EventLifecycle, reader: EventReader): EventAction[] {
  const can = (act: TransitionName) => findTransition(act, eventStateOf(event)) !== undefined;
  const changes = reader.isTeam ? reader.permissions.has("events.update") : canBookerChange(event, reader);
  const approves = reader.isTeam && reader.permissions.has("events.approve");
  const restores = (reader.isTeam && reader.permissions.has("events.update")) || canUndo(event, reader);
  const may: Record<EventAction, boolean> = {
    edit: changes && can("edit") && event.kind === "event",
    move: (reader.isTeam ? changes : canBookerMove(event, reader)) && can("edit"),
    // An offer is taken back, which tells who had it.
    cancel: (changes || canBookerChange(event, reader)) && can("cancel") && eventStateOf(event) !== "pendingOffer",
    approve: approves && can("approve"),
    reject: approves && can("reject"),
    complete: reader.isTeam && changes && can("complete") && event.end_time <= reader.now,
    restore: restores && can("restore") && isRestorable(event, reader.now),
    markAttendance: reader.isTeam && changes && attendanceTime(event, reader.now) === "open",
  };
  return (Object.keys(may) as EventAction[]).filter((action) => may[action]);
}
