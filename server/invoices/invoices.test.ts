import type { AddressInfo } from "node:net";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { removeSpaces, readPdf } from "#tests/fixtures/invoice-fixtures.ts";
import { insertPayment, insertRefund } from "#tests/fixtures/payment-rows.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { issueCreditNote, issueInvoice } from "./follow-payments.ts";

let testApp: TestApp;
let admin: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = testApp.as(await testApp.person({ platformAdmin: true }));
});
afterAll(() => testApp.close());

async function createClub(name = "Club") {
  const id = await testApp.organization(name);
  const { eventId } = await testApp.seedOneOfEach(id);
  const owner = testApp.as(await testApp.member(id, 1));
  const change = { price: 1200, price_lines: "[]", vat_rate: 2000 };
  await testApp.db.updateTable("events").set(change).where("id", "=", eventId).execute();
  const inTransaction = (work: (scene: Parameters<typeof issueInvoice>[0]) => Promise<void>) =>
    testApp.db
      .transaction()
      .execute((db) => work({ db, appContext: testApp.appContext, now: testApp.clock.now(), organizationId: id }));
  return {
    id,
    eventId,
    owner,
    path: (rest: string) => `/organizations/${id}${rest}`,
    async pay(amount: number, payerName: string, buyer?: Person, currency = "EUR") {
      const draft = { organizationId: id, eventId, now: testApp.clock.now(), amount, payerName, currency };
      const paymentId = await insertPayment(testApp.db, { ...draft, userId: buyer?.id ?? null });
      await inTransaction((scene) => issueInvoice(scene, { paymentId }));
      return paymentId;
    },
    async refund(paymentId: string, amount: number) {
      const refundId = await insertRefund(testApp.db, {
        organizationId: id,
        paymentId,
        now: testApp.clock.now(),
        amount,
      });
      await inTransaction((scene) => issueCreditNote(scene, { refundId }));
    },
  };
}
type Club = Awaited<ReturnType<typeof createClub>>;

async function createClubWithInvoices(name?: string): Promise<Club & { buyer: Person }> {
  const club = await createClub(name);
  const buyer = await testApp.person({ firstName: "Élise", lastName: "Roux", language: "fr" });
  testApp.clock.set("2026-06-01T08:00:00.000Z");
  const first = await club.pay(1200, "Élise Roux", buyer);
  testApp.clock.set("2026-06-30T21:59:00.000Z");
  await club.pay(600, "=Walk; in");
  testApp.clock.set("2026-06-30T22:01:00.000Z");
  await club.pay(1000, "Zoé", undefined, "USD");
  await club.refund(first, 200);
  testApp.clock.set("2026-06-01T08:00:00.000Z");
  return { ...club, buyer };
}

test("invoices are listed latest first, and found by number, buyer, kind, payment and day", async () => {
  const { owner, path } = await createClubWithInvoices();
  const names = async (query = "") =>
    (await owner("GET", path(`/invoices${query}`))).body.data.map((one: { name: string }) => one.name);
  const all = ["FA-2026-000003", "AV-2026-000001", "FA-2026-000002", "FA-2026-000001", "FA-2025-000001"];
  expect(await names()).toEqual(all);
  expect(await names("?q=elise")).toEqual(["AV-2026-000001", "FA-2026-000001"]);
  expect(await names("?q=2026-000002")).toEqual(["FA-2026-000002"]);
  expect(await names("?kind=credit_note")).toEqual(["AV-2026-000001"]);
  // The date of issue is local: 22:00 UTC on the last of June is July in Paris.
  expect(await names("?from=2026-06-01&to=2026-06-30")).toEqual(["FA-2026-000002", "FA-2026-000001"]);
  expect(await names("?from=2026-07-01")).toEqual(["FA-2026-000003", "AV-2026-000001"]);
  expect(await names("?per_page=2&page=2")).toEqual(["FA-2026-000002", "FA-2026-000001"]);
  const { body } = await owner("GET", path("/invoices?q=AV-"));
  expect(body.data[0]).toMatchObject({
    kind: "credit_note",
    totalAmount: -200,
    taxAmount: -33,
    correctsName: "FA-2026-000001",
    method: "card",
    eventName: "Morning training",
    rates: [{ rate: 2000, net: -167, vat: -33, gross: -200 }],
  });
  const { paymentId } = body.data[0];
  expect(await names(`?paymentId=${paymentId}`)).toEqual(["AV-2026-000001", "FA-2026-000001"]);
  expect((await owner("GET", path("/invoices?from=yesterday"))).status).toBe(422);
});

