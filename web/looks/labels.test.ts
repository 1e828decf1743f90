import { expect, test } from "vitest";
import { letterKinds } from "#contract/looks.ts";
import { letters } from "./labels.ts";

test("every letter can be chosen, once", () => {
  expect(letters.map(([kind]) => kind).toSorted()).toEqual(letterKinds.toSorted());
});
