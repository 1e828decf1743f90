import { afterAll, beforeAll, expect, test } from "vitest";
import type { InvoiceListItem } from "#contract/invoices.ts";
import type { PaymentDetail } from "#contract/payments.ts";
import { readPdf, removeSpaces } from "#tests/fixtures/invoice-fixtures.ts";
import { listChargeFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import type { InvoiceContent } from "./content.ts";
import { buildFacturX } from "./factur-x.ts";
import { findPrintableInvoice, findOrRenderPdf } from "./stored-files.ts";

const PRICE = 1800;
const DUE_ON = "2026-06-15";
let testBed: PaymentTestBed;
let debtors: Debtors;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
});
afterAll(() => testBed.close());

const post = (path: string, body: object, key?: string) =>
  testBed.club.manager("POST", testBed.club.path(path), body, key ? { "idempotency-key": key } : undefined);
async function listInvoices(customerId: string): Promise<InvoiceListItem[]> {
  return (await testBed.club.manager("GET", testBed.club.path(`/invoices?customerId=${customerId}`))).body.data;
}
/** A customer with as many open bookings, the earliest first. */
async function addDebtor(lastName: string, count: number, more: object = {}) {
  const bookings = Array.from({ length: count }, () => ({}));
  const debtor = await debtors.addDebtor(lastName, bookings, more);
  const { customerId, chargeIds } = debtor;
  return { ...debtor, draft: { customerId, chargeIds, dueOn: DUE_ON } };
}
const contentOf = async (invoiceId: string): Promise<InvoiceContent> =>
  (await findPrintableInvoice(testBed.testApp.db, testBed.club.organizationId, invoiceId)).content;
const summarize = ({ kind, totalAmount, toPay, dueOn }: InvoiceListItem) => ({ kind, totalAmount, toPay, dueOn });

test("open charges are invoiced before they are paid: a preview issues nothing, and the payments issue no second invoice", async () => {
  const { customerId, eventIds, draft } = await addDebtor("Lebrun", 2);
  const preview = await post("/invoices?dryRun=true", draft);
  expect([preview.status, preview.body.data.invoice.totalAmount]).toEqual([200, 2 * PRICE]);
  expect(preview.body.data.lines).toMatchObject([
    { description: "Court · 60 minutes · Always", detail: expect.stringContaining("Court"), quantity: 1, total: PRICE },
    { description: "Court · 60 minutes · Always", detail: expect.stringContaining("Court"), quantity: 1, total: PRICE },
  ]);
  expect(await listInvoices(customerId)).toEqual([]);
  const issued = await post("/invoices", draft);
  expect([issued.status, issued.body.message]).toEqual([201, "Invoice issued"]);
  const { invoice } = issued.body.data;
  expect(invoice).toMatchObject({
    ...{ kind: "invoice", totalAmount: 2 * PRICE, taxAmount: 600, buyerName: "Zoé Lebrun", dueOn: DUE_ON },
    ...{ toPay: 2 * PRICE, paymentId: null, eventId: null, eventName: null, method: null, customerId },
  });
  const [first = "", second = ""] = eventIds;
  expect((await post(`/events/${first}/payments`, { amount: 800, method: "cash" })).status).toBe(201);
  expect((await listInvoices(customerId)).map(summarize)).toEqual([
    { kind: "invoice", totalAmount: 2 * PRICE, toPay: 2 * PRICE - 800, dueOn: DUE_ON },
  ]);
  const debts = [
    { eventId: first, amount: 1000 },
    { eventId: second, amount: PRICE },
  ];
  const paid = await post("/payments", { method: "check", debts });
  expect(paid.body.data.payments[0].invoices).toMatchObject([{ id: invoice.id }]);
  expect((await listInvoices(customerId)).map(summarize)).toEqual([
    { kind: "invoice", totalAmount: 2 * PRICE, toPay: 0, dueOn: DUE_ON },
  ]);
});

