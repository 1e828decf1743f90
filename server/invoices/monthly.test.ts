import { Profile, validateXsd } from "@stackforge-eu/factur-x";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Charge } from "#contract/charges.ts";
import type { InvoiceListItem } from "#contract/invoices.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { listSaleFaults } from "#tests/support/charge-faults.ts";
import { createDebtors } from "#tests/support/debtors.ts";
import type { ApiCall } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { buildFacturX } from "./factur-x.ts";
import { runMonth } from "./monthly.ts";
import { findPrintableInvoice } from "./stored-files.ts";

let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  await createDebtors(testBed);
  manager = testBed.club.manager;
});
afterAll(() => testBed.close());

/** Sessions do not last for months: who has waited signs in again. */
let manager: ApiCall;
const path = (rest: string) => testBed.club.path(rest);
const get = async (rest: string) => (await manager("GET", path(rest))).body.data;
const post = (rest: string, body: object) => manager("POST", path(rest), body);
const listInvoices = (customerId: string): Promise<InvoiceListItem[]> => get(`/invoices?customerId=${customerId}`);
const address = { addressLine: "1 rue du Stade", postalCode: "69007", city: "Lyon" };
const monthly = { billing: "monthly", paymentDays: 30 };

async function addCompany(legalName: string, more: object = {}): Promise<string> {
  const draft = { kind: "company", legalName, ...address, ...monthly, ...more };
  const { status, body } = await post("/customers", draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

async function book(customerId: string, startTime: string, more: object = {}): Promise<string> {
  const draft = testBed.draft({ startTime, customer: { customerId }, override: true, ...more });
  const { status, body } = await post("/events", draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

const countInvoices = async (): Promise<number> => (await get("/invoices-sums"))[0].count;

/** Jobs of terms and of printing. */
const settle = () => testBed.runJobs();
async function goTo(instant: string): Promise<void> {
  const { testApp, club } = testBed;
  testApp.clock.advance(Date.parse(instant) - testApp.clock.now().getTime());
  manager = testApp.as(await testApp.member(club.organizationId, 2));
}

test("terms are kept, at most 45 days for a monthly customer, and changed by who may record payments alone", async () => {
  const customerId = await addCompany("Terms SA");
  expect(await get(`/customers/${customerId}`)).toMatchObject(monthly);
  const tooMany = await manager("PATCH", path(`/customers/${customerId}`), { paymentDays: 46 });
  expect([tooMany.status, tooMany.body.errors]).toEqual([422, { paymentDays: ["45 days at most."] }]);
  const other = { billing: "at_payment", paymentDays: 60 };
  const changed = await manager("PATCH", path(`/customers/${customerId}`), other);
  expect([changed.status, changed.body.data]).toEqual([200, expect.objectContaining(other)]);
  const longest = await manager("PATCH", path(`/customers/${customerId}`), { paymentDays: 61 });
  expect(longest.status).toBe(422);
});

test("what a monthly customer books or buys is due after the invoice of its month, before and after a change of terms", async () => {
  const customerId = await addCompany("Due SA");
  const eventId = await book(customerId, "2026-06-10T06:00:00Z", { price: 2500 });
  const { id: productId } = (await post("/products", { name: "Balls", kind: "goods", price: 650 })).body.data;
  await post("/sales", { customerId, lines: [{ productId, quantity: 1 }], payment: null });
  const dueDays = async () =>
    (await get(`/charges?customerId=${customerId}`)).map(({ kind, dueOn, isOverdue }: Charge) => [
      kind,
      dueOn,
      isOverdue,
    ]);
  const soldOn = (await get(`/charges?customerId=${customerId}&kind=goods`))[0].dueOn;
  expect(soldOn.slice(5)).toMatch(/^(0[1-9]|1[0-2])-(29|30)$/);
  expect(await dueDays()).toContainEqual(["booking", "2026-07-30", false]);
  expect(await get(`/events/${eventId}`)).toMatchObject({ paymentStatus: "due", dueOn: "2026-07-30" });
  await manager("PATCH", path(`/events/${eventId}`), {
    startTime: "2026-07-08T06:00:00Z",
    override: true,
  });
  expect(await dueDays()).toContainEqual(["booking", "2026-08-30", false]);
  await manager("PATCH", path(`/customers/${customerId}`), { billing: "at_payment" });
  await settle();
  expect(await dueDays()).toContainEqual(["booking", "2026-07-08", false]);
});

test("a member who pays by the month books where everybody else pays online, without a hold", async () => {
  const { member, memberPerson } = testBed.club;
  const hold = await testBed.book(member);
  expect(hold).toMatchObject({ status: "pending", pendingReason: "payment" });
  const customer = (await manager("GET", path(`/users/${memberPerson.id}/customer`))).body.data;
  await manager("PATCH", path(`/customers/${customer.id}`), monthly);
  expect((await member("GET", path("/payment-methods"))).body.data.onAccount).toBe(true);
  const booked = await testBed.book(member);
  expect(booked).toMatchObject({ status: "approved", pendingReason: null, paymentStatus: "due", dueOn: "2026-07-30" });
  await manager("PATCH", path(`/customers/${customer.id}`), { billing: "at_payment", paymentDays: 0 });
  expect((await member("GET", path("/payment-methods"))).body.data.onAccount).toBe(false);
});

test("example 14: 14 bookings of 25.00 in November are one invoice of 30 November over 350.00, due 30 December", async () => {
  await goTo("2026-11-01T08:00:00Z");
  const customerId = await addCompany("Quatorze SA", { email: "compta@quatorze.test" });
  for (let day = 2; day < 16; day += 1)
    await book(customerId, `2026-11-${String(day).padStart(2, "0")}T10:00:00Z`, { price: 2500 });
  await book(customerId, "2026-12-02T10:00:00Z", { price: 2500 });
  await goTo("2026-11-30T20:30:00Z");
  await testBed.testApp.jobs.runScheduled("invoices.monthly");
  expect(await listInvoices(customerId)).toEqual([]);
  await goTo("2026-11-30T21:05:00Z");
  const preview = await post("/invoices/monthly?dryRun=true", { month: "2026-11" });
  expect(
    preview.body.data.customers.find((one: { customer: { id: string } }) => one.customer.id === customerId),
  ).toEqual({
    ...{ customer: { id: customerId, name: "Quatorze SA" }, charges: 14, from: "2026-11-02", to: "2026-11-15" },
    ...{ amount: 35_000, currency: "EUR", dueOn: "2026-12-30", isSent: true, refusal: null },
  });
  await testBed.testApp.jobs.runScheduled("invoices.monthly");
  const [invoice, ...others] = await listInvoices(customerId);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    ...{ totalAmount: 35_000, taxAmount: 5833, issuedOn: "2026-11-30", dueOn: "2026-12-30", toPay: 35_000 },
    ...{ buyerName: "Quatorze SA", lineCount: 14 },
  });
  const { organizationId } = testBed.club;
  const xml = buildFacturX(await findPrintableInvoice(testBed.testApp.db, organizationId, invoice?.id ?? ""));
  expect(await validateXsd(xml ?? "", Profile.EN16931)).toMatchObject({ valid: true });
  expect(xml).toContain("<ram:ID>S1</ram:ID>");
  expect(xml).toContain("<ram:DuePayableAmount>350.00</ram:DuePayableAmount>");
  expect(xml).toContain('<udt:DateTimeString format="102">20261230</udt:DateTimeString>');
  const mails = (await testBed.testApp.mails()).filter(({ subject }) => subject?.includes(invoice?.name ?? "-"));
  expect(mails.map(({ to }) => (to as { address: string }[])[0]?.address)).toEqual(["compta@quatorze.test"]);
  // Each month by itself once.
  await book(customerId, "2026-11-30T21:30:00Z", { price: 2500 });
  await goTo("2026-11-30T22:30:00Z");
  await testBed.testApp.jobs.runScheduled("invoices.monthly");
  expect(await listInvoices(customerId)).toHaveLength(1);
});

test("less is owed after the run: a credit note, and the invoice asks for the rest", async () => {
  const customerId = await addCompany("Avoir SA");
  const eventId = await book(customerId, "2026-11-20T06:00:00Z", { price: 2500 });
  await book(customerId, "2026-11-21T06:00:00Z", { price: 2500 });
  await post("/invoices/monthly", { month: "2026-11" });
  await settle();
  await post(`/events/${eventId}/cancel`, { reason: "Rain", refund: "none" });
  const documents = await listInvoices(customerId);
  expect(documents.map(({ kind, totalAmount, toPay }) => [kind, totalAmount, toPay])).toEqual([
    ["invoice", 5000, 2500],
    ["credit_note", -2500, 0],
  ]);
  await post(`/events/${eventId}/restore`, {});
  const [charge] = (await get(`/charges?customerId=${customerId}&state=open`)).filter(
    ({ event }: Charge) => event?.id === eventId,
  );
  expect(charge).toMatchObject({ dueOn: "2026-12-30", invoiced: 0 });
});

test("a company without an address is named and gets none, the others get theirs, and the team is told", async () => {
  const [incomplete, complete] = [await addCompany("Sans Adresse", { city: null }), await addCompany("Avec Adresse")];
  await book(incomplete, "2026-11-22T06:00:00Z", { price: 2500 });
  await book(complete, "2026-11-22T08:00:00Z", { price: 2500 });
  const run = (await post("/invoices/monthly", { month: "2026-11" })).body;
  expect(run.message).toBe("Invoices are being issued");
  const refusals = run.data.customers.map(({ customer, refusal }: { customer: { name: string }; refusal: string }) => [
    customer.name,
    refusal,
  ]);
  expect(refusals).toEqual(
    expect.arrayContaining([
      ["Avec Adresse", null],
      ["Sans Adresse", "buyerIncomplete"],
    ]),
  );
  await settle();
  expect([await listInvoices(incomplete), (await listInvoices(complete)).length]).toEqual([[], 1]);
  const { body } = await manager("GET", "/notifications");
  const told = body.data.find(({ kind }: { kind: string }) => kind === "invoices_failed");
  expect(told.failedInvoices).toMatchObject({ month: "2026-11", names: ["Sans Adresse"], isSellerIncomplete: false });
});

test("two runs at once issue each invoice once; a month ahead and other people are refused", async () => {
  const customerId = await addCompany("Deux Serveurs");
  await book(customerId, "2026-11-23T06:00:00Z", { price: 2500 });
  await Promise.all([post("/invoices/monthly", { month: "2026-11" }), post("/invoices/monthly", { month: "2026-11" })]);
  const { appContext, jobs } = testBed.testApp;
  const work = { organizationId: testBed.club.organizationId, month: "2026-11" };
  await Promise.all([runMonth(appContext, work), runMonth(appContext, work), jobs.runAll()]);
  expect(await listInvoices(customerId)).toHaveLength(1);
  const ahead = await post("/invoices/monthly", { month: "2027-01" });
  expect([ahead.status, ahead.body.errors]).toEqual([422, { month: ["This month has not begun yet."] }]);
  expect((await post("/invoices/monthly", { month: "2026-13" })).status).toBe(422);
  const member = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 4));
  expect((await member("POST", path("/invoices/monthly"), { month: "2026-11" })).status).toBe(403);
});

