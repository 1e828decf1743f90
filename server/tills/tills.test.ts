/** Tills: what the desk takes goes into an open session, which is counted and closed once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TillClosing, TillMovement, TillReport } from "#contract/tills.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

const HOUR_MS = 3_600_000;
let testBed: PaymentTestBed;
let club: TestClub;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  club = testBed.club;
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await club.manager("PATCH", `/organizations/${club.organizationId}`, { bookingRules });
});
afterAll(() => testBed.close());

let names = 0;
const addTill = async (draft: object = {}): Promise<string> =>
  (await club.manager("POST", club.path("/tills"), { name: `Desk ${++names}`, ...draft })).body.data.id;
const open = (tillId: string, float = 15_000, api = club.staff) =>
  api("POST", club.path(`/tills/${tillId}/open`), { float });
const report = async (tillId: string): Promise<TillReport> =>
  (await club.staff("GET", club.path(`/tills/${tillId}/report`))).body.data;
const move = (tillId: string, draft: object) => {
  testBed.testApp.clock.advance(1000);
  return club.staff("POST", club.path(`/tills/${tillId}/movements`), draft);
};
const close = (tillId: string, draft: object = {}) =>
  club.staff("POST", club.path(`/tills/${tillId}/close`), {
    counted: [{ method: "cash", amount: 15_000 }],
    nextFloat: 15_000,
    ...draft,
  });
const turnOff = (tillId: string) => club.manager("PATCH", club.path(`/tills/${tillId}`), { active: false });
const owe = async (price = 2400): Promise<string> => {
  const { id } = await testBed.book(club.manager, { name: "Zoé Lebrun", price, priceReason: "Agreed" });
  return id;
};
const record = (eventId: string, draft: object = {}) =>
  club.staff("POST", club.path(`/events/${eventId}/payments`), { method: "cash", amount: 2400, ...draft });
const movementsOf = async (sessionId: string): Promise<TillMovement[]> =>
  (await club.staff("GET", club.path(`/till-movements?per_page=100&sessionId=${sessionId}`))).body.data;
/** Closes and turns off what a test has opened. */
async function finish(tillId: string): Promise<void> {
  const current = await report(tillId);
  if (current) {
    const counted = current.methods.map(({ method, expected }) => ({
      method,
      amount: Math.max(0, expected),
      reason: "End",
    }));
    await close(tillId, { counted, nextFloat: 0 });
  }
  // Refused while a session is open.
  expect((await turnOff(tillId)).status).toBe(200);
}

test("without a till nothing changes; with one, cash, checks and the terminal need an open session, transfers do not", async () => {
  expect((await record(await owe())).status).toBe(201);
  const tillId = await addTill({ name: "Front desk" });
  const eventId = await owe();
  for (const method of ["cash", "check", "card_on_site"]) {
    const { status, body } = await record(eventId, { method });
    expect([status, body.message]).toEqual([409, "The till is closed (Front desk). Open it, then record this again."]);
  }
  expect((await record(await owe(), { method: "transfer" })).status).toBe(201);
  expect((await open(tillId)).status).toBe(201);
  expect((await record(eventId)).status).toBe(201);
  expect((await record(await owe(), { method: "check" })).status).toBe(201);
  const { methods, total, movements } = await report(tillId);
  const admin = testBed.testApp.as(await testBed.testApp.person({ platformAdmin: true }));
  expect((await admin("GET", `/organizations/all/tills/${tillId}/report`)).body.data).toEqual(await report(tillId));
  expect(methods.map(({ method, payments, expected }) => [method, payments.amount, expected])).toEqual([
    ["cash", 2400, 17_400],
    ["check", 2400, 2400],
  ]);
  expect([total, movements]).toEqual([4800, 2]);
  await finish(tillId);
});

test("several debts and a payment over charges are in the session, one movement each; a failed one leaves none", async () => {
  const tillId = await addTill();
  await open(tillId);
  const [first, second] = [await owe(1000), await owe(2000)];
  const debts = [{ eventId: first, amount: 1000 }];
  expect((await club.staff("POST", club.path("/payments"), { method: "card_on_site", debts })).status).toBe(201);
  const tooMuch = [{ eventId: second, amount: 2001 }];
  expect((await club.staff("POST", club.path("/payments"), { method: "cash", debts: tooMuch })).status).toBe(409);
  const { session, methods } = await report(tillId);
  expect(methods.map(({ method, payments }) => [method, payments.count])).toEqual([
    ["cash", 0],
    ["card_on_site", 1],
  ]);
  const [movement] = await movementsOf(session.id);
  expect(movement).toMatchObject({ kind: "payment", method: "card_on_site", amount: 1000, payer: "Zoé Lebrun" });
  await finish(tillId);
});

