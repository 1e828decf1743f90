/**
 * The life of an event: what can become of it, and at whose hands. Everything that is not in the table is refused. Pure.
 * `docs/decisions/0017-life-of-an-event.md` shows it in words.
 */
import type { EventAction } from "./events.ts";
import type { Permission } from "./permissions.ts";

export const states = ["pendingPayment", "pendingApproval", "approved", "rejected", "canceled", "completed"] as const;
export type State = (typeof states)[number];
/** `pay` and `expire` come from the payment's provider and from the clock, never from a person. */
export const acts = ["approve", "reject", "cancel", "edit", "complete", "restore", "pay", "expire"] as const;
export type Act = (typeof acts)[number];

export interface Transition {
  act: Act;
  from: State;
  /** Where it leads; more than one where the field's approval, or what it was before, decides. */
  to: readonly State[];
  by: readonly ("team" | "booker" | "job")[];
}

export const transitions: readonly Transition[] = [
  { act: "approve", from: "pendingApproval", to: ["approved"], by: ["team"] },
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
];

export function stateOf({ status, pending_reason }: { status: string; pending_reason: string | null }): State {
  if (status === "pending") return pending_reason === "payment" ? "pendingPayment" : "pendingApproval";
  return status as State;
}

export const transitionOf = (act: Act, from: State): Transition | undefined =>
  transitions.find((one) => one.act === act && one.from === from);

/** Who looks at an event, and when. */
export interface Reader {
  userId: string;
  isTeam: boolean;
  permissions: ReadonlySet<Permission>;
  now: Date;
}

/** What an act depends on beside the state. */
export interface Standing {
  status: string;
  pending_reason: string | null;
  kind: string;
  customer_id: string | null;
  start_time: Date;
  end_time: Date;
  ended_at: Date | null;
  ended_by: string | null;
  former_status: string | null;
  former_pending_reason: string | null;
  expired: boolean;
  /** Hours, of the field. */
  cancellation_deadline: number;
}

/**
 * How an event stands with its money; it follows from these, and is never set by hand.
 * @param event minor units: what it costs, what came in, and what went back or is about to
 */
export function paymentStatusOf(event: { status: string; price: number; paid: number; refunded: number }) {
  const { status, price, paid, refunded } = event;
  const stands = status !== "canceled" && status !== "rejected";
  if (paid === 0) return price > 0 && stands ? "due" : "none";
  if (refunded === 0) return paid >= price ? "paid" : "partially_paid";
  if (refunded >= paid) return "refunded";
  return stands && paid - refunded >= price ? "paid" : "partially_refunded";
}

const hour = 3_600_000;
/** As long as the provider's page to pay on lives: it wants half an hour, and a minute to get there. */
export const holdMs = 31 * 60_000;
/** A toast offers to take a cancel back for 10 seconds; the way there and back is granted too. */
export const undoMs = 15_000;
/** So long after its end an event is completed by itself: the last words are not said over a game in extra time. */
export const completeMs = 15 * 60_000;

/** Whether it is over for so long that it is completed by itself: then it can no longer be moved, not even back. @param now epoch milliseconds */
export const isCompletedBy = ({ status, endTime }: { status: string; endTime: string }, now: number): boolean =>
  status === "approved" && Date.parse(endTime) + completeMs <= now;

/** Until when the booker may cancel or move. */
export const cancelableUntil = ({ start_time, cancellation_deadline }: Standing): Date =>
  new Date(start_time.getTime() - cancellation_deadline * hour);

export const isBooker = (event: Standing, { userId }: Pick<Reader, "userId">): boolean => event.customer_id === userId;

/** A member's own booking, while nobody else's plans depend on it. What is not paid yet can be let go at any time. */
export const bookerMay = (event: Standing, { userId, now }: Pick<Reader, "userId" | "now">): boolean =>
  isBooker(event, { userId }) &&
  event.start_time > now &&
  (cancelableUntil(event) >= now || stateOf(event) === "pendingPayment");

/** Whoever canceled takes it back at once; the team also later. */
export const mayUndo = (event: Standing, { userId, now }: Pick<Reader, "userId" | "now">): boolean =>
  event.ended_by === userId && event.ended_at !== null && now.getTime() - event.ended_at.getTime() <= undoMs;

/** What was a hold, ran out, or has begun by now does not come back. */
export const isRestorable = (event: Standing, now: Date): boolean =>
  !event.expired && event.former_status !== null && event.former_pending_reason !== "payment" && event.start_time > now;

/** What a reader may do with an event now; the same questions that the acts themselves ask. */
export function actionsOf(event: Standing, reader: Reader): EventAction[] {
  const can = (act: Act) => transitionOf(act, stateOf(event)) !== undefined;
  const changes = reader.isTeam ? reader.permissions.has("events.update") : bookerMay(event, reader);
  const approves = reader.isTeam && reader.permissions.has("events.approve");
  const restores = (reader.isTeam && reader.permissions.has("events.update")) || mayUndo(event, reader);
  const may: Record<EventAction, boolean> = {
    edit: changes && can("edit") && event.kind === "event",
    move: changes && can("edit"),
    cancel: (changes || bookerMay(event, reader)) && can("cancel"),
    approve: approves && can("approve"),
    reject: approves && can("reject"),
    complete: reader.isTeam && changes && can("complete") && event.end_time <= reader.now,
    restore: restores && can("restore") && isRestorable(event, reader.now),
  };
  return (Object.keys(may) as EventAction[]).filter((action) => may[action]);
}
