/** Memberships from a file: paid elsewhere and renewed here, none twice, and the undo of a run. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Subscription, SubscriptionDetail } from "#contract/subscriptions.ts";
import { createImportClub, createSubscriptionImports } from "#tests/support/import-steps.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let productId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
/** Monday 1 June 2026. */
beforeEach(async () => {
  club = await createImportClub(testApp);
  productId = (await post<{ id: string }>("/products", { name: "Memberships", kind: "subscription" })).id;
  await addType({ name: "Année", price: 24_000, termKind: "months", termLength: 12, renewal: "by_hand" });
  await addType({ name: "Saison", price: 18_000, termKind: "season", seasonStart: "09-01" });
});

const { path, upload, check, run, runFile, undo, read } = createSubscriptionImports(() => ({ testApp, club }));
async function post<T>(to: string, body: object): Promise<T> {
  const answer = await club.manager("POST", club.path(to), body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(202);
  return answer.body.data;
}
const addType = (draft: object) => post<{ id: string }>("/subscription-types", { productId, ...draft });
const addCustomer = async (body: object) => (await post<{ id: string }>("/customers", body)).id;
const list = async (query = ""): Promise<Subscription[]> =>
  (await club.manager("GET", club.path(`/subscriptions?per_page=100${query}`))).body.data;
const readOne = async (id: string): Promise<SubscriptionDetail> =>
  (await club.manager("GET", club.path(`/subscriptions/${id}`))).body.data;
const byName = async (name: string): Promise<Subscription> => {
  const found = (await list()).find(({ customer }) => customer.name === name);
  if (!found) throw new Error(`${name} holds nothing`);
  return found;
};
const tables = ["charges", "payments", "invoices", "emails"] as const;
const count = async (table: (typeof tables)[number]) => {
  const { count: found } = await testApp.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(found);
};
const minute = () => testApp.clock.advance(60_000);

const french = `Numéro d'abonnement;Adhérent;E-mail;Abonnement;Date de début;Date de fin;Renouvellement;Suspendu jusqu'au
A-1;Zoé Morel;zoe@example.org;ANNÉE;01/03/2026;28/02/2027;;
A-2;Luc Blanc;;Saison;;31/08/2026;;15/06/2026
A-3;Ana Roux;;Année;01/02/2024;31/01/2025;oui;
A-4;Max Faux;;Annuel;;31/08/2026;;
A-5;Eva Vide;;Année;;;;
A-6;;;Année;;31/08/2026;;
A-7;Ida Oui;;Saison;;31/08/2026;oui;
A-8;Tom Tard;;Année;;31/08/2026;;30/09/2026
`;

test("French headers are known, the dry run changes nothing, and the job does what it said, without money or mails", async () => {
  await addCustomer({ firstName: "Zoe", lastName: "Morel", email: "zoe@example.org" });
  const draft = await upload(french);
  expect(draft.mapping).toEqual([
    ...["externalId", "customerName", "email", "membership", "startsOn", "endsOn", "renews", "frozenTo"],
  ]);
  const report = await check(draft);
  expect(report).toMatchObject({
    ...{ subscriptions: { created: 3, updated: 0, unchanged: 0 }, ended: 1, customers: { created: 2 }, failed: 5 },
    errors: [
      { line: 5, column: "Abonnement", message: "No type of memberships here is called “Annuel”. Perhaps: Année" },
      { line: 6, column: "Date de fin", message: "The row says neither when it begins nor when it ends" },
      { line: 7, column: "Adhérent", message: "The row names no customer" },
      { line: 8, column: "Renouvellement", message: "“Saison” is a type that does not renew" },
      { line: 9, column: "Suspendu jusqu'au", message: "A freeze lies within the term" },
    ],
  });
  expect(report.examples[0]).toEqual({
    ...{ line: 2, customer: "Zoe Morel", membership: "Année" },
    ...{ startsOn: "2026-03-01", endsOn: "2027-02-28", renews: true },
  });
  expect(await list()).toEqual([]);
  const before = await Promise.all(tables.map(count));
  expect(await run(draft)).toMatchObject({ state: "done", progress: 8, report });
  const zoe = await byName("Zoe Morel");
  expect(zoe).toMatchObject({ state: "active", renews: true, startsOn: "2026-03-01", endsOn: "2027-02-28" });
  expect((await readOne(zoe.id)).periods).toMatchObject([{ price: 24_000, chargeId: null, isPaid: true }]);
  expect(await byName("Luc Blanc")).toMatchObject({
    ...{ state: "frozen", renews: false, startsOn: "2025-09-01", endsOn: "2026-08-31" },
    freeze: { from: "2026-06-01", to: "2026-06-15" },
  });
  expect(await byName("Ana Roux")).toMatchObject({ state: "ended", renews: false, endsOn: "2025-01-31" });
  await testApp.jobs.runScheduled("subscriptions.renew");
  expect(await Promise.all(tables.map(count))).toEqual(before);
});

test("a term that comes from elsewhere is renewed here, and nothing comes back for it", async () => {
  await runFile("name,membership,end\nZoé Morel,Année,2026-06-30\n");
  const { id } = await byName("Zoé Morel");
  const renewed = await club.manager("POST", club.path(`/subscriptions/${id}/renew`), {});
  expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
  expect(renewed.body.data.periods).toMatchObject([
    { from: "2026-07-01", to: "2027-06-30", price: 24_000, isPaid: false, chargeId: expect.any(String) },
    { from: "2025-07-01", to: "2026-06-30", isPaid: true, chargeId: null },
  ]);
  const canceled = await club.manager("POST", club.path(`/subscriptions/${id}/cancel`), { reason: "Moves away" });
  expect(canceled.body.data).toMatchObject({ amount: 0, forgiven: 24_000 });
});

test("who holds one already, an age that does not fit, a full type and a company are errors of their rows", async () => {
  await addType({ name: "Junior", price: 9000, termKind: "months", termLength: 12, maxAge: 17 });
  await addType({ name: "Two places", price: 9000, termKind: "months", termLength: 12, capacity: 2 });
  await addCustomer({ firstName: "Kid", lastName: "Young", birthDate: "2015-05-05" });
  await addCustomer({ firstName: "Old", lastName: "Grown", birthDate: "1980-05-05" });
  await addCustomer({ kind: "company", legalName: "Firm", externalId: "F-1" });
  const { report } = await runFile(`number,name,member number,membership,start
1,Kid Young,,Junior,2026-01-01
2,Old Grown,,Junior,2026-01-01
3,No Birthday,,Junior,2026-01-01
4,First One,,Two places,2026-01-01
5,Second One,,Two places,2026-01-01
6,Third One,,Two places,2026-01-01
7,Kid Young,,Junior,2026-03-01
8,,F-1,Année,2026-03-01
9,Past One,,Two places,2020-01-01
`);
  expect(report).toMatchObject({ subscriptions: { created: 4 }, ended: 1, failed: 5 });
  expect(report?.errors).toMatchObject([
    { line: 3, column: "name", message: expect.stringMatching(/^Junior .*17/) },
    { line: 4, column: "name", message: expect.stringContaining("No Birthday") },
    { line: 7, column: "membership", message: expect.stringMatching(/^Two places/) },
    { line: 8, column: "membership", message: expect.stringContaining("Kid Young") },
    { line: 9, message: expect.stringContaining("Firm") },
  ]);
});

test("a file that comes again changes memberships by their numbers, but for those that were changed here", async () => {
  const header = "number,name,membership,start,end,renews\n";
  await runFile(`${header}1,Zoé Morel,Année,2026-01-01,2026-12-31,\n2,Luc Blanc,Année,2026-01-01,2026-12-31,\n`);
  minute();
  const again = await runFile(`${header}1,Zoé Morel,Année,2026-01-01,2027-01-31,no\n2,Luc Blanc,Année,,2026-12-31,\n`);
  expect(again.report).toMatchObject({ subscriptions: { created: 0, updated: 1, unchanged: 1 }, failed: 0 });
  const zoe = await byName("Zoé Morel");
  expect(zoe).toMatchObject({ endsOn: "2027-01-31", renews: false });
  const luc = await byName("Luc Blanc");
  expect((await club.manager("POST", club.path(`/subscriptions/${luc.id}/end`), { reason: "Ends" })).status).toBe(200);
  minute();
  const third = await runFile(
    `${header}2,Luc Blanc,Année,,2027-03-31,\n1,Luc Blanc,Année,,2027-01-31,\n1b,Zoé Morel,Année,2026-02-01,2026-03-31,\n`,
  );
  expect(third.report).toMatchObject({ subscriptions: { created: 0, updated: 0 }, failed: 3 });
  expect(third.report?.errors).toMatchObject([
    { line: 2, message: "It was changed here since its import, and stays as it is" },
    { line: 3, message: "The membership with this number is another customer’s" },
    { line: 4, message: expect.stringContaining("Zoé Morel") },
  ]);
  expect(await list()).toHaveLength(2);
});

test("an undo removes what was made, gives former terms back, and leaves what was changed since, with the reason", async () => {
  const header = "number,name,membership,start,end,frozen from,frozen until\n";
  await runFile(`${header}1,Zoé Morel,Année,2026-01-01,2026-12-31,2026-07-01,2026-07-10\n`);
  minute();
  const second = await runFile(
    `${header}1,Zoé Morel,Année,2026-01-01,2027-01-31,2026-08-01,2026-08-20\n2,Luc Blanc,Saison,,2026-08-31,,\n3,Ida Roux,Année,,2026-06-30,,\n`,
  );
  expect(second.report).toMatchObject({ subscriptions: { created: 2, updated: 1 }, customers: { created: 2 } });
  minute();
  const ida = await byName("Ida Roux");
  await club.manager("POST", club.path(`/subscriptions/${ida.id}/renew`), {});
  const undone = await undo(second.id);
  expect(undone).toMatchObject({ state: "undone", undo: { removed: 2, restored: 1, kept: 2 } });
  expect(undone.undo?.records).toMatchObject([
    { kind: "customer", name: "Ida Roux" },
    { kind: "subscription", id: ida.id, name: "Année · Ida Roux", reason: "It was changed or renewed since" },
  ]);
  expect(await byName("Zoé Morel")).toMatchObject({
    ...{ endsOn: "2026-12-31", freeze: { from: "2026-07-01", to: "2026-07-10" } },
  });
  expect((await list()).map(({ customer }) => customer.name).toSorted()).toEqual(["Ida Roux", "Zoé Morel"]);
  expect((await club.manager("POST", path(second.id, "/undo"), {})).status).toBe(409);
});

test("without a type or a holder no file is checked, and staff without the right import nothing", async () => {
  const draft = await upload("name,end\nZoé Morel,2026-12-31\n");
  const wrong = await club.manager("POST", path(draft.id, "/check"), { mapping: [null, "endsOn"] });
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    {
      mapping: [
        "Choose the column with the types of memberships",
        "Choose a column with names or numbers of customers",
      ],
    },
  ]);
  expect((await club.staff("GET", path(draft.id))).status).toBe(403);
  expect((await read(draft.id)).state).toBe("draft");
});
