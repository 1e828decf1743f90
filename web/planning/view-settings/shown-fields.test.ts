import { expect, test } from "vitest";
import { filterFields, distinctSports } from "./shown-fields.ts";

const [tennis, padel] = [
  { id: 1, name: "Tennis" },
  { id: 2, name: "Padel" },
];
const fields = [
  { id: "A", sports: [tennis], space: "indoor", lights: true },
  { id: "B", sports: [tennis, padel], space: "outdoor", lights: false },
  { id: "C", sports: [padel], space: null, lights: null },
] as const;
const shown = (search: object) =>
  filterFields(
    fields.map((field) => ({ ...field, sports: [...field.sports] })),
    search,
  )
    .map(({ id }) => id)
    .join("");

test("fields are shown by sport, by what is above them, by lights and by name, all of it together", () => {
  expect(shown({})).toBe("ABC");
  expect([shown({ sportId: "1" }), shown({ sportId: "9" })]).toEqual(["AB", ""]);
  expect([shown({ space: "outdoor" }), shown({ lights: "true" })]).toEqual(["B", "A"]);
  expect([shown({ fields: "C,A" }), shown({ fieldId: "B" })]).toEqual(["AC", "B"]);
  expect([shown({ sportId: "1", fields: "B,C" }), shown({ space: "indoor", fields: "C" })]).toEqual(["B", ""]);
});

test("fields that are gone are passed over; where none of those named is left, all are meant", () => {
  expect([shown({ fields: "gone,C" }), shown({ fields: "gone" }), shown({ fieldId: "gone" })]).toEqual([
    "C",
    "ABC",
    "ABC",
  ]);
  expect(shown({ fields: "gone", sportId: "2" })).toBe("BC");
});

test("of several fields each sport is told once", () => {
  expect(distinctSports(fields.map((field) => ({ sports: [...field.sports] })))).toEqual([tennis, padel]);
});
