import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Debt } from "#contract/payments.ts";
import type { AccountEntry, Charge, CustomerAccount } from "#contract/charges.ts";
import { readMigrations, splitStatements } from "#server/kit/db/migrate.ts";
import { listChargeFaults } from "#tests/support/charge-faults.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { computeOwed, toChargeRow } from "./booking-charge.ts";

const MINUTE_MS = 60_000;
const PRICE = 1800;
let testBed: PaymentTestBed;
/** Its later dates take no time that other deeds want. */
let fieldOfSeries: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await testBed.club.manager("PATCH", `/organizations/${testBed.club.organizationId}`, { bookingRules });
  fieldOfSeries = await testBed.club.addField();
  await testBed.club.addPrices([fieldOfSeries], { 60: PRICE });
});
afterAll(() => testBed.close());

const addCustomer = async (lastName: string): Promise<string> => {
  const draft = { kind: "person", firstName: "Zoé", lastName };
  return (await testBed.club.manager("POST", testBed.club.path("/customers"), draft)).body.data.id;
};
const bookFor = async (customerId: string | null, more: object = {}): Promise<string> =>
  (await testBed.book(testBed.club.manager, { customer: customerId && { customerId }, ...more })).id;
const record = (eventId: string, amount: number) =>
  testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/payments`), { amount, method: "cash" });
const cancel = (eventId: string, refund: "full" | "none" | number) =>
  testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/cancel`), { reason: "Rain", refund });
const change = (eventId: string, body: object) =>
  testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), body);
