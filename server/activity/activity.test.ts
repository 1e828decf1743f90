import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { isVersionAfter } from "#contract/kit.ts";
import { HEARTBEAT_INTERVAL_MS, ACCESS_RECHECK_INTERVAL_MS } from "./change-stream.ts";
import { openLiveStream as listenTo, type LiveMessage } from "#tests/support/live-stream-client.ts";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let origin: string;
let team: Person;
let asTeam: ApiCall;
let openingHourPatternId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  ({ openingHourPatternId } = await testApp.seedOneOfEach(testApp.organizationId));
  origin = `${await testApp.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`;
  team = await testApp.member(testApp.organizationId, 2);
  asTeam = testApp.as(team);
});
afterAll(() => testApp.close());

const openStream = (
  person: Person,
  { organizationId = testApp.organizationId, after }: { organizationId?: string; after?: string } = {},
) => listenTo(origin, { organizationId, token: person.token, ...(after && { after }) });
const change = (subjectId: string, module = "members") =>
  insertLiveChange(testApp.db, { organizationId: testApp.organizationId, module, subjectId, at: testApp.clock.now() });
const addFacility = async () =>
  (await asTeam("POST", `/organizations/${testApp.organizationId}/facilities`, { name: "Hall" })).body.data
    .id as string;
const addField = async (facilityId: string, more = {}) => {
  const draft = { name: "Court", facilityId, openingHourPatternId, bookable: true, ...more };
  return (await asTeam("POST", `/organizations/${testApp.organizationId}/fields`, draft)).body.data.id as string;
};
let hours = 1;
const book = async (ask: ApiCall, fieldId: string, more = {}) => {
  const startTime = new Date(testApp.clock.now().getTime() + hours++ * 3_600_000).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game", ...more };
  const answer = await ask("POST", `/organizations/${testApp.organizationId}/events`, draft);
  expect(answer.status).toBe(201);
  return answer.body.data.id as string;
};

test("a stream tells what changes, as it changes, and is not to be kept by anybody between", async () => {
  const stream = await openStream(team);
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.response.headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
  expect(stream.response.headers.get("content-encoding")).toBeNull();
  expect(stream.response.headers.get("x-request-id")).toBeTruthy();
  const facilityId = await addFacility();
  await stream.until(1);
  expect(stream.heard).toEqual([
    { type: "facilities", id: facilityId, version: expect.stringMatching(/^\d+(\.\d+){2,}$/) },
  ]);
  await stream.close();
});

test("a broken stream resumes after what was heard last, without gap or repeat", async () => {
  const first = await openStream(team);
  await change("one");
  await first.until(1);
  await first.close();
  await change("two");
  await change("three");
  const second = await openStream(team, { after: first.lastId() });
  await change("four");
  await second.until(3);
  expect(second.ids()).toEqual(["two", "three", "four"]);
  await second.close();
  const start = await openStream(team);
  const version = start.lastId();
  await start.close();
  await change("five");
  const third = await openStream(team, { after: version });
  await third.until(1);
  expect(third.ids()).toEqual(["five"]);
  await third.close();
  const ofAnotherDatabase = await openStream(team, { after: "9223372036854775807.1" });
  await change("six");
  await ofAnotherDatabase.until(1);
  await ofAnotherDatabase.close();
});

test("a change that commits late is sent late and never skipped, and keeps no other waiting", async () => {
  const stream = await openStream(team);
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const slow = testApp.db.transaction().execute(async (db) => {
    await insertLiveChange(db, {
      organizationId: testApp.organizationId,
      // Changes of what servers remember wait for each other.
      module: "events",
      subjectId: "slow",
      at: testApp.clock.now(),
    });
    begun();
    await mayCommit;
  });
  await hasBegun;
  // The transaction of the later commit has the lower id: a stream that went by ids would wait for it, or skip it.
  await change("quick");
  await stream.until(1);
  expect(stream.ids()).toEqual(["quick"]);
  const late = await openStream(team, { after: stream.lastId() });
  commit();
  await slow;
  await stream.until(2);
  await late.until(1);
  expect(stream.ids()).toEqual(["quick", "slow"]);
  expect(late.ids()).toEqual(["slow"]);
  await stream.close();
  await late.close();
});

