import { afterAll, beforeAll, expect, test } from "vitest";
import type { InvoiceListItem } from "#contract/invoices.ts";
import type { Database } from "#server/kit/db/database.ts";
import { updateEventTotals } from "#server/payments/ledger.ts";
import { insertPayment } from "#tests/fixtures/payment-rows.ts";
import { listChargeFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { sumHeld } from "./credit-notes.ts";
import { allocateInvoiceNumber, buildInvoiceRow, draftInvoice, invoiceSeriesOfDraft } from "./issue.ts";
import { findInvoicedPayment } from "./queries.ts";

const PRICE = 1800;
const DUE_ON = "2026-06-15";
let testBed: PaymentTestBed;
let debtors: Debtors;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
});
afterAll(() => testBed.close());

const post = (path: string, body: object) => testBed.club.manager("POST", testBed.club.path(path), body);
const changePrice = (eventId: string, price: number) =>
  testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), { price, priceReason: "Lights" });

async function addDebtor(lastName: string) {
  const { customerId, eventIds, chargeIds } = await debtors.addDebtor(lastName, [{}]);
  return { customerId, eventId: eventIds[0] ?? "", draft: { customerId, chargeIds, dueOn: DUE_ON } };
}
/** In the order of their numbers: the amount of each invoice, and of each credit note with that of its invoice. */
async function listDocuments(customerId: string) {
  const path = testBed.club.path(`/invoices?customerId=${customerId}`);
  const documents: InvoiceListItem[] = (await testBed.club.manager("GET", path)).body.data;
  const amountOf = new Map(documents.map(({ id, totalAmount }) => [id, totalAmount]));
  return documents
    .toSorted(
      (a, b) => Number(a.kind === "credit_note") - Number(b.kind === "credit_note") || (a.name < b.name ? -1 : 1),
    )
    .map(({ totalAmount, correctsId, paymentId }) =>
      correctsId ? [totalAmount, amountOf.get(correctsId), paymentId ? "refund" : "deducted"] : [totalAmount],
    );
}

const inTransaction = <T>(work: (context: Parameters<typeof sumHeld>[0] & { db: Database }) => Promise<T>) =>
  testBed.testApp.db.transaction().execute((db) => {
    const { testApp, club } = testBed;
    const { appContext, clock } = testApp;
    return work({ db, appContext, now: clock.now(), organizationId: club.organizationId });
  });

/** As a server of the release before does it: with an invoice that has no lines. */
const payAtFormerServer = (eventId: string, amount: number) =>
  inTransaction(async (context) => {
    const { db, now, organizationId } = context;
    const userId = (await testBed.testApp.person()).id;
    const paymentId = await insertPayment(db, {
      ...{ organizationId, eventId, now, amount, userId },
      ...{ method: "cash", payerName: "Zoé Lebrun" },
    });
    await updateEventTotals(context, eventId);
    const paid = await findInvoicedPayment(db, organizationId, paymentId);
    const draft = draftInvoice(paid, { paymentId, now, earlier: [] });
    const numbered = await allocateInvoiceNumber(db, organizationId, invoiceSeriesOfDraft(draft), "2026-06-01");
    const row = buildInvoiceRow({ ...draft, customerId: null }, { organizationId, now, ...numbered });
    await db
      .insertInto("invoices")
      .values({ ...row, content: JSON.stringify(row.content) })
      .execute();
    return paymentId;
  });

test("a refund credits an invoice that a server of the release before has issued without lines", async () => {
  const { customerId, eventId } = await addDebtor("Lebrun");
  const paymentId = await payAtFormerServer(eventId, PRICE);
  const [before] = await debtors.listCharges(customerId);
  expect([before?.settled, before?.invoiced]).toEqual([PRICE, 0]);
  const refund = await post(`/payments/${paymentId}/refund`, { amount: 600, reason: "Rain" });
  expect(refund.status).toBe(200);
  expect(await listDocuments(customerId)).toEqual([[PRICE], [-600, PRICE, "refund"]]);
  const [after] = await debtors.listCharges(customerId);
  expect([after?.settled, after?.invoiced]).toEqual([1200, 1200]);
});

test("what a server of the release before has invoiced is not invoiced again, paid or not", async () => {
  const { customerId, eventId, draft } = await addDebtor("Morel");
  await payAtFormerServer(eventId, 700);
  await changePrice(eventId, 2400);
  expect((await post("/invoices", draft)).body.data.invoice.totalAmount).toBe(1700);
  expect((await post(`/events/${eventId}/payments`, { amount: 1700, method: "cash" })).status).toBe(201);
  expect(await listDocuments(customerId)).toEqual([[700], [1700]]);
  const other = await addDebtor("Petit");
  await payAtFormerServer(other.eventId, 700);
  expect((await post(`/events/${other.eventId}/payments`, { amount: 1100, method: "check" })).status).toBe(201);
  expect(await listDocuments(other.customerId)).toEqual([[700], [1100]]);
});

test("a refund corrects the invoice that its money has settled, and the unpaid one is deducted without money", async () => {
  const { customerId, eventId, draft } = await addDebtor("Garcia");
  expect((await post("/invoices", draft)).status).toBe(201);
  const paid = await post(`/events/${eventId}/payments`, { amount: PRICE, method: "cash" });
  await changePrice(eventId, 2400);
  expect((await post("/invoices", draft)).body.data.invoice.totalAmount).toBe(600);
  expect((await post(`/payments/${paid.body.data.id}/refund`, { amount: 600, reason: "Rain" })).status).toBe(200);
  expect(await listDocuments(customerId)).toEqual([[PRICE], [600], [-600, 600, "deducted"], [-600, PRICE, "refund"]]);
});

test("a refund of money that came after its invoice leaves the invoices of other payments as they are", async () => {
  const { customerId, eventId, draft } = await addDebtor("Silva");
  await post("/invoices", draft);
  const first = await post(`/events/${eventId}/payments`, { amount: PRICE, method: "cash" });
  await changePrice(eventId, 2400);
  const second = await post(`/events/${eventId}/payments`, { amount: 600, method: "check" });
  await post(`/payments/${first.body.data.id}/refund`, { amount: 500, reason: "Rain" });
  await post(`/payments/${second.body.data.id}/refund`, { amount: 400, reason: "Rain" });
  expect(await listDocuments(customerId)).toEqual([[PRICE], [600], [-500, PRICE, "refund"], [-400, 600, "refund"]]);
});

test("money of other bookings is not held for a booking, nor what was refunded with a credit note", async () => {
  const { eventId } = await addDebtor("Roux");
  const other = await addDebtor("Okafor");
  const paid = await post(`/events/${eventId}/payments`, { amount: 1000, method: "cash" });
  await post(`/events/${other.eventId}/payments`, { amount: PRICE, method: "cash" });
  await post(`/payments/${paid.body.data.id}/refund`, { amount: 300, reason: "Rain" });
  await post(`/payments/${paid.body.data.id}/refund`, { amount: 100, reason: "Rain" });
  expect(await inTransaction((context) => sumHeld(context, { event_id: eventId, charge_id: null }))).toBe(600);
  expect(await inTransaction((context) => sumHeld(context, { event_id: other.eventId, charge_id: null }))).toBe(PRICE);
});

test("after all this, documents, charges and payments add up", async () => {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});
