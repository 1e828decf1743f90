import { beforeAll, expect, test } from "vitest";
import type { Planning, PlanningEvent, PlanningField } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard, isSlotUnavailable, mergeRelatedUses } from "./board.ts";
import { findObstacle } from "./drag.ts";
import { countByAttention, matchesCriteria } from "./event-criteria.ts";
import type { GridSlot } from "./geometry.ts";

beforeAll(ensureTemporal);

const fieldOf = (id: string, more: Partial<PlanningField> = {}): PlanningField => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId: null },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
  ...{ startStep: 30, turnaround: 0, sports: [], open: [] },
  ...more,
});
const eventOf = (
  fieldId: string,
  startTime: string,
  endTime: string,
  more: Partial<PlanningEvent> = {},
): PlanningEvent => ({
  ...{ id: `${fieldId} at ${startTime}`, fieldId, startTime, endTime, status: "approved" },
  ...more,
});
const planningOf = (date: string, fields: PlanningField[], events: PlanningEvent[]): Planning => ({
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  ...{ fields, events },
});
const boardOptions = (date: string, allHours = false) => ({
  dates: [date],
  allHours,
  now: Date.parse("2026-06-10T06:00:00Z"),
});

const open = [{ start: "2026-06-10T06:30:00Z", end: "2026-06-10T20:00:00Z" }];

test("the grid reaches from the earliest opening to the latest closing, by whole hours", () => {
  const fields = [
    fieldOf("A", { open }),
    fieldOf("B", { open: [{ start: "2026-06-10T09:00:00Z", end: "2026-06-10T21:30:00Z" }] }),
  ];
  const { lanes, span } = buildBoard(planningOf("2026-06-10", fields, []), fields, boardOptions("2026-06-10"));
  expect(new Date(lanes[0]?.origin ?? 0).toISOString()).toBe("2026-06-10T06:00:00.000Z");
  expect(span).toBe(16 * 60);
  expect(lanes[0]?.open).toEqual([{ from: 30, to: 840 }]);
});

test("what stands outside the hours is in sight too", () => {
  const fields = [fieldOf("A", { open })];
  const data = planningOf("2026-06-10", fields, [eventOf("A", "2026-06-10T04:00:00Z", "2026-06-10T05:00:00Z")]);
  const { lanes, items } = buildBoard(data, fields, boardOptions("2026-06-10"));
  expect(new Date(lanes[0]?.origin ?? 0).toISOString()).toBe("2026-06-10T04:00:00.000Z");
  expect(items[0]).toMatchObject({ from: 0, to: 60 });
});

test("a day of 23 hours has 23, and one of 25 has 25", () => {
  const fields = [fieldOf("A")];
  expect(buildBoard(planningOf("2026-03-29", fields, []), fields, boardOptions("2026-03-29", true)).span).toBe(23 * 60);
  expect(buildBoard(planningOf("2026-10-25", fields, []), fields, boardOptions("2026-10-25", true)).span).toBe(25 * 60);
});

test("a booked part shades the whole and not its sibling, and counts as taken", () => {
  const fields = [
    fieldOf("Full", { open }),
    fieldOf("A", { open, parentId: "Full" }),
    fieldOf("B", { open, parentId: "Full" }),
  ];
  const data = planningOf("2026-06-10", fields, [eventOf("A", "2026-06-10T08:00:00Z", "2026-06-10T09:00:00Z")]);
  const board = buildBoard(data, fields, boardOptions("2026-06-10"));
  expect(board.relatedUses.map(({ lane, fieldName }) => [lane, fieldName])).toEqual([[0, "A"]]);
  expect(board.lanes.map(({ depth }) => depth)).toEqual([0, 1, 1]);
  expect(board.lanes[0]?.occupancy).toBeCloseTo(60 / 810);
  expect(isSlotUnavailable(board, { slot: { lane: 0, from: 150, to: 210 } })).toBe(true);
  expect(isSlotUnavailable(board, { slot: { lane: 2, from: 150, to: 210 } })).toBe(false);
});

test("an offer of the waitlist takes the time, and counts as nothing", () => {
  const fields = [fieldOf("A", { open })];
  const offer = eventOf("A", "2026-06-10T08:00:00Z", "2026-06-10T09:00:00Z");
  const data = planningOf("2026-06-10", fields, [{ ...offer, offeredUntil: "2026-06-10T07:00:00Z" }]);
  const board = buildBoard(data, fields, boardOptions("2026-06-10"));
  expect([board.occupancy, board.items.length]).toEqual([0, 1]);
  expect(isSlotUnavailable(board, { slot: { lane: 0, from: 150, to: 210 } })).toBe(true);
});

