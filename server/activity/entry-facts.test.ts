import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let manager: ApiCall;
let courtId = "";
let zoeId = "";
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  ({ manager } = club);
  courtId = await club.addField({ name: "Padel 1" });
  await club.addPrices([courtId], { 60: 1800 });
  zoeId = (await send("POST", "/customers", { kind: "person", firstName: "Zoé", lastName: "Chevalier" })).id;
});
afterAll(() => testApp.close());

async function send(method: "POST" | "PATCH" | "DELETE", path: string, body: object) {
  testApp.clock.advance(60_000);
  const answer = await manager(method, club.path(path), body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}
const latest = async () => (await manager("GET", club.path("/activity?per_page=1"))).body.data[0];

const padel = {
  name: "Padel",
  customerName: "Zoé Chevalier",
  fieldName: "Padel 1",
  startTime: "2026-06-10T08:00:00.000Z",
  endTime: "2026-06-10T09:00:00.000Z",
  lastTime: null,
  timezone: "Europe/Paris",
  price: 1800,
  currency: "EUR",
};

test("entries about an event, and about its payments, say which, whose, where and when", async () => {
  const draft = { fieldId: courtId, startTime: "2026-06-10T08:00:00Z", duration: 60, name: "Padel", type: "game" };
  const { id } = await send("POST", "/events", { ...draft, customer: { customerId: zoeId } });
  const booked = await latest();
  expect(booked).toMatchObject({ act: "events.create", event: { id, kind: "event", status: "approved", ...padel } });
  expect(booked.names[courtId]).toBe("Padel 1");
  await send("POST", `/events/${id}/payments`, { method: "cash", amount: 1800 });
  expect(await latest()).toMatchObject({ act: "payments.record", event: { id, ...padel } });
});

test("a series says where it begins and ends, and how much stands below it", async () => {
  await send("POST", "/event-series", {
    template: {
      ...{ fieldId: courtId, name: "Padel school", type: "training", duration: 60 },
      ...{ startTime: "2026-07-06T16:00:00Z", customer: { customerId: zoeId } },
    },
    rule: { interval: 1, weekdays: [1], count: 3 },
    dates: ["2026-07-06", "2026-07-13", "2026-07-20"].map((date) => ({ date })),
  });
  expect(await latest()).toMatchObject({
    act: "series.create",
    event: { name: "Padel school", startTime: "2026-07-06T16:00:00.000Z", lastTime: "2026-07-20T16:00:00.000Z" },
    parts: [{ act: "events.create", count: 3 }],
  });
});

test("a block is named by its usual reason in the reader's language", async () => {
  const block = { kind: "block", type: "other", name: "Weather" };
  await send("POST", "/events", { ...block, fieldId: courtId, startTime: "2026-06-11T08:00:00Z", duration: 60 });
  expect(await latest()).toMatchObject({ event: { kind: "block", name: "Weather" } });
  const inFrench = { "accept-language": "fr" };
  const { body } = await manager("GET", club.path("/activity?per_page=1"), undefined, inFrench);
  expect(body.data).toMatchObject([{ event: { kind: "block", name: "Météo" } }]);
});

test("a closure names its field, and a note its customer", async () => {
  const dates = { name: "Works", from: "2026-08-10", to: "2026-08-11", closed: true };
  await send("POST", "/closures", { ...dates, fieldId: courtId, hours: [], decisions: [] });
  const closed = await latest();
  expect(closed).toMatchObject({ act: "hours.createClosure", event: null, names: { [courtId]: "Padel 1" } });
  await send("POST", `/customers/${zoeId}/notes`, { text: "Left-handed", pinned: false });
  expect(await latest()).toMatchObject({ act: "customers.addNote", customerName: "Zoé Chevalier", parts: [] });
});
