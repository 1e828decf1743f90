/** News on devices: who is told, when, and with which words; the message is read as a browser reads it. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { RequestFailure } from "#server/kit/http/public-request.ts";
import { sendPush } from "#server/kit/notify/web-push.ts";
import { createTestApp, monday, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { notify, notifyTeam } from "./notify.ts";
import { findMorning, listPushes, pushNotification } from "./push.ts";

interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
let testApp: TestApp;
let club: TestClub;
let service: Server;
let received: Received[] = [];
let status = 201;
let person: Person;
let manager: ApiCall;
let fieldId: string;

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  testApp = await createTestApp({ env: { PUSH_HOSTS: "127.0.0.1" } });
  club = await createTestClub(testApp);
  fieldId = await club.addField({ approval: "manual", name: "Padel 7" });
});
afterAll(async () => {
  await testApp.close();
  service.close();
});

class TestBrowser {
  readonly ecdh = createECDH("prime256v1");
  readonly secret = randomBytes(16);
  readonly endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/${randomBytes(6).toString("hex")}`;
  constructor() {
    this.ecdh.generateKeys();
  }
  draft(timezone = "Europe/Paris") {
    const keys = { p256dh: this.ecdh.getPublicKey().toString("base64url"), auth: this.secret.toString("base64url") };
    return { endpoint: this.endpoint, keys, timezone };
  }
  /** As RFC 8291 says for the receiver. */
  read({ body }: Received) {
    const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + length);
    const record = body.subarray(21 + length);
    const derive = (secret: Buffer, by: Buffer, info: Buffer | string, size: number) =>
      Buffer.from(hkdfSync("sha256", secret, by, info, size));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.ecdh.getPublicKey(), sender]);
    const input = derive(this.ecdh.computeSecret(sender), this.secret, info, 32);
    const cipher = createDecipheriv(
      "aes-128-gcm",
      derive(input, salt, "Content-Encoding: aes128gcm\0", 16),
      derive(input, salt, "Content-Encoding: nonce\0", 12),
    );
    cipher.setAuthTag(record.subarray(-16));
    const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    return JSON.parse(text.subarray(0, -1).toString()) as { title: string; body: string; url: string; tag: string };
  }
}

beforeEach(async () => {
  testApp.clock.set(monday);
  [received, status] = [[], 201];
  person = await testApp.member(testApp.organizationId, 2);
  manager = testApp.as(person);
});

