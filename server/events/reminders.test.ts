/** Reminders by the lead that an organization chooses. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { computeReminders } from "./reminder-times.ts";
import { sendPushReminders, sendReminders } from "./reminders.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  await testApp.db.deleteFrom("occupancies").execute();
  await testApp.db.deleteFrom("events").execute();
  await testApp.db.deleteFrom("emails").execute();
  await testApp.db.deleteFrom("activity").execute();
  fieldId = await club.addField();
  await choose(1440);
});

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const url = (id = "", verb = "") => club.path(`/events${id && `/${id}`}${verb && `/${verb}`}`);
const setLead = (reminderLead: unknown, api: ApiCall = club.manager) => api("PATCH", club.path(""), { reminderLead });
async function choose(lead: number | null): Promise<void> {
  const { status, body } = await setLead(lead);
  expect([status, body.data.reminderLead]).toEqual([200, lead]);
}
async function book(api: ApiCall = club.member, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime: at("18:00"), duration: 60, name: "Game", type: "game", ...more };
  const { status, body } = await api("POST", url(), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
/** @returns ids of the events whose reminders go at this time */
async function remindedAt(time: string, day = "2026-06-10"): Promise<unknown[]> {
  const list = () =>
    testApp.db.selectFrom("activity").select("subject_id").where("act", "=", "events.remind").execute();
  const before = (await list()).length;
  testApp.clock.set(at(time, day));
  await testApp.jobs.runScheduled("events.remind");
  return (await list()).slice(before).map((entry) => entry.subject_id);
}

test("a reminder goes by the lead that the organization has chosen, for bookings made before as well", async () => {
  await choose(180);
  const first = await book();
  expect(await remindedAt("14:59")).toEqual([]);
  expect(await remindedAt("15:00")).toEqual([first]);
  testApp.clock.set(monday);
  const second = await book(club.member, { startTime: at("20:00", "2026-06-11") });
  await choose(2880);
  expect(await remindedAt("19:59", "2026-06-09")).toEqual([]);
  expect(await remindedAt("20:00", "2026-06-09")).toEqual([second]);
});

test("after its reminder no change of the lead sends another one, nor a cancel that is taken back", async () => {
  const id = await book();
  expect(await remindedAt("18:00", "2026-06-09")).toEqual([id]);
  await choose(120);
  expect((await club.staff("POST", url(id, "cancel"), { reason: "Rain" })).status).toBe(200);
  expect((await club.staff("POST", url(id, "restore"), {})).status).toBe(200);
  expect(await remindedAt("16:00")).toEqual([]);
  await choose(60);
  expect(await remindedAt("17:30")).toEqual([]);
});

test("a lead that is past for a booking leaves its reminder where it was; who booked later than the lead gets none", async () => {
  await choose(180);
  const id = await book();
  testApp.clock.set(at("12:00"));
  await choose(1440);
  await book(club.member, { startTime: at("20:00") });
  expect(await remindedAt("12:01")).toEqual([]);
  expect(await remindedAt("15:00")).toEqual([id]);
  await choose(60);
  expect(await remindedAt("19:30")).toEqual([]);
});

test("without a lead nobody is reminded; with one again, whoever it is not too late for", async () => {
  const id = await book();
  await choose(null);
  const later = await book(club.member, { startTime: at("20:00", "2026-06-11") });
  expect(await remindedAt("19:00", "2026-06-09")).toEqual([]);
  await choose(1440);
  expect(await remindedAt("10:00", "2026-06-10")).toEqual([]);
  expect(await remindedAt("20:00", "2026-06-10")).toEqual([later]);
  expect(id).not.toBe(later);
});