test("sums are those of what is filtered, by currency, and credit notes count negatively", async () => {
  const { owner, path } = await createClubWithInvoices();
  const sums = async (query = "") => (await owner("GET", path(`/invoices-sums${query}`))).body.data;
  expect(await sums("?from=2026-01-01")).toEqual([
    { currency: "EUR", taxName: "vat", count: 3, totalAmount: 1600, taxAmount: 267 },
    { currency: "USD", taxName: "vat", count: 1, totalAmount: 1000, taxAmount: 167 },
  ]);
  expect(await sums("?q=roux&kind=invoice")).toEqual([
    { currency: "EUR", taxName: "vat", count: 1, totalAmount: 1200, taxAmount: 200 },
  ]);
  expect(await sums("?q=nobody")).toEqual([]);
});

test("nobody sees the invoices of another organization; the platform sees all", async () => {
  const [one, other] = [await createClubWithInvoices("One"), await createClubWithInvoices("Other")];
  const listed = await admin("GET", "/organizations/all/invoices?per_page=100&q=FA-2026-000003");
  const names = listed.body.data.map(({ organization }: { organization: { name: string } }) => organization.name);
  expect(names).toEqual(expect.arrayContaining(["One", "Other"]));
  expect((await one.owner("GET", other.path("/invoices"))).status).toBe(404);
  expect((await one.owner("GET", "/organizations/all/invoices")).status).toBe(404);
});

async function someInvoice({ owner, path }: Club, q = "FA-2026-000001"): Promise<string> {
  return (await owner("GET", path(`/invoices?q=${q}`))).body.data[0].id;
}
const pdf = (api: ApiCall, path: string) => api("GET", path, undefined, { accept: "application/pdf" });

