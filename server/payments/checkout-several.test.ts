/** Several debts on one page: paid at once, in two browsers, late, in part, settled elsewhere meanwhile, and given back. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { InvoiceListItem } from "#contract/invoices.ts";
import type { OwnDebt } from "#contract/payments.ts";
import { createRefund as refundAtProvider } from "#dev/stripe-emulator/refunds.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { createTestClub } from "#tests/support/test-club.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
/** The customer of the club's member. */
let own: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  await testBed.bookAndPay();
  const customer = testBed.testApp.db
    .selectFrom("customers")
    .select("id")
    .where("user_id", "=", testBed.club.memberPerson.id);
  own = (await customer.executeTakeFirstOrThrow()).id;
});
afterAll(() => testBed.close());
beforeEach(async () => {
  await testBed.testApp.db.deleteFrom("rate_limits").execute();
});

const call = (method: string, path: string, body?: object, api = testBed.club.manager) =>
  api(method as "GET", testBed.club.path(path), body);
const checkout = (chargeIds: readonly string[], api = testBed.club.member) =>
  call("POST", "/debts/checkout", { chargeIds }, api);
async function openPage(chargeIds: readonly string[]): Promise<{ paymentId: string; url: string }> {
  const { status, body } = await checkout(chargeIds);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

interface Owed {
  eventId: string;
  chargeId: string;
}
async function owe(price: number, customerId = own): Promise<Owed> {
  const { id: eventId } = await testBed.book(testBed.club.manager, {
    customer: { customerId },
    price,
    priceReason: "Agreed",
  });
  const charge = testBed.testApp.db.selectFrom("charges").select("id").where("event_id", "=", eventId);
  return { eventId, chargeId: (await charge.executeTakeFirstOrThrow()).id };
}
const oweThree = async () => [await owe(1200), await owe(2400), await owe(3850)] as const;
const idsOf = (owed: readonly Owed[]) => owed.map(({ chargeId }) => chargeId);
const paymentsOf = async ({ eventId }: Owed) => {
  const { db } = testBed.testApp;
  const rows = await db
    .selectFrom("payments")
    .select(["id", "group_id", "status", "amount", "provider_fee", "provider_session_id"])
    .where("event_id", "=", eventId)
    .orderBy("id")
    .execute();
  return rows;
};
const refundsOf = async (paymentId: string) =>
  testBed.testApp.db.selectFrom("refunds").select(["amount", "status"]).where("payment_id", "=", paymentId).execute();
const dueOf = async ({ eventId }: Owed): Promise<number> => (await testBed.readPayments(eventId)).due;
async function expectSound(): Promise<void> {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
}

test("three debts are one page, one sum at the provider, three settlements, one invoice of three lines and one mail", async () => {
  const owed = await oweThree();
  const listed = (await testBed.club.member("GET", "/auth/user/debts")).body.data as OwnDebt[];
  expect(listed.filter(({ chargeId }) => idsOf(owed).includes(chargeId))).toHaveLength(3);
  const page = await openPage(idsOf(owed));
  await testBed.submitPage(page.url, "pay");
  await testBed.runJobs();
  const rows = (await Promise.all(owed.map(paymentsOf))).flat();
  expect(rows.map(({ amount, status, group_id }) => [amount, status, group_id])).toEqual([
    [1200, "succeeded", page.paymentId],
    [2400, "succeeded", page.paymentId],
    [3850, "succeeded", page.paymentId],
  ]);
  expect(new Set(rows.map(({ provider_session_id }) => provider_session_id)).size).toBe(1);
  const movements = await testBed.testApp.db
    .selectFrom("payments")
    .select(({ fn }) => fn.sum<string>("amount").as("amount"))
    .where("group_id", "=", page.paymentId)
    .executeTakeFirstOrThrow();
  expect(Number(movements.amount)).toBe(7450);
  const invoices = (await call("GET", `/invoices?customerId=${own}`)).body.data as InvoiceListItem[];
  const [invoice, ...older] = invoices;
  expect(invoice).toMatchObject({ kind: "invoice", totalAmount: 7450, taxAmount: 1242 });
  expect(older.filter(({ totalAmount }) => totalAmount === 1200)).toEqual([]);
  expect(await Promise.all(owed.map(dueOf))).toEqual([0, 0, 0]);
  const mails = (await testBed.testApp.mails()).filter(({ text }) => text?.includes(invoice?.name ?? "-"));
  expect(mails).toHaveLength(1);
  const check = await testBed.club.member("POST", testBed.club.path(`/payments/${page.paymentId}/check`), {});
  expect(check.body.data).toMatchObject({ status: "succeeded", eventId: null });
  await expectSound();
});

test("the sum that the payer was shown is asked for, extras included; where another one is owed, nothing is opened", async () => {
  const product = (await call("POST", "/products", { name: "Rackets", kind: "extra" })).body.data;
  const racket = { name: "Racket", productId: product.id, price: 350, per: "booking" };
  const extra = await call("POST", "/extras", { ...racket, stocks: [{ facilityId: testBed.club.facilityId }] });
  expect(extra.status, JSON.stringify(extra.body)).toBe(201);
  const booked = await call(
    "POST",
    "/events",
    testBed.draft({
      ...{ customer: { customerId: own }, price: 1200, priceReason: "Agreed" },
      extras: [{ extraId: extra.body.data.id, quantity: 2 }],
    }),
  );
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  const eventId: string = booked.body.data.id;
  const listed = (await testBed.club.member("GET", "/auth/user/debts")).body.data as OwnDebt[];
  const isOfBooking = (debt: OwnDebt) => debt.eventId === eventId;
  const shown = [...listed.filter(isOfBooking), ...listed.filter((debt) => !isOfBooking(debt)).slice(0, 1)];
  expect(shown.length).toBeGreaterThan(1);
  const chargeIds = shown.map(({ chargeId }) => chargeId);
  const amount = shown.reduce((sum, { due }) => sum + due, 0);
  const pay = (sum: number) => call("POST", "/debts/checkout", { chargeIds, amount: sum }, testBed.club.member);
  const refused = await pay(amount - 1);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Another amount is owed now. Nothing was taken: look at the list again.",
  ]);
  expect(await paymentsOf({ eventId, chargeId: "" })).toEqual([]);
  const opened = await pay(amount);
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  await testBed.submitPage(opened.body.data.url, "pay");
  await testBed.runJobs();
  expect(await dueOf({ eventId, chargeId: "" })).toBe(0);
  await expectSound();
});

