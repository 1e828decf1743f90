import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let url: string;
let fieldId: string;
let otherId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  testApp.clock.set(monday);
  const organizationId = await testApp.organization("Club");
  club = await createTestClub({ ...testApp, organizationId });
  url = club.path("/closures");
  fieldId = await club.addField({ name: "Court 1" });
  otherId = await club.addField({ name: "Court 2" });
});
afterAll(() => testApp.close());

const works = { name: "Works", from: "2026-06-10", to: "2026-06-12" };
const close = (draft: object, query = "") => club.manager("POST", `${url}${query}`, { ...works, ...draft });
const book = async (startTime: string, more: object = {}): Promise<string> => {
  const draft = { fieldId, startTime, duration: 60, name: startTime.slice(5, 16), type: "training", ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const namesOf = (answer: { body: { data: { affected: { name: string }[] } } }) =>
  answer.body.data.affected.map(({ name }) => name);
const openOn = async (date: string, id = fieldId) => {
  const { body } = await club.manager("GET", club.path(`/availability?date=${date}&fieldId=${id}`));
  return body.data.fields[0].open.map(({ start, end }: { start: string; end: string }) =>
    [start, end].map((instant) => instant.slice(5, 16)).join("–"),
  );
};

test("a facility is closed with all its fields, a field alone, and both say so", async () => {
  const facility = { id: club.facilityId, name: "Parc", timezone: "Europe/Paris" };
  const whole = await close({ facilityId: club.facilityId, hours: [{ start: "08:00", end: "09:00" }] });
  expect([whole.status, whole.body.message]).toEqual([201, "Closure created"]);
  expect(whole.body.data).toMatchObject({
    ...works,
    closed: true,
    hours: [],
    facility,
    field: null,
    organization: { id: club.organizationId, name: "Club" },
    affected: [],
    affectedTotal: 0,
  });
  expect([await openOn("2026-06-12"), await openOn("2026-06-12", otherId)]).toEqual([[], []]);
  expect(await openOn("2026-06-13")).toEqual(["06-12T22:00–06-13T22:00"]);
  const one = await close({ ...works, from: "2026-06-20", to: "2026-06-20", fieldId });
  expect(one.body.data).toMatchObject({ facility, field: { id: fieldId, name: "Court 1" } });
  expect([await openOn("2026-06-20"), await openOn("2026-06-20", otherId)]).toEqual([[], ["06-19T22:00–06-20T22:00"]]);
});

test("what is more particular wins: field, facility, pattern; then the shorter; then the newer", async () => {
  const hours = (start: string, end: string) => ({ closed: false, hours: [{ start, end }] });
  const exception = { name: "Holidays", from: "2026-06-10", to: "2026-06-10", ...hours("10:00", "11:00") };
  await club.manager("PATCH", club.path(`/opening-hour-patterns/${club.openingHourPatternId}`), {
    exceptions: [exception],
  });
  const steps = [
    { draft: { facilityId: club.facilityId, ...hours("12:00", "13:00") }, opens: "06-10T10:00–06-10T11:00" },
    { draft: { fieldId, to: "2026-06-30", ...hours("14:00", "15:00") }, opens: "06-10T12:00–06-10T13:00" },
    { draft: { fieldId, to: "2026-06-20", ...hours("15:00", "16:00") }, opens: "06-10T13:00–06-10T14:00" },
    { draft: { fieldId, to: "2026-06-21", ...hours("16:00", "17:00") }, opens: "06-10T13:00–06-10T14:00" },
    { draft: { fieldId, to: "2026-06-20", ...hours("17:00", "18:00") }, opens: "06-10T15:00–06-10T16:00" },
  ];
  expect(await openOn("2026-06-10")).toEqual(["06-10T08:00–06-10T09:00"]);
  for (const { draft, opens } of steps) {
    testApp.clock.advance(1000);
    expect((await close(draft)).status).toBe(201);
    expect(await openOn("2026-06-10")).toEqual([opens]);
  }
  expect(await openOn("2026-06-10", otherId)).toEqual(["06-10T10:00–06-10T11:00"]);
});

test("everything wrong is told at once, beside its member", async () => {
  const slots = [
    { start: "08:00", end: "10:00" },
    { start: "09:00", end: "11:00" },
  ];
  const overlap = await close({ facilityId: club.facilityId, closed: false, hours: slots });
  expect([overlap.status, overlap.body.errors]).toEqual([422, { "hours.1.start": ["Overlaps another timeslot"] }]);
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const nowhere = "00000000-0000-4000-8000-000000000000";
  for (const id of [theirs.fieldId, nowhere])
    expect((await close({ fieldId: id, closed: false, hours: slots })).body.errors).toEqual({
      fieldId: ["This field does not exist"],
      "hours.1.start": ["Overlaps another timeslot"],
    });
  for (const id of [theirs.facilityId, nowhere])
    expect((await close({ facilityId: id })).body.errors).toEqual({ facilityId: ["This facility does not exist"] });
  const choose = { facilityId: ["Choose a facility, or a field"] };
  expect((await close({})).body.errors).toEqual(choose);
  expect((await close({ facilityId: club.facilityId, fieldId })).body.errors).toEqual(choose);
  expect((await close({ fieldId, from: "2026-06-13", closed: false })).body.errors).toEqual({
    to: ["Ends before it begins"],
    hours: ["Add at least one timeslot, or close the day"],
  });
});

test("it touches what lies outside on its days, and what the last night would have held", async () => {
  const nights = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "18:00", end: "02:00" }));
  await book("2026-06-11T12:00:00+02:00");
  await book("2026-06-13T12:00:00+02:00");
  await club.manager("PATCH", club.path(`/opening-hour-patterns/${club.openingHourPatternId}`), { hours: nights });
  await book("2026-06-10T00:30:00+02:00");
  await book("2026-06-10T20:00:00+02:00");
  await book("2026-06-13T00:30:00+02:00");
  await book("2026-06-13T20:00:00+02:00");
  await book("2026-06-11T20:00:00+02:00", { fieldId: otherId });
  const touched = ["06-10T20:00", "06-11T12:00", "06-13T00:30"];
  expect(namesOf(await close({ fieldId }, "?dryRun=true"))).toEqual(touched);
  expect(namesOf(await close({ facilityId: club.facilityId }, "?dryRun=true"))).toEqual(
    [...touched, "06-11T20:00"].toSorted(),
  );
  const evening = { closed: false, hours: [{ start: "19:00", end: "21:00" }] };
  expect(namesOf(await close({ fieldId, ...evening }, "?dryRun=true"))).toEqual(["06-11T12:00", "06-13T00:30"]);
});

