import { expect, test } from "vitest";
import { listNumberedNames } from "./fields-names-rules.ts";

test.each([
  ["Court 1", [], 3, ["Court 2", "Court 3", "Court 4"]],
  ["Court 1", ["court 2", "Court 4"], 3, ["Court 3", "Court 5", "Court 6"]],
  ["Padel", [], 2, ["Padel 2", "Padel 3"]],
  ["Couloir 09", [], 2, ["Couloir 10", "Couloir 11"]],
  ["L09", [], 1, ["L10"]],
])("copies of %s are numbered on, beside %j", (name, taken, count, names) => {
  expect(listNumberedNames(name, taken, count)).toEqual(names);
});