test("a second press and a second browser get the same page; another choice closes it; paid once, nothing is left to pay", async () => {
  const owed = await oweThree();
  const [first, again] = await Promise.all([openPage(idsOf(owed)), openPage(idsOf(owed).toReversed())]);
  expect(again.url).toBe(first.url);
  const two = await openPage(idsOf(owed.slice(0, 2)));
  expect(two.url).not.toBe(first.url);
  expect((await testBed.submitPage(first.url, "pay")).text).not.toContain("succeeded");
  await testBed.submitPage(two.url, "pay");
  await testBed.runJobs();
  expect(await Promise.all(owed.map(dueOf))).toEqual([0, 0, 3850]);
  const refused = await checkout(idsOf(owed));
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^“Match \d+” is no longer owed\. Nothing was taken/),
  ]);
  await expectSound();
});

test("a debt that is paid at the desk or canceled meanwhile closes the page; the rest is still owed, and paid anew", async () => {
  const owed = await oweThree();
  const page = await openPage(idsOf(owed));
  const [first, ...others] = owed;
  const paid = await call("POST", `/events/${first.eventId}/payments`, { method: "cash", amount: 1200 });
  expect(paid.status).toBe(201);
  await testBed.runJobs();
  expect((await paymentsOf(owed[1])).map(({ status }) => status)).toEqual(["canceled"]);
  const again = await openPage(idsOf(others));
  expect(again.url).not.toBe(page.url);
  await call("POST", `/charges/${others[0]?.chargeId}/write-off`, { reason: "Gone" });
  await call("POST", `/events/${others[1]?.eventId}/cancel`, { reason: "Rain" });
  await testBed.runJobs();
  for (const one of others) {
    const refused = await checkout(idsOf([one]));
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("is no longer owed")]);
  }
  await expectSound();
});

