/** Property test: precomputed counts equal a slow recount, whatever changes in events, fields, time zones and money. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventStatuses, eventTypes } from "#contract/events.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { insertPayment, insertRefund } from "#server/payments/ledger.ts";
import jobs from "./jobs.ts";

const [from, to] = ["2026-05-28", "2026-06-12"];
const dates = Array.from({ length: 16 }, (_, day) => Temporal.PlainDate.from(from).add({ days: day }).toString());
let testApp: TestApp;
let club: TestClub;
let admin: ApiCall;
/** Courts of two facilities, and the halves of a pitch. */
let fields: string[] = [];
let facilities: string[] = [];
const eventIds: string[] = [];
const paymentIds: string[] = [];

beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await club.manager("PATCH", club.path(""), { bookingRules });
  const { body } = await club.manager("POST", club.path("/facilities"), { name: "Far", timezone: "Asia/Kolkata" });
  facilities = [club.facilityId, body.data.id];
  const parent = await club.addField({ name: "Pitch" });
  fields = [
    parent,
    await club.addField({ name: "Left", parentId: parent }),
    await club.addField({ name: "Right", parentId: parent }),
    await club.addField({ name: "Court" }),
    await club.addField({ name: "Far court", facilityId: facilities[1] }),
  ];
});
afterAll(() => testApp.close());

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const startOf = (quarter: number) => new Date(Date.parse(monday) + 3_600_000 + quarter * 900_000).toISOString();

interface Step {
  act: "book" | "move" | "cancel" | "restore" | "pay" | "refund" | "zone" | "look" | "zoneOfAll" | "currency";
  pick: number;
  other: number;
  quarter: number;
  length: number;
}

async function pay(eventId: string, pick: number): Promise<void> {
  const at = new Date(Date.parse("2026-05-29T00:00:00Z") + pick * 977_000);
  const id = uuidv7(at);
  const state = { status: "succeeded", currency: "EUR", paid_at: at, created_at: at, updated_at: at };
  const made = { payer_name: "Somebody", method: "cash", recorded_by: club.memberPerson.id, amount: 100 + pick };
  const row = { organization_id: club.organizationId, id, event_id: eventId, ...state, ...made };
  await insertPayment(testApp.db, row);
  paymentIds.push(id);
}

async function refund(payment_id: string, pick: number): Promise<void> {
  const at = new Date(Date.parse("2026-05-30T00:00:00Z") + pick * 883_000);
  const row = { payment_id, amount: 7, status: "succeeded", created_at: at, updated_at: at };
  await insertRefund(testApp.db, { organization_id: club.organizationId, id: uuidv7(at), ...row });
}

async function run({ act, pick, other, quarter, length }: Step): Promise<void> {
  const { manager, path } = club;
  const eventId = pickOf(eventIds, pick);
  const fieldId = pickOf(fields, other);
  const type = pickOf(eventTypes, pick);
  const time = { fieldId, startTime: startOf(quarter), duration: length * 15 };
  if (act === "book") {
    const { status, body } = await manager("POST", path("/events"), { ...time, name: "Training", type, price: 500 });
    if (status === 201) eventIds.push(body.data.id);
  } else if (act === "zone")
    await manager("PATCH", path(`/facilities/${pickOf(facilities, pick)}`), {
      timezone: pickOf(["Europe/Paris", "Asia/Kolkata", "America/Los_Angeles"], other),
    });
  else if (act === "zoneOfAll")
    await manager("PATCH", path(""), { timezone: pickOf(["Europe/Paris", "Pacific/Auckland"], other) });
  else if (act === "currency") await manager("PATCH", path(""), { currency: pickOf(["EUR", "EUR", "USD"], other) });
  else if (act === "look") await readOverview();
  else if (!eventId) return;
  else if (act === "move") await manager("PATCH", path(`/events/${eventId}`), { ...time, pricing: "keep" });
  else if (act === "cancel") await manager("POST", path(`/events/${eventId}/cancel`), { reason: "Rain" });
  else if (act === "restore") await manager("POST", path(`/events/${eventId}/restore`), {});
  else if (act === "pay") await pay(eventId, pick);
  else if (paymentIds.length > 0) await refund(pickOf(paymentIds, pick) ?? "", other);
}