test("a refund in cash needs the session, and goes back to the till of its payment", async () => {
  const [tillId, otherId] = [await addTill(), await addTill()];
  await open(otherId);
  const eventId = await owe();
  const { body } = await record(eventId, { tillId: otherId });
  await open(tillId);
  const refund = (draft: object) =>
    club.manager("POST", club.path(`/payments/${body.data.id}/refund`), { amount: 1000, reason: "Rain", ...draft });
  expect((await refund({})).status).toBe(200);
  expect((await report(otherId)).methods[0]).toMatchObject({ refunds: { count: 1, amount: -1000 }, expected: 16_400 });
  expect((await refund({ tillId })).status).toBe(200);
  expect((await report(tillId)).methods[0]?.expected).toBe(14_000);
  await finish(otherId);
  await finish(tillId);
  await club.manager("PATCH", club.path(`/tills/${tillId}`), { active: true });
  const { status, body: refused } = await refund({ amount: 100 });
  expect([status, refused.message]).toEqual([409, expect.stringContaining("The till is closed")]);
  await turnOff(tillId);
});

test("who has several open tills says which one; a till of a facility is for its bookings alone", async () => {
  const [first, second] = [await addTill(), await addTill()];
  await open(first);
  await open(second);
  const eventId = await owe();
  const unsure = await record(eventId);
  expect([unsure.status, unsure.body.errors]).toEqual([
    422,
    { tillId: ["Several tills are open. Choose the one that you are at."] },
  ]);
  expect((await record(eventId, { tillId: crypto.randomUUID() })).body.errors).toEqual({
    tillId: ["This till is not there any more"],
  });
  expect((await record(eventId, { tillId: second })).status).toBe(201);
  await finish(first);
  await finish(second);
  const { body } = await club.manager("POST", club.path("/facilities"), { name: "Annex", timezone: "Europe/Paris" });
  const annex = await addTill({ facilityId: body.data.id });
  expect((await record(await owe())).status).toBe(201);
  await turnOff(annex);
});

test("a cancellation while the till is closed is never refused: its refund in cash is in the next session", async () => {
  const tillId = await addTill();
  await open(tillId);
  const eventId = await owe();
  await record(eventId);
  await close(tillId, { counted: [{ method: "cash", amount: 17_400 }] });
  expect(
    (await club.manager("POST", club.path(`/events/${eventId}/cancel`), { reason: "Rain", refund: "full" })).status,
  ).toBe(200);
  testBed.testApp.clock.advance(HOUR_MS);
  await testBed.testApp.jobs.runScheduled("events.refund");
  const { body } = await open(tillId);
  expect(body.data.methods[0]).toMatchObject({ refunds: { count: 1, amount: -2400 }, expected: 12_600 });
  await finish(tillId);
  await club.manager("PATCH", club.path(`/tills/${tillId}`), { active: true });
  expect((await open(tillId)).body.data.movements).toBe(0);
  await finish(tillId);
});

test("a till that moves to another facility has no refunds that were made there before", async () => {
  const elsewhere = await club.manager("POST", club.path("/facilities"), {
    name: "Elsewhere",
    timezone: "Europe/Paris",
  });
  const tillId = await addTill({ facilityId: elsewhere.body.data.id });
  const { body } = await record(await owe());
  const refund = { amount: 1000, reason: "Rain" };
  expect((await club.manager("POST", club.path(`/payments/${body.data.id}/refund`), refund)).status).toBe(200);
  testBed.testApp.clock.advance(1000);
  expect((await club.manager("PATCH", club.path(`/tills/${tillId}`), { facilityId: null })).status).toBe(200);
  expect((await open(tillId)).body.data.movements).toBe(0);
  await finish(tillId);
});

