/** Receipt log: every payment, refund, document and closing is in a chain that shows each change. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReceiptLogVerification } from "#contract/receipt-log.ts";
import { findNodes } from "#tests/support/cluster-database.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { readPdf, removeSpaces } from "#tests/fixtures/invoice-fixtures.ts";
import { applyRefundOutcome } from "#server/payments/refund-jobs.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import type { PeriodSums } from "./period-sums.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let testBed: PaymentTestBed;
let club: TestClub;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());
const openClub = async () => {
  const { testApp } = testBed;
  club = await createTestClub(testApp, {}, await testApp.organization("A club with a log"));
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await club.manager("PATCH", club.path(""), { bookingRules });
  fieldId = await club.addField();
};
beforeEach(openClub);
let fieldId: string;
let bookings = 0;

const owe = async (price = 2400): Promise<string> => {
  const hour = Math.ceil(testBed.testApp.clock.now().getTime() / HOUR_MS) + 7 * 24 + ++bookings;
  const startTime = new Date(hour * HOUR_MS).toISOString();
  const draft = testBed.draft({ fieldId, startTime, name: "Zoé Lebrun", price, priceReason: "Agreed" });
  return (await club.manager("POST", club.path("/events"), draft)).body.data.id;
};
const pay = async (eventId: string, amount: number, method = "cash"): Promise<string> =>
  (await club.staff("POST", club.path(`/events/${eventId}/payments`), { method, amount })).body.data.id;
const refund = (paymentId: string, amount: number) =>
  club.manager("POST", club.path(`/payments/${paymentId}/refund`), { amount, reason: "Rain" });
const verify = async (api = club.manager): Promise<ReceiptLogVerification> =>
  (await api("GET", club.path("/receipt-log/verification"))).body.data;
const runJob = () => testBed.testApp.jobs.runScheduled("receipt-log.close-periods");

interface Entry {
  seq: number;
  kind: string;
  payload: Record<string, unknown> & Partial<PeriodSums>;
}
async function readLog(): Promise<Entry[]> {
  const rows = await testBed.testApp.db
    .selectFrom("receipt_log")
    .select(["seq", "kind", "payload"])
    .where("organization_id", "=", club.organizationId)
    .orderBy("seq")
    .execute();
  return rows.map(({ seq, kind, payload }) => ({ seq: Number(seq), kind, payload: JSON.parse(payload) }));
}
const readKinds = async () => (await readLog()).map(({ kind }) => kind);

/** Workers of a cluster let nobody turn their triggers off: what does is left out there. */
const { isCluster } = await findNodes(process.env.TEST_DATABASE_SERVER ?? "");

/** As somebody would who has the database in their hands. */
const tamper = (change: ReturnType<typeof sql>) =>
  testBed.testApp.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await change.execute(db);
  });

test("a booking writes nothing; a payment, its invoice, a refund and its credit note are in the log, in one chain", async () => {
  const eventId = await owe();
  expect(await readLog()).toEqual([]);
  expect(await verify()).toEqual({
    ...{ entries: 0, signatures: 0, signedElsewhere: 0, firstAt: null, lastAt: null, broken: null },
  });
  const paymentId = await pay(eventId, 2400);
  await refund(paymentId, 1000);
  const log = await readLog();
  expect(log.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, "start"],
    [2, "invoice"],
    [3, "payment"],
    [4, "credit_note"],
    [5, "refund"],
  ]);
  expect(log[0]?.payload).toEqual({
    ...{ payments: { count: 0, amount: 0 }, refunds: { count: 0, amount: 0 }, total: 0, currency: "EUR" },
  });
  expect(log[2]?.payload).toMatchObject({ payment: paymentId, booking: eventId, method: "cash", amount: 2400 });
  expect(log[4]?.payload).toMatchObject({ payment: paymentId, amount: -1000, currency: "EUR" });
  expect(JSON.stringify(log)).not.toContain("Lebrun");
  expect(await verify()).toMatchObject({ entries: 5, broken: null });
});

test("payments taken together are one entry each; one that is refused leaves none", async () => {
  const debts = await Promise.all([owe(1000), owe(2000)]);
  const body = { method: "check", debts: debts.map((eventId, index) => ({ eventId, amount: 1000 * (index + 1) })) };
  const record = (draft: object) => club.staff("POST", club.path("/payments"), draft);
  expect((await record({ ...body, debts: [{ eventId: debts[0], amount: 1001 }] })).status).toBe(409);
  expect(await readLog()).toEqual([]);
  expect((await record(body)).status).toBe(201);
  expect(await readKinds()).toEqual(["start", "payment", "payment", "invoice"]);
});