test("the PDF, its XML and the mail say what is to be paid, and until when", async () => {
  const { draft } = await addDebtor("Chevallier", 2, { email: "chevallier@example.test" });
  const { invoice } = (await post("/invoices", draft)).body.data;
  const { organizationId } = testBed.club;
  const { text } = await readPdf(await findOrRenderPdf(testBed.testApp.appContext, organizationId, invoice.id));
  expect(text).toContain(removeSpaces("À régler au plus tard le 15/06/2026"));
  expect(text).toContain(removeSpaces("Échéance15/06/2026"));
  for (const { description, detail } of (await contentOf(invoice.id)).lines) {
    expect(text).toContain(removeSpaces(description));
    expect(text).toContain(removeSpaces(detail));
  }
  const xml = buildFacturX(await findPrintableInvoice(testBed.testApp.db, organizationId, invoice.id));
  expect(xml).toContain("<ram:ID>S1</ram:ID>");
  expect(xml).toContain('<udt:DateTimeString format="102">20260615</udt:DateTimeString>');
  expect(xml).toContain("<ram:TotalPrepaidAmount>0.00</ram:TotalPrepaidAmount>");
  expect(xml).toContain("<ram:DuePayableAmount>36.00</ram:DuePayableAmount>");
  const sent = await post(`/invoices/${invoice.id}/send`, {});
  expect(sent.body.data).toEqual({ email: "chevallier@example.test" });
  const mail = (await testBed.testApp.mails()).findLast(({ subject }) => subject?.includes(invoice.name));
  expect(removeSpaces(mail?.text ?? "")).toContain(
    removeSpaces("Reste à payer : 36,00 €, au plus tard le 15/06/2026."),
  );
});

test("less is owed: a credit note without money lowers what is to be paid, and restored it may be invoiced again", async () => {
  const { customerId, eventIds, chargeIds, draft } = await addDebtor("Petit", 2);
  const [first = ""] = eventIds;
  const { invoice } = (await post("/invoices", draft)).body.data;
  await post(`/events/${first}/cancel`, { reason: "Rain", refund: "none" });
  const [corrected, creditNote] = await listInvoices(customerId);
  expect(creditNote).toMatchObject({
    ...{ kind: "credit_note", totalAmount: -PRICE, taxAmount: -300, correctsId: invoice.id, paymentId: null },
    ...{ method: null, toPay: 0 },
  });
  expect(corrected).toMatchObject({ id: invoice.id, toPay: PRICE });
  const content = await contentOf(creditNote?.id ?? "");
  expect(content).toMatchObject({
    paidOn: null,
    mentions: ["Motif\u00a0: Rain", "Nature de l’opération\u00a0: prestation de services"],
    corrects: { number: invoice.name },
  });
  expect(content.lines.map(({ total, position }) => [total, position])).toEqual([[-PRICE, 0]]);
  const { text } = await readPdf(
    await findOrRenderPdf(testBed.testApp.appContext, testBed.club.organizationId, creditNote?.id ?? ""),
  );
  expect(text).toContain(removeSpaces("Déduit du montant à payer"));
  await post(`/events/${first}/restore`, {});
  const again = await post("/invoices", { ...draft, chargeIds: [chargeIds[0]] });
  expect([again.status, again.body.data.invoice.totalAmount]).toEqual([201, PRICE]);
  expect((await listInvoices(customerId)).map(({ toPay }) => toPay)).toEqual([PRICE, PRICE, 0]);
});

test("a refund corrects the invoice that came before the money, and a part of it its part", async () => {
  const { customerId, eventIds, draft } = await addDebtor("Garcia", 1);
  const [eventId = ""] = eventIds;
  const { invoice } = (await post("/invoices", draft)).body.data;
  expect(invoice).toMatchObject({ eventId, eventName: expect.stringMatching(/^Match/) });
  const paid = await post(`/events/${eventId}/payments`, { amount: PRICE, method: "cash" });
  const refund = testBed.club.path(`/payments/${paid.body.data.id}/refund`);
  testBed.testApp.clock.advance(1000);
  const back = await testBed.club.manager("POST", refund, { amount: 600, reason: "Rain" });
  expect(
    back.body.data.invoices.map(({ name, kind, totalAmount }: InvoiceListItem) => [kind, totalAmount, name]),
  ).toEqual([
    ["invoice", PRICE, invoice.name],
    ["credit_note", -600, expect.stringMatching(/^AV-/)],
  ]);
  expect((await listInvoices(customerId)).map(({ totalAmount, taxAmount }) => [totalAmount, taxAmount])).toEqual([
    [PRICE, 300],
    [-600, -100],
  ]);
});

