/** Bookings from a file: mapping, dry run, history, nothing twice, a killed worker, and the undo of a run. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runImport } from "#server/imports/run-import.ts";
import { createBookingImports, createImportClub } from "#tests/support/import-steps.ts";
import { killImportWorker } from "#tests/support/killed-import-worker.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { bookingImports } from "./kind.ts";

let testApp: TestApp;
let club: TestClub;
let courtId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  club = await createImportClub(testApp);
  courtId = await club.addField({ name: "Court 1" });
});

const { path, upload, read, check, listEvents, runFile, undo } = createBookingImports(() => ({ testApp, club }));
const countEvents = async () => (await club.manager("GET", club.path("/events"))).body.meta.total;

const csv = `Court;Date;Heure de début;Heure de fin;Nom complet;E-mail;Intitulé;Remarques;Référence
Court 1;15/06/2026;18h30;20h;Zoé Morel;zoe@example.org;Entraînement;Porte nord;R-1
Court 1;16/06/2026;9:00;10:00;Zoé Morel;zoe@example.org;;;R-2
court 1;02/03/2020;20:00;21:30;Max Petit;;;;R-3
`;

test("the columns are guessed, the dry run changes nothing, and the import brings bookings and their customers", async () => {
  const draft = await upload(csv);
  expect(draft.mapping).toEqual([
    ...["field", "date", "startTime", "endTime", "customerName", "email", "title", "notes", "externalId"],
  ]);
  const report = await check(draft);
  expect(report).toMatchObject({
    ...{ bookings: { created: 3 }, past: 1, customers: { created: 2 }, failed: 0, warned: 0, errors: [] },
    fieldValues: [{ value: "Court 1", rows: 2, fieldId: courtId }, { value: "court 1" }],
  });
  expect(report.examples[0]).toEqual({
    ...{ line: 2, field: "Parc · Court 1", title: "Entraînement", customer: "Zoé Morel", timezone: "Europe/Paris" },
    ...{ startTime: "2026-06-15T16:30:00.000Z", endTime: "2026-06-15T18:00:00.000Z" },
  });
  expect(await countEvents()).toBe(0);
  const { state, progress, report: done } = await runFile(csv);
  expect([state, progress]).toEqual(["done", 3]);
  expect(done).toEqual(report);
  const events = await listEvents();
  expect(events).toMatchObject([
    { name: "Max Petit", status: "completed", startTime: "2020-03-02T19:00:00.000Z", duration: 90 },
    {
      name: "Entraînement",
      status: "approved",
      internalNotes: "Porte nord",
      customer: { name: "Zoé Morel" },
      price: 0,
    },
    { name: "Zoé Morel", status: "approved", duration: 60 },
  ]);
  expect(await testApp.mails()).toEqual([]);
});

test("the same file again makes nothing double, with numbers and without", async () => {
  await runFile(csv);
  expect((await runFile(csv)).report).toMatchObject({ bookings: { created: 0, unchanged: 3 }, failed: 0 });
  const withoutNumbers = csv.replaceAll(/;(?:Référence|R-\d)/gu, "");
  expect((await runFile(withoutNumbers)).report).toMatchObject({ bookings: { created: 0, unchanged: 3 }, failed: 0 });
  expect(await countEvents()).toBe(3);
  // One that was moved here stays where it is, by its number.
  const [, event] = await listEvents();
  await club.manager("PATCH", club.path(`/events/${event.id}`), {
    ...{ startTime: "2026-06-20T08:00:00Z", override: true, notify: false },
  });
  expect((await runFile(csv)).report).toMatchObject({ bookings: { created: 0, unchanged: 3 } });
});

test("rows that cannot be are left out with line, column, value and reason in the reader's language", async () => {
  await club.manager("POST", club.path("/events"), {
    ...{ fieldId: courtId, startTime: "2026-06-15T16:00:00Z", duration: 60, name: "Match", type: "game" },
  });
  const wrong = `field;start;end;customer;email;status
Court 1;2026-06-15 18:30;20:00;Zoé;;
Court 1;2026-06-16 18:00;20:00;Zoé;;
Court 1;2026-06-16 19:00;20:00;Max;;
Court 9;2026-06-17 19:00;20:00;Max;;
Court 1;31/02/2026 19:00;20:00;Max;;
Court 1;2026-06-18 19:00;2026-06-20 20:00;Max;;
Court 1;2026-06-18 19:00;;Max;;
Court 1;2026-06-18 19:00;20:00;Max;nobody;
Court 1;2026-06-19 19:00;20:00;Max;;canceled
Court 1;2020-06-19 19:00;20:00;Max;;pending
Court 1;2026-06-20 23:00;00:30;Max;;en attente
Court 1;2026-06-21 19:00;20:00;Max;;lundi
`;
  const report = await check(await upload(wrong));
  expect(report).toMatchObject({ bookings: { created: 3 }, skipped: 2, failed: 7, warned: 1 });
  expect(report.errors.map(({ line, column, value, message }) => [line, column, value, message])).toEqual([
    [2, "start", "2026-06-15 18:30", "No slot available for this date and this facility."],
    [4, "start", "2026-06-16 19:00", "Line 3 takes this time"],
    [5, "field", "Court 9", "No field here is called “Court 9”"],
    [6, "start", "31/02/2026 19:00", "This is not a time, nor a date with a time"],
    [7, "end", "2026-06-20 20:00", "A booking takes 24 hours at most"],
    [8, "end", null, "Choose the column with the end or with the duration"],
    [9, "email", "nobody", expect.any(String)],
  ]);
  expect(report.warnings).toMatchObject([{ line: 13, column: "status", value: "lundi" }]);
  const draft = await upload(wrong);
  const { body } = await club.manager(
    "POST",
    path(draft.id, "/check"),
    { mapping: draft.mapping },
    {
      "accept-language": "fr",
    },
  );
  expect(body.data.errors[1].message).toBe("La ligne 3 occupe ce créneau");
  expect((await runFile(wrong)).report).toMatchObject({ bookings: { created: 3 }, skipped: 2, failed: 7 });
  const names = (await listEvents()).map(
    (event: { status: string; pendingReason: string | null }) => event.pendingReason,
  );
  expect(names).toContain("approval");
});

test("closed hours are a warning for who may book outside of them; the past has none", async () => {
  const hours = (
    await club.manager("POST", club.path("/opening-hour-patterns"), {
      name: "Mornings",
      hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: "08:00", end: "12:00" })),
    })
  ).body.data.id;
  await club.addField({ name: "Court 2", openingHourPatternId: hours });
  const file =
    "field,start,duration\nCourt 2,2026-06-15 18:00,60\nCourt 2,2020-06-15 18:00,60\nCourt 2,2026-06-15 09:00,1h\n";
  expect(await check(await upload(file))).toMatchObject({
    ...{ bookings: { created: 3 }, warned: 1, failed: 0 },
    warnings: [{ line: 2, column: "start", message: "Outside the opening hours" }],
  });
});

test("fields are found by name, beside that of their facility, or as the person says; the next file remembers it", async () => {
  const other = await createTestClub(testApp, { name: "Gymnase" }, club.organizationId);
  const twin = await other.addField({ name: "Court 1" });
  const file = `venue,court,start,duration
Gymnase,Court 1,2026-06-15 18:00,60
Parc,Court 1,2026-06-15 18:00,60
,Court 1,2026-06-16 18:00,60
,Old hall,2026-06-17 18:00,60
`;
  const draft = await upload(file);
  const report = await check(draft);
  expect(report).toMatchObject({ bookings: { created: 2 }, failed: 2 });
  expect(Object.fromEntries(report.fieldValues.map(({ value, fieldId }) => [value, fieldId]))).toEqual({
    "Gymnase · Court 1": twin,
    "Parc · Court 1": courtId,
    "Court 1": null,
    "Old hall": null,
  });
  const fields = [{ value: "Old hall", fieldId: twin }];
  expect(await check(draft, { fields })).toMatchObject({ bookings: { created: 3 }, failed: 1 });
  expect((await read(draft.id)).fields).toEqual(fields);
  await runFile(file, { fields });
  expect((await upload(file)).fields).toEqual(fields);
  const foreign = await (await createTestClub(testApp, {}, testApp.otherOrganizationId)).addField();
  const refused = await club.manager("POST", path(draft.id, "/check"), {
    mapping: draft.mapping,
    fields: [{ value: "Old hall", fieldId: foreign }],
  });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["fields.0.fieldId"]]);
});

test("the order of days and months is guessed from all rows, and the person can change it", async () => {
  const file = (second: string) => `field,start,duration\nCourt 1,03/04/2027 18:00,60\nCourt 1,${second} 18:00,60\n`;
  const american = await upload(file("12/31/2026"));
  expect(american.dateOrder).toBe("month_first");
  expect((await check(american)).examples[0]?.startTime).toBe("2027-03-04T17:00:00.000Z");
  expect((await upload(file("31/12/2026"))).dateOrder).toBe("day_first");
  const report = await check(american, { dateOrder: "day_first" });
  expect(report).toMatchObject({ failed: 1, examples: [{ startTime: "2027-04-03T16:00:00.000Z" }] });
  expect((await read(american.id)).dateOrder).toBe("day_first");
});

test("an undo removes what the import made, and says what it left and why", async () => {
  const known = (await club.manager("POST", club.path("/customers"), { firstName: "Known", lastName: "One" })).body
    .data;
  const file = `field;start;duration;customer
Court 1;2026-06-15 08:00;60;Zoé Morel
Court 1;2026-06-15 09:00;60;Max Petit
Court 1;2026-06-15 10:00;60;Ida Haute
Court 1;2026-06-15 11:00;60;Known One
`;
  const { id, undoableUntil } = await runFile(file);
  expect(undoableUntil).toBe("2026-06-08T08:00:00.000Z");
  const [first, second] = await listEvents();
  testApp.clock.advance(60_000);
  await club.manager("PATCH", club.path(`/events/${first.id}`), { name: "Changed" });
  await club.manager("POST", club.path(`/events/${second.id}/cancel`), { reason: "Rain", notify: false });
  const undone = await undo(id);
  expect(undone).toMatchObject({ state: "undone", undoableUntil: null, undo: { removed: 3, kept: 4 } });
  expect(undone.undo?.records.map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
    ["booking", "Changed", "It was changed since, or has taken place"],
    ["booking", "Max Petit", "It was changed since, or has taken place"],
    ["customer", expect.any(String), "Something else belongs to it, such as a payment or an invoice"],
    ["customer", expect.any(String), "Something else belongs to it, such as a payment or an invoice"],
  ]);
  expect(await countEvents()).toBe(2);
  expect((await club.manager("GET", club.path(`/customers/${known.id}`))).status).toBe(200);
  expect((await club.manager("GET", club.path("/customers?q=Haute"))).body.meta.total).toBe(0);
  expect((await club.manager("POST", path(id, "/undo"), {})).status).toBe(409);
  // The freed times can be imported again.
  expect((await runFile(file)).report).toMatchObject({ bookings: { created: 2, unchanged: 2 } });
  expect(await testApp.mails()).toEqual([]);
});

test("an undo is too late after seven days, and one at a time", async () => {
  const { id } = await runFile("field,start,duration\nCourt 1,2026-06-15 08:00,60\n");
  const answers = await Promise.all([1, 2].map(() => club.manager("POST", path(id, "/undo"), {})));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await testApp.jobs.runAll();
  const { id: other } = await runFile("field,start,duration\nCourt 1,2026-06-16 08:00,60\n");
  testApp.clock.advance(7 * 86_400_000);
  expect((await read(other)).undoableUntil).toBeNull();
  expect((await club.manager("POST", path(other, "/undo"), {})).status).toBe(409);
  expect(await countEvents()).toBe(1);
});

test("a worker that is killed midway leaves whole rows behind, and another goes on right there", async () => {
  const rows = Array.from({ length: 450 }, (_, index) => {
    const start = new Date(Date.UTC(2026, 6, 1, index)).toISOString();
    return `Court 1,${start},60,Guest No${index % 50},B-${index}\n`;
  });
  const draft = await upload(`field,start,duration,customer,booking id\n${rows.join("")}`);
  await club.manager("POST", path(draft.id, "/start"), { mapping: draft.mapping });
  await killImportWorker(testApp, {
    ...{ organizationId: club.organizationId, importId: draft.id, rows: 200 },
    imports: `import { createRevisionCache } from "#server/kit/db/revision-cache.ts";
    import { bookingImports } from "#server/imports/bookings/kind.ts";
    import { runImport } from "#server/imports/run-import.ts";`,
    run: "runImport({ db, clock, revisionCache: createRevisionCache() }, bookingImports, key, onRows)",
  });
  expect(await read(draft.id)).toMatchObject({
    ...{ state: "running", progress: 200 },
    report: { bookings: { created: 200 }, failed: 0, errors: [] },
  });
  expect(await countEvents()).toBe(200);
  testApp.clock.advance(61_000);
  await testApp.jobs.runScheduled("imports.run");
  expect(await read(draft.id)).toMatchObject({
    ...{ state: "done", progress: 450 },
    report: { bookings: { created: 450 }, customers: { created: 50 }, failed: 0 },
  });
  expect(await countEvents()).toBe(450);
  expect((await undo(draft.id)).undo).toEqual({ removed: 500, kept: 0, records: [] });
  expect(await countEvents()).toBe(0);
});

test("what somebody books after the dry run stays, and several workers at once import each row once", async () => {
  const draft = await upload(
    `field,start,duration,customer\n${Array.from({ length: 60 }, (_, day) => `Court 1,2026-07-${String((day % 30) + 1).padStart(2, "0")} ${day < 30 ? "10" : "14"}:00,60,Zoé Morel\n`).join("")}`,
  );
  expect(await check(draft)).toMatchObject({ bookings: { created: 60 }, customers: { created: 1 } });
  await club.manager("POST", club.path("/events"), {
    ...{ fieldId: courtId, startTime: "2026-07-01T08:30:00Z", duration: 60, name: "Match", type: "game" },
  });
  await club.manager("POST", path(draft.id, "/start"), { mapping: draft.mapping });
  const key = { organizationId: club.organizationId, importId: draft.id };
  await Promise.all([1, 2, 3].map(() => runImport(testApp.appContext, bookingImports, key)));
  const { report, state } = await read(draft.id);
  expect([state, report]).toMatchObject([
    "done",
    { bookings: { created: 59 }, customers: { created: 1 }, failed: 1, errors: [{ line: 2, column: "start" }] },
  ]);
  expect(await countEvents()).toBe(60);
});

test("imports of bookings and of facilities do not mix, and nobody else's is there", async () => {
  const { id, mapping } = await upload(csv);
  expect((await club.manager("GET", club.path(`/import/facilities/${id}`))).status).toBe(404);
  expect((await club.manager("GET", club.path("/import/facilities"))).body.data).toEqual([]);
  expect((await club.manager("GET", path())).body.data).toMatchObject([{ id, undo: null }]);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  for (const organization of [club.organizationId, testApp.otherOrganizationId]) {
    const foreign = `/organizations/${organization}/import/bookings/${id}`;
    expect((await stranger("GET", foreign)).status).toBe(404);
    for (const act of ["check", "start"])
      expect((await stranger("POST", `${foreign}/${act}`, { mapping })).status).toBe(404);
    expect((await stranger("POST", `${foreign}/undo`, {})).status).toBe(404);
    expect((await stranger("DELETE", foreign)).status).toBe(404);
  }
  expect((await club.member("GET", path())).status).toBe(403);
});
