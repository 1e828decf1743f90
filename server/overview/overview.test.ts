import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { insertPayment, insertRefund } from "#server/payments/ledger.ts";
import jobs from "./jobs.ts";

let testApp: TestApp;
let club: TestClub;
let court: string;

beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  court = await club.addField({ name: "Court 1" });
});
afterAll(() => testApp.close());
beforeEach(() => testApp.clock.set(monday));

async function readOverview(query = "", api = club.manager) {
  const { status, body } = await api("GET", club.path(`/overview${query}`));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

async function book(fieldId: string, startTime: string, duration: number, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime, duration, name: "Training", type: "training", price: 0, ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.id;
}

async function pay(eventId: string, amount: number, at: string): Promise<string> {
  const id = uuidv7(new Date(at));
  await insertPayment(testApp.db, {
    organization_id: club.organizationId,
    id,
    event_id: eventId,
    payer_name: "Somebody",
    method: "cash",
    recorded_by: club.memberPerson.id,
    status: "succeeded",
    amount,
    currency: "EUR",
    paid_at: new Date(at),
    created_at: new Date(at),
    updated_at: new Date(at),
  });
  return id;
}

const dayOf = (data: { days: { date: string }[] }, date: string) => data.days.find((day) => day.date === date);

describe("the overview", () => {
  it("tells a period of 30 days, and the one before it, when nothing is asked", async () => {
    const data = await readOverview();
    expect([data.from, data.to, data.beforeFrom, data.beforeTo]).toEqual([
      "2026-05-03",
      "2026-06-01",
      "2026-04-03",
      "2026-05-02",
    ]);
    expect(data.days).toHaveLength(30);
    expect(dayOf(data, "2026-06-01")).toMatchObject({ openMinutes: 1440, events: 0, revenue: 0 });
  });

  it("counts events at once: where they are, what they become, and where they move", async () => {
    const id = await book(court, "2026-06-03T18:30:00Z", 90, { type: "game" });
    const query = "?from=2026-06-01&to=2026-06-07";
    let data = await readOverview(query);
    expect(dayOf(data, "2026-06-03")).toMatchObject({ takenMinutes: 90, events: 1 });
    expect(data.sum).toMatchObject({ takenMinutes: 90, events: 1, openMinutes: 7 * 1440 });
    const busy = data.hours.filter(({ takenMinutes }: { takenMinutes: number }) => takenMinutes > 0);
    expect(busy).toEqual([
      { weekday: 3, hour: 20, takenMinutes: 30 },
      { weekday: 3, hour: 21, takenMinutes: 60 },
    ]);
    expect(data.openHours).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(data.topFields[0]).toMatchObject({ id: court, name: "Court 1", takenMinutes: 90, openMinutes: 7 * 1440 });

    await club.manager("PATCH", club.path(`/events/${id}`), { startTime: "2026-06-05T18:30:00Z" });
    data = await readOverview(query);
    expect(dayOf(data, "2026-06-03")).toMatchObject({ takenMinutes: 0, events: 0 });
    expect(dayOf(data, "2026-06-05")).toMatchObject({ takenMinutes: 90, events: 1 });

    await club.manager("POST", club.path(`/events/${id}/cancel`), { reason: "Rain" });
    data = await readOverview(query);
    expect(data.sum).toMatchObject({ takenMinutes: 0, events: 0 });
    expect(data.byStatus).toContainEqual({ status: "canceled", events: 1 });
    expect(data.byType).toContainEqual({ type: "game", events: 0 });
  });

  it("splits what runs past midnight over both dates, and counts it once", async () => {
    const id = await book(court, "2026-06-10T21:00:00Z", 180);
    const data = await readOverview("?from=2026-06-10&to=2026-06-11");
    expect(data.days).toMatchObject([
      { takenMinutes: 60, events: 1 },
      { takenMinutes: 120, events: 0 },
    ]);
    await club.manager("POST", club.path(`/events/${id}/cancel`), { reason: "Rain" });
  });

  it("counts a half for half of its place", async () => {
    const parent = await club.addField({ name: "Pitch" });
    const [left] = [
      await club.addField({ name: "Left", parentId: parent }),
      await club.addField({ name: "Right", parentId: parent }),
    ];
    const before = await readOverview("?from=2026-06-12&to=2026-06-12");
    await book(left, "2026-06-12T08:00:00Z", 60);
    const after = await readOverview("?from=2026-06-12&to=2026-06-12");
    expect(before.sum.openMinutes).toBe(2 * 1440);
    expect(after.sum.takenMinutes - before.sum.takenMinutes).toBe(30);
    expect(after.topFields).toMatchObject([{ id: left, takenMinutes: 60 }]);
  });

  it("adds up what came in and what went back, by the day it did, and tells it to nobody without the permission", async () => {
    const id = await book(court, "2026-06-15T08:00:00Z", 60, { price: 2000 });
    const paymentId = await pay(id, 2000, "2026-06-01T21:59:00Z");
    await pay(id, 500, "2026-06-01T22:01:00Z");
    let data = await readOverview("?from=2026-06-01&to=2026-06-02");
    expect(data.days.map(({ revenue }: { revenue: number }) => revenue)).toEqual([2000, 500]);
    await insertRefund(testApp.db, {
      organization_id: club.organizationId,
      id: uuidv7(testApp.clock.now()),
      payment_id: paymentId,
      amount: 800,
      status: "succeeded",
      created_at: new Date("2026-06-02T10:00:00Z"),
      updated_at: new Date("2026-06-02T10:00:00Z"),
    });
    data = await readOverview("?from=2026-06-01&to=2026-06-02");
    expect(data.sum.revenue).toBe(1700);
    const { topFields } = await readOverview("?from=2026-06-01&to=2026-06-15");
    expect(topFields).toContainEqual(expect.objectContaining({ id: court, revenue: 1700 }));
    const other = testApp.as(await testApp.member(club.organizationId, ["organizations.show"]));
    const hidden = await readOverview("?from=2026-06-01&to=2026-06-02", other);
    expect(hidden).toMatchObject({ hasRevenue: false, sum: { revenue: 0 } });
  });

  it("is the team's: a member with the same permission sees nothing of private events and fields", async () => {
    expect((await club.member("GET", club.path("/overview"))).status).toBe(404);
  });

  it("follows the hours from today on, and leaves the past as it was", async () => {
    const closing = { facilityId: club.facilityId, name: "Works", from: "2026-05-20", to: "2026-06-20", closed: true };
    // The pitch was created today: earlier open time stays unchanged.
    expect((await readOverview("?from=2026-05-25&to=2026-06-02")).sum.openMinutes).toBe((7 + 2 * 2) * 1440);
    const { status, body } = await club.manager("POST", club.path("/closures"), { ...closing, decisions: [] });
    expect(status, JSON.stringify(body)).toBe(201);
    const data = await readOverview("?from=2026-05-25&to=2026-06-02");
    expect(dayOf(data, "2026-05-31")).toMatchObject({ openMinutes: 1440 });
    expect(dayOf(data, "2026-06-01")).toMatchObject({ openMinutes: 0 });
    expect(data.now.closures).toBe(1);
  });

  it("counts the blocks of today beside the closures", async () => {
    const { closures, blocks } = (await readOverview()).now;
    await book(court, "2026-06-01T22:00:00+02:00", 60, {
      kind: "block",
      type: "other",
      name: "Works",
      price: undefined,
    });
    const { now } = await readOverview();
    expect([now.closures, now.blocks]).toEqual([closures, blocks + 1]);
  });

  it("says what today asks for", async () => {
    const { now } = await readOverview();
    expect(now.unpaid).toBe(1);
    expect(now.next[0]).toMatchObject({ name: "Training", fieldName: "Left", facilityName: "Parc" });
  });

  it("refuses periods that end before they begin, or are too long", async () => {
    for (const query of ["?from=2026-06-02&to=2026-06-01", "?from=2025-01-01&to=2026-06-01"]) {
      const { status, body } = await club.manager("GET", club.path(`/overview${query}`));
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty("to");
    }
  });

  it("refuses dates that no calendar holds with the time around them", async () => {
    for (const date of ["0000-01-01", "0001-01-01", "9999-12-31"]) {
      const { status, body } = await club.manager("GET", club.path(`/overview?from=${date}&to=${date}`));
      expect([status, body.errors.from]).toEqual([422, ["Enter a valid date and time"]]);
    }
  });

  it("counts ahead by its job, twice the same, and the platform reads what was counted", async () => {
    await sql`delete from overview_dates`.execute(testApp.db);
    await sql`delete from overview_fields`.execute(testApp.db);
    const [job] = jobs;
    await job?.run(testApp.appContext, {});
    await job?.run(testApp.appContext, {});
    const admin = testApp.as(await testApp.person({ platformAdmin: true }));
    const { body } = await admin("GET", "/organizations/all/overview?from=2026-06-12&to=2026-06-12");
    const mine = await readOverview("?from=2026-06-12&to=2026-06-12");
    expect(body.data.sum.takenMinutes).toBe(mine.sum.takenMinutes);
    expect(body.data.topFields).toHaveLength(1);
  });

  it("counts the same whether two look at once", async () => {
    await sql`delete from overview_dates`.execute(testApp.db);
    await sql`delete from overview_fields`.execute(testApp.db);
    const answers = await Promise.all(Array.from({ length: 6 }, () => readOverview("?from=2026-06-10&to=2026-06-16")));
    for (const answer of answers) expect(answer.sum).toEqual(answers[0].sum);
  });

  it("takes what came in along to the field that an event is moved to", async () => {
    const other = await club.addField({ name: "Court 2" });
    const id = await book(court, "2026-06-25T08:00:00Z", 60, { price: 3000 });
    await pay(id, 3000, "2026-05-20T08:00:00Z");
    const revenueOf = async (fieldId: string) => {
      const { topFields } = await readOverview("?from=2026-05-20&to=2026-06-25");
      return topFields.find((field: { id: string }) => field.id === fieldId)?.revenue ?? 0;
    };
    const before = await revenueOf(court);
    await club.manager("PATCH", club.path(`/events/${id}`), { fieldId: other, pricing: "keep" });
    expect([await revenueOf(court), await revenueOf(other)]).toEqual([before - 3000, 3000]);
    await club.manager("POST", club.path(`/events/${id}/cancel`), { reason: "Rain" });
  });

  it("leaves out of the platform's sums who is not there any more", async () => {
    // No booking lies ahead any more.
    testApp.clock.set("2026-08-01T08:00:00Z");
    const admin = testApp.as(await testApp.person({ platformAdmin: true }));
    const read = async () => {
      for (const job of jobs) await job.run(testApp.appContext, {});
      return (await admin("GET", "/organizations/all/overview?from=2026-06-01&to=2026-06-25")).body.data;
    };
    expect((await read()).sum.events).toBeGreaterThan(0);
    const { status, body } = await admin("DELETE", club.path(""));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await read()).toMatchObject({ sum: { events: 0, takenMinutes: 0 }, topFields: [] });
  });
});