test("a part that is paid has its own invoice: what is left of it is invoiced, and what a raised price adds", async () => {
  const { customerId, eventIds, draft } = await addDebtor("Morel", 1);
  const [eventId = ""] = eventIds;
  await post(`/events/${eventId}/payments`, { amount: 700, method: "cash" });
  const rest = await post("/invoices", draft);
  expect(rest.body.data.invoice).toMatchObject({ totalAmount: 1100, toPay: 1100 });
  expect((await contentOf(rest.body.data.invoice.id)).mentions).toEqual([
    expect.stringMatching(/^Match \d+\u00a0: 11,00\u00a0€ sur 18,00\u00a0€$/),
    "Nature de l’opération\u00a0: prestation de services",
  ]);
  await testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), { price: 2400, priceReason: "Lights" });
  expect((await post("/invoices", draft)).body.data.invoice).toMatchObject({ totalAmount: 600, toPay: 600 });
  await post(`/events/${eventId}/payments`, { amount: 1200, method: "cash" });
  const documents = await listInvoices(customerId);
  // Money settles the older of them first.
  expect(documents.map(({ totalAmount, toPay }) => [totalAmount, toPay])).toEqual([
    [600, 500],
    [1100, 0],
    [700, 0],
  ]);
  expect(documents.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(400);
});

