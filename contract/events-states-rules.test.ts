import { describe, expect, test } from "vitest";
import {
  listAllowedActions,
  transitionNames,
  canBookerChange,
  isRestorable,
  canUndo,
  eventStates,
  eventStateOf,
  findTransition,
  type TransitionName,
  type EventReader,
  type EventLifecycle,
  type EventState,
  computePaymentStatus,
} from "./events-states-rules.ts";
import { permissions } from "./permissions.ts";

/** The transitions of decision 0017, row by row. All others are refused. */
const table: Record<TransitionName, Partial<Record<EventState, readonly EventState[]>>> = {
  approve: { pendingApproval: ["approved"] },
  undoApproval: { approved: ["pendingApproval"] },
  reject: { pendingApproval: ["rejected"] },
  cancel: {
    pendingPayment: ["canceled"],
    pendingApproval: ["canceled"],
    pendingOffer: ["canceled"],
    approved: ["canceled"],
  },
  edit: { approved: ["approved"] },
  complete: { approved: ["completed"] },
  restore: { rejected: ["approved", "pendingApproval"], canceled: ["approved", "pendingApproval"] },
  pay: { pendingPayment: ["approved", "pendingApproval"] },
  expire: { pendingPayment: ["canceled"], pendingOffer: ["canceled"] },
  take: { pendingOffer: ["approved", "pendingApproval", "pendingPayment"] },
};

describe.each(transitionNames)("%s", (act) => {
  test.each(eventStates)("from %s", (from) => {
    expect(findTransition(act, from)?.to).toEqual(table[act][from]);
  });
});

const now = new Date("2026-06-01T08:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const event = (more: Partial<EventLifecycle> = {}): EventLifecycle => ({
  status: "approved",
  pending_reason: null,
  kind: "event",
  user_id: "me",
  customer_id: "my customer",
  start_time: inHours(48),
  end_time: inHours(49),
  ended_at: null,
  ended_by: null,
  former_status: null,
  former_pending_reason: null,
  expired: false,
  cancellation_deadline: 24,
  cancellation: { until: 1440, steps: [{ from: 1440, percent: 100 }] },
  price: 3600,
  shared: 0,
  ...more,
});
const member: EventReader = { userId: "me", isTeam: false, permissions: new Set(), now };
const team: EventReader = { userId: "staff", isTeam: true, permissions: new Set(permissions), now };

test("a status with its reason is a state", () => {
  expect(eventStateOf({ status: "pending", pending_reason: "payment" })).toBe("pendingPayment");
  expect(eventStateOf({ status: "pending", pending_reason: "approval" })).toBe("pendingApproval");
  expect(eventStateOf({ status: "pending", pending_reason: "offer" })).toBe("pendingOffer");
  expect(eventStateOf({ status: "completed", pending_reason: null })).toBe("completed");
});

test("the booker may change and cancel up to the deadline, to the minute", () => {
  expect(listAllowedActions(event(), member)).toEqual(["edit", "move", "cancel"]);
  expect(canBookerChange(event({ start_time: inHours(24) }), member)).toBe(true);
  expect(canBookerChange(event({ start_time: new Date(inHours(24).getTime() - 1) }), member)).toBe(false);
  expect(listAllowedActions(event({ start_time: inHours(1) }), member)).toEqual([]);
  expect(listAllowedActions(event({ user_id: "somebody" }), member)).toEqual([]);
});

test("a booking that waits for payment or approval can be canceled until it begins", () => {
  const held = event({ status: "pending", pending_reason: "payment", start_time: inHours(1) });
  expect(listAllowedActions(held, member)).toEqual(["cancel"]);
  expect(listAllowedActions({ ...held, start_time: inHours(-1) }, member)).toEqual([]);
});

test("an offer of the waitlist is taken back, and neither changed nor canceled as a booking", () => {
  const offer = event({ status: "pending", pending_reason: "offer", user_id: null });
  expect([listAllowedActions(offer, team), listAllowedActions(offer, member)]).toEqual([[], []]);
  const ended = { status: "canceled", pending_reason: null, former_status: "pending", former_pending_reason: "offer" };
  expect(isRestorable(event(ended), now)).toBe(false);
});

test("the team approves, rejects and cancels what waits, with its permissions alone", () => {
  const waiting = event({ status: "pending", pending_reason: "approval" });
  expect(listAllowedActions(waiting, team)).toEqual(["cancel", "approve", "reject"]);
  expect(listAllowedActions(waiting, { ...team, permissions: new Set(["events.approve"]) })).toEqual([
    "approve",
    "reject",
  ]);
  expect(listAllowedActions(waiting, { ...team, permissions: new Set() })).toEqual([]);
});

