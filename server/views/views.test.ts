import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_VIEWS } from "#contract/views.ts";
import { createTestApp, type ApiAnswer, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { openLiveStream } from "#tests/support/live-stream-client.ts";

let testApp: TestApp;
/** `staff` and `colleague` may share; `guide` is in the team but may not; `member` is a customer. */
let people: Record<"staff" | "colleague" | "guide" | "member", Person>;
let staff: ApiCall;
let colleague: ApiCall;
let guide: ApiCall;
let member: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  const { organizationId, member: join } = testApp;
  people = {
    staff: await join(organizationId, 3),
    colleague: await join(organizationId, 3),
    guide: await join(organizationId, ["events.show"]),
    member: await join(organizationId, 4),
  };
  [staff, colleague, guide, member] = [people.staff, people.colleague, people.guide, people.member].map(testApp.as) as [
    ApiCall,
    ApiCall,
    ApiCall,
    ApiCall,
  ];
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.db.deleteFrom("views").execute();
  await testApp.db.deleteFrom("activity").execute();
});

const path = (rest = "") => `/organizations/${testApp.organizationId}/views${rest}`;
const sight = { view: "week", space: "indoor", only: "unpaid", lights: true, zoom: "0", sportId: 3 };
const shared = { isShared: true };
const requestSave = (api: ApiCall, name: string, more: object = {}): Promise<ApiAnswer> =>
  api("POST", path(), { name, sight, ...more });
