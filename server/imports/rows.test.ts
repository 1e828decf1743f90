import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import {
  uploadImport,
  runImport,
  courtsCsv as csv,
  importPath as at,
  createImportOrganization as openOwn,
} from "#tests/support/run-import.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
const own = () => openOwn(testApp);

describe("rows that cannot be taken", () => {
  const rows = `facility,field,sport,lights,min,max,lat,lon,status
Hall,1,Tennis,yes,2,4,45.7,4.8,open
,2,Tennis,yes,2,4,45.7,4.8,open
Hall,,Quidditch,perhaps,0,4.5,91,4.8,ajar
Hall,4,Tennis,yes,5,4,45.7,4.8,open
Hall,5,Tennis,yes,2,4,45.7,,open
Hall,1,Padel,yes,2,4,45.7,4.8,open
Hall,7,Tennis,yes
Hall,8,"Tennis, Padel",no,,,46,5,closed
`;

  test("are told by line and column, with what is wrong, and the others are imported", async () => {
    const place = await own();
    const report = await runImport(place, rows);
    expect(report).toMatchObject({ facilities: { created: 1 }, fields: { created: 2 }, failed: 6 });
    const faults = report.errors.map((error) => [error.line, error.column, error.message]);
    expect(faults).toEqual([
      [3, "facility", "This field is required"],
      [4, "field", "This field is required"],
      [4, "lights", "Write yes or no"],
      [4, "min", "Must be at least 1"],
      [4, "max", "Enter a whole number"],
      [4, "lat", "Must be at most 90"],
      [4, "status", "Write one of: open, closed"],
      [5, "max", expect.any(String)],
      [6, "lon", "Latitude and longitude belong together"],
      [7, "field", "Line 2 is about this field already"],
      [8, null, "This row has 4 cells, the header has 9."],
    ]);
    expect(report.errors[2]?.value).toBe("perhaps");
    expect([report.warned, report.warnings]).toEqual([0, []]);
  });

  test("are told in the reader's language", async () => {
    const place = await own();
    const { id, mapping } = await uploadImport(place, rows);
    const { body } = await place.api(
      "POST",
      `${at(place.organizationId, id)}/check`,
      { mapping },
      { "accept-language": "fr" },
    );
    expect(body.data.errors[2].message).toBe("Écrivez oui ou non");
  });

  test("contradict an earlier row of their facility, repeat a field, or could mean several facilities", async () => {
    const place = await own();
    const report = await runImport(
      place,
      `facility id,facility,field id,field,parking
A,Hall,1,Court 1,10
A,Hall,2,Court 2,20
A,hall,1,Court 3,10
B,Hall,4,Court 1,
,Hall,5,Court 9,
`,
    );
    const faults = report.errors.map((error) => [error.line, error.column, error.message]);
    expect(faults).toEqual([
      [3, "parking", "Line 2 says “10” of the same facility"],
      [4, "field id", "Line 2 is about this field already"],
      [6, "facility", "Several facilities are called so: give their external id"],
    ]);
    expect(report).toMatchObject({ facilities: { created: 2 }, fields: { created: 2 }, failed: 3 });
  });

  test("say nothing about their facility either", async () => {
    const place = await own();
    const report = await runImport(
      place,
      "facility,field,parking,shower\nHall,1,,yes\nHall,1,40,no\nHall,2,,\nHall,1,50,\n",
    );
    expect(report).toMatchObject({ fields: { created: 2 }, failed: 2 });
    const [hall] = (await place.api("GET", `/organizations/${place.organizationId}/facilities`)).body.data;
    expect(hall).toMatchObject({ parkingPlace: null, shower: true });
  });

  test("would change what is there, and the importer may not", async () => {
    const place = await own();
    await runImport(place, csv);
    const helper = {
      ...place,
      api: testApp.as(await testApp.member(place.organizationId, ["fields.create", "fields.show", "facilities.show"])),
    };
    const changed = `${csv.replaceAll(";40;", ";50;").replace("Salle;", "Grande salle;")}F2;Gymnase;;;Bron;;;;;T4;Dojo;Judo;;;\n`;
    const report = await runImport(helper, changed);
    expect(report).toMatchObject({
      facilities: { created: 0, updated: 0 },
      fields: { created: 1, updated: 0 },
      failed: 3,
    });
    expect(report.errors.map((error) => [error.line, error.column])).toEqual([
      [2, "parking"],
      [3, "parking"],
      [4, "field"],
    ]);
    expect(report.errors[0]?.message).toContain('"facilities.update"');
    expect(report.errors[2]?.message).toContain('"organizations.update"');
  });

  test("are counted all, and two hundred of them told", async () => {
    const place = await own();
    const report = await runImport(place, `facility,field,lights\n${"Hall,1,perhaps\n".repeat(1000)}`);
    expect([report.failed, report.errors.length]).toEqual([1000, 200]);
  });
});

describe("a mapping", () => {
  test("names a facility and a field, has the file's columns, and no target twice", async () => {
    const place = await own();
    const { id } = await uploadImport(place, csv);
    const check = async (mapping: unknown[]) =>
      (await place.api("POST", `${at(place.organizationId, id)}/check`, { mapping })).body.errors;
    expect(await check([])).toEqual({
      mapping: [
        "The file has 15 columns",
        "Choose the column with the names of the facilities",
        "Choose the column with the names of the fields",
      ],
    });
    const none = Array.from({ length: 13 }, () => null);
    expect(await check(["facilityName", "facilityName", ...none])).toEqual({
      mapping: ["Two columns cannot mean the same", "Choose the column with the names of the fields"],
    });
    expect(await check(["facilityName", "nonsense", ...none])).toEqual({ "mapping.1": ["Choose one of the options"] });
  });
});