test("blocks are moved and canceled, never edited", () => {
  expect(listAllowedActions(event({ kind: "block" }), team)).toEqual(["move", "cancel"]);
});

test("an event is completed once it is over", () => {
  expect(listAllowedActions(event({ start_time: inHours(-2), end_time: inHours(-1) }), team)).toContain("complete");
  expect(listAllowedActions(event({ start_time: inHours(-1), end_time: inHours(1) }), team)).not.toContain("complete");
});

test("a canceled event is restored by the team, and within seconds by the person who canceled it", () => {
  const canceled = event({ status: "canceled", former_status: "approved", ended_by: "me", ended_at: now });
  expect(listAllowedActions(canceled, team)).toEqual(["restore"]);
  expect(listAllowedActions(canceled, member)).toEqual(["restore"]);
  expect(canUndo(canceled, { userId: "me", now: new Date(now.getTime() + 15_001) })).toBe(false);
  expect(canUndo(canceled, { userId: "somebody", now })).toBe(false);
});

test("expired holds, canceled holds and events that have begun cannot be restored", () => {
  const canceled = event({ status: "canceled", former_status: "approved" });
  expect(isRestorable(canceled, now)).toBe(true);
  expect(isRestorable({ ...canceled, expired: true }, now)).toBe(false);
  expect(isRestorable({ ...canceled, former_pending_reason: "payment" }, now)).toBe(false);
  expect(isRestorable({ ...canceled, former_status: null }, now)).toBe(false);
  expect(isRestorable({ ...canceled, start_time: now }, now)).toBe(false);
});

test.each([
  ["approved", 1800, 0, 0, "due"],
  ["approved", 0, 0, 0, "none"],
  ["canceled", 1800, 0, 0, "none"],
  ["approved", 1800, 900, 0, "partially_paid"],
  ["approved", 1800, 1800, 0, "paid"],
  ["approved", 1800, 1800, 1, "partially_refunded"],
  ["approved", 1800, 1800, 1800, "refunded"],
  ["approved", 900, 1800, 900, "paid"],
  ["canceled", 900, 1800, 900, "partially_refunded"],
  ["approved", 1800, 3600, 1800, "paid"],
  ["completed", 0, 1800, 0, "paid"],
])("%s, at a price of %d, with %d paid and %d given back: %s", (status, price, paid, refunded, expected) => {
  expect(computePaymentStatus({ status, price, shared: 0, paid, refunded, covered: 0, is_written_off: false })).toBe(
    expected,
  );
});

test("a booking that a pack pays is paid as long as it stands", () => {
  const money = { price: 1800, shared: 0, paid: 0, refunded: 0, is_written_off: false };
  expect(computePaymentStatus({ ...money, status: "approved", covered: 1800 })).toBe("paid");
  expect(computePaymentStatus({ ...money, status: "canceled", covered: 900 })).toBe("none");
});

test("the shares of other players are not its booker's to pay", () => {
  const money = { price: 3350, shared: 2511, refunded: 0, covered: 0, is_written_off: false };
  expect(computePaymentStatus({ ...money, status: "approved", paid: 0 })).toBe("due");
  expect(computePaymentStatus({ ...money, status: "approved", paid: 839 })).toBe("paid");
  expect(computePaymentStatus({ ...money, status: "approved", shared: 1674, paid: 839 })).toBe("partially_paid");
});

test("what is written off is neither due nor paid in part, as long as it stands and nothing came back", () => {
  const money = { price: 1800, shared: 0, covered: 0, is_written_off: true };
  expect(computePaymentStatus({ ...money, status: "approved", paid: 0, refunded: 0 })).toBe("written_off");
  expect(computePaymentStatus({ ...money, status: "completed", paid: 600, refunded: 0 })).toBe("written_off");
  expect(computePaymentStatus({ ...money, status: "completed", paid: 1800, refunded: 0 })).toBe("paid");
  expect(computePaymentStatus({ ...money, status: "completed", paid: 600, refunded: 600 })).toBe("refunded");
  expect(computePaymentStatus({ ...money, status: "canceled", paid: 0, refunded: 0 })).toBe("none");
  expect(computePaymentStatus({ ...money, status: "approved", paid: 0, refunded: 0, covered: 1800 })).toBe("paid");
});
