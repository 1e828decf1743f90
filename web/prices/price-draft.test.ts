import { expect, test } from "vitest";
import type { PricePattern } from "#contract/prices.ts";
import {
  toPricePatternBody,
  splitCellErrors,
  toPriceFormValues,
  toPriceGrid,
  findGridProblems,
  roleIdOfCell,
} from "./price-draft.ts";

const gridNamed = { id: "x", name: "Club" };
const pattern: PricePattern = {
  id: "standard",
  name: "Courts",
  type: "field",
  organization: gridNamed,
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
  fields: [{ id: "court", name: "Court 1", facility: gridNamed }],
  productId: "padel",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

test("what is not changed is sent as it was", () => {
  const { name, type, timeslots, plans, details } = pattern;
  const midnight = timeslots.map((timeslot) => ({ ...timeslot, end: timeslot.end.replace("24:00", "00:00") }));
  const { body } = toPricePatternBody(toPriceFormValues(pattern));
  expect(body).toEqual({ name, type, timeslots: midnight, plans, details, fieldIds: ["court"], productId: "padel" });
});

test("a timeslot keeps its prices under a new name, and takes them with it", () => {
  const draft = toPriceFormValues(pattern);
  const [day, night] = draft.timeslots;
  if (!day || !night) throw new Error("both are there");
  const renamed = toPricePatternBody({ ...draft, timeslots: [{ ...day, name: "Morning" }, night] }).body;
  expect(renamed.details.map(({ timeslot, price }) => `${timeslot} ${price}`)).toEqual([
    "Morning 1800",
    "Morning 0",
    "Night 900",
  ]);
  expect(toPricePatternBody({ ...draft, timeslots: [night] }).body.details).toHaveLength(1);
});

test("a detail that the server refuses is its cell’s", () => {
  const { keys } = toPricePatternBody(toPriceFormValues(pattern));
  const { ofCells, errors } = splitCellErrors(
    { "details.1.roleId": ["No such role"], "timeslots.0.name": ["Taken"] },
    keys,
  );
  expect(ofCells.map(([key, message]) => [roleIdOfCell(key), message])).toEqual([[14, "No such role"]]);
  expect(errors).toEqual({ cells: ["No such role"], "timeslots.0.name": ["Taken"] });
});

test("what overlaps or repeats is told as it is typed; what is not whole yet is neither that nor in the week", () => {
  const draft = toPriceFormValues(pattern);
  const [day, night] = draft.timeslots;
  if (!day || !night) throw new Error("both are there");
  const typed = {
    ...draft,
    timeslots: [day, { ...night, name: " day", start: "17:00" }, { ...day, key: "new", name: "", start: "" }],
  };
  expect([...findGridProblems(typed)]).toEqual([
    ["timeslots.1.name", "prices.nameTaken"],
    ["timeslots.1.start", "prices.timeslotsOverlap"],
  ]);
  expect(toPriceGrid(typed).timeslots).toHaveLength(2);
});
