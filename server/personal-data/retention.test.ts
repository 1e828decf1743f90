import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

const day = 24 * 3_600_000;
let testApp: TestApp;
let club: TestClub;
let owner: ApiCall;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 2000 });
  const person = await testApp.member(testApp.organizationId, 1);
  owner = testApp.as(person);
  // Years go by in these tests.
  await testApp.db
    .updateTable("sessions")
    .set({ created_at: new Date("2036-01-01"), expires_at: new Date("2036-01-01") })
    .execute();
});
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("retention_settings").execute());

const off = { customersMonths: null, activityMonths: null, importsDays: null };
const path = () => club.path("/retention");
const preview = async (settings: object) =>
  (await owner("POST", `${path()}/preview`, { ...off, ...settings })).body.data;
const set = async (settings: object) => {
  expect((await owner("PUT", path(), { ...off, ...settings })).status).toBe(200);
};
const retain = () => testApp.jobs.runScheduled("personal-data.retain");

let people = 0;
/** A customer without an account, added and last booked so many months ago. */
async function addCustomer(months: number, { bookedMonths = months, paymentStatus = "none" } = {}): Promise<string> {
  const now = testApp.clock.now();
  const [at, booked] = [new Date(now.getTime() - months * 31 * day), new Date(now.getTime() - bookedMonths * 31 * day)];
  const id = uuidv7(now);
  const row = { organization_id: testApp.organizationId, id, created_at: at, updated_at: at };
  await testApp.db
    .insertInto("customers")
    .values({ ...row, kind: "person", first_name: "Old", last_name: `Customer${++people}`, email: "old@example.org" })
    .execute();
  const { facility_id } = await testApp.db
    .selectFrom("fields")
    .select("facility_id")
    .where("id", "=", fieldId)
    .executeTakeFirstOrThrow();
  await testApp.db
    .insertInto("events")
    .values({
      ...row,
      id: uuidv7(now),
      facility_id,
      field_id: fieldId,
      name: "Their title",
      status: "completed",
      confidentiality: "private",
      type: "game",
      customer_id: id,
      start_time: booked,
      end_time: new Date(booked.getTime() + 3_600_000),
      price: 2000,
      currency: "EUR",
      payment_status: paymentStatus,
    })
    .execute();
  return id;
}
/** Something was sold to the customer so many months ago. */
async function sellTo(customerId: string, months: number): Promise<void> {
  const product = await owner("POST", club.path("/products"), { name: "Balls", kind: "goods", price: 600 });
  const line = { productId: product.body.data.id, quantity: 1, price: 500, priceReason: "A friend of Ada" };
  const payment = { method: "cash", note: "Paid by Ada" };
  const sold = await owner("POST", club.path("/sales"), { customerId, lines: [line], payment });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  const at = new Date(testApp.clock.now().getTime() - months * 31 * day);
  const [charge] = sold.body.data.charges;
  await testApp.db.updateTable("charges").set({ due_at: at }).where("id", "=", charge.id).execute();
}
const customer = (id: string) =>
  testApp.db.selectFrom("customers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("it is off until an organization turns it on, and then set and read back", async () => {
  expect((await owner("GET", path())).body.data).toEqual(off);
  const id = await addCustomer(120);
  await retain();
  expect((await customer(id)).forgotten_at).toBeNull();
  await set({ customersMonths: 36, importsDays: 30 });
  expect((await owner("GET", path())).body.data).toEqual({
    customersMonths: 36,
    activityMonths: null,
    importsDays: 30,
  });
  expect((await owner("PUT", path(), { ...off, customersMonths: 5 })).status).toBe(422);
});

test("the dry run counts and shows the oldest, and changes nothing", async () => {
  await testApp.db.updateTable("customers").set({ forgotten_at: testApp.clock.now() }).execute();
  const ids = [await addCustomer(40), await addCustomer(50), await addCustomer(30)];
  const [found] = await preview({ customersMonths: 36 });
  expect(found).toMatchObject({
    kind: "customers",
    count: 2,
    samples: [`Old Customer${people - 1}`, `Old Customer${people - 2}`],
  });
  await retain();
  for (const id of ids) expect((await customer(id)).forgotten_at).toBeNull();
  expect(await preview({})).toEqual([]);
});

