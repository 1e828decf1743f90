/** Reports equal a slow count of the same rows, whatever was booked, moved, canceled, paid and given back. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  reportNames,
  type CancellationsReport,
  type CustomersReport,
  type OccupancyReport,
  type RevenueReport,
} from "#contract/reports.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { insertPayment, insertRefund } from "#server/payments/ledger.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type TestApp } from "#tests/support/test-app.ts";
import { resolveReportPeriod } from "./period.ts";

const [from, to] = ["2026-05-28", "2026-06-12"];
const [beforeFrom, beforeTo] = ["2026-05-12", "2026-05-27"];
const dayMs = 86_400_000;
let testApp: TestApp;
let club: TestClub;
let pitch: string, left: string, right: string, court: string, farCourt: string;
let farFacility: string;
const eventIds: string[] = [];
const customerIds: string[] = [];

beforeAll(async () => {
  testApp = await createTestApp();
  // Bookings of the period before are made beforehand as well.
  testApp.clock.set(new Date(Date.parse(monday) - 20 * dayMs).toISOString());
  club = await createTestClub(testApp);
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await club.manager("PATCH", club.path(""), { bookingRules });
  const { body } = await club.manager("POST", club.path("/facilities"), { name: "Far", timezone: "Asia/Kolkata" });
  farFacility = body.data.id;
  pitch = await club.addField({ name: "Pitch", sportIds: [1] });
  left = await club.addField({ name: "Left", parentId: pitch, sportIds: [1] });
  right = await club.addField({ name: "Right", parentId: pitch, sportIds: [1] });
  court = await club.addField({ name: "Court", sportIds: [1, 2] });
  farCourt = await club.addField({ name: "Far court", facilityId: farFacility, sportIds: [2] });
  for (let index = 0; index < 4; index++) {
    const made = await club.manager("POST", club.path("/customers"), {
      firstName: "Customer",
      lastName: `Number ${index}`,
    });
    customerIds.push(made.body.data.id);
  }
});
afterAll(() => testApp.close());

const read = async <Report>(name: string, query = ""): Promise<Report> => {
  const { status, body } = await club.manager(
    "GET",
    club.path(`/reports/${name}?from=${from}&to=${to}&compare=before${query}`),
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data as Report;
};

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

interface Step {
  act: "book" | "cancel" | "mark" | "pay" | "refund";
  pick: number;
  other: number;
  quarter: number;
  length: number;
}

async function run({ act, pick, other, quarter, length }: Step): Promise<void> {
  const { manager, path, organizationId } = club;
  const eventId = pickOf(eventIds, pick);
  const at = new Date(Date.parse(monday) + quarter * 900_000);
  if (act === "book") {
    const fieldId = pickOf([pitch, left, right, court, farCourt], other) ?? "";
    const customer = pick % 5 === 4 ? {} : { customer: { customerId: pickOf(customerIds, pick) } };
    const draft = {
      fieldId,
      startTime: at.toISOString(),
      duration: length * 15,
      name: "Match",
      type: "game",
      price: 500,
    };
    const sport = fieldId === farCourt ? { sportId: 2 } : pick % 3 === 0 ? { sportId: 1 } : {};
    const { status, body } = await manager("POST", path("/events"), { ...draft, ...sport, ...customer });
    if (status === 201) eventIds.push(body.data.id);
    else if (status !== 409) throw new Error(JSON.stringify(body));
  } else if (!eventId) return;
  else if (act === "cancel") await manager("POST", path(`/events/${eventId}/cancel`), { reason: "Rain" });
  else if (act === "mark") {
    const attendance = pickOf(["arrived", "no_show", null], other) ?? null;
    await testApp.db.updateTable("events").set({ attendance }).where("id", "=", eventId).execute();
  } else if (act === "pay") {
    const times = { paid_at: at, created_at: at, updated_at: at };
    const made = { payer_name: "Somebody", method: pickOf(["cash", "card"], other) ?? "cash", amount: 100 + pick };
    const recorded = made.method === "cash" ? { recorded_by: club.memberPerson.id } : { provider: "stripe" };
    const row = { organization_id: organizationId, id: uuidv7(at), event_id: eventId, status: "succeeded" };
    await insertPayment(testApp.db, { ...row, currency: "EUR", ...made, ...recorded, ...times });
  } else {
    const payment = await testApp.db
      .selectFrom("payments")
      .select("id")
      .where("event_id", "=", eventId)
      .executeTakeFirst();
    if (!payment) return;
    const row = { organization_id: organizationId, id: uuidv7(at), payment_id: payment.id, amount: 7 };
    await insertRefund(testApp.db, { ...row, status: "succeeded", created_at: at, updated_at: at });
  }
}

const local = (instant: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
const dateOf = (instant: Date, zone: string) => local(instant, zone).toPlainDate().toString();
const isWithin = (date: string, first = from, last = to) => date >= first && date <= last;
const occupies = (status: string) => ["pending", "approved", "completed"].includes(status);

const listEvents = () =>
  testApp.db
    .selectFrom("events")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.id", "field_id", "start_time", "end_time", "events.status", "sport_id", "customer_id"])
    .select(["paid", "refunded", "attendance", "facilities.timezone"])
    .execute();
type Counted = Awaited<ReturnType<typeof listEvents>>[number];

/** Minute by minute. @returns share of the field that the event takes */
function shareOf(fieldId: string, event: Counted): number {
  if (event.field_id === fieldId) return 1;
  if (event.field_id === pitch && (fieldId === left || fieldId === right)) return 1;
  return fieldId === pitch && (event.field_id === left || event.field_id === right) ? 0.5 : 0;
}

