import { sql } from "kysely";
import { Webhook as ReferenceWebhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MAX_WEBHOOKS, webhookKinds, type WebhookDelivery, type WebhookKind } from "#contract/webhooks.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestApp, monday, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { openWebhookReceiver, type ReceivedRequest, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { RETRY_DELAYS_MS, sendWebhooks } from "./send.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
const DAY = 24 * HOUR;

let testApp: TestApp;
let club: TestClub;
let owner: ApiCall;
let fieldId: string;
let receiver: WebhookReceiver;
beforeAll(async () => {
  testApp = await createTestApp({ env: { DEMO: "1" } });
  club = await createTestClub(testApp);
  owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  fieldId = await club.addField({ name: "Court 1" });
  receiver = await openWebhookReceiver();
});
afterAll(async () => {
  await receiver.close();
  await testApp.close();
});
beforeEach(async () => {
  testApp.clock.set(monday);
  await testApp.db.deleteFrom("webhook_deliveries").execute();
  await testApp.db.updateTable("webhooks").set({ archived_at: testApp.clock.now() }).execute();
  await testApp.jobs.runAll();
  receiver.received.length = 0;
  receiver.answerWith((_request, response) => void response.writeHead(204).end());
});

const path = (rest = "") => club.path(`/webhooks${rest}`);
async function create(more: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await owner("POST", path(), { url: receiver.url, kinds: webhookKinds, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}
let hours = 0;
async function book(more: object = {}, api: ApiCall = club.manager): Promise<string> {
  const startTime = new Date(Date.parse("2026-06-10T06:00:00Z") + ++hours * HOUR).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Match", type: "game", ...more };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const rename = (eventId: string, name: string) => club.manager("PATCH", club.path(`/events/${eventId}`), { name });
const cancel = (eventId: string) => club.manager("POST", club.path(`/events/${eventId}/cancel`), { reason: "Rain" });
const send = () => sendWebhooks.run(testApp.appContext, {});
const typesOf = (requests: readonly ReceivedRequest[]) => requests.map(({ json }) => json.type);
async function listLog(id: string, query = ""): Promise<WebhookDelivery[]> {
  const { status, body } = await owner("GET", path(`/${id}/deliveries${query}`));
  expect(status).toBe(200);
  return body.data;
}
/** Throws unless the secret has signed the request within five minutes. */
function verify(secret: string, { headers, body }: ReceivedRequest): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now: testApp.clock.now() });
  try {
    return new ReferenceWebhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

test("a secret is shown once, and signs as the reference library wants it", async () => {
  const { id, secret } = await create({ kinds: ["booking.created"] });
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(JSON.stringify((await owner("GET", path())).body)).not.toContain("whsec_");
  expect(JSON.stringify((await owner("GET", path(`/${id}`))).body)).not.toContain("whsec_");
  const eventId = await book({ customer: { name: "Zoé Morel" } });
  await send();
  expect(receiver.received).toHaveLength(1);
  const [request] = receiver.received as [ReceivedRequest];
  const event = (await club.manager("GET", club.path(`/events/${eventId}`))).body.data;
  expect(verify(secret, request)).toEqual({
    type: "booking.created",
    timestamp: "2026-06-01T08:00:00.000Z",
    // They are those of a reader without permissions.
    data: { ...event, actions: expect.any(Array) as string[], extras: [] },
  });
  expect(request.headers).toMatchObject({ "content-type": "application/json", "webhook-timestamp": "1780300800" });
  expect(() => verify(secret, { ...request, body: request.body.replace("Match", "Final") })).toThrow();
  testApp.clock.advance(6 * MINUTE);
  expect(() => verify(secret, request)).toThrow(/too old/);
});

test("a booking is told with its extras: when it is made, when one is added or taken off, and when it is called off", async () => {
  await create({ kinds: ["booking.created", "booking.updated", "booking.canceled"] });
  const made = async (rest: string, body: object) => {
    const answer = await owner("POST", club.path(rest), body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data;
  };
  const productId = (await made("/products", { name: "Rental", kind: "extra" })).id;
  const usual = { productId, price: 350, per: "hour", stocks: [{ facilityId: club.facilityId }] };
  const rackets = (await made("/extras", { ...usual, name: "Racket" })).id;
  const eventId = await book({ customer: { name: "Zoé Dubois" }, extras: [{ extraId: rackets, quantity: 2 }] });
  const towel = (await made("/extras", { ...usual, name: "Towel" })).id;
  await send();
  const added = await made(`/events/${eventId}/extras`, { extraId: towel, quantity: 1 });
  await send();
  const line = added.extras.find(({ extraId }: { extraId: string }) => extraId === towel);
  await owner("DELETE", club.path(`/events/${eventId}/extras/${line.id}`));
  await send();
  await cancel(eventId);
  await send();
  const racket = { extraId: rackets, name: "Racket", quantity: 2, pieces: 2, total: 700, currency: "EUR" };
  const told = receiver.received.map(({ json }) => ({
    type: json.type,
    extras: json.data["extras"] as { extraId: string }[],
  }));
  expect(told.map(({ type, extras }) => [type, extras.map(({ extraId }) => extraId)])).toEqual([
    ["booking.created", [rackets]],
    ["booking.updated", [rackets, towel]],
    ["booking.updated", [rackets]],
    ["booking.canceled", [rackets]],
  ]);
  expect(told[0]?.extras).toMatchObject([racket]);
});

test("the log shows what was sent and answered, and how long it took", async () => {
  receiver.answerWith((_request, response) => void response.writeHead(200).end(`thanks\u{0}${"x".repeat(3000)}`));
  const { id } = await create();
  await book();
  await send();
  const [delivery] = await listLog(id);
  expect(delivery).toMatchObject({
    id: receiver.received[0]?.headers["webhook-id"],
    type: "booking.created",
    status: "delivered",
    nextAttemptAt: null,
    body: receiver.received[0]?.body,
    attempts: [{ at: monday, url: receiver.url, status: 200, failure: null, durationMs: expect.any(Number) as number }],
  });
  expect(delivery?.attempts[0]?.answer).toHaveLength(1024);
  expect(delivery?.attempts[0]?.answer).toMatch(/^thanks\u{FFFD}x+$/u);
});

const bookingActs: [what: string, act: () => Promise<unknown>, types: string[]][] = [
  ["made", () => book(), ["booking.created"]],
  ["changed", async () => rename(await book(), "Final"), ["booking.created", "booking.updated"]],
  ["saved without a change", async () => rename(await book(), "Match"), ["booking.created"]],
  ["canceled", async () => cancel(await book()), ["booking.created", "booking.canceled"]],
  [
    "canceled, and that taken back",
    async () => {
      const eventId = await book();
      await cancel(eventId);
      await club.manager("POST", club.path(`/events/${eventId}/restore`), {});
    },
    ["booking.created", "booking.canceled", "booking.updated"],
  ],
  [
    "over",
    async () => {
      await book({ startTime: "2026-06-02T06:00:00Z" });
      testApp.clock.advance(2 * DAY);
      await testApp.jobs.runScheduled("events.complete");
    },
    ["booking.created", "booking.completed"],
  ],
  ["refused", () => club.manager("POST", club.path("/events"), { fieldId, name: "Match" }), []],
  ["a block", () => book({ kind: "block" }), []],
  [
    "changed as a trial",
    async () => club.manager("PATCH", `${club.path(`/events/${await book()}`)}?dryRun=true`, { name: "Final" }),
    ["booking.created"],
  ],
];
test.each(bookingActs)("what is told of a booking that is %s", async (_what, act, types) => {
  await create();
  await act();
  await send();
  expect(typesOf(receiver.received)).toEqual(types);
});

test("a request that is approved or rejected is an update, or a cancellation", async () => {
  await create({ kinds: ["booking.updated", "booking.canceled"] });
  const manual = await club.addField({ name: "Court 2", approval: "manual" });
  const [one, other] = [await book({ fieldId: manual }, club.member), await book({ fieldId: manual }, club.member)];
  await club.manager("POST", club.path(`/events/${one}/approve`), {});
  await club.manager("POST", club.path(`/events/${other}/reject`), { reason: "Works" });
  await send();
  expect(receiver.received.map(({ json }) => [json.type, json.data.id, json.data["status"]])).toEqual([
    ["booking.updated", one, "approved"],
    ["booking.canceled", other, "rejected"],
  ]);
});

test("money: the payment, its invoice and its booking once each, then the refund", async () => {
  await create();
  const eventId = await book({ price: 3000, priceReason: "Agreed" });
  const paid = await club.manager("POST", club.path(`/events/${eventId}/payments`), { method: "cash", amount: 3000 });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  const refunded = await owner("POST", club.path(`/payments/${paid.body.data.id}/refund`), {
    amount: 1000,
    reason: "Rain",
  });
  expect(refunded.status, JSON.stringify(refunded.body)).toBe(200);
  await send();
  const of = (type: WebhookKind) =>
    receiver.received.filter(({ json }) => json.type === type).map(({ json }) => json.data);
  expect(of("payment.succeeded")).toMatchObject([{ id: paid.body.data.id, amount: 3000, refunded: 0 }]);
  expect(of("payment.refunded")).toMatchObject([
    { id: paid.body.data.id, refunded: 1000, refunds: [{ amount: 1000 }] },
  ]);
  // They are different objects, which do not wait for each other.
  expect(
    of("invoice.issued").toSorted((one, other) => Number(other.totalAmount) - Number(one.totalAmount)),
  ).toMatchObject([
    { kind: "invoice", paymentId: paid.body.data.id, totalAmount: 3000 },
    { kind: "credit_note", totalAmount: -1000 },
  ]);
  expect(of("booking.updated").map(({ paymentStatus }) => paymentStatus)).toEqual(["paid", "partially_refunded"]);
});

test("customers: made, changed, merged", async () => {
  await create({ kinds: ["customer.created", "customer.updated", "customer.merged"] });
  const make = async (firstName: string, phone?: string): Promise<string> =>
    (await owner("POST", club.path("/customers"), { firstName, phone })).body.data.id;
  const [kept, merged] = [await make("Zoé"), await make("Zoe", "06 12 34 56 78")];
  await owner("PATCH", club.path(`/customers/${kept}`), { lastName: "Morel" });
  await book({ customer: { name: "Ada Byron" } });
  expect((await owner("POST", club.path(`/customers/${kept}/merge`), { customerId: merged })).status).toBe(200);
  await send();
  const told = receiver.received.map(({ json: { type, data } }) => ({ type, ...data }));
  const ofKept = told.filter(({ id, type }) => id === kept || type === "customer.merged");
  expect(ofKept).toMatchObject([
    { type: "customer.created", name: "Zoé" },
    { type: "customer.updated", name: "Zoé Morel" },
    { type: "customer.merged", kept: { id: kept }, merged: { id: merged, name: "Zoe" } },
    { type: "customer.updated", phone: "06 12 34 56 78" },
  ]);
  const others = told.filter((one) => !ofKept.includes(one));
  expect(others.map(({ type, ...data }) => `${type} ${String((data as { name?: string }).name)}`).toSorted()).toEqual([
    "customer.created Ada Byron",
    "customer.created Zoe",
  ]);
});

test("packs: granted, used, given back, longer valid", async () => {
  const made = async (path: string, body: object) => (await owner("POST", club.path(path), body)).body.data;
  await create({ kinds: ["pack.created", "pack.updated"] });
  const customerId = (await made("/customers", { firstName: "Zoé" })).id;
  const productId = (await made("/products", { name: "Packs", kind: "pack" })).id;
  const terms = { productId, name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60 };
  const typeId = (await made("/pack-types", terms)).id;
  const { id } = await made("/packs", { customerId, typeId, reason: "Won the tournament" });
  await send();
  const eventId = await book({ customer: { customerId }, price: 2000, priceReason: "Agreed" });
  expect((await owner("POST", club.path(`/events/${eventId}/pack-uses`), { packId: id })).status).toBe(201);
  await send();
  expect((await owner("POST", club.path(`/events/${eventId}/pack-uses/give-back`), {})).status).toBe(200);
  await send();
  await owner("POST", club.path(`/packs/${id}/extend`), { expiresOn: "2099-12-31" });
  await send();
  expect(receiver.received.map(({ json: { type, data } }) => ({ type, ...data }))).toMatchObject([
    { type: "pack.created", id, customer: { id: customerId }, unitsLeft: 10 },
    { type: "pack.updated", id, unitsLeft: 9, uses: [{ event: { id: eventId } }] },
    { type: "pack.updated", id, unitsLeft: 10 },
    { type: "pack.updated", id, unitsLeft: 10, expiresOn: "2099-12-31" },
  ]);
});

test("memberships: sold and paid, frozen, changed, ended, resumed, in grace and not paid, in this order", async () => {
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await owner("POST", club.path(path), body);
    expect([status < 300, answer.errors]).toEqual([true, undefined]);
    return answer.data;
  };
  const told = async () => {
    await send();
    return receiver.received.splice(0).map(({ json: { type, data } }) => ({ type, ...data }));
  };
  const type = "subscription.updated";
  await create({ kinds: ["subscription.created", type] });
  const customerId = (await made("/customers", { firstName: "Zoé" })).id;
  const productId = (await made("/products", { name: "Memberships", kind: "subscription" })).id;
  const terms = { productId, price: 3000, termKind: "months", termLength: 1, renewal: "by_hand" };
  const typeId = (await made("/subscription-types", { ...terms, name: "Month", freezeMaxDays: 20 })).id;
  const otherId = (await made("/subscription-types", { ...terms, name: "Evenings" })).id;
  const sell = (subscriptionTypeId: string) =>
    made("/sales", { customerId, lines: [{ subscriptionTypeId, quantity: 1 }], payment: { method: "cash" } });

  await sell(typeId);
  const [created, paid] = await told();
  const sold = { customer: { id: customerId }, name: "Month", state: "active", renews: true, endsOn: "2026-06-30" };
  expect(created).toMatchObject({ type: "subscription.created", ...sold, periods: [{ price: 3000, isPaid: false }] });
  const id = String(created?.["id"]);
  expect(paid).toMatchObject({ type, id, ...sold, periods: [{ isPaid: true }] });
  const read = await owner("GET", club.path(`/subscriptions/${id}`));
  expect(paid).toEqual({ type, ...read.body.data });

  const acts: [string, object][] = [
    ["freezes", { from: "2026-06-10", to: "2026-06-19", reason: "Injury" }],
    ["unfreeze", {}],
    ["change", { typeId: otherId }],
    ["end", { reason: "Moves away" }],
    ["resume", {}],
  ];
  for (const [act, body] of acts) await made(`/subscriptions/${id}/${act}`, body);
  expect(await told()).toMatchObject([
    { type, id, endsOn: "2026-07-10", freeze: { from: "2026-06-10", to: "2026-06-19" } },
    { type, id, endsOn: "2026-06-30", freeze: null },
    { type, id, becomes: { id: otherId } },
    { type, id, renews: false, becomes: null, endReason: "Moves away" },
    { type, id, renews: true, endReason: null },
  ]);
  const refused = await owner("POST", club.path(`/subscriptions/${id}/resume`), {});
  expect([refused.status, await told()]).toEqual([409, []]);

  const runOn = async (date: string) => {
    testApp.clock.set(new Date(`${date}T12:00:00Z`));
    await testApp.jobs.runScheduled("subscriptions.renew");
    return told();
  };
  expect(await runOn("2026-07-01")).toMatchObject([{ type, id, state: "grace", periods: [{ isPaid: false }, {}] }]);
  expect(await runOn("2026-07-12")).toMatchObject([{ type, id, state: "ended", renews: false }]);
  expect(await runOn("2026-07-13")).toEqual([]);
});

test("a membership that is renewed and canceled is told with its new term and as canceled", async () => {
  const made = async (path: string, body: object) => (await owner("POST", club.path(path), body)).body.data;
  await create({ kinds: ["subscription.updated"] });
  const customerId = (await made("/customers", { firstName: "Ada" })).id;
  const productId = (await made("/products", { name: "Fees", kind: "subscription" })).id;
  const terms = { productId, price: 3000, termKind: "days", termLength: 10, renewal: "by_hand" };
  const typeId = (await made("/subscription-types", { ...terms, name: "Ten days" })).id;
  await made("/sales", { customerId, lines: [{ subscriptionTypeId: typeId, quantity: 1 }], payment: null });
  await send();
  expect(receiver.received).toEqual([]);
  const [{ id }] = (await owner("GET", club.path(`/subscriptions?customerId=${customerId}`))).body.data;
  expect((await owner("POST", club.path(`/subscriptions/${id}/renew`), {})).status).toBe(200);
  await send();
  expect((await owner("POST", club.path(`/subscriptions/${id}/cancel`), { reason: "Moves away" })).status).toBe(200);
  await send();
  const type = "subscription.updated";
  expect(receiver.received.map(({ json: { type: told, data } }) => ({ type: told, ...data }))).toMatchObject([
    { type, id, state: "active", periods: [{ isPaid: false }, { isPaid: false }] },
    { type, id, state: "canceled", endReason: "Moves away", renews: false },
  ]);
});

test("who changes their name is told of by each organization that knows them, to its own webhooks", async () => {
  const { secret } = await create({ kinds: ["customer.updated"] });
  const elsewhere = await openWebhookReceiver();
  const other = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const draft = { url: elsewhere.url, kinds: ["customer.updated"] };
  const address = `/organizations/${testApp.otherOrganizationId}/webhooks`;
  expect((await other("POST", address, draft)).status).toBe(201);
  const person = await testApp.person({ lastName: "Morel" });
  const names = { first_name: "Zoe", last_name: "Morel", email: person.email };
  const rows = [testApp.organizationId, testApp.otherOrganizationId].map((organization_id) => ({
    ...names,
    organization_id,
    id: uuidv7(testApp.clock.now()),
    kind: "person",
    user_id: person.id,
    created_at: testApp.clock.now(),
    updated_at: testApp.clock.now(),
  }));
  await testApp.db.insertInto("customers").values(rows).execute();
  expect((await testApp.as(person)("PATCH", "/auth/user", { firstName: "Zoé" })).status).toBe(200);
  await send();
  const told = [receiver, elsewhere].map(({ received }) =>
    received.map(({ json: { data } }) => [data.id, data["name"], (data["organization"] as { id: string }).id]),
  );
  expect(told).toEqual(rows.map(({ id, organization_id }) => [[id, "Zoé Morel", organization_id]]));
  expect(verify(secret, receiver.received[0] as ReceivedRequest)).toMatchObject({ type: "customer.updated" });
  await elsewhere.close();
});

test("only what was chosen is told, and nothing while it is off or deleted", async () => {
  const { id } = await create({ kinds: ["booking.canceled"] });
  const eventId = await book();
  await send();
  expect(receiver.received).toEqual([]);
  await owner("PATCH", path(`/${id}`), { active: false });
  await cancel(eventId);
  await owner("PATCH", path(`/${id}`), { active: true });
  await cancel(await book());
  expect((await owner("DELETE", path(`/${id}`))).status).toBe(200);
  await send();
  expect(receiver.received).toEqual([]);
  expect((await owner("GET", path(`/${id}/deliveries`))).status).toBe(404);
  const row = await testApp.db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.secret).toBe("");
});

test("an object's facts follow one another: the next waits for the one before, an hour at most", async () => {
  await create();
  const one = await book();
  await book();
  await rename(one, "Final");
  receiver.answerWith(({ json }, response) => void response.writeHead(json.data.id === one ? 500 : 200).end());
  await send();
  const seen = () =>
    receiver.received.map(({ json: { type, data } }) => `${data.id === one ? "one" : "other"} ${type}`);
  expect(seen().toSorted()).toEqual(["one booking.created", "other booking.created"]);
  testApp.clock.advance(6000);
  await send();
  testApp.clock.advance(59 * MINUTE);
  await send();
  expect(new Set(seen())).toEqual(new Set(["one booking.created", "other booking.created"]));
  testApp.clock.advance(MINUTE);
  await send();
  expect(seen()).toContain("one booking.updated");
});

test("a receiver that is down for a day gets everything, in its order", async () => {
  const { id, secret } = await create();
  receiver.answerWith((_request, response) => void response.writeHead(503).end());
  const [one, other] = [await book(), await book()];
  await rename(one, "Final");
  for (let hour = 0; hour < 24; hour++) {
    await testApp.jobs.runAll();
    testApp.clock.advance(HOUR);
  }
  expect((await owner("GET", path())).body.data).toMatchObject([{ active: true, failingSince: monday, waiting: 3 }]);
  receiver.received.length = 0;
  receiver.answerWith((_request, response) => void response.writeHead(200).end());
  for (let hour = 0; hour < 24; hour++) {
    await testApp.jobs.runAll();
    testApp.clock.advance(HOUR);
  }
  const accepted = receiver.received.map(({ json: { type, data } }) => `${type} ${data.id}`);
  expect(accepted.toSorted()).toEqual(
    [`booking.created ${one}`, `booking.created ${other}`, `booking.updated ${one}`].toSorted(),
  );
  expect(accepted.indexOf(`booking.created ${one}`)).toBeLessThan(accepted.indexOf(`booking.updated ${one}`));
  expect((await owner("GET", path())).body.data).toMatchObject([{ failingSince: null, waiting: 0 }]);
  expect((await listLog(id)).map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  for (const request of receiver.received) expect(() => verify(secret, request)).toThrow(/too old/);
});

test("the pauses between attempts are those of the plan", async () => {
  const { id } = await create();
  receiver.answerWith((_request, response) => void response.writeHead(500).end());
  await book();
  const pauses: number[] = [];
  for (;;) {
    await send();
    const [delivery] = await listLog(id);
    if (!delivery?.nextAttemptAt) break;
    const pause = Date.parse(delivery.nextAttemptAt) - testApp.clock.now().getTime();
    pauses.push(pause);
    testApp.clock.advance(pause - 1);
    await send();
    testApp.clock.advance(1);
  }
  expect(pauses).toEqual(RETRY_DELAYS_MS);
  expect(pauses.map((pause) => pause / 1000)).toEqual([
    ...[5, 300, 1800, 7200],
    ...[18_000, 36_000, 50_400, 72_000, 86_400],
  ]);
  const [delivery] = await listLog(id);
  expect([delivery?.status, delivery?.attempts.length]).toEqual(["failed", 10]);
});

test("after five days of failures a webhook is turned off, and the team is told", async () => {
  const { id } = await create();
  receiver.answerWith((_request, response) => void response.writeHead(500).end());
  for (let day = 0; day < 5; day++) {
    await book();
    await testApp.jobs.runAll();
    testApp.clock.advance(DAY - 1000);
  }
  await send();
  expect((await owner("GET", path(`/${id}`))).body.data).toMatchObject({ active: true });
  testApp.clock.advance(6000);
  await book();
  await send();
  const { body } = await owner("GET", path(`/${id}`));
  expect(body.data).toMatchObject({ active: false, waiting: 0, turnedOffAt: expect.any(String) as string });
  const told = (await owner("GET", "/notifications?topic=administration")).body.data;
  expect(told[0]).toMatchObject({
    kind: "webhook_off",
    webhook: { webhookId: id, url: receiver.url, failingSince: monday },
  });
  expect((await owner("GET", club.path("/activity?subject=webhooks"))).body.data[0]).toMatchObject({
    act: "webhooks.turnOff",
    actor: null,
  });
  receiver.received.length = 0;
  receiver.answerWith((_request, response) => void response.writeHead(200).end());
  await book();
  await send();
  expect(receiver.received).toEqual([]);
  const span = { from: monday, to: testApp.clock.now().toISOString() };
  expect((await owner("POST", path(`/${id}/deliveries/replay`), span)).status).toBe(409);
  const on = await owner("PATCH", path(`/${id}`), { active: true });
  expect(on.body.data).toMatchObject({ active: true, failingSince: null, turnedOffAt: null });
  expect((await owner("POST", path(`/${id}/deliveries/replay`), span)).body.data).toEqual({ count: 5 });
  await send();
  expect(typesOf(receiver.received)).toEqual(Array.from({ length: 5 }, () => "booking.created"));
});

test("a slow receiver delays no other", async () => {
  const fast = await openWebhookReceiver();
  await create();
  const held: (() => void)[] = [];
  receiver.answerWith((_request, response) => void held.push(() => response.writeHead(200).end()));
  for (let count = 0; count < 8; count++) await book();
  const run = send();
  await expect.poll(() => receiver.received.length).toBe(5);
  await create({ url: fast.url });
  await book();
  await expect.poll(() => fast.received.length, { timeout: 5000 }).toBe(1);
  expect(receiver.received).toHaveLength(5);
  receiver.answerWith((_request, response) => void response.writeHead(200).end());
  for (const release of held) release();
  await run;
  expect(receiver.received).toHaveLength(9);
  await fast.close();
});

test("receivers that are slow take no place of others, however many wait for them", async () => {
  const fast = await openWebhookReceiver();
  const held: (() => void)[] = [];
  receiver.answerWith((_request, response) => void held.push(() => response.writeHead(200).end()));
  for (let count = 0; count < 18; count++) await create({ kinds: ["booking.created"] });
  for (let count = 0; count < 6; count++) await book();
  await create({ url: fast.url, kinds: ["booking.created"] });
  await book();
  const run = send();
  await expect.poll(() => fast.received.length, { timeout: 5000 }).toBe(1);
  receiver.answerWith((_request, response) => void response.writeHead(200).end());
  await expect
    .poll(
      () => {
        for (const release of held.splice(0)) release();
        return receiver.received.length;
      },
      { timeout: 10_000 },
    )
    .toBe(18 * 7);
  await run;
  await fast.close();
});

test("a delivery on its way as its webhook is turned off is given up too", async () => {
  const { id } = await create();
  const held: (() => void)[] = [];
  receiver.answerWith((_request, response) => void held.push(() => response.writeHead(500).end()));
  await book();
  const run = send();
  await expect.poll(() => held.length).toBe(1);
  await owner("PATCH", path(`/${id}`), { active: false });
  for (const release of held) release();
  await run;
  expect((await listLog(id))[0]).toMatchObject({ status: "failed", attempts: [{ status: 500 }] });
  expect((await owner("GET", path(`/${id}`))).body.data).toMatchObject({ active: false, waiting: 0 });
});

test("a redirect is a failure, and is not followed", async () => {
  const elsewhere = await openWebhookReceiver();
  receiver.answerWith((_request, response) => void response.writeHead(301, { location: elsewhere.url }).end());
  const { id } = await create();
  await book();
  await send();
  expect(elsewhere.received).toEqual([]);
  expect((await listLog(id))[0]).toMatchObject({ status: "waiting", attempts: [{ status: 301, failure: null }] });
  await elsewhere.close();
});

test("an address that leads into a private network, or to nobody, is not sent to", async () => {
  const { id } = await create();
  const setUrl = (url: string) => testApp.db.updateTable("webhooks").set({ url }).where("id", "=", id).execute();
  await setUrl("https://169.254.169.254/latest/meta-data");
  await book();
  await send();
  await setUrl("http://localhost:1/");
  await book();
  await send();
  expect((await listLog(id)).map(({ attempts }) => attempts[0]?.failure)).toEqual(["unreachable", "private_address"]);
});

const refusals: [url: string, text: string][] = [
  ["http://hooks.example.com/", "The address has to begin with https://"],
  ["https://10.0.0.1/", "This address is in a private network, which the server does not send to"],
  ["https://[::ffff:127.0.0.1]/", "This address is in a private network, which the server does not send to"],
  ["https://me:secret@hooks.example.com/", "Leave out the user name and password: the signature proves who sends"],
];
test.each(refusals)("%s is refused beside its field", async (url, text) => {
  const { status, body } = await owner("POST", path(), { url, kinds: ["booking.created"] });
  expect([status, body.errors]).toEqual([422, { url: [text] }]);
  const { id } = await create();
  expect((await owner("PATCH", path(`/${id}`), { url })).body.errors).toEqual({ url: [text] });
});

test("outside the demo, an address of this machine is refused as other private addresses are", async () => {
  const real = await createTestApp();
  const api = real.as(await real.member(real.organizationId, 1));
  const address = `/organizations/${real.organizationId}/webhooks`;
  const { status, body } = await api("POST", address, { url: receiver.url, kinds: ["booking.created"] });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["url"]]);
  await real.close();
});

