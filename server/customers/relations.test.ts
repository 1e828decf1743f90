/** Relations of customers: who pays, books and reads mails for whom, and what cannot be. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { forgetCustomers } from "./forget.ts";

let testApp: TestApp;
let club: TestClub;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());

let count = 0;
async function addCustomer(more: object = {}): Promise<string> {
  const body = { firstName: "Ada", lastName: `Relative ${++count}`, ...more };
  const answer = await club.staff("POST", club.path("/customers"), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
}
const read = async (id: string) => (await club.staff("GET", club.path(`/customers/${id}`))).body.data;
const relate = (fromId: string, toId: string, body: object = {}, api = club.staff) =>
  api("PUT", club.path(`/customers/${toId}/relations/${fromId}`), { kind: "family", ...body });
const end = (fromId: string, toId: string) => club.staff("DELETE", club.path(`/customers/${toId}/relations/${fromId}`));
const refusedOn = async (answer: ReturnType<typeof relate>) => {
  const { status, body } = await answer;
  return [status, ...Object.keys(body.errors ?? {})];
};
async function owes(customerId: string, price: number) {
  const product = { name: `Balls ${++count}`, kind: "goods", price };
  const { body } = await club.manager("POST", club.path("/products"), product);
  const lines = [{ productId: body.data.id, quantity: 1 }];
  return club.manager("POST", club.path("/sales"), { customerId, lines, payment: null });
}
const pairsOf = async (id: string) =>
  (await read(id)).relations.map(({ from, to, kind, pays }: Relation) => [from.id, to.id, kind, pays]);
type Relation = { from: { id: string }; to: { id: string }; kind: string; pays: boolean };

test("both pages show a relation, which is changed and removed, and the guardian is who pays for a child", async () => {
  const [parent, child] = [await addCustomer(), await addCustomer({ birthDate: "2014-05-06" })];
  const set = await relate(parent, child, { kind: "guardian", books: true, pays: true, receives: true });
  expect(set.body.data).toMatchObject({ from: { id: parent }, to: { id: child }, kind: "guardian", books: true });
  expect(await read(child)).toMatchObject({ guardian: { id: parent }, relations: [set.body.data] });
  expect(await read(parent)).toMatchObject({ wards: [{ id: child }], relations: [set.body.data], guardian: null });
  const changed = await relate(parent, child, { kind: "guardian", books: true });
  expect(changed.body.data).toMatchObject({ books: true, pays: false, receives: false });
  expect(await read(child)).toMatchObject({ guardian: null, relations: [changed.body.data] });
  expect((await end(parent, child)).status).toBe(200);
  expect((await end(parent, child)).status).toBe(404);
  expect([(await read(child)).relations, (await read(parent)).relations]).toEqual([[], []]);
});

test("one pays for a customer at most, and nobody pays for who pays: no second payer, no second step, no circle", async () => {
  const [payer, other, child, above] = [
    await addCustomer(),
    await addCustomer(),
    await addCustomer(),
    await addCustomer(),
  ];
  expect((await relate(payer, child, { pays: true, receives: true })).status).toBe(200);
  expect(await refusedOn(relate(other, child, { pays: true }))).toEqual([422, "pays"]);
  expect(await refusedOn(relate(other, child, { receives: true }))).toEqual([422, "receives"]);
  expect(await refusedOn(relate(child, payer, { pays: true }))).toEqual([422, "pays"]);
  expect(await refusedOn(relate(above, payer, { pays: true }))).toEqual([422, "pays"]);
  expect(await refusedOn(relate(child, other, { pays: true }))).toEqual([422, "pays"]);
  const byGuardian = { guardianId: other };
  const patched = await club.staff("PATCH", club.path(`/customers/${child}`), byGuardian);
  expect([patched.status, ...Object.keys(patched.body.errors)]).toEqual([422, "guardianId"]);
  expect((await relate(other, child, { books: true })).status).toBe(200);
  expect((await relate(child, payer, { books: true })).status).toBe(200);
});

test("of two desks that name two payers at once, one is refused; of two that make a circle, too", async () => {
  const [one, other, child] = [await addCustomer(), await addCustomer(), await addCustomer()];
  const answers = await Promise.all([relate(one, child, { pays: true }), relate(other, child, { pays: true })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const [first, second] = [await addCustomer(), await addCustomer()];
  const circle = await Promise.all([relate(first, second, { pays: true }), relate(second, first, { pays: true })]);
  expect(circle.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const [top, middle, low] = [await addCustomer(), await addCustomer(), await addCustomer()];
  const steps = await Promise.all([relate(top, middle, { pays: true }), relate(middle, low, { pays: true })]);
  expect(steps.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test("a contact stands between a person and a company, others between people, and a guardian is an adult and books for children", async () => {
  const [person, child] = [
    await addCustomer({ birthDate: "1980-01-01" }),
    await addCustomer({ birthDate: "2015-01-01" }),
  ];
  const company = await addCustomer({ kind: "company", legalName: "Garage Ltd" });
  expect(await refusedOn(relate(person, child, { kind: "contact" }))).toEqual([422, "kind"]);
  expect(await refusedOn(relate(person, company, { kind: "family" }))).toEqual([422, "kind"]);
  expect(await refusedOn(relate(company, child, { kind: "guardian" }))).toEqual([422, "kind"]);
  expect(await refusedOn(relate(child, person, { kind: "guardian" }))).toEqual([422, "kind"]);
  expect(await refusedOn(relate(person, person, { kind: "family" }))).toEqual([422, "kind"]);
  const grown = await addCustomer({ birthDate: "2000-01-01" });
  expect(await refusedOn(relate(person, grown, { kind: "guardian", books: true }))).toEqual([422, "books"]);
  expect((await relate(person, grown, { kind: "guardian", pays: true })).status).toBe(200);
  expect((await relate(person, company, { kind: "contact", receives: true })).status).toBe(200);
  const young = await club.staff("PATCH", club.path(`/customers/${await addCustomer()}`), { guardianId: child });
  expect([young.status, ...Object.keys(young.body.errors)]).toEqual([422, "guardianId"]);
});

test("customers of others, unknown and archived ones have no relations, and members may not set any", async () => {
  const [one, other] = [await addCustomer(), await addCustomer()];
  const foreign = await createTestClub(testApp, {}, await testApp.organization("Other club"));
  const theirs = (await foreign.manager("POST", foreign.path("/customers"), { firstName: "Foreign" })).body.data.id;
  const unknown = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  for (const id of [theirs, unknown]) {
    expect((await relate(id, one)).status).toBe(404);
    expect((await relate(one, id)).status).toBe(404);
    expect((await end(id, one)).status).toBe(404);
  }
  expect((await relate(other, one, {}, foreign.manager)).status).toBe(404);
  expect((await relate(other, one, {}, club.member)).status).toBe(403);
  await club.staff("DELETE", club.path(`/customers/${other}`));
  expect((await relate(other, one)).status).toBe(409);
});

test("who pays is asked for the debts of the household and pays them in one payment, a company reaches its contact", async () => {
  const [payer, relative] = [await addCustomer({ email: "pays@club.example" }), await addCustomer()];
  for (const id of [payer, relative]) expect((await owes(id, 1200)).status).toBe(201);
  const charges = async (id: string) =>
    (await club.manager("GET", club.path(`/debts?customerId=${id}`))).body.data as { payerId: string; id: string }[];
  const pay = async () => {
    const debts = [...(await charges(payer)), ...(await charges(relative))];
    const named = debts.map(({ id }) => ({ chargeId: id, amount: 1200 }));
    return (await club.manager("POST", club.path("/payments"), { method: "cash", debts: named })).status;
  };
  expect((await charges(relative)).map(({ payerId }) => payerId)).toEqual([relative]);
  expect(await pay()).toBe(409);
  await relate(payer, relative, { pays: true });
  expect((await charges(relative)).map(({ payerId }) => payerId)).toEqual([payer]);
  const mail = { subject: "Balls", text: "They are here." };
  const write = (id: string) => club.staff("POST", club.path(`/customers/${id}/message`), mail);
  expect((await write(relative)).status).toBe(409);
  await relate(payer, relative, { pays: true, receives: true });
  expect((await write(relative)).body.data).toEqual({ email: "pays@club.example" });
  expect(await pay()).toBe(201);
  const company = await addCustomer({ kind: "company", legalName: "Office Ltd" });
  await relate(payer, company, { kind: "contact", receives: true });
  expect((await write(company)).body.data).toEqual({ email: "pays@club.example" });
});

test("a merge brings the people along as far as they can stand, and undoing it gives them back", async () => {
  const [kept, merged, mother, father, child] = [
    await addCustomer(),
    await addCustomer(),
    await addCustomer(),
    await addCustomer(),
    await addCustomer(),
  ];
  await relate(mother, kept, { kind: "guardian", pays: true });
  await relate(father, merged, { kind: "guardian", pays: true, receives: true });
  await relate(merged, child, { books: true });
  await relate(kept, merged, { receives: false });
  const before = [await pairsOf(kept), await pairsOf(merged)];
  const done = await club.staff("POST", club.path(`/customers/${kept}/merge`), { customerId: merged });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await pairsOf(kept)).toSorted()).toEqual(
    [
      [mother, kept, "guardian", true],
      [father, kept, "guardian", false],
      [kept, child, "family", false],
    ].toSorted(),
  );
  expect((await read(kept)).guardian.id).toBe(mother);
  expect(await pairsOf(father)).toEqual([[father, kept, "guardian", false]]);
  const undone = await club.staff("POST", club.path(`/customers/${kept}/merges/${done.body.data.id}/undo`));
  expect(undone.status).toBe(200);
  expect([await pairsOf(kept), await pairsOf(merged)]).toEqual(before);
  expect([(await read(kept)).guardian.id, (await read(merged)).guardian.id]).toEqual([mother, father]);
});

test("who is forgotten has no people any more, and those for whom they paid pay for themselves", async () => {
  const [payer, child] = [await addCustomer(), await addCustomer()];
  await relate(payer, child, { kind: "guardian", pays: true });
  const context = { db: testApp.db, appContext: testApp.appContext, now: testApp.clock.now() };
  await forgetCustomers({ ...context, organizationId: club.organizationId }, [payer], {
    firstName: "Former",
    lastName: "customer",
  });
  expect(await read(child)).toMatchObject({ relations: [], guardian: null });
});

test("undoing a merge after another one gives nobody back to a customer who is merged", async () => {
  const [kept, merged, father, other] = await Promise.all([1, 2, 3, 4].map(() => addCustomer()));
  if (!kept || !merged || !father || !other) throw new Error("A customer is missing");
  const merge = async (into: string, customerId: string) => {
    const { status, body } = await club.staff("POST", club.path(`/customers/${into}/merge`), { customerId });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.id;
  };
  await relate(father, merged, { kind: "guardian", pays: true });
  const first = await merge(kept, merged);
  await merge(other, father);
  expect((await club.staff("POST", club.path(`/customers/${kept}/merges/${first}/undo`))).status).toBe(200);
  expect(await pairsOf(merged)).toEqual([[other, merged, "guardian", true]]);
  const [newPayer] = [await addCustomer()];
  await end(other, merged);
  await relate(newPayer, merged, { kind: "guardian", pays: true });
});

test("a change is written down with who it is about", async () => {
  const [parent, child] = [await addCustomer({ lastName: "Written" }), await addCustomer()];
  testApp.clock.advance(1000);
  await relate(parent, child, { kind: "guardian", books: true, pays: true });
  testApp.clock.advance(1000);
  await end(parent, child);
  const { body } = await club.manager("GET", club.path(`/activity?subject=customers&customerId=${child}`));
  const acts = body.data.map(({ act, after }: { act: string; after: { from?: { name: string } } }) => [
    ...[act, after.from?.name],
  ]);
  expect(acts.slice(0, 2)).toEqual([
    ["customers.deleteRelation", "Ada Written"],
    ["customers.setRelation", "Ada Written"],
  ]);
});
