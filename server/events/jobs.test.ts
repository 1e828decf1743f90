/** What the clock does to events: once, whoever works, whatever stood still or was killed on the way. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "#server/kit/announce.ts";
import { v7 } from "#server/kit/ids.ts";
import { openClub, type Club } from "#tests/club.ts";
import { monday, openHouse, type Ask, type TestHouse } from "#tests/house.ts";

const minute = 60_000;
let house: TestHouse;
let club: Club;
let fieldId: string;
const refunds: { eventId: string; amount: number }[] = [];
let refuses = (_eventId: string) => false;
listen({
  "events.refundDue": async (_scene, refund) => {
    if (refuses(refund.eventId)) throw new Error("the provider is away");
    refunds.push(refund);
  },
});
beforeAll(async () => {
  house = await openHouse();
  club = await openClub(house);
});
afterAll(() => house.close());
beforeEach(async () => {
  house.clock.set(monday);
  refuses = () => false;
  await house.db.deleteFrom("occupancies").execute();
  await house.db.deleteFrom("events").execute();
  await house.db.deleteFrom("emails").execute();
  await house.db.deleteFrom("activity").execute();
  fieldId = await club.addField();
});

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const url = (id = "", verb = "") => club.path(`/events${id && `/${id}`}${verb && `/${verb}`}`);
async function book(ask: Ask = club.member, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime: at("18:00"), duration: 60, name: "Game", type: "game", ...more };
  const { status, body } = await ask("POST", url(), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const findRow = (id: string) =>
  house.db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const statusOf = async (id: string) => (await findRow(id)).status;
const entries = (act: string) =>
  house.db.selectFrom("activity").selectAll().where("act", "=", act).orderBy("id").execute();
const subjects = async () => (await house.mails()).map(({ subject }) => subject ?? "");
const reminders = async () => (await subjects()).filter((subject) => subject.includes("Rappel")).length;

/** Many copies of a booking, an hour apart, without their units. */
async function copies(count: number, more: object = {}): Promise<string[]> {
  const model = await findRow(await book());
  const rows = Array.from({ length: count }, (_, index) => ({
    ...model,
    price_lines: JSON.stringify(model.price_lines),
    id: v7(house.clock.now()),
    start_time: new Date(model.start_time.getTime() + (index + 1) * 60 * minute),
    end_time: new Date(model.end_time.getTime() + (index + 1) * 60 * minute),
    ...more,
  }));
  await house.db.insertInto("events").values(rows).execute();
  return rows.map(({ id }) => id);
}

test("a quarter of an hour after its end an event is completed, by nobody, and everybody hears of it", async () => {
  const id = await book();
  const block = await book(club.staff, { kind: "block", name: "Works", startTime: at("18:30", "2026-06-09") });
  const canceled = await book(club.member, { startTime: at("10:00") });
  await club.staff("POST", url(canceled, "cancel"), { reason: "Rain" });
  house.clock.set(at("19:14"));
  await house.jobs.sweep("events.complete");
  expect([await statusOf(id), await statusOf(block)]).toEqual(["approved", "completed"]);
  house.clock.set(at("19:15"));
  const version = await house.house.live.version();
  await house.jobs.sweep("events.complete");
  expect([await statusOf(id), await statusOf(canceled)]).toEqual(["completed", "canceled"]);
  const [entry] = (await club.manager("GET", url(id, "history"))).body.data;
  expect(entry).toMatchObject({
    act: "events.complete",
    actor: null,
    before: { status: "approved" },
    after: { status: "completed" },
  });
  expect(await house.house.live.since(house.here, version)).toMatchObject([{ room: "events", subjectId: id }]);
});

test("what is completed once is left alone afterwards, by one worker and by several at once", async () => {
  const ids = await copies(60);
  house.clock.set("2026-06-20T08:00:00Z");
  await Promise.all(Array.from({ length: 4 }, () => house.jobs.sweep("events.complete")));
  await house.jobs.sweep("events.complete");
  const done = await entries("events.complete");
  expect(done).toHaveLength(61);
  expect(new Set(done.map((entry) => entry.subject_id)).size).toBe(61);
  expect(await statusOf(ids[0] ?? "")).toBe("completed");
});

test("after a week in which the clock stood still, all is made up for, and nothing is said that is of no use any more", async () => {
  await copies(250);
  const ahead = await book(club.member, { startTime: at("18:00", "2026-06-25") });
  house.clock.set("2026-06-25T06:00:00Z");
  await house.jobs.sweep();
  expect(await entries("events.complete")).toHaveLength(251);
  expect(await statusOf(ahead)).toBe("approved");
  expect((await entries("events.remind")).map((entry) => entry.subject_id)).toEqual([ahead]);
});

