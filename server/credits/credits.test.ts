/** The balance of customers: topped up, used, given back and paid out, with documents, tills and books that add up. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountEntry } from "#contract/charges.ts";
import type { WalletEntry } from "#contract/credits.ts";
import type { PaymentGroup, Payout, Sale } from "#contract/payments.ts";
import type { JournalEntry } from "#contract/accounting.ts";
import type { InvoiceContent } from "#server/invoices/content.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
let balls: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  const { body } = await call("POST", "/products", { name: "Tennis balls", kind: "goods", price: 650 });
  balls = body.data.id;
});
afterAll(() => testBed.close());

const call = (method: string, path: string, body?: object, api = testBed.club.manager, headers = {}) =>
  api(method as "GET", testBed.club.path(path), body, headers);
const read = async (path: string) => (await call("GET", path)).body.data;
const topUp = (customerId: string, amount: number, payment: object = {}, more: object[] = []) =>
  call("POST", "/sales", {
    customerId,
    lines: [{ topUp: amount, quantity: 1 }, ...more],
    payment: { method: "cash", ...payment },
  });
async function addHolder(lastName: string, amount: number): Promise<string> {
  const customerId = await debtors.addCustomer(lastName);
  const { status, body } = await topUp(customerId, amount);
  expect(status, JSON.stringify(body)).toBe(201);
  return customerId;
}
const walletOf = async (customerId: string): Promise<number> => (await read(`/customers/${customerId}/wallet`)).amount;
const entriesOf = (customerId: string): Promise<WalletEntry[]> =>
  read(`/customers/${customerId}/wallet/entries?per_page=100`);
const amountsOf = async (customerId: string) =>
  (await entriesOf(customerId)).map(({ kind, amount, balance }) => [kind, amount, balance]).toReversed();
const payOut = (customerId: string, amount: number, more: object = {}) =>
  call("POST", `/customers/${customerId}/wallet/payout`, { method: "cash", amount, reason: "Moves away", ...more });
const pay = (customerId: string, amount: number, more: object = {}) =>
  call("POST", `/customers/${customerId}/payments`, { method: "balance", amount, ...more });
const refund = (paymentId: string, amount: number, to?: "balance") =>
  call("POST", `/payments/${paymentId}/refund`, { amount, reason: "Rain", ...(to && { to }) });
const listDocuments = async (customerId: string) =>
  (
    await testBed.testApp.db
      .selectFrom("invoices")
      .select(["kind", "number", "total_amount", "tax_amount", "content"])
      .where("customer_id", "=", customerId)
      .orderBy("created_at")
      .orderBy("kind", "desc")
      .orderBy("number")
      .execute()
  ).map((row) => ({ ...row, content: row.content as InvoiceContent }));
const owe = async (customerId: string, price: number): Promise<{ id: string; eventId: string }> => {
  const booked = await testBed.book(testBed.club.manager, { customer: { customerId }, price, priceReason: "Agreed" });
  const charges = await debtors.listCharges(customerId);
  const charge = charges.find(({ event }) => event?.id === booked.id);
  return { id: charge?.id ?? "", eventId: booked.id };
};
async function expectSound(): Promise<void> {
  const { db } = testBed.testApp;
  expect(await listChargeFaults(db)).toEqual([]);
  expect(await listSaleFaults(db)).toEqual([]);
  const { rows } = await sql`
    select wallets.customer_id from wallets
    where amount < 0 or amount <> (select coalesce(sum(entries.amount), 0) from wallet_entries as entries
      where entries.organization_id = wallets.organization_id and entries.customer_id = wallets.customer_id)`.execute(
    db,
  );
  expect(rows).toEqual([]);
}

test("takings, revenue, journal and VAT count money once: when it comes in, and VAT when it is used", async () => {
  const now = testBed.testApp.clock.now();
  const day = now.toISOString().slice(0, 10);
  const customerId = await addHolder("Comte", 10_000);
  const { id } = await owe(customerId, 6000);
  const paid = await pay(customerId, 6000, { chargeIds: [id] });
  const [payment] = (paid.body.data as PaymentGroup).payments;
  await refund(payment?.id ?? "", 1200);
  await payOut(customerId, 2000);
  const takings = await read(`/takings?from=${day}&to=${day}`);
  expect(takings.currencies).toMatchObject([{ net: 8000, methods: [{ method: "cash", net: 8000 }] }]);
  const revenue = await read(`/reports/revenue?from=${day}&to=${day}`);
  expect(revenue).toMatchObject({ amount: 4800, methods: [{ method: "balance", amount: 4800 }] });
  const month = day.slice(0, 7);
  const vat = await read(`/accounting/vat?period=${month}`);
  expect(vat.rows.map(({ rate, gross }: { rate: number; gross: number }) => [rate, gross])).toEqual([[2000, 4800]]);
  const entries: JournalEntry[] = await read(`/accounting/journal?per_page=100&period=${month}`);
  const lines = entries.flatMap((entry) => entry.lines);
  const sumOf = (account: string) =>
    lines.filter((line) => line.account === account).reduce((sum, { debit, credit }) => sum + debit - credit, 0);
  expect([sumOf("4191"), sumOf("530"), sumOf("411"), sumOf("706")]).toEqual([-3200, 8000, 0, -4000]);
  for (const { lines: its } of entries) expect(its.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
  const account: AccountEntry[] = await read(`/customers/${customerId}/account/entries`);
  expect(account[0]?.balance).toBe(0);
  expect((await read(`/customers/${customerId}/balance`)).received).toBe(4800);
  expect(await walletOf(customerId)).toBe(3200);
});

test("a top-up is a receipt without VAT, and what the balance pays is invoiced with VAT as usual", async () => {
  const customerId = await debtors.addCustomer("Lebrun");
  const { status, body } = await topUp(customerId, 10_000);
  expect([status, body.data.charges]).toMatchObject([201, [{ kind: "top_up", state: "settled", amount: 10_000 }]]);
  const { id } = await owe(customerId, 7000);
  expect(await read(`/customer-dues?customerIds=${customerId}`)).toMatchObject([{ customerId, prepaid: 10_000 }]);
  const paid = await pay(customerId, 7000, { chargeIds: [id] });
  expect(await read(`/customer-dues?customerIds=${customerId}`)).toEqual([
    { customerId, currency: "EUR", overdue: 0, later: 0, prepaid: 3000 },
  ]);
  expect([paid.status, paid.body.data.payments[0].method]).toEqual([201, "balance"]);
  expect(await amountsOf(customerId)).toEqual([
    ["top_up", 10_000, 10_000],
    ["use", -7000, 3000],
  ]);
  const documents = await listDocuments(customerId);
  expect(documents.map(({ kind, total_amount, tax_amount }) => [kind, total_amount, tax_amount])).toEqual([
    ["receipt", 10_000, 0],
    ["invoice", 7000, 1167],
  ]);
  expect(documents[0]?.number).toMatch(/^RE-\d{4}-\d{6}$/);
  expect(documents[0]?.content).toMatchObject({ vatProfile: "unset", mentions: [], method: "cash" });
  expect(documents[1]?.content.method).toBe("balance");
  const file = await testBed.club.manager("GET", testBed.club.path(`/payments/${body.data.payment.id}`));
  expect(file.body.data.invoices).toMatchObject([{ kind: "receipt", totalAmount: 10_000 }]);
  await expectSound();
});

test("a part of several debts is paid from the balance; more than is there is a conflict, and nothing is recorded", async () => {
  const customerId = await addHolder("Morel", 2000);
  await owe(customerId, 1200);
  await owe(customerId, 2400);
  const refused = await pay(customerId, 2001);
  expect([refused.status, refused.body.message]).toEqual([409, "€20.00 is left on the balance."]);
  expect(await walletOf(customerId)).toBe(2000);
  const { status, body } = await pay(customerId, 2000);
  expect([status, (body.data as PaymentGroup).payments.map(({ amount }) => amount)]).toEqual([201, [1200, 800]]);
  expect(await walletOf(customerId)).toBe(0);
  await expectSound();
});

test("the booking's page and a sale are paid from the balance, too", async () => {
  const customerId = await addHolder("Petit", 3000);
  const { eventId } = await owe(customerId, 1000);
  const shown = await read(`/events/${eventId}/payments`);
  expect(shown.wallet).toBe(3000);
  const draft = { method: "balance", amount: 1000 };
  expect((await call("POST", `/events/${eventId}/payments`, draft)).status).toBe(201);
  const sold = { customerId, lines: [{ productId: balls, quantity: 2 }], payment: { method: "balance" } };
  expect((await call("POST", "/sales", sold)).status).toBe(201);
  expect(await walletOf(customerId)).toBe(700);
  const { id } = await owe(customerId, 500);
  const several = { method: "balance", debts: [{ chargeId: id, amount: 500 }] };
  expect((await call("POST", "/payments", several)).status).toBe(201);
  expect((await call("POST", "/sales", sold)).status).toBe(409);
  expect(await walletOf(customerId)).toBe(200);
  await expectSound();
});

test("of two desks that spend the last of it at once, one gets it, and the other is told what is left", async () => {
  const customerId = await addHolder("Garcia", 1000);
  const [one, other] = [await owe(customerId, 1000), await owe(customerId, 1000)];
  const answers = await Promise.all([
    pay(customerId, 1000, { chargeIds: [one.id] }),
    call("POST", `/events/${other.eventId}/payments`, { method: "balance", amount: 1000 }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe("€0.00 is left on the balance.");
  expect(await amountsOf(customerId)).toEqual([
    ["top_up", 1000, 1000],
    ["use", -1000, 0],
  ]);
  await expectSound();
});

test("a double click with one key tops up once", async () => {
  const customerId = await debtors.addCustomer("Silva");
  const key = { "idempotency-key": "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91" };
  const sale = { customerId, lines: [{ topUp: 1000, quantity: 1 }], payment: { method: "cash" } };
  await Promise.all([1, 2].map(() => call("POST", "/sales", sale, testBed.club.manager, key)));
  expect(await walletOf(customerId)).toBe(1000);
});

/** Example 38 of the design. */
test("money goes back in the reverse order of paying, to the balance what the balance has paid", async () => {
  const customerId = await addHolder("Blanc", 2000);
  const { id, eventId } = await owe(customerId, 4800);
  expect((await pay(customerId, 2000, { chargeIds: [id] })).status).toBe(201);
  testBed.testApp.clock.advance(60_000);
  expect((await pay(customerId, 2800, { chargeIds: [id], method: "card_on_site" })).status).toBe(201);
  const canceled = await call("POST", `/events/${eventId}/cancel`, { reason: "Rain", refund: 4000 });
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
  testBed.testApp.clock.advance(10 * 60_000);
  await testBed.testApp.jobs.runScheduled("events.refund");
  await testBed.runJobs();
  const { payments } = await read(`/events/${eventId}/payments`);
  const back = payments.map((payment: { method: string; refunded: number }) => [payment.method, payment.refunded]);
  expect(back).toEqual([
    ["balance", 1200],
    ["card_on_site", 2800],
  ]);
  expect(await amountsOf(customerId)).toEqual([
    ["top_up", 2000, 2000],
    ["use", -2000, 0],
    ["use_back", 1200, 1200],
  ]);
  await expectSound();
});