function countTaken(events: readonly Counted[], fieldId: string, hour?: number): number {
  let minutes = 0;
  for (const event of events) {
    const share = shareOf(fieldId, event);
    if (share === 0 || !occupies(event.status)) continue;
    for (let at = event.start_time.getTime(); at < event.end_time.getTime(); at += 60_000) {
      const then = local(new Date(at), event.timezone);
      if (isWithin(then.toPlainDate().toString()) && (hour === undefined || then.hour === hour)) minutes += share;
    }
  }
  return Math.round(minutes);
}

async function listMoved() {
  const events = new Map((await listEvents()).map((event) => [event.id, event]));
  const payments = await testApp.db.selectFrom("payments").selectAll().execute();
  const refunds = await testApp.db.selectFrom("refunds").selectAll().execute();
  return payments.flatMap((payment) => {
    const of = { event: events.get(payment.event_id ?? ""), method: payment.method };
    const back = refunds.filter(({ payment_id }) => payment_id === payment.id);
    return [
      { ...of, amount: payment.amount, date: dateOf(payment.paid_at ?? new Date(0), "Europe/Paris") },
      ...back.map((refund) => ({ ...of, amount: -refund.amount, date: dateOf(refund.updated_at, "Europe/Paris") })),
    ];
  });
}

const sumWhere = <Row extends { amount: number }>(rows: readonly Row[], isMeant: (row: Row) => boolean): number =>
  rows.filter(isMeant).reduce((sum, { amount }) => sum + amount, 0);

