import { afterAll, beforeAll, expect, test } from "vitest";
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
