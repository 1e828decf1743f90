/** Members buy memberships and packs by themselves: paid online or ahead, given up, late, at once from two places; withdrawn from. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { Order, OrderQuote, Shop, Withdrawal } from "#contract/orders.ts";
import type { PackType } from "#contract/packs.ts";
import type { SubscriptionType } from "#contract/subscriptions.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import type { ApiCall, Person } from "#tests/support/test-app.ts";
import { endOpenOrder } from "./end.ts";
import { findOrder } from "./rows.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let testBed: PaymentTestBed;
/** The clock stands at noon of 1 June 2026. */
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const { db, clock, organizationId } = testBed.testApp;
  await insertDefaultProducts(db, { id: organizationId, countryId: FRANCE_ID }, clock.now());
});
afterAll(() => testBed.close());
beforeEach(async () => {
  await testBed.testApp.db.deleteFrom("rate_limits").execute();
});

const path = (rest: string) => testBed.club.path(rest);
async function get<T>(rest: string, api: ApiCall = testBed.club.manager): Promise<T> {
  const { status, body } = await api("GET", path(rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const post = (rest: string, body: object = {}, api: ApiCall = testBed.club.manager, headers: object = {}) =>
  api("POST", path(rest), body, headers as Record<string, string>);
let made = 0;
async function addType(more: object = {}): Promise<SubscriptionType> {
  made += 1;
  const draft = { name: `Year ${made}`, price: 36_500, termKind: "days", termLength: 365, soldOnline: true, ...more };
  const { status, body } = await post("/subscription-types", draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
async function addPackType(more: object = {}): Promise<PackType> {
  made += 1;
  const draft = { name: `Ten ${made}`, price: 10_000, unit: "count", units: 10, minutesPerUnit: 60, soldOnline: true };
  const { status, body } = await post("/pack-types", { ...draft, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

interface Member {
  api: ApiCall;
  person: Person;
  customerId: string;
}
/** A member whose age is known. */
async function addMember(birthDate: string | null = "1990-05-04"): Promise<Member> {
  const { testApp, club } = testBed;
  const person = await testApp.member(club.organizationId, 4);
  const found = await testApp.db
    .selectFrom("customers")
    .select("id")
    .where("user_id", "=", person.id)
    .where("organization_id", "=", club.organizationId)
    .executeTakeFirst();
  const api = testApp.as(person);
  let customerId = found?.id;
  if (!customerId) {
    await testBed.book(api);
    customerId = (
      await testApp.db.selectFrom("customers").select("id").where("user_id", "=", person.id).executeTakeFirstOrThrow()
    ).id;
  }
  const changed = await club.manager("PATCH", path(`/customers/${customerId}`), { birthDate });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return { api, person, customerId };
}
const subscriptionOf = ({ id: typeId }: SubscriptionType, total = 36_500) => ({
  ...{ kind: "subscription", typeId, total, beginsAtOnce: true },
});
const packOf = ({ id: typeId, price: total }: PackType) => ({ kind: "pack", typeId, total, beginsAtOnce: true });
const place = (api: ApiCall, body: object, headers: object = {}) => post("/orders", body, api, headers);
async function placed(api: ApiCall, body: object): Promise<Order> {
  const { status, body: answer } = await place(api, body);
  expect(status, JSON.stringify(answer)).toBe(201);
  return answer.data;
}
async function openPage({ chargeId }: Order, api: ApiCall): Promise<string> {
  const { status, body } = await post(`/charges/${chargeId}/checkout`, {}, api);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.url;
}
async function bought(api: ApiCall, body: object): Promise<Order> {
  const order = await placed(api, body);
  await testBed.submitPage(await openPage(order, api), "pay");
  await testBed.runJobs();
  return get(`/orders/${order.id}`, api);
}
const readOrder = ({ id }: Order, api: ApiCall): Promise<Order> => get(`/orders/${id}`, api);
const subscriptionsOf = (customerId: string) =>
  get<{ id: string; state: string }[]>(`/subscriptions?customerId=${customerId}`);
const packsOf = (customerId: string) => get<{ id: string; unitsLeft: number }[]>(`/packs?customerId=${customerId}`);
async function expireAll(): Promise<void> {
  testBed.testApp.clock.advance(61 * MINUTE_MS);
  await testBed.testApp.jobs.runScheduled("orders.expire");
  await testBed.testApp.jobs.runAll();
}
async function expectSound(): Promise<void> {
  const { db } = testBed.testApp;
  expect(await listChargeFaults(db)).toEqual([]);
  expect(await listSaleFaults(db)).toEqual([]);
}
const mailsTo = async (person: Person) =>
  (await testBed.testApp.mails()).filter(({ to }) => to?.some(({ address }) => address === person.email));

test("only what is switched on is on sale, with its words, and a type is not when it is made", async () => {
  const { api } = await addMember();
  const off = await addType({ soldOnline: false });
  const on = await addType({ freezeMaxDays: 30, joiningFee: 1000, capacity: 3 });
  const pack = await addPackType({ validDays: 365 });
  const { passes, refusal } = await get<Shop>("/passes-on-sale", api);
  expect(refusal).toBeNull();
  expect(passes.map(({ typeId }) => typeId)).not.toContain(off.id);
  expect(passes.find(({ typeId }) => typeId === on.id)).toMatchObject({
    ...{ price: 36_500, joiningFee: 1000, left: 3, refusal: null },
    words: ["Lasts 365 days", "Ends by itself, nothing renews", "Can be frozen for up to 30 days a term, at the desk"],
  });
  expect(passes.find(({ typeId }) => typeId === pack.id)?.words).toEqual([
    "10 visits of 60 minutes each",
    "Can be used for 365 days after the purchase",
  ]);
  const refused = await place(api, subscriptionOf(off));
  expect([refused.status, refused.body.errors.typeId]).toEqual([
    422,
    ["It is not sold online any more. Ask the club."],
  ]);
  const usual = { name: "Usual", price: 100, termKind: "days", termLength: 30 };
  expect((await post("/subscription-types", usual)).body.data.soldOnline).toBe(false);
});

test("a membership is quoted with tax, fee and the last day to withdraw, and is there once it is paid, with invoice and mails", async () => {
  const { api, person, customerId } = await addMember();
  const type = await addType({ joiningFee: 2000, termsText: "Shoes with light soles." });
  const quoted = await post("/order-quotes", { kind: "subscription", typeId: type.id }, api);
  expect(quoted.body.data satisfies OrderQuote).toMatchObject({
    ...{ price: 36_500, joiningFee: 2000, total: 38_500, startsOn: "2026-06-01", endsOn: "2027-05-31" },
    ...{ withdrawal: { by: "2026-06-15", mustAsk: true }, mustSayAdult: false, refusals: [] },
    ...{ termsText: "Shoes with light soles.", holder: { id: customerId, isSelf: true } },
    tax: { rate: 20_000, amount: 6417 },
  });
  const order = await placed(api, subscriptionOf(type, 38_500));
  expect(order).toMatchObject({ state: "open", due: 38_500, total: 38_500, canWithdraw: false });
  expect(await subscriptionsOf(customerId)).toEqual([]);
  expect(await get(`/debts?customerId=${customerId}`)).toEqual([]);
  expect((await get<{ dueChargeIds: string[] }>(`/customers/${customerId}/balance`)).dueChargeIds).toEqual([]);
  await testBed.submitPage(await openPage(order, api), "pay");
  const checked = await post(`/orders/${order.id}/check`, {}, api);
  expect(checked.body.data).toMatchObject({ state: "paid", due: 0, withdrawBy: "2026-06-15", canWithdraw: true });
  await testBed.runJobs();
  expect(await subscriptionsOf(customerId)).toMatchObject([{ state: "active" }]);
  const news = (await testBed.club.manager("GET", "/notifications")).body.data;
  expect(news).toContainEqual(
    expect.objectContaining({
      kind: "pass_bought",
      order: { orderId: order.id, customerId, pass: type.name, amount: 38_500, currency: "EUR" },
    }),
  );
  expect(await get(`/invoices?customerId=${customerId}`)).toMatchObject([{ totalAmount: 38_500 }]);
  const mails = await mailsTo(person);
  expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(`${type.name} chez `));
  expect(mails.flatMap(({ attachments }) => attachments).length).toBeGreaterThan(0);
  const contract = mails.find(({ text }) => text?.includes("c’est votre contrat"));
  expect(contract?.text).toContain("Shoes with light soles.");
  expect(contract?.text).toContain("15/06/2026");
  await expectSound();
});

test("an order that is not paid in time leaves nothing: no membership, no place, no debt, no invoice", async () => {
  const { api, customerId } = await addMember();
  const other = await addMember();
  const type = await addType({ capacity: 1 });
  const order = await placed(api, subscriptionOf(type));
  const full = await place(other.api, subscriptionOf(type));
  expect([full.status, full.body.message]).toEqual([409, expect.stringContaining("is full")]);
  await openPage(order, api);
  await expireAll();
  expect(await readOrder(order, api)).toMatchObject({ state: "expired", due: 0 });
  expect(await subscriptionsOf(customerId)).toEqual([]);
  expect(await get(`/debts?customerId=${customerId}`)).toEqual([]);
  expect(await get(`/invoices?customerId=${customerId}`)).toEqual([]);
  expect((await place(other.api, subscriptionOf(type))).status).toBe(201);
  await expireAll();
  await expectSound();
});

test("of ten people who buy the last place at once, one gets it", async () => {
  const type = await addType({ capacity: 1 });
  const people = [];
  for (let index = 0; index < 10; index += 1) people.push(await addMember());
  const answers = await Promise.all(people.map(({ api }) => place(api, subscriptionOf(type))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  const { db } = testBed.testApp;
  const charges = await db
    .selectFrom("charges")
    .select("id")
    .where("label", "=", type.name)
    .where("voided_at", "is", null)
    .execute();
  expect(charges).toHaveLength(1);
  await expireAll();
});

test("a double click and two browsers at once make one order", async () => {
  const { api } = await addMember();
  const type = await addPackType();
  const answers = await Promise.all([1, 2, 3, 4].map(() => place(api, packOf(type))));
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  const other = await place(api, { ...packOf(type), total: 9000 });
  expect([other.status, other.body.message]).toEqual([409, expect.stringContaining("You are buying")]);
  await expireAll();
});

test("a price that changed and a type that was archived between page and order are said, and nothing is taken", async () => {
  const { api } = await addMember();
  const type = await addPackType();
  await testBed.club.manager("PATCH", path(`/pack-types/${type.id}`), { price: 12_000 });
  const changed = await place(api, packOf(type));
  expect([changed.status, changed.body.errors.total]).toEqual([
    422,
    ["The price has changed meanwhile: it is €120.00 now. Read it again before you buy."],
  ]);
  await testBed.club.manager("PATCH", path(`/pack-types/${type.id}`), { active: false });
  expect((await place(api, { ...packOf(type), total: 12_000 })).status).toBe(422);
});

test("what was ordered is given as it was agreed, although its type was changed and archived meanwhile", async () => {
  const { api, customerId } = await addMember();
  const type = await addPackType();
  const order = await placed(api, packOf(type));
  const page = await openPage(order, api);
  const changed = { units: 5, price: 20_000, active: false };
  expect((await testBed.club.manager("PATCH", path(`/pack-types/${type.id}`), changed)).status).toBe(200);
  await testBed.submitPage(page, "pay");
  await testBed.runJobs();
  expect((await readOrder(order, api)).state).toBe("paid");
  expect(await packsOf(customerId)).toMatchObject([{ unitsLeft: 10 }]);
});

test("money that comes after the time makes the order stand where its place is free, and goes back where it is not", async () => {
  const [early, late] = [await addMember(), await addMember()];
  const type = await addType({ capacity: 1 });
  for (const isTaken of [false, true]) {
    const member = isTaken ? late : early;
    const wanted = isTaken ? await addType({ capacity: 1 }) : type;
    const order = await placed(member.api, subscriptionOf(wanted));
    const page = await openPage(order, member.api);
    // The payment service does not answer while the time runs out.
    const { db } = testBed.testApp;
    await testBed.submitPage(page, "pay");
    await db.updateTable("orders").set({ state: "expired" }).where("id", "=", order.id).execute();
    await db
      .updateTable("charges")
      .set({ void_reason: "", voided_at: testBed.testApp.clock.now(), credited: 36_500 })
      .where("id", "=", order.chargeId)
      .execute();
    if (isTaken) await bought((await addMember()).api, subscriptionOf(wanted));
    await testBed.runJobs();
    const after = await readOrder(order, member.api);
    expect(after.state).toBe(isTaken ? "expired" : "paid");
    expect(await subscriptionsOf(member.customerId)).toHaveLength(isTaken ? 0 : 1);
    const payments = await get<{ amount: number; refunded: number }[]>(`/payments?customerId=${member.customerId}`);
    expect(payments.filter(({ amount }) => amount === 36_500)).toMatchObject([{ refunded: isTaken ? 36_500 : 0 }]);
  }
});

test("a balance pays a part and a card the rest; a part of an order that runs out goes back to the balance", async () => {
  const { api, customerId } = await addMember();
  await post("/sales", { customerId, lines: [{ topUp: 5000, quantity: 1 }], payment: { method: "cash" } });
  const type = await addPackType();
  const order = await placed(api, packOf(type));
  expect(order.prepaid).toEqual({ wallet: 5000, takesVouchers: false });
  const pay = (chargeId: string, amount: number) => post("/own-payments", { chargeId, method: "balance", amount }, api);
  expect((await pay(order.chargeId, 3000)).body.data).toMatchObject({ due: 7000 });
  expect(await packsOf(customerId)).toEqual([]);
  await testBed.submitPage(await openPage(order, api), "pay");
  await testBed.runJobs();
  expect(await packsOf(customerId)).toHaveLength(1);
  const second = await placed(api, packOf(type));
  await pay(second.chargeId, 2000);
  await expireAll();
  expect(await readOrder(second, api)).toMatchObject({ state: "expired" });
  expect(await get(`/customers/${customerId}/wallet`)).toMatchObject({ amount: 2000 });
  expect(await packsOf(customerId)).toHaveLength(1);
  await expectSound();
});

test("money that comes after the part from the balance went back buys nothing, and goes back too", async () => {
  const { api, customerId } = await addMember();
  await post("/sales", { customerId, lines: [{ topUp: 3000, quantity: 1 }], payment: { method: "cash" } });
  const order = await placed(api, packOf(await addPackType()));
  await post("/own-payments", { chargeId: order.chargeId, method: "balance", amount: 3000 }, api);
  await testBed.submitPage(await openPage(order, api), "pay");
  // The payment service does not answer while the time runs out.
  const { appContext, clock } = testBed.testApp;
  const { organizationId } = testBed.club;
  await appContext.db.transaction().execute(async (db) => {
    const context = { db, appContext, now: clock.now(), organizationId };
    await endOpenOrder(context, await findOrder(db, organizationId, order.id), { by: null });
  });
  await testBed.runJobs();
  expect((await readOrder(order, api)).state).toBe("expired");
  expect(await packsOf(customerId)).toEqual([]);
  const payments = await get<{ amount: number; refunded: number }[]>(`/payments?customerId=${customerId}`);
  expect(payments.filter(({ amount }) => amount === 7000)).toMatchObject([{ refunded: 7000 }]);
  expect(await get(`/customers/${customerId}/wallet`)).toMatchObject({ amount: 3000 });
  await expectSound();
});

test("an order is given up by its buyer alone, and cannot be paid any more", async () => {
  const { api, customerId } = await addMember();
  const stranger = await addMember();
  const type = await addPackType();
  const order = await placed(api, packOf(type));
  const page = await openPage(order, api);
  expect((await post(`/orders/${order.id}/give-up`, {}, stranger.api)).status).toBe(404);
  expect((await stranger.api("GET", path(`/orders/${order.id}`))).status).toBe(404);
  const ended = await post(`/orders/${order.id}/give-up`, {}, api);
  expect(ended.body.data).toMatchObject({ state: "expired" });
  expect((await post(`/orders/${order.id}/give-up`, {}, api)).status).toBe(409);
  await testBed.submitPage(page, "pay");
  await testBed.runJobs();
  expect(await packsOf(customerId)).toEqual([]);
  expect((await post(`/charges/${order.chargeId}/checkout`, {}, api)).status).toBe(409);
});

test("whoever is under 18 buys through a guardian, who buys for them; an unknown age is said", async () => {
  const child = await addMember("2012-03-04");
  const guardian = await addMember(null);
  const type = await addType({ maxAge: 17 });
  const refused = await place(child.api, subscriptionOf(type));
  expect([refused.status, refused.body.errors.holderId]).toEqual([
    422,
    ["Before the age of 18, a guardian buys for you: at the desk, or with their own account."],
  ]);
  const body = { ...subscriptionOf(type), holderId: child.customerId };
  expect((await place(guardian.api, body)).status).toBe(422);
  await testBed.club.manager("PATCH", path(`/customers/${child.customerId}`), { guardianId: guardian.customerId });
  const unsaid = await place(guardian.api, body);
  expect(Object.keys(unsaid.body.errors)).toEqual(["isAdult"]);
  const order = await bought(guardian.api, { ...body, isAdult: true });
  expect(order).toMatchObject({ state: "paid", holder: { id: child.customerId, isSelf: false } });
  expect(await subscriptionsOf(child.customerId)).toHaveLength(1);
  expect(await subscriptionsOf(guardian.customerId)).toEqual([]);
  expect(await get(`/invoices?customerId=${guardian.customerId}`)).toHaveLength(1);
});

test("a promo code lowers it, and its use comes back where the order is not paid", async () => {
  const { api } = await addMember();
  const type = await addPackType();
  const code = { code: "ONLINE10", kind: "percent", value: 10, appliesTo: "pack", maxUses: 1 };
  const added = await post("/promo-codes", code);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const quote = await post("/order-quotes", { kind: "pack", typeId: type.id, promoCode: "online10" }, api);
  expect(quote.body.data).toMatchObject({
    total: 9000,
    promo: { discount: 1000, refusal: null },
    takesPromoCodes: true,
  });
  await placed(api, { ...packOf(type), total: 9000, promoCode: "ONLINE10" });
  const other = await addMember();
  const late = await place(other.api, { ...packOf(type), total: 9000, promoCode: "ONLINE10" });
  expect(late.status).toBe(409);
  await expireAll();
  expect((await place(other.api, { ...packOf(type), total: 9000, promoCode: "ONLINE10" })).status).toBe(201);
  await expireAll();
});

test("a start before the time to withdraw is over has to be asked for; a later one needs nothing", async () => {
  const { api } = await addMember();
  const type = await addType();
  const unasked = await place(api, { ...subscriptionOf(type), beginsAtOnce: false });
  expect(Object.keys(unasked.body.errors)).toEqual(["beginsAtOnce"]);
  const start = new Date(testBed.testApp.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10);
  const order = await placed(api, { ...subscriptionOf(type), beginsAtOnce: false, startsOn: start });
  expect(order).toMatchObject({ beginsAtOnce: false, startsOn: start });
  const past = await place((await addMember()).api, { ...subscriptionOf(type), startsOn: "2026-05-20" });
  expect(past.body.errors.startsOn[0]).toContain("or a later day");
  await expireAll();
});

test("a member withdraws within the time: what is left of the days comes back to the card with one credit note", async () => {
  const { api, person, customerId } = await addMember();
  const type = await addType({ joiningFee: 0 });
  const order = await bought(api, subscriptionOf(type));
  testBed.testApp.clock.advance(5 * DAY_MS);
  const preview = await get<Withdrawal>(`/orders/${order.id}/withdrawal`, testBed.testApp.as(person));
  expect(preview).toMatchObject({ used: 5, of: 365, unit: "days", kept: 500, amount: 36_000, refusal: null });
  const answers = await Promise.all(
    [1, 2].map(() => post(`/orders/${order.id}/withdraw`, {}, testBed.testApp.as(person))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await testBed.runJobs();
  expect(await subscriptionsOf(customerId)).toMatchObject([{ state: "canceled" }]);
  const payments = await get<{ amount: number; refunded: number }[]>(`/payments?customerId=${customerId}`);
  expect(payments.find(({ amount }) => amount === 36_500)).toMatchObject({ refunded: 36_000 });
  const invoices = await get<{ totalAmount: number }[]>(`/invoices?customerId=${customerId}`);
  expect(invoices.map(({ totalAmount }) => totalAmount).toSorted((a, b) => a - b)).toEqual([-36_000, 36_500]);
  expect((await mailsTo(person)).some(({ text }) => text?.includes("Nous confirmons votre rétractation"))).toBe(true);
  await expectSound();
});

test("a pack that was used in part gives back its rest, and after the last day only the team’s other ways are left", async () => {
  const { api, person, customerId } = await addMember();
  const order = await bought(api, packOf(await addPackType()));
  const [pack] = await packsOf(customerId);
  await testBed.book(api, { packId: pack?.id });
  expect(await get<Withdrawal>(`/orders/${order.id}/withdrawal`, api)).toMatchObject({
    ...{ used: 1, of: 10, unit: "count", kept: 1000, amount: 9000 },
  });
  const unsaid = await post(`/orders/${order.id}/withdraw`, {});
  expect(Object.keys(unsaid.body.errors)).toEqual(["reason"]);
  expect((await post(`/orders/${order.id}/withdraw`, { reason: "By letter" }, testBed.club.staff)).status).toBe(403);
  const second = await bought(api, packOf(await addPackType()));
  const team = await post(`/orders/${order.id}/withdraw`, { reason: "By letter" });
  expect(team.body.data, JSON.stringify(team.body)).toMatchObject({ state: "withdrawn", canWithdraw: false });
  expect((await packsOf(customerId)).map(({ unitsLeft }) => unitsLeft).toSorted()).toEqual([0, 10]);
  await testBed.runJobs();
  testBed.testApp.clock.advance(20 * DAY_MS);
  const late = await post(`/orders/${second.id}/withdraw`, {}, testBed.testApp.as(person));
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining("was over after")]);
  await expectSound();
});