async function expectOccupancy(events: readonly Counted[]): Promise<void> {
  const { fields, sum, weekdays } = await read<OccupancyReport>("occupancy");
  expect(fields.map(({ name }) => name)).toEqual(["Far court", "Court", "Left", "Pitch", "Right"]);
  for (const { id, takenMinutes, openMinutes, hours } of fields) {
    expect([id, takenMinutes, openMinutes]).toEqual([id, countTaken(events, id), 16 * 1440]);
    for (const [hour, one] of hours.entries())
      expect([id, hour, one.takenMinutes]).toEqual([id, hour, countTaken(events, id, hour)]);
  }
  const whole = [pitch, court, farCourt].reduce((total, id) => total + countTaken(events, id), 0);
  expect(Math.abs(sum.takenMinutes - whole)).toBeLessThanOrEqual(2);
  expect(sum.openMinutes).toBe(3 * 16 * 1440);
  const ofWeek = weekdays.flatMap(({ hours }) => hours).reduce((total, { takenMinutes }) => total + takenMinutes, 0);
  expect(Math.abs(ofWeek - sum.takenMinutes)).toBeLessThanOrEqual(84);
  const far = await read<OccupancyReport>("occupancy", `&facilityId=${farFacility}`);
  expect(far.fields.map(({ id }) => id)).toEqual([farCourt]);
  expect(far.sum.takenMinutes).toBe(countTaken(events, farCourt));
}

async function expectRevenue(): Promise<void> {
  const moved = await listMoved();
  const report = await read<RevenueReport>("revenue");
  for (const { date, amount } of report.days)
    expect([date, amount]).toEqual([date, sumWhere(moved, (row) => row.date === date)]);
  const current = moved.filter(({ date }) => isWithin(date));
  expect(report.amount).toBe(sumWhere(current, () => true));
  expect(report.before).toBe(sumWhere(moved, ({ date }) => isWithin(date, beforeFrom, beforeTo)));
  for (const { sportId, amount } of report.sports)
    expect([sportId, amount]).toEqual([sportId, sumWhere(current, ({ event }) => event?.sport_id === sportId)]);
  for (const { method, amount } of report.methods)
    expect([method, amount]).toEqual([method, sumWhere(current, (row) => row.method === method)]);
  for (const { id, amount } of report.fields)
    expect([id, amount]).toEqual([id, sumWhere(current, ({ event }) => event?.field_id === id)]);
  for (const rows of [report.sports, report.methods, report.fields, report.days])
    expect(sumWhere<{ amount: number }>(rows, () => true)).toBe(report.amount);
}

async function expectCancellations(events: readonly Counted[]): Promise<void> {
  const starting = events.filter(({ start_time, timezone }) => isWithin(dateOf(start_time, timezone)));
  const canceled = starting.filter(({ status }) => status === "canceled");
  const { sum, leads, cancelers } = await read<CancellationsReport>("cancellations");
  expect(sum).toEqual({
    bookings: starting.filter(({ status }) => occupies(status)).length,
    canceled: canceled.length,
    noShows: starting.filter(({ status, attendance }) => occupies(status) && attendance === "no_show").length,
    refunded: canceled.reduce((total, { refunded }) => total + refunded, 0),
    kept: canceled.reduce((total, { paid, refunded }) => total + paid - refunded, 0),
  });
  for (const parts of [leads, cancelers])
    expect(parts.reduce((total, part) => total + part.canceled, 0)).toBe(canceled.length);
}

async function expectCustomers(events: readonly Counted[]): Promise<void> {
  const { sum } = await read<CustomersReport>("customers");
  const bookings = (id: string) =>
    events
      .filter(({ customer_id, status }) => customer_id === id && occupies(status))
      .map(({ start_time, timezone }) => ({ start_time, timezone }));
  const active = customerIds.filter((id) =>
    bookings(id).some(({ start_time }) => isWithin(dateOf(start_time, "Europe/Paris"))),
  );
  const fresh = active.filter((id) =>
    bookings(id).every(({ start_time }) => dateOf(start_time, "Europe/Paris") >= from),
  );
  expect([sum.active, sum.fresh, sum.returned]).toEqual([active.length, fresh.length, 0]);
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Step["act"][]>("book", "book", "book", "cancel", "mark", "pay", "pay", "refund"),
  pick: fc.nat(900),
  other: fc.nat(900),
  // Some before the period, most within it.
  quarter: fc.integer({ min: -1200, max: 1050 }),
  length: fc.integer({ min: 2, max: 16 }),
});

