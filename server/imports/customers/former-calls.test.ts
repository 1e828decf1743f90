import { afterAll, beforeAll, expect, test } from "vitest";
import { recordStatements } from "#tests/support/record-statements.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());

type Cells = Record<string, string | undefined>;
const send = async (rows: Cells[], query = "") => {
  const body = {
    rows: rows.map((cells, index) => ({
      line: index + 2,
      cells: Object.entries(cells).map(([target, value]) => ({ target, value })),
    })),
  };
  const { status, body: answer } = await club.staff("POST", club.path(`/import/customers${query}`), body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.data;
};
const total = async () => (await club.staff("GET", club.path("/customers"))).body.meta.total;

test("a dry run says what rows would do and changes nothing; the import does it, and finds its customers again", async () => {
  const rows = [
    { fullName: "Zoé Morel", phone: "06 12 34 56 78", birthDate: "31/12/2001" },
    { legalName: "Garage Müller", email: "desk@muller.example", externalId: "C-1" },
    { firstName: "No", lastName: "Contact" },
  ];
  const before = await total();
  expect(await send(rows, "?dryRun=true")).toMatchObject({ created: 3, updated: 0, failed: 0 });
  expect(await total()).toBe(before);
  expect(await send(rows)).toMatchObject({ created: 3 });
  expect(await send(rows)).toMatchObject({ created: 0, unchanged: 3 });
  const changed = [
    { fullName: "zoe morel", phone: "0612345678", city: "Lyon" },
    { legalName: "Garage M", externalId: "C-1" },
  ];
  expect(await send(changed)).toMatchObject({ created: 0, updated: 2 });
  const { body } = await club.staff("GET", club.path("/customers?q=zoe"));
  expect(body.data[0]).toMatchObject({ city: "Lyon", birthDate: "2001-12-31" });
});

test("a known customer keeps their kind: a company that a row names in full stays one, and a person too", async () => {
  const create = async (body: object) => (await club.staff("POST", club.path("/customers"), body)).body.data.id;
  const company = await create({ kind: "company", legalName: "Tennis Club SA", externalId: "C-7" });
  const person = await create({ kind: "person", firstName: "Rosa", lastName: "Haute", externalId: "C-8" });
  const rows = [
    { fullName: "Tennis Club SA", city: "Lyon" },
    { firstName: "Hugo", lastName: "Blanc", externalId: "C-7", postalCode: "69003" },
    { legalName: "Rosa Haute SARL", externalId: "C-8", city: "Bron" },
  ];
  expect(await send(rows)).toMatchObject({ created: 0, updated: 3, failed: 0 });
  expect(await send(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  const read = async (id: string) => (await club.staff("GET", club.path(`/customers/${id}`))).body.data;
  expect(await read(company)).toMatchObject({
    ...{ kind: "company", name: "Tennis Club SA", firstName: null, lastName: null },
    ...{ city: "Lyon", postalCode: "69003" },
  });
  expect(await read(person)).toMatchObject({ kind: "person", name: "Rosa Haute", legalName: null, city: "Bron" });
});

test("rows of one part find the customers of earlier rows, under their new names and with their new contact", async () => {
  const rows = [
    { fullName: "Ida Strøm", externalId: "S-1" },
    { fullName: "ida strom", phone: "06 00 00 00 01" },
    { fullName: "Ida Strom", phone: "0600000001", email: "ida@strom.example" },
    { fullName: "Ida Vidal", externalId: "S-1" },
    { fullName: "Ida Vidal" },
    { fullName: "Ida Strøm" },
  ];
  expect(await send(rows)).toMatchObject({ created: 3, updated: 2, unchanged: 1 });
  const { body } = await club.staff("GET", club.path("/customers?q=ida"));
  const found = body.data.map(({ name, phone, email, externalId }: Cells) => [name, phone, email, externalId]);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      ["Ida Strøm", null, null, null],
      ["Ida Strom", "0600000001", "ida@strom.example", null],
      ["Ida Vidal", null, null, "S-1"],
    ]),
  );
});

test("the known customers of a part are looked up at once", async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ fullName: `Guest No${index}`, externalId: `G-${index}` }));
  await send(rows);
  const statements = await recordStatements(async () => void (await send(rows)));
  expect(statements.filter((statement) => /from "customers"/u.test(statement))).toHaveLength(1);
});

test("rows that are wrong are left out with line, column, value and reason", async () => {
  const report = await send([
    { fullName: "Ok Person" },
    { fullName: "Wrong Email", email: "nobody" },
    { phone: "06 12 34 56 78" },
    { fullName: "Wrong Date", birthDate: "soon" },
  ]);
  expect(report).toMatchObject({ created: 1, failed: 3 });
  expect(report.errors.map(({ line, column, value }: Cells) => [line, column, value])).toEqual([
    [3, "email", "nobody"],
    [4, "fullName", null],
    [5, "birthDate", "soon"],
  ]);
});

test("members import nothing", async () => {
  const answer = await club.member("POST", club.path("/import/customers"), { rows: [{ line: 2, cells: [] }] });
  expect(answer.status).toBe(403);
});
