import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "#contract/events.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { currentToasts, removeToast } from "#web/kit/ui/toast-store.ts";
import { redoLast, undoLast } from "#web/kit/ui/undo.ts";
import { setLanguage, t } from "#web/kit/format/translation.ts";
import { commitMove, type MoveContext, startMove } from "./move-event.ts";
import type { MoveQuestion } from "./use-moves.ts";
import type { MoveTarget } from "./move-target.ts";

const [court1, court2] = ["019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91", "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d92"];
const day = "2031-06-10";
const at = (time: string, on = day) => `${on}T${time}:00.000Z`;
const known = (more: Partial<Event> = {}) =>
  ({
    ...{ id: "e1", organizationId: "club", name: "Lesson", kind: "event", status: "approved", seriesId: null },
    ...{ fieldId: court1, field: { id: court1, name: "Court 1" }, facility: { id: "hall", name: "Hall" }, sport: null },
    ...{ startTime: at("08:00"), endTime: at("09:00"), duration: 60, timezone: "Europe/Paris", date: day },
    ...{ price: 0, currency: "EUR", customer: null, creator: {}, actions: ["edit"], updated_at: at("05:00") },
    ...more,
  }) as unknown as Event;
const target: MoveTarget = {
  ...{ eventId: "e1", fieldId: court2, fieldName: "Court 2", timezone: "Europe/Paris" },
  ...{ startTime: at("10:00"), duration: 60, initial: known() },
};
const offered = (id: string, name: string, times: string[]) => ({
  ...{
    field: { id, name },
    facility: { id: "hall", name: "Hall" },
    timezone: "Europe/Paris",
    status: "open",
    open: [],
  },
  starts: times.map((time) => ({
    startTime: at(time),
    options: [{ duration: 60, plan: "Hour", timeslot: "Day", priceType: null, price: 0 }],
  })),
});

let event: Event;
let requests: URL[];
let sent: { scope: string; changes: object }[];
let seriesUpdated: Partial<Event>[];
/** Hour in UTC of the other date of the series. */
let other: string;
/** `isFree` tells whether the target has room; `updatedEvent` is the event there. */
let isFree: boolean;
let updatedEvent: Partial<Event>;
beforeAll(async () => {
  await ensureTemporal();
  await setLanguage("en", { persist: false });
});
beforeEach(() => {
  seriesUpdated = [];
  [event, requests, sent, other, isFree, updatedEvent] = [known(), [], [], "08:00", false, {}];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = new URL(given instanceof Request ? given.url : given.toString(), location.href);
    if (url.pathname.endsWith("/availability")) {
      requests.push(url);
      const fields = [offered(court1, "Court 1", ["10:00", "12:00"]), offered(court2, "Court 2", ["11:00"])];
      return Response.json({ data: { date: day, timezone: "Europe/Paris", fields } });
    }
    if (url.pathname.includes("/event-series/")) {
      if (init?.method === "GET")
        return Response.json({ data: { timezone: "Europe/Paris", occurrences: occurrences() } });
      sent.push(JSON.parse(typeof init?.body === "string" ? init.body : "{}") as (typeof sent)[number]);
      return Response.json({ data: { updated: ["e1", "e2"], skipped: [] }, message: "Saved" });
    }
    if (init?.method === "GET") return Response.json({ data: event });
    seriesUpdated.push(JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Partial<Event>);
    if (isFree) return Response.json({ data: { ...event, ...updatedEvent } });
    const errors = { startTime: ["No slot available"] };
    return Response.json({ message: "The given data was invalid.", errors }, { status: 409 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  removeToast();
});

const occurrences = () =>
  [day, "2031-06-17"].map((on, index) => {
    const time = index === 0 ? "08:00" : other;
    const end = new Date(Date.parse(at(time, on)) + 3_600_000).toISOString();
    const where = { id: court1, name: "Court 1" };
    return {
      date: on,
      startTime: at(time, on),
      endTime: end,
      field: where,
      eventId: `e${index + 1}`,
      status: "approved",
    };
  });

function createMoveContext(latest = target) {
  let question: MoveQuestion | undefined;
  const moving: MoveContext = {
    ...{ t, cache: queryClient, organizationId: "club", isTeam: true, userId: "me", setMoved: () => {} },
    latest: () => latest,
    setQuestion: (next) => {
      question = typeof next === "function" ? next(question) : next;
    },
  };
  const refused = () => (question?.kind === "refused" ? question : undefined);
  return { moving, refused, question: () => question };
}

test("where it is taken, the nearest free times of the facility are offered, and by name of the field", async () => {
  const { moving, refused } = createMoveContext();
  await startMove(moving, target);
  expect(refused()?.reason).toBe("No slot available");
  expect(refused()?.free?.map(({ fieldName, startTime }) => [fieldName, startTime])).toEqual([
    ["Court 1", at("10:00")],
    ["Court 2", at("11:00")],
    ["Court 1", at("12:00")],
  ]);
  expect(requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { date: day, eventId: "e1", facilityId: "hall" },
  ]);
});

test("what is played there is offered only where it can be played", async () => {
  event = known({ sport: { id: 3, name: "Football" } });
  await startMove(createMoveContext().moving, target);
  expect(requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { date: day, eventId: "e1", sportId: "3" },
  ]);
});

