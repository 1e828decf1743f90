/** Steps of a cancellation: 48 h before the start all comes back, 24 h before half; what is shown is what is done. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { memberRolePermissions } from "#contract/permissions.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let fieldId: string;
const steps = (...list: [hours: number, percent: number][]) => ({
  until: 0,
  steps: list.map(([hours, percent]) => ({ from: hours * 60, percent })),
});
const noRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
const setConditions = async (cancellation: object | null) => {
  const { club } = testBed;
  const { status } = await club.manager("PATCH", club.path(""), { bookingRules: { ...noRules, cancellation } });
  expect(status).toBe(200);
};
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  fieldId = await testBed.club.addField({ name: "Court 45" });
  await testBed.club.addPrices([fieldId], { 60: 3350 });
});
afterAll(() => testBed.close());
beforeEach(async () => {
  testBed.testApp.clock.set("2026-06-02T09:00:00Z");
  await setConditions(steps([48, 100], [24, 50]));
});

// A Saturday, 18:00 in Paris.
const startTime = "2026-06-13T16:00:00Z";
let lanes = 0;
/** Each on a field of its own, because all are at the same time. */
async function bookAndPay(more: object = {}) {
  lanes += 1;
  const own = await testBed.club.addField({ name: `Court 45.${lanes}`, ...more });
  await testBed.club.addPrices([own], { 60: 3350 });
  return (await testBed.bookAndPay({ fieldId: own, startTime })).eventId;
}
const at = (instant: string) => testBed.testApp.clock.set(instant);
const url = (id: string, act: string) => testBed.club.path(`/events/${id}/${act}`);
async function listCreditNotes(eventId: string) {
  const { club } = testBed;
  const { body } = await club.manager("GET", club.path("/invoices?kind=credit_note&per_page=100"));
  const { payments } = await testBed.readPayments(eventId);
  return (body.data as { paymentId: string; totalAmount: number; taxAmount: number }[])
    .filter(({ paymentId }) => payments.some(({ id }) => id === paymentId))
    .map(({ totalAmount, taxAmount }) => [totalAmount, taxAmount]);
}

test("48 h 100 %, 24 h 50 %, 33.50 paid for Saturday 18:00: what is shown is what comes back, to the second", async () => {
  const { club } = testBed;
  const cases = [
    ["2026-06-11T16:00:00Z", 3350, 558],
    ["2026-06-11T16:00:01Z", 1675, 279],
    ["2026-06-12T16:00:00Z", 1675, 279],
    ["2026-06-12T16:00:01Z", 0, 0],
  ] as const;
  for (const [moment, refund, vat] of cases) {
    testBed.testApp.clock.set("2026-06-02T09:00:00Z");
    const id = await bookAndPay();
    at(moment);
    const shown = (await club.member("GET", club.path(`/bookings/${id}`))).body.data.cancellation;
    expect([moment, shown.state, shown.refundNow]).toEqual([moment, "open", refund]);
    expect((await club.member("GET", url(id, "cancellation"))).body.data).toMatchObject({ paid: 3350, refund });
    expect((await club.staff("GET", url(id, "cancellation"))).body.data).toMatchObject({ refundByConditions: refund });
    const { status, body } = await club.member("POST", url(id, "cancel"), { refund });
    expect([moment, status, body.data?.refundDue]).toEqual([moment, 200, refund]);
    testBed.testApp.clock.advance(UNDO_MS + 1);
    await testBed.testApp.jobs.runScheduled("events.refund");
    await testBed.runJobs();
    expect((await testBed.readPayments(id)).refunded).toBe(refund);
    expect(await listCreditNotes(id)).toEqual(refund > 0 ? [[-refund, -vat]] : []);
  }
});

test("whoever looked before a step and cancels after it is told what comes back now, and loses nothing", async () => {
  const { club } = testBed;
  const id = await bookAndPay();
  at("2026-06-11T16:00:01Z");
  const refused = await club.member("POST", url(id, "cancel"), { refund: 3350 });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "A time limit of the conditions has passed meanwhile: €16.75 comes back now. Look again before you cancel.",
  ]);
  expect((await testBed.readEvent(id)).status).toBe("approved");
});