test("a transaction of another database of the same server keeps no change waiting", async () => {
  const stream = await openStream(team);
  const elsewhere = new pg.Client({ connectionString: process.env.TEST_DATABASE_SERVER });
  await elsewhere.connect();
  try {
    await elsewhere.query("begin");
    await elsewhere.query("select pg_current_xact_id()");
    await change("meanwhile");
    await stream.until(1);
    expect(stream.ids()).toEqual(["meanwhile"]);
  } finally {
    await elsewhere.end();
    await stream.close();
  }
});

test("thousands of changes reach clients that connect meanwhile, each once and in order", async () => {
  const start = await openStream(team);
  const version = start.lastId();
  await start.close();
  const expected = Array.from({ length: 2500 }, (_, index) => `change ${index}`);
  const write = async () => {
    for (let index = 0; index < expected.length; index += 50) {
      const rows = expected.slice(index, index + 50).map((subject_id) => ({
        organization_id: testApp.organizationId,
        module: "members",
        subject_id,
        at: testApp.clock.now(),
      }));
      await testApp.db.insertInto("changes").values(rows).execute();
    }
  };
  const writing = write();
  const readers = await Promise.all([1, 2, 3].map(() => openStream(team, { after: version })));
  await writing;
  for (const reader of readers) {
    await reader.until(expected.length);
    expect(reader.ids()).toEqual(expected);
    await reader.close();
  }
});

test("a slow client receives all changes, and the server buffers little for it", async () => {
  const request = get(`${origin}/organizations/${testApp.organizationId}/live`, {
    headers: { authorization: `Bearer ${team.token}` },
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.pause();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const expected = Array.from({ length: 9000 }, (_, index) => `${index} ${"x".repeat(1000)}`);
  for (let index = 0; index < expected.length; index += 500) {
    const rows = expected.slice(index, index + 500).map((subject_id) => ({
      organization_id: testApp.organizationId,
      module: "members",
      subject_id,
      at: testApp.clock.now(),
    }));
    await testApp.db.insertInto("changes").values(rows).execute();
  }
  await new Promise((resolve) => setTimeout(resolve, 1500));
  let text = "";
  response
    .setEncoding("utf8")
    .on("data", (chunk: string) => (text += chunk))
    .resume();
  await vi.waitFor(() => expect(text).toContain(`"id":"${expected.length - 1} `), { timeout: 10_000 });
  const ids = text
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [(JSON.parse(line.slice(6)) as LiveMessage).id] : []));
  expect(ids).toEqual(expected);
  request.destroy();
});

test("members hear of what they see: no private field, and of a private event only that a time is taken", async () => {
  const memberPerson = await testApp.member(testApp.organizationId, 4);
  const other = testApp.as(await testApp.member(testApp.organizationId, 4));
  const stream = await openStream(memberPerson);
  const facilityId = await addFacility();
  const [open, hidden] = [await addField(facilityId), await addField(facilityId, { confidentiality: "private" })];
  await book(asTeam, hidden);
  await book(other, open, { confidentiality: "private" });
  const shown = await book(other, open, { confidentiality: "public" });
  const own = await book(testApp.as(memberPerson), open, { confidentiality: "private" });
  await Promise.all([change("one"), change("bill", "payments"), change(hidden, "files"), change(open, "files")]);
  const last = await book(other, open, { confidentiality: "public" });
  await vi.waitFor(() => expect(stream.ids()).toContain(last), { timeout: 5000 });
  expect(stream.heard.map(({ type, id }) => [type, id])).toEqual([
    ["facilities", facilityId],
    ["fields", open],
    ["events", null],
    ["events", shown],
    ["events", own],
    ["files", open],
    ["events", last],
  ]);
  await stream.close();
});

