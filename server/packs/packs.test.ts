/** Packs: sold with their VAT, they pay bookings without a document, whole or not at all, and units come back by the conditions. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountEntry, Charge } from "#contract/charges.ts";
import type { PackDetail, PackOffer, PackType } from "#contract/packs.ts";
import type { PaymentDetail } from "#contract/payments.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import type { ApiCall } from "#tests/support/test-app.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
/** 18 € an hour, 9 € half an hour. */
let court: string;
let packProduct: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  court = await testBed.club.addField();
  await testBed.club.addPrices([court], { 30: 900, 60: 1800, 90: 2700 }, { name: "By the half hour" });
  packProduct = (await made<{ id: string }>("/products", { name: "Packs", kind: "pack" })).id;
});
afterAll(() => testBed.close());

const hours = { name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60 };
const minutes = { name: "600 minutes", price: 18_000, unit: "minutes", units: 600 };

const get = async (path: string, api = testBed.club.manager) => (await api("GET", testBed.club.path(path))).body.data;
async function made<T>(path: string, body: object, api = testBed.club.manager): Promise<T> {
  const answer = await api("POST", testBed.club.path(path), body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(202);
  return answer.body.data;
}
const addType = async (draft: object) => (await made<PackType>("/pack-types", { productId: packProduct, ...draft })).id;
const sell = (customerId: string, packTypeId: string, more: object = {}) =>
  testBed.club.staff("POST", testBed.club.path("/sales"), {
    customerId,
    lines: [{ packTypeId, quantity: 1, ...more }],
    payment: { method: "cash" },
  });
async function sellPack(customerId: string, packTypeId: string): Promise<PackDetail> {
  const listIds = async (): Promise<string[]> =>
    (await get(`/packs?customerId=${customerId}&per_page=100`)).map(({ id }: PackDetail) => id);
  const before = await listIds();
  const { status, body } = await sell(customerId, packTypeId);
  expect(status, JSON.stringify(body)).toBe(201);
  return readPack((await listIds()).find((id) => !before.includes(id)) ?? "");
}
const readPack = (id: string): Promise<PackDetail> => get(`/packs/${id}`);
let slots = 0;
/** Times that leave room for longer bookings. */
function draftWith(packId: string, more: object = {}) {
  slots += 1;
  const startTime = new Date(Date.parse("2026-06-12T00:00:00Z") + slots * 3 * 3_600_000).toISOString();
  return testBed.draft({ fieldId: court, startTime, packId, ...more });
}
const bookWith = (packId: string, customerId: string, more: object = {}, api = testBed.club.manager) =>
  api("POST", testBed.club.path("/events"), draftWith(packId, { customer: { customerId }, ...more }));
const cancel = (eventId: string, body: object = {}, api = testBed.club.manager) =>
  api("POST", testBed.club.path(`/events/${eventId}/cancel`), { reason: "Rain", ...body });
const countDocuments = async () =>
  Number(
    (
      await testBed.testApp.db
        .selectFrom("invoices")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

test("10 hours for 180.00 are invoiced with VAT 30.00 at the sale; 90 minutes take 2, and the booking has no invoice", async () => {
  const customerId = await debtors.addCustomer("Lebrun");
  const pack = await sellPack(customerId, await addType({ ...hours, validDays: 365 }));
  expect(pack).toMatchObject({ name: "10 hours", state: "running", unitsLeft: 10, startsOn: "2026-06-01" });
  expect(pack.expiresOn).toBe("2027-06-01");
  const document = await testBed.testApp.db
    .selectFrom("invoices")
    .select(["total_amount", "tax_amount"])
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  expect(document).toEqual({ total_amount: 18_000, tax_amount: 3000 });
  const documents = await countDocuments();
  const takings = await get("/takings");
  const { status, body } = await bookWith(pack.id, customerId, { duration: 90 });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data).toMatchObject({ paymentStatus: "paid", isPaidByPack: true, price: 2700, pendingReason: null });
  expect(await readPack(pack.id)).toMatchObject({ unitsLeft: 8, uses: [{ units: 2, isActive: true }] });
  expect(await countDocuments()).toBe(documents);
  expect(await get("/takings")).toEqual(takings);
  const charges: Charge[] = await get(`/charges?customerId=${customerId}`);
  expect(charges.map(({ kind, amount, settled, invoiced, state }) => [kind, amount, settled, invoiced, state])).toEqual(
    expect.arrayContaining([
      ["pack", 18_000, 18_000, 18_000, "settled"],
      ["booking", 2700, 2700, 0, "settled"],
    ]),
  );
  const entries: AccountEntry[] = await get(`/customers/${customerId}/account/entries?per_page=100`);
  expect(entries.at(0)?.balance).toBe(0);
  expect(entries.map(({ kind, amount }) => [kind, amount])).toContainEqual(["pack", -2700]);
  expect(await get(`/customers/${customerId}/balance`)).toMatchObject({ received: 18_000, overdue: 0, later: 0 });
});

test("600 minutes, 90 booked leave 510; canceled at 100 % they are 600 again, at 50 % 555, at 0 % 510", async () => {
  const customerId = await debtors.addCustomer("Minuit");
  const typeId = await addType(minutes);
  const conditions = {
    until: 0,
    steps: [
      { from: 2880, percent: 100 },
      { from: 1440, percent: 50 },
    ],
  };
  await testBed.club.manager("PATCH", `/organizations/${testBed.club.organizationId}`, {
    bookingRules: { horizonDays: null, noticeMinutes: null, mostActive: null, cancellation: conditions },
  });
  for (const [percent, left, kept] of [
    [100, 600, 0],
    [50, 555, 1350],
    [0, 510, 2700],
  ] as const) {
    const pack = await sellPack(customerId, typeId);
    const { body } = await bookWith(pack.id, customerId, { duration: 90 });
    expect((await readPack(pack.id)).unitsLeft).toBe(510);
    const preview = await get(`/events/${body.data.id}/cancellation`);
    expect(preview).toMatchObject({ paid: 2700, pack: { name: "600 minutes", unit: "minutes", units: 90 } });
    const refund = percent === 0 ? "none" : percent === 100 ? "full" : 1350;
    expect((await cancel(body.data.id, { refund })).status).toBe(200);
    expect((await readPack(pack.id)).unitsLeft).toBe(left);
    const charge = (await debtors.listCharges(customerId)).find(({ event }) => event?.id === body.data.id);
    expect([charge?.settled, charge?.invoiced]).toEqual([kept, 0]);
  }
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("visits come back whole or not at all; restored, the booking takes them again", async () => {
  const customerId = await debtors.addCustomer("Visite");
  const pack = await sellPack(customerId, await addType({ ...hours, units: 1 }));
  const { body } = await bookWith(pack.id, customerId);
  expect(await readPack(pack.id)).toMatchObject({ state: "used_up", unitsLeft: 0 });
  await cancel(body.data.id, { refund: 900 });
  expect((await readPack(pack.id)).unitsLeft).toBe(0);
  expect((await testBed.club.manager("POST", testBed.club.path(`/events/${body.data.id}/restore`), {})).status).toBe(
    200,
  );
  await cancel(body.data.id);
  expect((await readPack(pack.id)).unitsLeft).toBe(1);
  await testBed.runJobs();
  const restore = () => testBed.club.manager("POST", testBed.club.path(`/events/${body.data.id}/restore`), {});
  const other = await bookWith(pack.id, customerId);
  const refused = await restore();
  expect([refused.status, refused.body.message]).toEqual([409, "0 left, 1 needed."]);
  await cancel(other.body.data.id);
  expect((await restore()).status).toBe(200);
  expect(await testBed.readEvent(body.data.id)).toMatchObject({ paymentStatus: "paid", isPaidByPack: true });
  expect((await readPack(pack.id)).unitsLeft).toBe(0);
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("of two phones on the last unit one books, and the slot of the other is free again", async () => {
  const { club, testApp } = testBed;
  const person = await testApp.member(club.organizationId, 4);
  const phone: ApiCall = testApp.as(person);
  await testBed.book(phone, { payment: "on_site" });
  const [holder] = await get(`/customers?q=${encodeURIComponent(person.email)}`);
  const pack = await sellPack(holder.id, await addType({ ...hours, units: 1 }));
  const drafts = [draftWith(pack.id), draftWith(pack.id)];
  const answers = await Promise.all(drafts.map((draft) => phone("POST", club.path("/events"), draft)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const lost = answers.findIndex(({ status }) => status === 409);
  expect(answers[lost]?.body.message).toBe("0 left, 1 needed.");
  expect(answers[lost]?.body.errors).toEqual({ packId: ["0 left, 1 needed."] });
  const again = await phone("POST", club.path("/events"), { ...drafts[lost], packId: undefined, payment: "on_site" });
  expect(again.status, JSON.stringify(again.body)).toBe(201);
});

test("a pack that expires on 31 December pays a booking that begins then, not the next day, and says why", async () => {
  const customerId = await debtors.addCustomer("Sylvestre");
  const pack = await sellPack(customerId, await addType({ ...hours, validUntil: "2026-12-31" }));
  const offer = async (startTime: string): Promise<PackOffer[]> =>
    get(
      `/pack-offers?customerId=${customerId}&fieldId=${court}&duration=90&startTime=${encodeURIComponent(startTime)}`,
    );
  expect(await offer("2026-12-31T23:00:00+01:00")).toMatchObject([
    { pack: { id: pack.id }, unitsLeft: 10, unitsNeeded: 2, refusal: null },
  ]);
  expect(await offer("2027-01-01T00:00:00+01:00")).toMatchObject([
    { refusal: "This pack is valid until Dec 31, 2026" },
  ]);
  const late = await bookWith(pack.id, customerId, { startTime: "2027-01-01T10:00:00+01:00" });
  expect([late.status, late.body.errors]).toEqual([409, { packId: ["This pack is valid until Dec 31, 2026"] }]);
});

test("over all organizations nothing is offered", async () => {
  const admin = testBed.testApp.as(await testBed.testApp.person({ platformAdmin: true }));
  const customerId = await debtors.addCustomer("Partout");
  await sellPack(customerId, await addType(hours));
  const query = `customerId=${customerId}&fieldId=${court}&startTime=2026-09-10T10:00:00Z&duration=60`;
  const offered = await admin("GET", `/organizations/all/pack-offers?${query}`);
  expect([offered.status, offered.body.data]).toEqual([200, []]);
});

test("the desk pays a booking that was due, and gives its units back: then it is due again", async () => {
  const { customerId, eventIds } = await debtors.addDebtor("Guichet", [{}]);
  const [eventId = ""] = eventIds;
  const pack = await sellPack(customerId, await addType(hours));
  const path = `/events/${eventId}/pack-uses`;
  const use = (packId: string) => testBed.club.staff("POST", testBed.club.path(path), { packId });
  expect(await get(`/events/${eventId}/pack-offers`)).toMatchObject([{ unitsNeeded: 1, unitsLeft: 10, refusal: null }]);
  const twice = await Promise.all([use(pack.id), use(pack.id)]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "paid", isPaidByPack: true });
  expect(await testBed.readPayments(eventId)).toMatchObject({ due: 0 });
  expect(await get(`/customers/${customerId}/balance`)).toMatchObject({ overdue: 0, later: 0, debts: [] });
  const back = await testBed.club.staff("POST", testBed.club.path(`${path}/give-back`), {});
  expect([back.status, back.body.data.unitsLeft]).toEqual([200, 10]);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "due", isPaidByPack: false });
  expect((await testBed.club.staff("POST", testBed.club.path(`${path}/give-back`), {})).status).toBe(409);
  const stranger = await sellPack(await debtors.addCustomer("Autre"), await addType(hours));
  expect((await use(stranger.id)).body.errors).toEqual({ packId: ["This customer has no such pack"] });
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("a booking that moves takes the units of its new length, or stays where it is", async () => {
  const customerId = await debtors.addCustomer("Mouvement");
  const pack = await sellPack(customerId, await addType({ ...hours, units: 2 }));
  const { body } = await bookWith(pack.id, customerId);
  const change = (draft: object) => testBed.club.manager("PATCH", testBed.club.path(`/events/${body.data.id}`), draft);
  expect((await change({ duration: 90 })).status).toBe(200);
  expect(await readPack(pack.id)).toMatchObject({ unitsLeft: 0, uses: [{ units: 2 }] });
  expect(await testBed.readEvent(body.data.id)).toMatchObject({ price: 2700, paymentStatus: "paid" });
  const long = await change({ duration: 150, price: 4500 });
  expect([long.status, long.body.errors]).toEqual([409, { startTime: ["2 left, 3 needed."] }]);
  const given = await change({ customer: { customerId: await debtors.addCustomer("Ami") } });
  expect(given.status).toBe(409);
  expect((await change({ price: 0 })).status).toBe(200);
  expect(await readPack(pack.id)).toMatchObject({ unitsLeft: 2 });
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("an undo leaves booking and pack as they were: of a cancellation, of a move to a time without a price, of the first use", async () => {
  const { testApp, club } = testBed;
  const customerId = await debtors.addCustomer("Retour");
  const pack = await sellPack(customerId, await addType({ ...hours, starts: "first_use", validDays: 30 }));
  const { body } = await bookWith(pack.id, customerId, { duration: 90 });
  const eventId: string = body.data.id;
  const read = async () => {
    const { paymentStatus, isPaidByPack, price } = await testBed.readEvent(eventId);
    const { unitsLeft, startsOn, expiresOn, state } = await readPack(pack.id);
    return { paymentStatus, isPaidByPack, price, unitsLeft, startsOn, expiresOn, state };
  };
  const before = await read();
  expect(before).toMatchObject({ paymentStatus: "paid", unitsLeft: 8, startsOn: "2026-06-01" });
  const wait = (ms: number) => testApp.clock.set(new Date(testApp.clock.now().getTime() + ms));
  const start = testApp.clock.now();
  wait(2 * 24 * 3_600_000);
  await cancel(eventId);
  expect(await readPack(pack.id)).toMatchObject({ unitsLeft: 10, startsOn: null });
  expect((await club.manager("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  expect(await read()).toEqual(before);
  const change = async (draft: object) => {
    wait(1000);
    const { status, body: answer } = await club.manager("PATCH", club.path(`/events/${eventId}`), draft);
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer.data;
  };
  const { startTime } = await testBed.readEvent(eventId);
  const later = new Date(Date.parse(startTime) + 30 * 60_000).toISOString();
  await change({ startTime: later, price: 0 });
  expect(await readPack(pack.id)).toMatchObject({ unitsLeft: 10 });
  await change({ startTime, price: 2700 });
  expect(await read()).toEqual(before);
  // Somebody may have meant a change that came between.
  await change({ price: 0 });
  await change({ name: "Free" });
  await change({ price: 2700 });
  expect(await read()).toMatchObject({ paymentStatus: "due", isPaidByPack: false, unitsLeft: 10 });
  expect(await listChargeFaults(testApp.db)).toEqual([]);
  testApp.clock.set(start);
});

test("units that were used meanwhile leave the booking due where it costs something again", async () => {
  const customerId = await debtors.addCustomer("Ailleurs");
  const pack = await sellPack(customerId, await addType({ ...hours, units: 1 }));
  const { body } = await bookWith(pack.id, customerId);
  const change = (price: number) =>
    testBed.club.manager("PATCH", testBed.club.path(`/events/${body.data.id}`), { price });
  expect((await change(0)).status).toBe(200);
  expect((await bookWith(pack.id, customerId)).status).toBe(201);
  expect((await change(1800)).status).toBe(200);
  expect(await testBed.readEvent(body.data.id)).toMatchObject({ paymentStatus: "due", isPaidByPack: false });
  expect((await readPack(pack.id)).unitsLeft).toBe(0);
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("what a type holds for is asked before it pays: fields, people, days, categories, and members by themselves", async () => {
  const customerId = await debtors.addCustomer("Limite");
  const otherField = await testBed.club.addField();
  const refuse = async (draft: object, more: object = {}) => {
    const pack = await sellPack(customerId, await addType({ ...hours, ...draft }));
    const { status, body } = await bookWith(pack.id, customerId, more);
    return status === 201 ? "booked" : (body.errors?.packId?.[0] ?? body.message);
  };
  expect(await refuse({ fieldIds: [otherField] })).toBe("This pack does not pay for this court");
  expect(await refuse({ fieldIds: [court] })).toBe("booked");
  expect(await refuse({ roleIds: [4] })).toBe("This pack is for another category of customers");
  const perPerson = await sellPack(customerId, await addType({ ...hours, per: "person" }));
  const four = await made<{ id: string }>("/fields", {
    ...{ name: "Four", bookable: true, facilityId: testBed.club.facilityId, maxPeopleByEvent: 4 },
    openingHourPatternId: testBed.club.openingHourPatternId,
  });
  await bookWith(perPerson.id, customerId, { fieldId: four.id, people: 3, price: 1800 });
  expect((await readPack(perPerson.id)).unitsLeft).toBe(7);
  const day = await sellPack(customerId, await addType({ ...hours, maxPerDay: 1, maxUpcoming: 2 }));
  const start = "2026-08-03T10:00:00Z";
  expect((await bookWith(day.id, customerId, { startTime: start })).status).toBe(201);
  const second = await bookWith(day.id, customerId, { startTime: "2026-08-03T15:00:00Z" });
  expect(second.body.errors.packId).toEqual(["This pack pays 1 booking a day"]);
  expect((await bookWith(day.id, customerId, { startTime: "2026-08-04T10:00:00Z" })).status).toBe(201);
  const third = await bookWith(day.id, customerId, { startTime: "2026-08-05T10:00:00Z" });
  expect(third.body.errors.packId).toEqual(["This pack pays 2 bookings to come at a time"]);
  const windowId = (
    await made<{ id: string }>("/time-windows", {
      name: "Mornings",
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      start: "06:00",
      end: "12:00",
    })
  ).id;
  const mornings = await sellPack(customerId, await addType({ ...hours, windowIds: [windowId] }));
  const evening = await bookWith(mornings.id, customerId, { startTime: "2026-08-06T18:00:00Z" });
  expect(evening.body.errors.packId).toEqual(["This pack does not pay at this time"]);
  expect((await bookWith(mornings.id, customerId, { startTime: "2026-08-06T06:00:00Z" })).status).toBe(201);
});

test("3 of 10 used, the rest is refunded: credit note 126.00 with VAT 21.00; a unit that comes back later can be refunded too", async () => {
  const { club } = testBed;
  const customerId = await debtors.addCustomer("Reste");
  const pack = await sellPack(customerId, await addType({ ...hours, fieldIds: [court] }));
  const eventIds: string[] = [];
  for (let count = 0; count < 3; count += 1)
    eventIds.push((await bookWith(pack.id, customerId, { duration: 60 })).body.data.id);
  const refund = (api = club.manager) => api("POST", club.path(`/packs/${pack.id}/refund`), { reason: "Moves away" });
  expect((await refund(club.staff)).status).toBe(403);
  expect(await get(`/packs/${pack.id}/refund`)).toMatchObject({ units: 7, amount: 12_600, method: "cash" });
  const twice = await Promise.all([refund(), refund()]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const notes = () =>
    testBed.testApp.db
      .selectFrom("invoices")
      .select(["total_amount", "tax_amount"])
      .where("customer_id", "=", customerId)
      .where("kind", "=", "credit_note")
      .orderBy("total_amount")
      .execute();
  expect(await notes()).toEqual([{ total_amount: -12_600, tax_amount: -2100 }]);
  expect(await readPack(pack.id)).toMatchObject({ state: "refunded", unitsLeft: 0, unitsRefunded: 7 });
  await cancel(eventIds[0] ?? "");
  expect(await readPack(pack.id)).toMatchObject({ state: "running", unitsLeft: 1 });
  expect((await refund()).status).toBe(200);
  expect((await notes()).map(({ total_amount }) => total_amount)).toEqual([-12_600, -1800]);
  const whole = await sellPack(customerId, await addType({ ...hours, fieldIds: [court] }));
  const paid: PaymentDetail[] = await get(`/customers/${customerId}/payments`);
  const payment = paid.find(({ refundable }) => refundable === 18_000);
  await club.manager("POST", club.path(`/payments/${payment?.id}/refund`), { amount: 18_000, reason: "Wrong pack" });
  expect(await readPack(whole.id)).toMatchObject({ state: "refunded", unitsLeft: 0 });
  const granted = await made<PackDetail>("/packs", { customerId, typeId: whole.typeId, reason: "Won" });
  expect((await club.manager("POST", club.path(`/packs/${granted.id}/refund`), { reason: "Money" })).status).toBe(409);
  const refusal = "This pack was granted: there is no money to give back";
  expect(await get(`/packs/${granted.id}/refund`)).toMatchObject({ amount: 0, method: null, refusal });
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
});

test("fields of different tax rates are in no type, and its product has the rate of the courts", async () => {
  const { club } = testBed;
  const { id: rateId } = await made<{ id: string }>("/tax-rates", { name: "Reduced", rate: 5500 });
  const reducedCourt = (
    await made<{ id: string }>("/products", { name: "Reduced court", kind: "court", taxRateId: rateId })
  ).id;
  const reduced = (await made<{ id: string }>("/products", { name: "Reduced pack", kind: "pack", taxRateId: rateId }))
    .id;
  const field = await club.addField();
  await club.addPrices([field], { 60: 1000 }, { name: "Reduced", productId: reducedCourt });
  const add = async (draft: object) =>
    (await club.manager("POST", club.path("/pack-types"), { ...hours, productId: packProduct, ...draft })).body;
  expect((await add({})).errors).toHaveProperty("fieldIds");
  expect((await add({ fieldIds: [field] })).errors).toHaveProperty("productId");
  expect((await add({ fieldIds: [field], productId: reduced })).data).toMatchObject({ productId: reduced, version: 1 });
  expect((await add({ fieldIds: [court], validDays: 3, validUntil: "2027-01-01" })).errors).toHaveProperty(
    "validUntil",
  );
  expect((await add({ fieldIds: [court], minutesPerUnit: null })).errors).toHaveProperty("minutesPerUnit");
});

test("a pack is granted with a reason, extended, kept from the archive, and moves with a merge", async () => {
  const { club } = testBed;
  const [keptId, mergedId] = [await debtors.addCustomer("Garde"), await debtors.addCustomer("Garder")];
  const typeId = await addType({ ...hours, fieldIds: [court], validDays: 10 });
  const draft = { customerId: mergedId, typeId, reason: "Won the tournament" };
  expect((await club.staff("POST", club.path("/packs"), draft)).status).toBe(403);
  const pack = await made<PackDetail>("/packs", draft);
  expect(pack).toMatchObject({ isGranted: true, grantReason: "Won the tournament", expiresOn: "2026-06-11" });
  const extend = (expiresOn: string) => club.manager("POST", club.path(`/packs/${pack.id}/extend`), { expiresOn });
  expect((await extend("2026-05-01")).status).toBe(422);
  expect((await extend("2026-12-31")).body.data.expiresOn).toBe("2026-12-31");
  const archived = await club.manager("DELETE", club.path(`/customers/${mergedId}`));
  expect([archived.status, archived.body.message]).toEqual([
    409,
    "10 units of packs are left. Use them or refund them first.",
  ]);
  await made(`/customers/${keptId}/merge`, { customerId: mergedId });
  expect((await readPack(pack.id)).customer.id).toBe(keptId);
});

test("whatever is booked, moved, canceled, restored and given back: what is left is the total less the uses, never below 0", async () => {
  const customerId = await debtors.addCustomer("Hasard");
  const typeIds = [
    await addType({ ...hours, units: 4, fieldIds: [court] }),
    await addType({ ...minutes, units: 200, fieldIds: [court] }),
  ];
  const refusals: number[] = [];
  const step = fc.record({
    act: fc.constantFrom("book", "book", "cancel", "move", "restore", "back"),
    pick: fc.nat(20),
    duration: fc.constantFrom(30, 60, 90),
    refund: fc.constantFrom("full", "none", 450),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...typeIds),
      fc.array(step, { minLength: 4, maxLength: 9 }),
      async (typeId, steps) => {
        const pack = await sellPack(customerId, typeId);
        const eventIds: string[] = [];
        for (const { act, pick, duration, refund } of steps) {
          const eventId = eventIds[pick % Math.max(1, eventIds.length)] ?? "";
          if (act === "book") {
            const { status, body } = await bookWith(pack.id, customerId, { duration });
            if (status === 201) eventIds.push(body.data.id);
            else refusals.push(status);
            continue;
          }
          if (!eventId) continue;
          const answer =
            act === "cancel"
              ? await cancel(eventId, { refund })
              : act === "move"
                ? await testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), { duration })
                : act === "restore"
                  ? await testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/restore`), {})
                  : await testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/pack-uses/give-back`), {});
          expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
          const { unitsTotal, unitsUsed, unitsLeft, uses } = await readPack(pack.id);
          expect(unitsLeft).toBe(unitsTotal - uses.reduce((sum, { units, givenBack }) => sum + units - givenBack, 0));
          expect(unitsUsed).toBe(unitsTotal - unitsLeft);
          expect(unitsLeft).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
  expect(refusals.filter((status) => status !== 409)).toEqual([]);
  const wrong = await testBed.testApp.db
    .selectFrom("events")
    .innerJoin("pack_uses", (join) =>
      join
        .onRef("pack_uses.organization_id", "=", "events.organization_id")
        .onRef("pack_uses.event_id", "=", "events.id"),
    )
    .select(["events.id", "events.price", "events.covered"])
    .where("pack_uses.active", "=", true)
    .whereRef("events.price", "<>", "events.covered")
    .execute();
  expect(wrong).toEqual([]);
});

test("whoever holds a pack is told 30 and 7 days before its end, once, in the morning, and anew where it runs longer", async () => {
  const { testApp, club } = testBed;
  await club.manager("PATCH", `/organizations/${club.organizationId}`, { timezone: "Europe/Paris" });
  const customerId = await debtors.addCustomer("Rappel", { email: "rappel@example.test" });
  const pack = await sellPack(customerId, await addType({ ...hours, validUntil: "2026-12-31", fieldIds: [court] }));
  await sellPack(customerId, await addType({ ...hours, name: "Short", validDays: 6, fieldIds: [court] }));
  const count = async () => {
    await testBed.runJobs();
    const mails = (await testApp.mails()).filter(({ subject = "" }) => subject.includes("se termine dans"));
    return mails.map(({ subject }) => subject);
  };
  const at = async (instant: string) => {
    testApp.clock.set(new Date(instant));
    await testApp.jobs.runScheduled("packs.remind");
    return count();
  };
  expect(await at("2026-11-30T09:00:00Z")).toEqual([]);
  expect(await at("2026-12-01T06:59:00Z")).toEqual([]);
  expect(await at("2026-12-01T07:00:00Z")).toEqual(["10 hours se termine dans 30 jours"]);
  expect(await at("2026-12-02T09:00:00Z")).toHaveLength(1);
  expect(await at("2026-12-24T09:00:00Z")).toEqual([
    "10 hours se termine dans 30 jours",
    "10 hours se termine dans 7 jours",
  ]);
  expect(await at("2026-12-30T09:00:00Z")).toHaveLength(2);
  // Sessions of the summer have ended.
  const manager = testApp.as(await testApp.member(club.organizationId, 2));
  const extended = await manager("POST", club.path(`/packs/${pack.id}/extend`), { expiresOn: "2027-01-05" });
  expect(extended.status).toBe(200);
  expect(await at("2026-12-30T10:00:00Z")).toEqual([
    "10 hours se termine dans 30 jours",
    "10 hours se termine dans 7 jours",
    "10 hours se termine dans 6 jours",
  ]);
});