test("float, cash, refunds and the bank add up; the report keeps the difference with its reason, and never changes", async () => {
  const tillId = await addTill();
  await open(tillId, 15_000);
  const eventId = await owe(8600);
  const { body: paid } = await record(eventId, { amount: 8600 });
  const refund = { amount: 1200, reason: "Rain" };
  await club.manager("POST", club.path(`/payments/${paid.data.id}/refund`), refund);
  expect((await move(tillId, { kind: "bank", amount: 10_000, reason: "Friday" })).status).toBe(201);
  const current = await report(tillId);
  expect(current.methods[0]?.expected).toBe(12_400);
  const draft = { counted: [{ method: "cash", amount: 12_250 }], nextFloat: 10_000, movements: current.movements };
  const { status, body } = await close(tillId, draft);
  const closing: TillClosing = body.data;
  expect(status).toBe(201);
  expect(closing).toMatchObject({ number: 1, difference: -150, total: 7400, banked: 2250, nextFloat: 10_000 });
  const path = club.path(`/till-closings/${closing.id}`);
  expect((await club.staff("GET", path)).body.data).toEqual(closing);
  const pdf = await club.staff("GET", `${path}/report.pdf`);
  expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
  const csv = await club.staff("GET", club.path(`/export/till-closings.csv?tillId=${tillId}`));
  expect(csv.body).toContain("-1.50");
  const { db } = testBed.testApp;
  await expect(
    db.updateTable("till_closings").set({ banked: 0 }).where("id", "=", closing.id).execute(),
  ).rejects.toThrow(/^Rows of till_closings\w* are never changed or deleted/);
  await expect(db.deleteFrom("till_movements").execute()).rejects.toThrow("never changed or deleted");
  await finish(tillId);
});

test("a difference above 5.00 needs a reason, each expected method a count, and nothing closes until then", async () => {
  const tillId = await addTill();
  await open(tillId, 1000);
  await record(await owe(), { method: "card_on_site" });
  const counted = [
    { method: "cash", amount: 1000 },
    { method: "card_on_site", amount: 1899 },
  ];
  const missing = await close(tillId, { counted: [counted[0]], nextFloat: 0 });
  expect([missing.status, missing.body.errors]).toEqual([422, { counted: ["Not counted yet: Card, on site"] }]);
  const short = await close(tillId, { counted, nextFloat: 0 });
  expect(short.body.errors).toEqual({ "counted.1.reason": ["€5.01 less than expected: say why"] });
  expect((await close(tillId, { counted, nextFloat: 1001 })).status).toBe(422);
  const notes = [{ value: 500, count: 1 }];
  const coins = [counted[0], { method: "card_on_site", amount: 2400 }];
  expect((await close(tillId, { counted: coins, nextFloat: 0, denominations: notes })).body.errors).toEqual({
    denominations: ["Notes and coins do not add up to €10.00"],
  });
  expect((await close(tillId, { counted: coins, nextFloat: 0, movements: 0 })).status).toBe(409);
  const enough = [{ value: 500, count: 2 }];
  const explained = [coins[0], { method: "card_on_site", amount: 1800, reason: "A slip is missing" }];
  const closed = await close(tillId, { counted: explained, nextFloat: 400, denominations: enough });
  expect(closed.body.data).toMatchObject({ denominations: enough, nextFloat: 400, banked: 600, float: 1000 });
  const { methods }: TillClosing = closed.body.data;
  expect(methods.map(({ counted: amount, difference, reason }) => [amount, difference, reason])).toEqual([
    [1000, 0, null],
    [1800, -600, "A slip is missing"],
  ]);
  await finish(tillId);
});

