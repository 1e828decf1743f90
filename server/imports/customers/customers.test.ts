/** Customers from a file: mapping, dry run, nobody twice, a killed worker, and the undo of a run. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetCustomers } from "#server/customers/forget.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import { createCustomerImports, createImportClub } from "#tests/support/import-steps.ts";
import { killImportWorker } from "#tests/support/killed-import-worker.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  club = await createImportClub(testApp);
});

const { path, send, upload, read, check, run, runFile, undo } = createCustomerImports(() => ({ testApp, club }));
const create = async (body: object): Promise<string> =>
  (await club.manager("POST", club.path("/customers"), body)).body.data.id;
const readCustomer = async (id: string) => (await club.manager("GET", club.path(`/customers/${id}`))).body.data;
const find = async (q: string) => (await club.manager("GET", club.path(`/customers?q=${q}`))).body.data;
const total = async () => (await club.manager("GET", club.path("/customers"))).body.meta.total;
const minute = () => testApp.clock.advance(60_000);

const csv = `Name;Company;E-mail;Mobile;Date of birth;Town
Zoé Morel;;zoe@example.org;06 12 34 56 78;31/12/2001;Lyon
;Garage Müller;desk@muller.example;;;
Max Wrong;;nobody;;;
`;

test("columns are guessed, the dry run changes nothing, and the job does what it said", async () => {
  const before = await total();
  const draft = await upload(csv);
  expect(draft.mapping).toEqual(["fullName", "legalName", "email", "phone", "birthDate", "city"]);
  const report = await check(draft);
  expect(report).toMatchObject({
    customers: { created: 2, updated: 0, unchanged: 0 },
    failed: 1,
    errors: [{ line: 4, column: "E-mail", value: "nobody", message: expect.any(String) }],
  });
  expect(await total()).toBe(before);
  const done = await runFile(csv);
  expect(done).toMatchObject({ state: "done", progress: 3, report });
  expect(await total()).toBe(before + 2);
  expect((await find("zoe"))[0]).toMatchObject({ name: "Zoé Morel", birthDate: "2001-12-31", city: "Lyon" });
  expect((await runFile(csv)).report).toMatchObject({ customers: { created: 0, updated: 0, unchanged: 2 }, failed: 1 });
});

test("the order of days and months is guessed from the birthdays, and the person can change it", async () => {
  const american = await upload("name,date of birth\nIda Low,03/04/1999\nMax Low,12/31/1999\n");
  expect(american.dateOrder).toBe("month_first");
  await run(american);
  expect((await find("ida"))[0].birthDate).toBe("1999-03-04");
  const report = await check(await upload("name,date of birth\nMax Low,12/31/1999\n"), { dateOrder: "day_first" });
  expect(report).toMatchObject({ failed: 1, errors: [{ line: 2, column: "date of birth", value: "12/31/1999" }] });
  // A year that would lie ahead is of the last century.
  await runFile("name,date of birth\nEva Old,01/02/85\nTom Young,01/02/05\n");
  expect((await find("eva"))[0].birthDate).toBe("1985-02-01");
  expect((await find("tom"))[0].birthDate).toBe("2005-02-01");
});

test("wrong numbers of companies are said with their line and column, and those from abroad are taken", async () => {
  const report = await check(
    await upload(
      "company;siren;tva\nJuste SA;732 829 320;FR44732829320\nFausse SA;732829321;FR45732829320\nBelge SA;0123.456.749;BE0123456749\n",
    ),
  );
  expect(report).toMatchObject({
    customers: { created: 2 },
    failed: 1,
    errors: expect.arrayContaining([
      { line: 3, column: "siren", value: "732829321", message: expect.stringContaining("SIREN") },
      { line: 3, column: "tva", value: "FR45732829320", message: expect.any(String) },
    ]),
  });
});

test("a mapping needs a name, and each column a place", async () => {
  const { id } = await upload(csv);
  for (const mapping of [
    ["email", null, null, null, null, null],
    ["fullName"],
    ["fullName", "fullName", null, null, null, null],
  ])
    expect(await club.manager("POST", path(id, "/check"), { mapping })).toMatchObject({
      status: 422,
      body: { errors: { mapping: [expect.any(String)] } },
    });
});

test("an undo removes whom the import made, and gives those whom it changed their former values", async () => {
  const known = await create({ firstName: "Known", lastName: "One", externalId: "C-1", city: "Bron" });
  const file = `id;first name;last name;town;postal code
C-1;Known;One;Lyon;69003
C-1;Known;One;Paris;
;New;Person;Lyon;
;New;Person;;69001
`;
  const { id, report, undoableUntil } = await runFile(file);
  expect(report).toMatchObject({ customers: { created: 1, updated: 3 } });
  expect(undoableUntil).toBe("2026-06-08T08:00:00.000Z");
  expect(await readCustomer(known)).toMatchObject({ city: "Paris", postalCode: "69003" });
  minute();
  const undone = await undo(id);
  expect(undone).toMatchObject({ state: "undone", undo: { removed: 1, restored: 1, kept: 0, records: [] } });
  expect(await readCustomer(known)).toMatchObject({ city: "Bron", postalCode: null });
  expect(await find("person")).toEqual([]);
  expect((await club.manager("POST", path(id, "/undo"), {})).status).toBe(409);
});

test("who was changed, booked or joined since stays as they are, with the reason", async () => {
  const known = await create({ firstName: "Known", lastName: "One", externalId: "C-1", city: "Bron" });
  const { id } = await runFile("id,name,town\nC-1,Known One,Lyon\nC-2,Changed Since,Lyon\nC-3,Booked Since,Lyon\n");
  const [changed] = await find("Changed");
  const [booked] = await find("Booked");
  const fieldId = await club.addField();
  minute();
  await club.manager("PATCH", club.path(`/customers/${known}`), { postalCode: "69500" });
  await club.manager("PATCH", club.path(`/customers/${changed.id}`), { city: "Bron" });
  await club.manager("POST", club.path("/events"), {
    ...{ fieldId, startTime: "2026-06-15T16:00:00Z", duration: 60, name: "Match", type: "game" },
    customer: { customerId: booked.id },
  });
  const { undo: outcome } = await undo(id);
  expect(outcome).toMatchObject({ removed: 0, restored: 0, kept: 3 });
  expect(outcome?.records.map(({ name, reason }) => [name, reason]).toSorted()).toEqual([
    ["Booked Since", "Something else belongs to it, such as a payment or an invoice"],
    ["Changed Since", "Changed since, or linked to an account"],
    ["Known One", "Changed since, or linked to an account"],
  ]);
  expect(await readCustomer(known)).toMatchObject({ city: "Lyon", postalCode: "69500" });
});

test("a customer who was forgotten stays forgotten", async () => {
  const known = await create({ firstName: "Known", lastName: "One", externalId: "C-1", city: "Bron" });
  const { id } = await runFile("id,name,town\nC-1,Known One,Lyon\n");
  const { db, appContext, clock } = testApp;
  const { organizationId } = club;
  const memory = await openMemory({ db, organizationId, appContext });
  const name = { firstName: "Former", lastName: "customer" };
  await forgetCustomers({ db, appContext, organizationId, memory, now: clock.now() }, [known], name);
  expect((await undo(id)).undo).toMatchObject({ removed: 0, restored: 0, kept: 0 });
  const row = testApp.db.selectFrom("customers").select(["name", "city"]).where("id", "=", known);
  expect(await row.executeTakeFirst()).toEqual({ name: "Former customer", city: null });
});

test("former values of customers are kept for the seven days in which an undo is possible", async () => {
  await create({ firstName: "Known", lastName: "One", externalId: "C-1", city: "Bron" });
  const { id } = await runFile("id,name,town\nC-1,Known One,Lyon\n");
  const replaced = async () =>
    (
      await testApp.db
        .selectFrom("import_records")
        .select("replaced")
        .where("import_id", "=", id)
        .executeTakeFirstOrThrow()
    ).replaced;
  expect(await replaced()).toEqual({ city: "Bron" });
  testApp.clock.advance(7 * 86_400_000 + 1000);
  await testApp.jobs.runScheduled("imports.run");
  expect([await replaced(), (await read(id)).undoableUntil]).toEqual([{}, null]);
});

test("a worker that is killed midway leaves whole rows behind, and another goes on right there", async () => {
  const rows = Array.from({ length: 450 }, (_, index) => `C-${index},Guest No${index},Lyon\n`);
  const before = await total();
  const draft = await upload(`id,name,town\n${rows.join("")}`);
  await club.manager("POST", path(draft.id, "/start"), { mapping: draft.mapping });
  await killImportWorker(testApp, {
    ...{ organizationId: club.organizationId, importId: draft.id, rows: 200 },
    imports: `import { createRevisionCache } from "#server/kit/db/revision-cache.ts";
    import { customerImports } from "#server/imports/customers/kind.ts";
    import { runImport } from "#server/imports/run-import.ts";`,
    run: "runImport({ db, clock, revisionCache: createRevisionCache() }, customerImports, key, onRows)",
  });
  expect(await total()).toBe(before + 200);
  testApp.clock.advance(61_000);
  await testApp.jobs.runScheduled("imports.run");
  expect(await read(draft.id)).toMatchObject({ state: "done", report: { customers: { created: 450 }, failed: 0 } });
  expect((await undo(draft.id)).undo).toEqual({ removed: 450, restored: 0, kept: 0, records: [] });
  expect(await total()).toBe(before);
});

test("two undos at once are one, and it is too late after seven days", async () => {
  const { id } = await runFile(csv);
  const answers = await Promise.all([1, 2].map(() => club.manager("POST", path(id, "/undo"), {})));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await testApp.jobs.runAll();
  const { id: other } = await runFile(csv);
  testApp.clock.advance(7 * 86_400_000);
  expect((await club.manager("POST", path(other, "/undo"), {})).status).toBe(409);
});

test("who manages customers imports them; files of other kinds and clubs are not there", async () => {
  const { id, mapping } = await upload(csv);
  expect((await club.manager("GET", club.path(`/import/bookings/${id}`))).status).toBe(404);
  expect((await club.manager("GET", club.path("/import/facilities"))).body.data).toEqual([]);
  expect((await club.manager("GET", path())).body.data).toMatchObject([{ id, undo: null }]);
  expect((await club.staff("GET", path(id))).status).toBe(200);
  expect((await club.member("GET", path())).status).toBe(403);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const foreign = `/organizations/${testApp.otherOrganizationId}/import/customers/${id}`;
  for (const act of ["check", "start"])
    expect((await stranger("POST", `${foreign}/${act}`, { mapping })).status).toBe(404);
  expect((await stranger("POST", `${foreign}/undo`, {})).status).toBe(404);
});

test("a file that is none is refused on its field", async () => {
  expect((await send("")).body.errors).toEqual({ file: [expect.any(String)] });
  expect((await send("name\n")).body.errors).toEqual({ file: [expect.any(String)] });
});