test("each event is kept, moved or canceled as it was decided, in one go, each with its own history", async () => {
  const [kept, moved, canceled] = [
    await book("2026-06-10T10:00:00+02:00"),
    await book("2026-06-10T12:00:00+02:00", { customer: { userId: club.memberPerson.id } }),
    await book("2026-06-10T14:00:00+02:00", { customer: { userId: club.memberPerson.id } }),
  ];
  const decisions = [
    { eventId: kept, action: "keep" },
    { eventId: moved, action: "move", fieldId: otherId },
    { eventId: canceled, action: "cancel" },
  ];
  const tried = await close({ fieldId, decisions }, "?dryRun=true");
  expect([tried.status, namesOf(tried)]).toEqual([200, ["06-10T10:00", "06-10T12:00", "06-10T14:00"]]);
  const statusOf = async (id: string) => {
    const { data } = (await club.manager("GET", club.path(`/events/${id}`))).body;
    return [data.status, data.fieldId, data.canceledReason];
  };
  expect(await statusOf(canceled)).toEqual(["approved", fieldId, null]);

  expect((await close({ fieldId, decisions, reason: "New surface" })).status).toBe(201);
  expect(await statusOf(kept)).toEqual(["approved", fieldId, null]);
  expect(await statusOf(moved)).toEqual(["approved", otherId, null]);
  expect(await statusOf(canceled)).toEqual(["canceled", fieldId, "New surface"]);
  const acts = await testApp.db
    .selectFrom("activity")
    .select("act")
    .where("organization_id", "=", club.organizationId)
    .where("act", "in", ["events.update", "events.cancel", "hours.createClosure"])
    .execute();
  expect(acts.map(({ act }) => act).toSorted()).toEqual(["events.cancel", "events.update", "hours.createClosure"]);
});

