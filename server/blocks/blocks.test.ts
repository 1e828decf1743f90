import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BlockedEvent, BlockUndo } from "#contract/blocks.ts";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let url: string;
let [outside, second, indoor] = ["", "", ""];
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  testApp.clock.set(monday);
  club = await createTestClub({ ...testApp, organizationId: await testApp.organization("Club") });
  url = club.path("/blocks");
  outside = await club.addField({ name: "Court 1", space: "outdoor" });
  second = await club.addField({ name: "Court 2", space: "outdoor" });
  indoor = await club.addField({ name: "Hall", space: "indoor" });
  await club.addPrices([outside, second, indoor], { 60: 2000, 90: 3000 });
});
afterAll(() => testApp.close());

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const instant = (time: string, day = "2026-06-10") => new Date(at(time, day)).toISOString();
const book = async (time: string, more: object = {}): Promise<string> => {
  const customer = { userId: club.memberPerson.id };
  const draft = { fieldId: outside, startTime: at(time), duration: 60, name: time, type: "game", customer, ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const rain = (fieldIds = [outside, second], [from, to] = [at("15:00"), at("18:00")]) => ({
  places: fieldIds.map((fieldId) => ({ fieldId, startTime: from, endTime: to })),
  name: "Rain",
  reason: "Courts too wet after the storm",
});
const tryOut = async (draft: object = rain()): Promise<BlockedEvent[]> => {
  const { status, body } = await club.staff("POST", `${url}?dryRun=true`, draft);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.events;
};
const decideOn = (
  events: readonly BlockedEvent[],
  action: (event: BlockedEvent) => "keep" | "move" | "cancel",
): object[] =>
  events.map((event) => ({
    eventId: event.id,
    action: action(event),
    seen: event.updated_at,
    ...(action(event) === "move" && {
      fieldId: event.suggestion?.fieldId,
      startTime: event.suggestion?.startTime,
    }),
  }));
const block = (draft: object, api = club.staff) => api("POST", url, draft);
const read = async (id: string) => (await club.manager("GET", club.path(`/events/${id}`))).body.data;
const blocksOf = async () =>
  (await club.manager("GET", club.path("/events?kind=block&stands=true&per_page=100"))).body.data.map(
    (row: { field: { name: string }; startTime: string; endTime: string }) =>
      `${row.field.name} ${row.startTime.slice(5, 16)} ${row.endTime.slice(5, 16)}`,
  );
const seen = new Set<string>();
const readNewMails = async (ms = UNDO_MS + 1000) => {
  testApp.clock.advance(ms);
  const found = (await testApp.mails()).filter(({ messageId = "" }) => !seen.has(messageId));
  for (const { messageId = "" } of found) seen.add(messageId);
  return found.map(({ subject = "", text = "" }) => ({ subject, text }));
};

test("tried out, each booking has a place that is free, under a roof first, no two the same, with the reason", async () => {
  await book("15:00");
  await book("15:30", { fieldId: second });
  await book("17:30", { fieldId: second, duration: 90 });
  await book("18:00");
  const suggestions = (await tryOut()).map(({ name, actions, suggestion }) => [name, actions.length, suggestion]);
  expect(suggestions).toEqual([
    [
      "15:00",
      3,
      {
        fieldId: indoor,
        fieldName: "Hall",
        startTime: instant("15:00"),
        endTime: instant("16:00"),
        reason: "same_time_indoor",
        minutes: 0,
      },
    ],
    [
      "15:30",
      3,
      {
        fieldId: indoor,
        fieldName: "Hall",
        startTime: instant("16:00"),
        endTime: instant("17:00"),
        reason: "later",
        minutes: 30,
      },
    ],
    [
      "17:30",
      3,
      {
        fieldId: indoor,
        fieldName: "Hall",
        startTime: instant("17:30"),
        endTime: instant("19:00"),
        reason: "same_time_indoor",
        minutes: 0,
      },
    ],
  ]);
  expect(await blocksOf()).toEqual([]);
  await club.manager("PATCH", club.path(`/fields/${indoor}`), { status: "closed" });
  const [first, , last] = await tryOut();
  expect(first?.suggestion).toMatchObject({
    fieldId: outside,
    startTime: instant("14:00"),
    reason: "earlier",
    minutes: -60,
  });
  expect(last?.suggestion).toMatchObject({
    fieldId: second,
    startTime: instant("18:00"),
    reason: "later",
    minutes: 30,
  });
});

test("in bad weather nobody is sent from one outdoor field to another on the same day", async () => {
  const day = "2026-06-12";
  await book("10:00", { startTime: at("10:00", day) });
  await book("Hall", { startTime: at("09:30", day), fieldId: indoor, duration: 90 });
  const suggested = async (more: object) => {
    const [first] = await tryOut({ ...rain([outside], [at("09:00", day), at("12:00", day)]), ...more });
    return [first?.suggestion?.fieldId, first?.suggestion?.startTime];
  };
  // The choice tells the weather, whatever the reason says.
  expect(await suggested({ name: "Weather" })).toEqual([second, instant("10:00", day)]);
  expect(await suggested({ name: "Storm", isWeather: true })).toEqual([indoor, instant("11:00", day)]);
});

test("staff keep, move and cancel in one: the block leaves out what is kept, and each mail has the reason", async () => {
  const kept = await book("15:30");
  const moved = await book("15:30", { fieldId: second });
  const canceled = await book("17:00", { fieldId: second });
  await club.manager("POST", club.path(`/events/${canceled}/payments`), { method: "cash", amount: 2000 });
  const walkIn = await book("16:30", { customer: { name: "Marc Lebrun", phone: "06 12 34 56 78" } });
  await readNewMails();
  const actions: Record<string, "keep" | "move" | "cancel"> = { [kept]: "keep", [moved]: "move" };
  const events = await tryOut();
  expect(events.map(({ id, isTold }) => [id, isTold]).toSorted()).toEqual(
    [
      [kept, true],
      [moved, true],
      [canceled, true],
      [walkIn, false],
    ].toSorted(),
  );
  const decisions = decideOn(events, ({ id }) => actions[id] ?? "cancel");
  const { status, body } = await block({ ...rain(), decisions });
  expect([status, body.errors, body.message]).toEqual([201, undefined, "Blocked"]);
  expect((await blocksOf()).toSorted()).toEqual([
    "Court 1 06-10T13:00 06-10T13:30",
    "Court 1 06-10T14:30 06-10T16:00",
    "Court 2 06-10T13:00 06-10T16:00",
  ]);
  expect(await read(kept)).toMatchObject({ status: "approved", startTime: instant("15:30") });
  const { suggestion } = events.find(({ id }) => id === moved) ?? {};
  expect(await read(moved)).toMatchObject({ fieldId: indoor, startTime: suggestion?.startTime, price: 2000 });
  expect(await read(canceled)).toMatchObject({ status: "canceled", canceledReason: "Courts too wet after the storm" });
  const mails = await readNewMails();
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text).toContain("Courts too wet after the storm");
  const [entry] = (await club.manager("GET", club.path("/activity"))).body.data;
  expect(entry).toMatchObject({ act: "events.create", event: { kind: "block", name: "Rain" } });
  const parts = (entry as { parts: { act: string; count: number }[] }).parts.filter(({ act }) =>
    act.startsWith("events."),
  );
  expect(parts).toEqual([
    { act: "events.cancel", count: 2 },
    { act: "events.create", count: 2 },
    { act: "events.update", count: 1 },
  ]);
});

test("a reason that the desk chose in its language reaches each customer in theirs", async () => {
  const reader = await testApp.join(await testApp.person({ language: "en" }), club.organizationId, 4);
  const canceled = await book("15:30", { customer: { userId: reader.id } });
  const other = await book("17:00", { fieldId: second });
  await readNewMails();
  const decisions = decideOn(await tryOut(), () => "cancel");
  expect((await block({ ...rain(), name: "Météo", reason: null, decisions })).status).toBe(201);
  const texts = (await readNewMails()).map(({ text }) => text);
  expect(texts.filter((text) => text.includes("Weather") && !text.includes("Météo"))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("Météo"))).toHaveLength(1);
  const page = await testApp.as(reader)("GET", club.path(`/bookings/${canceled}`));
  expect(page.body.data.ended).toEqual({ by: "club", reason: "Weather" });
  expect(await read(other)).toMatchObject({ status: "canceled" });
});