test("what a killed worker had in hand is done by the next one, once", async () => {
  const id = await book();
  house.clock.set("2026-06-20T08:00:00Z");
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(house.db);
  const address = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  address.pathname = `/${rows[0]?.name}`;
  const program = `
    import jobs from "#server/events/jobs.ts";
    import { openDatabase } from "#server/kit/database.ts";
    const { db } = openDatabase(process.env.URL);
    const clock = { now: () => new Date(process.env.NOW) };
    await jobs.find(({ name }) => name === "events.complete").run({ db, clock }, {});`;
  let worker: ReturnType<typeof spawn> | undefined;
  // The worker has changed the event, and waits with its entry in the activity.
  await house.db.transaction().execute(async (trx) => {
    await sql`lock table activity in share mode`.execute(trx);
    worker = spawn(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, URL: address.href, NOW: house.clock.now().toISOString() },
      stdio: ["ignore", "ignore", "inherit"],
    });
    // Not in the transaction: it would see the same again and again.
    const waits = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(house.db)
      ).rows.length;
    for (let tries = 0; tries < 200 && (await waits()) === 0; tries += 1) await sleep(50);
    expect(await waits()).toBe(1);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await house.jobs.sweep("events.complete");
    expect(await statusOf(id)).toBe("approved");
  });
  for (let tries = 0; tries < 100 && (await statusOf(id)) !== "completed"; tries += 1) {
    await sleep(50);
    await house.jobs.sweep("events.complete");
  }
  expect(await statusOf(id)).toBe("completed");
  expect(await entries("events.complete")).toHaveLength(1);
}, 30_000);

test("a day before the start the booker is reminded, once", async () => {
  const id = await book();
  const sent = await reminders();
  house.clock.set(at("17:59", "2026-06-09"));
  await house.jobs.sweep("events.remind");
  expect(await entries("events.remind")).toEqual([]);
  house.clock.set(at("18:00", "2026-06-09"));
  await Promise.all([1, 2, 3].map(() => house.jobs.sweep("events.remind")));
  house.clock.pass(minute);
  await house.jobs.sweep("events.remind");
  expect(await reminders()).toBe(sent + 1);
  expect(await entries("events.remind")).toMatchObject([{ subject_id: id, actor_id: null }]);
});

test("who books or is moved to within a day needs no reminder; who is moved to a later day is reminded of that", async () => {
  const sent = await reminders();
  const soon = await book(club.member, { startTime: at("09:00", "2026-06-02") });
  const later = await book();
  expect((await club.staff("PATCH", url(later), { startTime: at("20:00", "2026-06-01") })).status).toBe(200);
  house.clock.set(at("19:00", "2026-06-01"));
  await house.jobs.sweep("events.remind");
  expect(await reminders()).toBe(sent);
  expect((await club.staff("PATCH", url(later), { startTime: at("18:00") })).status).toBe(200);
  house.clock.set(at("19:00", "2026-06-09"));
  await house.jobs.sweep("events.remind");
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
  house.clock.set(at("12:00"));
  await house.jobs.sweep("events.remind");
  expect([await reminders(), await entries("events.remind")]).toEqual([sent, []]);
});

test("a refund waits until nobody can take the cancel back any more, and is asked for once", async () => {
  const [gone, back] = [await book(), await book(club.member, { startTime: at("20:00") })];
  for (const id of [gone, back]) {
    await club.staff("POST", url(id, "cancel"), { reason: "Rain" });
    await house.db.updateTable("events").set({ refund_due: 1800 }).where("id", "=", id).execute();
  }
  house.clock.pass(9000);
  await house.jobs.sweep("events.refund");
  expect(refunds).toEqual([]);
  expect((await club.staff("POST", url(back, "restore"), {})).status).toBe(200);
  house.clock.pass(6000);
  await Promise.all([1, 2, 3].map(() => house.jobs.sweep("events.refund")));
  await house.jobs.sweep("events.refund");
  expect(refunds).toEqual([{ eventId: gone, amount: 1800 }]);
  expect((await findRow(gone)).refund_due).toBeNull();
});

test("one that fails stops none of the others, and is tried again", async () => {
  const ids = await copies(3, { status: "canceled", refund_due: 500, ended_at: house.clock.now() });
  refuses = (eventId) => eventId === ids[0];
  refunds.length = 0;
  house.clock.pass(minute);
  await expect(house.jobs.sweep("events.refund")).rejects.toThrow("1 events could not be settled");
  expect(refunds).toHaveLength(2);
  refuses = () => false;
  await house.jobs.sweep("events.refund");
  expect(refunds.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
});
