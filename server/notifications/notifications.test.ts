import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { openLiveStream } from "#tests/support/live-stream-client.ts";
import { createTestApp, monday, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { notify } from "./notify.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let managerPerson: Person;
let manager: ApiCall;
let stranger: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
  fieldId = await club.addField({ approval: "manual" });
  managerPerson = await testApp.member(testApp.organizationId, 2);
  manager = testApp.as(managerPerson);
  stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
});
afterAll(() => testApp.close());

const later = (minutes: number) => testApp.clock.set(new Date(testApp.clock.now().getTime() + minutes * 60_000));
const listOf = async (api: ApiCall, query = ""): Promise<Notification[]> => {
  const { status, body } = await api("GET", `/notifications${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const unreadOf = async (api: ApiCall): Promise<number> => (await api("GET", "/notifications/count")).body.data.unread;
let hours = 0;
async function request(api: ApiCall = club.member): Promise<string> {
  const startTime = new Date(Date.parse("2026-06-10T06:00:00Z") + ++hours * 3_600_000).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game" };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}
const context = () => ({
  db: testApp.db,
  appContext: testApp.appContext,
  now: testApp.clock.now(),
  organizationId: testApp.organizationId,
});
const readAll = async (api: ApiCall) =>
  (await api("POST", "/notifications/read", { until: testApp.clock.now().toISOString() })).body.data;

test("a request is told live to who may approve, with what can be decided, and to nobody else", async () => {
  const stream = await openLiveStream(`${await testApp.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`, {
    organizationId: testApp.organizationId,
    token: managerPerson.token,
  });
  const eventId = await request();
  const [row] = await listOf(manager);
  expect(row).toMatchObject({
    kind: "booking_requested",
    organization: { id: testApp.organizationId },
    readAt: null,
    count: 1,
    name: expect.stringMatching(/^Alex Martin \d+$/),
    booking: { eventId, status: "pending", waitingIds: [eventId], field: { id: fieldId, name: "Court" } },
  });
  await expect.poll(() => stream.heard.map(({ type }) => type)).toContain("notifications");
  expect(stream.heard.filter(({ type }) => type === "notifications")).toHaveLength(1);
  await stream.close();
  expect(await listOf(club.member)).toEqual([]);
  expect(await listOf(stranger)).toEqual([]);
});

test("a request that a colleague decides is read for everybody, and unread again if that is undone", async () => {
  const eventId = await request();
  const before = await unreadOf(manager);
  expect((await club.staff("POST", club.path(`/events/${eventId}/approve`), {})).status).toBe(200);
  expect(await unreadOf(manager)).toBe(before - 1);
  const row = (await listOf(manager)).find(({ booking }) => booking?.eventId === eventId);
  expect(row?.booking).toMatchObject({ status: "approved", waitingIds: [] });
  const undone = await club.staff("POST", club.path("/approvals/undo"), { eventIds: [eventId] });
  expect(undone.body.data.decided).toEqual([eventId]);
  expect(await unreadOf(manager)).toBe(before);
});

test("a cancellation by its customer is told to the team, one by the team is not, and undone it goes", async () => {
  const eventId = await request();
  const ofTeam = await request();
  later(3);
  await club.manager("POST", club.path(`/events/${ofTeam}/cancel`), { reason: "Rain" });
  const canceled = () => listOf(manager, "?topic=bookings");
  expect(await canceled()).toEqual([]);
  expect((await club.member("POST", club.path(`/events/${eventId}/cancel`), {})).status).toBe(200);
  expect(await canceled()).toMatchObject([{ kind: "booking_canceled", booking: { eventId, status: "canceled" } }]);
  expect((await club.member("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  expect(await canceled()).toEqual([]);
});

test("failed payments, failed refunds and disputes are told, with payer and amount, to who may see payments", async () => {
  const ids = await testApp.seedOneOfEach(testApp.organizationId);
  const payment = await testApp.db
    .selectFrom("payments")
    .select(["id", "event_id", "payer_name", "amount"])
    .where("id", "=", ids.paymentId)
    .executeTakeFirstOrThrow();
  const refundId = uuidv7(testApp.clock.now());
  await testApp.db
    .insertInto("refunds")
    .values({
      organization_id: testApp.organizationId,
      id: refundId,
      payment_id: payment.id,
      amount: 150,
      status: "failed",
      failure: "Card closed",
      created_at: testApp.clock.now(),
      updated_at: testApp.clock.now(),
    })
    .execute();
  await publish(context(), "payments.failed", { paymentId: payment.id });
  await testApp.db.transaction().execute((db) => publish({ ...context(), db }, "payments.refundFailed", { refundId }));
  await publish(context(), "payments.disputed", {
    paymentId: payment.id,
    amount: 90,
    reason: "fraudulent",
    dueBy: null,
  });
  const rows = await listOf(manager, "?topic=money");
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const event = await testApp.db
    .selectFrom("events")
    .select(["price", "paid", "refunded"])
    .where("id", "=", payment.event_id)
    .executeTakeFirstOrThrow();
  expect(byKind.get("payment_failed")).toMatchObject({
    name: payment.payer_name,
    money: { amount: payment.amount, due: event.price - event.paid + event.refunded },
  });
  expect(byKind.get("refund_failed")).toMatchObject({ money: { amount: 150, reason: "Card closed" } });
  expect(byKind.get("payment_disputed")).toMatchObject({ money: { amount: 90, reason: "fraudulent" } });
  // The front desk sees payments, and refunds nothing.
  expect((await listOf(club.staff, "?topic=money")).map(({ kind }) => kind)).toEqual(["payment_failed"]);
  expect((await manager("GET", "/notifications/count")).body.data.topics).toContainEqual({ topic: "money", unread: 3 });
});

test("an answer to an invitation is told to who manages members", async () => {
  const invited = await testApp.person();
  const sent = await club.manager("POST", club.path("/users"), { type: "customer", role: 4, emails: [invited.email] });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const [invitation] = (await testApp.as(invited)("GET", "/invitations")).body.data;
  const answer = await testApp.as(invited)("POST", `/invitations/${invitation.id}/accept`, {});
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await listOf(manager, "?topic=administration")).toMatchObject([
    {
      kind: "invitation_answered",
      name: expect.stringMatching(/^Alex Martin \d+$/),
      invitation: { answer: "accepted", email: invited.email, type: "customer", userId: invited.id },
    },
  ]);
});

test("the same fact within two minutes is one row, which is unread again; later it is another", async () => {
  const subjectId = uuidv7(testApp.clock.now());
  const fact = { kind: "import_done" as const, subjectId, to: [managerPerson.id] };
  const mine = async () => (await listOf(manager)).filter(({ kind }) => kind === "import_done");
  await notify(context(), { ...fact, params: { state: "done", created: 3, updated: 1, failed: 2 } });
  await readAll(manager);
  later(1);
  await notify(context(), fact);
  expect(await mine()).toMatchObject([
    { count: 2, readAt: null, import: { importId: subjectId, state: "done", created: 3, updated: 1, failed: 2 } },
  ]);
  later(3);
  await notify(context(), fact);
  expect((await mine()).map(({ count }) => count)).toEqual([1, 2]);
});

test("of the same fact told by twenty transactions at once, each person has one row that counts all", async () => {
  const subjectId = uuidv7(testApp.clock.now());
  const to = [managerPerson.id, (await testApp.member(testApp.organizationId, 2)).id];
  const tell = () =>
    testApp.db.transaction().execute(async (db) => {
      await notify({ ...context(), db }, { kind: "import_done", subjectId, to });
      // Held open, so that the others have begun before the first commits.
      await sql`select pg_sleep(0.02)`.execute(db);
    });
  await Promise.all(Array.from({ length: 20 }, tell));
  const rows = await testApp.db
    .selectFrom("notifications")
    .select(["user_id", "count"])
    .where("subject_id", "=", subjectId)
    .execute();
  expect(rows.map(({ count }) => count)).toEqual([20, 20]);
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set(to));
});

test("those of other people, and ids that nothing has, do not exist: nothing is marked", async () => {
  later(3);
  await request();
  const [own] = await listOf(manager, "?unread=true");
  const unread = await unreadOf(manager);
  const marked = async (api: ApiCall, ids: unknown[], deed = "read") =>
    (await api("POST", `/notifications/${deed}`, { ids })).status;
  expect(await marked(stranger, [own?.id])).toBe(404);
  expect(await marked(manager, [own?.id, uuidv7(testApp.clock.now())])).toBe(404);
  expect(await marked(manager, ["none"])).toBe(422);
  expect(await unreadOf(manager)).toBe(unread);
  expect(await marked(manager, [own?.id, own?.id])).toBe(200);
  expect(await marked(manager, [own?.id])).toBe(200);
  expect(await unreadOf(manager)).toBe(unread - 1);
  expect(await marked(stranger, [own?.id], "unread")).toBe(404);
  expect(await unreadOf(manager)).toBe(unread - 1);
  expect(await marked(manager, [own?.id], "unread")).toBe(200);
  expect(await unreadOf(manager)).toBe(unread);
});

test("all are marked as read, and that is undone as a whole; people mark only their own", async () => {
  await request();
  const before = await unreadOf(manager);
  expect(before).toBeGreaterThan(0);
  expect((await readAll(stranger)).count).toBe(0);
  later(1);
  const { readAt, count } = await readAll(manager);
  expect(count).toBe(before);
  expect(await listOf(manager, "?unread=true")).toEqual([]);
  const undone = await manager("POST", "/notifications/unread", { readAt });
  expect([undone.body.data.count, await unreadOf(manager)]).toEqual([before, before]);
  const neither = await manager("POST", "/notifications/read", {});
  expect([neither.status, Object.keys(neither.body.errors)]).toEqual([422, ["until"]]);
});

test("a kind that is turned off is not written, for that person alone", async () => {
  const off = { preferences: [{ kind: "booking_requested", channel: "app", choice: "off" }] };
  const saved = await manager("PATCH", "/auth/user/notification-preferences", off);
  expect(saved.body.data.preferences).toContainEqual(off.preferences[0]);
  later(3);
  const [mine, others] = [await unreadOf(manager), await unreadOf(club.staff)];
  await request();
  expect([await unreadOf(manager), await unreadOf(club.staff)]).toEqual([mine, others + 1]);
  const ofMember = (await club.member("GET", "/auth/user/notification-preferences")).body.data.preferences;
  expect(ofMember.map(({ kind: own, channel }: { kind: string; channel: string }) => `${own} ${channel}`)).toEqual([
    ...["join_answered app", "join_answered push"],
    ...["slot_offered app", "slot_offered push", "slot_offered mail", "slot_free app", "slot_free push"],
    ...["slot_free mail", "own_booking_made app", "own_booking_made push"],
    ...["own_booking_confirmed app", "own_booking_confirmed push", "own_booking_moved app"],
    ...["own_booking_moved push", "own_booking_canceled app", "own_booking_canceled push"],
    ...["own_booking_rejected app", "own_booking_rejected push", "own_booking_reminder app"],
    ...["own_booking_reminder push", "own_booking_reminder mail", "own_refund app", "own_refund push"],
    ...["player_invited app", "player_invited push", "player_answered app", "player_answered push"],
    ...["player_answered mail", "share_missing app", "share_missing push", "no_show_fee app", "no_show_fee push"],
  ]);
});

test("without the permission or the membership, rows are neither shown nor counted", async () => {
  const person = await testApp.member(testApp.organizationId, ["events.show", "events.approve"]);
  const api = testApp.as(person);
  await request();
  expect((await listOf(api)).map(({ kind }) => kind)).toEqual(["booking_requested"]);
  const activate = (active: boolean) =>
    testApp.db
      .updateTable("memberships")
      .set({ active })
      .where("organization_id", "=", testApp.organizationId)
      .where("user_id", "=", person.id)
      .execute();
  await activate(false);
  expect([await listOf(api), await unreadOf(api)]).toEqual([[], 0]);
  await activate(true);
  const held = testApp.db.selectFrom("membership_roles").select("role_id").where("user_id", "=", person.id);
  await testApp.db
    .updateTable("roles")
    .set({ permissions: ["events.show"] })
    .where("organization_id", "=", testApp.organizationId)
    .where("id", "in", held)
    .execute();
  expect([await listOf(api), await unreadOf(api)]).toEqual([[], 0]);
});

test("rows leave after 90 days", async () => {
  later(91 * 24 * 60);
  await testApp.jobs.runScheduled("notifications.sweep");
  const { count } = await testApp.db
    .selectFrom("notifications")
    .select((e) => e.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});