test("as long as the seller is not complete nothing is issued, and the team is told why", async () => {
  const customerId = await addCompany("Vendeur SA");
  await book(customerId, "2026-11-24T06:00:00Z", { price: 2500 });
  const { appContext, db } = testBed.testApp;
  const { organizationId } = testBed.club;
  const own = () => db.updateTable("organizations").where("id", "=", organizationId);
  await own().set({ legal_name: null }).execute();
  const work = { organizationId, month: "2026-11" };
  expect(await runMonth(appContext, work)).toContainEqual({ name: "Vendeur SA", reason: "sellerIncomplete" });
  expect(await listInvoices(customerId)).toEqual([]);
  await own().set({ legal_name: "Club" }).execute();
  expect(await runMonth(appContext, work)).not.toContainEqual(expect.objectContaining({ name: "Vendeur SA" }));
  expect(await listInvoices(customerId)).toHaveLength(1);
});

test("a thousand customers get theirs in one run", { timeout: 300_000 }, async () => {
  const { appContext, db, clock } = testBed.testApp;
  const { organizationId } = testBed.club;
  const [now, count] = [clock.now(), 1000];
  const times = { created_at: now, updated_at: now };
  const people = Array.from({ length: count }, (_, index) => ({
    ...{ organization_id: organizationId, id: uuidv7(now), kind: "person", first_name: "Mille", ...times },
    ...{ last_name: String(index), billing: "monthly", payment_days: 30 },
  }));
  await db.insertInto("customers").values(people).execute();
  const product = (await post("/products", { name: "Hire", kind: "goods", price: 2500 })).body.data;
  const sold = people.map(({ id: customer_id }) => ({
    ...{ organization_id: organizationId, id: uuidv7(now), kind: "goods", customer_id, product_id: product.id },
    ...{ label: "Hire", quantity: 1, unit_price: 2500, vat_rate: 2000, due_at: now, currency: "EUR", amount: 2500 },
    ...{ credited: 0, settled: 0, ...times },
  }));
  await db.insertInto("charges").values(sold).execute();
  const before = await countInvoices();
  const failed = await runMonth(appContext, { organizationId, month: "2026-11" });
  expect(failed.filter(({ name }) => name.startsWith("Mille"))).toEqual([]);
  expect((await countInvoices()) - before).toBe(count);
  expect(await listSaleFaults(db)).toEqual([]);
});