test("conditions that held when it was booked stay; a role has its own, and of several the kindest holds", async () => {
  const { club, testApp } = testBed;
  const id = await bookAndPay();
  await setConditions(steps([72, 10]));
  at("2026-06-11T16:00:01Z");
  expect((await club.member("GET", url(id, "cancellation"))).body.data).toMatchObject({ percent: 50 });
  const role = { type: "member", permissions: memberRolePermissions };
  const addRole = async (name: string, cancellation: object | null) => {
    const bookingRules = { ...noRules, cancellation };
    return (await club.manager("POST", club.path("/roles"), { ...role, name, bookingRules })).body.data.id as number;
  };
  const gold = await addRole("Gold", steps([2, 100]));
  const silver = await addRole("Silver", { until: 60, steps: [{ from: 60, percent: 80 }] });
  const quote = async (roleIds: number[]) => {
    const person = await testApp.member(club.organizationId, 4);
    await club.manager("PATCH", club.path(`/users/${person.id}`), { roles: roleIds });
    const draft = { fieldId, startTime, duration: 60 };
    return (await testApp.as(person)("POST", club.path("/quotes"), draft)).body.data.cancellation;
  };
  expect(await quote([4])).toEqual(steps([72, 10]));
  expect(await quote([gold])).toEqual(steps([2, 100]));
  expect(await quote([gold, silver])).toEqual({ until: 0, steps: [...steps([2, 100], [1, 80]).steps] });
});

test("a field's own deadline ends what bookers do by themselves; the team cancels by the conditions afterwards", async () => {
  const { club, testApp } = testBed;
  const id = await bookAndPay({ cancellationDeadline: 30 });
  expect((await club.member("GET", club.path(`/bookings/${id}`))).body.data.cancellation).toMatchObject({
    until: "2026-06-12T10:00:00.000Z",
    steps: [
      { until: "2026-06-11T16:00:00.000Z", percent: 100 },
      { until: "2026-06-12T10:00:00.000Z", percent: 50 },
    ],
  });
  at("2026-06-12T11:00:00Z");
  expect((await club.member("POST", url(id, "cancel"), {})).status).toBe(409);
  const desk = testApp.as(await testApp.member(club.organizationId, ["events.show", "events.update"]));
  expect((await desk("GET", url(id, "cancellation"))).body.data).toMatchObject({ policy: "partial", refund: 1675 });
  expect((await desk("POST", url(id, "cancel"), { reason: "Called", refund: 3350 })).status).toBe(403);
  const { body } = await desk("POST", url(id, "cancel"), { reason: "Called" });
  expect(body.data).toMatchObject({ status: "canceled", refundDue: 1675 });
});

test("the club's own cancellation gives all back at any time, and without conditions so does the booker's", async () => {
  const { club } = testBed;
  const id = await bookAndPay();
  at("2026-06-13T15:59:00Z");
  expect((await club.manager("POST", url(id, "cancel"), { reason: "Rain" })).body.data.refundDue).toBe(3350);
  testBed.testApp.clock.set("2026-06-02T09:00:00Z");
  await setConditions(null);
  const free = await bookAndPay();
  at("2026-06-13T16:00:00Z");
  expect((await club.member("GET", url(free, "cancellation"))).body.data.mayCancel).toBe(false);
  at("2026-06-13T15:59:59Z");
  expect((await club.member("POST", url(free, "cancel"), {})).body.data.refundDue).toBe(3350);
});

test("a booking whose first step has passed cannot be moved by its booker to win it back", async () => {
  const { club } = testBed;
  const id = await bookAndPay();
  const move = { startTime: "2026-06-20T16:00:00Z" };
  at("2026-06-11T16:00:01Z");
  expect((await club.member("PATCH", club.path(`/events/${id}`), move)).status).toBe(409);
  expect((await club.member("GET", club.path(`/bookings/${id}`))).body.data.actions).toEqual(["edit", "cancel"]);
  at("2026-06-11T16:00:00Z");
  expect((await club.member("PATCH", club.path(`/events/${id}`), move)).status).toBe(200);
});