test("money that comes although one was paid at the desk: that part goes back, the others are settled", async () => {
  const owed = await oweThree();
  const page = await openPage(idsOf(owed));
  const paid = await call("POST", `/events/${owed[1].eventId}/payments`, { method: "cash", amount: 2400 });
  expect(paid.status).toBe(201);
  // The page is paid before the job closes it.
  await testBed.submitPage(page.url, "pay");
  await testBed.runJobs();
  await testBed.runJobs();
  expect(await Promise.all(owed.map(dueOf))).toEqual([0, 0, 0]);
  const online = (await paymentsOf(owed[1])).find(({ group_id }) => group_id === page.paymentId);
  expect(await refundsOf(online?.id ?? "")).toEqual([{ amount: 2400, status: "succeeded" }]);
  for (const one of [owed[0], owed[2]]) {
    const [payment] = await paymentsOf(one);
    expect(await refundsOf(payment?.id ?? "")).toEqual([]);
  }
  await expectSound();
});

test("one of them is given back: its part goes to the card, and the others stay paid", async () => {
  const owed = await oweThree();
  const page = await openPage(idsOf(owed));
  await testBed.submitPage(page.url, "pay");
  await testBed.runJobs();
  const [payment] = await paymentsOf(owed[1]);
  const back = await call("POST", `/payments/${payment?.id}/refund`, { amount: 2400, reason: "Rain" });
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  await testBed.runJobs();
  expect(await refundsOf(payment?.id ?? "")).toEqual([{ amount: 2400, status: "succeeded" }]);
  const fees = (await Promise.all(owed.map(paymentsOf))).flat().map(({ provider_fee }) => provider_fee);
  expect(fees.every((fee) => fee !== null && fee >= 0)).toBe(true);
  await expectSound();
});

test("a refund made on the provider's pages is divided, also after a power cut between two parts", async () => {
  const { db } = testBed.testApp;
  const owed = [await owe(1200), await owe(1200), await owe(1200)];
  const page = await openPage(idsOf(owed));
  await testBed.submitPage(page.url, "pay");
  await testBed.runJobs();
  const { provider_intent_id } = await db
    .selectFrom("payments")
    .select("provider_intent_id")
    .where("id", "=", page.paymentId)
    .executeTakeFirstOrThrow();
  await sql`create or replace function fall_over() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$`.execute(
    db,
  );
  await sql`create trigger falls_over before insert on refunds for each row when (new.amount = 600) execute function fall_over()`.execute(
    db,
  );
  onTestFinished(async () => {
    await sql`drop trigger if exists falls_over on refunds`.execute(db);
  });
  await testBed.atProvider((context) =>
    refundAtProvider(context, { payment_intent: provider_intent_id ?? "", amount: 1800 }),
  );
  await testBed.runJobsIgnoringFailures();
  await sql`drop trigger falls_over on refunds`.execute(db);
  testBed.testApp.clock.advance(2 * 60_000);
  await testBed.testApp.jobs.runScheduled("payments.notice");
  await testBed.runJobs();
  const given = await Promise.all(
    (await Promise.all(owed.map(paymentsOf)))
      .flat()
      .map(async ({ id }) => (await refundsOf(id)).map((one) => one.amount)),
  );
  expect(given.flat().toSorted((one, other) => one - other)).toEqual([600, 1200]);
  await expectSound();
});

test("what was given back as a gesture is asked for on no page", async () => {
  const one = await owe(2400);
  expect((await call("POST", `/events/${one.eventId}/payments`, { method: "cash", amount: 2400 })).status).toBe(201);
  const [payment] = await paymentsOf(one);
  const back = await call("POST", `/payments/${payment?.id}/refund`, { amount: 1000, reason: "Gesture" });
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  await testBed.runJobs();
  expect((await checkout(idsOf([one]))).status).toBe(409);
  const draft = { chargeIds: idsOf([one]), method: "balance", amount: 1000 };
  expect((await call("POST", "/own-payments", draft, testBed.club.member)).status).toBe(409);
});

test("a bank transfer that was begun for one of them stays, and its payer is told", async () => {
  const owed = await oweThree();
  const { paymentId } = await testBed.checkout(owed[0].eventId);
  const begun = testBed.testApp.db.updateTable("payments").set({ provider: "bank_transfer" });
  await begun.where("id", "=", paymentId).execute();
  const refused = await checkout(idsOf(owed));
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("A bank transfer for")]);
  expect((await paymentsOf(owed[0])).map(({ status }) => status)).toEqual(["processing"]);
  expect((await checkout(idsOf(owed.slice(1)))).status).toBe(200);
});