test("a decision about anything else is refused beside it, and one that cannot be carried out undoes all", async () => {
  const touched = await book("2026-06-10T10:00:00+02:00");
  const elsewhere = await book("2026-06-20T10:00:00+02:00");
  const unknown = ["This event is not concerned"];
  const strange = await close({
    fieldId,
    decisions: [
      { eventId: touched, action: "cancel" },
      { eventId: elsewhere, action: "cancel" },
      { eventId: touched, action: "keep" },
      { eventId: (await testApp.seedOneOfEach(await testApp.organization("Elsewhere"))).eventId, action: "cancel" },
    ],
  });
  expect([strange.status, strange.body.errors]).toEqual([
    422,
    { "decisions.1.eventId": unknown, "decisions.2.eventId": unknown, "decisions.3.eventId": unknown },
  ]);
  await book("2026-06-10T10:30:00+02:00", { fieldId: otherId });
  const impossible = await close({ fieldId, decisions: [{ eventId: touched, action: "move", fieldId: otherId }] });
  expect([impossible.status, Object.keys(impossible.body.errors)]).toEqual([409, ["decisions.0"]]);
  expect((await club.manager("GET", url)).body.data).toEqual([]);
  expect((await club.manager("GET", club.path(`/events/${touched}`))).body.data.status).toBe("approved");
});

test("tried out with decisions, nothing is left: no closure, activity, live change, mail or job", async () => {
  const id = await book("2026-06-10T14:00:00+02:00", { customer: { userId: club.memberPerson.id } });
  const mails = (await testApp.mails()).length;
  const counts = async () =>
    (
      await sql`select (select count(*) from closures) as closures, (select count(*) from activity) as activity,
        (select count(*) from changes) as changes, (select count(*) from emails) as emails,
        (select string_agg(status, '') from events) as statuses`.execute(testApp.db)
    ).rows[0];
  const before = await counts();
  expect((await close({ fieldId, decisions: [{ eventId: id, action: "cancel" }] }, "?dryRun=true")).status).toBe(200);
  expect(await counts()).toEqual(before);
  expect(await testApp.mails()).toHaveLength(mails);
});

test("deleting a closure opens the field and moves no event back; undoing the deletion closes it again", async () => {
  const { id } = (await close({ fieldId })).body.data;
  expect(await openOn("2026-06-10")).toEqual([]);
  const opened = await club.manager("DELETE", `${url}/${id}`);
  expect([opened.status, opened.body]).toEqual([200, { data: null, message: "Closure deleted" }]);
  expect(await openOn("2026-06-10")).toHaveLength(1);
  expect((await club.manager("DELETE", `${url}/${id}`)).status).toBe(404);
  const again = await club.manager("POST", `${url}/${id}/restore`);
  expect([again.status, again.body.message, again.body.data.id]).toEqual([200, "Closure restored", id]);
  expect(await openOn("2026-06-10")).toEqual([]);
  expect((await club.manager("POST", `${url}/${id}/restore`)).status).toBe(404);
  const theirs = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  for (const [method, path] of [
    ["DELETE", `/organizations/${testApp.otherOrganizationId}/closures/${id}`],
    ["POST", `/organizations/${testApp.otherOrganizationId}/closures/${id}/restore`],
  ] as const)
    expect((await theirs(method, path)).status).toBe(404);
});

test("those that end today or later come first to mind; today is the facility's", async () => {
  const island = (
    await club.manager("POST", club.path("/facilities"), { name: "Island", timezone: "Pacific/Honolulu" })
  ).body.data.id;
  await close({ name: "Later", from: "2026-06-02", to: "2026-06-02", facilityId: club.facilityId });
  await close({ name: "Now", from: "2026-05-20", to: "2026-06-01", fieldId });
  await close({ name: "Gone", from: "2026-05-01", to: "2026-05-31", facilityId: club.facilityId });
  // 10:00 in Paris is 22:00 of the day before on the island.
  await close({ name: "Still", from: "2026-05-31", to: "2026-05-31", facilityId: island });
  const list = async (query = "") =>
    (await club.manager("GET", `${url}?${query}`)).body.data.map(({ name }: { name: string }) => name);
  expect(await list()).toEqual(["Now", "Still", "Later"]);
  expect(await list("past=true")).toEqual(["Gone"]);
  expect(await list(`facilityId=${club.facilityId}`)).toEqual(["Now", "Later"]);
  expect(await list(`fieldId=${fieldId}`)).toEqual(["Now"]);
  expect(await list("q=lat")).toEqual(["Later"]);
  expect((await club.manager("GET", `${url}?past=maybe`)).status).toBe(422);
  expect((await club.member("GET", url)).status).toBe(403);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const everywhere = (await admin("GET", "/organizations/all/closures?per_page=100&q=Still")).body;
  expect(everywhere.data.map(({ organization }: { organization: object }) => organization)).toEqual([
    { id: club.organizationId, name: "Club" },
  ]);
});

