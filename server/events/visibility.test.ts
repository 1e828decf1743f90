import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let other: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  other = testApp.as(await testApp.member(testApp.organizationId, 4));
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField();
});

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const url = (rest = "") => club.path(`/events${rest}`);
async function book(api: ApiCall, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime: at("18:00"), duration: 60, name: "Game night", type: "game", ...more };
  const { status, body } = await api("POST", url(), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

test("what others owe is no filter of members", async () => {
  await club.addPrices([fieldId], { 60: 2000 });
  const id = await book(club.staff, { customer: { userId: club.memberPerson.id } });
  const due = async (api: ApiCall) => {
    const { body } = await api("GET", url(`?paymentStatus=due&fieldId=${fieldId}`));
    return body.data.map((event: { id: string }) => event.id);
  };
  expect([await due(club.staff), await due(club.member), await due(other)]).toEqual([[id], [id], []]);
});

test("a customer who is given somebody's booking does not read in its history whose it was", async () => {
  const id = await book(club.staff, { customer: { name: "Ada Guest", phone: "+33612345678" } });
  const given = await club.staff("PATCH", url(`/${id}`), { customer: { userId: club.memberPerson.id } });
  expect(given.status).toBe(200);
  const read = async (api: ApiCall) => JSON.stringify((await api("GET", url(`/${id}/history`))).body.data);
  expect(await read(club.staff)).toContain("Ada Guest");
  expect(await read(club.member)).not.toContain("Ada Guest");
});

test("a price that the team made is for what it was made for", async () => {
  await club.addPrices([fieldId], { 60: 2000, 120: 3500 });
  const id = await book(club.staff, { customer: { userId: club.memberPerson.id }, price: 0, priceReason: "A gift" });
  const longer = await club.member("PATCH", url(`/${id}`), { duration: 120 });
  expect([longer.status, Object.keys(longer.body.errors)]).toEqual([409, ["startTime"]]);
  const unsold = await club.member("PATCH", url(`/${id}`), { duration: 240 });
  expect([unsold.status, Object.keys(unsold.body.errors)]).toEqual([422, ["duration"]]);
  const later = await club.member("PATCH", url(`/${id}`), { startTime: at("19:00") });
  expect([later.status, later.body.data.price, later.body.data.priceCustomized]).toEqual([200, 0, true]);
});

test("a booker cannot avoid an approval by moving the event", async () => {
  const id = await book(club.member);
  const asked = await club.addField({ approval: "manual" });
  const { status, body } = await club.member("PATCH", url(`/${id}`), { fieldId: asked });
  expect([status, Object.keys(body.errors)]).toEqual([409, ["fieldId"]]);
  expect((await club.staff("PATCH", url(`/${id}`), { fieldId: asked })).status).toBe(200);
});

test("undoing a cancellation does not exceed the booking limit", async () => {
  const rules = { horizonDays: null, noticeMinutes: null, mostActive: 1 };
  const organizationId = await testApp.organization("Strict");
  const strict = await createTestClub({ ...testApp, organizationId });
  expect((await strict.manager("PATCH", strict.path(""), { bookingRules: rules })).status).toBe(200);
  const draft = { fieldId: await strict.addField(), duration: 60, name: "Game", type: "game" };
  const first = (await strict.member("POST", strict.path("/events"), { ...draft, startTime: at("10:00") })).body.data
    .id;
  const act = (verb: string) => strict.member("POST", strict.path(`/events/${first}/${verb}`), {});
  expect((await act("cancel")).status).toBe(200);
  expect((await act("restore")).status).toBe(200);
  expect((await act("cancel")).status).toBe(200);
  const second = await strict.member("POST", strict.path("/events"), { ...draft, startTime: at("12:00") });
  expect([second.status, (await act("restore")).status]).toEqual([201, 409]);
});

test("years that nobody means are refused", async () => {
  for (const date of ["0001-01-01", "9999-12-31"])
    expect((await club.member("GET", club.path(`/availability?date=${date}`))).status).toBe(422);
});
