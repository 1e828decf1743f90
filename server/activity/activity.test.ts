import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noteChange } from "#server/kit/live.ts";
import { isAfter } from "#contract/kit.ts";
import { heartbeatMs, recheckMs } from "./stream.ts";
import { listen as listenTo, type News } from "#tests/listen.ts";
import { openHouse, type Ask, type Person, type TestHouse } from "#tests/house.ts";

let house: TestHouse;
let origin: string;
let team: Person;
let asTeam: Ask;
let openingHourPatternId: string;
beforeAll(async () => {
  house = await openHouse();
  ({ openingHourPatternId } = await house.furnish(house.here));
  origin = `${await house.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`;
  team = await house.member(house.here, 2);
  asTeam = house.as(team);
});
afterAll(() => house.close());

const listen = (
  person: Person,
  { organizationId = house.here, after }: { organizationId?: string; after?: string } = {},
) => listenTo(origin, { organizationId, token: person.token, ...(after && { after }) });
const change = (subjectId: string, room = "members") =>
  noteChange(house.db, { organizationId: house.here, room, subjectId, at: house.clock.now() });
const addFacility = async () =>
  (await asTeam("POST", `/organizations/${house.here}/facilities`, { name: "Hall" })).body.data.id as string;
const addField = async (facilityId: string, more = {}) => {
  const draft = { name: "Court", facilityId, openingHourPatternId, bookable: true, ...more };
  return (await asTeam("POST", `/organizations/${house.here}/fields`, draft)).body.data.id as string;
};
let hours = 1;
const book = async (ask: Ask, fieldId: string, more = {}) => {
  const startTime = new Date(house.clock.now().getTime() + hours++ * 3_600_000).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game", ...more };
  const answer = await ask("POST", `/organizations/${house.here}/events`, draft);
  expect(answer.status).toBe(201);
  return answer.body.data.id as string;
};

test("a stream tells what changes, as it changes, and is not to be kept by anybody between", async () => {
  const stream = await listen(team);
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.response.headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
  expect(stream.response.headers.get("content-encoding")).toBeNull();
  expect(stream.response.headers.get("x-request-id")).toBeTruthy();
  const facilityId = await addFacility();
  await stream.until(1);
  expect(stream.heard).toEqual([{ type: "facilities", id: facilityId, version: expect.stringMatching(/^\d+\.\d+$/) }]);
  await stream.close();
});

test("a broken stream resumes after what was heard last, without gap or repeat", async () => {
  const first = await listen(team);
  await change("one");
  await first.until(1);
  await first.close();
  await change("two");
  await change("three");
  const second = await listen(team, { after: first.lastId() });
  await change("four");
  await second.until(3);
  expect(second.ids()).toEqual(["two", "three", "four"]);
  await second.close();
  // Even what happened before the first change was heard.
  const start = await listen(team);
  const version = start.lastId();
  await start.close();
  await change("five");
  const third = await listen(team, { after: version });
  await third.until(1);
  expect(third.ids()).toEqual(["five"]);
  await third.close();
  const ofAnotherDatabase = await listen(team, { after: "9223372036854775807.1" });
  await change("six");
  await ofAnotherDatabase.until(1);
  await ofAnotherDatabase.close();
});

test("what commits late is told late, and never skipped", async () => {
  const stream = await listen(team);
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const slow = house.db.transaction().execute(async (db) => {
    await noteChange(db, { organizationId: house.here, room: "members", subjectId: "slow", at: house.clock.now() });
    begun();
    await mayCommit;
  });
  await hasBegun;
  await change("quick");
  // The quick one waits for the slow one: told now, its version would hide the other's.
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect(stream.ids()).toEqual([]);
  const late = await listen(team, { after: stream.lastId() });
  commit();
  await slow;
  await stream.until(2);
  await late.until(2);
  expect(stream.ids()).toEqual(["slow", "quick"]);
  expect(late.ids()).toEqual(["slow", "quick"]);
  await stream.close();
  await late.close();
});

test("thousands of changes arrive at readers who come while they happen, each once and in order", async () => {
  const start = await listen(team);
  const version = start.lastId();
  await start.close();
  const expected = Array.from({ length: 2500 }, (_, index) => `change ${index}`);
  const write = async () => {
    for (let index = 0; index < expected.length; index += 50) {
      const rows = expected
        .slice(index, index + 50)
        .map((subject_id) => ({ organization_id: house.here, room: "members", subject_id, at: house.clock.now() }));
      await house.db.insertInto("changes").values(rows).execute();
    }
  };
  const writing = write();
  const readers = await Promise.all([1, 2, 3].map(() => listen(team, { after: version })));
  await writing;
  for (const reader of readers) {
    await reader.until(expected.length);
    expect(reader.ids()).toEqual(expected);
    await reader.close();
  }
});