test("nobody is told by a webhook what they may not read", async () => {
  const role = ["organizations.update", "organizations.show", "events.show"] as const;
  const clerk = testApp.as(await testApp.member(testApp.organizationId, role));
  const draft = { url: receiver.url, kinds: ["booking.created", "payment.succeeded"] };
  const { status, body } = await clerk("POST", path(), draft);
  expect([status, Object.keys(body.errors)]).toEqual([422, ["kinds"]]);
  const { id } = await create({ kinds: ["payment.succeeded"] });
  const kinds = ["payment.succeeded", "booking.created"];
  expect((await clerk("PATCH", path(`/${id}`), { kinds })).status).toBe(200);
  expect((await clerk("PATCH", path(`/${id}`), { kinds: [...kinds, "invoice.issued"] })).status).toBe(422);
  expect((await club.staff("GET", path())).status).toBe(403);
  const other = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await other("GET", path(`/${id}`))).status).toBe(404);
  expect((await other("GET", `/organizations/${testApp.otherOrganizationId}/webhooks/${id}`)).status).toBe(404);
});

test("an organization has a bounded number of them", async () => {
  for (let count = 0; count < MAX_WEBHOOKS; count++) await create();
  const { status } = await owner("POST", path(), { url: receiver.url, kinds: ["booking.created"] });
  expect(status).toBe(409);
});

