import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { personalTables } from "#contract/personal-data.ts";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

const day = 24 * 3_600_000;
let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 2000 });
});
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

const read = async (person: Person) => (await testApp.as(person)("GET", "/auth/closing")).body.data;
const close = (person: Person, secret = password) => testApp.as(person)("POST", "/auth/closing", { password: secret });
const keep = (person: Person) => testApp.as(person)("DELETE", "/auth/closing");
const login = (email: string) => testApp.as(null)("POST", "/auth/login", { email, password });
const rowOf = (person: Person) =>
  testApp.db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow();
const runJob = () => testApp.jobs.runScheduled("personal-data.close");
const member = () => testApp.member(testApp.organizationId, 4);

let bookings = 0;
async function book(person: Person, more: object = {}): Promise<string> {
  const date = Temporal.Instant.from(testApp.clock.now().toISOString()).toZonedDateTimeISO("UTC").add({ days: 2 });
  const startTime = `${date.toPlainDate().toString()}T${String(8 + (++bookings % 10)).padStart(2, "0")}:00:00Z`;
  const draft = { fieldId, startTime, duration: 60, type: "game", name: "A game", payment: "on_site", ...more };
  const { status, body } = await testApp.as(person)("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const pay = async (eventId: string) => {
  const payment = { method: "cash", amount: 2000, note: "Qmark paid in coins" };
  expect((await club.manager("POST", club.path(`/events/${eventId}/payments`), payment)).status).toBe(201);
};

test("the password is asked, sessions elsewhere end, and a mail tells how to keep the account", async () => {
  const person = await testApp.person();
  expect((await close(person, "not my password")).body.errors).toEqual({
    password: ["This is not your present password."],
  });
  const { access_token: elsewhere } = (await login(person.email)).body.data;
  const answer = await close(person);
  expect(answer).toMatchObject({ status: 200, body: { message: "Your account will be closed in 14 days." } });
  expect(answer.body.data.closesAt).toBe(new Date(testApp.clock.now().getTime() + 14 * day).toISOString());
  expect((await testApp.as(elsewhere)("GET", "/auth/user")).status).toBe(401);
  const mails = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === person.email);
  expect(mails.at(-1)?.subject).toBe("Your account will be closed");
});

test("within 14 days one signs in and keeps it", async () => {
  const person = await testApp.person();
  await close(person);
  testApp.clock.advance(13 * day);
  await runJob();
  const { access_token: token } = (await login(person.email)).body.data;
  expect((await testApp.as(token)("GET", "/auth/user")).body.data.closesAt).not.toBeNull();
  expect((await testApp.as(token)("DELETE", "/auth/closing")).body.data.closesAt).toBeNull();
  testApp.clock.advance(2 * day);
  await runJob();
  expect(await rowOf(person)).toMatchObject({ email: person.email, active: true, closed_at: null });
});

test("bookings that lie ahead and those that are not paid stand against it, each with its link", async () => {
  const person = await member();
  const eventId = await book(person);
  expect((await read(person)).obstacles).toMatchObject([{ kind: "booking", event: { id: eventId } }]);
  expect((await close(person)).status).toBe(409);
  testApp.clock.advance(4 * day);
  await testApp.jobs.runScheduled();
  expect((await read(person)).obstacles).toMatchObject([{ kind: "debt", event: { id: eventId } }]);
  await pay(eventId);
  expect((await read(person)).obstacles).toEqual([]);
  expect((await close(person)).status).toBe(200);
});

