/** What a refused move offers instead, and how dates of a series that were moved go back. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "#contract/events.ts";
import { queryClient } from "#web/kit/query.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";
import { currentToasts, removeToast } from "#web/kit/toast.ts";
import { redoLast, undoLast } from "#web/kit/undo.ts";
import { setLanguage, t } from "#web/kit/words.ts";
import { commit, type Moving, start } from "./move.ts";
import type { Question } from "./moving.ts";
import type { Target } from "./target.ts";

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
const target: Target = {
  ...{ eventId: "e1", fieldId: court2, fieldName: "Court 2", timezone: "Europe/Paris" },
  ...{ startTime: at("10:00"), duration: 60, was: known() },
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
let asked: URL[];
let sent: { scope: string; changes: object }[];
/** What single events were changed to, or tried to. */
let changed: Partial<Event>[];
/** Of a series, the hour at which its other date is, in UTC. */
let other: string;
/** Whether there is room where an event is to go, and what it is there. */
let isFree: boolean;
let became: Partial<Event>;
beforeAll(async () => {
  await ensureTemporal();
  await setLanguage("en", { persist: false });
});
beforeEach(() => {
  changed = [];
  [event, asked, sent, other, isFree, became] = [known(), [], [], "08:00", false, {}];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = new URL(given instanceof Request ? given.url : given.toString(), location.href);
    if (url.pathname.endsWith("/availability")) {
      asked.push(url);
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
    changed.push(JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Partial<Event>);
    if (isFree) return Response.json({ data: { ...event, ...became } });
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

/** Somebody who moves, and what is said to them. */
function mover(latest = target) {
  let question: Question | undefined;
  const moving: Moving = {
    ...{ t, cache: queryClient, organizationId: "club", team: true, userId: "me", setMoved: () => {} },
    latest: () => latest,
    setQuestion: (next) => {
      question = typeof next === "function" ? next(question) : next;
    },
  };
  const refused = () => (question?.kind === "refused" ? question : undefined);
  return { moving, refused, question: () => question };
}

test("where it is taken, the nearest free times of the facility are offered, and by name of the field", async () => {
  const { moving, refused } = mover();
  await start(moving, target);
  expect(refused()?.reason).toBe("No slot available");
  expect(refused()?.free?.map(({ fieldName, startTime }) => [fieldName, startTime])).toEqual([
    ["Court 1", at("10:00")],
    ["Court 2", at("11:00")],
    ["Court 1", at("12:00")],
  ]);
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { date: day, eventId: "e1", facilityId: "hall" },
  ]);
});

test("what is played there is offered only where it can be played", async () => {
  event = known({ sport: { id: 3, name: "Football" } });
  await start(mover().moving, target);
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { date: day, eventId: "e1", sportId: "3" },
  ]);
});

test("what is over or canceled goes nowhere else either: nothing is offered for it", async () => {
  event = known({ actions: [] });
  const { moving, refused } = mover();
  await start(moving, target);
  expect(refused()?.free).toEqual([]);
  expect(asked).toEqual([]);
});

test("who has taken hold of something else meanwhile is told of a refusal, and keeps what they are asked", async () => {
  const next = { ...target, eventId: "e2" };
  const { moving, question } = mover(next);
  moving.setQuestion({ kind: "ask", target: next, before: event, after: event });
  await start(moving, target);
  expect(question()).toMatchObject({ kind: "ask", target: { eventId: "e2" } });
  expect(said()).toEqual(["No slot available"]);
});

const said = () => currentToasts().map(({ description }) => description);

test("who takes hold of something else before they could be asked is told that the first went back", async () => {
  [event, isFree] = [known({ seriesId: "s1" }), true];
  const elsewhere = mover({ ...target, eventId: "e2" });
  await start(elsewhere.moving, target);
  expect(elsewhere.question()).toBeUndefined();
  expect(said()).toEqual(["Lesson: Put back where it was"]);
  removeToast();
  // On with the same event: what becomes of it is asked then.
  await start(mover({ ...target }).moving, target);
  expect(said()).toEqual([]);
});

test("who moves on what they have just moved is blamed on nobody, whether that is done by then or not", async () => {
  [event, isFree] = [known({ seriesId: "s1" }), true];
  const onwards = { ...target, onItsWay: { fieldId: court2, startTime: at("10:00"), endTime: at("11:00") } };
  for (const now of [{}, { fieldId: court2, startTime: at("10:00"), endTime: at("11:00") }]) {
    event = known({ seriesId: "s1", ...now });
    const { moving, question } = mover(onwards);
    await start(moving, onwards);
    expect(question()).toMatchObject({ kind: "ask" });
  }
  event = known({ startTime: at("14:00"), endTime: at("15:00") });
  const { moving, question } = mover(onwards);
  await start(moving, onwards);
  expect(question()).toMatchObject({ kind: "refused", reason: expect.stringContaining("Somebody has moved Lesson") });
});

test("a time that has passed is asked about, and what is over for long cannot be moved back: nobody offers it", async () => {
  [isFree, became] = [true, { startTime: at("10:00", "2021-06-10"), endTime: at("11:00", "2021-06-10") }];
  const { moving, question } = mover();
  await start(moving, target);
  expect(question()).toMatchObject({ kind: "ask", warning: "planning.staysGone" });
  await commit(moving, { target, before: event, manner: {} });
  expect(said()).toEqual(["Moved to Court 1, 12:00 PM"]);
  expect(undoLast()).toBe(false);
});

test("why it is outside of the hours is noted below what was noted before, and taken back with the move", async () => {
  [event, isFree] = [known({ internalNotes: "Has the key" }), true];
  await start(mover().moving, { ...target, override: true, because: "Tournament" });
  const noted = "Has the key\nOutside the opening hours: Tournament";
  expect(changed.map(({ internalNotes }) => internalNotes)).toEqual([noted, noted]);
  expect(undoLast()).toBe(true);
  await expect.poll(() => changed.length).toBe(3);
  expect(changed[2]).toMatchObject({ fieldId: court1, internalNotes: "Has the key" });
});

test("a move that can no longer be taken back says the reason", async () => {
  isFree = true;
  await start(mover().moving, target);
  isFree = false;
  removeToast();
  expect(undoLast()).toBe(true);
  await expect.poll(said).toEqual(["No slot available"]);
});

test("dates of a series that moved together go back together, and once more there", async () => {
  event = known({ seriesId: "s1" });
  await commit(mover().moving, { target, before: event, manner: { scope: "following", notify: false } });
  expect(undoLast()).toBe(true);
  await expect.poll(() => sent.length).toBe(2);
  // The stage of what can be done again follows the answer.
  await expect.poll(redoLast).toBe(true);
  await expect.poll(() => sent.length).toBe(3);
  const there = { time: "12:00", fieldId: court2 };
  expect(sent.map(({ changes }) => changes)).toEqual([there, { time: "10:00", fieldId: court1 }, there]);
  for (const one of sent) expect(one).toMatchObject({ eventId: "e1", scope: "following", notify: false });
});

test("dates that had been at different times are not made alike by taking back", async () => {
  event = known({ seriesId: "s1" });
  other = "09:00";
  await commit(mover().moving, { target, before: event, manner: { scope: "all" } });
  expect(sent.map(({ changes }) => changes)).toEqual([{ time: "12:00", fieldId: court2 }]);
  // At most what another test did.
  undoLast();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sent).not.toContainEqual(
    expect.objectContaining({ changes: { time: "10:00", fieldId: court1 }, scope: "all" }),
  );
});