const saveView = async (api: ApiCall, name: string, more: object = {}): Promise<string> => {
  const { status, body } = await requestSave(api, name, more);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const namesOf = async (api: ApiCall) => (await api("GET", path())).body.data.map(({ name }: { name: string }) => name);
const outcomeOf = ({ status, body }: ApiAnswer) => [status, body.errors ?? body.message];
const acts = async () =>
  (await testApp.db.selectFrom("activity").select(["act", "before", "after"]).orderBy("id").execute()).map(
    ({ act, before, after }) => [act, before, after],
  );

test("what is saved comes back as it was, one's own first, each part by name as people count", async () => {
  expect((await requestSave(staff, "Courts 10")).body).toEqual({
    data: { id: expect.any(String), name: "Courts 10", isShared: false, sight },
    message: "View saved",
  });
  await saveView(staff, "Courts 2");
  await saveView(colleague, "Arrivals", shared);
  expect((await staff("GET", path())).body.data).toMatchObject([
    { name: "Courts 2", isShared: false, sight },
    { name: "Courts 10", isShared: false, sight },
    { name: "Arrivals", isShared: true, sight },
  ]);
});

test("one's own are seen by nobody else, and shared ones by the team alone", async () => {
  const own = await saveView(staff, "Mine");
  const ofTeam = await saveView(staff, "Ours", shared);
  const ofMember = await saveView(member, "When I play");
  expect(await namesOf(staff)).toEqual(["Mine", "Ours"]);
  expect(await namesOf(colleague)).toEqual(["Ours"]);
  expect(await namesOf(guide)).toEqual(["Ours"]);
  expect(await namesOf(member)).toEqual(["When I play"]);
  const others = [
    [colleague, own],
    [staff, ofMember],
    [member, own],
    [member, ofTeam],
    [testApp.as(await testApp.person({ platformAdmin: true })), own],
  ] as const;
  for (const [api, id] of others) {
    expect((await api("PATCH", path(`/${id}`), { name: "Taken over" })).status).toBe(404);
    expect((await api("DELETE", path(`/${id}`))).status).toBe(404);
  }
});

test("to share, and to change and delete what is shared, takes the right to change events", async () => {
  const refusal = [403, 'You don\'t have the permission of "events.update"'];
  const own = await saveView(guide, "Mine");
  const ofTeam = await saveView(staff, "Ours", shared);
  for (const api of [guide, member]) expect(outcomeOf(await requestSave(api, "Everybody's", shared))).toEqual(refusal);
  expect(outcomeOf(await guide("PATCH", path(`/${own}`), shared))).toEqual(refusal);
  for (const change of [{ name: "Theirs" }, { isShared: false }, { sight: {} }])
    expect(outcomeOf(await guide("PATCH", path(`/${ofTeam}`), change))).toEqual(refusal);
  expect(outcomeOf(await guide("DELETE", path(`/${ofTeam}`)))).toEqual(refusal);
  expect((await guide("PATCH", path(`/${own}`), { name: "Still mine" })).status).toBe(200);
  expect(outcomeOf(await guide("DELETE", path(`/${own}`)))).toEqual([200, "View deleted"]);
  expect(outcomeOf(await colleague("DELETE", path(`/${ofTeam}`)))).toEqual([200, "View deleted"]);
  expect(await namesOf(staff)).toEqual([]);
});

test("each part of a view changes alone; shared it is the team's, and back it is whose who took it", async () => {
  const id = await saveView(staff, "Evenings");
  const change = async (api: ApiCall, body: object) => (await api("PATCH", path(`/${id}`), body)).body.data;
  expect(await change(staff, { name: " Late \n evenings " })).toEqual({
    ...{ id, name: "Late evenings", isShared: false, sight },
  });
  expect(await change(staff, { sight: { view: "list" } })).toMatchObject({
    ...{ name: "Late evenings", sight: { view: "list" } },
  });
  expect(await change(staff, shared)).toMatchObject({ isShared: true, sight: { view: "list" } });
  expect(await change(colleague, { isShared: false })).toMatchObject({ name: "Late evenings", isShared: false });
  expect([await namesOf(staff), await namesOf(colleague)]).toEqual([[], ["Late evenings"]]);
});

test("a name is had once by each and once by the team, whatever its case and accents", async () => {
  const taken = [422, { name: ["Another view has this name already"] }];
  const id = await saveView(staff, "Été");
  const other = await saveView(staff, "Winter");
  expect(outcomeOf(await requestSave(staff, "ETE"))).toEqual(taken);
  const inFrench = await staff("POST", path(), { name: "été", sight }, { "accept-language": "fr" });
  expect(inFrench.body.errors).toEqual({ name: ["Une autre vue porte déjà ce nom"] });
  expect(outcomeOf(await staff("PATCH", path(`/${other}`), { name: "été" }))).toEqual(taken);
  expect((await staff("PATCH", path(`/${id}`), { name: "ÉTÉ" })).status).toBe(200);
  await saveView(colleague, "Été");
  await saveView(colleague, "été", shared);
  expect(outcomeOf(await staff("PATCH", path(`/${id}`), shared))).toEqual(taken);
  const both = await Promise.all([requestSave(member, "Mine"), requestSave(member, "mine")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test("nobody has more than so many, nor has the team, also not by sharing or by several at once", async () => {
  const full = [409, `There are ${MAX_VIEWS} views already. Delete one that nobody needs any more.`];
  const now = testApp.clock.now();
  const fill = (user_id: string | null, count: number) =>
    testApp.db
      .insertInto("views")
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...{ organization_id: testApp.organizationId, id: crypto.randomUUID(), user_id, name: `View ${index}` },
          ...{ state: "{}", created_at: now, updated_at: now },
        })),
      )
      .execute();
  await fill(people.staff.id, MAX_VIEWS);
  expect(outcomeOf(await requestSave(staff, "One more"))).toEqual(full);
  const id = await saveView(staff, "For all", shared);
  expect(outcomeOf(await staff("PATCH", path(`/${id}`), { isShared: false }))).toEqual(full);
  expect((await staff("PATCH", path(`/${id}`), { name: "For everybody" })).status).toBe(200);
  await fill(null, MAX_VIEWS - 1);
  expect(outcomeOf(await requestSave(colleague, "Another for all", shared))).toEqual(full);
  const own = await saveView(colleague, "Not full");
  expect(outcomeOf(await colleague("PATCH", path(`/${own}`), shared))).toEqual(full);
  expect((await staff("GET", path())).body.data).toHaveLength(2 * MAX_VIEWS);
  await fill(people.member.id, MAX_VIEWS - 2);
  const answers = await Promise.all(["a", "b", "c", "d"].map((name) => requestSave(member, name)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
});

test("what no planning shows is not kept, and a name says something", async () => {
  const wrong = async (body: object) => {
    const answer = await staff("POST", path(), { name: "Some", sight, ...body });
    return [answer.status, ...Object.keys(answer.body.errors ?? {})];
  };
  expect(await wrong({ name: " " })).toEqual([422, "name"]);
  expect(await wrong({ name: "x".repeat(61) })).toEqual([422, "name"]);
  expect(await wrong({ sight: "view=week" })).toEqual([422, "sight"]);
  expect(await wrong({ sight: { date: "2026-06-10" } })).toEqual([422, "sight.date"]);
  expect(await wrong({ sight: { eventId: people.staff.id } })).toEqual([422, "sight.eventId"]);
  const nonsense = { view: "year", fields: ["x"], facilityId: "1", sportId: -1, zoom: "9", mine: false, payment: "" };
  expect(await wrong({ sight: nonsense })).toEqual([
    422,
    ...["view", "facilityId", "fields.0", "sportId", "payment", "mine", "zoom"].map((name) => `sight.${name}`),
  ]);
  const many = Array.from({ length: 101 }, () => people.staff.id);
  expect(await wrong({ sight: { fields: many } })).toEqual([422, "sight.fields"]);
  expect(await wrong({ sight: { fields: many.slice(1) } })).toEqual([201]);
  const id = await saveView(staff, "Sound");
  expect((await staff("PATCH", path(`/${id}`), {})).status).toBe(422);
});

test("no organization reaches into another one's", async () => {
  const id = await saveView(staff, "Ours", shared);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const elsewhere = `/organizations/${testApp.otherOrganizationId}/views`;
  expect((await stranger("GET", elsewhere)).body.data).toEqual([]);
  for (const at of [elsewhere, path()]) {
    expect((await stranger("PATCH", `${at}/${id}`, { name: "Theirs" })).status).toBe(404);
    expect((await stranger("DELETE", `${at}/${id}`)).status).toBe(404);
  }
  expect((await stranger("GET", path())).status).toBe(404);
  // A member of two organizations has separate views in each.
  const both = await testApp.join(await testApp.member(testApp.otherOrganizationId, 3), testApp.organizationId, 3);
  await saveView(testApp.as(both), "Here");
  expect((await testApp.as(both)("GET", elsewhere)).body.data).toEqual([]);
  expect(await namesOf(staff)).toEqual(["Ours"]);
});

test("of shared ones the activity tells and the team hears live; of one's own nobody, and members of none", async () => {
  const origin = `${await testApp.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`;
  const open = (person: Person) =>
    openLiveStream(origin, { organizationId: testApp.organizationId, token: person.token });
  const [team, customer] = [await open(people.guide), await open(people.member)];
  const own = await saveView(staff, "Secret");
  const id = await saveView(staff, "Ours", shared);
  await team.until(1);
  const later = (...call: Parameters<ApiCall>) => {
    testApp.clock.advance(1000);
    return staff(...call);
  };
  await later("PATCH", path(`/${id}`), { sight: { view: "list" } });
  await later("PATCH", path(`/${id}`), { name: "Ours", sight: { view: "list" } });
  await later("PATCH", path(`/${own}`), { name: "No secret", ...shared });
  await later("PATCH", path(`/${own}`), { isShared: false });
  await later("DELETE", path(`/${own}`));
  await later("DELETE", path(`/${id}`));
  await team.until(5);
  const [ours, open_] = [
    { name: "Ours", isShared: true },
    { name: "No secret", isShared: true },
  ];
  expect(await acts()).toEqual([
    ["views.create", null, ours],
    ["views.update", ours, ours],
    ["views.update", { isShared: false }, open_],
    ["views.update", open_, { isShared: false }],
    ["views.delete", ours, {}],
  ]);
  await sleep(300);
  expect(team.heard.map(({ type, id: heard }) => [type, heard])).toEqual(
    [id, id, own, own, id].map((heard) => ["views", heard]),
  );
  expect(customer.heard).toEqual([]);
  await Promise.all([team.close(), customer.close()]);
});

test("names and their number count by page: the other page's views are not seen there, and refuse nothing", async () => {
  const onEvents = { sight: { page: "events", unpaid: true } };
  const planned = await saveView(staff, "Unpaid");
  const listed = await saveView(staff, "Unpaid", onEvents);
  expect(outcomeOf(await requestSave(staff, "unpaid", onEvents))).toEqual([
    422,
    { name: ["Another view has this name already"] },
  ]);
  // A view that would move to the page of its namesake.
  expect((await staff("PATCH", path(`/${listed}`), { sight })).status).toBe(422);
  expect((await staff("DELETE", path(`/${planned}`))).status).toBe(200);
  for (let index = 1; index < MAX_VIEWS; index += 1) await saveView(staff, `View ${index}`, onEvents);
  expect((await requestSave(staff, "One more", onEvents)).status).toBe(409);
  await saveView(staff, "Unpaid");
  expect(await namesOf(staff)).toEqual(["Unpaid"]);
});

test("the list of events has views of its own", async () => {
  const listed = { page: "events", layout: "cards", dates: "week", unpaid: true };
  await saveView(staff, "Days");
  await saveView(staff, "This week", { sight: listed });
  expect(await namesOf(staff)).toEqual(["Days"]);
  expect((await staff("GET", path("?page=events"))).body.data).toMatchObject([{ name: "This week", sight: listed }]);
  expect((await requestSave(staff, "Both", { sight: { ...listed, zoom: "0" } })).status).toBe(422);
});
