/** People wait for what is taken: a slot that comes free is held for the first of them, fairly, once, and at no ungodly hour. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { WaitlistEntry, WaitingPerson } from "#contract/waitlist.ts";
import { closeAccount } from "#server/accounts/close-account.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

const [SECOND, MINUTE] = [1000, 60_000];

let testApp: TestApp;
let club: TestClub;
let owner: ApiCall;
let fieldId: string;
beforeAll(async () => void (testApp = await createTestApp()));
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  for (const table of ["rate_limits", "emails", "waitlist_releases"] as const)
    await testApp.db.deleteFrom(table).execute();
  const organizationId = await testApp.organization("Club");
  club = await createTestClub(testApp, {}, organizationId);
  owner = testApp.as(await testApp.member(organizationId, 1));
  fieldId = await club.addField({ name: "Court 1", sportIds: [1] });
});

const day = "2026-06-10";
const at = (time: string, date = day) => `${date}T${time}:00+02:00`;
const instant = (time: string, date = day) => new Date(at(time, date)).toISOString();
const wish = (more: object = {}) => ({ fieldId, date: day, from: "18:00", to: "18:00", durations: [60], ...more });
const newMember = () => testApp.member(club.organizationId, 4);

async function book(api: ApiCall = club.member, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime: at("18:00"), duration: 60, name: "Game", type: "game", ...more };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const cancel = async (eventId: string, api: ApiCall = club.manager) =>
  expect((await api("POST", club.path(`/events/${eventId}/cancel`), { reason: "Rain" })).status).toBe(200);
async function wait(who: Person, more: object = {}): Promise<string> {
  const { status, body } = await testApp.as(who)("POST", club.path("/waitlist"), wish(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  testApp.clock.advance(SECOND);
  return body.data.id;
}
const own = async (who: Person): Promise<WaitlistEntry[]> =>
  (await testApp.as(who)("GET", "/auth/user/waitlist")).body.data;
const offerOf = async (who: Person) => (await own(who)).find(({ offer }) => offer)?.offer ?? undefined;
const answer = (who: Person, offerId: string, verb: "take" | "decline", body: object = {}) =>
  testApp.as(who)("POST", club.path(`/waitlist/offers/${offerId}/${verb}`), body);
/** The jobs, as they run every minute. */
const pass = async (ms: number) => {
  testApp.clock.advance(ms);
  await testApp.jobs.runScheduled("waitlist.lapse");
  await testApp.jobs.runScheduled("waitlist.match");
};
const mailsTo = async ({ email }: Person) =>
  (await testApp.mails())
    .filter((mail) => mail.to?.[0]?.address === email)
    .map(({ subject, text }) => ({ subject, text }));
const subjectsTo = async (who: Person) => (await mailsTo(who)).map(({ subject }) => subject);
const rowOf = (eventId: string) =>
  testApp.db.selectFrom("events").selectAll().where("id", "=", eventId).executeTakeFirstOrThrow();
const linkOf = async (who: Person): Promise<string> =>
  /\/w\/([\w-]{43})/.exec((await mailsTo(who)).map(({ text }) => text).join("\n"))?.[1] ?? "";

test("one waits only for what is taken, and for what can be booked at all", async () => {
  const person = await newMember();
  const api = testApp.as(person);
  const ask = async (more: object = {}) => {
    const { status, body } = await api("POST", club.path("/waitlist"), wish(more));
    return [status, Object.keys(body.errors ?? {})];
  };
  expect(await ask()).toEqual([409, []]);
  await book();
  expect(await ask({ to: "19:00" })).toEqual([409, []]);
  expect(await ask({ from: "18:01", to: "18:02" })).toEqual([422, ["from"]]);
  expect(await ask({ from: "19:00" })).toEqual([422, ["to"]]);
  expect(await ask({ from: "08:00", to: "18:00" })).toEqual([422, ["to"]]);
  expect(await ask({ date: "2026-05-30" })).toEqual([422, ["date"]]);
  expect(await ask({ durations: [] })).toEqual([422, ["durations"]]);
  expect(await ask({ fieldId: club.facilityId })).toEqual([422, ["fieldId"]]);
  expect(await ask()).toEqual([201, []]);
  expect(await own(person)).toMatchObject([
    { status: "waiting", firstStart: instant("18:00"), lastStart: instant("18:00"), durations: [60], offer: null },
  ]);
});

