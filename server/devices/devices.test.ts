import { existsSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { Webhook as ReferenceWebhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MAX_DEVICES, type AccessCode, type Device, type DeviceMessage } from "#contract/devices.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { openMqttBroker, type MqttBroker } from "#tests/support/mqtt-broker.ts";
import { openWebhookReceiver, type ReceivedRequest, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { deviceFile } from "./adapters.ts";
import { compareBookings } from "./compare.ts";
import { sendMessages } from "./send.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
const DAY = 24 * HOUR;

let testApp: TestApp;
let club: TestClub;
let owner: ApiCall;
let fieldId: string;
let otherFieldId: string;
let receiver: WebhookReceiver;
let broker: MqttBroker;
beforeAll(async () => {
  testApp = await createTestApp({ env: { DEMO: "1" } });
  club = await createTestClub(testApp);
  owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  receiver = await openWebhookReceiver();
  broker = await openMqttBroker({ user: { name: "baseline", password: "open sesame" } });
});
afterAll(async () => {
  await receiver.close();
  await broker.close();
  await testApp.close();
});
const tables = [
  "device_messages",
  "device_states",
  "device_checks",
  "device_bookings",
  "device_fields",
  "devices",
] as const;
/** Bookings are made two hours before it. */
const start = Date.parse("2026-06-10T10:00:00Z");
beforeEach(async () => {
  testApp.clock.set(new Date(start - 2 * HOUR).toISOString());
  // Bookings of one test never meet those of another.
  fieldId = await club.addField({ name: "Court 1" });
  otherFieldId = await club.addField({ name: "Court 2" });
  for (const table of tables) await testApp.db.deleteFrom(table).execute();
  await testApp.db.deleteFrom("notifications").execute();
  await testApp.jobs.runAll();
  receiver.received.length = 0;
  broker.published.length = 0;
  accept();
});

const accept = () => receiver.answerWith((_request, response) => void response.writeHead(204).end());
const refuse = (status = 500, text = "") =>
  receiver.answerWith((_request, response) => void response.writeHead(status).end(text));
const path = (rest = "") => club.path(`/devices${rest}`);
const draftOf = (more: object = {}) => ({
  ...{ name: "Door", purpose: "access", adapter: "http", url: receiver.url, fieldIds: [fieldId] },
  ...more,
});
async function create(more: object = {}): Promise<Device & { secret: string }> {
  const { status, body } = await owner("POST", path(), draftOf(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}
const createLight = (more: object = {}) =>
  create({ name: "Lights", purpose: "switch", leadMinutes: 10, lagMinutes: 5, ...more });
const isoAt = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
/** @param minutes from the start of the test's day */
async function book(minutes = 0, more: object = {}, api: ApiCall = club.manager): Promise<string> {
  const draft = { fieldId, startTime: isoAt(minutes), duration: 60, name: "Match", type: "game", ...more };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
async function change(eventId: string, body: object): Promise<void> {
  const { status, body: answer } = await club.manager("PATCH", club.path(`/events/${eventId}`), body);
  expect([status, answer.errors]).toEqual([200, undefined]);
}
async function cancel(eventId: string): Promise<void> {
  expect((await club.manager("POST", club.path(`/events/${eventId}/cancel`), { reason: "Rain" })).status).toBe(200);
}
const compare = () => compareBookings.run(testApp.appContext, {});
const send = () => sendMessages.run(testApp.appContext, {});
const tell = async () => {
  await compare();
  await send();
};
const goTo = (minutes: number) => testApp.clock.set(isoAt(minutes));
async function listLog(id: string, query = ""): Promise<DeviceMessage[]> {
  const { status, body } = await owner("GET", path(`/${id}/messages${query}`));
  expect(status).toBe(200);
  return body.data;
}
const listSteps = async (id: string) =>
  (await listLog(id)).map(({ action, status }) => `${action} ${status}`).toReversed();
async function readCode(eventId: string, api: ApiCall = club.manager): Promise<AccessCode> {
  const { status, body } = await api("GET", club.path(`/events/${eventId}/access-code`));
  expect(status).toBe(200);
  return body.data;
}
interface Told {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}
const told = (): Told[] => receiver.received.map(({ json }) => json as unknown as Told);
const types = () => told().map(({ type }) => type);

test("a grant is signed, and says booking, field, span, code and person; the revocation of a cancellation follows", async () => {
  const { id, secret } = await create({ leadMinutes: 15, lagMinutes: 10 });
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(JSON.stringify((await owner("GET", path())).body)).not.toContain("whsec_");
  const eventId = await book(0, { customer: { name: "Zoé Morel" } });
  await tell();
  const { code } = await readCode(eventId);
  expect(code).toMatch(/^\d{6}$/);
  const [request] = receiver.received as [ReceivedRequest];
  vi.useFakeTimers({ toFake: ["Date"], now: testApp.clock.now() });
  const verified = new ReferenceWebhook(secret).verify(request.body, request.headers as Record<string, string>);
  vi.useRealTimers();
  expect(verified).toEqual({
    type: "grant",
    timestamp: testApp.clock.now().toISOString(),
    data: {
      ...{ deviceId: id, device: "Door", bookingId: eventId, sequence: expect.any(Number) as number },
      ...{ field: { id: fieldId, name: "Court 1" }, from: isoAt(-15), to: isoAt(70), code, person: "Zoé Morel" },
    },
  });
  await cancel(eventId);
  await tell();
  expect(told()[1]).toMatchObject({ type: "revoke", data: { bookingId: eventId, code, person: null } });
  expect(await listSteps(id)).toEqual(["grant accepted", "revoke replaced", "revoke accepted"]);
  const [sequence, next] = told().map(({ data }) => data["sequence"] as number);
  expect(next).toBeGreaterThan(sequence ?? 0);
});

test("only confirmed bookings are told, and blocks and other fields are not", async () => {
  await create();
  const manual = await club.addField({ name: "Court 3", approval: "manual" });
  await create({ name: "Gate", fieldIds: [manual] });
  await book(0, { kind: "block" });
  await book(0, { fieldId: otherFieldId });
  const requested = await book(0, { fieldId: manual }, club.member);
  await tell();
  expect(types()).toEqual([]);
  await club.manager("POST", club.path(`/events/${requested}/approve`), {});
  await tell();
  expect(told().map(({ type, data }) => [type, data["bookingId"]])).toEqual([["grant", requested]]);
});

test("any number of comparisons tells each thing once", async () => {
  const { id } = await create();
  const eventId = await book();
  await Promise.all([compare(), compare(), compare()]);
  for (let count = 0; count < 3; count++) {
    await testApp.jobs.runScheduled("devices.recheck");
    await tell();
  }
  await change(eventId, { name: "Final" });
  await tell();
  expect(types()).toEqual(["grant"]);
  expect(await listSteps(id)).toEqual(["grant accepted", "revoke waiting"]);
});

test("a move gives a grant with new times and the same code; to another field, the former is revoked", async () => {
  await create();
  const eventId = await book();
  await tell();
  await change(eventId, { startTime: isoAt(120) });
  await tell();
  const [first, second] = told();
  expect([second?.type, second?.data["from"], second?.data["code"]]).toEqual([
    "grant",
    isoAt(120),
    first?.data["code"],
  ]);
  await change(eventId, { fieldId: otherFieldId });
  await tell();
  expect(types()).toEqual(["grant", "grant", "revoke"]);
});

test("a cancellation that is taken back is a grant again", async () => {
  await create();
  const eventId = await book();
  await tell();
  await cancel(eventId);
  await tell();
  expect((await club.manager("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  await tell();
  expect(types()).toEqual(["grant", "revoke", "grant"]);
});

test("canceled before the grant was accepted: the revocation follows in order; before any attempt, nothing is told", async () => {
  const { id } = await create();
  refuse();
  const eventId = await book();
  await tell();
  await cancel(eventId);
  accept();
  await tell();
  expect(types()).toEqual(["grant", "revoke"]);
  expect(await listSteps(id)).toEqual(["grant replaced", "revoke replaced", "revoke accepted"]);
  const unsent = await book(120);
  await compare();
  await cancel(unsent);
  await tell();
  expect(types()).toEqual(["grant", "revoke"]);
});

test("moved while the grant is on its way: the new one waits for the answer, and is last", async () => {
  const { id } = await create();
  const answered = Promise.withResolvers<void>();
  let isFirst = true;
  receiver.answerWith((_request, response) => {
    if (!isFirst) return void response.writeHead(204).end();
    isFirst = false;
    void answered.promise.then(() => response.writeHead(204).end());
  });
  const eventId = await book();
  await compare();
  const sending = send();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  await change(eventId, { startTime: isoAt(180) });
  await compare();
  await send();
  expect(receiver.received).toHaveLength(1);
  answered.resolve();
  await sending;
  await send();
  expect(told().map(({ data }) => data["from"])).toEqual([isoAt(0), isoAt(180)]);
  expect(await listSteps(id)).toEqual(["grant replaced", "revoke replaced", "grant accepted", "revoke waiting"]);
});

test("two servers that send at once tell each thing once", async () => {
  await create();
  for (let count = 0; count < 12; count++) await book(count * 60);
  await Promise.all([compare(), compare(), compare()]);
  await Promise.all([send(), send(), send()]);
  expect(receiver.received).toHaveLength(12);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(12);
  expect(new Set(told().map(({ data }) => data["code"])).size).toBe(12);
});

test("lights go on before the start and off after the end", async () => {
  const { id } = await createLight();
  await book();
  await tell();
  goTo(-11);
  await tell();
  expect(types()).toEqual([]);
  goTo(-10);
  await tell();
  goTo(64);
  await tell();
  expect(types()).toEqual(["on"]);
  goTo(65);
  await tell();
  expect(types()).toEqual(["on", "off"]);
  expect(told()[0]?.data).not.toHaveProperty("code");
  expect(await listSteps(id)).toEqual(["on accepted", "off accepted"]);
});

test("lights stay on while another booking of the device goes on", async () => {
  const { id } = await createLight({ fieldIds: [fieldId, otherFieldId] });
  await book(0);
  await book(30, { fieldId: otherFieldId });
  await compare();
  for (const minutes of [-10, 20, 65, 95]) {
    goTo(minutes);
    await send();
  }
  expect(types()).toEqual(["on", "on", "off"]);
  expect(await listSteps(id)).toEqual(["on accepted", "off not_needed", "on accepted", "off accepted"]);
});

test("lights of a booking that is canceled or moved while they are on go off", async () => {
  await createLight();
  const [canceled, moved] = [await book(0), await book(200)];
  await compare();
  goTo(0);
  await send();
  await testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "=", canceled).execute();
  await testApp.jobs.runScheduled("devices.recheck");
  await tell();
  expect(types()).toEqual(["on", "off"]);
  goTo(195);
  await send();
  await testApp.db
    .updateTable("events")
    .set({ start_time: isoAt(400), end_time: isoAt(460) })
    .where("id", "=", moved)
    .execute();
  await testApp.jobs.runScheduled("devices.recheck");
  await tell();
  expect(types()).toEqual(["on", "off", "on", "off"]);
  goTo(395);
  await tell();
  expect(types().slice(4)).toEqual(["on"]);
});

test("a device that is off or dead costs no booking, and what is missed has an end", async () => {
  const dead = await create({ url: "http://localhost:1/" });
  const light = await createLight({ url: "http://localhost:1/" });
  const off = await create({ name: "Off", active: false });
  const eventId = await book();
  await tell();
  goTo(0);
  await tell();
  expect(await listSteps(dead.id)).toEqual(["grant waiting", "revoke waiting"]);
  expect((await listLog(dead.id))[1]?.lastAnswer).toMatchObject({ status: null, failure: "unreachable" });
  expect((await owner("GET", path(`/${dead.id}`))).body.data).toMatchObject({
    failingSince: isoAt(-120),
    waiting: 1,
    lastAnswer: { failure: "unreachable" },
  });
  goTo(66);
  await tell();
  expect(await listSteps(light.id)).toEqual(["on unanswered", "off waiting"]);
  expect(await listSteps(dead.id)).toEqual(["grant unanswered", "revoke waiting"]);
  testApp.clock.advance(2 * DAY);
  await tell();
  expect(await listSteps(light.id)).toEqual(["on unanswered", "off unanswered"]);
  expect(await listLog(off.id)).toEqual([]);
  expect((await club.manager("GET", club.path(`/events/${eventId}`))).body.data.status).toBe("approved");
});

test("a grant is tried every minute within the hour before the start, seldom long before it", async () => {
  const { id } = await create();
  refuse(503, "busy");
  await book();
  await compare();
  const pauses: number[] = [];
  for (let count = 0; count < 30; count++) {
    await send();
    const [, grant] = await listLog(id);
    const next = Date.parse(grant?.nextAttemptAt ?? "");
    pauses.push(next - testApp.clock.now().getTime());
    testApp.clock.set(new Date(next).toISOString());
  }
  expect(pauses.slice(0, 6).map((pause) => pause / 1000)).toEqual([5, 30, 120, 300, 900, expect.any(Number)]);
  expect(pauses.slice(8).every((pause) => pause === MINUTE)).toBe(true);
  expect((await listLog(id))[1]?.lastAnswer).toMatchObject({ status: 503, answer: "busy" });
});

test("the team is told once, ten minutes before the start, of a device that has not accepted", async () => {
  const { id } = await create({ url: "http://localhost:1/", name: "Main door" });
  await create({ name: "Side door" });
  const eventId = await book(0, { customer: { name: "Zoé Morel" } });
  await tell();
  const list = async () => (await owner("GET", "/notifications")).body.data;
  const warn = () => testApp.jobs.runScheduled("devices.warn");
  goTo(-11);
  await warn();
  expect(await list()).toEqual([]);
  goTo(-10);
  await Promise.all([warn(), warn()]);
  expect(await list()).toMatchObject([
    { kind: "device_unanswered", name: "Zoé Morel", devices: "Main door", count: 1, booking: { eventId } },
  ]);
  goTo(-5);
  await warn();
  expect(await list()).toHaveLength(1);
  expect(JSON.stringify(await list())).not.toContain((await readCode(eventId)).code);
  await owner("DELETE", path(`/${id}`));
  await book(60);
  await tell();
  goTo(55);
  await warn();
  expect(await list()).toHaveLength(1);
});

test("the code is shown to who booked from an hour before, to the desk always, and to nobody else", async () => {
  await create({ lagMinutes: 10 });
  const eventId = await book(0, {}, club.member);
  await tell();
  const shown = await readCode(eventId);
  expect(shown).toMatchObject({ state: "shown", validTo: isoAt(70), devices: [{ name: "Door", isAccepted: true }] });
  expect(await readCode(eventId, club.member)).toMatchObject({ state: "later", code: null, shownFrom: isoAt(-60) });
  goTo(-60);
  expect(await readCode(eventId, club.member)).toMatchObject({ state: "shown", code: shown.code });
  goTo(70);
  expect(await readCode(eventId, club.member)).toMatchObject({ state: "over", code: null });
  const strangers = [
    testApp.as(await testApp.member(testApp.organizationId, 4)),
    testApp.as(await testApp.member(testApp.organizationId, ["organizations.show", "events.show"])),
  ];
  for (const api of strangers) expect((await api("GET", club.path(`/events/${eventId}/access-code`))).status).toBe(404);
  const other = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await other("GET", club.path(`/events/${eventId}/access-code`))).status).toBe(404);
  const elsewhere = `/organizations/${testApp.otherOrganizationId}/events/${eventId}/access-code`;
  expect((await other("GET", elsewhere)).status).toBe(404);
  const key = await owner("POST", club.path("/api-keys"), {
    name: "Site",
    permissions: ["events.update", "events.show"],
  });
  const byKey = await testApp.as(key.body.data.secret)("GET", club.path(`/events/${eventId}/access-code`));
  expect(byKey.status).toBe(403);
  expect(await readCode(await book(300, { fieldId: otherFieldId }))).toMatchObject({ state: "none", code: null });
});

test("codes differ among live ones, and are wiped a day after the end", async () => {
  await create();
  const eventId = await book();
  await tell();
  const { code } = await readCode(eventId);
  await expect(
    testApp.db
      .insertInto("device_bookings")
      .values({
        organization_id: testApp.organizationId,
        event_id: uuidv7(testApp.clock.now()),
        code,
        starts_at: isoAt(0),
        ends_at: isoAt(60),
        is_confirmed: true,
      })
      .execute(),
  ).rejects.toThrow("device_bookings_code");
  const stored = () =>
    testApp.db.selectFrom("device_bookings").select("code").where("event_id", "=", eventId).executeTakeFirst();
  goTo(60 + 24 * 60 - 1);
  await testApp.jobs.runScheduled("devices.sweep");
  expect(await stored()).toEqual({ code });
  goTo(60 + 24 * 60);
  await testApp.jobs.runScheduled("devices.sweep");
  expect(await stored()).toBeUndefined();
  expect(await readCode(eventId)).toMatchObject({ state: "over", code: null });
});

test("a code is nowhere but with its booking: not in the log, the activity, webhooks, exports or answers of devices", async () => {
  const { id } = await create();
  const hook = await openWebhookReceiver();
  await owner("POST", club.path("/webhooks"), { url: hook.url, kinds: ["booking.created", "booking.updated"] });
  receiver.answerWith(({ body }, response) => void response.writeHead(500).end(`cannot take ${body}`));
  const eventId = await book(0, {}, club.member);
  await testApp.jobs.runAll();
  const { code } = await readCode(eventId);
  expect(code).toMatch(/^\d{6}$/);
  expect(receiver.received[0]?.body).toContain(code);
  const [, grant] = await listLog(id);
  expect(grant?.lastAnswer?.answer).toContain("••••••");
  const { rows } = await sql<{ text: string }>`
    select string_agg(m::text, ' ') as text from device_messages m
    union all select string_agg(a::text, ' ') from activity a
    union all select string_agg(w::text, ' ') from webhook_deliveries w
    union all select string_agg(e::text, ' ') from emails e`.execute(testApp.db);
  expect(rows.map(({ text }) => text ?? "").join(" ")).not.toContain(`"${code}"`);
  expect(rows[0]?.text).not.toContain(code);
  expect(hook.received.length).toBeGreaterThan(0);
  for (const { body } of hook.received) expect(body).not.toContain(`"${code}"`);
  for (const api of [club.manager, club.member])
    for (const rest of [`/events/${eventId}`, "/events", "/exports/events"])
      expect(JSON.stringify((await api("GET", club.path(rest))).body)).not.toContain(`"${code}"`);
  await hook.close();
});

test("MQTT: a grant is retained with user and password, a revocation removes it, a switch keeps its last state", async () => {
  const draft = { adapter: "mqtt", url: broker.url, topic: "club/door", username: "baseline", password: "open sesame" };
  const door = await create(draft);
  expect([door.secret, door.hasPassword, JSON.stringify(door).includes("sesame")]).toEqual([null, true, false]);
  await createLight({ ...draft, topic: "club/lights" });
  const eventId = await book();
  await tell();
  goTo(-10);
  await tell();
  const { code } = await readCode(eventId);
  const topic = `club/door/access/${eventId}`;
  expect(broker.published.map(({ topic: one, retain, qos }) => [one, retain, qos])).toEqual([
    [topic, true, 1],
    ["club/lights/switch", true, 1],
  ]);
  const late = await broker.subscribe();
  await vi.waitFor(() => expect([...late.received.keys()].toSorted()).toEqual([topic, "club/lights/switch"]));
  expect(JSON.parse(late.received.get(topic) ?? "")).toMatchObject({
    type: "grant",
    data: { code, bookingId: eventId },
  });
  expect(JSON.parse(late.received.get("club/lights/switch") ?? "")).toMatchObject({ type: "on" });
  await cancel(eventId);
  await tell();
  await vi.waitFor(() => expect(late.received.get(topic)).toBe(""));
  expect(
    broker.published.slice(2).map(({ topic: one, payload, retain }) => [one, payload.slice(0, 16), retain]),
  ).toEqual(
    expect.arrayContaining([
      [topic, '{"type":"revoke"', false],
      [topic, "", true],
      ["club/lights/switch", '{"type":"off","t', true],
    ]),
  );
  const later = await broker.subscribe();
  await vi.waitFor(() => expect([...later.received.keys()]).toEqual(["club/lights/switch"]));
  await late.close();
  await later.close();
  expect(JSON.stringify((await owner("GET", club.path("/activity?subject=devices"))).body)).not.toContain("sesame");
});

test("MQTT: a wrong password, a certificate of nobody and a broker that is gone are failures", async () => {
  const draft = { adapter: "mqtt", topic: "club/door", username: "baseline", password: "open" };
  const wrong = await create({ ...draft, url: broker.url });
  const gone = await create({ ...draft, url: "mqtt://localhost:1" });
  const tlsBroker = await openMqttBroker();
  const plain = await create({ ...draft, url: `mqtts://localhost:${tlsBroker.port}` });
  await book();
  await tell();
  const failureOf = async ({ id }: Device) => (await listLog(id))[1]?.lastAnswer?.failure;
  expect([await failureOf(wrong), await failureOf(gone)]).toEqual(["refused", "unreachable"]);
  expect(["tls", "unreachable"]).toContain(await failureOf(plain));
  expect(broker.published).toEqual([]);
  await tlsBroker.close();
});

test("the file of the demo has a line for each message", async () => {
  const { id } = await create({ adapter: "file", url: null });
  await book();
  await tell();
  const lines = readFileSync(deviceFile(testApp.appContext.config, id), "utf8").trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as Told).type)).toEqual(["grant"]);
  expect(await listSteps(id)).toEqual(["grant accepted", "revoke waiting"]);
});

test("outside the demo there are no files, unless the operator says so, and no address of this machine", async () => {
  for (const [DEVICE_FILES, status] of [
    ["0", 422],
    ["1", 201],
  ] as const) {
    const real = await createTestApp({ env: { DEVICE_FILES } });
    const theirs = await createTestClub(real);
    const api = real.as(await real.member(real.organizationId, 1));
    const fieldIds = [await theirs.addField()];
    const made = await api("POST", theirs.path("/devices"), draftOf({ adapter: "file", url: null, fieldIds }));
    expect([made.status, Object.keys(made.body.errors ?? {})]).toEqual([status, status === 422 ? ["adapter"] : []]);
    const local = [draftOf({ fieldIds }), draftOf({ adapter: "mqtt", topic: "door", url: broker.url, fieldIds })];
    for (const draft of local) {
      const { status: refused, body } = await api("POST", theirs.path("/devices"), draft);
      expect([refused, Object.keys(body.errors)]).toEqual([422, ["url"]]);
    }
    await real.close();
  }
});

const refusals: [what: string, draft: object, errors: Record<string, string>][] = [
  ["http", { url: "http://door.example.com/" }, { url: "The address has to begin with https://" }],
  [
    "mqtt",
    { adapter: "mqtt", topic: "a", url: "mqtt://b.example.com" },
    { url: "The address has to begin with mqtts://" },
  ],
  ["the other protocol", { url: "mqtts://b.example.com" }, { url: "The address has to begin with https://" }],
  [
    "a private address",
    { adapter: "mqtt", topic: "a", url: "mqtts://[::ffff:10.0.0.1]" },
    { url: "This address is in a private network, which the server does not send to" },
  ],
  [
    "a private address in another spelling",
    { adapter: "mqtt", topic: "a", url: "mqtts://0xa.1:8883" },
    { url: "This address is in a private network, which the server does not send to" },
  ],
  [
    "credentials",
    { adapter: "mqtt", topic: "a", url: "mqtts://me:secret@b.example.com" },
    { url: "Leave the user name and password out of the address: they have fields of their own" },
  ],
  ["no address", { url: null }, { url: "This field is required" }],
  ["no topic", { adapter: "mqtt", url: "mqtts://b.example.com" }, { topic: "This field is required" }],
  [
    "a topic for everything",
    { adapter: "mqtt", topic: "a/#", url: "mqtts://b.example.com" },
    { topic: "A topic has no +, # or line break, and begins with neither / nor $" },
  ],
  [
    "what its way has not",
    { topic: "a", username: "b", password: "c" },
    Object.fromEntries(
      ["topic", "username", "password"].map((name) => [name, "Leave this out: a device of this connection has none"]),
    ),
  ],
];
test.each(refusals)("%s is refused beside its field", async (_what, more, errors) => {
  const draft = draftOf({ url: "https://door.example.com/", ...more });
  const { status, body } = await owner("POST", path(), draft);
  const expected = Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]));
  expect([status, body.errors]).toEqual([422, expected]);
});