test("two who open or close at once: one does it, the other hears who did; numbers have no gaps", async () => {
  const tillId = await addTill();
  for (const number of [1, 2, 3]) {
    testBed.testApp.clock.advance(1000);
    const openings = await Promise.all([open(tillId), open(tillId), open(tillId, 1, club.manager)]);
    expect(openings.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const float = (await report(tillId)).session.float;
    const counted = [{ method: "cash", amount: float }];
    const closings = await Promise.all([1, 2, 3].map(() => close(tillId, { counted, nextFloat: 0 })));
    expect(closings.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refused = closings.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(new RegExp(`was closed by .+: report Z${number}\\.`));
  }
  const { body } = await club.staff("GET", club.path(`/till-closings?tillId=${tillId}`));
  expect(body.data.map(({ number }: TillClosing) => number)).toEqual([3, 2, 1]);
  await finish(tillId);
});

test("payments while the till is closed by others are in the report or refused, never lost", async () => {
  const tillId = await addTill();
  await open(tillId, 0);
  const eventIds = await Promise.all(Array.from({ length: 6 }, () => owe(100)));
  const counted = [{ method: "cash", amount: 0, reason: "Race" }];
  const [closing, ...payments] = await Promise.all([
    close(tillId, { counted, nextFloat: 0 }),
    ...eventIds.map((eventId) => record(eventId, { amount: 100 })),
  ]);
  const taken = payments.filter(({ status }) => status === 201).length;
  expect(payments.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect([closing?.status, closing?.body.data.total]).toEqual([201, taken * 100]);
  await finish(tillId);
});

test("a mistake of a closed session is corrected in the open one, by an entry that names the report", async () => {
  const tillId = await addTill();
  await open(tillId);
  const { body: closed } = await close(tillId);
  const late = await move(tillId, { kind: "paid_out", amount: 500, reason: "Stamps" });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining("is closed. Open it first.")]);
  await open(tillId);
  const correction = { kind: "correction", amount: -500, reason: "Wrong change", correctsClosingId: closed.data.id };
  expect((await move(tillId, correction)).status).toBe(201);
  expect((await move(tillId, { ...correction, correctsClosingId: null })).body.errors).toEqual({
    correctsMovementId: ["A correction names one movement or one report"],
  });
  expect((await move(tillId, { ...correction, correctsClosingId: crypto.randomUUID() })).status).toBe(422);
  expect((await move(tillId, { kind: "paid_out", amount: 20_000, reason: "Too much" })).body.errors).toEqual({
    amount: ["There is only €145.00 in the till"],
  });
  const { session } = await report(tillId);
  const [first] = await movementsOf(session.id);
  expect(first).toMatchObject({ amount: -500, reason: "Wrong change", correctsClosing: { number: 1 } });
  const wrongMethod = { kind: "correction", method: "check", amount: 300, correctsMovementId: first?.id };
  expect((await move(tillId, { ...wrongMethod, reason: "It was a check" })).status).toBe(201);
  const [second] = await movementsOf(session.id);
  expect(second).toMatchObject({
    ...{ kind: "correction", method: "check", amount: 300, correctsMovementId: first?.id },
    correctsMovement: { id: first?.id, kind: "correction", amount: -500, reason: "Wrong change" },
  });
  await finish(tillId);
});

test("a session that is open past 04:00 is overdue", async () => {
  const tillId = await addTill();
  await open(tillId);
  expect((await report(tillId)).session.isOverdue).toBe(false);
  testBed.testApp.clock.set(`${(await report(tillId)).session.businessDate}T01:59:00Z`);
  testBed.testApp.clock.advance(24 * HOUR_MS);
  expect((await report(tillId)).session.isOverdue).toBe(false);
  testBed.testApp.clock.advance(60_000);
  expect((await report(tillId)).session.isOverdue).toBe(true);
  await finish(tillId);
});

test("a till is named once, stays while it is open, and is no one else's", async () => {
  const tillId = await addTill({ name: "Bar" });
  expect((await club.manager("POST", club.path("/tills"), { name: "BAR" })).body.errors).toEqual({
    name: ["Another till has this name"],
  });
  await open(tillId);
  const { status, body } = await turnOff(tillId);
  expect([status, body.message]).toEqual([409, "Close Bar first: it is open."]);
  expect((await club.staff("POST", club.path("/tills"), { name: "Mine" })).status).toBe(403);
  const currency = { currency: "USD" };
  expect((await club.manager("PATCH", `/organizations/${club.organizationId}`, currency)).status).toBe(422);
  expect((await club.member("GET", club.path("/tills"))).status).toBe(403);
  const other = await createTestClub(testBed.testApp, {}, testBed.testApp.otherOrganizationId);
  expect((await other.manager("GET", other.path(`/tills/${tillId}/report`))).status).toBe(404);
  expect((await other.manager("POST", other.path(`/tills/${tillId}/open`), { float: 0 })).status).toBe(404);
  await finish(tillId);
});
