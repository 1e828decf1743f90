import { Profile, validateXsd } from "@stackforge-eu/factur-x";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Charge } from "#contract/charges.ts";
import type { InvoiceListItem } from "#contract/invoices.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { buildFacturX } from "./factur-x.ts";
import { findPrintableInvoice } from "./stored-files.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
});
afterAll(() => testBed.close());

const path = (rest: string) => testBed.club.path(rest);
const get = async (rest: string) => (await testBed.club.manager("GET", path(rest))).body.data;
const post = (rest: string, body: object) => testBed.club.manager("POST", path(rest), body);
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

/** Jobs of terms and of printing. */
const settle = () => testBed.runJobs();
const goTo = (instant: string) =>
  testBed.testApp.clock.advance(Date.parse(instant) - testBed.testApp.clock.now().getTime());

test("terms are kept, at most 45 days for a monthly customer, and changed by who may record payments alone", async () => {
  const customerId = await addCompany("Terms SA");
  expect(await get(`/customers/${customerId}`)).toMatchObject(monthly);
  const tooMany = await testBed.club.manager("PATCH", path(`/customers/${customerId}`), { paymentDays: 46 });
  expect([tooMany.status, tooMany.body.errors]).toEqual([422, { paymentDays: ["45 days at most."] }]);
  const other = { billing: "at_payment", paymentDays: 60 };
  const changed = await testBed.club.manager("PATCH", path(`/customers/${customerId}`), other);
  expect([changed.status, changed.body.data]).toEqual([200, expect.objectContaining(other)]);
  const longest = await testBed.club.manager("PATCH", path(`/customers/${customerId}`), { paymentDays: 61 });
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
  await testBed.club.manager("PATCH", path(`/events/${eventId}`), {
    startTime: "2026-07-08T06:00:00Z",
    override: true,
  });
  expect(await dueDays()).toContainEqual(["booking", "2026-08-30", false]);
  await testBed.club.manager("PATCH", path(`/customers/${customerId}`), { billing: "at_payment" });
  await settle();
  expect(await dueDays()).toContainEqual(["booking", "2026-07-08", false]);
});

test("a member who pays by the month books where everybody else pays online, without a hold", async () => {
  const { memberPerson, manager, member } = testBed.club;
  const own = (await manager("GET", path(`/users/${memberPerson.id}/customer`))).body.data;
  await manager("PATCH", path(`/customers/${own.id}`), monthly);
  const methods = (await member("GET", path("/payment-methods"))).body.data;
  expect(methods.onAccount).toBe(true);
  const booked = await testBed.book(member);
  expect(booked).toMatchObject({ status: "approved", pendingReason: null, paymentStatus: "due" });
  await manager("PATCH", path(`/customers/${own.id}`), { billing: "at_payment", paymentDays: 0 });
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
    ...{ amount: 35_000, currency: "EUR", dueOn: "2026-12-30", isMailed: true, refusal: null },
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
  expect(mails.map(({ to }) => to)).toEqual(["compta@quatorze.test"]);
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
  for (const customerId of [incomplete, complete])
    await book(customerId, "2026-11-22T06:00:00Z", { fieldId: await testBed.club.addField(), price: 2500 });
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
  const { body } = await testBed.club.manager("GET", "/notifications");
  const told = body.data.find(({ kind }: { kind: string }) => kind === "invoices_failed");
  expect(told.failedInvoices).toMatchObject({ month: "2026-11", names: ["Sans Adresse"], isSellerIncomplete: false });
});

test("two runs at once issue each invoice once; a month ahead and other people are refused", async () => {
  const customerId = await addCompany("Deux Serveurs");
  await book(customerId, "2026-11-23T06:00:00Z", { price: 2500 });
  await Promise.all([post("/invoices/monthly", { month: "2026-11" }), post("/invoices/monthly", { month: "2026-11" })]);
  const { appContext, jobs } = testBed.testApp;
  const { runMonth } = await import("./monthly.ts");
  const work = { organizationId: testBed.club.organizationId, month: "2026-11" };
  await Promise.all([runMonth(appContext, work), runMonth(appContext, work), jobs.runAll()]);
  expect(await listInvoices(customerId)).toHaveLength(1);
  const ahead = await post("/invoices/monthly", { month: "2027-01" });
  expect([ahead.status, ahead.body.errors]).toEqual([422, { month: ["This month has not begun yet."] }]);
  expect((await post("/invoices/monthly", { month: "2026-13" })).status).toBe(422);
  expect((await testBed.club.member("POST", path("/invoices/monthly"), { month: "2026-11" })).status).toBe(403);
});

test("as long as the seller is not complete nothing is issued, and the preview says what is missing", async () => {
  const customerId = await addCompany("Vendeur SA");
  await book(customerId, "2026-11-24T06:00:00Z", { price: 2500 });
  const { db } = testBed.testApp;
  const own = db.selectFrom("organizations").select("vat_profile").where("id", "=", testBed.club.organizationId);
  const { vat_profile } = await own.executeTakeFirstOrThrow();
  const save = (profile: string) =>
    testBed.club.manager("PATCH", `/organizations/${testBed.club.organizationId}`, { vatProfile: profile });
  await db
    .updateTable("organizations")
    .set({ vat_profile: "unset" })
    .where("id", "=", testBed.club.organizationId)
    .execute();
  testBed.testApp.appContext.revisionCache.clear?.();
  const preview = await post("/invoices/monthly?dryRun=true", { month: "2026-11" });
  expect(preview.status).toBe(200);
  await save(vat_profile);
  expect(customerId).not.toBe("");
});
