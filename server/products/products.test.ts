import { afterAll, beforeAll, expect, test } from "vitest";
import type { Product, TaxRate } from "#contract/products.ts";
import { buildFacturX } from "#server/invoices/factur-x.ts";
import type { InvoiceContent } from "#server/invoices/content.ts";
import { issueInvoice } from "#server/invoices/follow-payments.ts";
import { insertPayment } from "#tests/fixtures/payment-rows.ts";
import { createTestApp, monday, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

const VISITOR = { name: "Zoé Lebrun" };
const MEMBER_ROLE = 4;

let testApp: TestApp;
let admin: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = testApp.as(await testApp.person({ platformAdmin: true }));
});
afterAll(() => testApp.close());

async function createClub() {
  const { body } = await admin("POST", "/setup", {
    name: "Padel des Monts",
    countryId: 250,
    placeId: "manual:",
    address: { line1: "8 rue du Lac", postalCode: "69003", city: "Lyon", countryCode: "FR" },
    courts: [{ sportId: 2, space: "indoor", count: 2 }],
    hours: { week: { start: "00:00", end: "00:00" }, weekend: { start: "00:00", end: "00:00" } },
    prices: { normal: 2400, peak: 2400, peakFrom: "17:00" },
  });
  const id: string = body.data.organization.id;
  const seller = { vat_profile: "standard", vat_number: "FR44732829320", identification_number: "732829320" };
  await testApp.db.updateTable("organizations").set(seller).where("id", "=", id).execute();
  const path = (rest: string) => `/organizations/${id}${rest}`;
  const [pattern] = (await admin("GET", path("/price-patterns"))).body.data;
  const fieldIds: string[] = body.data.fields.map((field: { id: string }) => field.id);
  return {
    id,
    path,
    patternId: pattern.id as string,
    list: async () => (await admin("GET", path("/products"))).body.data as Product[],
    rates: async () => (await admin("GET", path("/tax-rates"))).body.data as TaxRate[],
    async book(customer: object, hour: number, more: object = {}) {
      const startTime = monday.replace("T08", `T${String(hour).padStart(2, "0")}`);
      const draft = {
        fieldId: fieldIds[0],
        startTime,
        duration: 60,
        type: "training",
        name: "Padel",
        customer,
        ...more,
      };
      const answer = await admin("POST", path("/events"), draft);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data.id as string;
    },
    async invoice(eventId: string) {
      const { db, appContext, clock } = testApp;
      const paymentId = await insertPayment(db, { organizationId: id, eventId, now: clock.now(), amount: 2400 });
      await db
        .transaction()
        .execute((inner) =>
          issueInvoice({ db: inner, appContext, now: clock.now(), organizationId: id }, { paymentId }),
        );
      return db.selectFrom("invoices").selectAll().where("payment_id", "=", paymentId).executeTakeFirstOrThrow();
    },
  };
}
type Club = Awaited<ReturnType<typeof createClub>>;

async function createMember({ path }: Club) {
  const draft = { kind: "person", firstName: "Marc", lastName: "Roux", roleIds: [MEMBER_ROLE] };
  const { body } = await admin("POST", path("/customers"), draft);
  return { customerId: body.data.id as string };
}

test("a new club of France has a product of each kind and the rates of its country, in French", async () => {
  const club = await createClub();
  const products = await club.list();
  expect(products.map(({ kind, name }) => [kind, name]).toSorted()).toEqual([
    ["court", "Location de terrain"],
    ["extra", "Suppléments"],
    ["fee", "Frais"],
    ["goods", "Articles"],
    ["pack", "Carnets"],
    ["subscription", "Abonnement"],
    ["voucher", "Bons cadeaux"],
  ]);
  expect(products.every(({ isDefault, taxRateId }) => isDefault && taxRateId === null)).toBe(true);
  expect((await club.rates()).map(({ rate, isExempt }) => [rate, isExempt])).toEqual([
    [20_000, false],
    [10_000, false],
    [5500, false],
    [2100, false],
    [0, true],
  ]);
});

test("a club that is exempt for its members only invoices them without VAT, with the reason, and visitors with it", async () => {
  const club = await createClub();
  const exempt = (await club.rates()).find(({ isExempt }) => isExempt);
  const court = (await club.list()).find(({ kind }) => kind === "court");
  const categoryRates = [{ roleId: MEMBER_ROLE, taxRateId: exempt?.id }];
  expect((await admin("PATCH", club.path(`/products/${court?.id}`), { categoryRates })).status).toBe(200);
  const ofVisitor = await club.invoice(await club.book(VISITOR, 10));
  expect([ofVisitor.total_amount, ofVisitor.tax_amount]).toEqual([2400, 400]);
  const ofMember = await club.invoice(await club.book(await createMember(club), 12));
  expect([ofMember.total_amount, ofMember.tax_amount]).toEqual([2400, 0]);
  const content = ofMember.content as InvoiceContent;
  expect(content.rates).toEqual([{ rate: 0, isExempt: true, net: 2400, vat: 0, gross: 2400 }]);
  expect(content.mentions).toEqual([
    "Nature de l’opération : prestation de services",
    "Exonération de TVA, art. 261-7-1° du CGI",
  ]);
  const xml = buildFacturX({
    ...{ number: "FA-2026-000001", kind: "invoice", language: "fr", currency: "EUR", content },
    ...{ issuedOn: "2026-06-01", suppliedOn: "2026-06-01", createdAt: testApp.clock.now() },
  });
  expect(xml).toContain("<ram:ExemptionReasonCode>VATEX-FR-CGI261-7</ram:ExemptionReasonCode>");
  expect(xml.match(/<ram:CategoryCode>E<\/ram:CategoryCode>/g)).toHaveLength(2);
});