test("after a rotation both secrets sign for a day, then the new one alone", async () => {
  const { id, secret: former } = await create();
  const { body } = await owner("POST", path(`/${id}/rotate`), {});
  const { secret, formerSecretUntil } = body.data;
  expect([secret === former, formerSecretUntil]).toEqual([false, "2026-06-02T08:00:00.000Z"]);
  await book();
  await send();
  const [both] = receiver.received as [ReceivedRequest];
  expect([verify(secret, both), verify(former, both)]).toMatchObject([{ type: "booking.created" }, {}]);
  testApp.clock.advance(DAY);
  await book();
  await send();
  const last = receiver.received.at(-1) as ReceivedRequest;
  expect(verify(secret, last)).toMatchObject({ type: "booking.created" });
  expect(() => verify(former, last)).toThrow(/No matching signature/);
  await testApp.jobs.runScheduled("webhooks.sweep");
  const kept = testApp.db.selectFrom("webhooks").select(["secret", "former_secret"]).where("id", "=", id);
  expect(await kept.executeTakeFirst()).toEqual({ secret, former_secret: null });
  const entries = (await owner("GET", club.path("/activity?subject=webhooks"))).body.data;
  expect(JSON.stringify(entries)).not.toContain("whsec_");
});

test("a test event is sent once, also while the webhook is off", async () => {
  const { id, secret } = await create({ kinds: ["booking.created"], active: false });
  receiver.answerWith((_request, response) => void response.writeHead(500).end("not yet"));
  const { status, body } = await owner("POST", path(`/${id}/test`), {});
  expect([status, body.data.status]).toEqual([201, "waiting"]);
  await testApp.jobs.runAll();
  testApp.clock.advance(DAY);
  await testApp.jobs.runAll();
  expect(typesOf(receiver.received)).toEqual(["webhook.test"]);
  expect(receiver.received[0]?.json.data).toEqual({ organizationId: testApp.organizationId, webhookId: id });
  testApp.clock.set(monday);
  expect(verify(secret, receiver.received[0] as ReceivedRequest)).toMatchObject({ type: "webhook.test" });
  expect(await listLog(id)).toMatchObject([{ status: "failed", attempts: [{ status: 500, answer: "not yet" }] }]);
  expect((await owner("GET", path(`/${id}`))).body.data.failingSince).toBeNull();
});