test("of an archived facility or field, closures do not show", async () => {
  await close({ name: "Of the field", fieldId });
  await close({ name: "Of the facility", facilityId: club.facilityId });
  const list = async () => (await club.manager("GET", url)).body.data.map(({ name }: { name: string }) => name);
  await testApp.db.updateTable("fields").set({ archived_at: testApp.clock.now() }).where("id", "=", fieldId).execute();
  expect(await list()).toEqual(["Of the facility"]);
  expect((await close({ fieldId })).body.errors).toEqual({ fieldId: ["This field does not exist"] });
});

test("a closure of the whole club is one: it holds for all facilities, and a facility's own hours go before it", async () => {
  const island = (await club.manager("POST", club.path("/facilities"), { name: "Island" })).body.data.id;
  await club.manager("PATCH", club.path(`/facilities/${island}`), { timezone: "Pacific/Honolulu" });
  const beach = await club.addField({ name: "Beach", facilityId: island });
  const whole = await close({ allFacilities: true });
  expect([whole.status, whole.body.data]).toMatchObject([201, { allFacilities: true, facility: null, field: null }]);
  const openIn = async (id: string) => (await openOn("2026-06-11", id)).length;
  expect([await openIn(fieldId), await openIn(otherId), await openIn(beach)]).toEqual([0, 0, 0]);
  expect((await club.manager("GET", url)).body.data).toHaveLength(1);
  expect((await club.manager("GET", `${url}?facilityId=${island}`)).body.data).toHaveLength(1);
  await close({ facilityId: island, closed: false, hours: [{ start: "10:00", end: "12:00" }] });
  expect([await openIn(fieldId), await openIn(beach)]).toEqual([0, 1]);
  const choose = { facilityId: ["Choose a facility, or a field"] };
  expect((await close({ allFacilities: true, fieldId })).body.errors).toEqual(choose);
  testApp.clock.set("2026-06-12T23:00:00Z");
  // It is the 13th in Paris, and still the 12th on the island.
  expect((await club.manager("GET", url)).body.data).toHaveLength(2);
  testApp.clock.set("2026-06-13T12:00:00Z");
  expect((await club.manager("GET", url)).body.data).toEqual([]);
});

test("a closure is changed: what the change puts outside is decided about, and what was decided before is not asked again", async () => {
  const before = await book("2026-06-10T10:00:00+02:00");
  const after = await book("2026-06-13T10:00:00+02:00");
  const { id } = (await close({ facilityId: club.facilityId })).body.data;
  const change = (body: object, query = "", api = club.manager) => api("PATCH", `${url}/${id}${query}`, body);
  expect((await club.manager("GET", `${url}/${id}`)).body.data).toMatchObject({ id, ...works });
  expect(namesOf(await change({ name: "Works, part 2" }, "?dryRun=true"))).toEqual([]);
  expect(namesOf(await change({ to: "2026-06-13" }, "?dryRun=true"))).toEqual(["06-13T10:00"]);
  expect(await openOn("2026-06-13")).toHaveLength(1);

  const early = await change({ to: "2026-06-09" });
  expect([early.status, early.body.errors]).toEqual([422, { to: ["Ends before it begins"] }]);
  const noHours = await change({ closed: false });
  expect(noHours.body.errors).toEqual({ hours: ["Add at least one timeslot, or close the day"] });
  const decided = { decisions: [{ eventId: before, action: "cancel" }], to: "2026-06-13" };
  expect((await change(decided)).body.errors).toEqual({ "decisions.0.eventId": ["This event is not concerned"] });
  expect((await change({ to: "2026-06-13" }, "", club.staff)).status).toBe(403);

  const saved = await change({ to: "2026-06-13", decisions: [{ eventId: after, action: "cancel" }], reason: "Longer" });
  expect([saved.status, saved.body.message, saved.body.data.to]).toEqual([200, "Closure saved", "2026-06-13"]);
  const canceled = (await club.manager("GET", club.path(`/events/${after}`))).body.data;
  expect([canceled.status, canceled.canceledReason]).toEqual(["canceled", "Longer"]);
  expect((await change({ from: "2026-06-11", closed: false, hours: [{ start: "09:00", end: "10:00" }] })).status).toBe(
    200,
  );
  expect(await openOn("2026-06-11")).toEqual(["06-11T07:00–06-11T08:00"]);
  expect(await openOn("2026-06-10")).toHaveLength(1);
  const entries = (await club.manager("GET", club.path("/activity?perPage=20"))).body.data;
  expect(JSON.stringify(entries)).toContain("hours.updateClosure");

  await club.manager("DELETE", `${url}/${id}`);
  expect((await change({ name: "Gone" })).status).toBe(404);
});
