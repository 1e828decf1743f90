import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_PAYMENTS_AT_ONCE } from "#contract/payments.ts";
import { listChargeFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
});
afterAll(() => testBed.close());

/** A customer who owes 12.00, 24.00 and 38.50, the oldest first. */
const addDebtor = (lastName: string) =>
  debtors.addDebtor(
    lastName,
    [1200, 2400, 3850].map((price) => ({ price, priceReason: "Agreed" })),
  );
const pay = (customerId: string, body: object, key?: string) =>
  testBed.club.manager(
    "POST",
    testBed.club.path(`/customers/${customerId}/payments`),
    { method: "cash", ...body },
    key ? { "idempotency-key": key } : undefined,
  );
const settledOf = async (customerId: string) => (await debtors.listCharges(customerId)).map(({ settled }) => settled);

test("a sum settles the oldest debts first and the last in part, with one invoice; the rest is paid later", async () => {
  const { customerId } = await addDebtor("Lebrun");
  const { status, body } = await pay(customerId, { amount: 5000, note: "Counted twice" });
  expect([status, body.data.amount, body.message]).toEqual([201, 5000, "Payment recorded"]);
  expect(body.data.payments.map(({ amount, note }: { amount: number; note: string }) => [amount, note])).toEqual([
    [1200, "Counted twice"],
    [2400, "Counted twice"],
    [1400, "Counted twice"],
  ]);
  expect(body.data.payments[0].invoices).toMatchObject([{ totalAmount: 5000 }]);
  expect(await settledOf(customerId)).toEqual([1200, 2400, 1400]);
  expect((await pay(customerId, { amount: 2450 })).status).toBe(201);
  expect(await settledOf(customerId)).toEqual([1200, 2400, 3850]);
  const nothing = await pay(customerId, { amount: 100 });
  expect([nothing.status, nothing.body.message]).toEqual([409, "Nothing of this is due any more"]);
});

test("chosen charges are settled alone, and those of a child by the guardian", async () => {
  const { customerId, chargeIds } = await addDebtor("Morel");
  const [first, ...others] = chargeIds;
  expect((await pay(customerId, { amount: 3000, chargeIds: others })).status).toBe(201);
  expect(await settledOf(customerId)).toEqual([0, 2400, 600]);
  const guardianId = await debtors.addCustomer("Morel", { firstName: "Anne" });
  const path = testBed.club.path(`/customers/${customerId}`);
  expect((await testBed.club.manager("PATCH", path, { guardianId })).status).toBe(200);
  expect((await pay(guardianId, { amount: 1200, chargeIds: [first] })).status).toBe(201);
  expect(await settledOf(customerId)).toEqual([1200, 2400, 600]);
});

test("too much is refused beside its field, and nothing is recorded", async () => {
  const {
    customerId,
    chargeIds: [first],
  } = await addDebtor("Petit");
  const refused = await pay(customerId, { amount: 7451 });
  expect([refused.status, refused.body.errors]).toEqual([422, { amount: ["At most €74.50, which is what is due"] }]);
  const ofOne = await pay(customerId, { amount: 1201, chargeIds: [first] });
  expect(ofOne.body.errors).toEqual({ amount: ["At most €12.00, which is what is due"] });
  for (const amount of [0, -5, 1.5, "12", null]) expect((await pay(customerId, { amount })).status).toBe(422);
  expect(await settledOf(customerId)).toEqual([0, 0, 0]);
});

test("what is written off is settled where it is chosen, and otherwise neither asked for nor summed up", async () => {
  const { customerId, chargeIds } = await addDebtor("Blanc");
  const [first] = chargeIds;
  const writeOff = testBed.club.path(`/charges/${first}/write-off`);
  expect((await testBed.club.manager("POST", writeOff, { reason: "Moved away" })).status).toBe(200);
  const tooMuch = await pay(customerId, { amount: 6251 });
  expect(tooMuch.body.errors).toEqual({ amount: ["At most €62.50, which is what is due"] });
  expect((await pay(customerId, { amount: 3000 })).status).toBe(201);
  expect(await settledOf(customerId)).toEqual([0, 2400, 600]);
  expect((await pay(customerId, { amount: 1200, chargeIds: [first] })).status).toBe(201);
  expect((await pay(customerId, { amount: 3250 })).status).toBe(201);
  expect(await settledOf(customerId)).toEqual([1200, 2400, 3850]);
});

test("a customer with more debts than are settled at once pays the oldest of them, and is told how much that is", async () => {
  const count = MAX_PAYMENTS_AT_ONCE + 1;
  const bookings = Array.from({ length: count }, () => ({ price: 100, priceReason: "Agreed" }));
  const { customerId } = await debtors.addDebtor("Renard", bookings);
  const refused = await pay(customerId, { amount: 100 * count });
  expect(refused.body.errors).toEqual({ amount: ["At most €100.00 at once: 100 debts, the oldest first."] });
  const { body } = await pay(customerId, { amount: 100 * MAX_PAYMENTS_AT_ONCE });
  expect(body.data.payments).toHaveLength(MAX_PAYMENTS_AT_ONCE);
  expect((await pay(customerId, { amount: 100 })).status).toBe(201);
});

test("of two desks that take all at once, one gets it; a double click with one key is one payment", async () => {
  const { customerId } = await addDebtor("Garcia");
  const answers = await Promise.all([pay(customerId, { amount: 7450 }), pay(customerId, { amount: 7450 })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await settledOf(customerId)).toEqual([1200, 2400, 3850]);
  const { customerId: other } = await addDebtor("Silva");
  const key = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  const [one, again] = await Promise.all([pay(other, { amount: 1200 }, key), pay(other, { amount: 1200 }, key)]);
  expect(one.body.data.id).toBe(again.body.data.id);
  expect(await settledOf(other)).toEqual([1200, 0, 0]);
});

test("charges of others do not exist, and members record nothing", async () => {
  const { customerId } = await addDebtor("Roux");
  const { customerId: other, chargeIds: foreign } = await addDebtor("Okafor");
  expect((await pay(customerId, { amount: 100, chargeIds: foreign })).status).toBe(404);
  const stranger = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  expect((await pay(stranger, { amount: 100 })).status).toBe(404);
  const path = testBed.club.path(`/customers/${customerId}/payments`);
  expect((await testBed.club.member("POST", path, { method: "cash", amount: 100 })).status).toBe(403);
  expect(await settledOf(other)).toEqual([0, 0, 0]);
});

test("after all this, documents, charges and payments add up", async () => {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("what a customer paid before they had an account is listed as theirs, with its invoices", async () => {
  const { testApp, club } = testBed;
  const person = await testApp.person();
  const { customerId } = await debtors.addDebtor("Bonnet", [{ price: 1200, priceReason: "Agreed" }], {
    email: person.email,
  });
  expect((await pay(customerId, { amount: 1200 })).status).toBe(201);
  const me = testApp.as(person);
  const listMine = async () => (await me("GET", "/auth/user/payments")).body.data;
  expect(await listMine()).toEqual([]);
  await club.manager("POST", club.path("/users"), { type: "customer", role: 4, emails: [person.email] });
  const [invitation] = (await me("GET", "/invitations")).body.data;
  expect((await me("POST", `/invitations/${invitation.id}/accept`)).status).toBe(200);
  expect(await listMine()).toMatchObject([{ amount: 1200, invoices: [{ totalAmount: 1200 }] }]);
});
