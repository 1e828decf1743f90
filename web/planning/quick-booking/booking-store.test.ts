import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Planning, PlanningEvent, PlanningField } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard } from "#web/planning/grid/board.ts";
import type { GridRegion } from "#web/planning/grid/geometry.ts";
import { BookingStore } from "./booking-store.ts";
import { resolveRegionAction } from "./open-at-region.ts";
import { placementOf, toGridDraft } from "./placement.ts";
import type { QuickKind } from "./quick-draft.ts";

const date = "2027-06-10";
const fieldOf = (id: string, status: PlanningField["status"] = "open"): PlanningField => ({
  ...{ id, name: `Court ${id}`, facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId: null },
  ...{ status, bookable: true, confidentiality: "public", space: null, lights: null },
  ...{ startStep: 30, turnaround: 0, sports: [], open: [{ start: `${date}T06:00:00Z`, end: `${date}T20:00:00Z` }] },
});
const fields = [fieldOf("1"), fieldOf("2"), fieldOf("3"), fieldOf("4", "closed")];
const taken = {
  ...{ id: "e", fieldId: "2", startTime: `${date}T08:00:00Z`, endTime: `${date}T09:00:00Z`, name: "Taken" },
  ...{ kind: "event", status: "approved", type: "training", confidentiality: "public" },
} as PlanningEvent;
const data: Planning = {
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  ...{ fields, events: [taken] },
};
const now = Date.parse(`${date}T07:00:00Z`);
let board: ReturnType<typeof buildBoard>;
beforeAll(async () => {
  await ensureTemporal();
  board = buildBoard(data, fields, { dates: [date], allHours: false, now });
});

const decide = (region: GridRegion, { kind, isTeam = true }: { kind?: QuickKind; isTeam?: boolean } = {}) =>
  resolveRegionAction(board, region, { kind, isTeam, defaultDuration: 60, now });
let store: BookingStore;
beforeEach(() => (store = new BookingStore()));
const open = (region: GridRegion, kind?: QuickKind) => {
  const decision = decide(region, { kind });
  if (decision.action !== "open") throw new Error(decision.action);
  store.open(decision.booking, fields);
  return current();
};
function current() {
  const booking = store.openBooking();
  if (!booking) throw new Error("no booking is open");
  return booking;
}
const lanes = () => toGridDraft(board, current(), placementOf(current(), fields))?.lanes;
/** Lanes 1 to 3, from 10:00 to 11:00 local: the second is taken. */
const three = { lane: 0, lanes: [0, 1, 2], from: 120, to: 180 };

test("a closed field is refused, and customers go to their own page for a time that is sold", () => {
  expect(decide({ lane: 3, from: 120, to: 180 })).toMatchObject({ action: "refuse", message: "events.fieldClosed" });
  expect(decide({ lane: 0, from: 0, to: 60 }, { isTeam: false })).toMatchObject({ message: "planning.isGone" });
  expect(decide({ lane: 0, from: 120, to: 120 }, { isTeam: false })).toMatchObject({
    action: "navigate",
    place: { fieldId: "1", startTime: `${date}T08:00:00.000Z` },
  });
});

test("of several lanes the taken ones are left out, until it is a block", () => {
  expect(decide(three).leftOut).toEqual(["Court 2"]);
  const { form } = open(three);
  expect(lanes()).toEqual([0, 2]);
  form.set("kind", "block");
  expect(lanes()).toEqual([0, 2, 1]);
  store.toggleLane(1, board, fields);
  expect(lanes()).toEqual([0, 2]);
  form.set("kind", "event");
  expect(lanes()).toEqual([0, 2]);
});

test("the field of the form follows when its lane is taken out", () => {
  const { form } = open({ lane: 0, lanes: [0, 2], from: 120, to: 180 });
  store.toggleLane(0, board, fields);
  expect(lanes()).toEqual([2]);
  expect(form.snapshot().values["fieldId"]).toBe("3");
  store.toggleLane(2, board, fields);
  expect(lanes(), "the last lane stays").toEqual([2]);
});

test("place, time and length are the form's; incomplete ones leave the booking where it was drawn", () => {
  const { form } = open({ lane: 0, from: 120, to: 180 });
  form.set("startTime", "13:00");
  form.set("duration", 90);
  form.set("fieldId", "3");
  expect(toGridDraft(board, current(), placementOf(current(), fields))).toMatchObject({ lane: 2, from: 300, to: 390 });
  form.set("startTime", "");
  form.set("duration", null);
  expect(toGridDraft(board, current(), placementOf(current(), fields))).toMatchObject({ lane: 2, from: 120, to: 180 });
});

test("typed text is remembered for its place until it is booked; a copy that nobody changed is not", () => {
  const region = { lane: 0, from: 120, to: 180 };
  open(region).form.set("text", "Bring shoes");
  open({ ...region, from: 240, to: 300 });
  expect(store.bookings()).toHaveLength(1);
  expect(open(region).form.snapshot().values["text"]).toBe("Bring shoes");
  store.finish(current());
  expect(open(region).form.snapshot().values["text"]).toBe("");
  const { kind, places, duration } = current();
  store.open({ kind, places, duration, hasChosenLength: true, initialValues: { text: "Copied" } }, fields);
  expect(open(region).form.snapshot().values["text"]).toBe("");
});

test("a booking that is saved stays when another is opened, and comes back when it is refused", () => {
  const first = open({ lane: 0, from: 120, to: 180 });
  store.markSaving(first.id, "Ines");
  const listener = vi.fn<() => void>();
  store.subscribe(listener);
  open({ lane: 0, from: 240, to: 300 });
  expect(store.bookings().map(({ id }) => id)).toEqual([first.id, current().id]);
  store.closeOpen();
  store.refuse(first.id);
  expect(current()).toMatchObject({ id: first.id, state: "refused", name: "Ines" });
  listener.mockClear();
  first.form.set("text", "x");
  expect(listener, "the grid hears of a form's changes").toHaveBeenCalled();
});