test("wrong types, and ids of others, are refused", async () => {
  const theirs = await createTestClub(testApp, {}, testApp.otherOrganizationId);
  const elsewhere = await theirs.addField();
  const answer = await owner("POST", path(), draftOf({ fieldIds: [fieldId, elsewhere] }));
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["fieldIds"]]);
  for (const wrong of [
    { purpose: "alarm" },
    { adapter: "smtp" },
    { leadMinutes: -1 },
    { leadMinutes: 1.5 },
    { lagMinutes: 241 },
    { lagMinutes: "10" },
    { fieldIds: [] },
    { fieldIds: "all" },
    { active: "yes" },
    { name: "" },
    { url: 7 },
  ])
    expect([wrong, (await owner("POST", path(), draftOf(wrong))).status]).toEqual([wrong, 422]);
  const { id } = await create();
  expect((await owner("PATCH", path(`/${id}`), { purpose: "switch" })).status).toBe(422);
  expect((await owner("PATCH", path(`/${id}`), { fieldIds: [elsewhere] })).status).toBe(422);
  const other = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  for (const rest of ["", "/messages"]) {
    expect((await other("GET", path(`/${id}${rest}`))).status).toBe(404);
    expect((await other("GET", `/organizations/${testApp.otherOrganizationId}/devices/${id}${rest}`)).status).toBe(404);
  }
  for (const rest of ["/test", "/rotate"])
    expect((await other("POST", `/organizations/${testApp.otherOrganizationId}/devices/${id}${rest}`, {})).status).toBe(
      404,
    );
  expect((await club.staff("GET", path())).status).toBe(403);
});

