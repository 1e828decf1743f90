/** Memberships: sold for a term, renewed by hand, frozen, ended and canceled; their charges, packs and bounds. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Charge } from "#contract/charges.ts";
import type { PackDetail } from "#contract/packs.ts";
import type { Subscription, SubscriptionDetail, SubscriptionOffer, SubscriptionType } from "#contract/subscriptions.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { recordStatements } from "#tests/support/record-statements.ts";
import type { ApiCall } from "#tests/support/test-app.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
let productId: string;
/** The clock stands at noon of 1 June 2026. */
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  const made = await testBed.club.manager("POST", path("/products"), { name: "Memberships", kind: "subscription" });
  productId = made.body.data.id;
});
afterAll(() => testBed.close());

const year = { name: "Year", price: 24_000, termKind: "months", termLength: 12 };
const season = { name: "Season", price: 24_000, termKind: "season", seasonStart: "09-01" };
const renewing = { name: "Month", price: 3000, termKind: "months", termLength: 1, renewal: "by_hand" };

const path = (rest: string) => testBed.club.path(rest);
async function get<T>(rest: string, api?: ApiCall): Promise<T> {
  const { status, body } = await (api ?? testBed.club.manager)("GET", path(rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
async function addType(draft: object): Promise<SubscriptionType> {
  const { status, body } = await testBed.club.manager("POST", path("/subscription-types"), { productId, ...draft });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const sell = (
  customerId: string,
  subscriptionTypeId: string,
  { api = testBed.club.staff, payment = { method: "cash" }, ...line }: Record<string, unknown> = {},
) =>
  (api as ApiCall)("POST", path("/sales"), {
    customerId,
    lines: [{ subscriptionTypeId, quantity: 1, ...line }],
    payment,
  });
const listOf = (customerId: string): Promise<Subscription[]> => get(`/subscriptions?customerId=${customerId}`);
async function sold(customerId: string, typeId: string, more: Record<string, unknown> = {}): Promise<Subscription> {
  const { status, body } = await sell(customerId, typeId, more);
  expect(status, JSON.stringify(body)).toBe(201);
  const found = (await listOf(customerId)).find((one) => one.typeId === typeId);
  if (!found) throw new Error("Not sold");
  return found;
}
const act = (id: string, what: string, body: object = {}, api = testBed.club.staff) =>
  api("POST", path(`/subscriptions/${id}/${what}`), body);
const read = (id: string): Promise<SubscriptionDetail> => get(`/subscriptions/${id}`);
const chargesOf = (customerId: string): Promise<Charge[]> => debtors.listCharges(customerId);
const expectNoFaults = async () => {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
};
/** Runs the jobs at noon of a date, UTC; sessions of before have ended. @returns calls of a manager */
async function goTo(date: string): Promise<ApiCall> {
  const { clock, jobs } = testBed.testApp;
  clock.set(new Date(`${date}T12:00:00Z`));
  await jobs.runScheduled("subscriptions.renew");
  await jobs.runAll();
  return testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 2));
}

test("a season begun late costs its rest by months or by days, with its joining fee once", async () => {
  const customerId = await debtors.addCustomer("Lenoir");
  const byMonth = await addType({ ...season, prorate: "month", joiningFee: 2000 });
  const byDay = await addType({ ...season, name: "By day", prorate: "day" });
  const offerOf = (id: string) =>
    get<SubscriptionOffer>(`/subscription-types/${id}/offer?customerId=${customerId}&startsOn=2027-01-15`);
  expect(await offerOf(byMonth.id)).toMatchObject({
    ...{ startsOn: "2027-01-15", endsOn: "2027-08-31", price: 16_000, wholePrice: 24_000, dueNow: 18_000 },
    ...{ prorated: { by: "month", left: 8, of: 12 }, refusals: [] },
  });
  expect(await offerOf(byDay.id)).toMatchObject({ price: 15_058, prorated: { by: "day", left: 229, of: 365 } });
  const held = await sold(customerId, byMonth.id, { startsOn: "2027-01-15" });
  expect(held).toMatchObject({ state: "scheduled", price: 16_000, startsOn: "2027-01-15", endsOn: "2027-08-31" });
  const charges = await chargesOf(customerId);
  expect(charges.map(({ kind, label, amount, state }) => [kind, label, amount, state])).toEqual(
    expect.arrayContaining([
      ["subscription", "Season", 16_000, "settled"],
      ["fee", "Season, joining fee", 2000, "settled"],
    ]),
  );
  await expectNoFaults();
});

test("terms stay as they were sold when the type changes or is archived", async () => {
  const customerId = await debtors.addCustomer("Constant");
  const type = await addType({ ...year, name: "Lasting" });
  const { id } = await sold(customerId, type.id);
  const patched = await testBed.club.manager("PATCH", path(`/subscription-types/${type.id}`), {
    ...{ name: "Dearer", price: 30_000 },
  });
  expect(patched.body.data).toMatchObject({ name: "Dearer", price: 30_000, version: 2, held: 1 });
  expect(await read(id)).toMatchObject({ name: "Lasting", price: 24_000 });
  expect((await testBed.club.manager("DELETE", path(`/subscription-types/${type.id}`))).status).toBe(200);
  expect(await read(id)).toMatchObject({ name: "Lasting", state: "active" });
  const refused = await sell(await debtors.addCustomer("Late"), type.id);
  expect(refused.status).toBe(422);
  expect(refused.body.errors["lines.0.subscriptionTypeId"]).toEqual(["This membership type does not exist"]);
});

test("30 days of freeze end the term 30 days later; unfreezing gives back those that are left", async () => {
  const customerId = await debtors.addCustomer("Froid");
  const type = await addType({ ...season, name: "Frozen", freezeMaxDays: 30, prorate: "none" });
  const { id } = await sold(customerId, type.id, { startsOn: "2026-09-01" });
  const freeze = { from: "2027-02-01", to: "2027-03-02", reason: "Injury" };
  const preview = await get(`/subscriptions/${id}/freeze-preview?from=${freeze.from}&to=${freeze.to}`);
  expect(preview).toEqual({ days: 30, endsOn: "2027-09-30" });
  const { status, body } = await act(id, "freezes", freeze);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data).toMatchObject({ endsOn: "2027-09-30", freezeDaysLeft: 0 });
  const again = await act(id, "freezes", { ...freeze, from: "2027-04-01", to: "2027-04-07" });
  expect(again.body.errors).toEqual({ to: ["0 days of freeze are left in this term."] });
  const over = await act(id, "freezes", { ...freeze, from: "2027-03-01", to: "2027-03-20" });
  expect(over.body.errors).toEqual({ from: ["Some of these days are frozen already."] });
  const back = await act(id, "unfreeze");
  expect(back.body.data).toMatchObject({ endsOn: "2027-08-31", freezeDaysLeft: 30, freeze: null });
  expect((await act(id, "unfreeze")).status).toBe(409);
});

test("a pack of a term ends with it: later by a freeze, as before without it; one that the team extended stays", async () => {
  const customerId = await debtors.addCustomer("Gele");
  const product = await testBed.club.manager("POST", path("/products"), { name: "Lights", kind: "pack" });
  const addPackType = async (more: object): Promise<string> => {
    const draft = { productId: product.body.data.id, price: 1000, unit: "count", units: 10, minutesPerUnit: 60 };
    const { status, body } = await testBed.club.manager("POST", path("/pack-types"), { ...draft, ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.id;
  };
  const kinds = [
    { name: "Open" },
    { name: "Short", validDays: 10 },
    { name: "Middle", validDays: 35 },
    { name: "Kept" },
  ];
  const packTypeIds = [];
  for (const kind of kinds) packTypeIds.push(await addPackType(kind));
  const type = await addType({
    ...{ name: "With packs", price: 3000, termKind: "days", termLength: 30, freezeMaxDays: 20, freezeMinDays: 1 },
    packs: packTypeIds.map((packTypeId) => ({ packTypeId, each: "term" })),
  });
  const { id } = await sold(customerId, type.id);
  const ends = async () =>
    Object.fromEntries(
      (await get<PackDetail[]>(`/packs?customerId=${customerId}`)).map(({ name, expiresOn }) => [name, expiresOn]),
    );
  const sooner = { Open: "2026-06-30", Short: "2026-06-11", Middle: "2026-06-30" };
  expect(await ends()).toEqual({ ...sooner, Kept: "2026-06-30" });
  const kept = (await get<PackDetail[]>(`/packs?customerId=${customerId}`)).find(({ name }) => name === "Kept");
  const extended = await testBed.club.manager("POST", path(`/packs/${kept?.id}/extend`), { expiresOn: "2026-09-15" });
  expect(extended.status, JSON.stringify(extended.body)).toBe(200);
  expect((await act(id, "freezes", { from: "2026-06-05", to: "2026-06-24", reason: "Injury" })).status).toBe(200);
  expect(await ends()).toEqual({ Open: "2026-07-20", Short: "2026-06-11", Middle: "2026-07-06", Kept: "2026-09-15" });
  expect((await act(id, "unfreeze")).status).toBe(200);
  expect(await ends()).toEqual({ ...sooner, Kept: "2026-09-15" });
});

test("what does not fit the kind of term is refused beside its member", async () => {
  const refusals = async (draft: object) => {
    const { status, body } = await testBed.club.manager("POST", path("/subscription-types"), { productId, ...draft });
    expect(status, JSON.stringify(body)).toBe(422);
    return body.errors;
  };
  expect(await refusals({ ...season, termLength: 12 })).toEqual({ termLength: ["A season has no length of its own"] });
  expect(await refusals({ ...year, seasonStart: "09-01" })).toEqual({ seasonStart: ["Only a season has a first day"] });
  for (const seasonStart of ["02-30", "04-31"])
    expect(await refusals({ ...season, seasonStart })).toEqual({
      seasonStart: ["There is no such day in this month"],
    });
  expect(await addType({ ...season, seasonStart: "02-29" })).toMatchObject({ seasonStart: "02-29" });
  const { id } = await addType({ ...season, name: "Changing" });
  const change = (body: object) => testBed.club.manager("PATCH", path(`/subscription-types/${id}`), body);
  const alone = await change({ termKind: "months", termLength: 6 });
  expect([alone.status, alone.body.errors]).toEqual([422, { seasonStart: ["Only a season has a first day"] }]);
  expect((await change({ termKind: "months", termLength: 6, seasonStart: null })).status).toBe(200);
  const back = await change({ termKind: "season", seasonStart: "09-01" });
  expect([back.status, back.body.errors]).toEqual([422, { termLength: ["A season has no length of its own"] }]);
});

test("a term of which a part is paid says what is still to pay", async () => {
  const customerId = await debtors.addCustomer("Moitie");
  const { id } = await sold(customerId, (await addType({ ...year, name: "Halves" })).id, { payment: null });
  expect((await read(id)).periods).toMatchObject([{ price: 24_000, isPaid: false, due: 24_000 }]);
  const [charge] = await chargesOf(customerId);
  const { status, body } = await testBed.club.staff("POST", path(`/customers/${customerId}/payments`), {
    ...{ method: "cash", amount: 12_000, chargeIds: [charge?.id] },
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  expect((await read(id)).periods).toMatchObject([{ price: 24_000, isPaid: true, due: 12_000 }]);
  await act(id, "cancel", { reason: "Moves away" }, testBed.club.manager);
  expect((await read(id)).periods).toMatchObject([{ due: 0 }]);
});

test("one that is canceled today gives back the days that are left, and its packs end", async () => {
  const customerId = await debtors.addCustomer("Partant");
  const product = await testBed.club.manager("POST", path("/products"), { name: "Packs", kind: "pack" });
  const packType = await testBed.club.manager("POST", path("/pack-types"), {
    ...{ productId: product.body.data.id, name: "10 lights", price: 1000, unit: "count", units: 10 },
    minutesPerUnit: 60,
  });
  const type = await addType({
    ...{ name: "Ten days", price: 10_000, termKind: "days", termLength: 10, joiningFee: 500 },
    packs: [{ packTypeId: packType.body.data.id, each: "term" }],
  });
  const held = await sold(customerId, type.id, { startsOn: "2026-05-29" });
  const packsOf = () => get<PackDetail[]>(`/packs?customerId=${customerId}`);
  expect(await packsOf()).toMatchObject([{ name: "10 lights", unitsLeft: 10, startsOn: "2026-06-01" }]);
  expect((await packsOf())[0]?.expiresOn).toBe("2026-06-07");
  expect(await get(`/subscriptions/${held.id}/cancellation`)).toEqual({
    ...{ name: "Ten days", usedDays: 3, ofDays: 10, kept: 3000, amount: 7000, forgiven: 0 },
    ...{ currency: "EUR", method: "cash", refusal: null },
  });
  const wrong = await act(held.id, "cancel", { reason: "Moves away" });
  expect(wrong.status).toBe(403);
  const { status, body } = await act(held.id, "cancel", { reason: "Moves away" }, testBed.club.manager);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data).toMatchObject({ amount: 7000, kept: 3000 });
  expect(await read(held.id)).toMatchObject({ state: "canceled", endsOn: "2026-05-31", endReason: "Moves away" });
  expect(await packsOf()).toMatchObject([{ state: "refunded", unitsLeft: 0 }]);
  const again = await act(held.id, "cancel", { reason: "Twice" }, testBed.club.manager);
  expect(again.status).toBe(409);
  const charge = (await chargesOf(customerId)).find(({ kind }) => kind === "subscription");
  expect(charge).toMatchObject({ amount: 10_000, settled: 3000, credited: 7000, due: 0 });
  await expectNoFaults();
});

test("one that is owed and canceled is owed for the days that were used alone", async () => {
  const customerId = await debtors.addCustomer("Debiteur");
  const type = await addType({ name: "Owed", price: 10_000, termKind: "days", termLength: 10 });
  const held = await sold(customerId, type.id, { startsOn: "2026-05-29", payment: null });
  expect(held.state).toBe("active");
  const { body } = await act(held.id, "cancel", { reason: "Ill" }, testBed.club.manager);
  expect(body.data).toMatchObject({ amount: 0, forgiven: 7000, kept: 3000 });
  expect((await chargesOf(customerId))[0]).toMatchObject({ state: "open", due: 3000 });
  const unused = await sold(customerId, (await addType({ ...year, name: "Unused" })).id, { payment: null });
  const voided = await act(unused.id, "cancel", { reason: "Mistake" }, testBed.club.manager);
  expect(voided.body.data).toMatchObject({ forgiven: 24_000, kept: 0 });
  expect((await chargesOf(customerId)).find(({ label }) => label === "Unused")).toMatchObject({
    state: "void",
    due: 0,
  });
  await expectNoFaults();
});

test("what is void or was given back whole ends the membership", async () => {
  const customerId = await debtors.addCustomer("Annule");
  const owed = await sold(customerId, (await addType({ ...year, name: "Voided" })).id, { payment: null });
  const [charge] = await chargesOf(customerId);
  const voided = await testBed.club.manager("POST", path(`/charges/${charge?.id}/void`), { reason: "Mistake" });
  expect(voided.status, JSON.stringify(voided.body)).toBe(200);
  expect(await read(owed.id)).toMatchObject({ state: "canceled" });
  const paid = await sold(customerId, (await addType({ ...year, name: "Refunded" })).id);
  const payments = await get<{ id: string }[]>(`/payments?customerId=${customerId}`);
  const refund = await testBed.club.manager("POST", path(`/payments/${payments[0]?.id}/refund`), {
    ...{ amount: 24_000, reason: "Gesture" },
  });
  expect(refund.status, JSON.stringify(refund.body)).toBe(200);
  expect(await read(paid.id)).toMatchObject({ state: "canceled" });
});

test("capacity, ages and dates of sale: refused beside the member, sold beyond them with a reason", async () => {
  const young = await debtors.addCustomer("Jeune", { birthDate: "2015-03-01" });
  const old = await debtors.addCustomer("Age", { birthDate: "1950-03-01" });
  const unknown = await debtors.addCustomer("Sans-date");
  const type = await addType({ ...year, name: "Junior", maxAge: 17, capacity: 1 });
  const tooOld = await sell(old, type.id);
  expect(tooOld.status).toBe(422);
  expect(tooOld.body.errors).toEqual({
    "lines.0.subscriptionTypeId": ["Junior is for ages up to 17; Zoé Age is 76 on Jun 1, 2026."],
  });
  const noDate = await sell(unknown, type.id);
  expect(noDate.body.errors["lines.0.subscriptionTypeId"]).toEqual([
    "Junior depends on the age: add the date of birth of Zoé Sans-date first.",
  ]);
  expect((await sell(young, type.id)).status).toBe(201);
  const twice = await sell(young, type.id);
  expect(twice.status).toBe(409);
  const full = await sell(await debtors.addCustomer("Autre", { birthDate: "2016-01-01" }), type.id);
  expect(full.status).toBe(409);
  expect(full.body.errors).toEqual({
    "lines.0.subscriptionTypeId": ["Junior is full: there is 1 membership at most."],
  });
  const byStaff = await sell(old, type.id, { beyondReason: "Coach" });
  expect(byStaff.status).toBe(403);
  const beyond = await sell(old, type.id, { beyondReason: "Coach", api: testBed.club.manager });
  expect(beyond.status, JSON.stringify(beyond.body)).toBe(201);
});

test("two desks that sell the last place at once sell it once", async () => {
  const type = await addType({ ...year, name: "Last", capacity: 1 });
  const customers = await Promise.all([1, 2, 3, 4].map((index) => debtors.addCustomer(`Presse${index}`)));
  const answers = await Promise.all(customers.map((customerId) => sell(customerId, type.id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
});

test("another price needs a reason and the right to it; a price that has changed is told", async () => {
  const customerId = await debtors.addCustomer("Prix");
  const type = await addType({ ...year, name: "Priced", joiningFee: 1000 });
  const changed = await sell(customerId, type.id, { price: 24_000 });
  expect(changed.status).toBe(422);
  expect(Object.keys(changed.body.errors)).toEqual(["lines.0.price"]);
  const line = { price: 21_000, priceReason: "Student" };
  expect((await sell(customerId, type.id, line)).status).toBe(403);
  const below = await sell(customerId, type.id, { ...line, price: 1000, api: testBed.club.manager });
  expect(below.body.errors).toEqual({
    "lines.0.price": ["The price includes the joining fee: it must be above it."],
  });
  expect(await sold(customerId, type.id, { ...line, api: testBed.club.manager })).toMatchObject({ price: 20_000 });
  const several = await sell(customerId, (await addType({ ...year, name: "Many" })).id, { quantity: 2 });
  expect(several.body.errors).toEqual({
    "lines.0.quantity": ["A membership is sold once to a customer: one line of each, and one piece."],
  });
});

test("what was paid online goes back online, and its payer is told once", async () => {
  const { club, testApp } = testBed;
  await testBed.book();
  const { id: customerId } = (await club.manager("GET", path(`/users/${club.memberPerson.id}/customer`))).body.data;
  const type = await addType({ name: "Paid online", price: 10_000, termKind: "days", termLength: 10 });
  const held = await sold(customerId, type.id, { payment: null });
  const charge = (await chargesOf(customerId)).find(({ label }) => label === "Paid online");
  const page = await club.member("POST", path(`/charges/${charge?.id}/checkout`), {});
  expect(page.status, JSON.stringify(page.body)).toBe(200);
  await testBed.submitPage(page.body.data.url, "pay");
  await testBed.runJobs();
  const canceled = await act(held.id, "cancel", { reason: "Ill" }, club.manager);
  expect(canceled.body.data).toMatchObject({ amount: 10_000, kept: 0 });
  await testBed.runJobs();
  const told = (await testApp.mails()).filter(({ text = "" }) => text.includes("Ill"));
  expect(told).toHaveLength(1);
  await expectNoFaults();
});

test("the job leaves alone what nothing is due of: before the notice, in grace, and before the morning", async () => {
  const customerId = await debtors.addCustomer("Tranquille");
  const quiet = { ...renewing, name: "Quiet", termLength: 3, noticeDays: 31, graceDays: 5 };
  const { clock, jobs, db } = testBed.testApp;
  const start = clock.now();
  const today = localDateOf("UTC", start);
  const { id } = await sold(customerId, (await addType(quiet)).id, { startsOn: today });
  const { endsOn } = await read(id);
  const locks = async (date: string, time = "12:00") => {
    clock.set(new Date(`${date}T${time}:00Z`));
    const statements = await recordStatements(() => jobs.runScheduled("subscriptions.renew"));
    return statements.filter((one) => one.includes('"subscriptions"') && one.includes("for no key update")).length;
  };
  const ofOthers = sql`update subscriptions set renews = false where id <> ${id}`;
  await ofOthers.execute(db);
  expect(await locks(addDays(endsOn, -60))).toBe(0);
  expect(await locks(addDays(endsOn, -31), "01:00")).toBe(0);
  expect(await locks(addDays(endsOn, -31))).toBe(1);
  expect(await locks(addDays(endsOn, -31), "13:00")).toBe(0);
  expect(await locks(endsOn)).toBe(0);
  expect(await locks(addDays(endsOn, 1))).toBe(1);
  expect(await locks(addDays(endsOn, 2))).toBe(0);
  expect(await locks(addDays(endsOn, 6))).toBe(1);
  expect(await locks(addDays(endsOn, 7))).toBe(0);
  clock.set(start);
});

test("one that renews is told of, charged on its first new day, held in grace, and ends unpaid", async () => {
  const customerId = await debtors.addCustomer("Mensuel", { email: "mensuel@club.test" });
  const type = await addType({ ...renewing, noticeDays: 31, graceDays: 5 });
  const { id } = await sold(customerId, type.id);
  let api = testBed.club.manager;
  const state = () => get<SubscriptionDetail>(`/subscriptions/${id}`, api);
  const charges = () => get<Charge[]>(`/charges?customerId=${customerId}&per_page=100`, api);
  const subjects = async () =>
    (await testBed.testApp.mails()).flatMap(({ subject = "" }) => (subject.includes("Month") ? [subject] : []));
  expect(await state()).toMatchObject({ state: "active", endsOn: "2026-06-30", renews: true });
  api = await goTo("2026-06-02");
  expect(await subjects()).toContainEqual(expect.stringMatching(/^Votre abonnement Month chez .* sera reconduit$/));
  const told = (await subjects()).length;
  api = await goTo("2026-06-03");
  expect(await subjects()).toHaveLength(told);
  api = await goTo("2026-07-01");
  expect(await state()).toMatchObject({ state: "grace", graceUntil: "2026-07-05" });
  expect(await subjects()).toContainEqual(expect.stringMatching(/^Month\s: 30,00\s€ à régler$/));
  const unpaid = (await charges()).find((charge) => charge.state === "open");
  expect(unpaid).toMatchObject({ kind: "subscription", due: 3000, dueOn: "2026-07-01" });
  api = await goTo("2026-07-02");
  expect(await charges()).toHaveLength(2);
  const paid = await api("POST", path(`/customers/${customerId}/payments`), {
    ...{ method: "cash", amount: 3000, chargeIds: [unpaid?.id] },
  });
  expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
  expect(await state()).toMatchObject({ state: "active", startsOn: "2026-07-01", endsOn: "2026-07-31" });
  api = await goTo("2026-08-01");
  expect(await state()).toMatchObject({ state: "grace" });
  api = await goTo("2026-08-07");
  expect(await state()).toMatchObject({ state: "ended", renews: false, endsOn: "2026-07-31" });
  expect((await charges()).filter((charge) => charge.state === "void")).toHaveLength(1);
  expect((await subjects()).at(-1)).toMatch(/^Month se termine le /);
  await expectNoFaults();
});

test("it ends with its term, renews again, is renewed early, and becomes another type with the next term", async () => {
  const api = await goTo("2026-08-10");
  const call = (id: string, what: string, body: object = {}) => api("POST", path(`/subscriptions/${id}/${what}`), body);
  const addTypeNow = async (draft: object): Promise<SubscriptionType> =>
    (await api("POST", path("/subscription-types"), { productId, ...draft })).body.data;
  const { body: customer } = await api("POST", path("/customers"), {
    kind: "person",
    firstName: "Lou",
    lastName: "Fin",
  });
  const type = await addTypeNow({ ...renewing, name: "Plain" });
  const better = await addTypeNow({ ...renewing, name: "Better", price: 5000 });
  expect((await sell(customer.data.id, type.id, { api })).status).toBe(201);
  const [held] = await get<Subscription[]>(`/subscriptions?customerId=${customer.data.id}`, api);
  const id = held?.id ?? "";
  expect((await call(id, "end", { reason: "Moves" })).body.data).toMatchObject({ renews: false, endReason: "Moves" });
  expect((await call(id, "end", { reason: "Moves" })).status).toBe(409);
  expect((await call(id, "renew")).status).toBe(409);
  expect((await call(id, "resume")).body.data).toMatchObject({ renews: true, endReason: null });
  expect((await call(id, "resume")).status).toBe(409);
  const becomes = await call(id, "change", { typeId: better.id });
  expect(becomes.body.data.becomes).toEqual({ id: better.id, name: "Better" });
  const renewed = await call(id, "renew");
  expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
  expect(renewed.body.data.periods).toMatchObject([
    { name: "Better", from: "2026-09-10", to: "2026-10-09", price: 5000, isPaid: false },
    { name: "Plain", from: "2026-08-10", to: "2026-09-09", price: 3000, isPaid: true },
  ]);
  expect((await call(id, "renew")).status).toBe(409);
  expect((await call(id, "end", { reason: "After all not" })).body.data).toMatchObject({ renews: false });
  const after = await get<SubscriptionDetail>(`/subscriptions/${id}`, api);
  expect(after.periods).toHaveLength(1);
  const charges = await get<Charge[]>(`/charges?customerId=${customer.data.id}`, api);
  expect(charges.map(({ label, state }) => [label, state])).toEqual(
    expect.arrayContaining([
      ["Better", "void"],
      ["Plain", "settled"],
    ]),
  );
  await expectNoFaults();
});

test("whoever has no address was told nothing: the membership may end on any day, and the team reads it", async () => {
  let api = await goTo("2026-08-10");
  const { body: type } = await api("POST", path("/subscription-types"), {
    ...{ productId, ...renewing, name: "Told", termLength: 6, noticeDays: 60 },
  });
  const buy = async (lastName: string, more: object) => {
    const draft = { kind: "person", firstName: "Zoé", lastName, ...more };
    const { id } = (await api("POST", path("/customers"), draft)).body.data;
    expect((await sell(id, type.data.id, { api })).status).toBe(201);
    return id;
  };
  const [told, untold] = [await buy("Told", { email: "told@club.test" }), await buy("Untold", {})];
  const endsAnyTime = async (customerId: string) =>
    (await get<Subscription[]>(`/subscriptions?customerId=${customerId}`, api))[0]?.endsAnyTime;
  expect([await endsAnyTime(told), await endsAnyTime(untold)]).toEqual([false, false]);
  api = await goTo("2026-12-12");
  expect([await endsAnyTime(told), await endsAnyTime(untold)]).toEqual([false, true]);
});

test("nothing renews in an organization that is disabled or archived", async () => {
  let api = await goTo("2027-03-01");
  const { body: type } = await api("POST", path("/subscription-types"), { productId, ...renewing, name: "Closed" });
  const draft = { kind: "person", firstName: "Zoé", lastName: "Closed", email: "closed@club.test" };
  const { id } = (await api("POST", path("/customers"), draft)).body.data;
  expect((await sell(id, type.data.id, { api })).status).toBe(201);
  const { db } = testBed.testApp;
  const setEnabled = (enabled: boolean) =>
    db.updateTable("organizations").set({ enabled }).where("id", "=", testBed.club.organizationId).execute();
  await setEnabled(false);
  await goTo("2027-04-01");
  await setEnabled(true);
  api = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 2));
  expect(await get<Charge[]>(`/charges?customerId=${id}`, api)).toHaveLength(1);
  api = await goTo("2027-04-01");
  expect(await get<Charge[]>(`/charges?customerId=${id}`, api)).toHaveLength(2);
});

test("a holder sees their own, of all organizations, without the team’s reasons, and ends it", async () => {
  const { testApp, club } = testBed;
  const api = await goTo("2026-08-20");
  const person = await testApp.member(club.organizationId, 4);
  const own = testApp.as(person);
  await testBed.book(own, { startTime: "2026-08-25T10:00:00Z" });
  const { id: customerId } = (await api("GET", path(`/users/${person.id}/customer`))).body.data;
  const { body: type } = await api("POST", path("/subscription-types"), { productId, ...renewing, name: "Own" });
  expect((await sell(customerId, type.data.id, { api })).status).toBe(201);
  const [mine] = (await own("GET", "/auth/user/subscriptions")).body.data;
  expect(mine).toMatchObject({ name: "Own", state: "active", canEnd: true, refuseBy: "2026-09-19", endReason: null });
  // A month does not leave a month for the notice.
  expect(mine.endsAnyTime).toBe(true);
  const stranger = testApp.as(await testApp.member(club.organizationId, 4));
  expect((await stranger("POST", `/auth/user/subscriptions/${mine.id}/end`, {})).status).toBe(404);
  const ended = await own("POST", `/auth/user/subscriptions/${mine.id}/end`, {});
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  expect(ended.body.data).toMatchObject({ renews: false, canEnd: false, refuseBy: null });
  expect((await own("POST", `/auth/user/subscriptions/${mine.id}/end`, {})).status).toBe(409);
  const { body: other } = await api("POST", path("/customers"), { kind: "person", firstName: "Ana", lastName: "Roc" });
  expect((await sell(other.data.id, type.data.id, { api })).status).toBe(201);
  const refused = await api("DELETE", path(`/customers/${other.data.id}`));
  expect(refused.body.message).toBe("A membership is running. Cancel it first.");
});
