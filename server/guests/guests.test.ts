/** Guests book on the public page: a code or a payment proves the address, and the secret of the booking's page does the rest. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { forgetCustomers } from "#server/customers/forget.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type TestApp } from "#tests/support/test-app.ts";

const PADEL = 2;
const MINUTE_MS = 60_000;
let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let slug: string;

beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());

let count = 0;
beforeEach(async () => {
  testApp.clock.set(monday);
  await testApp.db.deleteFrom("rate_limits").execute();
  await testApp.db.deleteFrom("occupancies").execute();
  fieldId = await club.addField({
    ...{ name: `Padel ${++count}`, sportIds: [PADEL], isPublished: true, maxPeopleByEvent: 4 },
  });
  await club.addPrices([fieldId], { 90: 3600 });
  slug = "parc-des-invites";
  await club.manager("PATCH", club.path("/page"), { state: "unlisted", slug });
  await allow({ guestBooking: "code", guestRules: { horizonDays: 7, noticeMinutes: 0, mostActive: 2 } });
});

const allow = (settings: object) => club.manager("PATCH", club.path(""), settings);
const at = (time: string, day = "2026-06-03") => `${day}T${time}:00+02:00`;
const visitor = (...args: Parameters<ReturnType<TestApp["as"]>>) => testApp.as(null)(...args);
const open = async () => (await visitor("GET", `/public/${slug}`)).body.data;
async function takeTicket(): Promise<string> {
  const { ticket } = await open();
  testApp.clock.advance(3000);
  return ticket;
}
const askCode = async (address: string, more: object = {}) =>
  visitor("POST", `/public/${slug}/codes`, { address, ticket: await takeTicket(), ...more });
const mailsTo = async (address: string) =>
  (await testApp.mails()).filter(({ to }) => to?.some((one) => one.address === address));
async function readCode(address: string): Promise<string> {
  const texts = (await mailsTo(address)).map(({ text = "" }) => /^ {4}(\d{6})$/m.exec(text)?.[1]);
  return texts.findLast((code) => code !== undefined) ?? "";
}
async function prove(address: string): Promise<string> {
  const { body } = await askCode(address);
  const code = await readCode(address);
  const { status, body: answer } = await visitor("POST", `/public/${slug}/codes/${body.data.id}/check`, { code });
  expect([status, answer.errors]).toEqual([200, undefined]);
  return answer.data.proof;
}
const contact = (email: string, name = "Zoé Morel") => ({ name, email });
const draftOf = (more: object = {}) => ({ fieldId, startTime: at("19:00"), duration: 90, people: 4, ...more });
const book = (body: object, headers: Record<string, string> = {}, query = "") =>
  visitor("POST", `/public/${slug}/bookings${query}`, draftOf({ payment: "on_site", ...body }), headers);
async function bookProved(email: string, more: object = {}): Promise<string> {
  const { status, body } = await book({ contact: contact(email), proof: await prove(email), ...more });
  expect([status, body.errors, body.message]).toEqual([201, undefined, undefined]);
  return body.data.secret;
}
const customersOf = (email: string) =>
  testApp.db.selectFrom("customers").selectAll().where("email", "=", email).orderBy("created_at").execute();
const eventsAt = (start: string) =>
  testApp.db
    .selectFrom("events")
    .selectAll()
    .where("field_id", "=", fieldId)
    .where("start_time", "=", new Date(start))
    .where("status", "in", ["pending", "approved"])
    .execute();
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a code proves the address, then the booking is confirmed, told of with its link, and the guest is a customer", async () => {
  const email = "zoe@example.org";
  const desk = await open();
  expect(desk).toMatchObject({ organization: { id: club.organizationId }, slug, currency: "EUR", horizonDays: 7 });
  expect(desk.sports).toContainEqual({ id: PADEL, name: expect.any(String) });
  const slots = await visitor("GET", `/public/${slug}/slots?date=2026-06-03&time=19:00&duration=90`);
  expect(slots.body.data.near[0].fields.map(({ id }: { id: string }) => id)).toContain(fieldId);
  const quote = await visitor("POST", `/public/${slug}/quotes`, draftOf());
  expect(quote.body.data).toMatchObject({ total: 3600, currency: "EUR", payments: ["on_site"], needsCode: true });
  expect(quote.body.data).not.toHaveProperty("trace");
  const secret = await bookProved(email, { sportId: PADEL });
  const [customer] = await customersOf(email);
  expect(customer).toMatchObject({ first_name: "Zoé", last_name: "Morel", user_id: null, language: "en" });
  expect(customer?.email_verified_at).not.toBeNull();
  const [event] = await eventsAt(at("19:00"));
  expect(event).toMatchObject({ customer_id: customer?.id, user_id: null, price: 3600, status: "approved" });
  const { status, body } = await visitor("GET", `/bookings/${secret}`);
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({
      ...{ id: event?.id, status: "confirmed", name: "Zoé Morel", email, slug, hasAccount: false, due: 3600 },
      actions: expect.arrayContaining(["move", "cancel"]),
      cancellation: expect.objectContaining({ state: "open" }),
    }),
  ]);
  const mail = (await mailsTo(email)).find(({ attachments }) => attachments.length > 0);
  const [, mailed = ""] = /\/b\/([\w-]{43})/.exec(mail?.text ?? "") ?? [];
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(["booking.ics"]);
  expect((await visitor("GET", `/bookings/${mailed}`)).body.data.id).toBe(event?.id);
  const stored = await testApp.db
    .selectFrom("access_links")
    .selectAll()
    .where("subject_id", "=", event?.id ?? "")
    .execute();
  expect(JSON.stringify(stored)).not.toContain(mailed);
});

test("the guest cancels by the link, once, and the team reads who did", async () => {
  const secret = await bookProved("cancel@example.org");
  testApp.clock.advance(1000);
  const canceled = await visitor("POST", `/bookings/${secret}/cancel`, {});
  expect([canceled.status, canceled.body.data.status, canceled.body.data.ended]).toEqual([
    ...[200, "canceled"],
    { by: "booker", reason: null },
  ]);
  expect((await visitor("POST", `/bookings/${secret}/cancel`, {})).status).toBe(409);
  expect(await eventsAt(at("19:00"))).toEqual([]);
  const [customer] = await customersOf("cancel@example.org");
  const actor = { id: customer?.id, full_name: "Zoé Morel" };
  const { body } = await club.manager("GET", club.path("/activity"));
  expect(body.data[0]).toMatchObject({ act: "events.cancel", actor });
  const ofCustomer = await club.manager("GET", club.path(`/activity?customerId=${customer?.id}`));
  expect(ofCustomer.body.data[0]).toMatchObject({ act: "events.cancel", actor });
  const history = await club.manager("GET", club.path(`/events/${canceled.body.data.id}/history`));
  expect(history.body.data).toMatchObject([
    { act: "events.cancel", actor },
    { act: "events.create", actor },
  ]);
});

test("of a guest who is forgotten, the activity keeps neither name nor network", async () => {
  await bookProved("forgotten@example.org", { contact: contact("forgotten@example.org", "Vera Lang") });
  const [customer] = await customersOf("forgotten@example.org");
  const entriesOf = () =>
    testApp.db
      .selectFrom("activity")
      .select("address")
      .where("guest_id", "=", customer?.id ?? "")
      .execute();
  expect(await entriesOf()).toEqual([{ address: expect.any(String) }]);
  const { db, appContext, clock } = testApp;
  const { organizationId } = club;
  const context = { db, appContext, organizationId, now: clock.now() };
  const memory = await openMemory(context);
  await forgetCustomers({ ...context, memory }, [customer?.id ?? ""], { firstName: "Former", lastName: "customer" });
  expect(await entriesOf()).toEqual([{ address: null }]);
  const { body } = await club.manager("GET", club.path(`/activity?customerId=${customer?.id}`));
  expect(body.data).toMatchObject([{ act: "events.create", actor: { full_name: "Former customer" } }]);
});

test("a member whom no-shows or a quota keep from booking is refused as a guest too, in the same words", async () => {
  const none = { horizonDays: null, noticeMinutes: null, mostActive: null };
  const person = await testApp.member(club.organizationId, 4);
  const { email } = person;
  const asMember = (startTime: string) =>
    testApp.as(person)("POST", club.path("/events"), {
      ...{ name: "Game", type: "free_play", fieldId, startTime, duration: 90, payment: "on_site" },
    });
  const asGuest = async (startTime: string) => book({ contact: contact(email), proof: await prove(email), startTime });
  const expectSameRefusal = async (startTime: string) => {
    const { status, body } = await asGuest(startTime);
    expect([status, body.errors]).toEqual([409, (await asMember(startTime)).body.errors]);
    return body.errors.startTime[0];
  };
  const block = (until: string | null) =>
    testApp.db
      .updateTable("memberships")
      .set({ booking_blocked_until: until })
      .where("organization_id", "=", club.organizationId)
      .where("user_id", "=", person.id)
      .execute();
  await allow({ bookingRules: { ...none, noShow: { blockAfter: { count: 3, days: 60, blockDays: 14 } } } });
  await block(at("12:00", "2026-06-10"));
  expect(await expectSameRefusal(at("19:00"))).toMatch(/^Online booking is possible again from /);
  await block(null);
  await allow({ bookingRules: { ...none, quotas: [{ measure: "bookings", amount: 1, per: "day" }] } });
  const first = await asGuest(at("12:00"));
  expect(first.status).toBe(201);
  await expectSameRefusal(at("19:00"));
  await testApp.db.deleteFrom("rate_limits").execute();
  expect((await asGuest(at("12:00", "2026-06-04"))).status).toBe(201);
  const move = await visitor("POST", `/bookings/${first.body.data.secret}/move`, {
    ...{ fieldId, startTime: at("16:00", "2026-06-04") },
  });
  expect([move.status, Object.keys(move.body.errors ?? {})]).toEqual([409, ["startTime"]]);
  await allow({ bookingRules: none });
});

test("the guest moves to another free time, and not to one that is taken or beyond the days of guests", async () => {
  const secret = await bookProved("move@example.org");
  const other = await club.addField({ name: "Hidden", sportIds: [PADEL], isPublished: false });
  await club.addPrices([other], { 90: 3600 });
  const move = (body: object) => visitor("POST", `/bookings/${secret}/move`, { fieldId, ...body });
  const moved = await move({ startTime: at("20:30") });
  expect([moved.status, moved.body.data?.startTime]).toEqual([200, "2026-06-03T18:30:00.000Z"]);
  await bookProved("first@example.org", { startTime: at("12:00") });
  expect((await move({ startTime: at("12:00") })).status).toBe(409);
  expect((await move({ startTime: at("19:00", "2026-06-20") })).body.errors).toHaveProperty("startTime");
  expect((await move({ startTime: at("10:00"), fieldId: other })).body.errors).toHaveProperty("fieldId");
});

test("who looks for another time finds those that only the booking itself takes, by its secret alone", async () => {
  const secret = await bookProved("half@example.org");
  const [event] = await eventsAt(at("19:00"));
  const asked = "date=2026-06-03&time=19:00&duration=90";
  const startsOf = (body: { data: { near: { startTime: string; fields: { id: string }[] }[] } }) =>
    body.data.near.flatMap(({ startTime, fields }) => (fields.some(({ id }) => id === fieldId) ? [startTime] : []));
  const taken = new Date(at("19:00")).toISOString();
  const beside = new Date(at("19:30")).toISOString();
  const everybodys = await visitor("GET", `/public/${slug}/slots?${asked}&eventId=${event?.id}`);
  expect(startsOf(everybodys.body)).not.toContain(beside);
  const own = await visitor("GET", `/bookings/${secret}/slots?date=2026-06-03&time=19:00`);
  expect([own.status, own.body.data.asked]).toEqual([200, expect.objectContaining({ duration: 90, people: 4 })]);
  expect(startsOf(own.body)).toEqual(expect.arrayContaining([taken, beside]));
  const moved = await visitor("POST", `/bookings/${secret}/move`, { fieldId, startTime: at("19:30") });
  expect([moved.status, moved.body.data.startTime]).toEqual([200, beside]);
  expect((await visitor("GET", `/bookings/${"x".repeat(43)}/slots`)).status).toBe(404);
});

test("its calendar file has the time, and a wrong or ended secret is nobody's", async () => {
  const secret = await bookProved("calendar@example.org");
  const file = await visitor("GET", `/bookings/${secret}/calendar.ics`);
  expect([file.status, file.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(String(file.body)).toContain("DTSTART:20260603T170000Z");
  testApp.clock.set(at("20:29", "2026-07-03"));
  expect((await visitor("GET", `/bookings/${secret}`)).status).toBe(200);
  testApp.clock.set(at("20:31", "2026-07-03"));
  for (const ended of [secret, "x".repeat(43), "nobody"]) {
    expect((await visitor("GET", `/bookings/${ended}`)).status).toBe(404);
    expect((await visitor("POST", `/bookings/${ended}/cancel`, {})).status).toBe(404);
    expect((await visitor("POST", `/bookings/${ended}/checkout`, {})).status).toBe(404);
  }
});

test("nothing is held without a proof; a proof is of one address, and good for half an hour", async () => {
  const email = "changed-address@example.org";
  const none = await book({ contact: contact(email) });
  expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ["proof"]]);
  const proof = await prove(email);
  const others = await book({ contact: contact("other@example.org"), proof });
  expect([others.status, Object.keys(others.body.errors)]).toEqual([422, ["proof"]]);
  testApp.clock.advance(30 * MINUTE_MS);
  expect((await book({ contact: contact(email), proof })).status).toBe(422);
  expect(await eventsAt(at("19:00"))).toEqual([]);
  expect(await customersOf(email)).toEqual([]);
});

test("five wrong codes void a code, also at once; an old one and a used one prove nothing", async () => {
  const email = "codes@example.org";
  const { body } = await askCode(email);
  const check = (code: string, id: string = body.data.id) =>
    visitor("POST", `/public/${slug}/codes/${id}/check`, { code });
  const code = await readCode(email);
  const wrong = await Promise.all(Array.from({ length: 12 }, () => check(otherThan(code))));
  expect(new Set(wrong.map((answer) => answer.body.errors.code[0]))).toEqual(
    new Set(["This code is wrong or too old. Ask for a new one."]),
  );
  expect((await check(code)).status).toBe(422);
  await testApp.db.deleteFrom("rate_limits").execute();
  const second = (await askCode(email)).body.data.id;
  const good = await readCode(email);
  expect((await check(good, second)).status).toBe(200);
  expect((await check(good, second)).status).toBe(422);
  const third = (await askCode(email)).body.data.id;
  const late = await readCode(email);
  testApp.clock.advance(10 * MINUTE_MS);
  expect((await check(late, third)).status).toBe(422);
  for (const id of ["nonsense", "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91"]) {
    const answer = await check("123456", id);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["code"]]);
  }
});

test("known and unknown addresses get the same answer, and three codes an hour", async () => {
  const shape = async (address: string) => {
    const { status, body } = await askCode(address);
    return [status, Object.keys(body), Object.keys(body.data), typeof body.data.id];
  };
  expect(await shape(club.memberPerson.email)).toEqual(await shape("nobody@example.org"));
  await shape("nobody@example.org");
  await shape("nobody@example.org");
  const refused = await askCode("nobody@example.org");
  expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await askCode("somebody@example.org")).status).toBe(200);
});

test("one mailbox gets three codes an hour from all clubs together", async () => {
  const elsewhere = await createTestClub(testApp, {}, testApp.otherOrganizationId);
  await elsewhere.manager("PATCH", elsewhere.path("/page"), { state: "unlisted", slug: "club-des-voisins" });
  await elsewhere.manager("PATCH", elsewhere.path(""), { guestBooking: "code" });
  const own = slug;
  const address = "neighbour@example.org";
  const statuses = [];
  for (const one of [own, "club-des-voisins", own, "club-des-voisins"]) {
    slug = one;
    statuses.push((await askCode(address)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await mailsTo(address)).toHaveLength(3);
});

test("a flood of codes from one network is refused after ten", async () => {
  const ticket = await takeTicket();
  const ask = (index: number) =>
    visitor("POST", `/public/${slug}/codes`, { address: `flood${index}@example.org`, ticket });
  const statuses = (await Promise.all(Array.from({ length: 15 }, (_, index) => ask(index)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test("a form without its ticket, too fast, too late, or filled in where nobody sees it sends no code", async () => {
  const { ticket } = await open();
  const ask = (more: object) => visitor("POST", `/public/${slug}/codes`, { address: "robot@example.org", ...more });
  for (const body of [{}, { ticket }, { ticket: `${ticket}x` }, { ticket: "1.x" }])
    expect(Object.keys((await ask(body)).body.errors)).toEqual(["ticket"]);
  testApp.clock.advance(121 * MINUTE_MS);
  expect((await ask({ ticket })).status).toBe(422);
  const decoy = await ask({ ticket: await takeTicket(), website: "https://spam.example" });
  expect([decoy.status, Object.keys(decoy.body.data)]).toEqual([200, ["id", "expiresAt"]]);
  expect(await mailsTo("robot@example.org")).toEqual([]);
  const sms = await askCode("robot@example.org", { channel: "sms" });
  expect([sms.status, Object.keys(sms.body.errors)]).toEqual([422, ["channel"]]);
});

test("of two phones at one slot, one has it", async () => {
  const proofs = [];
  for (const email of ["one@example.org", "two@example.org"]) proofs.push({ email, proof: await prove(email) });
  const answers = await Promise.all(proofs.map(({ email, proof }) => book({ contact: contact(email), proof })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await eventsAt(at("19:00"))).toHaveLength(1);
});

test("two presses with one key book once, and both lead to the booking", async () => {
  const email = "twice@example.org";
  const proof = await prove(email);
  const press = () => book({ contact: contact(email), proof }, { "idempotency-key": "press" });
  const answers = await Promise.all([press(), press()]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const ids = await Promise.all(
    answers.map(async ({ body }) => (await visitor("GET", `/bookings/${body.data.secret}`)).body.data.id),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await eventsAt(at("19:00"))).toHaveLength(1);
  const other = await book({ contact: contact(email), proof, people: 2 }, { "idempotency-key": "press" });
  expect(other.status).toBe(422);
});

test("a guest has two bookings to come, also by presses at once, and a third once one is canceled", async () => {
  const email = "many@example.org";
  const proof = await prove(email);
  const times = ["08:00", "10:00", "12:00", "14:00"];
  const answers = await Promise.all(times.map((time) => book({ contact: contact(email), proof, startTime: at(time) })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.errors.startTime[0]).toBe(
    "You have 2 bookings to come without an account. Sign in or register for more.",
  );
  const secret = answers.find(({ status }) => status === 201)?.body.data.secret;
  await visitor("POST", `/bookings/${secret}/cancel`, {});
  expect((await book({ contact: contact(email), proof, startTime: at("16:00") })).status).toBe(201);
});

test("the days ahead and the notice are those of guests", async () => {
  await allow({ guestRules: { horizonDays: 3, noticeMinutes: 240, mostActive: 2 } });
  const email = "rules@example.org";
  const proof = await prove(email);
  for (const startTime of [
    at("19:00", "2026-06-08"),
    new Date(testApp.clock.now().getTime() + 3_600_000).toISOString(),
  ]) {
    const answer = await book({ contact: contact(email), proof, startTime });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["startTime"]]);
  }
  const slots = await visitor("GET", `/public/${slug}/slots?date=2026-06-08&time=19:00&duration=90`);
  expect(slots.body.data.near).toEqual([]);
});

test("a field that is not published is no guest's, nor one of another club", async () => {
  const hidden = await club.addField({ name: "Private court", sportIds: [PADEL], isPublished: false });
  const elsewhere = await createTestClub(testApp, {}, testApp.otherOrganizationId);
  const foreign = await elsewhere.addField({ isPublished: true });
  const proof = await prove("fields@example.org");
  for (const fieldOf of [hidden, foreign]) {
    const answer = await book({ contact: contact("fields@example.org"), proof, fieldId: fieldOf });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["fieldId"]]);
    const quote = await visitor("POST", `/public/${slug}/quotes`, draftOf({ fieldId: fieldOf }));
    expect(Object.keys(quote.body.errors)).toEqual(["fieldId"]);
  }
  const slots = await visitor("GET", `/public/${slug}/slots?date=2026-06-03&time=19:00`);
  expect(JSON.stringify(slots.body)).not.toContain(hidden);
});

test("off, an unknown address and a page that is off answer the same 404", async () => {
  const paths = () => [`/public/${slug}`, `/public/${slug}/slots`];
  const answers = async () => Promise.all(paths().map(async (path) => (await visitor("GET", path)).body));
  await allow({ guestBooking: "off" });
  const off = await answers();
  await allow({ guestBooking: "code" });
  await club.manager("PATCH", club.path("/page"), { state: "off" });
  const closed = await answers();
  slug = "nobody-has-it";
  expect([closed, await answers()]).toEqual([off, off]);
  expect((await book({ contact: contact("x@example.org") })).status).toBe(404);
});

test("a proved address finds its customer; one that is only typed never does", async () => {
  const email = "known@example.org";
  const { body } = await club.staff("POST", club.path("/customers"), { firstName: "Nora", lastName: "Petit", email });
  await bookProved(email, { contact: contact(email, "N. Petit") });
  expect((await customersOf(email)).map(({ id }) => id)).toEqual([body.data.id]);
  const member = club.memberPerson.email;
  const secret = await bookProved(member, { startTime: at("12:00") });
  const own = await visitor("GET", `/bookings/${secret}`);
  expect(own.body.data.hasAccount).toBe((await customersOf(member)).some(({ user_id }) => user_id !== null));
});

test.each([
  [{ contact: { name: "", email: "a@example.org" } }, "contact.name"],
  [{ contact: { name: "www.example.org", email: "a@example.org" } }, "contact.name"],
  [{ contact: { name: "Ada", email: "nonsense" } }, "contact.email"],
  [{ duration: "long" }, "duration"],
  [{ people: 0 }, "people"],
  [{ proof: "short" }, "proof"],
  [{ price: 1 }, "price"],
  [{ override: true }, "override"],
])("%j is refused beside its field", async (more, field) => {
  const answer = await book({ contact: contact("bad@example.org"), ...more });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test("a booking that the desk gives to somebody else is no longer the guest's, by no link", async () => {
  const email = "former@example.org";
  const secret = await bookProved(email);
  const [event] = await eventsAt(at("19:00"));
  const other = await club.manager("POST", club.path("/customers"), { firstName: "New", lastName: "Owner" });
  await club.manager("PATCH", club.path(`/events/${event?.id}`), { customer: { customerId: other.body.data.id } });
  expect((await visitor("GET", `/bookings/${secret}`)).status).toBe(404);
  const links = (await mailsTo(email)).flatMap(({ text = "" }) => [...text.matchAll(/\/b\/([\w-]{43})/g)]);
  expect(links.length).toBeGreaterThan(0);
  for (const [, mailed] of links) expect((await visitor("GET", `/bookings/${mailed}`)).status).toBe(404);
});

test("mails say in a guest's own words what the guest has done, and in the club's what the club has", async () => {
  const move = async (email: string) => {
    const secret = await bookProved(email, { startTime: at("10:00", "2026-06-04") });
    const moved = await visitor("POST", `/bookings/${secret}/move`, { fieldId, startTime: at("12:00", "2026-06-04") });
    expect(moved.status).toBe(200);
    return { secret, eventId: moved.body.data.id };
  };
  const readMail = async (email: string, subject: RegExp) => {
    testApp.clock.advance(UNDO_MS);
    return (await mailsTo(email)).find((mail) => subject.test(mail.subject ?? ""))?.text ?? "";
  };
  const first = await move("own-move@example.org");
  expect(await readMail("own-move@example.org", /^Moved/)).toContain("You have moved your booking at");
  await visitor("POST", `/bookings/${first.secret}/cancel`, {});
  const second = await move("own-cancel@example.org");
  await visitor("POST", `/bookings/${second.secret}/cancel`, {});
  const text = await readMail("own-cancel@example.org", /^Canceled/);
  expect(text).toContain("You have canceled your booking at");
  expect(text).not.toContain("before:");
  const third = await move("club-cancel@example.org");
  await club.manager("POST", club.path(`/events/${third.eventId}/cancel`), { reason: "Rain" });
  expect(await readMail("club-cancel@example.org", /^Canceled/)).toContain("has canceled your booking.");
});

test("the team is told when a guest cancels, and not when it cancels itself", async () => {
  const secret = await bookProved("told@example.org");
  testApp.clock.advance(20 * MINUTE_MS);
  const count = async () => {
    const { body } = await club.manager("GET", "/notifications");
    return body.data.filter(({ kind }: { kind: string }) => kind === "booking_canceled").length;
  };
  const before = await count();
  await visitor("POST", `/bookings/${secret}/cancel`, {});
  expect(await count()).toBe(before + 1);
});

test("where the club is closed, a guest reads and cancels, and moves and pays no more", async () => {
  const secret = await bookProved("closed@example.org");
  const platform = testApp.as(await testApp.person({ platformAdmin: true }));
  const open = (enabled: boolean) => platform("PATCH", club.path(""), { enabled });
  expect((await open(false)).status).toBe(200);
  expect((await visitor("POST", `/bookings/${secret}/move`, { fieldId, startTime: at("20:30") })).status).toBe(404);
  expect((await visitor("POST", `/bookings/${secret}/checkout`, {})).status).toBe(404);
  expect((await visitor("GET", `/bookings/${secret}`)).status).toBe(200);
  expect((await visitor("POST", `/bookings/${secret}/cancel`, {})).status).toBe(200);
  expect((await open(true)).status).toBe(200);
});

test("the proof of an address does not go with it when the team changes it", async () => {
  const email = "proved@example.org";
  const { body } = await club.manager("POST", club.path("/customers"), { firstName: "Zoé", lastName: "Morel", email });
  const { id } = body.data;
  const proved = { email_verified_at: testApp.clock.now() };
  await testApp.db.updateTable("customers").set(proved).where("id", "=", id).execute();
  const change = (to: string) => club.manager("PATCH", club.path(`/customers/${id}`), { email: to });
  await change(email);
  expect((await customersOf(email))[0]?.email_verified_at).not.toBeNull();
  await change("other@example.org");
  expect((await customersOf("other@example.org"))[0]?.email_verified_at).toBeNull();
});

/** Players read and answer by secrets of their own, which are in mails or in the link. */
const playSecretTo = async (address: string): Promise<string> =>
  [
    ...((await mailsTo(address))
      .map(({ text }) => text)
      .join("\n")
      .matchAll(/\/p\/([\w-]{43})/g) ?? []),
  ].at(-1)?.[1] ?? "";