test("a test is sent once, also while the device is off", async () => {
  const { id } = await create({ active: false });
  refuse(500, "not yet");
  expect((await owner("POST", path(`/${id}/test`), {})).status).toBe(201);
  await send();
  testApp.clock.advance(DAY);
  await send();
  expect(told()).toMatchObject([{ type: "test", data: { deviceId: id } }]);
  expect(await listLog(id)).toMatchObject([
    { action: "test", status: "unanswered", eventId: null, lastAnswer: { status: 500, answer: "not yet" } },
  ]);
  expect((await owner("GET", path(`/${id}`))).body.data.failingSince).toBeNull();
});

test("bookings that stand are told to a new device, and anew to one that was off or has another address", async () => {
  const eventId = await book();
  await tell();
  const { id } = await create();
  await tell();
  expect(types()).toEqual(["grant"]);
  await owner("PATCH", path(`/${id}`), { active: false });
  await cancel(eventId);
  await book(120);
  await tell();
  expect(types()).toEqual(["grant"]);
  await owner("PATCH", path(`/${id}`), { active: true });
  await tell();
  expect(types().slice(1).toSorted()).toEqual(["grant", "revoke"]);
  await owner("PATCH", path(`/${id}`), { url: `${receiver.url}/other` });
  await tell();
  expect(receiver.received.at(-1)).toMatchObject({ path: "/other", json: { type: "grant" } });
  await owner("PATCH", path(`/${id}`), { leadMinutes: 20 });
  await tell();
  expect(told().at(-1)?.data["from"]).toBe(isoAt(100));
});

