import { beforeAll, expect, test } from "vitest";
import type { FieldOccupancy } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { occupancyLevel, totalOccupancy, occupancyByDay, datesOfMonth, sumOverFields } from "./month-occupancy.ts";

beforeAll(ensureTemporal);

const fieldOf = (id: string, open: number[], taken: number[], parentId: string | null = null): FieldOccupancy => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", parentId, status: "open" },
  ...{ space: null, lights: null, sports: [] },
  ...{ open, taken },
});

test("a month has its own days, and no others", () => {
  expect(datesOfMonth("2027-02-14")).toHaveLength(28);
  expect([datesOfMonth("2028-02-29").at(0), datesOfMonth("2028-02-29").at(-1)]).toEqual(["2028-02-01", "2028-02-29"]);
});

test("a day is as full as its open time is taken; where nothing is open it is neither full nor empty", () => {
  expect(occupancyByDay({ open: [720, 0, 600], taken: [180, 0, 600] })).toEqual([0.25, undefined, 1]);
  expect([0, 0.01, 0.2, 0.21, 0.99, 1].map(occupancyLevel)).toEqual([0, 1, 1, 2, 5, 5]);
});

test("all fields together count each time once: parts are in their whole, unless they are there without it", () => {
  const whole = fieldOf("whole", [600, 600], [300, 0]);
  const half = fieldOf("half", [600, 600], [240, 0], "whole");
  const other = fieldOf("other", [600, 0], [0, 0]);
  expect(sumOverFields([whole, half, other])).toEqual({ open: [1200, 600], taken: [300, 0] });
  expect(sumOverFields([half, other])).toEqual({ open: [1200, 600], taken: [240, 0] });
  expect(totalOccupancy(sumOverFields([whole, half, other]))).toBeCloseTo(300 / 1800);
  expect([sumOverFields([]), totalOccupancy(sumOverFields([]))]).toEqual([{ open: [], taken: [] }, 0]);
});