test("a booking that moves is reminded of by its new start, one that is approved or restored by the lead of then", async () => {
  await choose(180);
  const moved = await book();
  expect((await club.staff("PATCH", url(moved), { startTime: at("20:00") })).status).toBe(200);
  const canceled = await book(club.member, { startTime: at("10:00", "2026-06-12") });
  expect((await club.staff("POST", url(canceled, "cancel"), { reason: "Rain" })).status).toBe(200);
  fieldId = await club.addField({ approval: "manual" });
  const asked = await book(club.member, { startTime: at("10:00", "2026-06-12") });
  await choose(60);
  expect((await club.staff("POST", url(canceled, "restore"), {})).status).toBe(200);
  expect((await club.staff("POST", url(asked, "approve"), {})).status).toBe(200);
  expect(await remindedAt("18:59")).toEqual([]);
  expect(await remindedAt("19:00")).toEqual([moved]);
  expect(await remindedAt("08:59", "2026-06-12")).toEqual([]);
  expect((await remindedAt("09:00", "2026-06-12")).toSorted()).toEqual([canceled, asked].toSorted());
});

test("the lead of one organization is no other’s", async () => {
  const otherId = await testApp.organization("Elsewhere");
  const other = await createTestClub(testApp, {}, otherId);
  const id = await book();
  expect((await setLead(60, other.manager)).status).toBe(404);
  expect((await other.manager("PATCH", other.path(""), { reminderLead: 60 })).status).toBe(200);
  expect(await remindedAt("18:00", "2026-06-09")).toEqual([id]);
});

test("a lead is a number of minutes between half an hour and a week, chosen by who may change the organization", async () => {
  for (const wrong of [29, 10_081, -60, 90.5, "120", true, [60]]) {
    const { status, body } = await setLead(wrong);
    expect([wrong, status, Object.keys(body.errors)]).toEqual([wrong, 422, ["reminderLead"]]);
  }
  expect((await setLead(60, club.staff)).status).toBe(403);
  expect((await setLead(60, club.member)).status).toBe(403);
  const [one, two] = await Promise.all([setLead(60), setLead(120)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  await book();
  const row = await testApp.db
    .selectFrom("organizations")
    .select("reminder_lead")
    .where("id", "=", club.organizationId)
    .executeTakeFirstOrThrow();
  await choose(row.reminder_lead ?? 0);
});

test.each([
  [sendReminders, "events_to_remind"],
  [sendPushReminders, "events_to_remind_by_push"],
])("what is due is found by its index %#", async ({ dueColumn, isDue }, index) => {
  const plan = await testApp.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return trx
      .selectFrom("events")
      .select("id")
      .where(isDue(testApp.clock.now()))
      .orderBy(dueColumn)
      .orderBy("id")
      .limit(100)
      .explain();
  });
  // On a cluster the number of the shard follows.
  expect(JSON.stringify(plan)).toMatch(new RegExp(`${index}(_\\d+)? `));
});

const chooseAll = async (rule: object) => {
  const { status, body } = await club.manager("PATCH", club.path(""), rule);
  expect([status, body.errors]).toEqual([200, undefined]);
};
const instantsOf = (id: string) =>
  testApp.db
    .selectFrom("events")
    .select(["remind_at", "reminded_at", "push_remind_at", "push_reminded_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test.each([
  // [start, hours of the deadline, the reminder], in Paris.
  ["2026-06-10T18:00:00+02:00", 24, "2026-06-09T15:00:00+02:00"],
  ["2026-06-10T10:00:00+02:00", 24, "2026-06-09T09:00:00+02:00"],
  ["2026-06-10T08:30:00+02:00", 24, "2026-06-08T21:00:00+02:00"],
  ["2026-06-11T02:30:00+02:00", 1, "2026-06-10T21:00:00+02:00"],
  ["2026-06-11T00:30:00+02:00", 0, "2026-06-10T21:00:00+02:00"],
  ["2026-06-10T14:00:00+02:00", 0, "2026-06-10T11:00:00+02:00"],
  // The night in which the clock goes back.
  ["2026-10-26T10:00:00+01:00", 24, "2026-10-25T09:00:00+01:00"],
])(
  "of a start at %s with %i h to cancel, the reminder goes at %s, by day and while one can act",
  (start, hours, expected) => {
    const booking = {
      ...{ start: new Date(start), until: new Date(Date.parse(start) - hours * 3_600_000) },
      ...{ timezone: "Europe/Paris", ownLead: null },
    };
    const { first, push } = computeReminders({ lead: 180, from: "deadline", pushLead: 120 }, booking);
    expect([first, push]).toEqual([new Date(expected), new Date(Date.parse(start) - 7_200_000)]);
  },
);