test("of two desks that invoice one charge at once, one does; the other hears on which invoice it is", async () => {
  const { draft, customerId } = await addDebtor("Nguyen", 1);
  const answers = await Promise.all([post("/invoices", draft), post("/invoices", draft)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toMatch(/^“Match \d+” is already on invoice FA-2026-\d{6}\.$/);
  expect(await listInvoices(customerId)).toHaveLength(1);
});

test("a double click with one key issues one invoice", async () => {
  const { draft, customerId } = await addDebtor("Okafor", 1);
  const key = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  const [one, other] = await Promise.all([post("/invoices", draft, key), post("/invoices", draft, key)]);
  expect(one.body.data.invoice.id).toBe(other.body.data.invoice.id);
  expect(await listInvoices(customerId)).toHaveLength(1);
});

test("what is paid, of another customer, of another club or due too early or late is refused on its field", async () => {
  const { draft, chargeIds, eventIds, customerId } = await addDebtor("Silva", 1);
  const other = await addDebtor("Roux", 1);
  expect((await post("/invoices", { ...draft, chargeIds: other.chargeIds })).body.errors).toEqual({
    chargeIds: ["Choose what this customer owes."],
  });
  expect((await post("/invoices", { ...draft, dueOn: "2026-05-31" })).body.errors).toHaveProperty("dueOn");
  expect((await post("/invoices", { ...draft, dueOn: "2026-08-01" })).body.errors).toEqual({
    dueOn: [expect.stringContaining("60 days")],
  });
  const stranger = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  expect((await post("/invoices", { ...draft, chargeIds: [...chargeIds, stranger] })).status).toBe(404);
  expect((await post("/invoices", { ...draft, customerId: stranger })).status).toBe(404);
  expect((await testBed.club.member("POST", testBed.club.path("/invoices"), draft)).status).toBe(403);
  await post(`/events/${eventIds[0]}/payments`, { amount: PRICE, method: "cash" });
  const settled = await post("/invoices", draft);
  expect([settled.status, settled.body.message]).toEqual([409, expect.stringMatching(/^Nothing is due for “Match/)]);
  expect(await listInvoices(customerId)).toHaveLength(1);
});

test("a company has an address before its first invoice; its address and numbers are printed, and its credit note keeps them", async () => {
  const company = { kind: "company", legalName: "Quatorze SA", firstName: null, lastName: null };
  const { customerId, draft, eventIds } = await addDebtor("", 1, company);
  const refused = await post("/invoices", draft);
  expect([refused.status, refused.body.message]).toEqual([409, "The address of the company is missing"]);
  const known = {
    ...{ addressLine: "1 rue du Stade", postalCode: "69007", city: "Lyon" },
    ...{ identificationNumber: "732829320", vatNumber: "FR44732829320" },
  };
  const path = testBed.club.path(`/customers/${customerId}`);
  expect((await testBed.club.manager("PATCH", path, known)).status).toBe(200);
  const { invoice } = (await post("/invoices", draft)).body.data;
  const buyer = { name: "Quatorze SA", company: { ...known, region: null, countryId: 250 } };
  const content = await contentOf(invoice.id);
  expect([content.buyer, content.operation]).toEqual([buyer, "services"]);
  expect(content.notes?.map(({ code }) => code)).toEqual(["PMT", "PMD", "AAB", "BAR"]);
  const { organizationId } = testBed.club;
  const { text } = await readPdf(await findOrRenderPdf(testBed.testApp.appContext, organizationId, invoice.id));
  for (const line of ["1 rue du Stade", "69007 Lyon", "732 829 320", "FR44732829320"])
    expect(text).toContain(removeSpaces(line));
  expect((await testBed.club.manager("PATCH", path, { addressLine: "2 rue du Stade" })).status).toBe(200);
  const canceled = await post(`/events/${eventIds[0]}/cancel`, { reason: "By mistake" });
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
  const note = (await listInvoices(customerId)).find(({ kind }) => kind === "credit_note");
  expect((await contentOf(note?.id ?? "")).buyer).toEqual(buyer);
});

test("what a company pays at once names it too, whoever paid", async () => {
  const company = { kind: "company", legalName: "Comptant SA", firstName: null, lastName: null };
  const { customerId, eventIds } = await addDebtor("", 1, { ...company, addressLine: "3 quai Neuf", vatNumber: null });
  expect((await post(`/events/${eventIds[0]}/payments`, { amount: PRICE, method: "cash" })).status).toBe(201);
  const [invoice] = await listInvoices(customerId);
  expect((await contentOf(invoice?.id ?? "")).buyer).toMatchObject({
    ...{ name: "Comptant SA", company: { addressLine: "3 quai Neuf", countryId: 250, vatNumber: null } },
  });
});

test("a booking that becomes another customer's takes its unpaid invoice from the former one", async () => {
  const { draft, eventIds, customerId } = await addDebtor("Dupont", 1);
  await post("/invoices", draft);
  const heir = await debtors.addCustomer("Durand");
  const change = { customer: { customerId: heir }, notify: false };
  expect((await testBed.club.manager("PATCH", testBed.club.path(`/events/${eventIds[0]}`), change)).status).toBe(200);
  expect((await listInvoices(customerId)).map(summarize)).toEqual([
    { kind: "invoice", totalAmount: PRICE, toPay: 0, dueOn: DUE_ON },
    { kind: "credit_note", totalAmount: -PRICE, toPay: 0, dueOn: null },
  ]);
  const again = await post("/invoices", { ...draft, customerId: heir });
  expect(again.body.data.invoice).toMatchObject({ buyerName: "Zoé Durand", toPay: PRICE });
});

test("who takes a booking over gets no document of its former customer: in the mail, in the payments, in the list", async () => {
  const { draft, eventIds, customerId } = await addDebtor("Blanc", 1);
  const [eventId = ""] = eventIds;
  const former = (await post("/invoices", draft)).body.data.invoice;
  const heir = await debtors.addCustomer("Noir", { email: "noir@example.test" });
  const change = { customer: { customerId: heir }, notify: false };
  expect((await testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), change)).status).toBe(200);
  const paid = await post(`/events/${eventId}/payments`, { amount: PRICE, method: "cash" });
  expect(paid.status).toBe(201);
  const [own, ...others] = await listInvoices(heir);
  expect([own?.buyerName, others]).toEqual(["Zoé Noir", []]);
  expect(paid.body.data.invoices.map(({ id }: InvoiceListItem) => id)).toEqual([own?.id]);
  const listPayments = async (id: string): Promise<PaymentDetail[]> =>
    (await testBed.club.manager("GET", testBed.club.path(`/customers/${id}/payments`))).body.data;
  expect((await listPayments(heir)).map(({ invoices }) => invoices.map(({ name }) => name))).toEqual([[own?.name]]);
  expect(await listPayments(customerId)).toEqual([]);
  const [mail, ...more] = (await testBed.testApp.mails()).filter(({ to }) => to?.[0]?.address === "noir@example.test");
  expect(more).toEqual([]);
  const told = JSON.stringify([mail?.subject, mail?.text, mail?.attachments]);
  expect(told).toContain(own?.name);
  const documents = await listInvoices(customerId);
  expect(documents.map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
  for (const { name } of [former, ...documents]) expect(told).not.toContain(name);
});

test("after all this, documents, charges and payments add up", async () => {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});