test("after a rotation both secrets sign for a day; only a device told by HTTP has one", async () => {
  const { id, secret: former } = await create();
  const { body } = await owner("POST", path(`/${id}/rotate`), {});
  expect(body.data.secret).not.toBe(former);
  await book();
  await tell();
  vi.useFakeTimers({ toFake: ["Date"], now: testApp.clock.now() });
  const [request] = receiver.received as [ReceivedRequest];
  for (const secret of [former, body.data.secret as string])
    expect(new ReferenceWebhook(secret).verify(request.body, request.headers as Record<string, string>)).toBeTruthy();
  vi.useRealTimers();
  testApp.clock.advance(DAY);
  await testApp.jobs.runScheduled("devices.sweep");
  const row = await testApp.db.selectFrom("devices").select("former_secret").where("id", "=", id).executeTakeFirst();
  expect(row).toEqual({ former_secret: null });
  const file = await create({ adapter: "file", url: null });
  expect((await owner("POST", path(`/${file.id}/rotate`), {})).status).toBe(409);
});

test("a deleted device is told nothing, and its secret and its log are gone", async () => {
  const { id } = await create();
  const eventId = await book();
  await tell();
  expect((await owner("DELETE", path(`/${id}`))).status).toBe(200);
  await cancel(eventId);
  await tell();
  expect(types()).toEqual(["grant"]);
  expect((await owner("GET", path(`/${id}/messages`))).status).toBe(404);
  const row = await testApp.db
    .selectFrom("devices")
    .select(["secret", "password", "active"])
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row).toEqual({ secret: null, password: null, active: false });
});