test("one undo frees the fields, returns every booking, and no mail is sent", async () => {
  const moved = await book("15:30");
  const canceled = await book("17:00");
  await readNewMails();
  const decisions = decideOn(await tryOut(), ({ id }) => (id === moved ? "move" : "cancel"));
  const { undo } = (await block({ ...rain(), decisions })).body.data as { undo: BlockUndo };
  expect((await club.staff("POST", `${url}/undo`, undo)).body.message).toBe("Block taken back");
  expect(await blocksOf()).toEqual([]);
  expect(await read(moved)).toMatchObject({ fieldId: outside, startTime: instant("15:30"), status: "approved" });
  expect(await read(canceled)).toMatchObject({ status: "approved", refundDue: 0 });
  expect(await readNewMails()).toEqual([]);
});

test("an undo of a block that told nobody tells nobody", async () => {
  const moved = await book("15:30");
  const canceled = await book("17:00");
  await readNewMails();
  const decisions = decideOn(await tryOut(), ({ id }) => (id === moved ? "move" : "cancel"));
  const { undo } = (await block({ ...rain(), decisions, notify: false })).body.data as { undo: BlockUndo };
  expect(undo.notify).toBe(false);
  expect((await club.staff("POST", `${url}/undo`, undo)).status).toBe(200);
  expect((await read(canceled)).status).toBe("approved");
  expect(await readNewMails()).toEqual([]);
});

