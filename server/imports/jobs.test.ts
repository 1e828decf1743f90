/** Import job: stopped, killed, rejected or started twice, each row is imported once. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uploadCsv } from "#tests/support/csv-upload.ts";
import { killImportWorker } from "#tests/support/killed-import-worker.ts";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { processImport } from "./jobs.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

let organizationId: string;
let starter: Person;
let api: ApiCall;
beforeEach(async () => {
  organizationId = await testApp.organization("Own");
  starter = await testApp.member(organizationId, 2);
  api = testApp.as(starter);
});

const at = (id = "") => `/organizations/${organizationId}/import/facilities${id && `/${id}`}`;
const rowsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `F${index % 50},Hall ${index % 50},C${index},Court ${index},Tennis\n`,
  ).join("");
const fileOf = (count: number) => `facility id,facility,field id,field,sport\n${rowsOf(count)}`;
async function createWaitingImport(csv = fileOf(1000)) {
  const { id, mapping } = (await uploadCsv(api, organizationId, csv)).body.data;
  return { id: id as string, start: () => api("POST", `${at(id)}/start`, { mapping }) };
}
const read = async (id: string) => (await api("GET", at(id))).body.data;
async function count(table: "facilities" | "fields" | "units") {
  const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(table)}
    where organization_id = ${organizationId}`.execute(testApp.db);
  return rows[0]?.count;
}
const counts = async () => [await count("facilities"), await count("fields"), await count("units")];
const whole = {
  facilities: { created: 50, updated: 0, unchanged: 0 },
  fields: { created: 1000, updated: 0, unchanged: 0 },
  failed: 0,
  errors: [],
  warned: 0,
  warnings: [],
  sportValues: [],
};

test("a worker that is killed midway leaves whole rows behind, and another goes on right there", async () => {
  const { id, start } = await createWaitingImport();
  await start();
  await killImportWorker(testApp, {
    ...{ organizationId, importId: id, rows: 400 },
    imports: `import { processImport } from "#server/imports/jobs.ts";`,
    run: "processImport({ db, clock }, key, onRows)",
  });
  expect(await read(id)).toMatchObject({ state: "running", progress: 400 });
  expect(await counts()).toEqual([50, 400, 400]);

  // Too early: the worker could still be running.
  await testApp.jobs.runScheduled("imports.run");
  expect((await read(id)).progress).toBe(400);
  testApp.clock.advance(61_000);
  await testApp.jobs.runScheduled("imports.run");
  expect(await read(id)).toMatchObject({ state: "done", progress: 1000, report: whole });
  expect(await counts()).toEqual([50, 1000, 1000]);
});

test("several workers at once do each row once", async () => {
  const { id, start } = await createWaitingImport();
  await start();
  await Promise.all(
    Array.from({ length: 4 }, () => processImport(testApp.appContext, { organizationId, importId: id })),
  );
  expect(await read(id)).toMatchObject({ state: "done", progress: 1000, report: whole });
  expect(await counts()).toEqual([50, 1000, 1000]);
});

test("of two people who start one import at once, one does; of two imports, one runs", async () => {
  const [first, second] = [await createWaitingImport(), await createWaitingImport()];
  const statuses = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).toSorted();
  expect(await statuses([first.start(), first.start()])).toEqual([200, 409]);
  const refused = await second.start();
  expect([refused.status, refused.body.message]).toEqual([409, "Another import is running. Wait until it is done."]);
  await testApp.jobs.runAll();
  expect((await first.start()).status).toBe(409);
  expect((await second.start()).status).toBe(200);
  await testApp.jobs.runAll();
  expect((await read(second.id)).report).toMatchObject({ facilities: { unchanged: 50 }, fields: { unchanged: 1000 } });
  const [third, fourth] = [await createWaitingImport(), await createWaitingImport()];
  expect(await statuses([third.start(), fourth.start()])).toEqual([200, 409]);
  await testApp.jobs.runAll();
});

test("one that is canceled stops before its next rows; what is done stays", async () => {
  const { id, start } = await createWaitingImport();
  await start();
  let canceled: Promise<{ body: { message: string } }> | undefined;
  await processImport(testApp.appContext, { organizationId, importId: id }, () => (canceled ??= api("DELETE", at(id))));
  expect((await canceled)?.body.message).toBe("Import canceled");
  const { state, progress, endedAt } = await read(id);
  expect([state, endedAt]).toEqual(["canceled", testApp.clock.now().toISOString()]);
  expect(progress).toBeLessThan(1000);
  expect(await count("fields")).toBe(progress);
  expect((await api("DELETE", at(id))).status).toBe(409);
  expect((await (await createWaitingImport()).start()).status).toBe(200);
  await testApp.jobs.runAll();
  expect(await count("fields")).toBe(1000);
});

test("a draft that is dropped is gone; one that is done cannot be tried out or started again", async () => {
  const { id, start } = await createWaitingImport();
  expect((await api("DELETE", at(id))).status).toBe(200);
  expect((await api("GET", at(id))).status).toBe(404);
  expect((await start()).status).toBe(404);
  const done = await createWaitingImport();
  await done.start();
  await testApp.jobs.runAll();
  const { mapping } = await read(done.id);
  expect((await api("POST", `${at(done.id)}/check`, { mapping })).status).toBe(409);
});

test("nobody else's import is there, by whatever way one asks", async () => {
  const { id, start } = await createWaitingImport();
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const { mapping } = await read(id);
  for (const organization of [organizationId, testApp.otherOrganizationId]) {
    const path = `/organizations/${organization}/import/facilities/${id}`;
    expect((await stranger("GET", path)).status).toBe(404);
    expect((await stranger("POST", `${path}/check`, { mapping })).status).toBe(404);
    expect((await stranger("POST", `${path}/start`, { mapping })).status).toBe(404);
    expect((await stranger("DELETE", path)).status).toBe(404);
  }
  const member = testApp.as(await testApp.member(organizationId, 4));
  expect((await uploadCsv(member, organizationId, fileOf(1))).status).toBe(403);
  expect((await start()).status).toBe(200);
  await testApp.jobs.runAll();
});

test("whoever may import no longer when it begins does not", async () => {
  const { id, start } = await createWaitingImport();
  await start();
  await testApp.db
    .updateTable("memberships")
    .set({ active: false })
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", starter.id)
    .execute();
  await testApp.jobs.runAll();
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const { state, failure } = (await admin("GET", at(id))).body.data;
  expect([state, failure]).toEqual(["failed", "Whoever started it may no longer import here."]);
  expect(await count("fields")).toBe(0);
});

test("a row that the database refuses is left out, and those around it are not", async () => {
  const { id, start } = await createWaitingImport();
  const isOurs = sql.raw(`organization_id <> '${organizationId}'`);
  await sql`alter table fields add constraint tests_refusal check (${isOurs} or name <> 'Court 333')`.execute(
    testApp.db,
  );
  await start();
  await testApp.jobs.runAll();
  await sql`alter table fields drop constraint tests_refusal`.execute(testApp.db);
  const { state, report } = await read(id);
  expect([state, report.failed]).toEqual(["done", 1]);
  expect(report.errors).toEqual([{ line: 335, column: null, value: null, message: "This row could not be saved" }]);
  expect(await counts()).toEqual([50, 999, 999]);
});

test("an import that is interrupted again and again fails for good", async () => {
  const { id, start } = await createWaitingImport();
  await start();
  await sql`alter table fields rename to fields_away`.execute(testApp.db);
  for (let tries = 0; tries < 6; tries++)
    await processImport(testApp.appContext, { organizationId, importId: id }).catch(() => {});
  await sql`alter table fields_away rename to fields`.execute(testApp.db);
  const { state, failure } = await read(id);
  expect([state, failure]).toEqual(["failed", expect.stringMatching(/^It was interrupted/)]);
});

test("files are given up a week after the end, and drafts a week after their making", async () => {
  const [done, draft] = [await createWaitingImport(), await createWaitingImport()];
  await done.start();
  await testApp.jobs.runAll();
  const kept = async () =>
    testApp.db
      .selectFrom("imports")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("content", "is not", null)
      .execute();
  testApp.clock.advance(6 * 86_400_000);
  await testApp.jobs.runScheduled("imports.run");
  expect(await kept()).toHaveLength(2);
  testApp.clock.advance(2 * 86_400_000);
  await testApp.jobs.runScheduled("imports.run");
  expect(await kept()).toEqual([]);
  expect((await read(done.id)).report).toEqual(whole);
  expect((await api("GET", at(draft.id))).status).toBe(404);
});
