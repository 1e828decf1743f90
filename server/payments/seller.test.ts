import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { monday } from "#tests/support/test-app.ts";

let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());

const nobody = {
  legal_name: null,
  address_line: null,
  postal_code: null,
  city: null,
  identification_number: null,
  vat_number: null,
  is_unregistered: false,
  vat_number_pending: false,
  vat_profile: "unset",
  seller_due_at: null,
};
const setSeller = (columns: object) =>
  testBed.testApp.db
    .updateTable("organizations")
    .set({ ...nobody, ...columns })
    .where("id", "=", testBed.club.organizationId)
    .execute();
const seller = {
  legalName: "Association du Parc",
  addressLine: "1 rue du Stade",
  postalCode: "69007",
  city: "Lyon",
  identificationNumber: "W691234567",
  vatProfile: "franchise",
};
const settings = () => testBed.club.path("");
const owner = async () => testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 1));

beforeEach(async () => {
  testBed.testApp.clock.set(monday);
  await setSeller({});
});

const { draft, path, ...calls } = {
  draft: (more = {}) => testBed.draft(more),
  path: (rest: string) => testBed.club.path(rest),
  record: (eventId: string) =>
    testBed.club.staff("POST", testBed.club.path(`/events/${eventId}/payments`), { method: "cash", amount: 1800 }),
};
const bookAtDesk = async () => (await testBed.club.staff("POST", path("/events"), draft())).body.data;
const missing =
  "Before money can be taken, say who sells: legal name, address, postal code, town, identification number, and tax on what you sell.";

test("a new French club records nothing until it has said all of who sells, and then what it wanted", async () => {
  const { id } = await bookAtDesk();
  const refused = await calls.record(id);
  expect([refused.status, refused.body.message]).toEqual([409, missing]);
  expect(await testBed.readPayments(id)).toMatchObject({ paid: 0, refusal: missing, actions: ["link", "record"] });
  const french = await testBed.club.staff(
    "POST",
    path(`/events/${id}/payments`),
    { method: "cash", amount: 1800 },
    { "accept-language": "fr" },
  );
  expect(french.body.message).toBe(
    "Avant d’encaisser, complétez l’identité du vendeur\u00a0: raison sociale, adresse, code postal, ville, numéro d’identification et régime de TVA.",
  );
  const answer = await (await owner())("PATCH", settings(), seller);
  expect(answer.body.data).toMatchObject({ ...seller, sellerMissing: [] });
  expect(await testBed.readPayments(id)).toMatchObject({ refusal: null });
  const recorded = await calls.record(id);
  expect(recorded.status).toBe(201);
  expect(recorded.body.data.invoices).toMatchObject([{ taxAmount: 0, totalAmount: 1800 }]);
});

test("links, pages to pay and accounts for payments are refused with the same words, and nothing is kept", async () => {
  const { id } = await bookAtDesk();
  const link = await testBed.club.staff("POST", path(`/events/${id}/payment-link`), { email: "anna@walk.example" });
  expect([link.status, link.body.message]).toEqual([409, missing]);
  const page = await testBed.club.staff("POST", path(`/events/${id}/checkout`), {});
  expect([page.status, page.body.message]).toEqual([409, missing]);
  const bankAccount = { active: true, holder: "Club", iban: "FR7630006000011234567890189", paymentDays: 5 };
  const account = await (await owner())("PUT", path("/bank-account"), bankAccount);
  expect([account.status, account.body.message]).toEqual([409, missing]);
  expect((await (await owner())("PUT", path("/bank-account"), { ...bankAccount, active: false })).status).toBe(200);
  expect((await (await owner())("POST", path("/payments-account"), {})).status).toBe(409);
  expect((await testBed.readPayments(id)).payments).toEqual([]);
});

test("members are told that nothing can be paid yet, not what the team has left out", async () => {
  const { memberPerson, member } = testBed.club;
  const atDesk = draft({ customer: { userId: memberPerson.id } });
  const { id } = (await testBed.club.staff("POST", path("/events"), atDesk)).body.data;
  const plain = "This organization cannot take payments yet. Please ask its team.";
  const { status, body } = await member("POST", path(`/events/${id}/checkout`), {});
  expect([status, body.message]).toEqual([409, plain]);
  expect(await testBed.readPayments(id, member)).toMatchObject({ actions: [], refusal: plain });
  const methods = await member("GET", path("/payment-methods"));
  expect(methods.body.data).toMatchObject({ online: false, providers: [] });
  const online = await member("POST", path("/events"), draft({ payment: "online" }));
  expect(online.status).toBeGreaterThanOrEqual(409);
  expect(JSON.stringify(online.body)).toContain(plain);
});

test("what costs nothing needs no seller", async () => {
  const free = await testBed.club.staff("POST", path("/events"), draft({ price: 0 }));
  expect(free.status).toBe(201);
  expect(await testBed.readPayments(free.body.data.id)).toMatchObject({ due: 0, refusal: null });
  const nothing = await calls.record(free.body.data.id);
  expect(nothing.body.message).toBe("Nothing is due for this event");
});

test("what the provider has taken is invoiced whatever is missing, and with no VAT that nobody has said", async () => {
  await setSeller({
    ...{ legal_name: "Club", address_line: "1 rue du Stade", postal_code: "69007", city: "Lyon" },
    is_unregistered: true,
    vat_profile: "exempt",
  });
  const { id } = await testBed.book();
  const { url } = await testBed.checkout(id);
  await setSeller({});
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
  const { payments } = await testBed.readPayments(id);
  expect(payments).toMatchObject([{ status: "succeeded", invoices: [{ totalAmount: 1800, taxAmount: 0 }] }]);
});

test("who sold before has until a date to complete the rest", async () => {
  await setSeller({ vat_profile: "standard", seller_due_at: new Date(Date.parse(monday) + 86_400_000) });
  const { id } = await bookAtDesk();
  const { body } = await (await owner())("GET", settings());
  expect(body.data.sellerMissing).toContain("vatNumber");
  expect(body.data.sellerDueAt).toBe("2026-06-02T08:00:00.000Z");
  expect((await calls.record(id)).status).toBe(201);
  testBed.testApp.clock.advance(86_400_000);
  const late = await bookAtDesk();
  expect((await calls.record(late.id)).status).toBe(409);
});

test("nobody goes back to having said nothing about VAT", async () => {
  const { status, body } = await (await owner())("PATCH", settings(), { vatProfile: "unset" });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["vatProfile"]]);
});