test("without payments.refund, a block gives back all that was paid, or nothing is done", async () => {
  const canceled = await book("17:00");
  await club.manager("POST", club.path(`/events/${canceled}/payments`), { method: "cash", amount: 2000 });
  const decisions = decideOn(await tryOut(), () => "cancel");
  const withRefund = (refund: unknown) => ({ ...rain(), decisions: decisions.map((one) => ({ ...one, refund })) });
  for (const refund of ["none", 500]) expect((await block(withRefund(refund))).status).toBe(403);
  expect([await blocksOf(), (await read(canceled)).status]).toEqual([[], "approved"]);
  testApp.clock.set(at("16:30"));
  expect((await block(withRefund("full"))).status).toBe(201);
  expect((await read(canceled)).refundDue).toBe(2000);
});

test("whoever may refund chooses the amount in a block", async () => {
  const canceled = await book("17:00");
  await club.manager("POST", club.path(`/events/${canceled}/payments`), { method: "cash", amount: 2000 });
  const decisions = decideOn(await tryOut(), () => "cancel").map((one) => ({ ...one, refund: 500 }));
  expect((await block({ ...rain(), decisions }, club.manager)).status).toBe(201);
  expect((await read(canceled)).refundDue).toBe(500);
});

test("seconds, and more parts than one request may book, are refused before anything is blocked", async () => {
  const uneven = await block(rain([outside], ["2026-06-10T15:00:30+02:00", "2026-06-10T16:00:15+02:00"]));
  expect([uneven.status, uneven.body.errors]).toEqual([
    422,
    {
      "places.0.startTime": ["Choose a start on a whole minute"],
      "places.0.endTime": ["Choose an end on a whole minute"],
    },
  ]);
  const days = rain([outside], [at("00:00", "2026-06-02"), at("00:00", "2026-07-03")]);
  const many = { ...days, places: Array.from({ length: 10 }, () => days.places[0]) };
  for (const query of ["", "?dryRun=true"]) {
    const refused = await club.staff("POST", url + query, many);
    expect([refused.status, refused.body.message, Object.keys(refused.body.errors)]).toEqual([
      422,
      "At most 300 parts can be blocked at once, one for each field and day. Choose fewer fields or days.",
      ["places"],
    ]);
  }
  expect(await blocksOf()).toEqual([]);
});

test("a customer is told whose guardian has the address", async () => {
  const create = async (draft: object) =>
    (await club.manager("POST", club.path("/customers"), draft)).body.data.id as string;
  const guardianId = await create({ firstName: "Anne", lastName: "Petit", email: "anne@club.test" });
  const child = await create({ firstName: "Léo", lastName: "Petit", guardianId });
  await book("15:00", { customer: { customerId: child } });
  await readNewMails();
  const events = await tryOut();
  expect(events.map(({ customer, isTold }) => [customer, isTold])).toEqual([["Léo Petit", true]]);
  await block({ ...rain(), decisions: decideOn(events, () => "cancel") });
  expect(await readNewMails()).toHaveLength(1);
});

test("an undo that cannot return one booking changes nothing", async () => {
  const moved = await book("15:30");
  const decisions = decideOn(await tryOut(), () => "move");
  const { undo } = (await block({ ...rain(), decisions })).body.data as { undo: BlockUndo };
  testApp.clock.advance(1000);
  await club.manager("PATCH", club.path(`/events/${moved}`), { startTime: at("20:00") });
  expect((await club.staff("POST", `${url}/undo`, undo)).status).toBe(409);
  expect(await blocksOf()).toHaveLength(2);
  expect(await read(moved)).toMatchObject({ startTime: instant("20:00") });
});

