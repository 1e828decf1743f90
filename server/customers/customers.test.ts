import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField({ sportIds: [1] });
  await club.addPrices([fieldId], { 60: 2000 });
});
afterAll(() => testApp.close());

let hours = 0;
const draft = (more: object = {}) => ({
  fieldId,
  startTime: new Date(Date.parse("2026-06-10T06:00:00Z") + ++hours * 3_600_000).toISOString(),
  duration: 60,
  name: "Padel",
  type: "game",
  ...more,
});

async function book(customer: object) {
  const { status, body } = await club.staff("POST", club.path("/events"), draft({ customer }));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
async function create(body: object) {
  const { status, body: answer } = await club.staff("POST", club.path("/customers"), body);
  expect(status, JSON.stringify(answer)).toBe(201);
  return answer.data;
}
const found = async (q: string, more = ""): Promise<string[]> => {
  const { body } = await club.staff("GET", club.path(`/customers?q=${encodeURIComponent(q)}${more}`));
  return body.data.map(({ name }: { name: string }) => name);
};
const read = async (id: string) => (await club.staff("GET", club.path(`/customers/${id}`))).body.data;

test("a customer without an email is found by any part of name, email and telephone, across accents", async () => {
  await create({ firstName: "Zoé", lastName: "Chevalier", phone: "06 12 34 56 78" });
  await create({ kind: "company", legalName: "Garage Müller", email: "desk@muller.example", externalId: "C-204" });
  expect(await found("zoe chev")).toEqual(["Zoé Chevalier"]);
  expect(await found("12345678")).toEqual(["Zoé Chevalier"]);
  expect(await found("muller")).toEqual(["Garage Müller"]);
  expect(await found("c-204")).toEqual(["Garage Müller"]);
  expect(await found("%")).toEqual([]);
});

test("a person needs a name and a company its own, each said beside its field", async () => {
  const nameless = await club.staff("POST", club.path("/customers"), { phone: "06 12 34 56 78" });
  expect([nameless.status, Object.keys(nameless.body.errors)]).toEqual([422, ["firstName"]]);
  const company = await club.staff("POST", club.path("/customers"), { kind: "company", firstName: "Zoé" });
  expect([company.status, Object.keys(company.body.errors)]).toEqual([422, ["legalName"]]);
});

test("the numbers of a company are checked by its country, said beside each field, and one from before stays until it is changed", async () => {
  const path = club.path("/customers");
  const company = { kind: "company", legalName: "Quatorze SA" };
  const wrong = { identificationNumber: "732829321", vatNumber: "FR45732829320" };
  const refused = await club.staff("POST", path, { ...company, ...wrong });
  expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([
    ...[422, ["identificationNumber", "vatNumber"]],
  ]);
  const { id, vatNumber } = await create({
    ...company,
    identificationNumber: "732 829 320",
    vatNumber: "fr 44 732829320",
  });
  expect(vatNumber).toBe("FR44732829320");
  const change = (body: object) => club.staff("PATCH", `${path}/${id}`, body);
  expect((await change({ vatNumber: "FR40303265045" })).body.errors).toEqual({ vatNumber: [expect.any(String)] });
  // A Belgian company has another number.
  expect((await change({ identificationNumber: "0123.456.749" })).status).toBe(422);
  const abroad = { identificationNumber: "0123.456.749", vatNumber: "BE 0123456749", countryId: 56 };
  expect((await change(abroad)).body.data).toMatchObject({ ...abroad, vatNumber: "BE0123456749" });
  await testApp.db.updateTable("customers").set({ vat_number: "unknown" }).where("id", "=", id).execute();
  expect((await change({ city: "Bruxelles" })).status).toBe(200);
  expect((await change({ countryId: 250 })).status).toBe(422);
});

test("a walk-in is one customer, however often they book", async () => {
  const first = await book({ name: "Marc Lebrun", phone: "06 11 22 33 44" });
  const second = await book({ name: "marc LEBRUN", phone: "0611223344" });
  const other = await book({ name: "Marc Lebrun", phone: "06 99 88 77 66" });
  expect(second.customer.customerId).toBe(first.customer.customerId);
  expect(other.customer.customerId).not.toBe(first.customer.customerId);
  const { body } = await club.staff("GET", club.path(`/events?customerId=${first.customer.customerId}`));
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
  expect((await club.staff("GET", club.path("/events?q=lebrun"))).body.meta.total).toBe(3);
  expect((await club.staff("GET", club.path("/events?q=0611223344"))).body.meta.total).toBe(2);
});

test("what is learned of a customer while booking is kept, and what is known of them stays", async () => {
  const contact = async (id: string) => {
    const { phone, email } = await read(id);
    return [phone, email];
  };
  const byEmail = await book({ name: "Ella Faure", email: "ella@club.example" });
  const again = await book({ name: "ella faure", phone: "06 01 02 03 04", email: "ella@club.example" });
  const { customerId } = byEmail.customer;
  expect(again.customer.customerId).toBe(customerId);
  expect(await contact(customerId)).toEqual(["06 01 02 03 04", "ella@club.example"]);
  await book({ customerId, phone: "06 99 99 99 99", email: "other@club.example" });
  expect(await contact(customerId)).toEqual(["06 01 02 03 04", "ella@club.example"]);

  const member = await club.member("POST", club.path("/events"), draft());
  const account = member.body.data.customer.customerId;
  const [before] = await contact(account);
  await book({ customerId: account, phone: "06 88 88 88 88" });
  expect((await contact(account))[0]).toBe(before);
});

test("a customer is booked for by their id, and one of another organization is unknown", async () => {
  const { id } = await create({ firstName: "Inès", lastName: "Moreau" });
  expect((await book({ customerId: id })).customer).toEqual({
    customerId: id,
    userId: null,
    name: "Inès Moreau",
    phone: null,
  });
  const other = await createTestClub(testApp, {}, await testApp.organization("Other club"));
  const foreign = await other.manager("POST", other.path("/customers"), { firstName: "Foreign" });
  for (const customerId of [foreign.body.data.id, "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91"]) {
    const { status, body } = await club.staff("POST", club.path("/events"), draft({ customer: { customerId } }));
    expect([status, Object.keys(body.errors)]).toEqual([422, ["customer.customerId"]]);
  }
  const merge = await club.staff("POST", club.path(`/customers/${id}/merge`), { customerId: foreign.body.data.id });
  expect(merge.status).toBe(422);
  expect((await other.manager("GET", other.path(`/customers/${id}`))).status).toBe(404);
});

test("categories of a customer without an account decide the price", async () => {
  const role = await club.manager("POST", club.path("/roles"), { name: "Junior", type: "member", permissions: [] });
  const roleId = role.body.data.id;
  const cheap = await club.addField({ sportIds: [1] });
  await club.addPrices(
    [cheap],
    { 60: 2000 },
    {
      details: [
        { timeslot: "Always", plan: "60 minutes", roleId: null, price: 2000 },
        { timeslot: "Always", plan: "60 minutes", roleId, price: 900 },
      ],
    },
  );
  const { id } = await create({ firstName: "Jules", lastName: "Petit", roleIds: [roleId] });
  const { body } = await club.staff(
    "POST",
    club.path("/events"),
    draft({ fieldId: cheap, customer: { customerId: id } }),
  );
  expect(body.data.price).toBe(900);
});

test("who registers later with the same address gets their bookings; several with one address stay apart", async () => {
  const invited = await testApp.person();
  const known = await create({ firstName: "Paul", lastName: "Roux", email: invited.email, phone: "06 55 44 33 22" });
  const event = await book({ customerId: known.id });
  await club.manager("POST", club.path("/users"), { type: "customer", role: 4, emails: [invited.email] });
  const guest = testApp.as(invited);
  const [invitation] = (await guest("GET", "/invitations")).body.data;
  expect((await guest("POST", `/invitations/${invitation.id}/accept`)).status).toBe(200);
  expect((await read(known.id)).userId).toBe(invited.id);
  const mine = await guest("GET", "/auth/user/events");
  expect(mine.body.data.map(({ id }: { id: string }) => id)).toEqual([event.id]);
  const change = await club.staff("PATCH", club.path(`/customers/${known.id}`), { lastName: "Other" });
  expect([change.status, Object.keys(change.body.errors)]).toEqual([422, ["lastName"]]);

  const shared = await testApp.person();
  const twins = [
    await create({ firstName: "A", email: shared.email }),
    await create({ firstName: "B", email: shared.email }),
  ];
  await club.manager("POST", club.path("/users"), { type: "customer", role: 4, emails: [shared.email] });
  const parent = testApp.as(shared);
  const [second] = (await parent("GET", "/invitations")).body.data;
  await parent("POST", `/invitations/${second.id}/accept`);
  for (const { id } of twins) expect((await read(id)).userId).toBeNull();
});

test("a changed profile is the customer's name in every organization", async () => {
  await club.member("POST", club.path("/events"), draft());
  const me = testApp.as(club.memberPerson);
  await me("PATCH", "/auth/user", { firstName: "Léonie" });
  const { body } = await club.staff("GET", club.path(`/users/${club.memberPerson.id}/customer`));
  expect(body.data.firstName).toBe("Léonie");
});

test("a change of an account that leaves its customers as they are is none of theirs", async () => {
  await club.member("POST", club.path("/events"), draft());
  const me = testApp.as(club.memberPerson);
  const readChanges = () =>
    testApp.db.selectFrom("customers").select("updated_at").where("user_id", "=", club.memberPerson.id).execute();
  const before = await readChanges();
  expect(before).not.toEqual([]);
  testApp.clock.advance(1000);
  await me("PATCH", "/auth/user", { language: "fr" });
  expect(await readChanges()).toEqual(before);
  await me("PATCH", "/auth/user", { firstName: "Anouk" });
  expect(await readChanges()).not.toEqual(before);
});

test("merging keeps bookings, payments, notes and contact data, and undoing it gives them back", async () => {
  const kept = await create({ firstName: "Karim", lastName: "Benali" });
  const merged = await create({ firstName: "K.", lastName: "Benali", phone: "06 77 66 55 44", externalId: "77" });
  const event = await book({ customerId: merged.id });
  const paid = await club.staff("POST", club.path(`/events/${event.id}/payments`), { amount: 500, method: "cash" });
  await club.staff("POST", club.path(`/customers/${merged.id}/notes`), { text: "Left-handed" });
  const path = club.path(`/customers/${kept.id}/merge`);
  const preview = await club.staff("POST", `${path}?dryRun=true`, { customerId: merged.id });
  expect(preview.body.data.moved).toEqual({ events: 1, series: 0, notes: 1 });
  expect((await read(merged.id)).mergedIntoId).toBeNull();

  const done = await club.staff("POST", path, { customerId: merged.id });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(await read(kept.id)).toMatchObject({ phone: "06 77 66 55 44", externalId: "77" });
  expect((await club.staff("GET", club.path(`/events/${event.id}`))).body.data.customer.customerId).toBe(kept.id);
  expect((await club.staff("GET", club.path(`/customers/${kept.id}/notes`))).body.data).toHaveLength(1);
  expect(await found("benali")).toEqual(["Karim Benali"]);
  const again = await club.staff("POST", path, { customerId: merged.id });
  expect(again.status).toBe(422);

  const undo = club.path(`/customers/${kept.id}/merges/${done.body.data.id}/undo`);
  const answers = await Promise.all([club.staff("POST", undo), club.staff("POST", undo)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read(kept.id)).toMatchObject({ phone: null, externalId: null });
  expect((await club.staff("GET", club.path(`/events/${event.id}`))).body.data.customer.customerId).toBe(merged.id);
  expect(paid.status).toBeLessThan(300);
});

test("an account that came with a merge goes back with it: the other's bookings are not its own", async () => {
  const account = await testApp.member(club.organizationId, 4);
  const theirs = testApp.as(account);
  const own = await theirs("POST", club.path("/events"), draft());
  const { customerId } = own.body.data.customer;
  const kept = await create({ firstName: "Desk", lastName: "Name", phone: "06 44 33 22 11" });
  const event = await book({ customerId: kept.id });
  const mine = async (): Promise<string[]> =>
    (await theirs("GET", "/auth/user/events")).body.data.map(({ id }: { id: string }) => id);

  const { body } = await club.staff("POST", club.path(`/customers/${kept.id}/merge`), { customerId });
  expect((await mine()).toSorted()).toEqual([own.body.data.id, event.id].toSorted());
  await club.staff("POST", club.path(`/customers/${kept.id}/merges/${body.data.id}/undo`));
  expect(await mine()).toEqual([own.body.data.id]);
  expect(await read(kept.id)).toMatchObject({ name: "Desk Name", phone: "06 44 33 22 11", userId: null });
  expect((await theirs("GET", club.path(`/events/${event.id}`))).status).toBe(404);
});

test("a merge of two accounts, of a person and a company, or with oneself is refused", async () => {
  const { id } = await create({ firstName: "One" });
  const company = await create({ kind: "company", legalName: "One Ltd" });
  const path = club.path(`/customers/${id}/merge`);
  for (const customerId of [id, company.id]) expect((await club.staff("POST", path, { customerId })).status).toBe(422);
});

test("of two merges that cross each other, one is refused and nobody waits for ever", async () => {
  const [one, other] = [
    await create({ firstName: "Cross", lastName: "A" }),
    await create({ firstName: "Cross", lastName: "B" }),
  ];
  const answers = await Promise.all([
    club.staff("POST", club.path(`/customers/${one.id}/merge`), { customerId: other.id }),
    club.staff("POST", club.path(`/customers/${other.id}/merge`), { customerId: one.id }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test("a customer with a booking ahead is not archived; an archived one is out of sight, and comes back", async () => {
  const { id } = await create({ firstName: "Nina", lastName: "Archive" });
  const event = await book({ customerId: id });
  expect((await club.staff("DELETE", club.path(`/customers/${id}`))).status).toBe(409);
  await club.staff("POST", club.path(`/events/${event.id}/cancel`), { reason: "Moved away" });
  expect((await club.staff("DELETE", club.path(`/customers/${id}`))).status).toBe(200);
  expect(await found("archive")).toEqual([]);
  expect(await found("archive", "&archived=true")).toEqual(["Nina Archive"]);
  await club.staff("POST", club.path(`/customers/${id}/restore`));
  expect(await found("archive")).toEqual(["Nina Archive"]);
});

test("the same telephone or a similar name is found before a second customer is made", async () => {
  await create({ firstName: "Gabriel", lastName: "Fournier", phone: "+33 6 10 20 30 40" });
  const similar = async (query: string) => {
    const { status, body } = await club.staff("GET", club.path(`/customers/similar?${query}`));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.map(({ name }: { name: string }) => name);
  };
  expect(await similar("phone=0610203040")).toEqual(["Gabriel Fournier"]);
  expect(await similar("name=gabriel%20fourniet")).toEqual(["Gabriel Fournier"]);
  expect(await similar("name=Nobody")).toEqual([]);
  expect(await similar("")).toEqual([]);
});

test("the team mails a customer, or the guardian of a child without an address", async () => {
  const guardian = await create({ firstName: "Anne", lastName: "Roche", email: "anne@club.example" });
  const child = await create({ firstName: "Leo", lastName: "Roche", guardianId: guardian.id });
  const nobody = await create({ firstName: "No", lastName: "Address" });
  const send = (id: string, body: object) => club.staff("POST", club.path(`/customers/${id}/message`), body);
  const draftMessage = { subject: "Your racket", text: "It is at the desk.\n\nSee you soon" };
  expect((await send(child.id, draftMessage)).body).toMatchObject({ data: { email: "anne@club.example" } });
  expect((await send(nobody.id, draftMessage)).status).toBe(409);
  const empty = await send(child.id, { subject: " ", text: "" });
  expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ["subject", "text"]]);
  const member = await club.member("POST", club.path(`/customers/${child.id}/message`), draftMessage);
  expect(member.status).toBe(403);
  const answers = [];
  for (let index = 0; index < 10; index += 1) answers.push((await send(child.id, draftMessage)).status);
  expect(answers.at(-1)).toBe(429);
});

test("a customer's page reads what comes next, what has gone by, each date of a series, what is owed and what came in", async () => {
  const { id } = await create({ firstName: "Sofia", lastName: "Page", phone: "06 70 70 70 70" });
  const page = (part: string) => club.staff("GET", club.path(`/customers/${id}/${part}`));
  const event = await book({ customerId: id });
  const canceled = await book({ customerId: id });
  await club.staff("POST", club.path(`/events/${canceled.id}/cancel`), { reason: "Rain" });
  const events = (await page("events")).body.data;
  expect([events.nextCount, events.pastCount]).toEqual([1, 1]);
  expect([events.next[0].id, events.past[0].id]).toEqual([event.id, canceled.id]);
  await club.staff("POST", club.path(`/events/${event.id}/payments`), { amount: 500, method: "cash" });
  const payments = (await page("payments")).body;
  expect([payments.meta.total, payments.data[0].amount, payments.data[0].invoices.length]).toEqual([1, 500, 1]);
  expect((await page("balance")).body.data).toMatchObject({ overdue: 0, laterUntil: event.date });

  const template = draft({ customer: { customerId: id } });
  const rule = { weekdays: [new Date(template.startTime).getUTCDay() || 7], count: 3 };
  const preview = await club.staff("POST", club.path("/event-series/preview"), { template, rule });
  const dates = preview.body.data.occurrences.map(({ date }: { date: string }) => ({ date }));
  const made = await club.staff("POST", club.path("/event-series"), { template, rule, dates });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const [series] = (await page("series")).body.data;
  expect([series.id, series.played, series.total]).toEqual([made.body.data.seriesId, 0, 3]);
  expect(series.dates.map(({ state }: { state: string }) => state)).toEqual(["next", "later", "later"]);

  const other = await createTestClub(testApp, {}, await testApp.organization("Another club"));
  for (const part of ["events", "series", "payments", "balance"])
    expect((await other.manager("GET", other.path(`/customers/${id}/${part}`))).status).toBe(404);
});
