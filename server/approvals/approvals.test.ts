import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let other: Person;
let url: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  testApp.clock.set(monday);
  club = await createTestClub({ ...testApp, organizationId: await testApp.organization("City") });
  fieldId = await club.addField({ name: "Court 1", approval: "manual" });
  await club.addPrices([fieldId], { 60: 2000 });
  other = await testApp.join(await testApp.person({ firstName: "Zoé", lastName: "Petit" }), club.organizationId, 4);
  url = club.path("/approvals");
  await club.manager("PATCH", club.path(""), { paymentOnSite: true });
});
afterAll(() => testApp.close());

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const ask = async (startTime: string, more: object = {}, api = club.member) => {
  const draft = { fieldId, startTime, duration: 60, name: startTime.slice(11, 16), type: "game", payment: "on_site" };
  const { status, body } = await api("POST", club.path("/events"), { ...draft, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id as string;
};
const list = async (query = "", api = club.staff) => (await api("GET", `${url}?${query}`)).body;
const decide = (answer: "approve" | "reject", eventIds: string[], more: object = {}, api = club.staff) =>
  api("POST", url, { answer, eventIds, ...more });
const undo = (eventIds: string[], api = club.staff, more: object = {}) =>
  api("POST", `${url}/undo`, { eventIds, ...more });
const statusOf = async (id: string) => (await club.manager("GET", club.path(`/events/${id}`))).body.data.status;
const seen = new Set<string>();
const readNewMails = async (ms: number) => {
  testApp.clock.advance(ms);
  const found = (await testApp.mails()).filter(({ messageId = "" }) => !seen.has(messageId));
  for (const { messageId = "" } of found) seen.add(messageId);
  return found;
};
const mailsAfter = async (ms: number) =>
  (await readNewMails(ms)).map(({ subject = "", to }) => `${to?.[0]?.address}: ${subject.split(":")[0]?.trim()}`);

test("requests have requester, place, price and how long they wait; the soonest or the oldest first", async () => {
  const later = await ask(at("18:00", "2026-06-12"));
  testApp.clock.advance(60_000);
  const sooner = await ask(at("10:00"), {}, testApp.as(other));
  const { data, meta } = await list();
  expect(data.map(({ id }: { id: string }) => id)).toEqual([sooner, later]);
  expect(meta.total).toBe(2);
  expect(data[0]).toMatchObject({
    eventIds: [sooner],
    seriesId: null,
    name: "10:00",
    customer: { name: "Zoé Petit", kind: "person" },
    field: { name: "Court 1" },
    facility: { name: "Parc" },
    price: 2000,
    currency: "EUR",
    isClear: true,
    hint: { hasBegun: false, isSoon: false, overlaps: [], customerElsewhere: [], closedDates: 0, overlappingDates: 0 },
  });
  expect((await list("order=oldest")).data.map(({ id }: { id: string }) => id)).toEqual([later, sooner]);
  expect((await list("per_page=1&page=2")).data.map(({ id }: { id: string }) => id)).toEqual([later]);
  const { body } = await club.staff("GET", `${url}/count`);
  expect(body.data).toEqual({ waiting: 2, oldest: monday });
});

test("hints name what speaks against a request", async () => {
  const soon = await ask("2026-06-01T20:00:00+02:00");
  const closed = await ask(at("10:00"));
  const before = await ask(at("14:00"), {}, testApp.as(other));
  const after = await ask(at("15:00"));
  const elsewhere = await club.addField({ name: "Court 2", approval: "manual" });
  const twice = await ask(at("15:30"), { fieldId: elsewhere });
  await club.manager("PATCH", club.path(`/fields/${fieldId}`), { turnaround: 30 });
  const hours = [{ start: "12:00", end: "24:00" }];
  const short = { name: "Short day", from: "2026-06-10", to: "2026-06-10", closed: false, hours, fieldId };
  expect((await club.manager("POST", club.path("/closures"), short)).status).toBe(201);
  const { data } = await list();
  const found = Object.fromEntries(data.map((row: { id: string }) => [row.id, row]));
  expect(found[soon]).toMatchObject({ isClear: true, hint: { isSoon: true } });
  expect(found[closed]).toMatchObject({ isClear: false, hint: { closedDates: 1, overlaps: [] } });
  expect(found[before]).toMatchObject({
    isClear: false,
    hint: { overlaps: [{ eventId: after, field: "Court 1", isWaiting: true }] },
  });
  expect(found[after].hint.overlaps).toMatchObject([{ eventId: before, name: "Zoé Petit" }]);
  expect(found[twice]).toMatchObject({
    isClear: true,
    hint: { overlaps: [], customerElsewhere: [{ eventId: after, field: "Court 1" }] },
  });
  testApp.clock.set("2026-06-01T20:30:00+02:00");
  expect((await list()).data[0]).toMatchObject({ id: soon, isClear: false, hint: { hasBegun: true } });
});

test("a series is one request with the sum of its dates, those that are closed, and one mail", async () => {
  const template = { fieldId, startTime: at("18:00"), duration: 60, name: "Lycée", type: "training" };
  const customer = { userId: club.memberPerson.id };
  const dates = ["2026-06-10", "2026-06-17", "2026-06-24"].map((date) => ({ date }));
  const draft = { template: { ...template, customer }, rule: { weekdays: [3], count: 3 }, dates };
  const { created, seriesId } = (await club.manager("POST", club.path("/event-series"), draft)).body.data;
  // Nobody asks for a series yet: those of the team are approved at once.
  await testApp.db
    .updateTable("events")
    .set({ status: "pending", pending_reason: "approval" })
    .where("id", "in", created)
    .execute();
  const closure = { name: "Works", from: "2026-06-17", to: "2026-06-17", fieldId };
  await club.manager("POST", club.path("/closures"), closure);
  const { data, meta } = await list();
  expect(meta.total).toBe(1);
  expect(data[0]).toMatchObject({
    ...{ id: seriesId, seriesId, eventIds: created, price: 6000, isClear: true },
    hint: { closedDates: 1, overlappingDates: 0 },
  });
  await mailsAfter(60_000);
  expect((await decide("approve", created)).body.data).toEqual({ decided: created.toSorted(), refused: [] });
  expect((await undo(created)).body.data.refused).toEqual([]);
  expect(await mailsAfter(60_000)).toEqual([]);
  await decide("reject", created, { reason: "No school" });
  expect(await mailsAfter(60_000)).toEqual([`${club.memberPerson.email}: Refusé`]);
});

test("several are approved at once; those that somebody decided meanwhile say so, and the others stand", async () => {
  const [one, two, three] = [await ask(at("10:00")), await ask(at("12:00")), await ask(at("14:00"))];
  await decide("reject", [two], { reason: "Resown" }, club.manager);
  const nowhere = "00000000-0000-4000-8000-000000000000";
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const { status, body } = await decide("approve", [one, two, three, nowhere, theirs.eventId]);
  expect([status, body.data.decided]).toEqual([200, [one, three].toSorted()]);
  expect(
    Object.fromEntries(body.data.refused.map((row: { eventId: string; reason: string }) => [row.eventId, row.reason])),
  ).toEqual({
    [two]: "This event is “Rejected”: it cannot become “Approved”.",
    [nowhere]: "This page or record does not exist.",
    [theirs.eventId]: "This page or record does not exist.",
  });
  expect(await Promise.all([one, two, three].map(statusOf))).toEqual(["approved", "rejected", "approved"]);
  expect((await list()).data).toEqual([]);
});

test("of two who decide the same requests at once, each request obeys one of them", async () => {
  const ids: string[] = [];
  for (let hour = 8; hour < 20; hour += 1) ids.push(await ask(at(`${String(hour).padStart(2, "0")}:00`)));
  const [yes, no] = await Promise.all([
    decide("approve", ids),
    decide("reject", ids.toReversed(), { reason: "Full" }, club.manager),
  ]);
  const [approved, rejected] = [yes.body.data, no.body.data];
  expect([...approved.decided, ...rejected.decided].toSorted()).toEqual(ids.toSorted());
  expect(approved.refused).toHaveLength(rejected.decided.length);
  expect(await Promise.all(approved.decided.map(statusOf))).toEqual(approved.decided.map(() => "approved"));
});

test("the mail tells the reason, waits for the undo, and is withdrawn by it", async () => {
  const [one, two] = [await ask(at("10:00")), await ask(at("12:00"))];
  await mailsAfter(60_000);
  await decide("approve", [one], { reason: "Bring your key" });
  await decide("reject", [two], { reason: "Resown" });
  expect(await mailsAfter(UNDO_MS - 1000)).toEqual([]);
  expect((await undo([one, two])).body.data).toEqual({ decided: [one, two].toSorted(), refused: [] });
  expect(await Promise.all([statusOf(one), statusOf(two)])).toEqual(["pending", "pending"]);
  expect(await mailsAfter(60_000)).toEqual([]);
  await decide("approve", [one], { reason: "Bring your key" });
  const [mail, ...others] = await readNewMails(UNDO_MS + 1000);
  expect([mail?.subject?.slice(0, 7), others]).toEqual(["Accepté", []]);
  expect(mail?.text).toContain("Bring your key");
  const late = await undo([one]);
  expect(late.body.data).toMatchObject({ decided: [], refused: [{ eventId: one }] });
  expect(await statusOf(one)).toBe("approved");
});

test("an undo of silent decisions sends no mail either", async () => {
  const [one, two] = [await ask(at("10:00")), await ask(at("12:00"))];
  await mailsAfter(60_000);
  await decide("approve", [one], { notify: false });
  await decide("reject", [two], { notify: false, reason: "Resown" });
  expect((await undo([one, two], club.staff, { notify: false })).body.data.refused).toEqual([]);
  expect(await Promise.all([one, two].map(statusOf))).toEqual(["pending", "pending"]);
  expect(await mailsAfter(60_000)).toEqual([]);
});

test("an administrator of the platform sees what waits in all organizations, with its own conflicts", async () => {
  const here = await ask(at("10:00"));
  const there = await createTestClub({ ...testApp, organizationId: await testApp.organization("Elsewhere") });
  const theirField = await there.addField({ name: "Court 9", approval: "manual" });
  await there.addPrices([theirField], { 60: 3000 });
  await there.manager("PATCH", there.path(""), { paymentOnSite: true });
  const draft = { fieldId: theirField, startTime: at("09:00"), duration: 60, name: "There", type: "game" };
  const made = await there.member("POST", there.path("/events"), { ...draft, payment: "on_site" });
  const closure = { name: "Works", from: "2026-06-10", to: "2026-06-10", fieldId };
  expect((await club.manager("POST", club.path("/closures"), closure)).status).toBe(201);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const { status, body } = await admin("GET", "/organizations/all/approvals?per_page=100");
  expect(status).toBe(200);
  const found = body.data.filter(({ id }: { id: string }) => [here, made.body.data.id].includes(id));
  expect(found).toMatchObject([
    { id: made.body.data.id, price: 3000, isClear: true, field: { name: "Court 9" } },
    { id: here, price: 2000, isClear: false, hint: { closedDates: 1 } },
  ]);
});

test("decisions are listed with who made them, when and why; an undo takes one away, a later cancellation does not", async () => {
  const decided = async (query = "") => (await club.staff("GET", `${url}/decided?${query}`)).body;
  const [one, two, three] = [
    await ask(at("10:00")),
    await ask(at("12:00"), {}, testApp.as(other)),
    await ask(at("14:00")),
  ];
  await decide("reject", [two], { reason: "Resown" }, club.manager);
  testApp.clock.advance(60_000);
  await decide("approve", [one, three]);
  expect((await undo([three])).body.data.decided).toEqual([three]);
  const { data, meta } = await decided();
  expect(meta.total).toBe(2);
  expect(data).toMatchObject([
    { id: one, answer: "approve", reason: null, status: "approved", field: { name: "Court 1" }, price: 2000 },
    {
      id: two,
      answer: "reject",
      reason: "Resown",
      status: "rejected",
      decidedAt: monday,
      customer: { name: "Zoé Petit" },
    },
  ]);
  const names = data.map(({ decidedBy }: { decidedBy: { id: string; full_name: string } }) => decidedBy);
  expect(names[0].id).not.toBe(names[1].id);
  expect(names.every(({ full_name }: { full_name: string }) => full_name.trim().length > 0)).toBe(true);
  for (const [query, id] of [
    ["answer=approve", one],
    ["answer=reject", two],
    ["q=petit", two],
  ])
    expect((await decided(query)).data.map((row: { id: string }) => row.id)).toEqual([id]);
  await club.manager("POST", club.path(`/events/${one}/cancel`), { reason: "Rain" });
  expect((await decided()).data[0]).toMatchObject({ id: one, answer: "approve", status: "canceled" });
  await club.manager("POST", club.path(`/events/${two}/restore`), {});
  expect((await decided()).data.map((row: { id: string }) => row.id)).toEqual([one]);
  const longAgo = new Date(testApp.clock.now().getTime() - 91 * 86_400_000);
  await testApp.db.updateTable("events").set({ decided_at: longAgo }).where("id", "=", one).execute();
  expect((await decided()).data).toEqual([]);
  expect((await club.member("GET", `${url}/decided`)).status).toBe(403);
});

test("dates of a series that were decided together are one decision", async () => {
  const template = { fieldId, startTime: at("18:00"), duration: 60, name: "Lycée", type: "training" };
  const dates = ["2026-06-10", "2026-06-17"].map((date) => ({ date }));
  const draft = { template, rule: { weekdays: [3], count: 2 }, dates };
  const { created, seriesId } = (await club.manager("POST", club.path("/event-series"), draft)).body.data;
  await testApp.db
    .updateTable("events")
    .set({ status: "pending", pending_reason: "approval" })
    .where("id", "in", created)
    .execute();
  await decide("approve", created);
  const { data, meta } = (await club.staff("GET", `${url}/decided`)).body;
  expect(meta.total).toBe(1);
  expect(data).toMatchObject([{ id: seriesId, seriesId, eventIds: created, answer: "approve" }]);
});

test("nobody undoes what a colleague decided", async () => {
  const id = await ask(at("10:00"));
  await decide("approve", [id], {}, club.manager);
  expect((await undo([id])).body.data.decided).toEqual([]);
  expect(await statusOf(id)).toBe("approved");
});

test("a rejection needs a reason, and deciding needs the permission", async () => {
  const id = await ask(at("10:00"));
  const refused = await decide("reject", [id]);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["reason"]]);
  expect((await decide("approve", [])).status).toBe(422);
  expect((await club.member("GET", url)).status).toBe(403);
  expect((await decide("approve", [id], {}, club.member)).status).toBe(403);
  const theirs = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  expect((await theirs("GET", url)).status).toBe(404);
  expect(await statusOf(id)).toBe("pending");
});