test("a place keeps all that was asked for", async () => {
  await testApp.db.updateTable("fields").set({ space: "indoor" }).where("id", "=", fieldId).execute();
  await book(club.staff, { duration: 240 });
  const person = await newMember();
  const asked = { fieldId: null, sportId: 1, facilityId: club.facilityId, space: "indoor", people: 4 };
  await wait(person, { ...asked, from: "18:30", to: "20:00", durations: [90, 60] });
  expect(await own(person)).toMatchObject([
    {
      ...{ sport: { id: 1 }, field: null, facility: { id: club.facilityId, name: "Parc" }, space: "indoor", people: 4 },
      ...{ date: day, timezone: "Europe/Paris", firstStart: instant("18:30"), lastStart: instant("20:00") },
      ...{ durations: [90, 60], organization: { id: club.organizationId } },
    },
  ]);
});

test("a second press makes no second place; five places a person, and 25 for an hour of a day", async () => {
  for (const time of ["10:00", "11:00", "12:00", "13:00", "14:00", "15:00"])
    await book(club.staff, { startTime: at(time) });
  const person = await newMember();
  const first = await wait(person, { from: "10:00", to: "10:00" });
  expect(await wait(person, { from: "10:00", to: "10:00" })).toBe(first);
  for (const time of ["11:00", "12:00", "13:00", "14:00"]) await wait(person, { from: time, to: time });
  const sixth = await testApp.as(person)("POST", club.path("/waitlist"), wish({ from: "15:00", to: "15:00" }));
  expect([sixth.status, sixth.body.message]).toEqual([409, "You wait for 5 times already. Leave one of them first."]);
  await testApp.as(person)("DELETE", club.path(`/waitlist/${first}`));
  await wait(person, { from: "15:00", to: "15:00" });
  for (let count = 1; count < 25; count += 1) {
    await testApp.db.deleteFrom("rate_limits").execute();
    await wait(await newMember(), { from: "15:00", to: "15:00" });
  }
  const late = await testApp.as(await newMember())(
    "POST",
    club.path("/waitlist"),
    wish({ from: "15:00", to: "15:00" }),
  );
  expect([late.status, late.body.message]).toEqual([409, "Too many people already wait for that hour."]);
});