test.skipIf(isCluster)(
  "the log of an organization that has taken money before begins with the totals so far",
  async () => {
    const { db } = testBed.testApp;
    await pay(await owe(2400), 2400);
    await tamper(sql`delete from receipt_log where organization_id = ${club.organizationId}`);
    await db.deleteFrom("receipt_log_heads").where("organization_id", "=", club.organizationId).execute();
    await refund(await pay(await owe(1000), 1000), 300);
    const [start, ...others] = await readLog();
    expect(start?.payload).toMatchObject({ payments: { count: 1, amount: 2400 }, refunds: { count: 0 }, total: 2400 });
    expect(others.map(({ kind }) => kind)).toEqual(["invoice", "payment", "credit_note", "refund"]);
  },
);

test("outside France there is no log, and one that has begun goes on wherever the organization moves", async () => {
  const move = (countryId: number) =>
    testBed.testApp.db
      .updateTable("organizations")
      .set({ country_id: countryId })
      .where("id", "=", club.organizationId)
      .execute();
  await move(56);
  await pay(await owe(), 2400);
  expect(await readLog()).toEqual([]);
  await move(250);
  await pay(await owe(), 2400);
  await move(56);
  await pay(await owe(), 2400);
  expect(await readKinds()).toEqual(["start", "invoice", "payment", "invoice", "payment"]);
});

test.skipIf(isCluster)(
  "one byte that is changed in the database is found, with the number and the moment of its entry",
  async () => {
    await pay(await owe(), 2400);
    await pay(await owe(1500), 1500, "check");
    const { organizationId } = club;
    const before = await verify();
    expect(before).toMatchObject({ entries: 5, broken: null });
    const row = await testBed.testApp.db
      .selectFrom("receipt_log")
      .select("at")
      .where("organization_id", "=", organizationId)
      .where("seq", "=", "3")
      .executeTakeFirstOrThrow();
    const changed = { organization: { id: organizationId, name: "A club with a log" }, seq: 3, problem: "changed" };
    const where = sql`where organization_id = ${organizationId} and seq = 3`;
    await tamper(sql`update receipt_log set payload = replace(payload, '"amount":2400', '"amount":2300') ${where}`);
    expect(await verify()).toMatchObject({ entries: 2, broken: { ...changed, at: row.at.toISOString() } });
    await tamper(sql`update receipt_log set payload = replace(payload, '"amount":2300', '"amount":2400') ${where}`);
    expect(await verify()).toEqual(before);
    await tamper(sql`update receipt_log set sha256 = set_byte(sha256, 7, (get_byte(sha256, 7) + 1) % 256) ${where}`);
    expect((await verify()).broken).toMatchObject(changed);
    await tamper(sql`update receipt_log set sha256 = set_byte(sha256, 7, (get_byte(sha256, 7) + 255) % 256),
    at = at - interval '1 millisecond' ${where}`);
    expect((await verify()).broken).toMatchObject(changed);
    await tamper(sql`update receipt_log set at = at + interval '1 millisecond' ${where}`);
    expect(await verify()).toEqual(before);
    await tamper(sql`delete from receipt_log where organization_id = ${organizationId} and seq = 5`);
    expect((await verify()).broken).toMatchObject({ seq: 5, at: null, problem: "missing" });
    await tamper(sql`delete from receipt_log where organization_id = ${organizationId} and seq = 2`);
    expect((await verify()).broken).toMatchObject({ seq: 2, at: null, problem: "missing" });
  },
);

test.skipIf(isCluster)(
  "an entry that is replaced with a hash of its own is found by the one that follows it, the last one by the head",
  async () => {
    await pay(await owe(), 2400);
    const { organizationId } = club;
    const forge = (seq: number) => sql`update receipt_log set payload = '{}',
    sha256 = sha256(convert_to(concat_ws(E'\n', encode(prev_sha256, 'hex'), seq,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), kind, '{}'), 'UTF8'))
    where organization_id = ${organizationId} and seq = ${seq}`;
    await tamper(forge(3));
    expect((await verify()).broken).toMatchObject({ seq: 3, problem: "changed" });
    await tamper(forge(2));
    expect((await verify()).broken).toMatchObject({ seq: 2, problem: "changed" });
  },
);

test("the database refuses to change and to delete entries", async () => {
  await pay(await owe(), 2400);
  const { db } = testBed.testApp;
  const own = sql`organization_id = ${club.organizationId}`;
  await expect(sql`update receipt_log set payload = '{}' where ${own}`.execute(db)).rejects.toThrow("never changed");
  await expect(sql`delete from receipt_log where ${own}`.execute(db)).rejects.toThrow("never changed");
  await expect(sql`truncate receipt_log`.execute(db)).rejects.toThrow("never changed");
});

