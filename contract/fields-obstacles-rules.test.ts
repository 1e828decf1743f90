import { expect, test } from "vitest";
import { findObstacles, isPriced } from "./fields-obstacles-rules.ts";

const fine = { status: "open", bookable: true, hasHours: true, isPriced: true, isOpenThen: true };

test.each([
  ["nothing is in the way", {}, []],
  ["no opening hours are linked", { hasHours: false, isOpenThen: false }, ["noHours"]],
  ["special hours open it on that day", { hasHours: false }, []],
  ["it is closed for good", { status: "closed", isOpenThen: false }, ["closed"]],
  ["its hours or a closure say so", { isOpenThen: false }, ["closedDay"]],
  ["its price patterns hold no price", { isPriced: false }, ["noPrice"]],
  ["each obstacle is told", { hasHours: false, bookable: false, isOpenThen: false }, ["noHours", "notBookable"]],
])("a field cannot be booked: %s", (_title, state, obstacles) => {
  expect(findObstacles({ ...fine, ...state })).toEqual(obstacles);
});

test("a field without price patterns is free, with empty ones it is not sold", () => {
  const patternOf = (...prices: (number | null)[]) => ({ details: prices.map((price) => ({ price })) });
  expect([isPriced([]), isPriced([patternOf(null)]), isPriced([patternOf(null), patternOf(0)])]).toEqual([
    true,
    false,
    true,
  ]);
});
