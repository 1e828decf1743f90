import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";
import { openLiveStream as listenTo } from "#tests/support/live-stream-client.ts";

let testApp: TestApp;
let club: TestClub;
let origin: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  origin = `${await testApp.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`;
});
afterAll(() => testApp.close());

const openStream = (person: Person) =>
  listenTo(origin, { organizationId: testApp.organizationId, token: person.token });
/** Much shorter than the recheck that every stream does each minute. */
const SHORT_WAIT = { timeout: 1000, interval: 20 };

test("a session that is ended elsewhere ends its stream at once, and nobody else's", async () => {
  const phone = await testApp.member(testApp.organizationId, 4);
  const other = await testApp.member(testApp.organizationId, 4);
  const again = await testApp.as(null)("POST", "/auth/login", { email: phone.email, password });
  const laptop = { ...phone, token: again.body.data.access_token as string };
  const streams = [await openStream(phone), await openStream(laptop), await openStream(other)] as const;
  const ends = () => streams.map((stream) => stream.hasEnded());
  const { body } = await testApp.as(laptop.token)("GET", "/auth/sessions");
  const [here, there] = body.data as { id: string; current: boolean }[];
  expect([here?.current, there?.current]).toEqual([true, false]);
  expect((await testApp.as(laptop.token)("DELETE", `/auth/sessions/${there?.id}`)).status).toBe(200);
  await vi.waitFor(() => expect(ends()).toEqual([true, false, false]), SHORT_WAIT);
  await club.addField();
  await streams[1].until(1);
  expect(streams[0].heard).toEqual([]);
  expect((await testApp.as(laptop.token)("GET", "/auth/logout")).status).toBe(200);
  await vi.waitFor(() => expect(ends()).toEqual([true, true, false]), SHORT_WAIT);
  await streams[2].close();
});

test("the live stream of a deactivated account ends in every organization", async () => {
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const closed = await testApp.member(testApp.organizationId, 3);
  const stream = await openStream(closed);
  expect((await admin("PATCH", `/admin/users/${closed.id}`, { active: false })).status).toBe(200);
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), SHORT_WAIT);
  expect(stream.heard).toEqual([]);
});

test("an event moved to a private field is sent to members without its id, and with it once it is moved back", async () => {
  const [open, hidden, hiddenToo] = [
    await club.addField(),
    await club.addField({ confidentiality: "private" }),
    await club.addField({ confidentiality: "private" }),
  ];
  const draft = { fieldId: open, startTime: "2026-06-10T18:00:00+02:00", duration: 60, name: "Game", type: "game" };
  const book = async (more: object = {}): Promise<string> =>
    (await club.staff("POST", club.path("/events"), { ...draft, ...more })).body.data.id;
  const id = await book();
  const stream = await openStream(club.memberPerson);
  const move = async (fieldId: string) =>
    expect((await club.staff("PATCH", club.path(`/events/${id}`), { fieldId })).status).toBe(200);
  await move(hidden);
  await vi.waitFor(() => expect(stream.ids()).toEqual([null]), SHORT_WAIT);
  await move(hiddenToo);
  const next = await book();
  await vi.waitFor(() => expect(stream.ids()).toEqual([null, next]), SHORT_WAIT);
  await club.staff("PATCH", club.path(`/events/${next}`), { startTime: "2026-06-11T18:00:00+02:00" });
  await move(open);
  await vi.waitFor(() => expect(stream.ids()).toEqual([null, next, next, id]), SHORT_WAIT);
  await stream.close();
});

test("a session has twenty streams at most, and a person fifty; one that ends makes room", async () => {
  const member = await testApp.member(testApp.organizationId, 4);
  const tokens = [member.token];
  for (let count = 0; count < 2; count += 1)
    tokens.push(
      (await testApp.as(null)("POST", "/auth/login", { email: member.email, password })).body.data.access_token,
    );
  const open = (index: number) => openStream({ ...member, token: tokens[index] ?? "" });
  const statusOf = async (index: number) => {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${tokens[index]}` };
    const url = `${origin}/organizations/${testApp.organizationId}/live`;
    const { status } = await fetch(url, { headers, signal: stop.signal });
    stop.abort();
    return status;
  };
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(0)));
  expect(await statusOf(0)).toBe(429);
  streams.push(...(await Promise.all(Array.from({ length: 20 }, () => open(1)))));
  streams.push(...(await Promise.all(Array.from({ length: 10 }, () => open(2)))));
  expect(await statusOf(2)).toBe(429);
  await streams.pop()?.close();
  await vi.waitFor(async () => expect(await statusOf(2)).toBe(200), SHORT_WAIT);
  await Promise.all(streams.map((stream) => stream.close()));
});

test("a stream version beyond the database's numbers counts as no version", async () => {
  const member = await testApp.member(testApp.organizationId, 4);
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${member.token}`, "last-event-id": "1.9999999999999999999" };
  const url = `${origin}/organizations/${testApp.organizationId}/live`;
  const { body } = await fetch(url, { headers, signal: stop.signal });
  const { value } = (await body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^retry: 2000\nid: \d+(\.\d+){2,}\n/);
  stop.abort();
});