test("what was bought and is not paid, and a bought pack with units left, stand against it until they are over; a granted one does not", async () => {
  const person = await member();
  const send = async (path: string, body: object) => {
    const answer = await club.manager("POST", club.path(path), body);
    expect([answer.status, answer.body.errors]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      undefined,
    ]);
    return answer.body.data;
  };
  await pay(await book(person));
  testApp.clock.advance(4 * day);
  await testApp.jobs.runScheduled();
  const found = await club.manager("GET", club.path(`/customers?q=${encodeURIComponent(person.email)}`));
  const customerId: string = found.body.data[0].id;
  const productId = (await send("/products", { name: "Tennis balls", kind: "goods", price: 650 })).id;
  const sale = await send("/sales", { customerId, lines: [{ productId, quantity: 1 }], payment: null });
  const packProduct = (await send("/products", { name: "Packs", kind: "pack" })).id;
  const terms = {
    productId: packProduct,
    name: "10 hours",
    price: 18_000,
    unit: "count",
    units: 10,
    minutesPerUnit: 60,
  };
  const typeId = (await send("/pack-types", terms)).id;
  await send("/sales", { customerId, lines: [{ packTypeId: typeId, quantity: 1 }], payment: { method: "transfer" } });
  const packId = (await club.manager("GET", club.path(`/packs?customerId=${customerId}`))).body.data[0].id;
  await send("/packs", { customerId, typeId, reason: "Won the tournament" });
  const organization = { id: testApp.organizationId };
  expect((await read(person)).obstacles).toMatchObject([
    { kind: "debt", organization, event: null },
    { kind: "pack", organization, event: null },
  ]);
  expect((await close(person)).status).toBe(409);
  await send(`/charges/${sale.charges[0].id}/void`, { reason: "Mistake" });
  const today = testApp.clock.now().toISOString().slice(0, 10);
  await send(`/packs/${packId}/extend`, { expiresOn: today });
  testApp.clock.advance(2 * day);
  expect((await read(person)).obstacles).toEqual([]);
  expect((await close(person)).status).toBe(200);
});

test("a booking made meanwhile lets the closing wait for its end", async () => {
  const person = await member();
  await close(person);
  testApp.clock.advance(13 * day);
  const { access_token: token } = (await login(person.email)).body.data;
  const eventId = await book({ ...person, token });
  testApp.clock.advance(1.5 * day);
  await runJob();
  expect((await rowOf(person)).closed_at).toBeNull();
  await pay(eventId);
  testApp.clock.advance(4 * day);
  await testApp.jobs.runScheduled();
  await runJob();
  expect((await rowOf(person)).closed_at).not.toBeNull();
});

test("the last owner and the last administrator cannot leave; of two owners at once one stays", async () => {
  const organizationId = await testApp.organization("Two owners");
  const [first, second] = [await testApp.member(organizationId, 1), await testApp.member(organizationId, 1)];
  for (const person of [first, second]) expect((await close(person)).status).toBe(200);
  testApp.clock.advance(15 * day);
  await runJob();
  const rows = [await rowOf(first), await rowOf(second)];
  expect(rows.filter((row) => row.closed_at === null)).toHaveLength(1);
  const stayed = rows[0]?.closed_at === null ? first : second;
  const { access_token: token } = (await login(stayed.email)).body.data;
  expect((await testApp.as(token)("GET", "/auth/closing")).body.data.obstacles).toMatchObject([
    { kind: "owner", organization: { id: organizationId, name: "Two owners" } },
  ]);
  const admin = await testApp.person({ platformAdmin: true });
  await testApp.db
    .updateTable("users")
    .set({ active: false })
    .where("platform_admin", "=", true)
    .where("id", "!=", admin.id)
    .execute();
  expect((await read(admin)).obstacles).toEqual([{ kind: "administrator", organization: null, event: null }]);
  expect((await close(admin)).status).toBe(409);
});

/** All sums that organizations read, by their tables and by their endpoints. */
async function sumEverything() {
  const { rows } = await sql`
    select (select coalesce(sum(amount), 0) from payments) as paid, (select coalesce(sum(amount), 0) from refunds) as refunded,
      (select json_agg(t) from (select sum(price) as price, sum(paid) as paid, sum(refunded) as back, count(*) from events) t) as events,
      (select json_agg(t) from (select sum(total_amount), sum(tax_amount), count(*) from invoices) t) as invoices`.execute(
    testApp.db,
  );
  const dates = "from=2026-01-01&to=2027-12-31";
  const paths = [`/invoices-sums?${dates}`, "/takings?from=2026-06-01&to=2026-06-30"];
  const answers = await Promise.all(paths.map((path) => club.manager("GET", club.path(path))));
  return { rows, answers: answers.map(({ status, body }) => [status, body.data]) };
}

