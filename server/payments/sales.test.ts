/** Sales without a booking: what is sold is owed, paid, invoiced and refunded line by line, and adds up. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountEntry, Charge } from "#contract/charges.ts";
import type { PaymentGroup, Sale } from "#contract/payments.ts";
import type { TillMovement } from "#contract/tills.ts";
import type { InvoiceContent } from "#server/invoices/content.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { createTestClub } from "#tests/support/test-club.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
let balls: string;
let key: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  const { body } = await testBed.club.manager("POST", testBed.club.path("/tax-rates"), { name: "Reduced", rate: 5500 });
  balls = await addProduct({ name: "Tennis balls", kind: "goods", price: 650 });
  key = await addProduct({ name: "Locker key", kind: "fee", price: 1000, taxRateId: body.data.id });
});
afterAll(() => testBed.close());

const at = async (path: string) => (await testBed.club.manager("GET", testBed.club.path(path))).body.data;
async function addProduct(draft: object): Promise<string> {
  const { status, body } = await testBed.club.manager("POST", testBed.club.path("/products"), draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}
const change = (productId: string, draft: object) =>
  testBed.club.manager("PATCH", testBed.club.path(`/products/${productId}`), draft);
const sell = (customerId: string, lines: object[], payment: object = {}, api = testBed.club.staff, headers = {}) =>
  api("POST", testBed.club.path("/sales"), { customerId, lines, payment: { method: "cash", ...payment } }, headers);
type PaidSale = Sale & { payment: PaymentGroup };
async function sellNow(customerId: string, lines: object[], payment: object = {}): Promise<PaidSale> {
  const { status, body } = await sell(customerId, lines, payment);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const refund = (paymentId: string, amount: number) =>
  testBed.club.manager("POST", testBed.club.path(`/payments/${paymentId}/refund`), { amount, reason: "Wrong size" });
const listDocuments = async (customerId: string) =>
  (
    await testBed.testApp.db
      .selectFrom("invoices")
      .select(["number", "total_amount", "tax_amount", "content"])
      .where("customer_id", "=", customerId)
      .orderBy("created_at")
      .orderBy("kind", "desc")
      .execute()
  ).map((row) => ({ ...row, content: row.content as InvoiceContent }));

test("what is sold is charged, paid and invoiced at once, each line at its rate, with one mail", async () => {
  const customerId = await debtors.addCustomer("Lebrun", { email: "zoe@example.test" });
  const { charges, payment } = await sellNow(customerId, [
    { productId: balls, quantity: 2 },
    { productId: key, quantity: 1 },
  ]);
  expect(
    charges.map(({ kind, label, amount, settled, state, event }) => [kind, label, amount, settled, state, event]),
  ).toEqual([
    ["goods", "Tennis balls\u00a0×\u00a02", 1300, 1300, "settled", null],
    ["fee", "Locker key", 1000, 1000, "settled", null],
  ]);
  expect(charges[0]).toMatchObject({
    product: { id: balls, quantity: 2, unitPrice: 650, discount: 0, priceReason: null },
    dueOn: "2026-06-01",
  });
  expect([payment.amount, payment.payments.map(({ label }) => label), payment.receiptsTo]).toEqual([
    2300,
    ["Tennis balls\u00a0×\u00a02", "Locker key"],
    ["zoe@example.test"],
  ]);
  const [document, ...others] = await listDocuments(customerId);
  expect(others).toEqual([]);
  expect(document?.total_amount).toBe(2300);
  expect(
    document?.content.lines.map((line) => [line.description, line.quantity, line.unitPrice, line.total, line.rate]),
  ).toEqual([
    ["Tennis balls", 2, 650, 1300, 2000],
    ["Locker key", 1, 1000, 1000, 550],
  ]);
  expect(document?.content.event).toBeNull();
  await testBed.runJobs();
  const mail = (await testBed.testApp.mails()).findLast(({ to }) => to?.[0]?.address === "zoe@example.test");
  expect(mail?.subject).toMatch(/^Paiement reçu\s: 23,00\s€ pour (Tennis balls\s×\s2|Locker key) et 1 autre$/);
  expect(mail?.text).toContain("Tennis balls");
  expect(mail?.text).toContain("Locker key");
  const entries: AccountEntry[] = await at(`/customers/${customerId}/account/entries?per_page=100`);
  expect(entries.at(0)?.balance).toBe(0);
  expect(entries.map(({ kind, label, amount }) => [kind, label, amount]).toSorted()).toEqual([
    ["charge", "Locker key", 1000],
    ["charge", "Tennis balls\u00a0×\u00a02", 1300],
    ["payment", "Locker key", -1000],
    ["payment", "Tennis balls\u00a0×\u00a02", -1300],
  ]);
  expect(await at(`/customers/${customerId}/payments`)).toHaveLength(2);
  expect(await at(`/customers/${customerId}/balance`)).toMatchObject({ received: 2300, overdue: 0, dueToday: 0 });
  const movements = await at("/takings/movements?per_page=100");
  expect(movements.map(({ label }: { label: string }) => label)).toContain("Locker key");
});

test("one line is the document of its payment; a refund credits it, and what was kept is owed and settled", async () => {
  const customerId = await debtors.addCustomer("Morel");
  const { payment } = await sellNow(customerId, [{ productId: balls, quantity: 3 }], { email: "morel@example.test" });
  expect(payment.receiptsTo).toEqual(["morel@example.test"]);
  const paymentId = payment.payments[0]?.id ?? "";
  expect((await refund(paymentId, 1951)).status).toBe(422);
  expect((await refund(paymentId, 650)).status).toBe(200);
  expect((await listDocuments(customerId)).map(({ total_amount, tax_amount }) => [total_amount, tax_amount])).toEqual([
    [1950, 325],
    [-650, -108],
  ]);
  const [charge]: Charge[] = await at(`/charges?customerId=${customerId}`);
  expect(charge).toMatchObject({
    state: "settled",
    amount: 1950,
    credited: 650,
    settled: 1300,
    invoiced: 1300,
    due: 0,
  });
  await testBed.runJobs();
  const back = (await testBed.testApp.mails()).findLast(({ to }) => to?.[0]?.address === "morel@example.test");
  expect(back?.text).toContain("Tennis balls");
  expect(back?.text).toMatch(/vous a remboursé 6,50\s€ en espèces\./);
  const note = (await listDocuments(customerId))[1]?.number;
  expect(back?.text).toContain(`Votre avoir ${note} est joint.`);
  expect(back?.attachments?.map(({ filename }) => filename)).toEqual([`${note}.pdf`]);
  expect((await refund(paymentId, 1300)).status).toBe(200);
  expect((await refund(paymentId, 1)).status).toBe(409);
});

test("the price on the screen is the price that is paid: another one needs a reason and the permission", async () => {
  const customerId = await debtors.addCustomer("Petit");
  const racket = await addProduct({ name: "Racket", kind: "goods", price: 9000 });
  const line = { productId: racket, quantity: 1, price: 9000 };
  await change(racket, { price: 9500 });
  const { status, body } = await sell(customerId, [line]);
  expect([status, body.errors]).toEqual([
    422,
    { "lines.0.price": ["Racket now costs €95.00: check the total, then sell again"] },
  ]);
  const own = { ...line, price: 8000, priceReason: "Display model" };
  expect((await sell(customerId, [own])).status).toBe(403);
  const sold = await sell(customerId, [own], {}, testBed.club.manager);
  expect(sold.body.data.charges[0]).toMatchObject({
    amount: 8000,
    product: { unitPrice: 8000, priceReason: "Display model" },
  });
  expect((await sell(customerId, [{ ...line, price: 0 }], {}, testBed.club.manager)).status).toBe(422);
  expect((await sell(customerId, [{ productId: racket, quantity: 0 }])).status).toBe(422);
  expect((await sell(customerId, [])).status).toBe(422);
  expect(
    (
      await sell(
        customerId,
        [{ productId: racket, quantity: 1000, price: 9_000_000, priceReason: "Gold" }],
        {},
        testBed.club.manager,
      )
    ).status,
  ).toBe(422);
});

test("what is archived, has no price or is of others is not sold, nor sold to customers of others", async () => {
  const customerId = await debtors.addCustomer("Rossi");
  const cap = await addProduct({ name: "Cap", kind: "goods", price: 1500 });
  await change(cap, { active: false });
  const court = await addProduct({ name: "Court", kind: "court" });
  const other = await createTestClub(testBed.testApp, {}, testBed.testApp.otherOrganizationId);
  const foreign = (await other.manager("POST", other.path("/products"), { name: "Balls", kind: "goods", price: 100 }))
    .body.data.id;
  for (const productId of [cap, court, foreign]) {
    const { status, body } = await sell(customerId, [
      { productId: balls, quantity: 1 },
      { productId, quantity: 1 },
    ]);
    expect([status, body.errors]).toEqual([422, { "lines.1.productId": ["This product is no longer for sale"] }]);
  }
  const stranger = (await other.manager("POST", other.path("/customers"), { kind: "person", lastName: "Far" })).body
    .data.id;
  expect((await sell(stranger, [{ productId: balls, quantity: 1 }])).body.errors).toHaveProperty("customerId");
  expect((await sell(customerId, [{ productId: balls, quantity: 1 }], {}, testBed.club.member)).status).toBe(403);
  expect(
    (await testBed.club.manager("POST", testBed.club.path("/products"), { name: "Pack", kind: "pack", price: 100 }))
      .body.errors,
  ).toHaveProperty("price");
  expect((await change(balls, { kind: "court" })).body.errors).toHaveProperty("price");
  expect(
    (await testBed.club.staff("GET", testBed.club.path("/products-for-sale"))).body.data.map(
      ({ name }: { name: string }) => name,
    ),
  ).not.toContain("Cap");
  expect(await at(`/charges?customerId=${customerId}`)).toEqual([]);
});

test("a double click sells once, and two refunds at once give back no more than was paid", async () => {
  const customerId = await debtors.addCustomer("Garcia");
  const headers = { "idempotency-key": "sale-of-garcia-0001" };
  const lines = [{ productId: key, quantity: 1 }];
  const both = await Promise.all([1, 2].map(() => sell(customerId, lines, {}, testBed.club.staff, headers)));
  expect(new Set(both.filter(({ status }) => status === 201).map(({ body }) => body.data.payment.id)).size).toBe(1);
  const charges: Charge[] = await at(`/charges?customerId=${customerId}`);
  expect(charges).toHaveLength(1);
  const [payment] = await at(`/customers/${customerId}/payments`);
  const refunds = await Promise.all([600, 700].map((amount) => refund(payment.id, amount)));
  expect(refunds.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
});

test("a price that changes while it is sold is the price before or a refusal, and a merge takes the sale along", async () => {
  const customerId = await debtors.addCustomer("Duval");
  const grip = await addProduct({ name: "Grip", kind: "goods", price: 500 });
  for (const price of [510, 520, 530, 540]) {
    const { price: seen } = await at(`/products`).then((all: { id: string; price: number }[]) => {
      const product = all.find(({ id }) => id === grip);
      if (!product) throw new Error("The grip is gone");
      return product;
    });
    const [sold] = await Promise.all([
      sell(customerId, [{ productId: grip, quantity: 1, price: seen }]),
      change(grip, { price }),
    ]);
    const { data, errors } = sold.body;
    expect([
      [201, seen],
      [422, ["lines.0.price"]],
    ]).toContainEqual([sold.status, data ? data.charges[0].amount : Object.keys(errors)]);
  }
  const other = await debtors.addCustomer("Duvall");
  const merge = testBed.club.manager("POST", testBed.club.path(`/customers/${customerId}/merge`), {
    customerId: other,
  });
  const [sold, merged] = await Promise.all([sell(other, [{ productId: key, quantity: 1 }]), merge]);
  expect(merged.status).toBe(200);
  expect([201, 422]).toContain(sold.status);
  expect(await at(`/charges?customerId=${other}`)).toEqual([]);
});

test("a till takes the cash of a sale while it is open", async () => {
  const { club } = testBed;
  const customerId = await debtors.addCustomer("Silva");
  const tillId = (await club.manager("POST", club.path("/tills"), { name: "Front desk" })).body.data.id;
  const lines = [{ productId: balls, quantity: 1 }];
  expect((await sell(customerId, lines)).body.message).toContain("The till is closed (Front desk)");
  expect(await at(`/charges?customerId=${customerId}`)).toEqual([]);
  await club.staff("POST", club.path(`/tills/${tillId}/open`), { float: 0 });
  const { payment } = await sellNow(customerId, lines);
  expect((await refund(payment.payments[0]?.id ?? "", 150)).status).toBe(200);
  const [back, taken]: TillMovement[] = await at(`/till-movements?per_page=2`);
  expect([back?.label, taken?.label, taken?.payer]).toEqual(["Tennis balls", "Tennis balls", "Zoé Silva"]);
  const report = await at(`/tills/${tillId}/report`);
  expect(
    report.methods.map(({ method, expected }: { method: string; expected: number }) => [method, expected]),
  ).toEqual([["cash", 500]]);
  await club.staff("POST", club.path(`/tills/${tillId}/close`), {
    counted: [{ method: "cash", amount: 500 }],
    nextFloat: 0,
  });
  expect((await club.manager("PATCH", club.path(`/tills/${tillId}`), { active: false })).status).toBe(200);
});

test("a sale is of the day by the organization's clock, in whose zone no facility need be", async () => {
  const { db } = testBed.testApp;
  const customerId = await debtors.addCustomer("Kahale");
  const {
    charges: [sold],
  } = await sellNow(customerId, [{ productId: balls, quantity: 1 }]);
  const moveTo = (timezone: string) =>
    db.updateTable("organizations").set({ timezone }).where("id", "=", testBed.club.organizationId).execute();
  const idsOf = async (day: string) =>
    (await at(`/charges?customerId=${customerId}&from=${day}&to=${day}`)).map(({ id }: Charge) => id);
  // In one of these it is another day than at the facility.
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await moveTo(timezone);
    const [own]: Charge[] = await at(`/charges?customerId=${customerId}`);
    const dueOn = own?.dueOn ?? "";
    expect(await idsOf(dueOn), timezone).toEqual([sold?.id]);
    expect(await idsOf(addDays(dueOn, 1)), timezone).toEqual([]);
    expect(await idsOf(addDays(dueOn, -1)), timezone).toEqual([]);
  }
  await moveTo("Europe/Paris");
});

test("sales follow customers who are merged, and come back", async () => {
  const [kept, merged] = [await debtors.addCustomer("Okafor"), await debtors.addCustomer("Okaffor")];
  const { charges } = await sellNow(merged, [{ productId: balls, quantity: 1 }]);
  const path = testBed.club.path(`/customers/${kept}/merge`);
  const { body } = await testBed.club.manager("POST", path, { customerId: merged });
  const ofKept: Charge[] = await at(`/charges?customerId=${kept}`);
  expect(ofKept.map(({ id }) => id)).toEqual(charges.map(({ id }) => id));
  expect(await at(`/customers/${kept}/payments`)).toHaveLength(1);
  await testBed.club.manager("POST", `${path}s/${body.data.id}/undo`, {});
  expect(await at(`/charges?customerId=${kept}`)).toEqual([]);
  expect(await at(`/charges?customerId=${merged}`)).toHaveLength(1);
});

test("the activity says what was sold to whom, and what was refunded of it", async () => {
  const customerId = await debtors.addCustomer("Weber");
  const { payment } = await sellNow(customerId, [{ productId: key, quantity: 2 }]);
  await refund(payment.payments[0]?.id ?? "", 100);
  const entries = await at(`/activity?customerId=${customerId}`);
  expect(entries.map(({ act, after }: { act: string; after: object }) => [act, after])).toEqual(
    expect.arrayContaining([
      ["payments.sell", expect.objectContaining({ sold: ["Locker key\u00a0×\u00a02"], amount: 2000, method: "cash" })],
      ["payments.refund", expect.objectContaining({ sold: ["Locker key\u00a0×\u00a02"], amount: 100 })],
    ]),
  );
});

const line = fc.record({
  which: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 1, max: 9999 }),
});
test(
  "whatever is sold and refunded, charges, payments, documents and the account add up",
  { timeout: 120_000 },
  async () => {
    const customerId = await debtors.addCustomer("Nguyen");
    const products = [balls, key, await addProduct({ name: "Coaching", kind: "coaching", price: 4200 })];
    const sale = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      refunds: fc.array(fc.nat(5000), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 5 }), async (sales) => {
        for (const { lines, refunds } of sales) {
          const draft = lines.map(({ which, quantity, price }) => ({
            ...{ productId: products[which], quantity, price, priceReason: "Agreed" },
          }));
          const { status, body } = await sell(customerId, draft, { method: "check" }, testBed.club.manager);
          expect(status, JSON.stringify(body)).toBe(201);
          const { payments }: PaymentGroup = body.data.payment;
          for (const amount of refunds) await refund(payments[amount % payments.length]?.id ?? "", amount || 1);
        }
        expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
        expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
        const [entry]: AccountEntry[] = await at(`/customers/${customerId}/account/entries`);
        expect(entry?.balance).toBe(0);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    const credited = await testBed.testApp.db.selectFrom("charges").select("id").where("credited", ">", 0).execute();
    expect(credited.length).toBeGreaterThan(3);
  },
);