test("a PDF is a file of its own, kept once with its checksum, the same each time", async () => {
  const club = await createClubWithInvoices();
  const id = await someInvoice(club);
  const files = () => testApp.db.selectFrom("invoice_files").selectAll().where("invoice_id", "=", id).execute();
  expect(await files()).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => pdf(club.owner, club.path(`/invoices/${id}`))));
  expect(answers[0]?.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="FA-2026-000001.pdf"; filename*=UTF-8''FA-2026-000001.pdf`,
    "cache-control": "no-store",
  });
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const [file, ...more] = await files();
  expect(more).toEqual([]);
  expect(file?.content.toString("latin1").startsWith("%PDF-1.7")).toBe(true);
  const { text } = await readPdf(file?.content ?? Buffer.of());
  for (const phrase of ["Facture", "FA-2026-000001", "Élise Roux", "12,00 €"])
    expect(text).toContain(removeSpaces(phrase));
  await testApp.jobs.runAll();
  expect(await files()).toEqual([file]);
});

test("an invoice is read by the team with the permission, and by its recipient, also after leaving", async () => {
  const club = await createClubWithInvoices();
  const [one, other] = [await someInvoice(club), await someInvoice(club, "FA-2026-000002")];
  const buyer = testApp.as(club.buyer);
  const status = async (api: ApiCall, id: string, scope = club.id) =>
    (await pdf(api, `/organizations/${scope}/invoices/${id}`)).status;
  expect(await status(buyer, one)).toBe(200);
  expect(await status(buyer, other)).toBe(404);
  expect(await status(buyer, one, testApp.otherOrganizationId)).toBe(404);
  expect(await status(buyer, one, "all")).toBe(404);
  await testApp.join(club.buyer, club.id, 4);
  await testApp.db.updateTable("memberships").set({ active: false }).where("user_id", "=", club.buyer.id).execute();
  expect(await status(buyer, one)).toBe(200);
  expect(await status(testApp.as(await testApp.member(club.id, ["payments.show"])), one)).toBe(404);
  expect(await status(testApp.as(await testApp.member(club.id, 4)), one)).toBe(404);
  expect(await status(testApp.as(await testApp.member(club.id, 3)), one)).toBe(200);
  expect(await status(admin, one)).toBe(200);
  expect(await status(admin, one, "all")).toBe(200);
  expect(await status(admin, one, testApp.otherOrganizationId)).toBe(404);
  expect(await status(admin, "0190a0b0-0000-7000-8000-000000000000")).toBe(404);
  expect(await status(testApp.as(null), one)).toBe(401);
  const archived = { archived_at: testApp.clock.now() };
  await testApp.db.updateTable("organizations").set(archived).where("id", "=", club.id).execute();
  expect([await status(buyer, one), await status(club.owner, one)]).toEqual([200, 404]);
});

test("a job renders issued invoices as PDF, and its schedule those that were missed", async () => {
  const { id, pay } = await createClub();
  await testApp.jobs.runAll();
  await pay(1200, "Élise Roux");
  const printed = async () => {
    const rows = await testApp.db
      .selectFrom("invoice_files")
      .select("invoice_id")
      .where("organization_id", "=", id)
      .execute();
    return rows.length;
  };
  expect(await printed()).toBe(0);
  await testApp.jobs.runAll();
  expect(await printed()).toBe(1);
  await testApp.db.transaction().execute(async (db) => {
    const sent = { ...testApp.appContext, jobs: { ...testApp.appContext.jobs, send: async () => undefined } };
    const draft = { organizationId: id, now: testApp.clock.now(), amount: 600 };
    const { id: eventId } = await db
      .selectFrom("events")
      .select("id")
      .where("organization_id", "=", id)
      .executeTakeFirstOrThrow();
    const paymentId = await insertPayment(db, { ...draft, eventId });
    await issueInvoice({ db, appContext: sent, now: draft.now, organizationId: id }, { paymentId });
  });
  await testApp.jobs.runAll();
  expect(await printed()).toBe(1);
  await testApp.jobs.runScheduled("invoices.print");
  expect(await printed()).toBe(2);
});

test("a month is a ZIP of its PDFs, with a list for the accountant", async () => {
  const club = await createClubWithInvoices();
  const url = `/api/v1${club.path("/invoices-month/2026-06.zip")}`;
  const owner = await testApp.member(club.id, 1);
  const headers = { authorization: `Bearer ${owner.token}`, "accept-language": "fr" };
  const answer = await testApp.app.inject({ method: "GET", url, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="Factures-2026-06.zip"; filename*=UTF-8''Factures%202026-06.zip`,
  });
  const files = readZip(answer.rawPayload);
  expect(Object.keys(files)).toEqual(["FA-2026-000001.pdf", "FA-2026-000002.pdf", "Factures 2026-06.csv"]);
  const { text } = await readPdf(files["FA-2026-000002.pdf"] ?? Buffer.of());
  expect(text).toContain("=Walk;in");
  const csv = files["Factures 2026-06.csv"]?.toString() ?? "";
  expect(csv.startsWith("\uFEFFNuméro;Nature;")).toBe(true);
  const rows: Record<string, string>[] = parse(csv, { bom: true, delimiter: ";", columns: true });
  expect(rows[0]).toMatchObject({
    Numéro: "FA-2026-000001",
    Nature: "Facture",
    "Date d’émission": "2026-06-01",
    Client: "Élise Roux",
    "Moyen de paiement": "Carte, en ligne",
    "Total HT": "10,00",
    "Total TTC": "12,00",
    "HT à 20\u00a0%": "10,00",
    "TVA à 20\u00a0%": "2,00",
    "HT à 5,5\u00a0%": "0,00",
    "Sans TVA": "0,00",
  });
  expect(rows[1]).toMatchObject({ Client: "'=Walk; in" });
  expect((await testApp.app.inject({ method: "HEAD", url, headers })).statusCode).toBe(200);
  for (const month of ["2026-13", "2026", "2026-6", "x"])
    expect((await club.owner("GET", club.path(`/invoices-month/${month}.zip`))).status).toBe(404);
});