test("forty payments at once are in the log without gaps, each once, and their sum is the total of the day", async () => {
  const debts = await Promise.all(Array.from({ length: 40 }, (_one, index) => owe(1000 + index)));
  const ids = await Promise.all(debts.map((eventId, index) => pay(eventId, 1000 + index)));
  const log = await readLog();
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_entry, index) => index + 1));
  const logged = log.filter(({ kind }) => kind === "payment").map(({ payload }) => payload["payment"]);
  expect(logged.toSorted()).toEqual(ids.toSorted());
  testBed.testApp.clock.advance(DAY_MS);
  await runJob();
  const total = (await readLog()).at(-1);
  expect(total).toMatchObject({
    kind: "day_total",
    payload: { payments: { count: 40, amount: 40_780 }, total: 40_780 },
  });
  expect(await verify()).toMatchObject({ entries: log.length + 1, signatures: 1, broken: null });
}, 60_000);

test("totals that another installation signed are right, and told apart", async () => {
  await pay(await owe(), 2400);
  testBed.testApp.clock.advance(DAY_MS);
  await runJob();
  await testBed.testApp.db.deleteFrom("secrets").where("name", "=", "receipt-log").execute();
  expect(await verify()).toMatchObject({ signatures: 0, signedElsewhere: 1, broken: null });
});

test("a refund that fails at the provider moves nothing; one that the bank sends back is there again until it is paid otherwise", async () => {
  club = testBed.club;
  const { db, appContext, clock } = testBed.testApp;
  const findRefund = async (paymentId: string) =>
    (await db.selectFrom("refunds").select("id").where("payment_id", "=", paymentId).executeTakeFirstOrThrow()).id;
  const payOtherwise = async (paymentId: string, id: string) => {
    const answer = await club.manager("POST", club.path(`/payments/${paymentId}/refunds/${id}/sent`), {});
    expect(answer.status).toBe(200);
  };
  const { eventId, paymentId } = await testBed.bookAndPay();
  await refund(paymentId, 800);
  await testBed.runJobs();
  const id = await findRefund(paymentId);
  await appContext.db.transaction().execute(async (trx) => {
    const context = { db: trx, appContext, now: clock.now(), organizationId: club.organizationId };
    await applyRefundOutcome(
      context,
      { id, key: { eventId } },
      { id: null, state: "failed", failure: "account_closed" },
    );
  });
  await payOtherwise(paymentId, id);
  const booking = await testBed.book();
  const page = await testBed.checkout(booking.id);
  await testBed.submitPage(page.url, "pay", "refundFails");
  await testBed.runJobs();
  await refund(page.paymentId, 500);
  await testBed.runJobs();
  await payOtherwise(page.paymentId, await findRefund(page.paymentId));
  const moved = (await readLog()).filter(({ kind }) => kind === "payment" || kind.startsWith("refund"));
  expect(moved.map(({ kind, payload }) => [kind, payload["amount"]])).toEqual([
    ["payment", 1800],
    ["refund", -800],
    ["refund_failed", 800],
    ["refund", -800],
    ["payment", 1800],
    ["refund_failed", 0],
    ["refund", -500],
  ]);
  expect((await verify()).broken).toBe(null);
});

test("a till that is closed, and a correction of it, are in the log", async () => {
  const { body } = await club.manager("POST", club.path("/tills"), { name: "Front desk" });
  const till = (rest: string, draft: object) => club.staff("POST", club.path(`/tills/${body.data.id}${rest}`), draft);
  await till("/open", { float: 0 });
  await pay(await owe(), 2400);
  const counted = [{ method: "cash", amount: 2400 }];
  const closing = (await till("/close", { counted, nextFloat: 0 })).body.data;
  await till("/open", { float: 0 });
  const correction = { kind: "correction", amount: -500, reason: "Zoé paid 5 less", correctsClosingId: closing.id };
  expect((await till("/movements", correction)).status).toBe(201);
  await till("/movements", { kind: "paid_in", amount: 100, reason: "Change" });
  const [closed, corrected, ...others] = (await readLog()).slice(3);
  expect(closed).toMatchObject({ kind: "till_closing", payload: { closing: closing.id, number: 1, total: 2400 } });
  expect(corrected).toMatchObject({
    kind: "till_correction",
    payload: { corrected: -500, correctsClosing: closing.id },
  });
  expect(others).toEqual([]);
});

