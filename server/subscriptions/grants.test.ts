/** Grants of memberships: category and discount by the date of a booking, and booking rules. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberRolePermissions } from "#contract/permissions.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { recordStatements } from "#tests/support/record-statements.ts";
import type { ApiCall } from "#tests/support/test-app.ts";
import { createTestClub } from "#tests/support/test-club.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
let fieldId: string;
let productId: string;
let goldId: number;
let staff: ApiCall;
/** The clock stands at noon of 1 June 2026. Guests pay 20 €, Gold pays 12 €. */
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  ({ staff } = testBed.club);
  productId = await made("/products", { name: "Memberships", kind: "subscription" });
  goldId = await made<number>("/roles", { name: "Gold", type: "member", permissions: memberRolePermissions });
  fieldId = await addPricedField();
});
afterAll(() => testBed.close());

const path = (rest: string) => testBed.club.path(rest);
async function made<T = string>(rest: string, draft: object): Promise<T> {
  const { status, body } = await testBed.club.manager("POST", path(rest), draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}
async function addPricedField(more: object = {}): Promise<string> {
  const id = await testBed.club.addField(more);
  const cell = { timeslot: "Always", plan: "60 minutes" };
  const details = [
    { ...cell, price: 2000 },
    { ...cell, price: 1200, roleId: goldId },
  ];
  await testBed.club.addPrices([id], { 60: 2000 }, { details });
  return id;
}

let types = 0;
const month = { price: 3000, termKind: "months", termLength: 1 };
async function sell(customerId: string, draft: object, line: object = {}): Promise<string> {
  types += 1;
  const subscriptionTypeId = await made("/subscription-types", {
    productId,
    name: `Type ${types}`,
    ...month,
    ...draft,
  });
  const sale = { customerId, lines: [{ subscriptionTypeId, quantity: 1, ...line }], payment: { method: "cash" } };
  const { status, body } = await staff("POST", path("/sales"), sale);
  expect(status, JSON.stringify(body)).toBe(201);
  const listed = await staff("GET", path(`/subscriptions?customerId=${customerId}`));
  return listed.body.data.find(({ typeId }: { typeId: string }) => typeId === subscriptionTypeId).id;
}

/** At noon in Paris, on a field of the club. */
const at = (date: string, time = "12:00", more: object = {}) => ({
  ...{ fieldId, startTime: `${date}T${time}:00+02:00`, duration: 60, ...more },
});
async function quote(key: object, draft: object, api: ApiCall = staff) {
  const { status, body } = await api("POST", path("/quotes"), { people: 1, ...draft, ...key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as { total: number; lines: object[]; trace: { rule: string; why: string }[] };
}
const priceOn = async (customerId: string, date: string, time?: string, more?: object) =>
  (await quote({ customerId }, at(date, time, more))).total;
const whyOf = async (key: object, draft: object) =>
  (await quote(key, draft)).trace.filter(({ rule }) => rule === "discount").map(({ why }) => why);

let booked = 0;
async function book(draft: object, api: ApiCall = staff) {
  booked += 1;
  const { status, body } = await api("POST", path("/events"), { name: `Match ${booked}`, type: "game", ...draft });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data as { id: string; price: number; customer: { customerId: string } };
}
const readPrice = async (eventId: string) => (await staff("GET", path(`/events/${eventId}`))).body.data.price;

test("the category's price holds for bookings up to the last day, and not the day after", async () => {
  const customerId = await debtors.addCustomer("Or");
  await sell(customerId, { roleId: goldId });
  expect(await priceOn(customerId, "2026-06-30", "23:00")).toBe(1200);
  expect(await priceOn(customerId, "2026-07-01", "00:00")).toBe(2000);
  const last = await book({ ...at("2026-06-30"), customer: { customerId } });
  const after = await book({ ...at("2026-07-01"), customer: { customerId } });
  expect([last.price, after.price]).toEqual([1200, 2000]);
  // The price of a move is that of its new date.
  const moved = await staff("PATCH", path(`/events/${last.id}`), { startTime: at("2026-07-02").startTime });
  expect([moved.status, moved.body.data.price]).toEqual([200, 2000]);
});

test("one that is to begin grants nothing before its first day", async () => {
  const customerId = await debtors.addCustomer("Demain");
  await sell(customerId, { roleId: goldId }, { startsOn: "2026-06-10" });
  expect(await priceOn(customerId, "2026-06-09")).toBe(2000);
  expect(await priceOn(customerId, "2026-06-10")).toBe(1200);
});

test("a freeze from 1 February to 2 March takes its days out, and adds them at the end", async () => {
  const customerId = await debtors.addCustomer("Gel");
  const season = { termKind: "season", termLength: null, seasonStart: "09-01", freezeMaxDays: 30 };
  const id = await sell(customerId, { ...season, roleId: goldId }, { startsOn: "2026-09-01" });
  const event = await book({ ...at("2027-02-20"), customer: { customerId } });
  const freeze = { from: "2027-02-01", to: "2027-03-02", reason: "Injury" };
  expect((await staff("POST", path(`/subscriptions/${id}/freezes`), freeze)).status).toBe(200);
  const prices = [];
  for (const date of ["2027-01-31", "2027-02-01", "2027-02-20", "2027-03-02", "2027-03-03", "2027-09-30", "2027-10-01"])
    prices.push(await priceOn(customerId, date));
  expect(prices).toEqual([1200, 2000, 2000, 2000, 1200, 1200, 2000]);
  expect([event.price, await readPrice(event.id)]).toEqual([1200, 1200]);
});

test("of two discounts the larger one is taken off once, half a cent up, and the price says so", async () => {
  const customerId = await debtors.addCustomer("Remise");
  await sell(customerId, { name: "Small", discounts: [{ percent: 10 }] });
  expect(await priceOn(customerId, "2026-06-12")).toBe(1800);
  await sell(customerId, { name: "Large", discounts: [{ percent: 15 }, { percent: 5 }] });
  expect(await whyOf({ customerId }, at("2026-06-12"))).toEqual(["Membership Large: −15%"]);
  const { price } = await book({ ...at("2026-06-12"), customer: { customerId } });
  expect(price).toBe(1700);
  // A price by hand stays.
  const own = await book({
    ...at("2026-06-12", "14:00"),
    customer: { customerId },
    price: 1999,
    priceReason: "Agreed",
  });
  expect(own.price).toBe(1999);
  const odd = await testBed.club.addField();
  await testBed.club.addPrices([odd], { 60: 1770 });
  // 265.5 are taken off as 266.
  expect(await priceOn(customerId, "2026-06-12", "16:00", { fieldId: odd })).toBe(1504);
});

test("a discount is taken off the category's price of its own membership, and of each person", async () => {
  const customerId = await debtors.addCustomer("Double");
  await sell(customerId, { roleId: goldId, discounts: [{ percent: 50 }] });
  expect(await priceOn(customerId, "2026-06-12")).toBe(600);
  const each = await testBed.club.addField({ minPeopleByEvent: 1, maxPeopleByEvent: 4 });
  await testBed.club.addPrices([each], { 60: 500 }, { type: "user" });
  const { total, lines } = await quote({ customerId }, { ...at("2026-06-12", "12:00", { fieldId: each }), people: 3 });
  expect(total).toBe(750);
  expect(lines).toMatchObject([{ quantity: 3, unitPrice: 250, total: 750 }]);
});

test("a discount holds on its fields, and for starts in its time windows, as they were agreed", async () => {
  const customerId = await debtors.addCustomer("Matin");
  const windowId = await made("/time-windows", {
    ...{ name: "Mornings", weekdays: [1, 2, 3, 4, 5], start: "08:00", end: "12:00" },
  });
  await sell(customerId, { discounts: [{ percent: 25, fieldIds: [fieldId], windowIds: [windowId] }] });
  await testBed.club.manager("PATCH", path(`/time-windows/${windowId}`), { end: "22:00" });
  const other = await addPricedField();
  expect(await priceOn(customerId, "2026-06-15", "08:00")).toBe(1500);
  expect(await priceOn(customerId, "2026-06-15", "11:59")).toBe(1500);
  expect(await priceOn(customerId, "2026-06-15", "12:00")).toBe(2000);
  // A Saturday.
  expect(await priceOn(customerId, "2026-06-13", "09:00")).toBe(2000);
  expect(await priceOn(customerId, "2026-06-15", "08:00", { fieldId: other })).toBe(2000);
});

test("each date of a series has the price of its own day, as shown and as booked", async () => {
  const customerId = await debtors.addCustomer("Serie");
  await sell(customerId, { roleId: goldId, discounts: [{ percent: 10 }] });
  const draft = {
    template: { ...at("2026-06-16", "08:00"), name: "Training", type: "training", customer: { customerId } },
    rule: { weekdays: [2], count: 4 },
  };
  const dates = ["2026-06-16", "2026-06-23", "2026-06-30", "2026-07-07"];
  const shown = await staff("POST", path("/event-series/preview"), draft);
  expect(shown.body.data.occurrences.map(({ price }: { price: number }) => price)).toEqual([1080, 1080, 1080, 2000]);
  const answer = await staff("POST", path("/event-series"), { ...draft, dates: dates.map((date) => ({ date })) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const prices = [];
  for (const id of answer.body.data.created) prices.push(await readPrice(id));
  expect(prices).toEqual([1080, 1080, 1080, 2000]);
});

test("a member sees and pays the price of their membership by themselves, with no statement more", async () => {
  const { testApp, club } = testBed;
  const person = await testApp.member(club.organizationId, 4);
  const api = testApp.as(person);
  const before = await book(at("2026-06-17", "08:00"), api);
  expect(before.price).toBe(2000);
  const without = await recordStatements(() => book(at("2026-06-17", "09:00"), api));
  await sell(before.customer.customerId, { roleId: goldId, discounts: [{ percent: 25 }] });
  expect((await quote({}, at("2026-06-17"), api)).total).toBe(900);
  const slots = (date: string) => api("GET", path(`/slots?date=${date}&time=12:00&duration=60&fieldIds=${fieldId}`));
  const pricesOf = ({ body }: Awaited<ReturnType<typeof slots>>) =>
    JSON.stringify(body.data.near).match(/"(?:price|total)":\d+/g);
  expect(pricesOf(await slots("2026-06-17"))?.[0]).toMatch(/:900$/);
  expect(pricesOf(await slots("2026-07-07"))?.[0]).toMatch(/:2000$/);
  const shown = await api("GET", path(`/planning?from=2026-06-17&fieldId=${fieldId}&prices=true`));
  expect(shown.body.data.fields[0].prices[0]).toMatchObject({ price: 900 });
  await book(at("2026-06-17", "10:00"), api);
  const held = await recordStatements(async () => {
    expect((await book(at("2026-06-17", "11:00"), api)).price).toBe(900);
  });
  expect(held).toHaveLength(without.length);
});

test("a membership of another organization grants nothing, also to the same account", async () => {
  const { testApp, club } = testBed;
  const there = await createTestClub(testApp, {}, testApp.otherOrganizationId);
  const person = await testApp.join(await testApp.member(club.organizationId, 4), there.organizationId, 4);
  const api = testApp.as(person);
  const { customer } = await book(at("2026-06-18", "08:00"), api);
  await sell(customer.customerId, { discounts: [{ percent: 50 }] });
  const courtThere = await there.addField();
  await there.addPrices([courtThere], { 60: 1000 });
  const foreign = { ...at("2026-06-18", "09:00"), fieldId: courtThere, people: 1 };
  const asked = await api("POST", there.path("/quotes"), foreign);
  expect([asked.status, asked.body.data.total]).toEqual([200, 1000]);
  expect((await quote({}, at("2026-06-18", "09:00"), api)).total).toBe(1000);
  const byTeam = await there.manager("POST", there.path("/quotes"), { ...foreign, customerId: customer.customerId });
  expect(byTeam.status).toBe(422);
});

test("what a merged customer held, the other one holds", async () => {
  const [from, to] = [await debtors.addCustomer("Doublon"), await debtors.addCustomer("Garde")];
  await sell(from, { roleId: goldId });
  const merge = await staff("POST", path(`/customers/${to}/merge`), { customerId: from });
  expect(merge.status, JSON.stringify(merge.body)).toBe(200);
  expect(await priceOn(to, "2026-06-19")).toBe(1200);
});

test("the widest rule holds, of roles and memberships, and it is named from where it is", async () => {
  const { testApp, club } = testBed;
  const bookingRules = { horizonDays: 7, noticeMinutes: null, mostActive: null };
  await club.manager("PATCH", path(""), { bookingRules });
  const person = await testApp.member(club.organizationId, 4);
  const api = testApp.as(person);
  const { customer } = await book(at("2026-06-05", "20:00"), api);
  const tooFar = await api("POST", path("/events"), { ...at("2026-06-20"), name: "Far", type: "game" });
  expect(tooFar.status).toBe(422);
  await sell(customer.customerId, { name: "Early", roleId: goldId, rules: { horizonDays: 60, mostActive: 9 } });
  const { customerId } = customer;
  const explain = (query: string) => staff("GET", path(`/booking-rules?customerId=${customerId}${query}`));
  const { body } = await explain("");
  expect(body.data.rules).toMatchObject({ horizonDays: 60, mostActive: null });
  expect(body.data.sources).toMatchObject({ horizonDays: [{ id: null, name: "Early" }], mostActive: [null] });
  expect(body.data.roles).toContainEqual({ id: goldId, name: "Gold" });
  await book(at("2026-06-20"), api);
  // It has to hold on the day of the booking as well.
  const after = at("2026-07-02");
  expect((await api("POST", path("/events"), { ...after, name: "After", type: "game" })).status).toBe(422);
  const refused = await explain(`&fieldId=${fieldId}&startTime=${encodeURIComponent(after.startTime)}`);
  expect(refused.body.data.refusals.map(({ rule }: { rule: string }) => rule)).toEqual(["horizonDays"]);
  await club.manager("PATCH", path(""), { bookingRules: { ...bookingRules, horizonDays: null } });
});

test("one that is canceled grants nothing from that day on; what was booked keeps its price", async () => {
  const customerId = await debtors.addCustomer("Fini");
  const id = await sell(customerId, { roleId: goldId });
  const { id: eventId } = await book({ ...at("2026-06-22"), customer: { customerId } });
  const bookings = await staff("GET", path(`/subscriptions/${id}/bookings`));
  expect(JSON.stringify(bookings.body.data)).toContain(eventId);
  const canceled = await testBed.club.manager("POST", path(`/subscriptions/${id}/cancel`), { reason: "Moved" });
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
  expect(await priceOn(customerId, "2026-06-22")).toBe(2000);
  expect(await readPrice(eventId)).toBe(1200);
});

test("grace grants only once it has begun, and never beyond its last day", async () => {
  const customerId = await debtors.addCustomer("Grace");
  await sell(customerId, { renewal: "by_hand", graceDays: 10, roleId: goldId });
  expect(await priceOn(customerId, "2026-07-05")).toBe(2000);
  const { clock, jobs } = testBed.testApp;
  for (const day of ["2026-07-01", "2026-07-02"]) {
    clock.set(new Date(`${day}T12:00:00Z`));
    await jobs.runScheduled("subscriptions.renew");
    await jobs.runAll();
  }
  staff = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 2));
  const prices = [];
  for (const date of ["2026-07-05", "2026-07-10", "2026-07-11"]) prices.push(await priceOn(customerId, date));
  expect(prices).toEqual([1200, 1200, 2000]);
});