test("what was delivered is sent again under its id, alone or with all of a span, in its order", async () => {
  const { id } = await create();
  const one = await book();
  await rename(one, "Final");
  testApp.clock.advance(59 * MINUTE);
  await cancel(one);
  await send();
  const before = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(before).size).toBe(3);
  receiver.received.length = 0;
  const [last] = await listLog(id);
  const replayed = await owner("POST", path(`/${id}/deliveries/${last?.id}/replay`), {});
  expect([replayed.status, replayed.body.data.status]).toEqual([200, "waiting"]);
  await send();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([before[2]]);
  expect((await listLog(id))[0]?.attempts).toHaveLength(2);
  receiver.received.length = 0;
  const span = { from: monday, to: "2026-06-01T08:30:00Z" };
  const replay = (more: object) => owner("POST", path(`/${id}/deliveries/replay`), { ...span, ...more });
  expect((await replay({})).body.data).toEqual({ count: 0 });
  expect((await replay({ includesDelivered: true })).body.data).toEqual({ count: 2 });
  await send();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(before.slice(0, 2));
  expect((await replay({ to: monday })).body.errors).toEqual({ to: ["Choose an end after the beginning"] });
});

test("the log is filtered by outcome and by kind", async () => {
  const { id } = await create();
  await cancel(await book());
  await send();
  expect(await listLog(id, "?status=failed")).toEqual([]);
  expect((await listLog(id, "?status=delivered&type=booking.canceled")).map(({ type }) => type)).toEqual([
    "booking.canceled",
  ]);
});