test("two reminders within half an hour are one, and one’s own lead is counted from the start", () => {
  const start = new Date(at("18:00"));
  const booking = { start, until: start, timezone: "Europe/Paris", ownLead: null };
  const rule = { lead: 120, from: "start", pushLead: 120 } as const;
  expect(computeReminders(rule, booking)).toEqual({ first: new Date(at("16:00")), push: null });
  const own = computeReminders({ ...rule, lead: null }, { ...booking, ownLead: 300 });
  expect(own).toEqual({ first: new Date(at("13:00")), push: new Date(at("16:00")) });
});

test("a new organization reminds three hours before the deadline, and two before the start; one can have both otherwise", async () => {
  await chooseAll({ reminderFrom: "deadline", reminderLead: 180, pushReminderLead: 120 });
  fieldId = await club.addField({ cancellationDeadline: 24 });
  const id = await book();
  expect(await instantsOf(id)).toMatchObject({
    ...{ remind_at: new Date(at("15:00", "2026-06-09")), push_remind_at: new Date(at("16:00")) },
  });
  expect(await remindedAt("14:59", "2026-06-09")).toEqual([]);
  expect(await remindedAt("15:00", "2026-06-09")).toEqual([id]);
  await chooseAll({ pushReminderLead: 60 });
  expect(await instantsOf(id)).toMatchObject({ push_remind_at: new Date(at("17:00")) });
  await chooseAll({ pushReminderLead: null });
  expect(await instantsOf(id)).toMatchObject({ push_remind_at: null, push_reminded_at: null });
  const wrong = await club.manager("PATCH", club.path(""), { reminderFrom: "end", pushReminderLead: 10 });
  expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([
    422,
    ["pushReminderLead", "reminderFrom"],
  ]);
  await chooseAll({ reminderFrom: "start", reminderLead: 1440, pushReminderLead: 120 });
});

test("whoever books later than a lead is not reminded by it, and by the other one still", async () => {
  testApp.clock.set(at("12:00"));
  const id = await book();
  expect(await instantsOf(id)).toMatchObject({
    ...{ remind_at: null, reminded_at: testApp.clock.now(), push_remind_at: new Date(at("16:00")) },
  });
  testApp.clock.set(at("16:00"));
  await testApp.jobs.runScheduled("events.remindByPush");
  expect(await instantsOf(id)).toMatchObject({ push_reminded_at: testApp.clock.now() });
  await chooseAll({ pushReminderLead: 60 });
  testApp.clock.set(at("17:00"));
  await testApp.jobs.runScheduled("events.remindByPush");
  expect(await instantsOf(id)).toMatchObject({ push_reminded_at: new Date(at("16:00")) });
  await chooseAll({ pushReminderLead: 120 });
});

test("one’s own lead holds in all clubs, for bookings of before and after, and is taken back", async () => {
  const setOwn = async (reminderLead: number | null) => {
    const { status, body } = await club.member("PATCH", "/auth/user/notification-preferences", { reminderLead });
    expect([status, body.data.reminderLead]).toEqual([200, reminderLead]);
  };
  const formerly = await book();
  const other = await book(club.staff, { startTime: at("20:00") });
  await setOwn(180);
  const after = await book(club.member, { startTime: at("10:00") });
  expect([await instantsOf(formerly), await instantsOf(after)]).toMatchObject([
    { remind_at: new Date(at("15:00")) },
    { remind_at: new Date(at("07:00")) },
  ]);
  expect(await instantsOf(other)).toMatchObject({ remind_at: new Date(at("20:00", "2026-06-09")) });
  await choose(2880);
  expect(await instantsOf(formerly)).toMatchObject({ remind_at: new Date(at("15:00")) });
  await setOwn(null);
  expect(await instantsOf(formerly)).toMatchObject({ remind_at: new Date(at("18:00", "2026-06-08")) });
  for (const wrong of [29, 10_081, "60", 90.5]) {
    const answer = await club.member("PATCH", "/auth/user/notification-preferences", { reminderLead: wrong });
    expect([wrong, answer.status, Object.keys(answer.body.errors)]).toEqual([wrong, 422, ["reminderLead"]]);
  }
});