test("a reader who is slow gets everything in the end, and the server keeps no more than a little of it", async () => {
  const request = get(`${origin}/organizations/${house.here}/live`, {
    headers: { authorization: `Bearer ${team.token}` },
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.pause();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const expected = Array.from({ length: 9000 }, (_, index) => `${index} ${"x".repeat(1000)}`);
  for (let index = 0; index < expected.length; index += 500) {
    const rows = expected
      .slice(index, index + 500)
      .map((subject_id) => ({ organization_id: house.here, room: "members", subject_id, at: house.clock.now() }));
    await house.db.insertInto("changes").values(rows).execute();
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
    .flatMap((line) => (line.startsWith("data: ") ? [(JSON.parse(line.slice(6)) as News).id] : []));
  expect(ids).toEqual(expected);
  request.destroy();
});

test("members hear of what they see: no private field, and of a private event only that a time is taken", async () => {
  const memberPerson = await house.member(house.here, 4);
  const other = house.as(await house.member(house.here, 4));
  const stream = await listen(memberPerson);
  const facilityId = await addFacility();
  const [open, hidden] = [await addField(facilityId), await addField(facilityId, { confidentiality: "private" })];
  await book(asTeam, hidden);
  await book(other, open, { confidentiality: "private" });
  const shown = await book(other, open);
  const own = await book(house.as(memberPerson), open, { confidentiality: "private" });
  await Promise.all([change("one"), change("bill", "payments"), change(hidden, "files"), change(open, "files")]);
  const last = await book(other, open);
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
  const admin = await house.person({ platformAdmin: true });
  const [everything, there] = [
    await listen(admin, { organizationId: "all" }),
    await listen(await house.member(house.there, 2), { organizationId: house.there }),
  ];
  const facilityId = await addFacility();
  await everything.until(1);
  expect(everything.ids()).toEqual([facilityId]);
  expect(there.heard).toEqual([]);
  const stranger = await house.member(house.there, 2);
  const refused = await fetch(`${origin}/organizations/${house.here}/live`, {
    headers: { authorization: `Bearer ${stranger.token}` },
  });
  expect(refused.status).toBe(404);
  const again = await listen(admin, { organizationId: "all", after: "0.0" });
  await vi.waitFor(() => expect(again.ids()).toContain(facilityId), { timeout: 10_000 });
  for (const stream of [everything, there, again]) await stream.close();
});

test("a stream shows that it lives, and ends within a minute of the session or the membership", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const [leaver, remover] = [await house.member(house.here, 4), await house.member(house.here, 4)];
    const streams = [await listen(leaver), await listen(remover), await listen(team)];
    vi.advanceTimersByTime(heartbeatMs);
    vi.advanceTimersByTime(recheckMs);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(streams.map((stream) => stream.hasEnded())).toEqual([false, false, false]);
    await house.db.deleteFrom("sessions").where("user_id", "=", leaver.id).execute();
    await house.db.updateTable("memberships").set({ active: false }).where("user_id", "=", remover.id).execute();
    vi.advanceTimersByTime(recheckMs);
    await vi.waitFor(() => expect(streams.map((stream) => stream.hasEnded())).toEqual([true, true, false]));
    for (const stream of streams) await stream.close();
  } finally {
    vi.useRealTimers();
  }
});

test("who leaves the team hears from then on what members hear, and who leaves altogether nothing", async () => {
  const demoted = await house.member(house.here, 3);
  const gone = await house.member(house.here, 3);
  const streams = [await listen(demoted), await listen(gone)] as const;
  const facilityId = await addFacility();
  const users = `/organizations/${house.here}/users`;
  expect((await asTeam("PATCH", `${users}/${demoted.id}`, { roles: [4] })).status).toBe(200);
  expect((await asTeam("DELETE", `${users}/${gone.id}`)).status).toBe(200);
  await addField(facilityId, { confidentiality: "private" });
  const open = await addField(facilityId);
  await vi.waitFor(() => expect(streams[0].ids()).toContain(open), { timeout: 5000 });
  const heard = streams.map((stream) => stream.heard.filter(({ type }) => type === "fields").map(({ id }) => id));
  expect(heard).toEqual([[open], []]);
  expect(streams.map((stream) => stream.hasEnded())).toEqual([false, true]);
  for (const stream of streams) await stream.close();
});

test("a stream is there to be read: asking for its headers alone opens none", async () => {
  const headers = { authorization: `Bearer ${team.token}` };
  const answer = await fetch(`${origin}/organizations/${house.here}/live`, { method: "HEAD", headers });
  expect(answer.status).toBe(404);
});

test("versions are ordered as numbers", () => {
  expect(isAfter("10.1", "9.999")).toBe(true);
  expect(isAfter("9.10", "9.9")).toBe(true);
  expect(isAfter("9.9", "9.9")).toBe(false);
  expect(isAfter("8.9223372036854775807", "9.1")).toBe(false);
  expect(isAfter("1.0", "")).toBe(true);
});

test("closing the house ends its streams, and does not wait for them", async () => {
  const other = await openHouse();
  const person = await other.member(other.here, 2);
  const address = await other.app.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`${address}/api/v1/organizations/${other.here}/live`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const whole = response.text();
  await other.close();
  expect(await whole).toContain("retry: 2000");
});