test("two servers that send at once send each delivery once", async () => {
  await create();
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) ids.push(await book());
  for (const id of ids.slice(0, 6)) await rename(id, "Final");
  await Promise.all([send(), send(), send()]);
  expect(receiver.received).toHaveLength(18);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(18);
  const ofFirst = receiver.received.filter(({ json }) => json.data.id === ids[0]);
  expect(typesOf(ofFirst)).toEqual(["booking.created", "booking.updated"]);
});

test("what a stopped server had claimed is sent by another after a minute", async () => {
  await create();
  await book();
  await testApp.db
    .updateTable("webhook_deliveries")
    .set({ tries: 1, next_try_at: new Date(testApp.clock.now().getTime() + MINUTE) })
    .execute();
  await send();
  expect(receiver.received).toEqual([]);
  testApp.clock.advance(MINUTE);
  await send();
  expect(typesOf(receiver.received)).toEqual(["booking.created"]);
});

test("the log is kept for 30 days", async () => {
  const { id } = await create();
  await book();
  await send();
  testApp.clock.advance(30 * DAY);
  await testApp.jobs.runScheduled("webhooks.sweep");
  expect(await listLog(id)).toHaveLength(1);
  testApp.clock.advance(1000);
  await testApp.jobs.runScheduled("webhooks.sweep");
  expect(await listLog(id)).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook_attempts`.execute(
    testApp.db,
  );
  expect(rows).toEqual([{ count: 0 }]);
});
