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
  fieldId = await club.addField({ sportIds: [2] });
  await club.manager("PATCH", club.path(""), { bookingPrivacy: "private" });
});

let hour = 7;
async function book(api: ApiCall, more: object = {}) {
  const startTime = `2026-06-10T${String(++hour % 24).padStart(2, "0")}:00:00+02:00`;
  const draft = { fieldId, startTime, duration: 60, name: "Zoé's birthday", type: "game", ...more };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data as { id: string; confidentiality: string; seriesId: string | null };
}
const change = async (id: string, changes: object) => {
  const { status, body } = await club.staff("PATCH", club.path(`/events/${id}`), changes);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.confidentiality;
};
const open = () => club.manager("PATCH", club.path(""), { bookingPrivacy: "public" });
const ofMember = () => ({ customer: { userId: club.memberPerson.id } });
const walkIn = { customer: { name: "Jo" } };

test("an event with a customer is private unless somebody says otherwise, the team's own are public", async () => {
  const made = [
    await book(club.member),
    await book(club.staff, ofMember()),
    await book(club.staff, walkIn),
    await book(club.member, { confidentiality: null }),
    await book(club.member, { confidentiality: "public" }),
    await book(club.staff),
    await book(club.staff, { kind: "block", type: "other" }),
    await book(club.staff, { confidentiality: "private" }),
  ];
  expect(made.map(({ confidentiality }) => confidentiality)).toEqual([
    ...["private", "private", "private", "private", "public", "public", "public", "private"],
  ]);
});

test("where the organization opens bookings they are public, and existing ones stay as they were", async () => {
  const before = await book(club.member);
  await open();
  expect([(await book(club.member)).confidentiality, (await book(club.staff, walkIn)).confidentiality]).toEqual([
    "public",
    "public",
  ]);
  const { body } = await club.staff("GET", club.path(`/events/${before.id}`));
  expect(body.data.confidentiality).toBe("private");
});

test("an event that is given to a customer becomes private, and other changes leave it as it is", async () => {
  const { id } = await book(club.staff);
  expect(await change(id, { notes: "Bring balls" })).toBe("public");
  expect(await change(id, walkIn)).toBe("private");
  expect(await change(id, { confidentiality: "public" })).toBe("public");
  expect(await change(id, ofMember())).toBe("public");
  expect(await change(id, { confidentiality: null })).toBe("private");
  expect(await change(id, { customer: null })).toBe("private");
});

test("of a public booking others read sport and type in their language, and search finds no title", async () => {
  const { id } = await book(other, { confidentiality: "public", description: "With Ada and Grace" });
  const read = (api: ApiCall, headers = {}) => api("GET", club.path(`/events/${id}`), undefined, headers);
  expect((await read(club.member)).body.data).toMatchObject({ name: "Padel · Game", description: null });
  expect((await read(club.member, { "accept-language": "fr" })).body.data.name).toBe("Padel · Match");
  expect((await read(other)).body.data).toMatchObject({ name: "Zoé's birthday", description: "With Ada and Grace" });
  const find = async (api: ApiCall) =>
    (await api("GET", club.path(`/events?fieldId=${fieldId}&q=birthday`))).body.data.length;
  expect([await find(club.member), await find(other), await find(club.staff)]).toEqual([0, 1, 1]);
});

test("members read neither the series of somebody else nor what a cancel would refund", async () => {
  const template = { fieldId, startTime: "2026-06-16T10:00:00+02:00", duration: 60, name: "Ada", type: "game" };
  const dated = { rule: { weekdays: [2], count: 1 }, dates: [{ date: "2026-06-16" }] };
  const made = await club.manager("POST", club.path("/event-series"), {
    ...{ ...dated, template: { ...template, ...ofMember(), confidentiality: "public" } },
  });
  expect(made.status).toBe(201);
  const { seriesId, created } = made.body.data;
  const read = async (api: ApiCall) => [
    (await api("GET", club.path(`/event-series/${seriesId}`))).status,
    (await api("GET", club.path(`/events/${created[0]}`))).body.data.seriesId,
    (await api("GET", club.path(`/events/${created[0]}/cancellation`))).status,
  ];
  expect(await read(club.member)).toEqual([200, seriesId, 200]);
  expect(await read(other)).toEqual([404, null, 403]);
});

test("the dates of a series for a customer are private, those of a training are public", async () => {
  const template = { fieldId, startTime: "2026-06-17T10:00:00+02:00", duration: 60, name: "Training", type: "game" };
  const confidentialityOf = async (more: object, hours: string) => {
    const body = {
      template: { ...template, startTime: `2026-06-17T${hours}:00:00+02:00`, ...more },
      ...{ rule: { weekdays: [3], count: 1 }, dates: [{ date: "2026-06-17" }] },
    };
    const made = await club.manager("POST", club.path("/event-series"), body);
    return (await club.staff("GET", club.path(`/events/${made.body.data.created[0]}`))).body.data.confidentiality;
  };
  expect(await confidentialityOf(walkIn, "10")).toBe("private");
  expect(await confidentialityOf({}, "12")).toBe("public");
});

test("the notice of bookings made private is gone once somebody has chosen, and leaves no entry of its own", async () => {
  await testApp.db.updateTable("organizations").set({ has_privacy_notice: true }).execute();
  const read = async () => (await club.manager("GET", club.path(""))).body.data.hasPrivacyNotice;
  expect((await club.manager("PATCH", club.path(""), { name: "Here" })).status).toBe(200);
  expect(await read()).toBe(true);
  const count = () =>
    testApp.db.selectFrom("activity").select("id").where("act", "=", "organizations.update").execute();
  const before = (await count()).length;
  expect((await club.manager("PATCH", club.path(""), { bookingPrivacy: "private" })).status).toBe(200);
  expect([await read(), (await count()).length]).toEqual([false, before]);
});

test("the name of a block is read in each language where it is a usual reason, and as it was typed otherwise", async () => {
  const block = { kind: "block", type: "other" };
  const names = async (id: string, language: string) => {
    const headers = { "accept-language": language };
    const event = await club.staff("GET", club.path(`/events/${id}`), undefined, headers);
    const planning = await club.staff("GET", club.path("/planning?from=2026-06-10&to=2026-06-10"), undefined, headers);
    const planned = planning.body.data.events.find((one: { id: string }) => one.id === id);
    return [event.body.data.name, planned?.name];
  };
  const weather = await book(club.staff, { ...block, name: "Weather" });
  expect(await names(weather.id, "fr")).toEqual(["Météo", "Météo"]);
  expect(await names(weather.id, "en")).toEqual(["Weather", "Weather"]);
  const typed = await book(club.staff, { ...block, name: "Weather: hail" });
  expect(await names(typed.id, "fr")).toEqual(["Weather: hail", "Weather: hail"]);
});