const zoe = { email: "friend@example.org", name: "Zoé Petit" };

test("a guest invites by the page of the booking, sees who comes, and removes; a player who comes is told of the end", async () => {
  const secret = await bookProved("organizer@example.org");
  const before = await visitor("GET", `/bookings/${secret}/participants`);
  expect(before.body.data).toMatchObject({
    ...{ organizer: "Zoé Morel", taken: 1, places: 4, canInvite: true, canRemove: true, known: [], players: [] },
    ...{ offer: null, split: null, hasLink: false },
  });
  const invited = await visitor("POST", `/bookings/${secret}/participants`, { people: [zoe] });
  expect([invited.status, invited.body.message]).toEqual([200, "Invitations sent"]);
  expect(invited.body.data.players).toMatchObject([{ ...zoe, state: "invited", hasAccount: false }]);
  const play = await playSecretTo(zoe.email);
  const read = await visitor("GET", `/participants/${play}`);
  expect(read.body.data).toMatchObject({ organizer: "Zoé Morel", name: zoe.name, share: null });
  expect(JSON.stringify(read.body)).not.toContain("organizer@example.org");
  expect((await visitor("POST", `/participants/${play}`, { answer: "accepted" })).status).toBe(200);
  testApp.clock.advance(1000);
  const link = await visitor("POST", `/bookings/${secret}/participants-link`, {});
  expect(link.status).toBe(200);
  const place = link.body.data.url.split("/p/")[1];
  const taken = { answer: "accepted", name: "Bo Derek", email: "bo@example.org" };
  expect((await visitor("POST", `/participants/${place}`, taken)).status).toBe(200);
  const after = await visitor("GET", `/bookings/${secret}/participants`);
  expect(after.body.data).toMatchObject({ taken: 3, hasLink: true });
  // A player who came by the link has told their address to the club, not to the organizer.
  expect(after.body.data.players).toMatchObject([{ email: zoe.email }, { name: "Bo Derek", email: null }]);
  const [, bo] = after.body.data.players;
  const removed = await visitor("DELETE", `/bookings/${secret}/participants/${bo.id}`);
  expect([removed.status, removed.body.data.players.length]).toEqual([200, 1]);
  expect((await visitor("DELETE", `/bookings/${secret}/participants-link`)).body.data.hasLink).toBe(false);
  expect((await visitor("GET", `/participants/${place}`)).status).toBe(404);
  expect((await visitor("POST", `/bookings/${secret}/cancel`, {})).status).toBe(200);
  testApp.clock.advance(UNDO_MS + 1000);
  const subjects = (await mailsTo(zoe.email)).map(({ subject }) => subject ?? "");
  expect(subjects.filter((subject) => /annul/i.test(subject))).toHaveLength(1);
  const late = await visitor("POST", `/bookings/${secret}/participants`, {
    people: [{ ...zoe, email: "x@example.org" }],
  });
  expect([late.status, late.body.message]).toEqual([409, expect.any(String)]);
});

