import { expect, test } from "vitest";
import { proposeSale } from "./proposed-patterns.ts";

const patternOf = (id: string, ...facilityIds: string[]) => ({
  id,
  fields: facilityIds.map((facilityId) => ({ facility: { id: facilityId } })),
});

test.each([
  ["the only ones there are", [patternOf("week")], [patternOf("tennis")], ["week", ["tennis"], true]],
  [
    "those of its facility's other fields",
    [patternOf("week", "here"), patternOf("summer", "there")],
    [patternOf("tennis", "there"), patternOf("padel", "here", "there")],
    ["week", ["padel"], true],
  ],
  ["none of several", [patternOf("a"), patternOf("b")], [patternOf("tennis")], [null, ["tennis"], false]],
  ["none where there are none", [], [], [null, [], false]],
])("a new field is proposed %s", (_title, openingHours, prices, [hours, sold, bookable]) => {
  expect(proposeSale({ openingHours, prices }, "here")).toEqual({
    openingHourPatternId: hours,
    pricePatternIds: sold,
    bookable,
  });
});
