import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { subscribe } from "#server/kit/events/domain-events.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

const minute = 60_000;
let testApp: TestApp;
let club: TestClub;
let fieldId: string;
const refunds: { eventId: string; amount: number }[] = [];
let failsFor = (_eventId: string) => false;
subscribe({
  "events.refundDue": async (_scene, refund) => {
    if (failsFor(refund.eventId)) throw new Error("the provider is away");
    refunds.push(refund);
  },
});
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  failsFor = () => false;
  await testApp.db.deleteFrom("occupancies").execute();
  await testApp.db.deleteFrom("events").execute();
  await testApp.db.deleteFrom("emails").execute();
  await testApp.db.deleteFrom("activity").execute();
  fieldId = await club.addField();
});

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const url = (id = "", verb = "") => club.path(`/events${id && `/${id}`}${verb && `/${verb}`}`);
async function book(api: ApiCall = club.member, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime: at("18:00"), duration: 60, name: "Game", type: "game", ...more };
  const { status, body } = await api("POST", url(), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const findRow = (id: string) =>
  testApp.db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const statusOf = async (id: string) => (await findRow(id)).status;
const entries = (act: string) =>
  testApp.db.selectFrom("activity").selectAll().where("act", "=", act).orderBy("id").execute();
const subjects = async () => (await testApp.mails()).map(({ subject }) => subject ?? "");
const reminders = async () => (await subjects()).filter((subject) => subject.includes("Rappel")).length;

async function insertCopies(count: number, more: object = {}): Promise<string[]> {
  const { search: _, ...model } = await findRow(await book());
  const rows = Array.from({ length: count }, (_, index) => ({
    ...model,
    price_lines: JSON.stringify(model.price_lines),
    cancellation: null,
    id: uuidv7(testApp.clock.now()),
    start_time: new Date(model.start_time.getTime() + (index + 1) * 60 * minute),
    end_time: new Date(model.end_time.getTime() + (index + 1) * 60 * minute),
    ...more,
  }));
  await testApp.db.insertInto("events").values(rows).execute();
  return rows.map(({ id }) => id);
}

test("a quarter of an hour after its end an event is completed, by nobody, and everybody hears of it", async () => {
  const id = await book();
  const block = await book(club.staff, { kind: "block", name: "Works", startTime: at("18:30", "2026-06-09") });
  const canceled = await book(club.member, { startTime: at("10:00") });
  await club.staff("POST", url(canceled, "cancel"), { reason: "Rain" });
  testApp.clock.set(at("19:14"));
  await testApp.jobs.runScheduled("events.complete");
  expect([await statusOf(id), await statusOf(block)]).toEqual(["approved", "completed"]);
  testApp.clock.set(at("19:15"));
  const version = await testApp.appContext.live.version();
  await testApp.jobs.runScheduled("events.complete");
  expect([await statusOf(id), await statusOf(canceled)]).toEqual(["completed", "canceled"]);
  const [entry] = (await club.manager("GET", url(id, "history"))).body.data;
  expect(entry).toMatchObject({
    act: "events.complete",
    actor: null,
    before: { status: "approved" },
    after: { status: "completed" },
  });
  const { changes } = await testApp.appContext.live.listSince(testApp.organizationId, version);
  expect(changes).toContainEqual(expect.objectContaining({ module: "events", subjectId: id }));
});

test("what is completed once is left alone afterwards, by one worker and by several at once", async () => {
  const ids = await insertCopies(60);
  testApp.clock.set("2026-06-20T08:00:00Z");
  await Promise.all(Array.from({ length: 4 }, () => testApp.jobs.runScheduled("events.complete")));
  await testApp.jobs.runScheduled("events.complete");
  const done = await entries("events.complete");
  expect(done).toHaveLength(61);
  expect(new Set(done.map((entry) => entry.subject_id)).size).toBe(61);
  expect(await statusOf(ids[0] ?? "")).toBe("completed");
});

test("after an outage of a week all overdue jobs run, and no reminder is sent for an event that is over", async () => {
  await insertCopies(250);
  const ahead = await book(club.member, { startTime: at("18:00", "2026-06-25") });
  testApp.clock.set("2026-06-25T06:00:00Z");
  await testApp.jobs.runScheduled();
  expect(await entries("events.complete")).toHaveLength(251);
  expect(await statusOf(ahead)).toBe("approved");
  expect((await entries("events.remind")).map((entry) => entry.subject_id)).toEqual([ahead]);
});

test("the job of a killed worker is done by the next worker, once", async () => {
  const id = await book();
  testApp.clock.set("2026-06-20T08:00:00Z");
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testApp.db);
  const address = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  address.pathname = `/${rows[0]?.name}`;
  const program = `
    import jobs from "#server/events/jobs.ts";
    import { openDatabase } from "#server/kit/db/database.ts";
    import { findPlanMode } from "#server/kit/db/distribute.ts";
    const planMode = await findPlanMode(process.env.URL);
    const { db } = openDatabase(process.env.URL, planMode && { planMode });
    const clock = { now: () => new Date(process.env.NOW) };
    await jobs.find(({ name }) => name === "events.complete").run({ db, clock }, {});`;
  let worker: ReturnType<typeof spawn> | undefined;
  // The worker has changed the event, and waits to write its activity entry.
  await testApp.db.transaction().execute(async (trx) => {
    await sql`lock table activity in share mode`.execute(trx);
    worker = spawn(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, URL: address.href, NOW: testApp.clock.now().toISOString() },
      stdio: ["ignore", "ignore", "inherit"],
    });
    // Query outside the transaction, whose statistics are a snapshot.
    const waits = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.db)
      ).rows.length;
    for (let tries = 0; tries < 200 && (await waits()) === 0; tries += 1) await sleep(50);
    expect(await waits()).toBe(1);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await testApp.jobs.runScheduled("events.complete");
    expect(await statusOf(id)).toBe("approved");
  });
  for (let tries = 0; tries < 100 && (await statusOf(id)) !== "completed"; tries += 1) {
    await sleep(50);
    await testApp.jobs.runScheduled("events.complete");
  }
  expect(await statusOf(id)).toBe("completed");
  expect(await entries("events.complete")).toHaveLength(1);
}, 30_000);