test("a block takes the time, and does not count as booked", () => {
  const fields = [fieldOf("A", { open })];
  const block = eventOf("A", "2026-06-10T08:00:00Z", "2026-06-10T09:00:00Z");
  const data = planningOf("2026-06-10", fields, [{ ...block, kind: "block" }]);
  const board = buildBoard(data, fields, boardOptions("2026-06-10"));
  expect([board.occupancy, board.lanes[0]?.occupancy, board.items.length]).toEqual([0, 0, 1]);
  expect(isSlotUnavailable(board, { slot: { lane: 0, from: 150, to: 210 } })).toBe(true);
});

test("an event does not conflict with itself, nor with its shade on the whole field", () => {
  const fields = [fieldOf("Full", { open }), fieldOf("A", { open, parentId: "Full" })];
  const data = planningOf("2026-06-10", fields, [eventOf("A", "2026-06-10T08:00:00Z", "2026-06-10T09:00:00Z")]);
  const board = buildBoard(data, fields, boardOptions("2026-06-10"));
  const [item] = board.items;
  expect(isSlotUnavailable(board, { item, slot: { lane: 1, from: 150, to: 210 } })).toBe(false);
  expect(isSlotUnavailable(board, { item, slot: { lane: 0, from: 150, to: 210 } })).toBe(false);
});

test("counters count what waits for approval, is unpaid or begins within the hour", () => {
  const events = [
    eventOf("A", "2026-06-10T06:30:00Z", "2026-06-10T07:00:00Z", { status: "pending", pendingReason: "approval" }),
    eventOf("A", "2026-06-10T08:00:00Z", "2026-06-10T09:00:00Z", { paymentStatus: "due" }),
    eventOf("A", "2026-06-10T09:00:00Z", "2026-06-10T10:00:00Z", { paymentStatus: "due", status: "canceled" }),
  ];
  const now = Date.parse("2026-06-10T06:00:00Z");
  const items = events.map((event) => ({ event }));
  expect(countByAttention(items, { now }, [])).toEqual({ approval: 1, unpaid: 1, soon: 1 });
  // A counter ignores the other counters' filter, and applies all other filters.
  expect(countByAttention(items, { now, only: "unpaid" }, [])).toEqual({ approval: 1, unpaid: 1, soon: 1 });
  expect(countByAttention(items, { now, status: "approved" }, [])).toEqual({ approval: 0, unpaid: 1, soon: 0 });
  expect(countByAttention(items, { now, status: "canceled" }, [])).toEqual({ approval: 0, unpaid: 0, soon: 0 });
  expect(countByAttention(items, { now, payment: "paid" }, [])).toEqual({ approval: 0, unpaid: 0, soon: 0 });
});

test("what goes past midnight is one event, though it is on two days of a week", () => {
  const field = fieldOf("A", { open: [{ start: "2026-06-10T18:00:00Z", end: "2026-06-11T18:00:00Z" }] });
  const night = eventOf("A", "2026-06-10T21:00:00Z", "2026-06-10T23:30:00Z", { paymentStatus: "due" });
  const data = { ...planningOf("2026-06-10", [field], [night]), to: "2026-06-11" };
  const { items } = buildBoard(data, [field], { ...boardOptions("2026-06-10"), dates: ["2026-06-10", "2026-06-11"] });
  expect(items.map(({ lane }) => lane)).toEqual([0, 1]);
  const copies = items.map(({ event }) => ({ event: { ...event } }));
  expect(countByAttention(copies, boardOptions("2026-06-10"), []).unpaid).toBe(1);
});

test("in a week each day has its own lane", () => {
  const field = fieldOf("A", { open: [...open, { start: "2026-06-11T06:30:00Z", end: "2026-06-11T12:00:00Z" }] });
  const data = {
    ...planningOf("2026-06-10", [field], [eventOf("A", "2026-06-11T07:00:00Z", "2026-06-11T08:00:00Z")]),
    to: "2026-06-11",
  };
  const board = buildBoard(data, [field], { ...boardOptions("2026-06-10"), dates: ["2026-06-10", "2026-06-11"] });
  expect(board.lanes.map(({ date }) => date)).toEqual(["2026-06-10", "2026-06-11"]);
  expect(board.items.map(({ lane, from, to }) => [lane, from, to])).toEqual([[1, 60, 120]]);
});

test("what members cannot book is the team's: another field, too soon, or too far ahead", () => {
  const fields = [fieldOf("A", { open }), fieldOf("B", { open, bookable: false })];
  const data = {
    ...planningOf("2026-06-10", fields, []),
    sold: { start: "2026-06-10T08:00:00Z", end: "2026-06-10T18:00:00Z" },
  };
  const { lanes } = buildBoard(data, fields, {
    ...boardOptions("2026-06-10"),
    now: Date.parse("2026-06-10T07:00:00Z"),
  });
  expect(lanes[0]?.staffOnly).toEqual([
    { from: 60, to: 120 },
    { from: 720, to: 840 },
  ]);
  expect(lanes[1]?.staffOnly).toEqual([{ from: 30, to: 840 }]);
});