test("a guardian pays the debts of a child with their own: they are listed for the child, and found among the guardian's payments", async () => {
  const child = await debtors.addCustomer("Petit", { firstName: "Léa", guardianId: own });
  const ofChild = await owe(1200, child);
  const ofSelf = await owe(2400);
  const listed = (await testBed.club.member("GET", "/auth/user/debts?per_page=100")).body.data as OwnDebt[];
  expect(listed.find(({ chargeId }) => chargeId === ofChild.chargeId)?.forCustomer).toMatchObject({ id: child });
  expect(listed.find(({ chargeId }) => chargeId === ofSelf.chargeId)?.forCustomer).toBeNull();
  const page = await openPage(idsOf([ofChild, ofSelf]));
  await testBed.submitPage(page.url, "pay");
  await testBed.runJobs();
  expect(await Promise.all([ofChild, ofSelf].map(dueOf))).toEqual([0, 0]);
  const mine = (await testBed.club.member("GET", "/auth/user/payments?per_page=100")).body.data as { id: string }[];
  const [payment] = await paymentsOf(ofChild);
  expect(mine.map(({ id }) => id)).toContain(payment?.id);
  await expectSound();
});

test("the balance pays several, the oldest first and the last in part; more than is owed is refused on its field", async () => {
  const owed = await oweThree();
  const topUp = { customerId: own, lines: [{ topUp: 5000, quantity: 1 }], payment: { method: "cash" } };
  expect((await call("POST", "/sales", topUp)).status).toBe(201);
  const draft = { chargeIds: idsOf(owed), method: "balance" };
  const tooMuch = await call("POST", "/own-payments", { ...draft, amount: 7451 }, testBed.club.member);
  expect([tooMuch.status, Object.keys(tooMuch.body.errors)]).toEqual([422, ["amount"]]);
  const answers = await Promise.all(
    [1, 2].map(() => call("POST", "/own-payments", { ...draft, amount: 5000 }, testBed.club.member)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await Promise.all(owed.map(dueOf))).toEqual([0, 0, 2450]);
  await expectSound();
});

test("a booking that another customer takes over while its payer waits for the lock is not theirs to pay any more", async () => {
  const { db } = testBed.testApp;
  const other = await debtors.addCustomer("Repreneur");
  const topUp = { customerId: own, lines: [{ topUp: 5000, quantity: 1 }], payment: { method: "cash" } };
  expect((await call("POST", "/sales", topUp)).status).toBe(201);
  const countWaiting = async () => {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(db)).rows.length;
  };
  const ahead = { method: "balance", amount: 1200 };
  for (const pay of [
    checkout,
    (chargeIds: string[]) => call("POST", "/own-payments", { ...ahead, chargeIds }, testBed.club.member),
  ]) {
    const owed = await owe(1200);
    const given = await db.transaction().execute(async (transaction) => {
      const event = transaction.selectFrom("events").select("id").where("id", "=", owed.eventId);
      await event.forUpdate().execute();
      const answer = pay(idsOf([owed]));
      await expect.poll(countWaiting).toBe(1);
      await transaction
        .updateTable("events")
        .set({ customer_id: other, user_id: null })
        .where("id", "=", owed.eventId)
        .execute();
      await transaction.updateTable("charges").set({ customer_id: other }).where("id", "=", owed.chargeId).execute();
      return { answer };
    });
    expect((await given.answer).status).toBe(404);
    expect(await paymentsOf(owed)).toEqual([]);
  }
  await expectSound();
});

test("what is of others, of another club, unknown, twice or nothing is refused, and opens no page", async () => {
  const mine = await owe(1200);
  const stranger = await owe(1200, await debtors.addCustomer("Autre"));
  const unknown = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  for (const chargeIds of [[stranger.chargeId], [mine.chargeId, stranger.chargeId], [unknown]])
    expect((await checkout(chargeIds)).status).toBe(404);
  for (const chargeIds of [[], [mine.chargeId, mine.chargeId], [mine.chargeId, mine.chargeId.toUpperCase()], ["x"]])
    expect((await checkout(chargeIds)).status).toBe(422);
  const other = await createTestClub(testBed.testApp);
  const foreign = await other.member("POST", other.path("/debts/checkout"), { chargeIds: [mine.chargeId] });
  expect(foreign.status).toBe(404);
  expect(await paymentsOf(mine)).toEqual([]);
});