test("of two that press at once for the last place, one gets it", async () => {
  for (const time of ["10:00", "11:00", "12:00", "13:00", "14:00", "15:00"])
    await book(club.staff, { startTime: at(time) });
  const person = await newMember();
  for (const time of ["10:00", "11:00", "12:00", "13:00"]) await wait(person, { from: time, to: time });
  const answers = await Promise.all(
    ["14:00", "15:00"].map((time) =>
      testApp.as(person)("POST", club.path("/waitlist"), wish({ from: time, to: time })),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("canceled, then taken back after 8 seconds: nobody was told", async () => {
  const person = await newMember();
  const eventId = await book(club.staff);
  await wait(person);
  await cancel(eventId, club.staff);
  await pass(8 * SECOND);
  expect((await club.staff("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  await pass(8 * SECOND);
  expect([await offerOf(person), await subjectsTo(person)]).toEqual([undefined, []]);
  expect((await rowOf(eventId)).status).toBe("approved");
});

test("three wait: the first lets it pass, the second takes it, the third is told nothing; the planning showed each", async () => {
  const [first, second, third] = [await newMember(), await newMember(), await newMember()];
  const eventId = await book();
  for (const person of [first, second, third]) await wait(person);
  await cancel(eventId);
  await pass(14 * SECOND);
  expect(await offerOf(first)).toBeUndefined();
  await pass(SECOND);
  const offer = await offerOf(first);
  expect(offer).toMatchObject({ status: "open", startTime: instant("18:00"), endTime: instant("19:00"), price: 0 });
  expect(Date.parse(offer?.expiresAt ?? "") - testApp.clock.now().getTime()).toBe(15 * MINUTE);
  const planned = async () =>
    (await club.manager("GET", club.path(`/planning?from=${day}&to=${day}`))).body.data.events.map(
      ({ id, name, pendingReason }: { id: string; name: string; pendingReason: string }) => [id, name, pendingReason],
    );
  const { fullName } = await nameOf(first);
  expect(await planned()).toEqual([[offer?.eventId, fullName, "offer"]]);
  const { body: plan } = await club.manager("GET", club.path(`/planning?from=${day}&to=${day}`));
  expect(plan.data.events[0].offeredUntil).toBe(offer?.expiresAt);
  expect((await club.manager("POST", club.path("/events"), { ...bookingDraft() })).status).toBe(409);
  await pass(15 * MINUTE);
  expect((await rowOf(offer?.eventId ?? "")).status).toBe("canceled");
  await pass(15 * SECOND);
  const next = await offerOf(second);
  expect(await planned()).toMatchObject([[next?.eventId, expect.any(String), "offer"]]);
  expect([await offerOf(first), await offerOf(third)]).toEqual([undefined, undefined]);
  expect((await answer(first, offer?.id ?? "", "take")).status).toBe(409);
  const taken = await answer(second, next?.id ?? "", "take");
  expect([taken.status, taken.body.data]).toMatchObject([
    200,
    { id: next?.eventId, status: "approved", startTime: instant("18:00") },
  ]);
  await pass(MINUTE);
  expect(await subjectsTo(third)).toEqual([]);
  expect((await own(second)).length).toBe(0);
  expect((await own(first))[0]).toMatchObject({ status: "waiting" });
  expect((await answer(second, next?.id ?? "", "take")).status).toBe(409);
});
const bookingDraft = () => ({ fieldId, startTime: at("18:00"), duration: 60, name: "Game", type: "game" });
const nameOf = async (who: Person) => {
  const { first_name, last_name } = await testApp.db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", who.id)
    .executeTakeFirstOrThrow();
  return { fullName: `${first_name} ${last_name}` };
};

test("whoever takes an offer owes no fee for a no-show, since no offer tells it", async () => {
  const setRule = async (noShow: object | null) => {
    const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null, noShow };
    expect((await club.manager("PATCH", club.path(""), { bookingRules })).status).toBe(200);
  };
  await setRule({ fee: 1200 });
  onTestFinished(() => setRule(null));
  const person = await newMember();
  const eventId = await book();
  expect((await rowOf(eventId)).no_show_fee).toBe(1200);
  await wait(person);
  await cancel(eventId);
  await pass(15 * SECOND);
  const offer = await offerOf(person);
  expect((await answer(person, offer?.id ?? "", "take")).body.data).toMatchObject({
    status: "approved",
    noShowFee: null,
  });
});

test("of two hundred at one slot, members and whoever it was offered to, one has it", async () => {
  const waiting = await newMember();
  const eventId = await book();
  await wait(waiting);
  await cancel(eventId);
  await pass(15 * SECOND);
  const offer = await offerOf(waiting);
  const people = await Promise.all(Array.from({ length: 199 }, newMember));
  const answers = await Promise.all([
    ...people.map((person) => testApp.as(person)("POST", club.path("/events"), bookingDraft())),
    answer(waiting, offer?.id ?? "", "take"),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(199);
  const standing = await testApp.db
    .selectFrom("occupancies")
    .select("event_id")
    .where("organization_id", "=", club.organizationId)
    .where("active", "=", true)
    .execute();
  expect(standing).toEqual([{ event_id: offer?.eventId }]);
}, 60_000);

test("matching and a walk-in at the desk race for the slot: one has it", async () => {
  const waiting = await newMember();
  const eventId = await book();
  await wait(waiting);
  await cancel(eventId);
  testApp.clock.advance(15 * SECOND);
  const [desk] = await Promise.all([
    club.staff("POST", club.path("/events"), { ...bookingDraft(), customer: { name: "Walk In" } }),
    testApp.jobs.runScheduled("waitlist.match"),
  ]);
  const offer = await offerOf(waiting);
  expect([desk.status === 201, offer !== undefined].filter(Boolean)).toHaveLength(1);
});

test("a double press takes once; decline and take at once, one is refused", async () => {
  const [one, other] = [await newMember(), await newMember()];
  const eventId = await book();
  await wait(one);
  await wait(other);
  await cancel(eventId);
  await pass(15 * SECOND);
  const offer = await offerOf(one);
  const answers = await Promise.all([
    answer(one, offer?.id ?? "", "take"),
    answer(one, offer?.id ?? "", "take"),
    answer(one, offer?.id ?? "", "decline"),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("at 23:00 nobody is woken, at 07:00 the offer goes; what starts before 09:30 is told at once", async () => {
  const [late, early] = [await newMember(), await newMember()];
  const evening = await book();
  const morning = await book(club.staff, { startTime: at("09:00", "2026-06-09") });
  await wait(late);
  await wait(early, { date: "2026-06-09", from: "09:00", to: "09:00" });
  testApp.clock.set(at("23:00", "2026-06-08"));
  await cancel(evening);
  await cancel(morning);
  await pass(15 * SECOND);
  expect([await offerOf(late), await subjectsTo(late)]).toEqual([undefined, []]);
  expect(await offerOf(early)).toBeUndefined();
  expect(await subjectsTo(early)).toEqual([expect.stringContaining("s’est libéré")]);
  testApp.clock.set(at("06:59", "2026-06-09"));
  await pass(0);
  expect(await offerOf(late)).toBeUndefined();
  testApp.clock.set(at("07:00", "2026-06-09"));
  await pass(0);
  expect(await offerOf(late)).toMatchObject({ status: "open", expiresAt: instant("07:15", "2026-06-09") });
});

test("whoever has a booking then is passed over, keeps the place and reads why", async () => {
  const [busy, next] = [await newMember(), await newMember()];
  const second = await club.addField({ name: "Court 2", sportIds: [1] });
  const eventId = await book();
  await wait(busy);
  await wait(next);
  const theirs = await book(testApp.as(busy), { fieldId: second, startTime: at("17:30") });
  await cancel(eventId);
  await pass(15 * SECOND);
  expect(await offerOf(next)).toBeDefined();
  expect(await own(busy)).toMatchObject([
    { status: "waiting", offer: null, passedOver: { reason: "booked", startTime: instant("18:00") } },
  ]);
  await cancel(theirs, testApp.as(busy));
  await answer(next, (await offerOf(next))?.id ?? "", "decline");
  await pass(15 * SECOND);
  expect(await own(busy)).toMatchObject([{ status: "offered", passedOver: null }]);
});

test("the horizon of a role, a reached limit and an open offer pass people over", async () => {
  const person = await newMember();
  const other = await club.addField({ name: "Court 2", sportIds: [1] });
  const [one, two] = [await book(club.staff), await book(club.staff, { fieldId: other, startTime: at("20:00") })];
  await wait(person);
  await wait(person, { fieldId: other, from: "20:00", to: "20:00" });
  const passed = async () => (await own(person)).map(({ passedOver }) => passedOver?.reason);
  await owner("PATCH", club.path(""), { bookingRules: { horizonDays: 3, noticeMinutes: null, mostActive: null } });
  await cancel(one);
  await pass(15 * SECOND);
  expect(await passed()).toEqual(["horizon", undefined]);
  await owner("PATCH", club.path(""), { bookingRules: { horizonDays: null, noticeMinutes: null, mostActive: 1 } });
  const mine = await book(testApp.as(person), { startTime: at("08:00") });
  const again = await book(club.staff);
  await cancel(again);
  await pass(15 * SECOND);
  expect(await passed()).toEqual(["limit", undefined]);
  await cancel(mine);
  await cancel(await book(club.staff));
  await pass(15 * SECOND);
  expect((await own(person)).map(({ status }) => status)).toEqual(["offered", "waiting"]);
  await cancel(two);
  await pass(15 * SECOND);
  expect(await passed()).toEqual([undefined, "offer"]);
});

test("nobody is offered their own slot, nor twice the slot that they let pass or declined", async () => {
  const [canceler, other] = [await newMember(), await newMember()];
  const eventId = await book(testApp.as(canceler));
  await wait(other);
  await testApp.db
    .insertInto("waitlist_entries")
    .values({
      ...(await testApp.db
        .selectFrom("waitlist_entries")
        .selectAll()
        .where("user_id", "=", other.id)
        .executeTakeFirstOrThrow()),
      ...{ id: eventId, user_id: canceler.id, created_at: monday },
    })
    .execute();
  await cancel(eventId, testApp.as(canceler));
  await pass(15 * SECOND);
  expect(await offerOf(canceler)).toBeUndefined();
  const offer = await offerOf(other);
  expect((await answer(other, offer?.id ?? "", "decline")).status).toBe(200);
  expect((await answer(other, offer?.id ?? "", "decline")).status).toBe(200);
  await pass(15 * SECOND);
  expect(await offerOf(other)).toBeUndefined();
  expect(await offerOf(canceler)).toBeDefined();
});

test("the first who fits goes first whatever the length, and what it leaves is matched next", async () => {
  const [long, short] = [await newMember(), await newMember()];
  const eventId = await book(club.staff, { duration: 150 });
  await wait(long, { durations: [90] });
  await wait(short, { from: "18:00", to: "19:30", durations: [60] });
  await cancel(eventId);
  await pass(15 * SECOND);
  expect(await offerOf(long)).toMatchObject({ startTime: instant("18:00"), endTime: instant("19:30") });
  expect(await offerOf(short)).toMatchObject({ startTime: instant("19:30"), endTime: instant("20:30") });
});

test("less than two hours ahead, in a club that tells, and after five lapses, all are told and nothing is held", async () => {
  const people = await Promise.all(Array.from({ length: 7 }, newMember));
  const [one, two] = people as [Person, Person];
  let eventId = await book(club.staff);
  for (const person of people) await wait(person);
  await cancel(eventId);
  await pass(15 * SECOND);
  for (let lapses = 0; lapses < 5; lapses += 1) {
    await pass(15 * MINUTE);
    await pass(15 * SECOND);
  }
  expect(await Promise.all(people.map(offerOf))).toEqual(people.map(() => undefined));
  await testApp.mails();
  const told = await Promise.all(
    people.map(async (person) => (await subjectsTo(person)).at(-1)?.includes("s’est libéré")),
  );
  expect(told).toEqual([false, false, false, false, false, true, true]);
  await owner("PATCH", club.path(""), { waitlist: "tell" });
  await testApp.db.deleteFrom("waitlist_offers").execute();
  await cancel(await book(club.staff));
  await pass(15 * SECOND);
  expect([await offerOf(one), (await subjectsTo(one)).length]).toEqual([undefined, 2]);
  await owner("PATCH", club.path(""), { waitlist: "offer" });
  eventId = await book(club.staff);
  testApp.clock.set(at("16:30"));
  await cancel(eventId);
  await pass(15 * SECOND);
  expect([await offerOf(two), (await subjectsTo(two)).length]).toEqual([undefined, 3]);
});

test("an offer ends before the notice of its role, and the place with its last start", async () => {
  await owner("PATCH", club.path(""), { bookingRules: { horizonDays: null, noticeMinutes: 170, mostActive: null } });
  const person = await newMember();
  const eventId = await book(club.staff);
  await wait(person);
  testApp.clock.set(at("15:00"));
  await cancel(eventId);
  await pass(15 * SECOND);
  expect(await offerOf(person)).toMatchObject({ expiresAt: instant("15:10") });
  await pass(10 * MINUTE);
  await testApp.jobs.runScheduled("waitlist.sweep");
  expect(await own(person)).toEqual([]);
});

test("three lapses in thirty days put a place behind those of that day", async () => {
  const [lazy, keen] = [await newMember(), await newMember()];
  for (const date of ["2026-06-06", "2026-06-07", "2026-06-08"]) {
    const eventId = await book(club.staff, { startTime: at("18:00", date) });
    await wait(lazy, { date });
    await cancel(eventId);
    await pass(15 * SECOND);
    await pass(15 * MINUTE);
  }
  const eventId = await book(club.staff);
  await wait(lazy);
  await wait(keen);
  const names = (await club.staff("GET", club.path(`/waitlist/people?date=${day}`))).body.data as WaitingPerson[];
  expect(names.map(({ userId }) => userId)).toEqual([keen.id, lazy.id]);
  await cancel(eventId);
  await pass(15 * SECOND);
  expect([await offerOf(lazy), (await offerOf(keen))?.status]).toEqual([undefined, "open"]);
});

test("moves, shorter bookings, blocks and closures that are taken away free time too", async () => {
  const [first, second] = [await newMember(), await newMember()];
  const block = await book(club.staff, { kind: "block", name: "Works" });
  await wait(first);
  await cancel(block);
  await pass(15 * SECOND);
  expect((await answer(first, (await offerOf(first))?.id ?? "", "take")).status).toBe(200);
  const long = await book(club.staff, { startTime: at("19:00"), duration: 120 });
  await wait(second, { from: "20:00", to: "20:00" });
  expect((await club.staff("PATCH", club.path(`/events/${long}`), { duration: 60 })).status).toBe(200);
  await pass(15 * SECOND);
  expect(await offerOf(second)).toMatchObject({ startTime: instant("20:00") });
  await answer(second, (await offerOf(second))?.id ?? "", "decline");
  const third = await newMember();
  const eventId = await book(club.staff, { startTime: at("12:00") });
  await wait(third, { from: "12:00", to: "12:00" });
  const closure = await club.manager("POST", club.path("/closures"), {
    ...{ facilityId: club.facilityId, name: "Storm", from: day, to: day, closed: true },
  });
  expect(closure.status).toBe(201);
  await cancel(eventId);
  await pass(15 * SECOND);
  expect(await offerOf(third)).toBeUndefined();
  expect((await club.manager("DELETE", club.path(`/closures/${closure.body.data.id}`))).status).toBe(200);
  await pass(15 * SECOND);
  expect(await offerOf(third)).toMatchObject({ startTime: instant("12:00") });
});

test("an offer counts in no figure and for no quota, and costs nothing until it is taken", async () => {
  await club.addPrices([fieldId], { 60: 2000 });
  await owner("PATCH", club.path(""), { paymentOnSite: true });
  const person = await newMember();
  const eventId = await book(club.staff);
  await wait(person);
  await cancel(eventId);
  const count = async () => {
    const { body } = await club.manager("GET", club.path(`/event-sums?from=${day}&to=${day}`));
    return body.data.count as number;
  };
  const before = await count();
  await pass(15 * SECOND);
  const offer = await offerOf(person);
  expect(offer).toMatchObject({ price: 2000, currency: "EUR" });
  expect(await rowOf(offer?.eventId ?? "")).toMatchObject({
    price: 0,
    user_id: null,
    customer_id: null,
    payment_status: "none",
  });
  expect([await count(), (await club.manager("GET", club.path(`/events?date=${day}`))).body.meta.total]).toEqual([
    before,
    before,
  ]);
  expect((await testApp.as(person)("GET", "/auth/user/events")).body.data).toEqual([]);
  const taken = await answer(person, offer?.id ?? "", "take", { payment: "on_site" });
  expect(taken.body.data).toMatchObject({ price: 2000, paymentStatus: "due", status: "approved" });
  expect(await count()).toBe(before + 1);
  expect((await testApp.as(person)("GET", "/auth/user/events")).body.data).toHaveLength(1);
});

test("an offer rings the bell of whom it is for until it is answered, and nobody else's; a free time is told there too", async () => {
  const [person, other] = [await newMember(), await newMember()];
  const eventId = await book(club.staff);
  await wait(person);
  await wait(other);
  await cancel(eventId);
  await pass(15 * SECOND);
  const news = async (who: Person) => (await testApp.as(who)("GET", "/notifications")).body.data;
  const unread = async (who: Person) => (await testApp.as(who)("GET", "/notifications/count")).body.data.unread;
  expect(await news(person)).toMatchObject([
    {
      kind: "slot_offered",
      organization: { id: club.organizationId, name: "Club" },
      slot: {
        ...{ field: "Court 1", facility: "Parc", startTime: instant("18:00"), isOpen: true },
        offeredEventId: expect.any(String),
      },
    },
  ]);
  expect([await unread(person), await unread(other), await news(other)]).toEqual([1, 0, []]);
  await answer(person, (await offerOf(person))?.id ?? "", "decline");
  expect([await unread(person), (await news(person))[0]]).toMatchObject([0, { slot: { isOpen: false } }]);
  const off = { preferences: [{ kind: "slot_offered", channel: "app", choice: "off" }] };
  expect((await testApp.as(other)("PATCH", "/auth/user/notification-preferences", off)).status).toBe(200);
  await pass(15 * SECOND);
  expect([(await offerOf(other))?.status, await news(other)]).toEqual(["open", []]);
  await owner("PATCH", club.path(""), { waitlist: "tell" });
  await answer(other, (await offerOf(other))?.id ?? "", "decline");
  await testApp.db.deleteFrom("waitlist_offers").execute();
  await pass(15 * SECOND);
  expect(await news(other)).toMatchObject([{ kind: "slot_free", slot: { expiresAt: null, isOpen: true } }]);
});

test("other members read no more of an offer than that the time is taken", async () => {
  const person = await newMember();
  const eventId = await book(club.staff);
  await wait(person);
  await cancel(eventId);
  await pass(15 * SECOND);
  const { fullName } = await nameOf(person);
  for (const path of [`/planning?from=${day}&to=${day}`, `/events?date=${day}`, "/waitlist/people"]) {
    const { body } = await club.member("GET", club.path(path));
    expect(JSON.stringify(body)).not.toContain(fullName);
  }
  expect((await club.member("GET", club.path("/waitlist/people"))).status).toBe(403);
  const offer = await offerOf(person);
  expect((await club.member("GET", club.path(`/events/${offer?.eventId}`))).status).toBe(404);
});

test("the link of the mail shows the offer, uses nothing up by a look, and takes it without a session", async () => {
  const person = await newMember();
  const eventId = await book(club.staff);
  await wait(person);
  await cancel(eventId);
  await pass(15 * SECOND);
  const secret = await linkOf(person);
  const visitor = testApp.as(null);
  for (let looks = 0; looks < 3; looks += 1)
    expect((await visitor("POST", "/waitlist-offers/look", { secret })).body.data).toMatchObject({ status: "open" });
  const wrong = `${secret.slice(0, -2)}AA`;
  for (const verb of ["look", "take", "decline"])
    expect((await visitor("POST", `/waitlist-offers/${verb}`, { secret: wrong })).status).toBe(422);
  expect((await visitor("POST", "/waitlist-offers/look", { secret: "short" })).status).toBe(422);
  const taken = await visitor("POST", "/waitlist-offers/take", { secret });
  expect([taken.status, taken.body.data]).toMatchObject([200, { status: "taken" }]);
  expect(await rowOf(taken.body.data.eventId)).toMatchObject({ status: "approved", user_id: person.id });
  expect((await visitor("POST", "/waitlist-offers/take", { secret })).status).toBe(409);
  expect((await visitor("POST", "/waitlist-offers/decline", { secret })).status).toBe(409);
  expect((await visitor("POST", "/waitlist-offers/look", { secret })).body.data).toMatchObject({ status: "taken" });
  const hashes = await testApp.db.selectFrom("access_links").select("secret_hash").execute();
  expect(hashes.every(({ secret_hash }) => !secret_hash.equals(Buffer.from(secret, "base64url")))).toBe(true);
});

test("the team takes an offer back to book somebody else: who had it is told, and keeps the place", async () => {
  const [person, next] = [await newMember(), await newMember()];
  const eventId = await book(club.staff);
  await wait(person);
  await wait(next);
  await cancel(eventId);
  await pass(15 * SECOND);
  const offer = await offerOf(person);
  const withdraw = (api: ApiCall) => api("POST", club.path(`/events/${offer?.eventId}/withdraw-offer`), {});
  expect([(await withdraw(club.member)).status, (await withdraw(club.staff)).status]).toEqual([403, 403]);
  expect((await club.staff("POST", club.path(`/events/${offer?.eventId}/cancel`), { reason: "Rain" })).status).toBe(
    403,
  );
  expect((await withdraw(club.manager)).status).toBe(200);
  expect((await withdraw(club.manager)).status).toBe(409);
  await pass(15 * SECOND);
  expect(await Promise.all([person, next].map(offerOf))).toEqual([undefined, undefined]);
  expect((await own(person))[0]).toMatchObject({ status: "waiting" });
  expect((await subjectsTo(person)).at(-1)).toContain("terminée");
  expect((await answer(person, offer?.id ?? "", "take")).status).toBe(409);
  await book(club.manager, { customer: { name: "On the telephone" } });
  await pass(5 * MINUTE);
  expect(await Promise.all([person, next].map(offerOf))).toEqual([undefined, undefined]);
});

test("the team lets customers with an account wait, and sees who waits in order", async () => {
  const person = await newMember();
  await book(club.staff);
  const booked = await book(testApp.as(person), { startTime: at("08:00") });
  const { customer_id: customerId } = await rowOf(booked);
  const walkIn = await book(club.staff, { startTime: at("09:00"), customer: { name: "Walk In" } });
  const add = (api: ApiCall, more: object) => api("POST", club.path("/waitlist/people"), { ...wish(), ...more });
  expect((await add(club.member, { customerId })).status).toBe(403);
  const refused = await add(club.staff, { customerId: (await rowOf(walkIn)).customer_id });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["customerId"]]);
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  expect((await add(club.staff, { customerId: theirs.customerId })).status).toBe(422);
  const added = await add(club.staff, { customerId });
  expect([added.status, added.body.data]).toMatchObject([201, { userId: person.id, customerId }]);
  const { body } = await club.staff(
    "GET",
    club.path(`/waitlist/people?from=${instant("18:30")}&to=${instant("19:00")}`),
  );
  expect(body.data).toMatchObject([{ userId: person.id, status: "waiting" }]);
  expect((await club.staff("GET", club.path(`/waitlist/people?from=${instant("20:00")}`))).body.data).toEqual([]);
});

test("ids of other people and other clubs are not found", async () => {
  const [person, stranger] = [await newMember(), await newMember()];
  const eventId = await book(club.staff);
  const entryId = await wait(person);
  await cancel(eventId);
  await pass(15 * SECOND);
  const offer = await offerOf(person);
  const elsewhere = await testApp.member(testApp.otherOrganizationId, 1);
  for (const verb of ["take", "decline"] as const) {
    expect((await answer(stranger, offer?.id ?? "", verb)).status).toBe(404);
    const path = `/organizations/${testApp.otherOrganizationId}/waitlist/offers/${offer?.id}/${verb}`;
    expect((await testApp.as(elsewhere)("POST", path, {})).status).toBe(404);
  }
  expect((await testApp.as(stranger)("DELETE", club.path(`/waitlist/${entryId}`))).status).toBe(404);
  const path = `/organizations/${testApp.otherOrganizationId}/events/${offer?.eventId}/withdraw-offer`;
  expect((await testApp.as(elsewhere)("POST", path, {})).status).toBe(404);
  expect(await offerOf(person)).toMatchObject({ status: "open" });
});

test("who books within the wish, leaves the club or closes the account waits no more", async () => {
  const [booker, leaver, closer] = [await newMember(), await newMember(), await newMember()];
  const other = await club.addField({ name: "Court 2", sportIds: [1] });
  const eventId = await book(club.staff);
  for (const person of [booker, leaver, closer]) await wait(person);
  await book(testApp.as(booker), { fieldId: other });
  expect(await own(booker)).toEqual([]);
  await testApp.db.deleteFrom("membership_roles").where("user_id", "=", leaver.id).execute();
  await testApp.db.deleteFrom("memberships").where("user_id", "=", leaver.id).execute();
  await cancel(eventId);
  await pass(15 * SECOND);
  expect(await own(leaver)).toEqual([]);
  const offer = await offerOf(closer);
  expect(offer).toBeDefined();
  const { appContext, clock } = testApp;
  const formerName = { firstName: "Former", lastName: "customer" };
  await testApp.db
    .transaction()
    .execute((db) =>
      closeAccount({ appContext, db, now: clock.now() }, { userId: closer.id, email: closer.email, formerName }),
    );
  expect((await rowOf(offer?.eventId ?? "")).status).toBe("canceled");
  expect(
    await testApp.db.selectFrom("waitlist_entries").select("id").where("user_id", "=", closer.id).execute(),
  ).toEqual([]);
});
