import { expect, test } from "vitest";
import type { AffectedEvent } from "#contract/hours.ts";
import { type DecisionDraft, type DecisionDrafts, toDecision, moveAllWherePossible } from "./affected-events.tsx";

const event = (id: string, hour: number, free: string[], more: Partial<AffectedEvent> = {}): AffectedEvent => ({
  id,
  name: id,
  startTime: `2026-06-15T${String(hour).padStart(2, "0")}:00:00Z`,
  endTime: `2026-06-15T${String(hour + 1).padStart(2, "0")}:30:00Z`,
  status: "approved",
  kind: "event",
  field: { id: "one", name: "Court 1" },
  facility: { id: "halls", name: "Halls", timezone: "Europe/Paris" },
  customer: null,
  paid: 0,
  currency: "EUR",
  alternatives: free.map((fieldId) => ({ fieldId, name: fieldId })),
  ...more,
});
const move: DecisionDraft = { action: "move", fieldId: "two", date: "", time: "", isOtherTime: false, refund: "full" };

test("events move to fields that are free, no two to the same at once", () => {
  const all = [
    event("a", 8, ["two", "three"]),
    event("b", 9, ["two", "three"]),
    event("c", 9, ["two"]),
    event("d", 10, ["two"]),
  ];
  const cancel: DecisionDraft = { ...move, action: "cancel" };
  const choices = moveAllWherePossible(all, { c: cancel });
  const told = (given: DecisionDrafts) =>
    Object.entries(given).map(([id, { action, fieldId }]) => [id, action, fieldId]);
  expect(told(choices).toSorted()).toEqual([
    ["a", "move", "two"],
    ["b", "move", "three"],
    // No alternative is left, so the choice stays as it was.
    ["c", "cancel", "two"],
    ["d", "move", "two"],
  ]);
});

test("another time is read on the facility's clock, and a move without a goal is no decision yet", () => {
  const moved = event("a", 8, []);
  const other: DecisionDraft = { ...move, fieldId: "one", isOtherTime: true, date: "2026-06-16", time: "18:30" };
  expect(toDecision(moved, other)).toEqual({
    eventId: "a",
    action: "move",
    fieldId: "one",
    startTime: "2026-06-16T16:30:00Z",
  });
  expect(toDecision(moved, { ...other, time: "" })).toBeUndefined();
  expect(toDecision(moved, { ...move, fieldId: "" })).toBeUndefined();
  expect(toDecision(moved, move)).toEqual({ eventId: "a", action: "move", fieldId: "two" });
});

test("a refund is decided only where something was paid", () => {
  const cancel: DecisionDraft = { ...move, action: "cancel", refund: "none" };
  expect(toDecision(event("a", 8, []), cancel)).toEqual({ eventId: "a", action: "cancel" });
  expect(toDecision(event("a", 8, [], { paid: 1800 }), cancel)).toEqual({
    eventId: "a",
    action: "cancel",
    refund: "none",
  });
});
