import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personalTables } from "#contract/personal-data.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { createTestApp, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { tableExports } from "./personal-rows.ts";
import { copyName } from "./stored-copies.ts";

const hour = 3_600_000;
const day = 24 * hour;
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

const request = (person: Person) => testApp.as(person)("POST", "/auth/data-export");
const read = async (person: Person) => (await testApp.as(person)("GET", "/auth/data-export")).body.data;
async function downloadCopy(person: Person): Promise<Record<string, Buffer>> {
  const { statusCode, rawPayload } = await testApp.app.inject({
    url: `/api/v1/auth/data-export/${(await read(person)).id}/file`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(statusCode).toBe(200);
  return readZip(rawPayload);
}
async function makeCopy(person: Person): Promise<Record<string, Buffer>> {
  expect((await request(person)).status).toBe(200);
  await testApp.jobs.runAll();
  return downloadCopy(person);
}
const rowsOf = (files: Record<string, Buffer>, record: string, table: string): Record<string, unknown>[] =>
  JSON.parse(files[`data/${record}.json`]?.toString() ?? "{}")[table] ?? [];

let hours = 0;
const book = async (person: Person, more: object = {}) => {
  const day = Temporal.Instant.from(testApp.clock.now().toISOString()).toZonedDateTimeISO("UTC").add({ days: 2 });
  const startTime = `${day.toPlainDate().toString()}T${String(8 + (++hours % 10)).padStart(2, "0")}:00:00Z`;
  const draft = { fieldId, startTime, duration: 60, type: "game", name: "A game", ...more };
  const { status, body } = await testApp.as(person)("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id as string;
};

test("a copy is made by a job, told of by mail, and downloaded with one's own session", async () => {
  const person = await testApp.member(testApp.organizationId, 4);
  const eventId = await book(person, { notes: "Bring the balls" });
  expect(await read(person)).toBeNull();
  expect((await request(person)).body.data).toMatchObject({ state: "waiting", progress: 0 });
  const mails = await testApp.mails();
  expect(mails.filter(({ to }) => to?.[0]?.address === person.email).at(-1)?.subject).toBe(
    "The copy of your data is ready",
  );
  const made = await read(person);
  expect(made).toMatchObject({ state: "done", progress: made.steps });
  const files = await downloadCopy(person);
  expect(rowsOf(files, "account", "users")).toMatchObject([{ id: person.id, email: person.email }]);
  expect(rowsOf(files, "bookings", "events")).toMatchObject([{ id: eventId, notes: "Bring the balls" }]);
  expect(rowsOf(files, "names", "fields")).toMatchObject([{ id: fieldId }]);
  expect(files["index.html"]?.toString()).toContain(`the account ${person.email}`);
});

test("nobody else downloads it, and nobody signed out", async () => {
  const [person, other] = [await testApp.person(), await testApp.person()];
  await makeCopy(person);
  await makeCopy(other);
  const path = `/auth/data-export/${(await read(person)).id}/file`;
  expect((await testApp.as(other)("GET", path)).status).toBe(404);
  expect((await testApp.as(null)("GET", path)).status).toBe(401);
});

test("of ten requests at once one makes a copy; the next one is made a day later", async () => {
  const person = await testApp.person();
  const answers = await Promise.all(Array.from({ length: 10 }, () => request(person)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  await testApp.jobs.runAll();
  const { id, nextAt } = await read(person);
  testApp.clock.advance(day - 1000);
  expect((await request(person)).body.message).toMatch(/within the last day/);
  testApp.clock.advance(1000);
  expect(new Date(nextAt)).toEqual(testApp.clock.now());
  expect((await request(person)).status).toBe(200);
  await testApp.jobs.runAll();
  expect((await read(person)).id).not.toBe(id);
});

test("after seven days it is gone from the store too", async () => {
  const person = await testApp.person();
  await makeCopy(person);
  const { id } = await read(person);
  testApp.clock.advance(7 * day);
  expect((await testApp.as(person)("GET", `/auth/data-export/${id}/file`)).status).toBe(404);
  await testApp.jobs.runScheduled("personal-data.sweep");
  expect(await read(person)).toBeNull();
  expect(await testApp.appContext.store.get(copyName(id))).toBeUndefined();
});

test("one that a lost worker has left is made by another; after five losses it has failed", async () => {
  const person = await testApp.person();
  await request(person);
  const lose = (tries: number) =>
    testApp.db
      .updateTable("data_exports")
      .set({ state: "running", tries, updated_at: testApp.clock.now() })
      .where("user_id", "=", person.id)
      .execute();
  await lose(1);
  await testApp.jobs.runScheduled("personal-data.export");
  expect((await read(person)).state).toBe("running");
  testApp.clock.advance(61_000);
  await lose(5);
  testApp.clock.advance(61_000);
  await testApp.jobs.runScheduled("personal-data.export");
  expect(await read(person)).toMatchObject({ state: "failed", nextAt: null });
  expect((await request(person)).status).toBe(200);
  await lose(1);
  testApp.clock.advance(61_000);
  await testApp.jobs.runScheduled("personal-data.export");
  expect((await read(person)).state).toBe("done");
});

test("invoices are in it as PDF files, and the page is in the person's language", async () => {
  const person = await testApp.member(testApp.organizationId, 4);
  await testApp.as(person)("PATCH", "/auth/user", { language: "fr" });
  const eventId = await book(person, { payment: "on_site" });
  const payment = { method: "cash", amount: 2000 };
  expect((await club.manager("POST", club.path(`/events/${eventId}/payments`), payment)).status).toBe(201);
  const files = await makeCopy(person);
  const [name = ""] = Object.keys(files).filter((path) => path.startsWith("invoices/"));
  expect(files[name]?.subarray(0, 5).toString()).toBe("%PDF-");
  expect(rowsOf(files, "payments", "payments")).toMatchObject([{ event_id: eventId, amount: 2000 }]);
  const page = files["index.html"]?.toString();
  expect(page).toContain('lang="fr"');
  expect(page).toContain(name);
});

const schema = readFileSync("server/schema.sql", "utf8");
const definitionOf = (table: string) =>
  new RegExp(`^create (?:unlogged )?table ${table} \\(([^;]*)\\);`, "m").exec(schema)?.[1] ?? "";
const exported = Object.entries(tableExports).flatMap(([table, rows]) => ("excuse" in rows ? [] : [{ table, rows }]));

test("each table with people in it is in the copy, or says why it is not", () => {
  expect(Object.keys(tableExports).toSorted()).toEqual(Object.values(personalTables).flat().toSorted());
  expect(exported.length).toBeGreaterThan(30);
  const excuses = Object.values(tableExports).flatMap((rows) => ("excuse" in rows ? [rows.excuse] : []));
  expect(excuses.filter((excuse) => excuse === "")).toEqual([]);
});

test.each(exported)("each column of $table that names a person finds its rows, or is left out", ({ table, rows }) => {
  const definition = definitionOf(table);
  const references = [...definition.matchAll(/FOREIGN KEY \(([\w, ]+)\) REFERENCES (users|customers)\(/g)].map(
    ([, columns = ""]) => columns.split(", ").at(-1) ?? "",
  );
  const named = [
    ...references,
    ...[...definition.matchAll(/^ {2}((?:user|actor|customer|author|guardian)_id|\w+_by) uuid/gm)].map(
      ([, column = ""]) => column,
    ),
  ];
  const { account = [], customer = [], email, without = [] } = rows;
  const known = [...account, ...customer, email, ...without, ...linkedAlone(table)];
  expect(named.filter((column) => !known.includes(column))).toEqual([]);
  const columns = [...definition.matchAll(/^ {2}(\w+) /gm)].map(([, column]) => column);
  const declared = [...account, ...customer, email, rows.event, rows.payment, ...without];
  expect(declared.filter((column) => column !== undefined && !columns.includes(column))).toEqual([]);
});
/** Customers hold the id of the one that they were merged into, which is the same person. */
const linkedAlone = (table: string) => (table === "customers" ? ["merged_into_id"] : []);

test.each(exported)("secrets of $table are left out", ({ table, rows }) => {
  const secrets = [...definitionOf(table).matchAll(/^ {2}(\w*(?:hash|secret)\w*) /gm)].map(([, column]) => column);
  expect(secrets.filter((column) => !rows.without?.includes(column ?? ""))).toEqual([]);
});

/** One row of each kind for each of two people, with a mark of the person in every text that they wrote. */
async function leaveRowsEverywhere(person: Person, mark: string): Promise<void> {
  const api = testApp.as(person);
  await api("PATCH", "/auth/user", { phone: "+33612345678", firstName: mark });
  const eventId = await book(person, { notes: `${mark} notes`, name: `${mark} title` });
  await api("POST", club.path(`/events/${eventId}/cancel`), { reason: `${mark} reason` });
  await api("POST", "/auth/email", { email: `${mark}@example.org`, password: "correct horse battery" });
  await api("POST", "/auth/password/forgot", { email: person.email });
  const { id } = await testApp.db
    .selectFrom("customers")
    .select("id")
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  await club.manager("POST", club.path(`/customers/${id}/notes`), { text: `${mark} note of the team` });
  await testApp.seedOneOfEach(testApp.organizationId, person);
  await testApp.jobs.runAll();
}

test("the copy holds every row that names the person, and none that names somebody else", async () => {
  const [person, other] = [
    await testApp.member(testApp.organizationId, 4),
    await testApp.member(testApp.organizationId, 4),
  ];
  await leaveRowsEverywhere(person, "Qmine");
  await leaveRowsEverywhere(other, "Qtheirs");
  await testApp.db.deleteFrom("data_exports").execute();
  const files = await makeCopy(person);
  const texts = Object.entries(files).filter(([name]) => !name.endsWith(".pdf"));
  for (const [name, content] of texts)
    for (const theirs of ["Qtheirs", other.id, other.email]) expect(content.toString(), name).not.toContain(theirs);
  const everything = texts.map(([, content]) => content.toString()).join("\n");
  for (const part of ["notes", "title", "reason", "note of the team"]) expect(everything).toContain(`Qmine ${part}`);
  const customers = await testApp.db.selectFrom("customers").select("id").where("user_id", "=", person.id).execute();
  const mine = new Set([person.id, person.email, ...customers.map(({ id }) => id)]);
  // Mails of the test are sent after the copy is made.
  for (const { table, rows } of exported.filter((one) => one.table !== "emails")) {
    const { rows: all } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(testApp.db);
    const columns = [...(rows.account ?? []), ...(rows.customer ?? []), ...(rows.email ? [rows.email] : [])];
    const wanted = all.filter((row) => columns.some((column) => mine.has(String(row[column]))));
    const record = Object.entries(personalTables).find(([, tables]) => (tables as readonly string[]).includes(table));
    const file = (record?.[0] ?? "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect([table, rowsOf(files, file, table).length]).toEqual([table, wanted.length]);
  }
});