test("a refund goes to the balance where the team says so, and can be used or paid out", async () => {
  const customerId = await debtors.addCustomer("Roux");
  const { id, eventId } = await owe(customerId, 2400);
  const paid = await pay(customerId, 2400, { chargeIds: [id], method: "card_on_site" });
  const [payment] = (paid.body.data as PaymentGroup).payments;
  const given = await refund(payment?.id ?? "", 1000, "balance");
  expect([given.status, given.body.data.refunds]).toMatchObject([200, [{ method: "balance", amount: 1000 }]]);
  expect(await amountsOf(customerId)).toEqual([["refund", 1000, 1000]]);
  expect((await read(`/events/${eventId}/payments`)).refunded).toBe(1000);
  const documents = await listDocuments(customerId);
  expect(documents.map(({ kind, total_amount }) => [kind, total_amount])).toEqual(
    expect.arrayContaining([
      ["invoice", 2400],
      ["credit_note", -1000],
      ["receipt", 1000],
    ]),
  );
  const out = await payOut(customerId, 1000, { method: "transfer" });
  expect([out.status, out.body.message, out.body.data]).toMatchObject([200, "Paid out", { left: 0, amount: 1000 }]);
  expect(await walletOf(customerId)).toBe(0);
  await expectSound();
});

test("money is paid out with a negative receipt, the newest top-up first, and never more than is there", async () => {
  const customerId = await addHolder("Renard", 3000);
  testBed.testApp.clock.advance(60_000);
  await topUp(customerId, 2000, { method: "card_on_site" });
  const { id } = await owe(customerId, 1000);
  await pay(customerId, 1000, { chargeIds: [id] });
  const refused = await payOut(customerId, 4001);
  expect([refused.status, refused.body.message]).toEqual([409, "€40.00 is left on the balance."]);
  const { status, body } = await payOut(customerId, 2500);
  const { payments, left } = body.data as Payout;
  expect([status, left]).toEqual([200, 1500]);
  expect(payments.map(({ refunds }) => refunds.map(({ amount, method }) => [amount, method]))).toEqual([
    [[2000, "cash"]],
    [[500, "cash"]],
  ]);
  const receipts = (await listDocuments(customerId)).filter(({ kind }) => kind === "receipt");
  expect(receipts.map(({ total_amount }) => total_amount).toSorted((a, b) => a - b)).toEqual([-2000, -500, 2000, 3000]);
  expect(receipts.find(({ total_amount }) => total_amount === -500)?.content.corrects?.number).toMatch(/^RE-/);
  const [topped] = payments;
  const direct = await refund(topped?.id ?? "", 100);
  expect([direct.status, direct.body.message]).toEqual([409, "This was put on the balance: pay it out there."]);
  await expectSound();
});

