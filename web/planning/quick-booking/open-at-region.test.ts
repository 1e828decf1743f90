import { beforeAll, expect, test } from "vitest";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard } from "#web/planning/grid/board.ts";
import { regionToBlock } from "./open-at-region.ts";

beforeAll(ensureTemporal);

const date = "2026-06-10";
const fieldOf = (id: string, status: PlanningField["status"]): PlanningField => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId: null },
  ...{ status, bookable: true, confidentiality: "public", space: null, lights: null, startStep: 30, turnaround: 0 },
  ...{ sports: [], open: [{ start: `${date}T06:30:00Z`, end: `${date}T20:00:00Z` }] },
});
const boardAt = (now: number, fields: PlanningField[]) => {
  const planning: Planning = {
    ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
    ...{ fields, events: [] },
  };
  return buildBoard(planning, fields, { dates: [date], allHours: false, now });
};

test("a block that nobody has drawn starts at the next step, on the first field that is not closed", () => {
  const now = Date.parse(`${date}T10:10:00Z`);
  const fields = [fieldOf("A", "closed"), fieldOf("B", "open")];
  // The grid begins at 06:00 UTC.
  expect(regionToBlock(boardAt(now, fields), now)).toEqual({ lane: 1, from: 270, to: 270 });
});

test("on another day it starts when the field opens, and without a field there is none", () => {
  const now = Date.parse("2026-06-09T10:10:00Z");
  expect(regionToBlock(boardAt(now, [fieldOf("A", "open")]), now)).toEqual({ lane: 0, from: 30, to: 30 });
  expect(regionToBlock(boardAt(now, [fieldOf("A", "closed")]), now)).toBeUndefined();
});