test("an organization's stream is its own; the platform's is everybody's", async () => {
  const admin = await testApp.person({ platformAdmin: true });
  const [everything, there] = [
    await openStream(admin, { organizationId: "all" }),
    await openStream(await testApp.member(testApp.otherOrganizationId, 2), {
      organizationId: testApp.otherOrganizationId,
    }),
  ];
  const version = everything.lastId();
  const facilityId = await addFacility();
  await everything.until(1);
  expect(everything.ids()).toEqual([facilityId]);
  expect(there.heard).toEqual([]);
  const stranger = await testApp.member(testApp.otherOrganizationId, 2);
  const refused = await fetch(`${origin}/organizations/${testApp.organizationId}/live`, {
    headers: { authorization: `Bearer ${stranger.token}` },
  });
  expect(refused.status).toBe(404);
  const again = await openStream(admin, { organizationId: "all", after: version });
  await vi.waitFor(() => expect(again.ids()).toContain(facilityId), { timeout: 10_000 });
  for (const stream of [everything, there, again]) await stream.close();
});

test("a stream shows that it lives, and ends within a minute of the session or the membership", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const [leaver, remover] = [
      await testApp.member(testApp.organizationId, 4),
      await testApp.member(testApp.organizationId, 4),
    ];
    const streams = [await openStream(leaver), await openStream(remover), await openStream(team)];
    vi.advanceTimersByTime(HEARTBEAT_INTERVAL_MS);
    vi.advanceTimersByTime(ACCESS_RECHECK_INTERVAL_MS);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(streams.map((stream) => stream.hasEnded())).toEqual([false, false, false]);
    await testApp.db.deleteFrom("sessions").where("user_id", "=", leaver.id).execute();
    await testApp.db.updateTable("memberships").set({ active: false }).where("user_id", "=", remover.id).execute();
    vi.advanceTimersByTime(ACCESS_RECHECK_INTERVAL_MS);
    await vi.waitFor(() => expect(streams.map((stream) => stream.hasEnded())).toEqual([true, true, false]));
    for (const stream of streams) await stream.close();
  } finally {
    vi.useRealTimers();
  }
});

test("a former team member receives what members receive, and a removed member nothing", async () => {
  const demoted = await testApp.member(testApp.organizationId, 3);
  const gone = await testApp.member(testApp.organizationId, 3);
  const streams = [await openStream(demoted), await openStream(gone)] as const;
  const facilityId = await addFacility();
  const users = `/organizations/${testApp.organizationId}/users`;
  expect((await asTeam("PATCH", `${users}/${demoted.id}`, { roles: [4] })).status).toBe(200);
  expect((await asTeam("DELETE", `${users}/${gone.id}`)).status).toBe(200);
  await addField(facilityId, { confidentiality: "private" });
  const open = await addField(facilityId);
  await vi.waitFor(() => expect(streams[0].ids()).toContain(open), { timeout: 5000 });
  const heard = streams.map((stream) => stream.heard.filter(({ type }) => type === "fields").map(({ id }) => id));
  expect(heard).toEqual([[open], []]);
  await vi.waitFor(() => expect(streams.map((stream) => stream.hasEnded())).toEqual([false, true]), { timeout: 5000 });
  for (const stream of streams) await stream.close();
});

test("a stream is there to be read: asking for its headers alone opens none", async () => {
  const headers = { authorization: `Bearer ${team.token}` };
  const answer = await fetch(`${origin}/organizations/${testApp.organizationId}/live`, { method: "HEAD", headers });
  expect(answer.status).toBe(404);
});

test("versions are ordered as numbers", () => {
  expect(isVersionAfter("10.1", "9.999")).toBe(true);
  expect(isVersionAfter("9.10", "9.9")).toBe(true);
  expect(isVersionAfter("9.9", "9.9")).toBe(false);
  expect(isVersionAfter("8.9223372036854775807", "9.1")).toBe(false);
  expect(isVersionAfter("1.0", "")).toBe(true);
});

test("stopping the server closes its live streams without waiting for them", async () => {
  const other = await createTestApp();
  const person = await other.member(other.organizationId, 2);
  const address = await other.app.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`${address}/api/v1/organizations/${other.organizationId}/live`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const whole = response.text();
  await other.close();
  expect(await whole).toContain("retry: 2000");
});