test("what things cost is told by how dear it is among all that is shown", () => {
  const band = (start: string, end: string, price: number) => ({ start, end, price, duration: 60 });
  const fields = [
    fieldOf("A", { open, prices: [band("2026-06-10T06:30:00Z", "2026-06-10T16:00:00Z", 1000)] }),
    fieldOf("B", { open, prices: [band("2026-06-10T16:00:00Z", "2026-06-10T20:00:00Z", 2000)] }),
  ];
  const { lanes } = buildBoard(planningOf("2026-06-10", fields, []), fields, boardOptions("2026-06-10"));
  expect(lanes.map(({ priceBands: bands }) => bands.map(({ from, to, level }) => [from, to, level]))).toEqual([
    [[30, 600, 0]],
    [[600, 840, 1]],
  ]);
});

test("filters mean events by status, type, payment, who made it and whose it is", () => {
  const event = (more: Partial<PlanningEvent>) => eventOf("A", "2026-06-10T08:00:00Z", "2026-06-10T09:00:00Z", more);
  const means = (search: object, more: Partial<PlanningEvent>, makerId?: string) =>
    matchesCriteria(event(more), search, { now: 0, makerId });
  expect([means({ status: "pending" }, {}), means({ status: "approved" }, {})]).toEqual([false, true]);
  expect([
    means({ type: "game" }, { type: "game" }),
    means({ type: "other" }, { type: "other", kind: "block" }),
  ]).toEqual([true, false]);
  expect(means({ payment: "refunded" }, { paymentStatus: "partially_refunded" })).toBe(true);
  expect([means({ maker: "jo" }, {}, "jo"), means({ maker: "jo" }, {}, "al"), means({ maker: "jo" }, {})]).toEqual([
    true,
    false,
    false,
  ]);
  expect([means({ mine: "true" }, { isOwn: true }), means({ mine: "true" }, {})]).toEqual([true, false]);
});

test("in the week of a change of the clocks every day begins at the same hour of its own", () => {
  // Clocks go forward in the night to the 29th: eight o'clock is 7:00 UTC before, and 6:00 UTC after.
  const ranges = [
    { start: "2026-03-28T07:00:00Z", end: "2026-03-28T19:00:00Z" },
    { start: "2026-03-29T06:00:00Z", end: "2026-03-29T18:00:00Z" },
  ];
  const field = fieldOf("A", { open: ranges });
  const data = { ...planningOf("2026-03-28", [field], []), to: "2026-03-29" };
  const { lanes, span } = buildBoard(data, [field], {
    ...boardOptions("2026-03-28"),
    dates: ["2026-03-28", "2026-03-29"],
  });
  expect(lanes.map(({ origin }) => new Date(origin).toISOString())).toEqual([
    "2026-03-28T07:00:00.000Z",
    "2026-03-29T06:00:00.000Z",
  ]);
  expect(lanes.map((lane) => lane.open)).toEqual([[{ from: 0, to: 720 }], [{ from: 0, to: 720 }]]);
  expect(span).toBe(720);
});

test("what is in hand cannot go where something stands, nor into the past for those who may not; and stays at its own start", () => {
  const day = "2026-06-10";
  const fields = [fieldOf("A", { open }), fieldOf("B", { status: "closed" })];
  const events = [
    eventOf("A", `${day}T08:00:00Z`, `${day}T09:00:00Z`),
    eventOf("A", `${day}T10:00:00Z`, `${day}T11:00:00Z`),
  ];
  const board = buildBoard(planningOf(day, fields, events), fields, boardOptions(day));
  const [item] = board.items;
  const against = (slot: GridSlot, now?: number) => findObstacle(board, { slot, item }, now);
  const now = Date.parse(`${day}T07:30:00Z`);
  const early = { lane: 0, from: 60, to: 120 };
  expect([against(early, now), against(early), against({ ...early, from: 30 })]).toEqual([
    "events.startInPast",
    undefined,
    undefined,
  ]);
  expect(against({ lane: 0, from: 120, to: 180 }, Date.parse(`${day}T08:30:00Z`))).toBe(undefined);
  expect(against({ lane: 0, from: 210, to: 270 }, now)).toBe("planning.inTheWay");
  expect(against({ lane: 0, from: 0, to: 60 })).toBe("events.outsideHours");
  expect(against({ lane: 1, from: 120, to: 180 }, now)).toBe("events.fieldClosed");
});

test("uses of parts that overlap are one area with all their names, and one after another are two", () => {
  const use = (fieldName: string, from: number, to: number) => ({
    ...{ id: `${fieldName} ${from}`, lane: 0, turnaround: 0 },
    ...{ fieldName, from, to },
  });
  const uses = [use("B", 90, 180), use("A", 60, 120), use("C", 170, 200), use("A", 100, 110), use("A", 200, 260)];
  expect(mergeRelatedUses(uses)).toEqual([
    { id: "A 60", from: 60, to: 200, fieldNames: ["A", "B", "C"] },
    { id: "A 200", from: 200, to: 260, fieldNames: ["A"] },
  ]);
});