test("who booked or paid since, who owes, has an account or a ward stays; the others are forgotten, and sums stay", async () => {
  const [gone, booked, owes, guardian] = [
    await addCustomer(40),
    await addCustomer(40, { bookedMonths: 30 }),
    await addCustomer(40, { paymentStatus: "due" }),
    await addCustomer(40),
  ];
  const [buyer, formerBuyer] = [await addCustomer(40), await addCustomer(40)];
  await sellTo(buyer, 30);
  await sellTo(formerBuyer, 39);
  const ward = await addCustomer(10);
  const now = testApp.clock.now();
  await testApp.db
    .insertInto("customer_relations")
    .values({
      ...{ organization_id: testApp.organizationId, from_id: guardian, to_id: ward, kind: "guardian" },
      ...{ books: true, pays: false, receives: true, created_at: now, updated_at: now },
    })
    .execute();
  const member = await testApp.member(testApp.organizationId, 4);
  const sum = async () =>
    testApp.db
      .selectFrom("events")
      .select((e) => e.fn.sum("price").as("sum"))
      .executeTakeFirstOrThrow();
  const before = await sum();
  await set({ customersMonths: 36 });
  await retain();
  expect(await customer(gone)).toMatchObject({ name: "Ancien client", email: null });
  const booking = await testApp.db.selectFrom("events").select("name").where("customer_id", "=", gone).execute();
  expect(booking).toEqual([{ name: "Ancien client" }]);
  const sold = await testApp.db
    .selectFrom("payments")
    .innerJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "payments.organization_id")
        .onRef("charges.id", "=", "payments.charge_id"),
    )
    .select(["payments.payer_name", "payments.note", "charges.price_reason", "charges.amount"])
    .where("charges.customer_id", "=", formerBuyer)
    .execute();
  expect(sold).toEqual([{ payer_name: "Ancien client", note: null, price_reason: null, amount: 500 }]);
  for (const id of [buyer, booked, owes, guardian, ward]) expect((await customer(id)).forgotten_at).toBeNull();
  expect(await sum()).toEqual(before);
  expect((await testApp.as(member)("GET", "/auth/user")).status).toBe(200);
});

test("a guest is forgotten 13 months after their last booking, where no retention is set too; nobody else is", async () => {
  const guest = async (months: number, more = {}) => {
    const id = await addCustomer(months, more);
    await testApp.db
      .updateTable("customers")
      .set({ guest_since: new Date(0) })
      .where("id", "=", id)
      .execute();
    return id;
  };
  const [old, recent, back, owes] = [
    await guest(14),
    await guest(12),
    await guest(20, { bookedMonths: 3 }),
    await guest(20, { paymentStatus: "due" }),
  ];
  const added = await addCustomer(20);
  await retain();
  expect(await customer(old)).toMatchObject({ name: "Ancien client", email: null });
  for (const id of [recent, back, owes, added]) expect((await customer(id)).forgotten_at).toBeNull();
});

test("many are forgotten in small transactions, and none of another organization", async () => {
  const ids = [];
  for (let count = 0; count < 120; count += 1) ids.push(await addCustomer(40));
  const [first = ""] = ids;
  await testApp.db.updateTable("events").set({ customer_id: null }).where("customer_id", "=", first).execute();
  const other = await testApp.db
    .insertInto("customers")
    .values({
      organization_id: testApp.otherOrganizationId,
      id: uuidv7(testApp.clock.now()),
      kind: "person",
      first_name: "Elsewhere",
      created_at: new Date(0),
      updated_at: new Date(0),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await set({ customersMonths: 36 });
  await retain();
  for (const id of ids) expect((await customer(id)).forgotten_at).not.toBeNull();
  expect((await customer(other.id)).forgotten_at).toBeNull();
});

test("old entries of the activity and old imports go, newer ones stay", async () => {
  const now = testApp.clock.now();
  const entry = (months: number) => ({
    organization_id: testApp.organizationId,
    id: uuidv7(now),
    at: new Date(now.getTime() - months * 31 * day),
    act: "fields.create",
  });
  const [old, recent] = [entry(40), entry(30)];
  await testApp.db.insertInto("activity").values([old, recent]).execute();
  const imported = (days: number) => ({
    organization_id: testApp.organizationId,
    id: uuidv7(now),
    file_name: `${days} days.csv`,
    columns: "[]",
    mapping: "[]",
    rows: 1,
    state: "done",
    ended_at: new Date(now.getTime() - days * day),
    created_at: now,
    updated_at: now,
  });
  await testApp.db
    .insertInto("imports")
    .values([imported(31), imported(29)])
    .execute();
  expect(await preview({ activityMonths: 36, importsDays: 30 })).toMatchObject([
    { kind: "activity", count: 1, samples: [old.at.toISOString()] },
    { kind: "imports", count: 1, samples: ["31 days.csv"] },
  ]);
  await set({ activityMonths: 36, importsDays: 30 });
  await retain();
  const entries = await testApp.db.selectFrom("activity").select("id").where("id", "in", [old.id, recent.id]).execute();
  expect(entries).toEqual([{ id: recent.id }]);
  const files = await testApp.db.selectFrom("imports").select("file_name").execute();
  expect(files).toEqual([{ file_name: "29 days.csv" }]);
});