test("a thousand bookings in one go are told once each, with codes of their own", async () => {
  const { id } = await create({ adapter: "file", url: null });
  const { facilityId } = club;
  const { db, organizationId, clock } = testApp;
  const rows = Array.from({ length: 1000 }, (_none, index) => ({
    ...{ organization_id: organizationId, id: uuidv7(clock.now()), facility_id: facilityId, field_id: fieldId },
    ...{ name: "Season", status: "approved", confidentiality: "private", type: "training", price: 0, currency: "EUR" },
    ...{ payment_status: "none", created_at: clock.now(), updated_at: clock.now() },
    start_time: new Date(start + 400 * DAY + index * HOUR),
    end_time: new Date(start + 400 * DAY + index * HOUR + 30 * MINUTE),
  }));
  await db.insertInto("events").values(rows).execute();
  const checks = rows.map(({ id: event_id }) => ({
    organization_id: organizationId,
    id: uuidv7(clock.now()),
    event_id,
  }));
  await db.insertInto("device_checks").values(checks).execute();
  await Promise.all([compare(), compare()]);
  await Promise.all([send(), send()]);
  const lines = readFileSync(deviceFile(testApp.appContext.config, id), "utf8").trim().split("\n");
  const granted = lines.map((line) => (JSON.parse(line) as Told).data);
  expect(granted).toHaveLength(1000);
  expect(new Set(granted.map(({ code }) => code)).size).toBe(1000);
  expect(new Set(granted.map(({ bookingId }) => bookingId)).size).toBe(1000);
  await db.deleteFrom("events").where("name", "=", "Season").execute();
}, 120_000);

test("without a device, a booking leaves nothing behind", async () => {
  await book();
  expect(await testApp.db.selectFrom("device_checks").selectAll().execute()).toEqual([]);
  expect(existsSync(deviceFile(testApp.appContext.config, "none"))).toBe(false);
});

test("the log is kept for 30 days", async () => {
  const { id } = await create();
  await owner("POST", path(`/${id}/test`), {});
  await send();
  testApp.clock.advance(30 * DAY);
  await testApp.jobs.runScheduled("devices.sweep");
  expect(await listLog(id)).toHaveLength(1);
  testApp.clock.advance(1000);
  await testApp.jobs.runScheduled("devices.sweep");
  expect(await listLog(id)).toEqual([]);
});

test("an organization has a bounded number of devices", async () => {
  for (let count = 0; count < MAX_DEVICES; count++) await create({ name: `Door ${count}` });
  expect((await owner("POST", path(), draftOf())).status).toBe(409);
});