test("what a guest types wrongly is said beside its field, and nobody is invited; wrong secrets answer alike", async () => {
  const secret = await bookProved("careful@example.org");
  const invite = (...people: object[]) => visitor("POST", `/bookings/${secret}/participants`, { people });
  const errorsOf = async (...people: object[]) => Object.keys((await invite(...people)).body.errors ?? {});
  expect(await errorsOf({ email: "nonsense", name: "Bo" })).toEqual(["people.0.email"]);
  expect(await errorsOf({ email: "bo@example.org", name: " " })).toEqual(["people.0.name"]);
  expect(await errorsOf({ email: "careful@example.org", name: "Me" })).toEqual(["people.0.email"]);
  expect(await errorsOf(zoe, zoe)).toEqual(["people.1.email"]);
  // Neither the directory nor accounts are asked for a guest.
  expect(await errorsOf({ userId: club.memberPerson.id })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^people\.0/)]),
  );
  expect((await invite(zoe, ...[1, 2, 3].map((i) => ({ email: `p${i}@example.org`, name: `P${i}` })))).status).toBe(
    409,
  );
  expect((await visitor("GET", `/bookings/${secret}/participants`)).body.data.players).toEqual([]);
  const wrong = "x".repeat(43);
  for (const [method, rest, body] of [
    ["GET", "participants", undefined],
    ["POST", "participants", { people: [zoe] }],
    ["DELETE", `participants/${club.facilityId}`, undefined],
    ["POST", "participants-link", {}],
    ["DELETE", "participants-link", undefined],
  ] as const)
    expect([rest, (await visitor(method, `/bookings/${wrong}/${rest}`, body)).status]).toEqual([rest, 404]);
  // A player of another booking is none of this one.
  const other = await bookProved("other@example.org", { startTime: at("10:00") });
  const { body } = await visitor("POST", `/bookings/${other}/participants`, { people: [zoe] });
  const path = `/bookings/${secret}/participants/${body.data.players[0].id}`;
  expect((await visitor("DELETE", path)).status).toBe(404);
});

test("a guest invites 15 people a day by their address, from all bookings together, and twenty who open the link at once fill the open places", async () => {
  const bookings = [
    await bookProved("inviter@example.org"),
    await bookProved("inviter@example.org", { startTime: at("10:00") }),
  ];
  const statuses: number[] = [];
  for (const [round, secret] of bookings.flatMap((one) => [one, one, one]).entries()) {
    const people = [0, 1, 2].map((i) => ({ email: `many${round}${i}@example.org`, name: `Player ${i}` }));
    const { status, body } = await visitor("POST", `/bookings/${secret}/participants`, { people });
    statuses.push(status);
    for (const { id } of status === 200 ? body.data.players : [])
      expect((await visitor("DELETE", `/bookings/${secret}/participants/${id}`)).status).toBe(200);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await testApp.db.deleteFrom("rate_limits").execute();
  const secret = await bookProved("open@example.org", { startTime: at("20:30", "2026-06-04") });
  const { body } = await visitor("POST", `/bookings/${secret}/participants-link`, {});
  const place = body.data.url.split("/p/")[1];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      visitor("POST", `/participants/${place}`, { answer: "accepted", name: `Player ${i}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect((await visitor("GET", `/bookings/${secret}/participants`)).body.data.taken).toBe(4);
});