test("reports are what counting slowly says", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      for (const one of steps) await run(one);
      const events = await listEvents();
      await expectOccupancy(events);
      await expectRevenue();
      await expectCancellations(events);
      await expectCustomers(events);
    }),
    { numRuns: 4, endOnFailure: true },
  );
  expect(eventIds.length).toBeGreaterThan(15);
});

test("a customer is lost after 90 days without a booking, and comes back with the next one", async () => {
  const startTime = new Date(Date.parse(monday) + 300 * dayMs).toISOString();
  const book = async (customerId: string, at: string) => {
    const draft = { startTime, duration: 60, name: "Match", type: "game", price: 0, customer: { customerId } };
    const fieldId = await club.addField({ name: `Court of ${at}` });
    const { status, body } = await club.manager("POST", club.path("/events"), { ...draft, fieldId });
    expect(status).toBe(201);
    const times = { start_time: new Date(at), end_time: new Date(Date.parse(at) + 3_600_000) };
    await testApp.db.updateTable("events").set(times).where("id", "=", body.data.id).execute();
  };
  const add = async (name: string) =>
    (await club.manager("POST", club.path("/customers"), { firstName: name, lastName: "Lebrun" })).body.data
      .id as string;
  const [gone, back] = [await add("Gone"), await add("Back")];
  await book(gone, "2027-01-10T10:00:00.000Z");
  await book(back, "2027-01-10T12:00:00.000Z");
  await book(back, "2027-06-10T12:00:00.000Z");
  const { body } = await club.manager("GET", club.path("/reports/customers?from=2027-06-01&to=2027-06-30"));
  expect(body.data.sum).toMatchObject({ active: 1, fresh: 0, returned: 1 });
  const { sum } = body.data as CustomersReport;
  const later = await club.manager("GET", club.path("/reports/customers?from=2028-05-01&to=2028-05-31"));
  // The one who came back in June is lost by then as well; the other one is out of the year before.
  expect([sum.lost >= 1, later.body.data.sum.lost]).toEqual([true, 1]);
});

test("the period is this month and the same days a year before, unless others are asked for", () => {
  expect(resolveReportPeriod({}, "2026-11-22")).toEqual({
    ...{ from: "2026-11-01", to: "2026-11-22", compare: "year" },
    ...{ beforeFrom: "2025-11-01", beforeTo: "2025-11-22" },
  });
  expect(resolveReportPeriod({ from: "2026-03-01", to: "2026-03-10", compare: "before" }, "2026-11-22")).toMatchObject({
    ...{ beforeFrom: "2026-02-19", beforeTo: "2026-02-28" },
  });
  expect(resolveReportPeriod({ from: "2028-02-29", to: "2028-02-29" }, "2028-03-01")).toMatchObject({
    beforeFrom: "2027-02-28",
  });
});

test("bad dates are refused beside their field; members get none, and the platform empty ones", async () => {
  const at = (query: string, call = club.manager) => call("GET", club.path(`/reports/occupancy?${query}`));
  expect((await at("from=2026-06-02&to=2026-06-01")).body.errors).toHaveProperty("to");
  expect((await at("from=2024-06-02&to=2026-06-01")).body.errors).toHaveProperty("to");
  expect((await at("sportId=padel")).status).toBe(422);
  expect((await at("", club.member)).status).toBe(403);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await admin("GET", "/organizations/all/reports/occupancy")).body.data.fields).toEqual([]);
  expect((await club.manager("GET", club.path("/reports/nothing.csv"))).status).toBe(404);
});

test("each report is a CSV with the rows of its page", async () => {
  for (const name of reportNames) {
    const path = club.path(`/reports/${name}.csv?from=${from}&to=${to}`);
    const { status, body, headers } = await club.manager("GET", path);
    expect([status, headers["content-type"]], JSON.stringify(body)).toEqual([200, "text/csv; charset=utf-8"]);
    expect(String(body).split("\r\n").length, name).toBeGreaterThan(3);
  }
});
