/** One link for all debts of a payer: mailed by the desk and by steps, read and paid signed out, by nobody else. */
import { forgetCustomers } from "#server/customers/forget.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LinkedDebts } from "#contract/payments.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let productId: string;
let people = 0;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  productId = (await manager("POST", "/products", { name: "Racket", kind: "goods", price: 1200 })).body.data.id;
});
afterAll(() => testBed.close());
beforeEach(async () => {
  await testBed.testApp.db.deleteFrom("rate_limits").execute();
});

const manager = (method: string, rest: string, body?: object) =>
  testBed.club.manager(method, testBed.club.path(rest), body);
const signedOut = (method: string, path: string, body?: object) => testBed.testApp.as(null)(method, path, body);

async function addCustomer(more: object = {}): Promise<{ id: string; email: string }> {
  people += 1;
  const email = `link.${people}@example.test`;
  const draft = { kind: "person", firstName: "Zoé", lastName: `Link ${people}`, email, ...more };
  const { status, body } = await manager("POST", "/customers", draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.data.id, email };
}
async function sell(customerId: string, quantity: number): Promise<string> {
  const lines = [{ productId, quantity }];
  const { status, body } = await manager("POST", "/sales", { customerId, lines, payment: null });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.charges[0].id;
}
async function copyLink(customerId: string): Promise<string> {
  const { status, body } = await manager("POST", `/customers/${customerId}/payment-link/copy`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.url.split("/d/")[1];
}
async function look(secret: string): Promise<LinkedDebts> {
  const { status, body } = await signedOut("GET", `/debts/${secret}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const pay = (secret: string, chargeIds: readonly string[], amount: number) =>
  signedOut("POST", `/debts/${secret}/checkout`, { chargeIds, amount });
async function payPage(url: string): Promise<void> {
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
}
const idsOf = ({ debts }: LinkedDebts) => debts.map(({ chargeId }) => chargeId);
async function expectSound(): Promise<void> {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
}
const paymentsOf = (chargeIds: readonly string[]) =>
  testBed.testApp.db
    .selectFrom("payments")
    .select(["id", "status", "amount", "group_id", "checkout_url"])
    .where("charge_id", "in", chargeIds)
    .orderBy("amount")
    .execute();

test("the desk mails one link to all that a customer and their child owe; nobody is named, and it is paid signed out", async () => {
  const parent = await addCustomer();
  const child = await addCustomer({ email: null, firstName: "Léa", lastName: "Nobodysname", guardianId: parent.id });
  const chargeIds = [await sell(parent.id, 1), await sell(child.id, 2)];
  const { body: balance } = await manager("GET", `/customers/${parent.id}/balance`);
  expect(balance.data).toMatchObject({
    paymentLink: { count: 2, due: 3600, currency: "EUR" },
    debts: [{ chargeId: chargeIds[0] }],
  });
  const sent = await manager("POST", `/customers/${parent.id}/payment-link`, {});
  expect(sent.body).toMatchObject({ data: { email: parent.email }, message: "Payment link sent" });
  await testBed.testApp.jobs.runAll();
  const mail = (await testBed.testApp.mails()).find(({ to }) => JSON.stringify(to).includes(parent.email));
  expect(mail?.subject).toMatch(/36[.,]00/);
  const secrets = [...(mail?.text ?? "").matchAll(/\/d\/([\w-]+)/g)].map(([, secret]) => secret);
  expect(new Set(secrets).size).toBe(1);
  const [secret = ""] = secrets;
  const kept = await testBed.testApp.db.selectFrom("access_links").selectAll().where("purpose", "=", "debts").execute();
  expect(JSON.stringify(kept)).not.toContain(secret);
  const shown = await look(secret);
  expect(idsOf(shown).toSorted()).toEqual(chargeIds.toSorted());
  expect(JSON.stringify(shown)).not.toMatch(/Nobodysname|Link \d|Léa/);
  expect(shown).toMatchObject({ isPayable: true, hasMore: false, organization: { id: testBed.club.organizationId } });
  const opened = await pay(secret, chargeIds, 3600);
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const [small, large] = await paymentsOf(chargeIds);
  expect([small?.amount, large?.amount, small?.group_id === large?.group_id]).toEqual([1200, 2400, true]);
  expect(opened.body.data.url).toBe(small?.checkout_url);
  await payPage(opened.body.data.url);
  expect((await paymentsOf(chargeIds)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect((await look(secret)).debts).toEqual([]);
  expect((await pay(secret, chargeIds, 3600)).status).toBe(409);
  await expectSound();
});

test("a booking that is called after its customer is named neither on the page of the link nor at the provider", async () => {
  const { id } = await addCustomer({ firstName: "Nadia", lastName: "Nobodysname" });
  const more = { customer: { customerId: id }, name: "Nadia Nobodysname", price: 1200, priceReason: "Agreed" };
  for (let count = 0; count < 2; count += 1) await testBed.book(testBed.club.manager, more);
  const secret = await copyLink(id);
  const shown = await look(secret);
  expect(shown.debts).toHaveLength(2);
  const opened = await pay(secret, idsOf(shown), 2400);
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const [payment] = await testBed.testApp.db
    .selectFrom("payments")
    .select("request")
    .where("charge_id", "is", null)
    .orderBy("id", "desc")
    .execute();
  expect(JSON.stringify([shown, payment?.request])).not.toMatch(/Nobodysname|link\.\d+@/);
  const eventIds = await testBed.testApp.db.selectFrom("events").select("id").where("customer_id", "=", id).execute();
  for (const { id: eventId } of eventIds) await manager("POST", `/events/${eventId}/cancel`, { reason: "Rain" });
  const late = await pay(secret, idsOf(shown), 2400);
  expect([late.status, JSON.stringify(late.body).includes("Nobodysname")]).toEqual([409, false]);
});

test("a double press and two readers at once get one page; a part can be chosen; the rest stays on the same link", async () => {
  const { id } = await addCustomer();
  const [first, second, third] = [await sell(id, 1), await sell(id, 2), await sell(id, 3)];
  const [one, other] = [await copyLink(id), await copyLink(id)];
  const answers = await Promise.all([pay(one, [first, third], 4800), pay(other, [third, first], 4800)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(1);
  await payPage(answers[0]?.body.data.url);
  for (const secret of [one, other]) expect(idsOf(await look(secret))).toEqual([second]);
  await expectSound();
});

test("what is paid at the desk or sold meanwhile: the page says that another sum is owed, and takes nothing", async () => {
  const { id } = await addCustomer();
  const [first, second] = [await sell(id, 1), await sell(id, 2)];
  const secret = await copyLink(id);
  const part = await manager("POST", `/customers/${id}/payments`, { method: "cash", amount: 500, chargeIds: [second] });
  expect(part.status, JSON.stringify(part.body)).toBe(201);
  const refused = await pay(secret, [first, second], 3600);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Another amount is owed now. Nothing was taken: look at the list again.",
  ]);
  const later = await sell(id, 1);
  const shown = await look(secret);
  expect(idsOf(shown).toSorted()).toEqual([first, second, later].toSorted());
  expect((await pay(secret, idsOf(shown), 1200 + 1900 + 1200)).status).toBe(200);
});

test("a secret that is wrong or ended leads nowhere, and to no debts of others", async () => {
  const mine = await addCustomer();
  const stranger = await addCustomer();
  const [own, foreign] = [await sell(mine.id, 1), await sell(stranger.id, 1)];
  const secret = await copyLink(mine.id);
  const { otherOrganizationId } = testBed.testApp;
  const other = testBed.testApp.as(await testBed.testApp.member(otherOrganizationId, 2));
  const elsewhere = `/organizations/${otherOrganizationId}/customers/${mine.id}/payment-link`;
  expect((await other("POST", elsewhere, {})).status).toBe(404);
  expect((await other("POST", `${elsewhere}/copy`)).status).toBe(404);
  expect((await pay(secret, [foreign], 1200)).status).toBe(404);
  expect((await pay(secret, [own, foreign], 2400)).status).toBe(404);
  for (const chargeIds of [[], [own, own], ["x"]]) expect((await pay(secret, chargeIds, 1200)).status).toBe(422);
  for (const wrong of ["A".repeat(43), "x", secret.slice(1)]) {
    expect((await signedOut("GET", `/debts/${wrong}`)).status).toBe(404);
    expect((await pay(wrong, [own], 1200)).status).toBe(404);
  }
  expect(await paymentsOf([own, foreign])).toEqual([]);
  await testBed.testApp.db
    .updateTable("access_links")
    .set({ ends_at: testBed.testApp.clock.now() })
    .where("subject_id", "=", mine.id)
    .execute();
  expect((await signedOut("GET", `/debts/${secret}`)).status).toBe(404);
  expect((await pay(secret, [own], 1200)).status).toBe(404);
});

test("the links of a person who is forgotten end", async () => {
  const { id } = await addCustomer();
  const chargeId = await sell(id, 1);
  const secret = await copyLink(id);
  await manager("POST", `/customers/${id}/payments`, { method: "cash", amount: 1200, chargeIds: [chargeId] });
  expect((await look(secret)).debts).toEqual([]);
  const { db, appContext, clock } = testBed.testApp;
  const { organizationId } = testBed.club;
  await forgetCustomers({ db, appContext, organizationId, now: clock.now() }, [id], {
    firstName: "Former",
    lastName: "customer",
  });
  expect((await signedOut("GET", `/debts/${secret}`)).status).toBe(404);
});

test("nothing owed, no address, no permission: no link", async () => {
  const { id } = await addCustomer({ email: null });
  const nothing = await manager("POST", `/customers/${id}/payment-link`, {});
  expect([nothing.status, nothing.body.message]).toEqual([409, "Nothing of this is due any more"]);
  await sell(id, 1);
  const nowhere = await manager("POST", `/customers/${id}/payment-link`, {});
  expect(nowhere.status).toBe(422);
  expect(nowhere.body.errors).toHaveProperty("email");
  expect((await manager("POST", `/customers/${id}/payment-link`, { email: "given@example.test" })).body.data).toEqual({
    email: "given@example.test",
  });
  const path = testBed.club.path(`/customers/${id}/payment-link`);
  expect((await testBed.club.member("POST", path, {})).status).toBe(403);
  for (let times = 0; times < 9; times += 1) await copyLink(id);
  expect((await manager("POST", `/customers/${id}/payment-link/copy`)).status).toBe(429);
});

test("a link of a customer who was merged leads to the debts of the kept one", async () => {
  const [kept, merged] = [await addCustomer(), await addCustomer()];
  const [first, second] = [await sell(kept.id, 1), await sell(merged.id, 2)];
  const secret = await copyLink(merged.id);
  const done = await manager("POST", `/customers/${kept.id}/merge`, { customerId: merged.id });
  expect(done.status, JSON.stringify(done.body)).toBeLessThan(300);
  expect(idsOf(await look(secret)).toSorted()).toEqual([first, second].toSorted());
});
