/** Nobody holds a club without paying. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed({ MAX_UNPAID_HOLDS: "3" });
});
afterAll(() => testBed.close());
beforeEach(() => testBed.testApp.clock.set(monday));

test("one person holds three bookings without paying, also of many asked for at once; one that is paid makes room", async () => {
  const { club } = testBed;
  const book = () => club.member("POST", club.path("/events"), testBed.draft());
  const answers = await Promise.all(Array.from({ length: 12 }, book));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array<number>(3).fill(201),
    ...Array<number>(9).fill(409),
  ]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toMatch(/^First pay “Match \d+”, which is held for you until Jun 1, 2026 10:31 AM\.$/);
  expect(Object.keys(refused?.body.errors)).toEqual(["startTime"]);
  const eventId = answers.find(({ status }) => status === 201)?.body.data.id as string;
  const { url } = await testBed.checkout(eventId);
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
  expect((await book()).status).toBe(201);
  expect((await club.staff("POST", club.path("/events"), testBed.draft())).status).toBe(201);
});

test("what was held in vain counts for an hour, what was given up does not", async () => {
  const { club, testApp } = testBed;
  const member = testApp.as(await testApp.member(club.organizationId, 4));
  const book = () => member("POST", club.path("/events"), testBed.draft());
  const [first, ...others] = [await book(), await book(), await book()];
  expect((await member("POST", club.path(`/events/${first?.body.data.id}/cancel`), {})).status).toBe(200);
  const again = await book();
  expect([again.status, ...others.map(({ status }) => status)]).toEqual([201, 201, 201]);
  testApp.clock.advance(40 * minute);
  await testApp.jobs.runScheduled("events.expire");
  const refused = await book();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^Several times were held for you and not paid: book again from Jun 1, 2026 11:40 AM on\.$/),
  ]);
  testApp.clock.advance(61 * minute);
  expect((await book()).status).toBe(201);
});

test("with `maxHolds` 1 the second unpaid hold is refused and names the first and its minute; a role may have more", async () => {
  const { club, testApp } = testBed;
  const rules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  const setMaxHolds = (maxHolds: number | null) =>
    club.manager("PATCH", club.path(""), { bookingRules: { ...rules, maxHolds } });
  await setMaxHolds(1);
  const member = testApp.as(await testApp.member(club.organizationId, 4));
  const { body } = await member("POST", club.path("/events"), testBed.draft({ name: "First" }));
  expect([body.data.status, body.data.pendingReason]).toEqual(["pending", "payment"]);
  const refused = await member("POST", club.path("/events"), testBed.draft());
  expect([refused.status, refused.body.errors]).toEqual([
    409,
    { startTime: ["First pay “First”, which is held for you until Jun 1, 2026 10:31 AM."] },
  ]);
  // On site nothing is held.
  expect((await member("POST", club.path("/events"), testBed.draft({ payment: "on_site" }))).status).toBe(201);
  const role = { name: "Regular", type: "member", permissions: ["fields.show", "events.show"] };
  const own = await club.manager("POST", club.path("/roles"), { ...role, bookingRules: { ...rules, maxHolds: 2 } });
  const regular = testApp.as(await testApp.member(club.organizationId, own.body.data.id));
  const answers = [];
  for (let count = 0; count < 3; count += 1)
    answers.push((await regular("POST", club.path("/events"), testBed.draft())).status);
  expect(answers).toEqual([201, 201, 409]);
  await setMaxHolds(null);
});