test("what is over or canceled goes nowhere else either: nothing is offered for it", async () => {
  event = known({ actions: [] });
  const { moving, refused } = createMoveContext();
  await startMove(moving, target);
  expect(refused()?.free).toEqual([]);
  expect(requests).toEqual([]);
});

test("a refused move is reported while another event is being dragged, whose question stays open", async () => {
  const next = { ...target, eventId: "e2" };
  const { moving, question } = createMoveContext(next);
  moving.setQuestion({ kind: "ask", target: next, before: event, after: event });
  await startMove(moving, target);
  expect(question()).toMatchObject({ kind: "ask", target: { eventId: "e2" } });
  expect(toastTexts()).toEqual(["No slot available"]);
});

const toastTexts = () => currentToasts().map(({ description }) => description);

test("a move that would need a question while another event is being dragged is undone, and reported", async () => {
  [event, isFree] = [known({ seriesId: "s1" }), true];
  const elsewhere = createMoveContext({ ...target, eventId: "e2" });
  await startMove(elsewhere.moving, target);
  expect(elsewhere.question()).toBeUndefined();
  expect(toastTexts()).toEqual(["Lesson: Put back where it was"]);
  removeToast();
  // A later move of the same event asks its own question.
  await startMove(createMoveContext({ ...target }).moving, target);
  expect(toastTexts()).toEqual([]);
});

test("a second move of the same event causes no version conflict with the first; a move by somebody else does", async () => {
  [event, isFree] = [known({ seriesId: "s1" }), true];
  const onwards = { ...target, pending: { fieldId: court2, startTime: at("10:00"), endTime: at("11:00") } };
  for (const now of [{}, { fieldId: court2, startTime: at("10:00"), endTime: at("11:00") }]) {
    event = known({ seriesId: "s1", ...now });
    const { moving, question } = createMoveContext(onwards);
    await startMove(moving, onwards);
    expect(question()).toMatchObject({ kind: "ask" });
  }
  event = known({ startTime: at("14:00"), endTime: at("15:00") });
  const { moving, question } = createMoveContext(onwards);
  await startMove(moving, onwards);
  expect(question()).toMatchObject({ kind: "refused", reason: expect.stringContaining("Somebody has moved Lesson") });
});

test("a time that has passed is asked about, and what is over for long cannot be moved back: nobody offers it", async () => {
  [isFree, updatedEvent] = [true, { startTime: at("10:00", "2021-06-10"), endTime: at("11:00", "2021-06-10") }];
  const { moving, question } = createMoveContext();
  await startMove(moving, target);
  expect(question()).toMatchObject({ kind: "ask", warning: "planning.staysGone" });
  await commitMove(moving, { target, before: event, manner: {} });
  expect(toastTexts()).toEqual(["Lesson: Moved to Court 1, 12:00 PM"]);
  expect(undoLast()).toBe(false);
});

test("why it is outside of the hours is noted below what was noted before, and taken back with the move", async () => {
  [event, isFree] = [known({ internalNotes: "Has the key" }), true];
  await startMove(createMoveContext().moving, { ...target, override: true, overrideReason: "Tournament" });
  const noted = "Has the key\nOutside the opening hours: Tournament";
  expect(seriesUpdated.map(({ internalNotes }) => internalNotes)).toEqual([noted, noted]);
  expect(undoLast()).toBe(true);
  await expect.poll(() => seriesUpdated.length).toBe(3);
  expect(seriesUpdated[2]).toMatchObject({ fieldId: court1, internalNotes: "Has the key" });
});

test("a move that can no longer be taken back says the reason", async () => {
  isFree = true;
  await startMove(createMoveContext().moving, target);
  isFree = false;
  removeToast();
  expect(undoLast()).toBe(true);
  await expect.poll(toastTexts).toEqual(["No slot available"]);
});

test("dates of a series that moved together go back together, and once more there", async () => {
  event = known({ seriesId: "s1" });
  await commitMove(createMoveContext().moving, {
    target,
    before: event,
    manner: { scope: "following", notify: false },
  });
  expect(undoLast()).toBe(true);
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(redoLast).toBe(true);
  await expect.poll(() => sent.length).toBe(3);
  const there = { time: "12:00", fieldId: court2 };
  expect(sent.map(({ changes }) => changes)).toEqual([there, { time: "10:00", fieldId: court1 }, there]);
  for (const one of sent) expect(one).toMatchObject({ eventId: "e1", scope: "following", notify: false });
});

test("undo gives dates of a series their own earlier times back", async () => {
  event = known({ seriesId: "s1" });
  other = "09:00";
  await commitMove(createMoveContext().moving, { target, before: event, manner: { scope: "all" } });
  expect(sent.map(({ changes }) => changes)).toEqual([{ time: "12:00", fieldId: court2 }]);
  // Undo reverts at most the action of another test.
  undoLast();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sent).not.toContainEqual(
    expect.objectContaining({ changes: { time: "10:00", fieldId: court1 }, scope: "all" }),
  );
});