const subscribe = async (browser: TestBrowser, api = manager, timezone?: string) => {
  const answer = await api("POST", "/auth/user/push", browser.draft(timezone));
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.data;
};
const devicesOf = async (api: ApiCall) => (await api("GET", "/auth/user/push")).body.data;
const context = () => ({
  ...{ db: testApp.db, appContext: testApp.appContext },
  ...{ now: testApp.clock.now(), organizationId: testApp.organizationId },
});
/** Runs the jobs of what one person has been told. */
async function push(userId = person.id): Promise<void> {
  const rows = await testApp.db
    .selectFrom("notifications")
    .select(["id", "user_id"])
    .where("user_id", "=", userId)
    .execute();
  for (const one of await listPushes(
    testApp.db,
    rows.map(({ id, user_id }) => ({ id, userId: user_id })),
  ))
    await pushNotification.run(testApp.appContext, { ...one });
}
let hours = 0;
async function requestBooking(): Promise<string> {
  const startTime = new Date(testApp.clock.now().getTime() + 86_400_000 + ++hours * 3_600_000).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game" };
  const { status: answered, body } = await club.member("POST", club.path("/events"), draft);
  expect([answered, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

test("a browser is told what, where and when, in the person's language, and neither who nor how much", async () => {
  const browser = new TestBrowser();
  await subscribe(browser);
  await manager("PATCH", "/auth/user", { language: "fr" });
  const eventId = await requestBooking();
  await notifyTeam(context(), { kind: "booking_requested", subjectId: eventId, params: { eventId }, except: [] });
  await push();
  expect(received).toHaveLength(1);
  const [one] = received;
  if (!one) throw new Error("Nothing was received");
  expect(one.headers).toMatchObject({
    "content-encoding": "aes128gcm",
    urgency: "normal",
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(one.headers["authorization"]).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/);
  expect(Number(one.headers["ttl"])).toBeGreaterThan(3600);
  const told = browser.read(one);
  expect(told).toMatchObject({ url: "/notifications", tag: one.headers["topic"] });
  expect(told.body).toMatch(/Padel 7, .*juin/);
  expect(JSON.stringify(told)).not.toMatch(/€|Game|\d,\d\d/);
  expect((await devicesOf(manager))[0]).toMatchObject({
    isCurrent: true,
    lastToldAt: testApp.clock.now().toISOString(),
  });
});

test("what has been read, is off, or may no longer be read is not told", async () => {
  await subscribe(new TestBrowser());
  const tell = async (kind: "booking_requested" | "import_done") => {
    const subjectId = kind === "booking_requested" ? await requestBooking() : uuidv7(testApp.clock.now());
    await notify(context(), { kind, subjectId, params: { eventId: subjectId }, to: [person.id] });
  };
  await tell("booking_requested");
  await manager("POST", "/notifications/read", { until: testApp.clock.now().toISOString() });
  await push();
  await tell("import_done");
  await push();
  expect(received).toHaveLength(0);
  const change = (kind: string, choice: string) =>
    manager("PATCH", "/auth/user/notification-preferences", { preferences: [{ kind, channel: "push", choice }] });
  await change("import_done", "at_once");
  await change("booking_requested", "off");
  await push();
  expect(received).toHaveLength(1);
});

test("at night only what begins soon is told; the rest waits for the morning where the person is", async () => {
  const browser = new TestBrowser();
  await subscribe(browser);
  // 23:30 in Paris.
  testApp.clock.set(new Date("2026-06-08T21:30:00Z"));
  const slot = { field: "Padel 7", facility: "Parc", timezone: "Europe/Paris", endTime: "2026-06-08T23:30:00Z" };
  const subject = () => uuidv7(testApp.clock.now());
  await notify(context(), {
    ...{ kind: "slot_free" as const, subjectId: subject(), to: [person.id] },
    params: { slot: { ...slot, startTime: "2026-06-10T10:00:00Z", endTime: "2026-06-10T11:00:00Z", expiresAt: null } },
  });
  await push();
  expect(received).toHaveLength(0);
  await notify(context(), {
    ...{ kind: "slot_free" as const, subjectId: subject(), to: [person.id] },
    params: { slot: { ...slot, startTime: "2026-06-08T22:30:00Z", expiresAt: null } },
  });
  await push();
  expect(received).toHaveLength(1);
  testApp.clock.set(new Date("2026-06-09T05:00:00Z"));
  await push();
  expect(received.length).toBeGreaterThan(1);
});

test.each([
  ["Europe/Paris", "2026-06-08T21:30:00Z", "2026-06-09T05:00:00.000Z"],
  ["Europe/Paris", "2026-06-09T04:59:00Z", "2026-06-09T05:00:00.000Z"],
  ["Europe/Paris", "2026-06-09T05:00:00Z", undefined],
  ["Europe/Paris", "2026-06-09T19:59:00Z", undefined],
  ["America/New_York", "2026-06-09T05:00:00Z", "2026-06-09T11:00:00.000Z"],
  // The night in which the clock goes back.
  ["Europe/Paris", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00.000Z"],
])("in %s at %s it is told at %s", (timezone, now, expected) => {
  expect(findMorning(timezone, new Date(now))?.toISOString()).toBe(expected);
});

test("a browser that has ended it is forgotten; what a push service refuses is tried again", async () => {
  await subscribe(new TestBrowser());
  await notify(context(), { kind: "join_requested", subjectId: uuidv7(testApp.clock.now()), to: [person.id] });
  status = 503;
  await expect(push()).rejects.toThrow("503");
  expect(await devicesOf(manager)).toHaveLength(1);
  status = 410;
  await push();
  expect(await devicesOf(manager)).toHaveLength(0);
});

test("a push service at a private address is not connected to", async () => {
  const browser = new TestBrowser();
  const sent = sendPush(
    { db: testApp.db, config: testApp.appContext.config, now: new Date(monday) },
    {
      endpoint: "https://fcm.googleapis.com/fcm/send/one",
      keys: { publicKey: browser.ecdh.getPublicKey(), authSecret: browser.secret },
    },
    { content: {}, topic: "t", seconds: 60, urgency: "normal" },
    { resolve: async () => ["10.0.0.1"] },
  );
  await expect(sent).rejects.toThrow(RequestFailure);
  for (const endpoint of ["https://10.0.0.1/one", "https://push.example/one", "http://fcm.googleapis.com/one", "x"]) {
    const answer = await manager("POST", "/auth/user/push", { ...browser.draft(), endpoint });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["endpoint"]]);
  }
});

test("signing out, ending the session and a new password end it", async () => {
  const left = (userId: string) =>
    testApp.db.selectFrom("push_subscriptions").select("id").where("user_id", "=", userId).execute();
  await subscribe(new TestBrowser());
  await manager("GET", "/auth/logout");
  expect(await left(person.id)).toEqual([]);

  const other = await testApp.member(testApp.organizationId, 2);
  await subscribe(new TestBrowser(), testApp.as(other));
  expect((await testApp.as(other)("DELETE", `/auth/sessions/${other.sessionId}`)).status).toBe(200);
  expect(await left(other.id)).toEqual([]);

  const third = await testApp.member(testApp.organizationId, 2);
  await subscribe(new TestBrowser(), testApp.as(third));
  await testApp.db.deleteFrom("sessions").where("user_id", "=", third.id).execute();
  expect(await left(third.id)).toEqual([]);
});

test("a browser belongs to who signed in last, ten are enough, and nobody ends that of another", async () => {
  const browser = new TestBrowser();
  await subscribe(browser);
  const other = testApp.as(await testApp.member(testApp.organizationId, 2));
  expect((await other("DELETE", "/auth/user/push", { endpoint: browser.endpoint })).status).toBe(404);
  await subscribe(browser, other);
  expect([await devicesOf(manager), await devicesOf(other)]).toEqual([[], [expect.anything()]]);
  expect((await other("DELETE", "/auth/user/push", { endpoint: browser.endpoint })).status).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => manager("POST", "/auth/user/push", new TestBrowser().draft())),
  );
  expect(answers.filter(({ status: answered }) => answered === 201)).toHaveLength(10);
  expect(answers.filter(({ status: answered }) => answered === 409)).toHaveLength(2);
  const wrong = await manager("POST", "/auth/user/push", { ...browser.draft(), timezone: "Nowhere/Town" });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["timezone"]]);
});