test("a day before the start the booker is reminded, once", async () => {
  const id = await book();
  const sent = await reminders();
  testApp.clock.set(at("17:59", "2026-06-09"));
  await testApp.jobs.runScheduled("events.remind");
  expect(await entries("events.remind")).toEqual([]);
  testApp.clock.set(at("18:00", "2026-06-09"));
  await Promise.all([1, 2, 3].map(() => testApp.jobs.runScheduled("events.remind")));
  testApp.clock.advance(minute);
  await testApp.jobs.runScheduled("events.remind");
  expect(await reminders()).toBe(sent + 1);
  expect(await entries("events.remind")).toMatchObject([{ subject_id: id, actor_id: null }]);
});

test("a customer without an account is reminded by email, where the team knows one", async () => {
  const id = await book(club.staff, { customer: { name: "Marc Lebrun", email: "marc@club.example" } });
  await book(club.staff, { startTime: at("20:00"), customer: { name: "Ines Petit", phone: "06 12 34 56 78" } });
  const sent = await reminders();
  testApp.clock.set(at("20:00", "2026-06-09"));
  await testApp.jobs.runScheduled("events.remind");
  expect([await reminders(), (await entries("events.remind")).length]).toEqual([sent + 1, 1]);
  expect((await entries("events.remind"))[0]?.subject_id).toBe(id);
});

test("who books or is moved to within a day needs no reminder; who is moved to a later day is reminded of that", async () => {
  const sent = await reminders();
  const soon = await book(club.member, { startTime: at("09:00", "2026-06-02") });
  const later = await book();
  expect((await club.staff("PATCH", url(later), { startTime: at("20:00", "2026-06-01") })).status).toBe(200);
  testApp.clock.set(at("19:00", "2026-06-01"));
  await testApp.jobs.runScheduled("events.remind");
  expect(await reminders()).toBe(sent);
  expect((await club.staff("PATCH", url(later), { startTime: at("18:00") })).status).toBe(200);
  testApp.clock.set(at("19:00", "2026-06-09"));
  await testApp.jobs.runScheduled("events.remind");
  expect(await reminders()).toBe(sent + 1);
  expect((await entries("events.remind")).map((entry) => entry.subject_id)).toEqual([later]);
  expect((await findRow(soon)).reminded_at).not.toBeNull();
});

test("nobody is reminded of what is canceled or waits for approval, nor guests, nor the team of a blocked time", async () => {
  const canceled = await book();
  await club.staff("POST", url(canceled, "cancel"), { reason: "Rain" });
  await book(club.staff, { customer: { name: "Guest" } });
  await book(club.staff, { kind: "block", name: "Works", startTime: at("20:00") });
  fieldId = await club.addField({ approval: "manual" });
  await book(club.member);
  const sent = await reminders();
  testApp.clock.set(at("12:00"));
  await testApp.jobs.runScheduled("events.remind");
  expect([await reminders(), await entries("events.remind")]).toEqual([sent, []]);
});

test("a refund waits until nobody can take the cancel back any more, and is asked for once", async () => {
  const [gone, back] = [await book(), await book(club.member, { startTime: at("20:00") })];
  for (const id of [gone, back]) {
    await club.staff("POST", url(id, "cancel"), { reason: "Rain" });
    await testApp.db.updateTable("events").set({ refund_due: 1800 }).where("id", "=", id).execute();
  }
  testApp.clock.advance(9000);
  await testApp.jobs.runScheduled("events.refund");
  expect(refunds).toEqual([]);
  expect((await club.staff("POST", url(back, "restore"), {})).status).toBe(200);
  testApp.clock.advance(6000);
  await Promise.all([1, 2, 3].map(() => testApp.jobs.runScheduled("events.refund")));
  await testApp.jobs.runScheduled("events.refund");
  expect(refunds).toEqual([{ eventId: gone, amount: 1800 }]);
  expect((await findRow(gone)).refund_due).toBeNull();
});

test("one failed refund does not stop the others, and is tried again", async () => {
  const ids = await insertCopies(3, { status: "canceled", refund_due: 500, ended_at: testApp.clock.now() });
  failsFor = (eventId) => eventId === ids[0];
  refunds.length = 0;
  testApp.clock.advance(minute);
  await expect(testApp.jobs.runScheduled("events.refund")).rejects.toThrow("1 events could not be settled");
  expect(refunds).toHaveLength(2);
  failsFor = () => false;
  await testApp.jobs.runScheduled("events.refund");
  expect(refunds.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
});