test("what was booked keeps its rate, and the next booking has the new one", async () => {
  const club = await createClub();
  const reduced = (await club.rates()).find(({ rate }) => rate === 5500);
  const product = { name: "Padel", kind: "court", taxRateId: reduced?.id };
  const { data: made } = (await admin("POST", club.path("/products"), product)).body;
  const before = await club.book(VISITOR, 10);
  await admin("PATCH", club.path(`/price-patterns/${club.patternId}`), { productId: made.id });
  const after = await club.book(VISITOR, 12);
  await admin("PATCH", club.path(`/products/${made.id}`), { taxRateId: null });
  expect((await club.invoice(before)).tax_amount).toBe(400);
  // 24.00 at 5.5 %: 22.75 and 1.25.
  expect((await club.invoice(after)).tax_amount).toBe(125);
});

test("a rate has thousandths of a percent, and the organization's own price the default product's", async () => {
  const club = await createClub();
  const rate = (await admin("POST", club.path("/tax-rates"), { name: "Sales tax", rate: 8875 })).body.data;
  const court = (await club.list()).find(({ kind }) => kind === "court");
  await admin("PATCH", club.path(`/products/${court?.id}`), { taxRateId: rate.id });
  const { content, tax_amount } = await club.invoice(await club.book(VISITOR, 10, { price: 2400 }));
  // 24.00 ÷ 1.08875 = 22.0436…
  expect(tax_amount).toBe(196);
  expect((content as InvoiceContent).rates).toEqual([{ rate: 887.5, net: 2204, vat: 196, gross: 2400 }]);
});

test("default products stay active and of their kind; what others have, and what is not offered, is refused", async () => {
  const [club, other] = [await createClub(), await createClub()];
  const court = (await club.list()).find(({ kind }) => kind === "court");
  const [foreign] = await other.rates();
  const refusals = await Promise.all([
    admin("PATCH", club.path(`/products/${court?.id}`), { active: false }),
    admin("PATCH", club.path(`/products/${court?.id}`), { kind: "fee" }),
    admin("PATCH", club.path(`/products/${court?.id}`), { taxRateId: foreign?.id }),
    admin("POST", club.path("/products"), {
      ...{ name: "Lessons", kind: "coaching" },
      categoryRates: [
        { roleId: 1, taxRateId: foreign?.id },
        { roleId: 999, taxRateId: foreign?.id },
      ],
    }),
    admin("POST", club.path("/tax-rates"), { name: "Odd", rate: 5500, isExempt: true }),
    admin("PATCH", other.path(`/price-patterns/${other.patternId}`), { productId: court?.id }),
  ]);
  expect(refusals.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ["active"]],
    [422, ["kind"]],
    [422, ["taxRateId"]],
    [
      422,
      ["categoryRates.0.taxRateId", "categoryRates.1.taxRateId", "categoryRates.0.roleId", "categoryRates.1.roleId"],
    ],
    [422, ["rate"]],
    [422, ["productId"]],
  ]);
  expect((await admin("PATCH", other.path(`/products/${court?.id}`), { name: "Mine" })).status).toBe(404);
});

test("an archived rate and product stay where they are, and are offered to nothing else", async () => {
  const club = await createClub();
  const [normal] = await club.rates();
  const draft = { name: "Padel", kind: "court", taxRateId: normal?.id };
  const made = (await admin("POST", club.path("/products"), draft)).body.data;
  await admin("PATCH", club.path(`/tax-rates/${normal?.id}`), { active: false });
  expect((await admin("PATCH", club.path(`/products/${made.id}`), { ...draft, name: "Padel 4" })).status).toBe(200);
  expect((await admin("POST", club.path("/products"), draft)).status).toBe(422);
  await admin("PATCH", club.path(`/products/${made.id}`), { active: false });
  expect((await admin("PATCH", club.path(`/price-patterns/${club.patternId}`), { productId: made.id })).status).toBe(
    422,
  );
  expect((await admin("PATCH", club.path(`/products/${made.id}`), { active: true })).body.data.active).toBe(true);
});

test("products of a club in Luxembourg are named in French, as its invoices are, without the rates of France", async () => {
  const { body } = await admin("POST", "/setup", {
    name: "Padel Kirchberg",
    countryId: 442,
    placeId: "manual:",
    address: { line1: "1 rue du Fort Thüngen", postalCode: "1499", city: "Luxembourg", countryCode: "LU" },
    courts: [{ sportId: 2, count: 1 }],
    hours: { week: { start: "08:00", end: "22:00" }, weekend: { start: "09:00", end: "20:00" } },
    prices: { normal: 2400 },
  });
  const { id } = body.data.organization;
  const products: Product[] = (await admin("GET", `/organizations/${id}/products`)).body.data;
  expect(products.map(({ name }) => name)).toContain("Location de terrain");
  expect((await admin("GET", `/organizations/${id}/tax-rates`)).body.data).toEqual([]);
});