test("what is more than due goes on the balance where the desk says so, on a receipt of its own", async () => {
  const customerId = await debtors.addCustomer("Noir");
  await owe(customerId, 1200);
  const refused = await pay(customerId, 2000, { method: "cash" });
  expect(refused.body.errors).toEqual({ amount: ["At most €12.00, which is what is due"] });
  const { status, body } = await pay(customerId, 2000, { method: "cash", restToWallet: true });
  expect([status, body.data.amount]).toEqual([201, 2000]);
  expect(await amountsOf(customerId)).toEqual([["top_up", 800, 800]]);
  const documents = await listDocuments(customerId);
  expect(documents.map(({ kind, total_amount }) => [kind, total_amount])).toEqual(
    expect.arrayContaining([
      ["invoice", 1200],
      ["receipt", 800],
    ]),
  );
  await owe(customerId, 100);
  expect((await pay(customerId, 200, { restToWallet: true })).status).toBe(422);
  await expectSound();
});

test("a top-up is paid at once, in money, once a line", async () => {
  const customerId = await debtors.addCustomer("Vert");
  const lines = [{ topUp: 1000, quantity: 1 }];
  const refusals = [
    [{ lines, payment: null }, "payment", "A top-up is paid at once."],
    [{ lines, payment: { method: "balance" } }, "payment.method", "A balance cannot be topped up from the balance."],
    [
      { lines: [{ topUp: 1000, quantity: 2 }], payment: { method: "cash" } },
      "lines.0.quantity",
      "One top-up is one line.",
    ],
  ] as const;
  for (const [draft, field, text] of refusals) {
    const { status, body } = await call("POST", "/sales", { customerId, ...draft });
    expect([status, body.errors]).toEqual([422, { [field]: [text] }]);
  }
  const both = { lines: [{ topUp: 1000, productId: balls, quantity: 1 }], payment: { method: "cash" } };
  expect((await call("POST", "/sales", { customerId, ...both })).status).toBe(422);
  const mixed = await topUp(customerId, 1000, {}, [{ productId: balls, quantity: 1 }]);
  expect((mixed.body.data as Sale).payment?.amount).toBe(1650);
  const documents = await listDocuments(customerId);
  expect(documents.map(({ kind, total_amount }) => [kind, total_amount]).toSorted()).toEqual([
    ["invoice", 650],
    ["receipt", 1000],
  ]);
});