test("a booking that was made, moved or changed meanwhile refuses all, and is told", async () => {
  const one = await book("15:30");
  const decisions = decideOn(await tryOut(), () => "cancel");
  const late = await book("16:30", { fieldId: second });
  const refused = await block({ ...rain(), decisions });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "1 booking is inside that nobody has decided about. Nothing was changed.",
  ]);
  expect([(await read(one)).status, await blocksOf()]).toEqual(["approved", []]);
  const again = await tryOut();
  expect(again.map(({ id }) => id)).toEqual([one, late]);
  testApp.clock.advance(1000);
  await club.manager("PATCH", club.path(`/events/${late}`), { startTime: at("17:00") });
  const stale = await block({ ...rain(), decisions: decideOn(again, () => "move") });
  expect([stale.status, Object.keys(stale.body.errors)]).toEqual([409, ["decisions.1"]]);
  expect(await blocksOf()).toEqual([]);
});

test("of a block and bookings at the same moment, no booking is lost and nothing is half done", async () => {
  const times = ["15:00", "16:00", "17:00"];
  const wanted = times.flatMap((time) => [outside, second].map((fieldId) => ({ time, fieldId })));
  const [made, ...booked] = await Promise.all([
    block(rain()),
    ...wanted.map(({ time, fieldId }) =>
      club.member("POST", club.path("/events"), {
        fieldId,
        startTime: at(time),
        duration: 60,
        name: "Quick",
        type: "game",
        payment: "on_site",
      }),
    ),
  ]);
  const won = booked.filter(({ status }) => status === 201);
  // Either all fields are blocked and nobody has booked, or the block is refused and changes nothing.
  expect([
    [201, 2, false],
    [409, 0, true],
  ]).toContainEqual([made.status, (await blocksOf()).length, won.length > 0]);
});

test("a move into the block, into a taken place or of another club's booking is refused beside its decision", async () => {
  const one = await book("15:30");
  await book("15:00", { fieldId: indoor });
  const [event] = await tryOut();
  const decide = (more: object) =>
    block({ ...rain(), decisions: [{ eventId: one, action: "move", seen: event?.updated_at, ...more }] });
  const inside = await decide({ fieldId: second, startTime: at("16:00") });
  expect([inside.status, inside.body.errors]).toEqual([422, { "decisions.0": ["This place is inside the block"] }]);
  expect((await decide({ fieldId: indoor, startTime: at("15:30") })).body.errors).toHaveProperty(["decisions.0"]);
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const foreign = { eventId: theirs.eventId, action: "cancel", seen: monday };
  expect((await block({ ...rain(), decisions: [foreign] })).body.errors).toEqual({
    "decisions.0.eventId": ["This event is not concerned"],
  });
  expect((await block(rain([theirs.fieldId]))).body.errors).toEqual({
    "places.0.fieldId": ["This field does not exist"],
  });
  expect((await block(rain(), club.member)).status).toBe(403);
  expect([await blocksOf(), (await read(one)).status]).toEqual([[], "approved"]);
});

test("days are blocked day by day, around parts and wholes, and series lose their date only", async () => {
  const half = await club.addField({ name: "Half", parentId: outside });
  const template = { fieldId: half, startTime: at("18:00"), duration: 60, name: "Lessons", type: "training" };
  const dates = ["2026-06-10", "2026-06-17"].map((date) => ({ date }));
  const draft = { template, rule: { weekdays: [3], count: 2 }, dates };
  const { created } = (await club.manager("POST", club.path("/event-series"), draft)).body.data;
  const days = rain([outside], [at("15:00"), at("12:00", "2026-06-12")]);
  const events = await tryOut(days);
  expect(events.map(({ id, seriesId }) => [id, seriesId !== null])).toEqual([[created[0], true]]);
  expect((await block({ ...days, decisions: decideOn(events, () => "cancel") })).status).toBe(201);
  expect(await blocksOf()).toEqual([
    "Court 1 06-10T13:00 06-10T22:00",
    "Court 1 06-10T22:00 06-11T22:00",
    "Court 1 06-11T22:00 06-12T10:00",
  ]);
  expect([(await read(created[0])).status, (await read(created[1])).status]).toEqual(["canceled", "approved"]);
});
