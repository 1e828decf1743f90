import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let owner: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  owner = testApp.as(await testApp.member(club.organizationId, 1));
});
afterAll(() => testApp.close());

const passMinutes = (minutes: number) => testApp.clock.advance(minutes * 60_000);
const visit = async (reader: ApiCall) => {
  const { status, body } = await reader("POST", club.path("/activity/visits"), {});
  expect(status).toBe(200);
  return body.data as { since: string | null; count: number };
};
const listSince = async (reader: ApiCall, since: string) =>
  (await reader("GET", club.path(`/activity?since=${since}`))).body.data.map(
    ({ subjectName }: { subjectName: string }) => subjectName,
  );
const addField = async (api: ApiCall, name: string) => {
  const { facilityId, openingHourPatternId } = club;
  const answer = await api("POST", club.path("/fields"), { name, facilityId, openingHourPatternId });
  expect(answer.status).toBe(201);
  passMinutes(1);
};

test("what others have done since the visit before is new; what one did oneself is not", async () => {
  expect(await visit(owner)).toEqual({ since: null, count: 0 });
  const left = testApp.clock.now().toISOString();
  passMinutes(60);
  await addField(club.manager, "Of the manager");
  await addField(owner, "Of the owner");
  await addField(club.manager, "Of the manager too");
  expect(await visit(owner)).toEqual({ since: left, count: 2 });
  expect(await listSince(owner, left)).toEqual(["Of the manager too", "Of the manager"]);
  // Each person has visits of their own.
  expect(await visit(club.manager)).toEqual({ since: null, count: 0 });
  expect(await listSince(club.manager, left)).toEqual(["Of the owner"]);
});

test("pages opened within half an hour are one visit", async () => {
  const { since } = await visit(owner);
  passMinutes(29);
  expect((await visit(owner)).since).toBe(since);
  const left = testApp.clock.now().toISOString();
  passMinutes(31);
  expect(await visit(owner)).toEqual({ since: left, count: 0 });
});

test("an instant that is none is refused", async () => {
  expect((await owner("GET", club.path("/activity?since=yesterday"))).status).toBe(422);
});

test("the platform has no organization that a visit could belong to", async () => {
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await admin("POST", "/organizations/all/activity/visits", {})).status).toBe(404);
});

test("the summary since an instant counts what others did, by kinds of deeds", async () => {
  const since = testApp.clock.now().toISOString();
  passMinutes(1);
  await addField(club.manager, "Of the summary");
  await addField(owner, "Of the reader");
  const customer = { kind: "person", firstName: "Ana", lastName: "Silva" };
  expect((await club.manager("POST", club.path("/customers"), customer)).status).toBe(201);
  passMinutes(1);
  const { status, body } = await owner("GET", club.path(`/activity-summary?since=${since}`));
  expect(status).toBe(200);
  expect(body.data).toEqual({
    since,
    count: 2,
    deeds: [
      { deed: "customers", count: 1 },
      { deed: "other", count: 1 },
    ],
  });
});