test("a month without invoices has an empty list; of the platform each organization has a folder", async () => {
  const club = await createClubWithInvoices("A/B: Club");
  const person = await testApp.person({ platformAdmin: true });
  const inject = async (path: string) => {
    const headers = { authorization: `Bearer ${person.token}` };
    return readZip(
      (await testApp.app.inject({ method: "GET", url: `/api/v1/organizations/${path}`, headers })).rawPayload,
    );
  };
  expect(Object.keys(await inject(`${club.id}/invoices-month/2024-01.zip`))).toEqual(["Invoices 2024-01.csv"]);
  const july = await inject("all/invoices-month/2026-07.zip");
  const folder = `A B  Club ${club.id.slice(-6)}`;
  expect(Object.keys(july)).toEqual(
    expect.arrayContaining([`${folder}/AV-2026-000001.pdf`, `${folder}/FA-2026-000003.pdf`]),
  );
  expect(july["Invoices 2026-07.csv"]?.toString()).toContain("A/B: Club");
});

test("a download that is aborted stops the export of invoices", async () => {
  const club = await createClub();
  for (let index = 0; index < 40; index++) await club.pay(1200, `Buyer ${index}`);
  const owner = await testApp.member(club.id, 1);
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = testApp.app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${club.path("/invoices-month/2026-06.zip")}`, {
    headers: { authorization: `Bearer ${owner.token}` },
    signal: leaving.signal,
  });
  const reader = answer.body?.getReader();
  await reader?.read();
  leaving.abort();
  await reader?.read().catch(() => undefined);
  const count = async () => {
    const rows = await testApp.db
      .selectFrom("invoice_files")
      .select("invoice_id")
      .where("organization_id", "=", club.id)
      .execute();
    return rows.length;
  };
  let printed = await count();
  const isAtRest = async () => {
    const before = printed;
    printed = await count();
    return printed === before;
  };
  // Jobs that are running go on to their end.
  await expect.poll(isAtRest, { interval: 1000, timeout: 15_000 }).toBe(true);
  expect(printed).toBeLessThan(40);
});

test("exported, the list has the columns of the accountant, with its filters", async () => {
  const { owner, path } = await createClubWithInvoices();
  const answer = await owner("GET", path("/export/invoices.csv?kind=invoice&from=2026-07-01"));
  const rows: Record<string, string>[] = parse(answer.body as string, { bom: true, columns: true });
  expect(rows).toMatchObject([
    { Number: "FA-2026-000003", Currency: "USD", "Incl. VAT": "10.00", "VAT at 20%": "1.67" },
  ]);
  expect((await owner("GET", path("/export/payments.csv?q=roux"))).status).toBe(200);
});

test("an invoice is mailed with its PDF to the customer, or where the desk says, and not without an address", async () => {
  const club = await createClub("Club of mails");
  await club.pay(1200, "Élise Roux");
  const [invoice] = (await club.owner("GET", club.path("/invoices"))).body.data;
  const send = (body: object) => club.owner("POST", club.path(`/invoices/${invoice.id}/send`), body);
  const event = testApp.db.updateTable("events").where("organization_id", "=", club.id).where("id", "=", club.eventId);
  await event.set({ user_id: null, customer_id: null }).execute();
  const refused = await send({});
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["email"]]);
  const typed = await send({ email: "Accounts@Example.test " });
  expect([typed.status, typed.body.data.email]).toEqual([200, "accounts@example.test"]);
  const customer = { kind: "person", firstName: "Élise", lastName: "Roux", email: "elise.roux@example.test" };
  const { id: customerId } = (await club.owner("POST", club.path("/customers"), customer)).body.data;
  await event.set({ customer_id: customerId }).execute();
  expect((await send({})).body.data.email).toBe("elise.roux@example.test");
  const mail = (await testApp.mails()).findLast(({ to }) => to?.[0]?.address === "elise.roux@example.test");
  expect(mail?.subject).toContain(invoice.name);
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([`${invoice.name}.pdf`]);
  const other = await createClub("Another club");
  expect((await other.owner("POST", other.path(`/invoices/${invoice.id}/send`), {})).status).toBe(404);
  const entries = (await club.owner("GET", club.path("/activity"))).body.data as { act: string; subjectName: string }[];
  expect(entries.find(({ act }) => act === "invoices.send")?.subjectName).toBe(invoice.name);
});