test("a customer with money on the balance is not archived; a merge moves it, and its undo brings it back", async () => {
  const [kept, merged] = [await addHolder("Dupont", 1000), await addHolder("Dupond", 2500)];
  const refused = await call("DELETE", `/customers/${merged}`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "€25.00 is left on the balance. Use it or pay it out first.",
  ]);
  const merge = await call("POST", `/customers/${kept}/merge`, { customerId: merged });
  expect(merge.status, JSON.stringify(merge.body)).toBe(200);
  expect(await walletOf(kept)).toBe(3500);
  const undo = `/customers/${kept}/merges/${merge.body.data.id}/undo`;
  expect((await call("POST", undo)).status).toBe(200);
  expect([await walletOf(kept), await walletOf(merged)]).toEqual([1000, 2500]);
  const again = await call("POST", `/customers/${kept}/merge`, { customerId: merged });
  await payOut(kept, 3000);
  expect((await call("POST", `/customers/${kept}/merges/${again.body.data.id}/undo`)).status).toBe(200);
  expect([await walletOf(kept), await walletOf(merged)]).toEqual([500, 0]);
  await expectSound();
});

test("the till takes a top-up and gives a payout, and no use of the balance", async () => {
  const tillId = (await call("POST", "/tills", { name: "Front desk" })).body.data.id;
  const closed = await topUp(await debtors.addCustomer("Brun"), 1000);
  expect(closed.status).toBe(409);
  expect((await call("POST", `/tills/${tillId}/open`, { float: 5000 })).status).toBe(201);
  const customerId = await addHolder("Brun", 3000);
  const { id } = await owe(customerId, 1000);
  await pay(customerId, 1000, { chargeIds: [id] });
  await payOut(customerId, 500);
  const movements = await read(`/till-movements?tillId=${tillId}`);
  const moved = movements.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`);
  expect(moved.toSorted()).toEqual(["payment 3000", "refund -500"]);
});

test("members read their own balance, change nothing, and nobody reads another organization's", async () => {
  const { member, memberPerson, organizationId } = testBed.club;
  await testBed.book(testBed.club.manager, { customer: { userId: memberPerson.id } });
  const own = await testBed.testApp.db
    .selectFrom("customers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", memberPerson.id)
    .executeTakeFirstOrThrow();
  await topUp(own.id, 4200);
  const mine = await member("GET", "/auth/user/wallets");
  expect(mine.body.data).toMatchObject([{ customerId: own.id, amount: 4200 }]);
  const entries = await member("GET", `/auth/user/wallet-entries?customerId=${own.id}`);
  expect(entries.body.data).toMatchObject([{ kind: "top_up", amount: 4200 }]);
  const path = testBed.club.path(`/customers/${own.id}/wallet`);
  expect((await member("GET", path)).status).toBe(403);
  expect((await member("POST", `${path}/payout`, { method: "cash", amount: 100, reason: "Mine" })).status).toBe(403);
  const elsewhere = `/organizations/${testBed.testApp.otherOrganizationId}/customers/${own.id}/wallet`;
  expect((await testBed.club.manager("GET", elsewhere)).status).toBe(404);
});

test("entries are never changed, and the database refuses a balance below 0", async () => {
  const customerId = await addHolder("Rossi", 1000);
  const { db } = testBed.testApp;
  await expect(
    sql`update wallet_entries set amount = 1 where customer_id = ${customerId}`.execute(db),
  ).rejects.toThrow();
  await expect(sql`delete from wallet_entries where customer_id = ${customerId}`.execute(db)).rejects.toThrow();
  await expect(sql`update wallets set amount = -1 where customer_id = ${customerId}`.execute(db)).rejects.toThrow();
});

/** Each kind of entry once. */
async function useOrdinarily(customerId: string): Promise<void> {
  await topUp(customerId, 2000);
  const { id } = await owe(customerId, 1500);
  const paid = await pay(customerId, 1000, { chargeIds: [id] });
  const other = await pay(customerId, 500, { chargeIds: [id], method: "check" });
  await refund(paid.body.data.payments[0].id, 300);
  await refund(other.body.data.payments[0].id, 200, "balance");
  await payOut(customerId, 100);
}

test("after random top-ups, uses, refunds and payouts everything adds up", { timeout: 240_000 }, async () => {
  const customerId = await addHolder("Zola", 500);
  const step = fc.record({
    act: fc.constantFrom("topUp", "book", "pay", "cash", "refund", "refundToBalance", "payOut"),
    amount: fc.integer({ min: 1, max: 3000 }),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      await useOrdinarily(customerId);
      for (const { act, amount, pick } of steps) {
        const paid = await read(`/payments?customerId=${customerId}&per_page=100`);
        const payment = paid[pick % Math.max(1, paid.length)];
        const part = 1 + (amount % Math.max(1, payment.refundable));
        const acts: Record<string, () => Promise<unknown>> = {
          topUp: () => topUp(customerId, amount),
          book: () => owe(customerId, amount),
          pay: () => pay(customerId, amount),
          cash: () => pay(customerId, amount, { method: "cash", restToWallet: true }),
          refund: () => refund(payment.id, part),
          refundToBalance: () => refund(payment.id, part, "balance"),
          payOut: () => payOut(customerId, amount),
        };
        testBed.testApp.clock.advance(1000);
        const answer = (await acts[act]?.()) as { status?: number };
        expect([undefined, 200, 201, 409, 422]).toContain(answer.status);
      }
      await expectSound();
      const { rows } = await sql<{ prepaid: number; settled: number; used: number; there: number }>`
        select
          (select coalesce(sum(amount), 0)::int from wallet_entries where customer_id = ${customerId}) as there,
          (select coalesce(sum(amount), 0)::int from wallets where customer_id = ${customerId}) as prepaid,
          (select coalesce(sum(total_amount), 0)::int from invoices where customer_id = ${customerId} and kind = 'receipt')
            as used,
          (select coalesce(sum(amount), 0)::int from wallet_entries where customer_id = ${customerId}
            and kind in ('top_up', 'refund', 'payout')) as settled`.execute(testBed.testApp.db);
      expect(rows[0]?.there).toBe(rows[0]?.prepaid);
      expect(rows[0]?.used).toBe(rows[0]?.settled);
      expect(rows[0]?.prepaid).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 6, endOnFailure: true },
  );
  // Guard against an empty run: something of each kind happened.
  const kinds = new Set((await entriesOf(customerId)).map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(["payout", "refund", "top_up", "use", "use_back"]);
});

test("the mail of a top-up has a receipt, and calls it one", async () => {
  const email = "olga.roche@example.test";
  const customerId = await debtors.addCustomer("Roche", { email });
  expect((await topUp(customerId, 5000)).status).toBe(201);
  await testBed.runJobs();
  const [mail] = (await testBed.testApp.mails()).filter(({ to }) => to?.[0]?.address === email);
  const [receipt] = await listDocuments(customerId);
  expect(mail?.text).toContain(`Votre reçu ${receipt?.number} est joint.`);
  expect(mail?.attachments).toMatchObject([{ filename: `${receipt?.number}.pdf` }]);
});