async function readOverview() {
  const { status, body } = await club.manager("GET", club.path(`/overview?from=${from}&to=${to}`));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Totals in a currency that no other organization uses. */
async function readPlatformOverview(currency: string) {
  for (const job of jobs) await job.run(testApp.appContext, {});
  const query = `from=${from}&to=${to}&currency=${currency}`;
  return (await admin("GET", `/organizations/all/overview?${query}`)).body.data;
}

const local = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
const count = (map: Map<string, number>, key: string, more: number) => map.set(key, (map.get(key) ?? 0) + more);

async function countSlowly() {
  const { db } = testApp;
  const { currency, timezone: own } = await db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", club.organizationId)
    .executeTakeFirstOrThrow();
  const events = await db
    .selectFrom("events")
    .innerJoin("facilities", "facilities.id", "events.facility_id")
    .select(["events.id", "field_id", "start_time", "end_time", "events.status", "type", "facilities.timezone"])
    .execute();
  const tally = () => new Map<string, number>();
  const [taken, ofField, hours, started] = [tally(), tally(), tally(), tally()];
  const [statuses, types, revenue, fieldRevenue] = [tally(), tally(), tally(), tally()];
  for (const { field_id, start_time, end_time, status, type, timezone } of events) {
    const isHalf = field_id === fields[1] || field_id === fields[2];
    const date = local(start_time.getTime(), timezone).toPlainDate().toString();
    if (dates.includes(date)) count(statuses, status, 1);
    if (status === "canceled" || status === "rejected") continue;
    if (dates.includes(date)) count(types, type, 1);
    count(started, date, 1);
    for (let at = start_time.getTime(); at < end_time.getTime(); at += 60_000) {
      const localTime = local(at, timezone);
      const day = localTime.toPlainDate().toString();
      count(taken, day, isHalf ? 0.5 : 1);
      if (!dates.includes(day)) continue;
      count(hours, `${day} ${localTime.dayOfWeek}.${localTime.hour}`, isHalf ? 0.5 : 1);
      count(ofField, field_id, 1);
    }
  }
  const fieldOf = new Map(events.map(({ id, field_id }) => [id, field_id]));
  const payments = await db.selectFrom("payments").selectAll().where("currency", "=", currency).execute();
  const refunds = await db.selectFrom("refunds").selectAll().execute();
  const moved = payments.flatMap(({ id, event_id, amount, paid_at }) => [
    { event_id, amount, at: paid_at },
    ...refunds
      .filter(({ payment_id }) => payment_id === id)
      .map((refund) => ({ event_id, amount: -refund.amount, at: refund.updated_at })),
  ]);
  for (const { event_id, amount, at } of moved) {
    const date = local(at?.getTime() ?? 0, own)
      .toPlainDate()
      .toString();
    count(revenue, date, amount);
    if (dates.includes(date)) count(fieldRevenue, fieldOf.get(event_id ?? "") ?? "", amount);
  }
  return { taken, ofField, hours, statuses, types, revenue, fieldRevenue, started };
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Step["act"][]>(
    ...(["book", "book", "book", "book", "move", "move", "cancel", "restore", "pay", "pay", "refund"] as const),
    ...(["zone", "look", "look", "zoneOfAll", "currency"] as const),
  ),
  pick: fc.nat(900),
  other: fc.nat(900),
  quarter: fc.nat(700),
  length: fc.integer({ min: 2, max: 16 }),
});

test("counted ahead, it is what counting slowly says", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      for (const one of steps) await run(one);
      const [said, sure] = [await readOverview(), await countSlowly()];
      for (const { date, takenMinutes, events, revenue } of said.days)
        expect([date, takenMinutes, events, revenue]).toEqual([
          date,
          Math.round(sure.taken.get(date) ?? 0),
          sure.started.get(date) ?? 0,
          sure.revenue.get(date) ?? 0,
        ]);
      const weekly = new Map<string, number>();
      for (const [key, minutes] of sure.hours) count(weekly, key.split(" ")[1] ?? "", Math.round(minutes));
      for (const { weekday, hour, takenMinutes } of said.hours)
        expect([weekday, hour, takenMinutes]).toEqual([weekday, hour, weekly.get(`${weekday}.${hour}`) ?? 0]);
      expect(said.byStatus).toEqual(
        eventStatuses.map((status) => ({ status, events: sure.statuses.get(status) ?? 0 })),
      );
      expect(said.byType).toEqual(eventTypes.map((type) => ({ type, events: sure.types.get(type) ?? 0 })));
      const busy = [...sure.ofField].toSorted(([, one], [, other]) => other - one);
      expect(said.topFields.map(({ takenMinutes }: { takenMinutes: number }) => takenMinutes)).toEqual(
        busy.map(([, minutes]) => minutes),
      );
      expect(await readPlatformOverview(said.currency)).toMatchObject({
        days: said.days,
        hours: said.hours,
        byStatus: said.byStatus,
        topFields: said.topFields,
      });
      for (const { id, takenMinutes, revenue } of said.topFields)
        expect([id, takenMinutes, revenue]).toEqual([id, sure.ofField.get(id), sure.fieldRevenue.get(id) ?? 0]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(eventIds.length > 20 && paymentIds.length > 5).toBe(true);
});