test("a customer’s browser is told what the club did once it can no longer be taken back, and led to the booking", async () => {
  const browser = new TestBrowser();
  const customer = await testApp.member(testApp.organizationId, 4);
  const member = testApp.as(customer);
  await subscribe(browser, member);
  const startTime = new Date(testApp.clock.now().getTime() + 4 * 86_400_000).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game" };
  const eventId: string = (await member("POST", club.path("/events"), draft)).body.data.id;
  const own = () => received.filter(({ path = "" }) => browser.endpoint.endsWith(path)).map((one) => browser.read(one));
  const decide = (path: string, body: object) => manager("POST", club.path(path), body);
  expect((await decide(`/events/${eventId}/approve`, {})).status).toBe(200);
  await testApp.jobs.runAll();
  expect(own()).toEqual([]);
  expect((await decide("/approvals/undo", { eventIds: [eventId] })).status).toBe(200);
  testApp.clock.advance(UNDO_MS + 1000);
  await testApp.jobs.runAll();
  expect(own()).toEqual([]);
  expect((await decide(`/events/${eventId}/approve`, {})).status).toBe(200);
  testApp.clock.advance(UNDO_MS + 1000);
  await testApp.jobs.runAll();
  expect(own()).toMatchObject([
    {
      body: expect.stringMatching(/^Booking confirmed: Padel 7, /),
      url: `/organizations/${testApp.organizationId}/events/${eventId}`,
    },
  ]);
});

test("shortly before the start devices alone are told once more, of one’s own booking and of one where one plays", async () => {
  const [browser, other] = [new TestBrowser(), new TestBrowser()];
  const customer = await testApp.member(testApp.organizationId, 4);
  const player = await testApp.member(testApp.organizationId, 4);
  const [member, friend] = [testApp.as(customer), testApp.as(player)];
  await subscribe(browser, member);
  await subscribe(other, friend);
  const startTime = new Date(testApp.clock.now().getTime() + 5 * 86_400_000).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game", people: 4 };
  const eventId: string = (await member("POST", club.path("/events"), draft)).body.data.id;
  expect((await manager("POST", club.path(`/events/${eventId}/approve`), {})).status).toBe(200);
  const link = await member("POST", club.path(`/bookings/${eventId}/participants-link`), {});
  const secret: string = link.body.data.url.split("/p/")[1];
  expect((await friend("POST", "/auth/user/participations", { secret })).status).toBe(200);
  const remind = async () => {
    for (const job of ["events.remind", "events.remindByPush", "participants.remind"])
      await testApp.jobs.runScheduled(job);
    await testApp.jobs.runAll();
  };
  testApp.clock.set(new Date(Date.parse(startTime) - 86_400_000));
  await remind();
  testApp.clock.set(new Date(Date.parse(startTime) - 7_200_000));
  const listOf = async (api: ApiCall) => (await api("GET", "/notifications")).body.data.length;
  const before = [await listOf(member), await listOf(friend), (await testApp.mails()).length];
  received = [];
  await remind();
  await remind();
  const toldOn = ({ endpoint }: TestBrowser) => received.filter(({ path = "" }) => endpoint.endsWith(path));
  expect(toldOn(browser).map((one) => browser.read(one))).toMatchObject([
    {
      body: expect.stringMatching(/^Reminder of a booking: Padel 7, /),
      url: `/organizations/${testApp.organizationId}/events/${eventId}`,
    },
  ]);
  expect(toldOn(other).map((one) => other.read(one))).toMatchObject([
    {
      body: expect.stringMatching(/^You play soon: Padel 7, /),
      url: expect.stringMatching(/^\/my-bookings\/[\w-]{36}$/),
    },
  ]);
  expect([await listOf(member), await listOf(friend), (await testApp.mails()).length]).toEqual(before);
  const off = { preferences: [{ kind: "own_booking_reminder", channel: "app", choice: "off" }] };
  expect((await member("PATCH", "/auth/user/notification-preferences", off)).status).toBe(200);
  received = [];
  await testApp.db.updateTable("events").set({ push_reminded_at: null }).where("id", "=", eventId).execute();
  await remind();
  expect(received).toHaveLength(0);
});