test("downloads of lists of money are in the log, others are not", async () => {
  await pay(await owe(), 2400);
  const { app, clock } = testBed.testApp;
  const { token } = await testBed.testApp.member(club.organizationId, 1);
  const get = async (path: string, method: "GET" | "HEAD" = "GET") => {
    const url = `/api/v1${club.path(path)}`;
    expect((await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(200);
  };
  await get("/export/payments.csv", "HEAD");
  await get("/export/fields.csv");
  await get("/export/payments.csv");
  const month = clock.now().toISOString().slice(0, 7);
  await get(`/invoices-month/${month}.zip`);
  const exports = (await readLog()).slice(3);
  expect(exports.map(({ kind, payload }) => [kind, payload])).toEqual([
    ["export", { list: "payments" }],
    ["export", { list: "invoices", month }],
  ]);
});

test("papers of a demo say on top that they are none", async () => {
  const { app } = testBed.testApp;
  const { token } = await testBed.testApp.member(club.organizationId, 1);
  const readPaper = async (path: string) => {
    const url = `/api/v1${club.path(path)}`;
    const answer = await app.inject({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });
    return (await readPdf(answer.rawPayload)).text;
  };
  const { body } = await club.manager("POST", club.path("/tills"), { name: "Front desk" });
  const till = (rest: string, draft: object) => club.staff("POST", club.path(`/tills/${body.data.id}${rest}`), draft);
  await till("/open", { float: 0 });
  await pay(await owe(), 2400);
  const counted = [{ method: "cash", amount: 2400 }];
  const closing = (await till("/close", { counted, nextFloat: 0 })).body.data;
  expect(await readPaper(`/till-closings/${closing.id}/report.pdf`)).toContain(
    removeSpaces("DEMO: not a real document"),
  );
  const [invoice] = (await club.manager("GET", club.path("/invoices"))).body.data;
  expect(await readPaper(`/invoices/${invoice.id}`)).toContain(removeSpaces("DÉMO : document sans valeur"));
});

test("the log is read by those who may export the books, of their organization alone", async () => {
  await pay(await owe(), 2400);
  expect((await club.staff("GET", club.path("/receipt-log/verification"))).status).toBe(403);
  expect((await club.member("GET", club.path("/receipt-log/verification"))).status).toBe(403);
  const { testApp } = testBed;
  const other = await testApp.organization("Elsewhere");
  const owner = testApp.as(await testApp.member(other, 1));
  expect((await owner("GET", club.path("/receipt-log/verification"))).status).toBe(404);
  const own = await owner("GET", `/organizations/${other}/receipt-log/verification`);
  expect(own.body.data).toMatchObject({ entries: 0, broken: null });
});

test.skipIf(isCluster)(
  "days, months and years have signed totals that add up, by method and rate, with a perpetual total",
  async () => {
    const { clock } = testBed.testApp;
    clock.set(new Date("2026-12-30T09:00:00Z"));
    // Sessions of before have expired.
    await openClub();
    const debts = [await owe(2400), await owe(500)] as const;
    const paymentId = await pay(debts[0], 2400);
    await runJob();
    expect((await readLog()).filter(({ kind }) => kind.endsWith("_total"))).toEqual([]);
    clock.advance(DAY_MS);
    await refund(paymentId, 1000);
    // Local midnight.
    clock.set(new Date("2026-12-31T22:59:59Z"));
    await runJob();
    expect((await readKinds()).filter((kind) => kind.endsWith("_total"))).toEqual(["day_total"]);
    clock.set(new Date("2026-12-31T23:00:00Z"));
    await Promise.all([runJob(), pay(debts[1], 500, "check")]);
    const log = await readLog();
    const totals = log.filter(({ kind }) => kind.endsWith("_total"));
    expect(
      totals.map(({ kind, payload }) => [kind, payload["from"], payload["total"], payload["perpetualTotal"]]),
    ).toEqual([
      ["day_total", "2026-12-30", 2400, 2400],
      ["day_total", "2026-12-31", -1000, 1400],
      ["month_total", "2026-12-01", 1400, 1400],
      ["year_total", "2026-01-01", 1400, 1400],
    ]);
    const year = totals[3]?.payload;
    expect(year).toMatchObject({
      ...{ entries: 5, payments: { count: 1, amount: 2400 }, refunds: { count: 1, amount: -1000 }, firstSeq: 1 },
      ...{ methods: [{ method: "cash", payments: 2400, refunds: -1000 }], documents: { count: 2, amount: 1400 } },
      currency: "EUR",
    });
    expect(year?.rates?.reduce((sum, { gross }) => sum + gross, 0)).toBe(1400);
    expect(await verify()).toMatchObject({ signatures: 4, signedElsewhere: 0, broken: null });
    const seq = totals[2]?.seq ?? 0;
    await tamper(sql`update receipt_log set signature = set_byte(signature, 0, (get_byte(signature, 0) + 1) % 256)
    where organization_id = ${club.organizationId} and seq = ${seq}`);
    expect((await verify()).broken).toMatchObject({ seq, problem: "signature" });
  },
);
