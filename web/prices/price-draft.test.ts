import { expect, test } from "vitest";
import type { PricePattern } from "#contract/prices.ts";
import { bodyOf, byCell, filledWith, gridOf, problemsOf, roleOf } from "./price-draft.ts";

const named = { id: "x", name: "Club" };
const pattern: PricePattern = {
  id: "standard",
  name: "Courts",
  type: "field",
  organization: named,
  currency: "EUR",
  timeslots: [
    { name: "Day", start: "08:00", end: "18:00", weekdays: [1, 2] },
    { name: "Night", start: "18:00", end: "24:00", weekdays: [1] },
  ],
  plans: [{ name: "One hour", duration: 60 }],
  details: [
    { timeslot: "Day", plan: "One hour", roleId: null, price: 1800 },
    { timeslot: "Day", plan: "One hour", roleId: 14, price: 0 },
    { timeslot: "Night", plan: "One hour", roleId: 4, price: 900 },
  ],
  fields: [{ id: "court", name: "Court 1", facility: named }],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

test("what is not changed is sent as it was", () => {
  const { name, type, timeslots, plans, details } = pattern;
  const midnight = timeslots.map((one) => ({ ...one, end: one.end.replace("24:00", "00:00") }));
  const { body } = bodyOf(filledWith(pattern));
  expect(body).toEqual({ name, type, timeslots: midnight, plans, details, fieldIds: ["court"] });
});

test("a timeslot keeps its prices under a new name, and takes them with it", () => {
  const draft = filledWith(pattern);
  const [day, night] = draft.timeslots;
  if (!day || !night) throw new Error("both are there");
  const renamed = bodyOf({ ...draft, timeslots: [{ ...day, name: "Morning" }, night] }).body;
  expect(renamed.details.map(({ timeslot, price }) => `${timeslot} ${price}`)).toEqual([
    "Morning 1800",
    "Morning 0",
    "Night 900",
  ]);
  expect(bodyOf({ ...draft, timeslots: [night] }).body.details).toHaveLength(1);
});

test("a detail that the server refuses is its cell’s", () => {
  const { keys } = bodyOf(filledWith(pattern));
  const { ofCells, errors } = byCell({ "details.1.roleId": ["No such role"], "timeslots.0.name": ["Taken"] }, keys);
  expect(ofCells.map(([key, message]) => [roleOf(key), message])).toEqual([[14, "No such role"]]);
  expect(errors).toEqual({ cells: ["No such role"], "timeslots.0.name": ["Taken"] });
});

test("what overlaps or repeats is told as it is typed; what is not whole yet is neither that nor in the week", () => {
  const draft = filledWith(pattern);
  const [day, night] = draft.timeslots;
  if (!day || !night) throw new Error("both are there");
  const typed = {
    ...draft,
    timeslots: [day, { ...night, name: " day", start: "17:00" }, { ...day, key: "new", name: "", start: "" }],
  };
  expect([...problemsOf(typed)]).toEqual([
    ["timeslots.1.name", "prices.nameTaken"],
    ["timeslots.1.start", "prices.timeslotsOverlap"],
  ]);
  expect(gridOf(typed).timeslots).toHaveLength(2);
});
