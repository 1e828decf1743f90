import { afterAll, beforeAll, expect, test } from "vitest";
import { raiseRevision } from "#server/kit/db/revision-cache.ts";
import { createVatTestBed, type VatTestBed } from "#tests/support/vat-test-bed.ts";

let bed: VatTestBed;
beforeAll(async () => {
  bed = await createVatTestBed();
});
afterAll(() => bed.testBed.close());

const call = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
  bed.testBed.club.manager(method, bed.testBed.club.path(path), body, { "accept-language": "fr" });
const readFile = async (month: string) =>
  String((await call("GET", `/accounting/e-reporting/${month}.csv`)).body)
    .trimEnd()
    .split("\r\n");

async function bookFor(customerId: string, price: number, vatRate: number): Promise<string> {
  await bed.setVatRate(vatRate);
  const draft = { customer: { customerId }, price, priceReason: "Agreed", startTime: bed.freeSlot() };
  return (await bed.testBed.book(bed.testBed.club.manager, draft)).id;
}

test("sales to consumers are reported by day, category and rate, payments for services by day and rate; companies' are not", async () => {
  const customerId = await bed.debtors.addCustomer("Moreau");
  const balls = await bed.post("/products", { name: "Balls", kind: "goods", price: 600 });
  await bed.post("/sales", {
    ...{ customerId, payment: { method: "cash" } },
    lines: [{ productId: balls.body.data.id, quantity: 2 }],
  });
  const court = await bookFor(customerId, 2400, 2000);
  const paid = await bed.post(`/events/${court}/payments`, { method: "cash", amount: 2400 });
  await bed.setClock("2026-06-02T09:00:00Z");
  await bed.post(`/payments/${paid.body.data.id}/refund`, { amount: 600, reason: "Rain" });
  const ticket = await bookFor(customerId, 200, 550);
  await bed.post(`/events/${ticket}/payments`, { method: "check", amount: 200 });
  const company = await call("POST", "/customers", { kind: "company", legalName: "Société Martin" });
  const theirs = await bookFor(company.body.data.id, 5000, 2000);
  expect((await bed.post(`/events/${theirs}/payments`, { method: "transfer", amount: 5000 })).status).toBe(201);

  expect(await readFile("2026-06")).toEqual([
    "\uFEFFTransmis;Date;Catégorie;Taux;HT;TVA;TTC;Devise",
    'Ventes;2026-06-01;TLB1;"20,000";"10,00";"2,00";"12,00";EUR',
    'Ventes;2026-06-01;TPS1;"20,000";"20,00";"4,00";"24,00";EUR',
    'Ventes;2026-06-02;TPS1;"20,000";"-5,00";"-1,00";"-6,00";EUR',
    'Ventes;2026-06-02;TPS1;"5,500";"1,90";"0,10";"2,00";EUR',
    'Paiements;2026-06-01;;"20,000";"20,00";"4,00";"24,00";EUR',
    'Paiements;2026-06-02;;"20,000";"-5,00";"-1,00";"-6,00";EUR',
    'Paiements;2026-06-02;;"5,500";"1,90";"0,10";"2,00";EUR',
  ]);
  expect(await readFile("2026-07")).toHaveLength(1);
});

test("what bears no tax is reported as not taxed, and its payment is not", async () => {
  await bed.setClock("2026-08-03T09:00:00Z");
  const customerId = await bed.debtors.addCustomer("Petit");
  const eventId = await bookFor(customerId, 1000, 0);
  await bed.post(`/events/${eventId}/payments`, { method: "cash", amount: 1000 });
  expect((await readFile("2026-08")).slice(1)).toEqual(['Ventes;2026-08-03;TNT1;"0,000";"10,00";"0,00";"10,00";EUR']);
});

test("payments are not reported where VAT on debits was due with the invoice; those of invoices from before still are", async () => {
  await bed.setClock("2026-09-01T09:00:00Z");
  const customerId = await bed.debtors.addCustomer("Lopez");
  const before = await bookFor(customerId, 2400, 2000);
  await bed.post(`/events/${before}/payments`, { method: "cash", amount: 2400 });
  expect((await call("PATCH", "", { vatOnDebits: true })).status).toBe(200);
  const after = await bookFor(customerId, 1200, 2000);
  await bed.post(`/events/${after}/payments`, { method: "cash", amount: 1200 });
  expect((await readFile("2026-09")).slice(1)).toEqual([
    'Ventes;2026-09-01;TPS1;"20,000";"30,00";"6,00";"36,00";EUR',
    'Paiements;2026-09-01;;"20,000";"20,00";"4,00";"24,00";EUR',
  ]);
  expect((await call("PATCH", "", { vatOnDebits: false })).status).toBe(200);
});

test("of one booking, the part paid before VAT on debits was chosen is reported, and the rest is not", async () => {
  await bed.setClock("2026-10-01T09:00:00Z");
  const customerId = await bed.debtors.addCustomer("Martin");
  const eventId = await bookFor(customerId, 2400, 2000);
  await bed.post(`/events/${eventId}/payments`, { method: "cash", amount: 1000 });
  expect((await call("PATCH", "", { vatOnDebits: true })).status).toBe(200);
  await bed.setClock("2026-10-20T09:00:00Z");
  await bed.post(`/events/${eventId}/payments`, { method: "cash", amount: 1400 });
  const payments = (await readFile("2026-10")).filter((line) => line.startsWith("Paiements"));
  expect(payments).toEqual(['Paiements;2026-10-01;;"20,000";"8,33";"1,67";"10,00";EUR']);
  expect((await call("PATCH", "", { vatOnDebits: false })).status).toBe(200);
});

test("a wrong month, and a seller in another country, have none; it is for who keeps the books", async () => {
  for (const wrong of ["2026", "2026-13", "june"]) {
    const { status } = await call("GET", `/accounting/e-reporting/${wrong}.csv`);
    expect([wrong, status]).toEqual([wrong, 404]);
  }
  const { club, testApp } = bed.testBed;
  const staff = testApp.as(await testApp.member(club.organizationId, 3));
  expect((await staff("GET", club.path("/accounting/e-reporting/2026-06.csv"))).status).toBe(403);
  await testApp.db
    .updateTable("organizations")
    .set({ country_id: 840 })
    .where("id", "=", club.organizationId)
    .execute();
  await raiseRevision(testApp.db, club.organizationId);
  const refused = await club.manager("GET", club.path("/accounting/e-reporting/2026-06.csv"));
  expect([refused.status, refused.body.message]).toEqual([404, "Only organizations in France have e-reporting."]);
});