async function list(query = ""): Promise<Charge[]> {
  const { status, body } = await testBed.club.manager("GET", testBed.club.path(`/charges?per_page=100${query}`));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
async function findCharge(eventId: string): Promise<Charge | undefined> {
  return (await list()).find(({ event }) => event?.id === eventId);
}
async function passMinutes(minutes: number): Promise<void> {
  testBed.testApp.clock.advance(minutes * MINUTE_MS);
  for (const name of ["events.expire", "events.refund"]) await testBed.testApp.jobs.runScheduled(name);
  await testBed.runJobs();
}

test("a booking is owed until it is paid; what costs nothing, and a block, is not", async () => {
  const customerId = await addCustomer("Lebrun");
  const eventId = await bookFor(customerId);
  expect(await findCharge(eventId)).toMatchObject({
    ...{ kind: "booking", state: "open", amount: PRICE, credited: 0, settled: 0, due: PRICE, currency: "EUR" },
    ...{ customer: { id: customerId, name: "Zoé Lebrun" }, dueOn: "2026-06-10", isOverdue: false },
  });
  await record(eventId, 800);
  expect(await findCharge(eventId)).toMatchObject({ state: "open", settled: 800, due: 1000 });
  await record(eventId, 1000);
  expect(await findCharge(eventId)).toMatchObject({ state: "settled", settled: PRICE, due: 0 });
  expect(await findCharge(await bookFor(customerId, { price: 0 }))).toBeUndefined();
  expect(await findCharge(await bookFor(null, { kind: "block" }))).toBeUndefined();
});

test("a hold is pending and becomes void when it expires; paid in time, it is settled", async () => {
  const held = await testBed.book();
  expect(await findCharge(held.id)).toMatchObject({ state: "pending", due: 0, amount: PRICE });
  await passMinutes(40);
  expect(await findCharge(held.id)).toMatchObject({ state: "void", due: 0 });
  const { eventId } = await testBed.bookAndPay();
  expect(await findCharge(eventId)).toMatchObject({ state: "settled", settled: PRICE });
});

test("a cancellation before any payment voids the charge, and its undo brings it back", async () => {
  const eventId = await bookFor(await addCustomer("Morel"));
  await cancel(eventId, "none");
  expect(await findCharge(eventId)).toMatchObject({ state: "void", due: 0, voidedAt: expect.any(String) as string });
  await testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/restore`), {});
  expect(await findCharge(eventId)).toMatchObject({ state: "open", due: PRICE, voidedAt: null });
});

test("of a canceled booking what was kept is owed and settled, and the rest is credited", async () => {
  const eventId = await bookFor(await addCustomer("Petit"));
  await record(eventId, PRICE);
  await cancel(eventId, 600);
  await passMinutes(1);
  expect(await findCharge(eventId)).toMatchObject({ state: "settled", amount: PRICE, credited: 600, settled: 1200 });
});

test("a refund that fails at the bank is taken back by a settlement of its own", async () => {
  const { id: eventId } = await testBed.book();
  const { url, paymentId } = await testBed.checkout(eventId);
  await testBed.submitPage(url, "pay", "refundFails");
  await testBed.runJobs();
  const refund = testBed.club.path(`/payments/${paymentId}/refund`);
  await testBed.club.manager("POST", refund, { amount: 500, reason: "Rain" });
  expect(await findCharge(eventId)).toMatchObject({ state: "settled", amount: PRICE, credited: 500, settled: 1300 });
  await testBed.runJobs();
  expect(await findCharge(eventId)).toMatchObject({ state: "settled", credited: 0, settled: PRICE });
  const moved = testBed.testApp.db
    .selectFrom("settlements")
    .select(["kind", "amount"])
    .where("payment_id", "=", paymentId);
  expect((await moved.orderBy("id").execute()).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["payment", PRICE],
    ["refund", -500],
    ["refund", 500],
  ]);
});

test("a price that is raised is owed, and one that is lowered after its payment leaves the customer in credit", async () => {
  const eventId = await bookFor(await addCustomer("Garcia"));
  await record(eventId, PRICE);
  await change(eventId, { price: 2400, priceReason: "Floodlights" });
  expect(await findCharge(eventId)).toMatchObject({ state: "open", amount: 2400, settled: PRICE, due: 600 });
  await change(eventId, { price: 1000, priceReason: "Short" });
  expect(await findCharge(eventId)).toMatchObject({ state: "settled", amount: 1000, settled: PRICE, due: 0 });
});

test("charges follow the booking to another customer and another time, and customers who are merged", async () => {
  const [first, second] = [await addCustomer("Durand"), await addCustomer("Durant")];
  const eventId = await bookFor(first);
  await change(eventId, { customer: { customerId: second }, startTime: "2026-09-01T22:30:00Z", notify: false });
  expect(await findCharge(eventId)).toMatchObject({ customer: { id: second }, dueOn: "2026-09-02" });
  const merges = testBed.club.path(`/customers/${first}/merge`);
  const { body } = await testBed.club.manager("POST", merges, { customerId: second });
  expect(await findCharge(eventId), JSON.stringify(body)).toMatchObject({ customer: { id: first } });
  expect((await testBed.club.manager("POST", `${merges}s/${body.data.id}/undo`, {})).status).toBe(200);
  expect(await findCharge(eventId)).toMatchObject({ customer: { id: second } });
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("the list is filtered by state, customer, day and whether the day has gone by", async () => {
  const customerId = await addCustomer("Rossi");
  const [past, ahead] = [
    await bookFor(customerId, { startTime: "2026-06-03T08:00:00Z" }),
    await bookFor(customerId, { startTime: "2026-06-05T08:00:00Z" }),
  ];
  const ids = async (query: string) => (await list(`&customerId=${customerId}${query}`)).map(({ event }) => event?.id);
  expect(await ids("")).toEqual([ahead, past]);
  expect(await ids("&state=settled")).toEqual([]);
  expect(await ids("&state=open&kind=booking&from=2026-06-04")).toEqual([ahead]);
  expect(await ids("&to=2026-06-03")).toEqual([past]);
  testBed.testApp.clock.set(new Date("2026-06-04T12:00:00Z"));
  expect(await ids("&overdue=true")).toEqual([past]);
  expect(await ids("&overdue=false")).toEqual([ahead]);
  expect((await list(`&customerId=${customerId}`)).map(({ isOverdue }) => isOverdue)).toEqual([false, true]);
});

async function readAccountOf(customerId: string) {
  const account = testBed.club.path(`/customers/${customerId}/account`);
  const summary = (await testBed.club.manager("GET", account)).body.data as CustomerAccount;
  const entries = (await testBed.club.manager("GET", `${account}/entries?per_page=100`)).body.data as AccountEntry[];
  return { summary, entries };
}

test("the account of a customer has a balance after each charge, payment, credit and refund", async () => {
  const customerId = await addCustomer("Weber");
  expect(await readAccountOf(customerId)).toEqual({ summary: { currencies: [] }, entries: [] });
  const kept = await bookFor(customerId, { startTime: "2026-06-06T10:00:00Z" });
  testBed.testApp.clock.advance(MINUTE_MS);
  const canceled = await bookFor(customerId);
  testBed.testApp.clock.advance(MINUTE_MS);
  await record(canceled, PRICE);
  testBed.testApp.clock.advance(MINUTE_MS);
  await cancel(canceled, 600);
  await passMinutes(1);
  const { summary, entries } = await readAccountOf(customerId);
  expect(entries.map(({ kind, amount, balance, event }) => [kind, amount, balance, event?.id])).toEqual([
    ["refund", 600, PRICE, canceled],
    ["credit", -600, 1200, canceled],
    ["payment", -PRICE, PRICE, canceled],
    ["charge", PRICE, 2 * PRICE, canceled],
    ["charge", PRICE, PRICE, kept],
  ]);
  expect(entries[2]).toMatchObject({ method: "cash", currency: "EUR" });
  const ahead = { currency: "EUR", balance: PRICE, writtenOff: 0, debts: [{ age: "ahead", count: 1, amount: PRICE }] };
  expect(summary).toEqual({ currencies: [ahead] });
});

test("debts are counted by their age in days", async () => {
  const customerId = await addCustomer("Kowalski");
  for (const startTime of [
    "2026-06-02T22:30:00Z",
    "2026-06-02T21:30:00Z",
    "2026-04-30T08:00:00Z",
    "2026-01-02T08:00:00Z",
  ])
    await bookFor(customerId, { startTime, override: true });
  testBed.testApp.clock.set("2026-06-03T10:00:00Z");
  const { summary } = await readAccountOf(customerId);
  expect(summary.currencies[0]?.debts).toEqual([
    { age: "ahead", count: 1, amount: PRICE },
    { age: "days30", count: 1, amount: PRICE },
    { age: "days60", count: 1, amount: PRICE },
    { age: "older", count: 1, amount: PRICE },
  ]);
});

test("what is written off is a debt that nobody is reminded of, until that is taken back", async () => {
  const { club, testApp } = testBed;
  const draft = { kind: "person", firstName: "Ida", lastName: "Berg", email: "ida@example.test" };
  const { id: customerId } = (await club.manager("POST", club.path("/customers"), draft)).body.data;
  const eventId = await bookFor(customerId);
  const id = (await findCharge(eventId))?.id ?? "";
  const [writeOff, reason] = [club.path(`/charges/${id}/write-off`), "Moved away"];
  const remind = async () => {
    const { status, body } = await club.manager("POST", club.path("/debts/remind?dryRun=true"), {
      eventIds: [eventId],
    });
    return status === 200 ? body.data.mails.length : body.message;
  };
  const listDebts = async () => {
    const { body } = await club.manager("GET", club.path(`/debts?customerId=${customerId}`));
    return body.data.map((debt: Debt) => [debt.due, debt.isWrittenOff, debt.isRemindable]);
  };
  expect([await remind(), await listDebts()]).toEqual([1, [[PRICE, false, true]]]);
  expect((await club.staff("POST", writeOff, { reason })).status).toBe(403);
  expect((await club.manager("POST", writeOff, { reason: " " })).status).toBe(422);
  const foreign = `/organizations/${testApp.otherOrganizationId}/charges/${id}/write-off`;
  expect(
    (await testApp.as(await testApp.member(testApp.otherOrganizationId, 2))("POST", foreign, { reason })).status,
  ).toBe(404);
  const both = await Promise.all([1, 2].map(() => club.manager("POST", writeOff, { reason })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await findCharge(eventId)).toMatchObject({ state: "open", due: PRICE, writtenOff: { reason } });
  expect((await readAccountOf(customerId)).summary.currencies).toEqual([
    { currency: "EUR", balance: PRICE, writtenOff: PRICE, debts: [] },
  ]);
  const readBalance = async () => (await club.manager("GET", club.path(`/customers/${customerId}/balance`))).body.data;
  expect(await readBalance()).toMatchObject({
    ...{ overdue: 0, dueToday: 0, later: 0, writtenOff: PRICE, dueEventIds: [] },
    debts: [{ eventId, isWrittenOff: true }],
  });
  const dues = await club.manager("GET", club.path(`/customer-dues?customerIds=${customerId}`));
  expect(dues.body.data).toEqual([]);
  expect([await remind(), await listDebts()]).toEqual([
    expect.stringContaining("is written off"),
    [[PRICE, true, false]],
  ]);
  await change(eventId, { name: "Match of Ida", notify: false });
  expect(await findCharge(eventId)).toMatchObject({ writtenOff: { reason } });
  expect((await club.manager("POST", `${writeOff}/undo`)).body.data).toMatchObject({ writtenOff: null });
  expect((await club.manager("POST", `${writeOff}/undo`)).status).toBe(409);
  expect([await remind(), await listDebts()]).toEqual([1, [[PRICE, false, true]]]);
  await record(eventId, PRICE);
  expect((await club.manager("POST", writeOff, { reason })).status).toBe(409);
});

test("only who may see payments sees charges, and nobody those of another organization", async () => {
  const { club, testApp } = testBed;
  expect((await club.member("GET", club.path("/charges"))).status).toBe(403);
  const other = await club.manager("GET", `/organizations/${testApp.otherOrganizationId}/charges`);
  expect(other.status).toBe(404);
});

test("the database refuses changed settlements and impossible charges", async () => {
  const { db } = testBed.testApp;
  await expect(db.updateTable("settlements").set({ amount: 1 }).execute()).rejects.toThrow("never changed");
  await expect(db.deleteFrom("settlements").execute()).rejects.toThrow("never changed");
  await expect(sql`truncate settlements`.execute(db)).rejects.toThrow("never changed");
  await expect(db.updateTable("charges").set({ credited: 1_000_000 }).execute()).rejects.toThrow("violates check");
  await expect(db.updateTable("charges").set({ settled: -1 }).execute()).rejects.toThrow("violates check");
});

test("for any price, payments, refunds and end, what is credited stays between nothing and the amount", () => {
  const money = fc.nat(5000);
  fc.assert(
    fc.property(
      money,
      money,
      money,
      money,
      fc.constantFrom("approved", "completed", "canceled"),
      (price, part, paid, back, status) => {
        const refunded = Math.min(paid, back);
        const event = { status, price, shared: Math.min(part, price), paid, refunded, covered: 0 };
        const row = toChargeRow({
          ...{ ...event, organization_id: "", id: "", kind: "event", customer_id: null, pending_reason: null },
          ...{ start_time: new Date(0), currency: "EUR" },
        });
        expect(row.amount - row.credited).toBe(computeOwed(event));
        expect(row.credited).toBeGreaterThanOrEqual(0);
        expect(row.credited).toBeLessThanOrEqual(row.amount);
      },
    ),
  );
});

const pick = fc.nat(1000);
const amount = fc.integer({ min: 1, max: 2500 });
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("book"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("hold"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("online"), pick, amount }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("series"), pick, amount }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("record"), pick, amount }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("pay"), pick, amount }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("refund"), pick, amount }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("price"), pick, amount }) },
  { weight: 9, arbitrary: fc.record({ act: fc.constant("invoice"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("deduct"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("together"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("customer"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("move"), pick, amount }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("cancel"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("restore"), pick, amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("pass"), pick, amount }) },
);

async function listEventIds(): Promise<string[]> {
  const rows = await testBed.testApp.db.selectFrom("events").select("id").orderBy("created_at").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

async function carryOut(act: string, which: number, much: number, customers: readonly string[]): Promise<void> {
  const { club } = testBed;
  const ids = await listEventIds();
  const eventId = ids[which % ids.length] ?? "";
  const customerId = customers[which % customers.length] ?? "";
  const refund = (["full", "none", Math.min(much, 100)] as const)[much % 3] ?? "none";
  const acts: Record<string, () => Promise<unknown>> = {
    book: () => bookFor(customerId, much % 4 === 0 ? { price: much % 8 === 0 ? 0 : much } : {}),
    hold: () => testBed.book(),
    async series() {
      const template = testBed.draft({ fieldId: fieldOfSeries, customer: { customerId } });
      const date = localDateOf("Europe/Paris", new Date(template.startTime));
      const dates = [date, addDays(date, 7)].map((one) => ({ date: one }));
      const rule = { weekdays: [Temporal.PlainDate.from(date).dayOfWeek], count: 2 };
      await club.manager("POST", club.path("/event-series"), { template, rule, dates });
    },
    async online() {
      const { url } = await testBed.checkout((await testBed.book()).id);
      await testBed.submitPage(url, "pay", much % 2 === 0 ? "refundFails" : "pays");
      await testBed.runJobsIgnoringFailures();
    },
    record: () => record(eventId, much),
    async pay() {
      const { status, body } = await club.member("POST", club.path(`/events/${eventId}/checkout`), {});
      if (status === 200) await testBed.submitPage(body.data.url, "pay", much % 3 === 0 ? "refundFails" : "pays");
      await testBed.runJobsIgnoringFailures();
    },
    async refund() {
      const { body } = await club.manager("GET", club.path(`/events/${eventId}/payments`));
      const paymentId = body.data?.payments.find(({ refundable }: { refundable: number }) => refundable > 0)?.id;
      if (paymentId)
        await club.manager("POST", club.path(`/payments/${paymentId}/refund`), {
          amount: much % 900 || 1,
          reason: "Rain",
        });
      if (much % 2 === 0) await testBed.runJobsIgnoringFailures();
    },
    price: () => change(eventId, { price: much % 5 === 0 ? 0 : much, priceReason: "Agreed" }),
    async invoice() {
      const open = await list(`&state=open&customerId=${customerId}`);
      const chargeIds = open.slice(0, 1 + (much % 3)).map(({ id }) => id);
      await club.manager("POST", club.path("/invoices"), { customerId, chargeIds, dueOn: "2026-06-30" });
    },
    async deduct() {
      const invoiced = (await list("&state=open")).find((charge) => charge.invoiced > charge.settled);
      if (invoiced)
        await change(invoiced.event?.id ?? "", { price: Math.floor(invoiced.amount / 2), priceReason: "Agreed" });
    },
    async together() {
      const open = (await list(`&state=open&customerId=${customerId}`)).slice(0, 3);
      const debts = open.map(({ event, due }) => ({ eventId: event?.id ?? "", amount: 1 + (much % due) }));
      await club.manager("POST", club.path("/payments"), { method: "cash", debts });
    },
    customer: () => change(eventId, { customer: much % 3 === 0 ? null : { customerId }, notify: false }),
    move: () => change(eventId, { startTime: testBed.draft().startTime, pricing: "keep", notify: false }),
    cancel: () => cancel(eventId, refund),
    restore: () => club.manager("POST", club.path(`/events/${eventId}/restore`), {}),
    pass: () => passMinutes(which % 50),
  };
  await acts[act]?.();
}

test(
  "whatever is booked, changed, canceled, paid and refunded, each charge is what its booking says, and its settlements add up",
  { timeout: 300_000 },
  async () => {
    const customers = [await addCustomer("Nguyen"), await addCustomer("Okafor"), await addCustomer("Silva")];
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 50, maxLength: 80 }), async (deeds) => {
        for (const { act, pick: which, amount: much } of deeds) await carryOut(act, which, much, customers);
        expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
        await passMinutes(1);
        expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
        for (const customerId of customers) {
          const { summary, entries } = await readAccountOf(customerId);
          const sum = entries.reduce((total, { amount: moved }) => total + moved, 0);
          const oldest = entries.at(-1);
          expect((oldest?.balance ?? 0) - (oldest?.amount ?? 0) + sum).toBe(summary.currencies[0]?.balance ?? 0);
          expect(entries[0]?.balance ?? 0).toBe(summary.currencies[0]?.balance ?? 0);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
    // Guard against an empty run.
    const { db } = testBed.testApp;
    const settlements = await db.selectFrom("settlements").select("amount").execute();
    const ofSeries = await db.selectFrom("events").select("id").where("series_id", "is not", null).execute();
    const [refunds, voided] = [settlements.filter(({ amount: moved }) => moved < 0), await list("&state=void")];
    const documents = await db.selectFrom("invoices").select(["kind", "event_id", "due_on", "refund_id"]).execute();
    const [overSeveral, ahead, deducted] = [
      documents.filter(({ kind, event_id }) => kind === "invoice" && event_id === null),
      documents.filter(({ due_on }) => due_on !== null),
      documents.filter(({ kind, refund_id }) => kind === "credit_note" && refund_id === null),
    ];
    expect([settlements, refunds, voided, ofSeries].map(({ length }) => length > 3)).toEqual([true, true, true, true]);
    expect([overSeveral, ahead, deducted].map(({ length }) => length > 0)).toEqual([true, true, true]);
  },
);

test("the migration makes of bookings and payments the same charges and settlements that were kept", async () => {
  const { sql: script } = readMigrations().find(({ name }) => name.startsWith("0261")) ?? { sql: "" };
  const inserts = splitStatements(script).filter((text) => /^\s*insert into/i.test(text));
  expect(inserts).toHaveLength(3);
  const columns = sql`event_id, customer_id, due_at, currency, amount, credited, settled, pending_reason, voided_at is null`;
  const [charges, sums] = await testBed.testApp.db.transaction().execute(async (db) => {
    await sql`create temp table charges (like public.charges including defaults) on commit drop`.execute(db);
    await sql`create temp table settlements (like public.settlements) on commit drop`.execute(db);
    for (const text of inserts) await sql.raw(text).execute(db);
    const differing = (kept: string, made: string) =>
      sql`select ${columns} from ${sql.raw(kept)} except select ${columns} from ${sql.raw(made)}`;
    const chargeRows = await sql`${differing("pg_temp.charges", "public.charges")}`.execute(db);
    const sumRows = await sql`
      select payment_id, refund_id, sum(amount) from pg_temp.settlements group by payment_id, refund_id
      except select payment_id, refund_id, sum(amount) from public.settlements group by payment_id, refund_id`.execute(
      db,
    );
    return [chargeRows.rows, sumRows.rows];
  });
  expect([charges, sums]).toEqual([[], []]);
});
