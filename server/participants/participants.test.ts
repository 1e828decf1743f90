import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeAccount } from "#server/accounts/close-account.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { shortName } from "./names.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let organizer: Person;
let api: ApiCall;
let eventId: string;
let everyone: ApiCall;

beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  everyone = testApp.as(null);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  for (const table of ["rate_limits", "emails"] as const) await testApp.db.deleteFrom(table).execute();
  tests += 1;
  zoe = { email: `zoe${tests}@example.org`, name: "Zoé Morel" };
  fieldId = await club.addField({ name: "Padel 3", sportIds: [2], cancellationDeadline: 24, maxPeopleByEvent: 4 });
  await club.addPrices([fieldId], { 90: 3600 });
  organizer = await newMember("Ada", "Byron");
  api = testApp.as(organizer);
  eventId = await book();
});

const newMember = async (firstName: string, lastName: string): Promise<Person> =>
  testApp.join(await testApp.person({ firstName, lastName }), testApp.organizationId, 4);
const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
async function book(more: object = {}, by: ApiCall = api): Promise<string> {
  const draft = { fieldId, startTime: at("19:00"), duration: 90, name: "Ada Byron", type: "free_play", people: 4 };
  const { status, body } = await by("POST", club.path("/events"), { ...draft, payment: "on_site", ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const path = (rest = "") => club.path(`/bookings/${eventId}/participants${rest}`);
let zoe: { email: string; name: string };
let tests = 0;
const invite = (...people: object[]) => api("POST", path(), { people });
const players = async (by: ApiCall = api) => (await by("GET", path())).body.data;
const statesOf = async (by: ApiCall = api): Promise<[string, string][]> =>
  (await players(by)).players.map(({ name, state }: { name: string; state: string }) => [name, state]);
const mailsTo = async (address: string) => (await testApp.mails()).filter((mail) => mail.to?.[0]?.address === address);
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
const secretOf = async (address = zoe.email): Promise<string> => {
  const texts = (await mailsTo(address)).map(({ text }) => text).join("\n");
  return [...texts.matchAll(/\/p\/([\w-]{43})/g)].at(-1)?.[1] ?? "";
};
const answer = (secret: string, body: object) => everyone("POST", `/participants/${secret}`, body);
const look = (secret: string) => everyone("GET", `/participants/${secret}`);
async function makeLink(): Promise<string> {
  const { status, body } = await api("POST", club.path(`/bookings/${eventId}/participants-link`), {});
  expect(status).toBe(201);
  return body.data.url.split("/p/")[1];
}
const newsOf = async (by: ApiCall): Promise<{ kind: string; name: string; player: { state: string } | null }[]> =>
  (await by("GET", "/notifications")).body.data;
async function acceptedZoe(): Promise<string> {
  await invite(zoe);
  const secret = await secretOf(zoe.email);
  expect((await answer(secret, { answer: "accepted" })).status).toBe(200);
  return secret;
}

test("an invited address gets a mail; looking changes nothing, a press accepts, a second press changes nothing", async () => {
  const { status, body } = await invite(zoe);
  expect([status, body.message]).toEqual([201, "Invitations sent"]);
  expect(body.data).toMatchObject({ organizer: "Ada Byron", taken: 2, places: 4, hasLink: false, canInvite: true });
  const [mail] = await mailsTo(zoe.email);
  expect(mail?.subject).toMatch(/^Ada Byron .*Padel.*Parc$/);
  const secret = await secretOf(zoe.email);
  const seen = await look(secret);
  expect(seen.body.data).toMatchObject({
    ...{ state: "invited", name: "Zoé Morel", organizer: "Ada Byron", field: "Padel 3", booking: "takes_place" },
    ...{ answers: ["accepted", "declined"], players: null },
  });
  expect(JSON.stringify(seen.body)).not.toMatch(/price|:3600\b|notes|email/);
  expect(await statesOf()).toEqual([["Zoé Morel", "invited"]]);
  for (const press of [1, 2]) {
    const accepted = await answer(secret, { answer: "accepted" });
    expect([press, accepted.status, accepted.body.data.state]).toEqual([press, 200, "accepted"]);
    expect(accepted.body.data.players).toEqual([]);
  }
  const news = (await newsOf(api)).filter(({ kind }) => kind === "player_answered");
  expect(news.map(({ name, player }) => [name, player?.state])).toEqual([["Zoé M.", "accepted"]]);
});

test("who declines or leaves opens the place again, and comes back as long as one is open", async () => {
  const secret = await acceptedZoe();
  expect((await answer(secret, { answer: "declined" })).body.data).toMatchObject({
    state: "left",
    answers: ["accepted"],
  });
  expect(await players()).toMatchObject({ taken: 1 });
  const others = ["b", "c", "d"].map((letter) => ({ email: `${letter}@example.org`, name: letter }));
  expect((await invite(...others)).status).toBe(201);
  const refused = await answer(secret, { answer: "accepted" });
  expect([refused.status, refused.body.message]).toEqual([409, "All places are taken."]);
  expect((await answer(await secretOf("b@example.org"), { answer: "declined" })).status).toBe(200);
  expect((await answer(secret, { answer: "accepted" })).status).toBe(200);
});

test("wrong addresses, an address twice, oneself, strangers and too many are refused beside what they concern", async () => {
  const errors = async (...people: object[]) => {
    const { status, body } = await invite(...people);
    return [status, body.errors ?? body.message];
  };
  expect((await errors({ email: "nonsense", name: "N" }))[0]).toBe(422);
  expect(await errors({ email: "n@example.org" })).toEqual([422, { "people.0.name": ["Enter a name."] }]);
  expect(await errors({ name: "N" })).toEqual([422, { "people.0.email": ["Enter an email address."] }]);
  expect(await errors(zoe, { ...zoe, email: zoe.email.toUpperCase() })).toEqual([
    422,
    { "people.1.email": ["This person is invited already."] },
  ]);
  expect(await errors({ email: organizer.email, name: "Ada" })).toEqual([
    422,
    { "people.0.email": ["That is your own address."] },
  ]);
  const stranger = await newMember("Grace", "Hopper");
  expect(await errors({ userId: stranger.id })).toEqual([
    422,
    { "people.0.userId": ["You have not played with this person yet, and they do not let other members find them."] },
  ]);
  expect((await errors({ email: "x@example.org", name: "see www.example.org" }))[0]).toBe(422);
  const many = ["b", "c", "d", "e"].map((letter) => ({ email: `${letter}@example.org`, name: letter }));
  expect(await errors(...many)).toEqual([409, "Only 3 places are open."]);
  expect(await statesOf()).toEqual([]);
  expect(await subjectsTo(zoe.email)).toEqual([]);
  expect((await invite(zoe)).status).toBe(201);
  expect((await invite(zoe)).status).toBe(422);
  expect(await subjectsTo(zoe.email)).toHaveLength(1);
});

test("of two presses that invite the same address at once, one does", async () => {
  const answers = await Promise.all([invite(zoe), invite(zoe)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  expect(await statesOf()).toEqual([["Zoé Morel", "invited"]]);
});

test("a link fills exactly the open places, whoever comes at once; ended, it takes nobody", async () => {
  await invite(zoe);
  const secret = await makeLink();
  const names = ["Bo", "Cy", "Di", "Ed", "Flo", "Guy"];
  const answers = await Promise.all(names.map((name) => answer(secret, { answer: "accepted", name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
  expect(await players()).toMatchObject({ taken: 4, places: 4, hasLink: true });
  const seen = (await look(secret)).body.data;
  expect(seen).toMatchObject({ id: null, state: null, name: null, organizer: "Ada B.", openPlaces: 0, answers: [] });
  const [own = ""] = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.secret as string] : []));
  expect((await answer(own, { answer: "left" })).body.data.state).toBe("left");
  expect((await look(secret)).body.data.answers).toEqual(["accepted"]);
  expect((await api("DELETE", club.path(`/bookings/${eventId}/participants-link`))).status).toBe(200);
  expect((await look(secret)).status).toBe(404);
  expect((await answer(secret, { answer: "accepted", name: "Late" })).status).toBe(404);
  const [former, next] = [await makeLink(), await makeLink()];
  expect([(await look(former)).status, (await look(next)).status]).toEqual([404, 200]);
});

test("by a link one gives a name, and a second press or the same name takes no second place", async () => {
  const secret = await makeLink();
  expect((await answer(secret, { answer: "accepted" })).body.errors).toEqual({ name: ["Enter a name."] });
  expect((await answer(secret, { answer: "declined", name: "Bo" })).status).toBe(422);
  const presses = await Promise.all(["Bo", "bo"].map((name) => answer(secret, { answer: "accepted", name })));
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await players()).toMatchObject({ taken: 2 });
});

test("signed in, one takes a place once by a link, finds it in My bookings, and leaves there", async () => {
  const secret = await makeLink();
  const person = testApp.as(await testApp.person({ firstName: "Grace", lastName: "Hopper" }));
  const join = () => person("POST", "/auth/user/participations", { secret });
  const answers = await Promise.all([join(), join()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await statesOf()).toEqual([["Grace Hopper", "accepted"]]);
  const own = (await person("GET", "/auth/user/participations")).body.data;
  expect(own).toMatchObject([{ state: "accepted", organizer: "Ada Byron", answers: ["left"], players: [] }]);
  const stranger = testApp.as(await testApp.person());
  expect((await stranger("POST", `/auth/user/participations/${own[0].id}`, { answer: "left" })).status).toBe(404);
  expect((await person("POST", `/auth/user/participations/${own[0].id}`, { answer: "left" })).status).toBe(200);
  expect((await person("GET", "/auth/user/participations")).body.data).toEqual([]);
  const mine = await api("POST", "/auth/user/participations", { secret });
  expect([mine.status, mine.body.message]).toEqual([409, "This is your own booking: invite players on its page."]);
});

test("an address with an account is told in the app too, and can be invited by name the next time", async () => {
  const friend = await newMember("Grace", "Hopper");
  const friendApi = testApp.as(friend);
  await invite({ email: friend.email, name: "Gracie" });
  expect((await newsOf(friendApi)).map(({ kind, name }) => [kind, name])).toEqual([["player_invited", "Ada Byron"]]);
  const [own] = (await friendApi("GET", "/auth/user/participations")).body.data;
  expect(own).toMatchObject({ state: "invited", answers: ["accepted", "declined"] });
  expect((await friendApi("POST", `/auth/user/participations/${own.id}`, { answer: "accepted" })).status).toBe(200);
  expect(JSON.stringify((await newsOf(friendApi)).filter(({ kind }) => kind === "player_invited"))).toContain("readAt");
  const other = await book({ startTime: at("21:00") });
  eventId = other;
  expect((await players()).known).toEqual([{ userId: friend.id, name: "Grace H." }]);
  expect((await invite({ userId: friend.id })).body.data.players).toMatchObject([
    { name: "Grace H.", state: "invited", email: null, hasAccount: true },
  ]);
  expect((await players()).known).toEqual([]);
});

const listAs = async (by: ApiCall, listed: string) =>
  expect((await by("PATCH", `/auth/user/memberships/${club.organizationId}`, { listed })).status).toBe(200);
const search = async (q: string, by: ApiCall = api): Promise<{ userId: string; name: string }[]> =>
  (await by("GET", club.path(`/directory?q=${encodeURIComponent(q)}`))).body.data;

test("the directory finds those who are listed, by what others may read of their name, and nobody else", async () => {
  const hidden = await newMember("Quentin", "Quiet");
  const [short, full] = [await newMember("Éloïse", "Quillard"), await newMember("Quitterie", "Quéméré")];
  await listAs(testApp.as(short), "short");
  await listAs(testApp.as(full), "full");
  expect(await search("elo")).toEqual([{ userId: short.id, name: "Éloïse Q." }]);
  expect(await search("Éloïse Q")).toHaveLength(1);
  expect(await search("quillard")).toEqual([]);
  expect(await search("queme")).toEqual([{ userId: full.id, name: "Quitterie Quéméré" }]);
  expect(await search("quentin")).toEqual([]);
  expect(await search("quitt", testApp.as(full))).toEqual([]);
  expect(await search("%%%")).toEqual([]);
  expect(await search("qu")).toEqual([]);
  expect(JSON.stringify(await search("quitt"))).not.toMatch(/@|phone/);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 4));
  expect((await stranger("GET", club.path("/directory?q=quitt"))).status).toBe(404);
  // Listed, one can be invited; else not, whatever the id.
  expect((await invite({ userId: hidden.id })).status).toBe(422);
  expect((await invite({ userId: organizer.id })).status).toBe(422);
  const asked = await invite({ userId: full.id }, { userId: short.id });
  expect(asked.status).toBe(201);
  // The organizer sees which of those found are invited by now.
  const invitedIds: string[] = asked.body.data.players.map((player: { userId: string }) => player.userId);
  expect(invitedIds.toSorted()).toEqual([full.id, short.id].toSorted());
  const invited = async () => (await statesOf()).map(([name]) => name).toSorted();
  expect(await invited()).toEqual(["Quitterie Quéméré", "Éloïse Q."]);
  await testApp.db.updateTable("memberships").set({ active: false }).where("user_id", "=", full.id).execute();
  expect(await search("quitt")).toEqual([]);
  expect(await invited()).toEqual(["Quitterie Q.", "Éloïse Q."]);
});

test("five answers at most, and 300 questions an hour", async () => {
  for (let one = 0; one < 6; one += 1) await listAs(testApp.as(await newMember("Ludivine", `Name${one}`)), "short");
  expect(await search("ludiv")).toHaveLength(5);
  const statuses: number[] = [];
  for (let tries = 0; tries < 300; tries += 1)
    statuses.push((await api("GET", club.path("/directory?q=ludiv"))).status);
  expect([statuses[0], statuses[298], statuses[299]]).toEqual([200, 200, 429]);
});

test("who is listed in full reads whole to the others who play", async () => {
  const { friend, friendApi } = await acceptedGrace();
  await acceptedZoe();
  const namesOf = async () => (await look(await secretOf(zoe.email))).body.data.players;
  expect(await namesOf()).toEqual(["Grace H."]);
  await listAs(friendApi, "full");
  expect(await namesOf()).toEqual(["Grace Hopper"]);
  expect(
    (await newsOf(api)).find(({ kind, name }) => kind === "player_answered" && name.startsWith("Grace"))?.name,
  ).toBe("Grace Hopper");
  eventId = await book({ startTime: at("21:00") });
  expect((await players()).known).toEqual([{ userId: friend.id, name: "Grace Hopper" }]);
});

test("players see each other by first name and initial, and only once they have accepted", async () => {
  await acceptedZoe();
  await invite({ email: "bo@example.org", name: "Bo Derek" });
  const secret = await secretOf("bo@example.org");
  expect((await look(secret)).body.data.players).toBeNull();
  expect((await answer(secret, { answer: "accepted" })).body.data.players).toEqual(["Zoé M."]);
  expect([shortName("Zoé Morel"), shortName("Bo"), shortName("Ana de la Cruz")]).toEqual(["Zoé M.", "Bo", "Ana C."]);
});

test("other members and strangers read and change nothing; the team reads, and removes", async () => {
  await acceptedZoe();
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const [player = { id: "" }] = (await players()).players as { id: string }[];
  for (const by of [club.member, stranger]) {
    expect((await by("GET", path())).status).toBe(404);
    expect((await by("POST", path(), { people: [zoe] })).status).toBe(404);
    expect((await by("DELETE", path(`/${player.id}`))).status).toBe(404);
    expect((await by("POST", club.path(`/bookings/${eventId}/participants-link`), {})).status).toBe(404);
    expect((await by("DELETE", club.path(`/bookings/${eventId}/participants-link`))).status).toBe(404);
  }
  expect(await players(club.staff)).toMatchObject({ canInvite: false, canRemove: true, known: [] });
  expect((await club.staff("POST", path(), { people: [zoe] })).status).toBe(404);
  expect((await club.staff("DELETE", path(`/${player.id}`))).status).toBe(200);
  expect((await club.staff("DELETE", path(`/${player.id}`))).status).toBe(200);
  expect(await statesOf()).toEqual([]);
  expect((await subjectsTo(zoe.email)).filter((subject = "") => /no longer|plus/.test(subject))).toHaveLength(1);
  const gone = await answer(await secretOf(zoe.email), { answer: "accepted" });
  expect(gone.status).toBe(409);
});

test("those who accepted are told of a move once, from what they knew to the last, and of nothing that was taken back", async () => {
  await acceptedZoe();
  await invite({ email: "quiet@example.org", name: "Silent" });
  const move = (time: string) => api("PATCH", club.path(`/events/${eventId}`), { startTime: at(time) });
  expect((await move("20:00")).status).toBe(200);
  expect((await move("19:00")).status).toBe(200);
  testApp.clock.advance(60_000);
  expect((await subjectsTo(zoe.email)).length).toBe(1);
  expect((await move("20:00")).status).toBe(200);
  expect((await move("20:30")).status).toBe(200);
  testApp.clock.advance(60_000);
  const mails = await mailsTo(zoe.email);
  expect(mails).toHaveLength(2);
  expect(mails.at(-1)?.text).toMatch(/19[:h ]+00|7:00/);
  expect(await subjectsTo("quiet@example.org")).toHaveLength(1);
});

test("a canceled booking reaches those who accepted, unless it was taken back at once", async () => {
  const secret = await acceptedZoe();
  const cancel = () => api("POST", club.path(`/events/${eventId}/cancel`), {});
  const restore = () => api("POST", club.path(`/events/${eventId}/restore`), {});
  expect((await cancel()).status).toBe(200);
  expect((await restore()).status).toBe(200);
  testApp.clock.advance(60_000);
  expect(await subjectsTo(zoe.email)).toHaveLength(1);
  expect((await cancel()).status).toBe(200);
  testApp.clock.advance(60_000);
  expect(await subjectsTo(zoe.email)).toHaveLength(2);
  expect((await look(secret)).body.data).toMatchObject({ booking: "canceled", answers: [] });
  const late = await answer(secret, { answer: "left" });
  expect(late.status).toBe(409);
  expect((await invite({ email: "bo@example.org", name: "Bo" })).status).toBe(409);
  expect((await club.staff("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  testApp.clock.advance(60_000);
  expect(await subjectsTo(zoe.email)).toHaveLength(3);
});

/** A player with an account, who has accepted. */
async function acceptedGrace(): Promise<{ friend: Person; friendApi: ApiCall }> {
  const friend = await newMember("Grace", "Hopper");
  expect((await invite({ email: friend.email, name: "Grace" })).status).toBe(201);
  expect((await answer(await secretOf(friend.email), { answer: "accepted" })).status).toBe(200);
  return { friend, friendApi: testApp.as(friend) };
}
/** Mails that are due by then are sent. */
async function pass(minutes: number): Promise<void> {
  testApp.clock.advance(minutes * 60_000);
  await testApp.mails();
}
const ownNewsOf = async (by: ApiCall) => (await newsOf(by)).filter(({ kind }) => kind.startsWith("own_booking_"));

test("a player with an account is told in the application of moves and cancellations, by whomever, and of nothing that was taken back", async () => {
  const { friendApi } = await acceptedGrace();
  const move = (time: string, by: ApiCall = api) =>
    by("PATCH", club.path(`/events/${eventId}`), { startTime: at(time) });
  const act = (verb: "cancel" | "restore", by: ApiCall = api) =>
    by("POST", club.path(`/events/${eventId}/${verb}`), verb === "cancel" ? { reason: "Rain" } : {});
  expect((await move("20:00")).status).toBe(200);
  expect(await ownNewsOf(friendApi)).toMatchObject([
    {
      ...{ kind: "own_booking_moved", count: 1, name: null, booking: null, player: { state: "accepted" } },
      slot: { field: "Padel 3", startTime: "2026-06-10T18:00:00.000Z", isOpen: true },
    },
  ]);
  expect(JSON.stringify(await ownNewsOf(friendApi))).not.toMatch(/price|Ada/);
  expect((await move("19:00")).status).toBe(200);
  expect(await ownNewsOf(friendApi)).toEqual([]);
  expect((await move("20:00", club.staff)).status).toBe(200);
  await pass(1);
  expect((await move("20:30", club.staff)).status).toBe(200);
  expect(await ownNewsOf(friendApi)).toMatchObject([{ kind: "own_booking_moved", count: 2 }]);
  await pass(3);
  expect((await act("cancel")).status).toBe(200);
  expect((await ownNewsOf(friendApi)).map(({ kind }) => kind)).toEqual(["own_booking_canceled", "own_booking_moved"]);
  expect((await act("restore")).status).toBe(200);
  expect((await ownNewsOf(friendApi)).map(({ kind }) => kind)).toEqual(["own_booking_moved"]);
  await pass(3);
  expect((await act("cancel", club.staff)).status).toBe(200);
  await pass(3);
  expect((await act("restore", club.staff)).status).toBe(200);
  expect((await ownNewsOf(friendApi)).map(({ kind }) => kind)).toEqual([
    ...["own_booking_confirmed", "own_booking_canceled", "own_booking_moved"],
  ]);
});

test("a kind that a player has turned off is not told; who has left reads nothing more of the booking", async () => {
  const { friendApi } = await acceptedGrace();
  const preferences = [{ kind: "own_booking_moved", channel: "app", choice: "off" }];
  expect((await friendApi("PATCH", "/auth/user/notification-preferences", { preferences })).status).toBe(200);
  expect((await api("PATCH", club.path(`/events/${eventId}`), { startTime: at("20:00") })).status).toBe(200);
  expect(await ownNewsOf(friendApi)).toEqual([]);
  await pass(1);
  expect((await api("POST", club.path(`/events/${eventId}/cancel`), {})).status).toBe(200);
  await pass(1);
  expect((await club.staff("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  const [own] = (await friendApi("GET", "/auth/user/participations")).body.data;
  expect((await friendApi("POST", `/auth/user/participations/${own.id}`, { answer: "left" })).status).toBe(200);
  expect(await ownNewsOf(friendApi)).toMatchObject([
    { kind: "own_booking_confirmed", slot: null, booking: null, player: null },
    { kind: "own_booking_canceled", slot: null, booking: null, player: null },
  ]);
});

test("a move of which nobody has heard yet is told where the cancellation after it is taken back", async () => {
  await acceptedZoe();
  expect((await api("PATCH", club.path(`/events/${eventId}`), { startTime: at("20:00") })).status).toBe(200);
  expect((await api("POST", club.path(`/events/${eventId}/cancel`), {})).status).toBe(200);
  expect((await api("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  await pass(1);
  const mails = await mailsTo(zoe.email);
  expect(mails).toHaveLength(2);
  expect(mails.at(-1)?.text).toMatch(/19[:h ]+00|7:00/);
});

test("one person is told once: the organizer as a customer, and who plays by account and address as a player", async () => {
  const friend = await newMember("Grace", "Hopper");
  await invite({ email: friend.email, name: "Grace" });
  const invitation = await secretOf(friend.email);
  const link = await makeLink();
  const friendApi = testApp.as(friend);
  expect((await friendApi("POST", "/auth/user/participations", { secret: link })).status).toBe(200);
  expect(await players()).toMatchObject({ taken: 2 });
  expect((await answer(invitation, { answer: "accepted" })).status).toBe(200);
  // The organizer types the own address by the link.
  expect((await answer(link, { answer: "accepted", name: "Ada again", email: organizer.email })).status).toBe(200);
  const before = [(await subjectsTo(friend.email)).length, (await subjectsTo(organizer.email)).length];
  expect((await club.staff("PATCH", club.path(`/events/${eventId}`), { startTime: at("20:00") })).status).toBe(200);
  await pass(1);
  const after = [(await subjectsTo(friend.email)).length, (await subjectsTo(organizer.email)).length];
  expect(after).toEqual(before.map((count) => count + 1));
  expect(await ownNewsOf(friendApi)).toHaveLength(1);
  expect(await ownNewsOf(api)).toHaveLength(1);
});

const remindersTo = async (address: string) =>
  (await subjectsTo(address)).filter((subject = "") => /^(Reminder|Rappel)/.test(subject));
async function remindAt(time: string, day = "2026-06-10"): Promise<void> {
  testApp.clock.set(at(time, day));
  await testApp.jobs.runScheduled("participants.remind");
}

test("those who play are reminded once, by letter or by account, of the time that holds", async () => {
  const { friend, friendApi } = await acceptedGrace();
  await acceptedZoe();
  expect((await api("PATCH", club.path(`/events/${eventId}`), { startTime: at("20:00") })).status).toBe(200);
  await remindAt("19:30", "2026-06-09");
  expect(await remindersTo(zoe.email)).toEqual([]);
  await remindAt("20:00", "2026-06-09");
  await remindAt("20:01", "2026-06-09");
  expect([await remindersTo(zoe.email), await remindersTo(friend.email)].map(({ length }) => length)).toEqual([1, 1]);
  expect((await ownNewsOf(friendApi))[0]).toMatchObject({ kind: "own_booking_reminder", booking: null });
  // Another time is another reminder.
  expect(
    (await club.staff("PATCH", club.path(`/events/${eventId}`), { startTime: at("20:00", "2026-06-12") })).status,
  ).toBe(200);
  await remindAt("20:00", "2026-06-11");
  expect(await remindersTo(zoe.email)).toHaveLength(2);
});

test("players are reminded by their own lead, not of what is canceled, and not where they accepted later than the lead", async () => {
  const { friend, friendApi } = await acceptedGrace();
  expect((await friendApi("PATCH", "/auth/user/notification-preferences", { reminderLead: 180 })).status).toBe(200);
  await remindAt("19:00", "2026-06-09");
  expect(await remindersTo(friend.email)).toEqual([]);
  await acceptedZoe();
  expect((await club.staff("POST", club.path(`/events/${eventId}/cancel`), { reason: "Rain" })).status).toBe(200);
  await remindAt("16:00");
  expect(await remindersTo(friend.email)).toEqual([]);
  testApp.clock.set(at("12:00"));
  expect((await club.staff("POST", club.path(`/events/${eventId}/restore`), {})).status).toBe(200);
  await remindAt("15:59");
  expect(await remindersTo(friend.email)).toEqual([]);
  await remindAt("16:00");
  expect(await remindersTo(friend.email)).toHaveLength(1);
  expect(await remindersTo(zoe.email)).toEqual([]);
});

test("an invitation is answered from the news: its row names the place until it is answered, and a second press changes nothing", async () => {
  const player = await newMember("Bo", "Reads");
  const own = testApp.as(player);
  await invite({ email: player.email, name: "Bo" });
  const rowOf = async () => (await own("GET", "/notifications")).body.data[0];
  const row = await rowOf();
  expect(row).toMatchObject({ kind: "player_invited", player: { state: "invited" }, slot: { isOpen: true } });
  const press = () => own("POST", `/auth/user/participations/${row.player.id}`, { answer: "accepted" });
  expect((await Promise.all([press(), press()])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await rowOf()).toMatchObject({ player: { state: "accepted" }, slot: { isOpen: false } });
  expect(await statesOf()).toEqual([["Bo", "accepted"]]);
});

test("given to another customer, a booking keeps no player, invitation or link of the first one, and those who had accepted are told once", async () => {
  const secret = await acceptedZoe();
  const player = await newMember("Bo", "Accepts");
  await invite({ email: player.email, name: "Bo" }, { email: "silent@example.org", name: "Silent" });
  await answer(await secretOf(player.email), { answer: "accepted" });
  const silent = await secretOf("silent@example.org");
  const link = await makeLink();
  const next = await newMember("Cy", "Takes");
  const give = (customer: object) => club.staff("PATCH", club.path(`/events/${eventId}`), { customer });
  const told = async (address: string) =>
    (await subjectsTo(address)).filter((subject = "") => /no longer play|ne jouez plus/.test(subject)).length;
  // The same customer, as a form sends it.
  expect((await give({ userId: organizer.id })).status).toBe(200);
  expect(await statesOf()).toHaveLength(3);
  const { status, body } = await give({ userId: next.id });
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(await players(testApp.as(next))).toMatchObject({ players: [], hasLink: false, taken: 1, canInvite: true });
  expect((await api("GET", path())).status).toBe(404);
  for (const former of [secret, silent, link]) {
    expect((await look(former)).status).toBe(404);
    expect((await answer(former, { answer: "accepted", name: "Late" })).status).toBe(404);
  }
  expect([await told(zoe.email), await told(player.email), await told("silent@example.org")]).toEqual([1, 1, 0]);
  const mail = (await mailsTo(zoe.email)).at(-1)?.text ?? "";
  expect(mail).toContain("Ada Byron");
  expect(mail).not.toContain("Cy Takes");
  expect((await testApp.as(player)("GET", "/auth/user/participations")).body.data).toEqual([]);
  const invitations = (await newsOf(testApp.as(player))).filter(({ kind }) => kind === "player_invited");
  expect(invitations).toMatchObject([{ name: null, player: null, slot: null, readAt: expect.any(String) }]);
  // The next customer begins anew, with the same people if they like.
  testApp.clock.advance(60_000);
  const again = await testApp.as(next)("POST", path(), { people: [zoe] });
  expect([again.status, again.body.errors]).toEqual([201, undefined]);
  // A player who gets the booking is its organizer, and is told nothing of their place.
  expect((await answer(await secretOf(zoe.email), { answer: "accepted" })).status).toBe(200);
  await testApp.as(next)("POST", path(), { people: [{ email: player.email, name: "Bo" }] });
  expect((await answer(await secretOf(player.email), { answer: "accepted" })).status).toBe(200);
  expect((await give({ userId: player.id })).status).toBe(200);
  expect([await told(zoe.email), await told(player.email)]).toEqual([2, 1]);
  expect(await statesOf(testApp.as(player))).toEqual([]);
});

test("nobody is turned away by fewer people, and more people open places", async () => {
  await invite(zoe, { email: "bo@example.org", name: "Bo" });
  const change = (people: number) => api("PATCH", club.path(`/events/${eventId}`), { people });
  const refused = await change(2);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { people: ["3 people play or are invited. Remove somebody first."] },
  ]);
  expect((await change(3)).status).toBe(200);
  expect((await invite({ email: "cy@example.org", name: "Cy" })).status).toBe(409);
  expect((await change(4)).status).toBe(200);
  expect((await invite({ email: "cy@example.org", name: "Cy" })).status).toBe(201);
});

test("ten people a booking, thirty a day, and three mails a day to one mailbox", async () => {
  const wide = await club.addField({ name: "Pitch", sportIds: [1], maxPeopleByEvent: 30 });
  await club.addPrices([wide], { 90: 3600 });
  const batch = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ email: `p${from + index}@example.org`, name: `P${from + index}` }));
  for (const hour of ["09:00", "11:00", "13:00"]) {
    eventId = await book({ fieldId: wide, startTime: at(hour), people: 30 });
    expect((await invite(...batch(Number.parseInt(hour, 10) * 100, 10))).status).toBe(201);
    const more = await invite({ email: "more@example.org", name: "More" });
    expect([more.status, more.body.message]).toEqual([
      409,
      "At most 10 people can be invited to one booking. Share a link instead.",
    ]);
  }
  eventId = await book({ fieldId: wide, startTime: at("15:00"), people: 30 });
  const excess = await invite(zoe);
  expect(excess.status).toBe(429);
  await testApp.db.deleteFrom("rate_limits").execute();
  for (const hour of ["07:00", "17:00", "19:00", "21:00"]) {
    eventId = await book({ fieldId: wide, startTime: at(hour, "2026-06-11"), people: 30 });
    expect((await invite(zoe)).status).toBe(201);
  }
  expect(await subjectsTo(zoe.email)).toHaveLength(3);
});

test("secrets that are wrong answer alike, and are tried sixty times an hour from a network", async () => {
  const wrong = "x".repeat(43);
  expect((await look(wrong)).status).toBe(404);
  const statuses: number[] = [];
  for (let tries = 0; tries < 61; tries += 1) statuses.push((await answer(wrong, { answer: "accepted" })).status);
  expect([statuses[0], statuses[59], statuses[60]]).toEqual([404, 404, 429]);
});

const sweep = () => testApp.jobs.runScheduled("participants.sweep");

test("an address that never accepted is forgotten 30 days after the booking; who accepted keeps a name alone", async () => {
  await acceptedZoe();
  await invite({ email: "silent@example.org", name: "Silent" });
  testApp.clock.set("2026-07-09T12:00:00Z");
  await sweep();
  expect(
    await testApp.db.selectFrom("event_participants").select("email").where("event_id", "=", eventId).execute(),
  ).toHaveLength(2);
  testApp.clock.set("2026-07-11T12:00:00Z");
  await sweep();
  expect(
    await testApp.db
      .selectFrom("event_participants")
      .select(["name", "email", "state"])
      .where("event_id", "=", eventId)
      .execute(),
  ).toEqual([{ name: "Zoé Morel", email: null, state: "accepted" }]);
});

test("of a closed account nothing but a player stays", async () => {
  const friend = await newMember("Grace", "Hopper");
  await invite({ email: friend.email, name: "Grace Hopper" });
  await answer(await secretOf(friend.email), { answer: "accepted" });
  const { appContext, db, clock } = testApp;
  const formerName = { firstName: "Former", lastName: "user" };
  await db
    .transaction()
    .execute((trx) =>
      closeAccount({ appContext, db: trx, now: clock.now() }, { userId: friend.id, email: friend.email, formerName }),
    );
  expect((await players()).players).toMatchObject([{ name: "", state: "accepted", email: null, hasAccount: false }]);
});

test("the calendar of a player has the booking, without the words of its organizer", async () => {
  const friend = await newMember("Grace", "Hopper");
  const friendApi = testApp.as(friend);
  await invite({ email: friend.email, name: "Grace" });
  const { body } = await friendApi("POST", "/auth/user/calendar", {});
  const feed = body.data.url.replace("http://localhost:3000/api/v1", "") as string;
  const read = async () => String((await everyone("GET", feed)).body);
  expect(await read()).not.toContain("BEGIN:VEVENT");
  await answer(await secretOf(friend.email), { answer: "accepted" });
  const text = await read();
  expect(text).toContain("BEGIN:VEVENT");
  expect(text).toContain("SUMMARY:Padel 3");
  expect(text).not.toContain("Ada");
});

const reminderTo = async (address: string): Promise<string> =>
  (await mailsTo(address)).findLast(({ subject = "" }) => /^(Reminder|Rappel)/.test(subject))?.text ?? "";

test("a reminder names place, players, what is unpaid, and until when it can be canceled; of money players read nothing", async () => {
  const { friend } = await acceptedGrace();
  await acceptedZoe();
  await invite({ email: "silent@example.org", name: "Silent Bob" });
  testApp.clock.set(at("19:01", "2026-06-09"));
  await testApp.jobs.runScheduled("events.remind");
  await testApp.jobs.runScheduled("participants.remind");
  const own = await reminderTo(organizer.email);
  expect(own).toMatch(/Padel 3[^]*Parc/);
  expect(own).toContain("Grace Hopper");
  expect(own).toContain("Zoé Morel");
  expect(own).not.toContain("Silent Bob");
  expect(own).toMatch(/(Still to pay|Reste à payer)[^]*36[.,]00/);
  expect(own).not.toMatch(/Shares unpaid|Parts impayées/);
  expect(own).toMatch(/Can no longer be canceled|Ne peut plus être annulée/);
  const ofZoe = await reminderTo(zoe.email);
  expect(ofZoe).toMatch(/(Also playing|Jouent aussi|Avec vous)[^]*Grace H\./);
  expect(ofZoe).not.toMatch(/Hopper|Zoé|36[.,]00|Silent/);
  expect(ofZoe).toMatch(/Something came up\?|Un empêchement/);
  expect(await reminderTo(friend.email)).toContain("Zoé M.");
});

test("a reminder before the deadline says until when; what is paid or forgotten is not named", async () => {
  await acceptedZoe();
  const { status } = await club.manager("PATCH", club.path(""), { reminderLead: 2880 });
  expect(status).toBe(200);
  try {
    const paid = await club.staff("POST", club.path(`/events/${eventId}/payments`), { method: "cash", amount: 3600 });
    expect(paid.status).toBe(201);
    testApp.clock.set(at("19:00", "2026-06-08"));
    await testApp.jobs.runScheduled("events.remind");
    const own = await reminderTo(organizer.email);
    expect(own).toMatch(
      /(Free to cancel until|Annulation gratuite jusqu’au|Refunded|Remboursée)[^]*09\/06\/2026 19:00/,
    );
    expect(own).not.toMatch(/Still to pay|Reste à payer/);
  } finally {
    await club.manager("PATCH", club.path(""), { reminderLead: 1440 });
  }
});

test("answers of some minutes are one mail to the organizer, those that were read or are not wanted none", async () => {
  const organizerMails = async (minutes: number) => {
    testApp.clock.advance(minutes * 60_000);
    await testApp.jobs.runScheduled("notifications.mail");
    return (await mailsTo(organizer.email)).filter(({ text = "" }) => text.includes("Players have answered"));
  };
  await api("PATCH", "/auth/user", { language: "en" });
  const secret = await acceptedZoe();
  const { friendApi } = await acceptedGrace();
  testApp.clock.advance(3 * 60_000);
  expect((await answer(secret, { answer: "left" })).status).toBe(200);
  expect(await organizerMails(1)).toEqual([]);
  const [mail, ...others] = await organizerMails(1);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("2 answers of your players");
  const text = (mail?.text ?? "").replaceAll("\u00A0", " ");
  expect(text).toContain("Zoé M. no longer plays: Padel 3");
  expect(text).toContain("Grace H. plays: Padel 3");
  expect(text).toContain(`/organizations/${testApp.organizationId}/events/${eventId}`);
  expect(await organizerMails(30)).toHaveLength(1);
  const [own] = (await friendApi("GET", "/auth/user/participations")).body.data;
  const leave = (given: string) => friendApi("POST", `/auth/user/participations/${own.id}`, { answer: given });
  expect((await leave("left")).status).toBe(200);
  expect((await api("POST", "/notifications/read", { until: testApp.clock.now().toISOString() })).status).toBe(200);
  expect(await organizerMails(6)).toHaveLength(1);
  expect((await leave("accepted")).status).toBe(200);
  const single = (await organizerMails(6)).at(-1);
  expect(single?.subject?.replaceAll("\u00A0", " ")).toBe("Grace H. plays: Padel 3");
  const unsubscribe = /unsubscribe\/([\w~-]+)/.exec(single?.text ?? "")?.[1];
  const stopped = await testApp.app.inject({ method: "POST", url: `/api/v1/unsubscribe/${unsubscribe}`, payload: {} });
  expect([stopped.statusCode, stopped.json().data]).toEqual([200, { kind: "player_answered" }]);
  expect((await leave("left")).status).toBe(200);
  expect(await organizerMails(6)).toHaveLength(2);
});

test("who plays reads the page of the booking and its file for a calendar, without the organizer’s words and price, and nobody else does", async () => {
  const { friend, friendApi } = await acceptedGrace();
  await acceptedZoe();
  const [own] = (await friendApi("GET", "/auth/user/participations")).body.data;
  const pageOf = (by: ApiCall, rest = "booking") => by("GET", `/auth/user/participations/${own.id}/${rest}`);
  const { status, body } = await pageOf(friendApi);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...{ id: eventId, status: "confirmed", field: { name: "Padel 3" }, facility: { name: "Parc" }, people: 4 },
    invitation: { id: own.id, state: "accepted", organizer: "Ada Byron", players: ["Zoé M."], answers: ["left"] },
  });
  expect(JSON.stringify(body)).not.toMatch(/"price|notes|"title|3600|@example/);
  const file = await testApp.app.inject({
    url: `/api/v1/auth/user/participations/${own.id}/calendar.ics`,
    headers: { authorization: `Bearer ${friend.token}` },
  });
  expect(file.body).toMatch(/SUMMARY:Padel 3/);
  expect(file.body.replaceAll("\r\n ", "")).toContain(`/my-bookings/${own.id}`);
  expect(file.body).not.toContain("Ada Byron");
  for (const by of [api, club.staff, testApp.as(await newMember("Mallory", "Read"))])
    expect([(await pageOf(by)).status, (await pageOf(by, "calendar.ics")).status]).toEqual([404, 404]);
  expect((await friendApi("POST", `/auth/user/participations/${own.id}`, { answer: "left" })).status).toBe(200);
  expect((await pageOf(friendApi)).body.data.invitation).toMatchObject({ state: "left", players: null });
  expect((await api("DELETE", path(`/${own.id}`))).status).toBe(200);
  expect((await pageOf(friendApi)).status).toBe(404);
});