async function findMarks(marks: readonly string[]): Promise<string[]> {
  const found = [];
  for (const table of Object.values(personalTables).flat()) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} as t`.execute(
      testApp.db,
    );
    if (rows.some(({ text }) => marks.some((mark) => text.includes(mark)))) found.push(table);
  }
  return found;
}

test("after 14 days nothing bears the person's name but invoices, and all sums are as before", async () => {
  const person = await testApp.person({ firstName: "Qmarkfirst", lastName: "Qmarklast" });
  await testApp.join(person, testApp.organizationId, 4);
  const api = testApp.as(person);
  await api("PATCH", "/auth/user", { phone: "+33698765432" });
  const eventId = await book(person, { name: "Qmark birthday", notes: "Qmark notes" });
  const canceled = await book(person, { name: "Qmark canceled" });
  await api("POST", club.path(`/events/${canceled}/cancel`), { reason: "Qmark reason" });
  await pay(eventId);
  const { id: customerId } = await testApp.db
    .selectFrom("customers")
    .select("id")
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  await club.manager("POST", club.path(`/customers/${customerId}/notes`), { text: "Qmark note of the team" });
  await club.manager("PATCH", club.path(`/customers/${customerId}`), {
    addressLine: "Qmark street 1",
    externalId: "Qmark-77",
    birthDate: "1990-01-02",
  });
  await api("POST", "/auth/totp", { password });
  await api("POST", "/auth/data-export");
  await testApp.jobs.runAll();
  testApp.clock.advance(3 * day);
  await testApp.jobs.runScheduled();
  await api("POST", "/auth/email", { email: "qmarknew@example.org", password });
  expect((await close(person)).status).toBe(200);
  const sums = await sumEverything();
  expect(sums.answers.map(([status]) => status)).toEqual([200, 200]);
  testApp.clock.advance(14 * day);
  await runJob();
  expect(await rowOf(person)).toMatchObject({ first_name: "Former", last_name: "customer", active: false });
  expect(await sumEverything()).toEqual(sums);
  const marks = ["Qmark", "qmark", "33698765432", "1990-01-02", person.email];
  // One mail tells of the closing; it is deleted with the others of its age.
  await testApp.jobs.runAll();
  await testApp.db.deleteFrom("emails").where("recipient", "=", person.email).execute();
  expect((await findMarks(marks)).toSorted()).toEqual(["invoices"]);
  const list = await club.manager("GET", club.path("/activity?per_page=100"));
  expect(list.status).toBe(200);
  const shown = await club.manager("GET", club.path(`/events/${eventId}`));
  expect(shown.body.data).toMatchObject({ name: "Former customer" });
});

test("a closed account is nobody's: it is not listed, not activated, and its address opens a new one", async () => {
  const person = await testApp.person();
  await close(person);
  testApp.clock.advance(14 * day);
  await runJob();
  expect((await login(person.email)).status).toBe(422);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await admin("PATCH", `/admin/users/${person.id}`, { active: true })).status).toBe(404);
  const listed = await admin("GET", `/admin/users?q=${person.id}`);
  expect(listed.body.data).toEqual([]);
  const draft = {
    firstName: "Zoé",
    lastName: "Morel",
    password: "a new long password",
    confirmPassword: "a new long password",
  };
  expect((await testApp.as(null)("POST", "/auth/register", { email: person.email, ...draft })).status).toBe(201);
});

test("keeping an account that nobody closes changes nothing", async () => {
  const person = await testApp.person();
  expect((await keep(person)).body.data).toMatchObject({ closesAt: null });
});
