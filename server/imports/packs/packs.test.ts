/** Packs from a file: granted with what is left of them, none twice, and the undo of a run. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Pack } from "#contract/packs.ts";
import { createImportClub, createPackImports } from "#tests/support/import-steps.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let court: string;
let productId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  club = await createImportClub(testApp);
  court = await club.addField();
  await club.addPrices([court], { 60: 1800 });
  productId = (await post<{ id: string }>("/products", { name: "Packs", kind: "pack" })).id;
  await addType({ ...hours, validDays: 365 });
  await addType({
    name: "600 minutes",
    price: 18_000,
    unit: "minutes",
    units: 600,
    starts: "first_use",
    validDays: 90,
  });
});

const { path, upload, check, run, runFile, undo, read } = createPackImports(() => ({ testApp, club }));
const hours = { name: "10 heures", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60 };
async function post<T>(to: string, body: object): Promise<T> {
  const answer = await club.manager("POST", club.path(to), body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(202);
  return answer.body.data;
}
const addType = (draft: object) => post<{ id: string }>("/pack-types", { productId, ...draft });
const addCustomer = async (body: object) => (await post<{ id: string }>("/customers", body)).id;
const listPacks = async (query = ""): Promise<Pack[]> =>
  (await club.manager("GET", club.path(`/packs?per_page=100${query}`))).body.data;
const onlyPack = async (customerId: string): Promise<Pack | undefined> =>
  (await listPacks(`&customerId=${customerId}`))[0];
const tables = ["charges", "payments", "invoices", "emails"] as const;
const count = async (table: (typeof tables)[number]) => {
  const { count: found } = await testApp.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(found);
};
const minute = () => testApp.clock.advance(60_000);
let slots = 0;
const bookWith = (packId: string, customerId: string) =>
  post("/events", {
    ...{ fieldId: court, startTime: new Date(Date.parse("2026-06-15T06:00:00Z") + slots++ * 7_200_000).toISOString() },
    ...{ duration: 60, name: "Match", type: "game", customer: { customerId }, packId },
  });

const french = `Numéro de carnet;Adhérent;E-mail;Carnet;Séances restantes;Date d'achat;Date d'expiration
K-1;Zoé Morel;zoe@example.org;10 HEURES;4;01/03/2026;28/02/2027
K-2;Luc Blanc;;10 heures;10;;
K-3;Ana Roux;;10 heures;0;01/02/2025;01/02/2026
K-4;Max Faux;;Carnet 10 heures;4;;
K-5;Eva Trop;;10 heures;12;;
K-6;;;10 heures;3;;
`;

test("French headers are known, the dry run changes nothing, and the job does what it said", async () => {
  const zoe = await addCustomer({ firstName: "Zoe", lastName: "Morel", email: "zoe@example.org" });
  const draft = await upload(french);
  expect(draft.mapping).toEqual([
    ...["externalId", "customerName", "email", "pack", "unitsLeft", "startsOn", "expiresOn"],
  ]);
  const report = await check(draft);
  expect(report).toMatchObject({
    ...{ packs: { created: 3, updated: 0, unchanged: 0 }, ended: 1, customers: { created: 2 }, failed: 3 },
    errors: [
      { line: 5, column: "Carnet", message: "No type of packs here is called “Carnet 10 heures”. Perhaps: 10 heures" },
      { line: 6, column: "Séances restantes", value: "12", message: "The pack has 10 units in all" },
      { line: 7, column: "Adhérent", message: "The row names no customer" },
    ],
  });
  expect(report.examples[0]).toEqual({
    ...{ line: 2, customer: "Zoe Morel", pack: "10 heures", unit: "count", unitsTotal: 10, unitsLeft: 4 },
    ...{ startsOn: "2026-03-01", expiresOn: "2027-02-28" },
  });
  expect(await listPacks()).toEqual([]);
  const before = await Promise.all(tables.map(count));
  expect(await run(draft)).toMatchObject({ state: "done", progress: 6, report });
  expect(await onlyPack(zoe)).toMatchObject({
    ...{ name: "10 heures", state: "running", unitsTotal: 10, unitsUsed: 6, unitsLeft: 4, isGranted: true },
    ...{ startsOn: "2026-03-01", expiresOn: "2027-02-28", grantReason: "Importé d’un autre système" },
  });
  expect((await listPacks()).map(({ state }) => state).toSorted()).toEqual(["running", "running", "used_up"]);
  expect(await Promise.all(tables.map(count))).toEqual(before);
});

test("a holder is found by number, then by email and name, then by phone and name; a number that nobody has is an error", async () => {
  const byNumber = await addCustomer({ firstName: "Known", lastName: "One", externalId: "C-1" });
  const byEmail = await addCustomer({ firstName: "Known", lastName: "Two", email: "two@example.org" });
  const byPhone = await addCustomer({ firstName: "Known", lastName: "Three", phone: "+33612345678" });
  const { report } = await runFile(`member number,name,email,phone,pack,left
C-1,,,,10 heures,5
,known two,two@example.org,,10 heures,6
,Known Three,,+33 6 12 34 56 78,10 heures,7
C-9,,,,10 heures,5
`);
  expect(report).toMatchObject({
    ...{ packs: { created: 3 }, customers: { created: 0 }, failed: 1 },
    errors: [{ line: 5, column: "member number", value: "C-9", message: "No customer has the number “C-9”" }],
  });
  for (const [id, left] of [
    [byNumber, 5],
    [byEmail, 6],
    [byPhone, 7],
  ] as const)
    expect((await onlyPack(id))?.unitsLeft).toBe(left);
});

test("a file that is imported again changes what is other, doubles nothing, and leaves what was used here", async () => {
  const holder = await addCustomer({ firstName: "Zoé", lastName: "Morel", externalId: "C-1" });
  const user = await addCustomer({ firstName: "Luc", lastName: "Blanc", externalId: "C-2" });
  const file = (left: number) =>
    `reference,customer number,pack,left,valid until\nK-1,C-1,10 heures,${left},2026-12-31\nK-2,C-2,10 heures,${left},2026-12-31\n`;
  await runFile(file(8));
  minute();
  expect((await runFile(file(8))).report).toMatchObject({ packs: { created: 0, updated: 0, unchanged: 2 } });
  const used = await onlyPack(user);
  await bookWith(used?.id ?? "", user);
  expect(await onlyPack(user)).toMatchObject({ unitsUsed: 3, unitsLeft: 7 });
  minute();
  const { id, report } = await runFile(file(6));
  expect(report).toMatchObject({
    ...{ packs: { created: 0, updated: 1, unchanged: 0 }, failed: 1 },
    errors: [{ line: 3, message: "It was used or changed here since its import, and stays as it is" }],
  });
  expect(await onlyPack(holder)).toMatchObject({ unitsLeft: 6 });
  expect(await onlyPack(user)).toMatchObject({ unitsLeft: 7 });
  minute();
  expect((await undo(id)).undo).toMatchObject({ removed: 0, restored: 1, kept: 0 });
  expect(await onlyPack(holder)).toMatchObject({ unitsLeft: 8, expiresOn: "2026-12-31" });
});

test("without a number, a pack is the same by its holder, its type and its dates; twice in a file is an error", async () => {
  const file = `name,pack,left,valid until
Zoé Morel,10 heures,4,2026-12-31
Zoé Morel,10 heures,5,2027-12-31
Zoé Morel,10 heures,5,2027-12-31
`;
  expect((await runFile(file)).report).toMatchObject({
    ...{ packs: { created: 2 }, customers: { created: 1 }, failed: 1 },
    errors: [{ line: 4, column: "pack", message: "Line 3 is the same pack: give each its number" }],
  });
  expect((await runFile(file)).report).toMatchObject({
    packs: { created: 0, unchanged: 2 },
    customers: { created: 0 },
  });
});

test("a pack of which something was used has begun; a whole one that begins with its first use has not", async () => {
  const begun = await addCustomer({ firstName: "A", lastName: "A", externalId: "C-1" });
  const whole = await addCustomer({ firstName: "B", lastName: "B", externalId: "C-2" });
  await runFile("customer number,pack,used,total\nC-1,600 minutes,90,1200\nC-2,600 minutes,,\n");
  expect(await onlyPack(begun)).toMatchObject({
    ...{ unitsTotal: 1200, unitsUsed: 90, unitsLeft: 1110, startsOn: "2026-06-01", expiresOn: "2026-08-30" },
  });
  expect(await onlyPack(whole)).toMatchObject({ unitsLeft: 600, startsOn: null, expiresOn: null });
  // Units used here are counted beside what was used elsewhere, also once it comes back.
  const event = (await bookWith((await onlyPack(begun))?.id ?? "", begun)) as { id: string };
  expect(await onlyPack(begun)).toMatchObject({ unitsUsed: 150, startsOn: "2026-06-01" });
  await post(`/events/${event.id}/pack-uses/give-back`, {});
  expect(await onlyPack(begun)).toMatchObject({ unitsUsed: 90, startsOn: "2026-06-01" });
});

test("an undo removes packs and customers that were made, but for those that were used or changed since", async () => {
  const { id } = await runFile(
    "reference,name,pack\nK-1,Zoé Morel,10 heures\nK-2,Luc Blanc,10 heures\nK-3,Ana Roux,10 heures\n",
  );
  const packs = await listPacks();
  const of = (name: string) => packs.find(({ customer }) => customer.name === name);
  minute();
  await bookWith(of("Luc Blanc")?.id ?? "", of("Luc Blanc")?.customer.id ?? "");
  await club.manager("POST", club.path(`/packs/${of("Ana Roux")?.id}/extend`), { expiresOn: "2028-01-01" });
  const { state, undo: outcome } = await undo(id);
  expect(state).toBe("undone");
  expect(outcome).toMatchObject({ removed: 2, restored: 0, kept: 4 });
  expect(outcome?.records.map(({ kind, name, reason }) => [kind, name, reason]).toSorted()).toEqual([
    ["customer", "Ana Roux", "Something else belongs to it, such as a payment or an invoice"],
    ["customer", "Luc Blanc", "Something else belongs to it, such as a payment or an invoice"],
    ["pack", "10 heures · Ana Roux", "It was changed since"],
    ["pack", "10 heures · Luc Blanc", "A booking was paid with it"],
  ]);
  expect((await listPacks()).map(({ customer }) => customer.name).toSorted()).toEqual(["Ana Roux", "Luc Blanc"]);
});

test("numbers, dates and owners that do not fit are errors of the row", async () => {
  await addCustomer({ firstName: "Zoé", lastName: "Morel", externalId: "C-1" });
  await addCustomer({ firstName: "Luc", lastName: "Blanc", externalId: "C-2" });
  await runFile("reference,customer number,pack\nK-1,C-1,10 heures\n");
  const { report } = await runFile(`reference,customer number,pack,total,left,used,valid from,valid until
K-1,C-2,10 heures,,,,,
K-1b,C-1,10 heures,10,4,4,,
K-2,C-1,10 heures,10,-1,,,
K-3,C-1,10 heures,0,,,,
K-4,C-1,10 heures,,,,2026-05-01,2026-04-01
K-5,C-1,10 heures,,,,soon,
K-1,C-1,10 heures,,,,,
`);
  expect(report?.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, "reference", "The pack with this number is another customer’s"],
    [3, "left", "What is left and what is used do not add up to 10"],
    [4, "left", expect.any(String)],
    [5, "total", expect.any(String)],
    [6, "valid until", "The end is not after the start"],
    [7, "valid from", "This is not a date"],
    [8, "reference", "Line 2 has the same number"],
  ]);
});

test("a mapping needs a type and a customer; who may not grant packs sees no import", async () => {
  const { id } = await upload("pack,name\n10 heures,Zoé Morel\n");
  for (const mapping of [
    ["pack", null],
    [null, "customerName"],
    ["pack", "customerName", null],
  ])
    expect(await club.manager("POST", path(id, "/check"), { mapping })).toMatchObject({
      status: 422,
      body: { errors: { mapping: [expect.any(String)] } },
    });
  expect((await club.staff("GET", path(id))).status).toBe(403);
  const other = await createImportClub(testApp);
  expect((await other.manager("GET", other.path(`/import/packs/${id}`))).status).toBe(404);
  expect(
    (await club.manager("POST", club.path(`/import/customers/${id}/start`), { mapping: [null, "fullName"] })).status,
  ).toBe(404);
});

test("ten thousand rows are imported, each once", async () => {
  const lines = Array.from({ length: 10_000 }, (_none, at) => `K-${at},Customer N${at},10 heures,${at % 11}`);
  const draft = await upload(`reference,name,pack,left\n${lines.join("\n")}\n`);
  const done = await run(draft);
  expect(done.report).toMatchObject({ packs: { created: 10_000 }, customers: { created: 10_000 }, failed: 0 });
  expect(await read(draft.id)).toMatchObject({ state: "done", progress: 10_000 });
  expect((await check(await upload(`reference,name,pack,left\n${lines.join("\n")}\n`))).packs.unchanged).toBe(10_000);
}, 240_000);
