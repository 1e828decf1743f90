/** Sports of rows that the product does not know: no row is lost, and a person says once what a value means. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#contract/fields.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import {
  createImportOrganization,
  type ImportOrganization,
  importPath,
  runImport,
  uploadImport,
} from "#tests/support/run-import.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
const own = () => createImportOrganization(testApp);

async function listSports({ organizationId, api }: ImportOrganization): Promise<Record<string, number[]>> {
  const { data } = (await api("GET", `/organizations/${organizationId}/fields?per_page=100`)).body;
  return Object.fromEntries((data as Field[]).map(({ name, sports }) => [name, sports.map(({ id }) => id)]));
}

const kinds = `facility,field,sport
Hall,Court 1,Tennis
Hall,Court 2,Salle de quidditch/broomball
Hall,Court 3,"Padel, Quidditch"
Hall,Court 4,salle de  QUIDDITCH/broomball
Hall,Court 5,Salle des fêtes
`;

describe("a row with an unknown sport", () => {
  test("is imported without it, with a warning that names the row and the whole value", async () => {
    const place = await own();
    const report = await runImport(place, kinds);
    expect(report).toMatchObject({ fields: { created: 5 }, failed: 0, errors: [], warned: 4 });
    expect(report.warnings.map(({ line, column, value, message }) => [line, column, value, message])).toEqual([
      [
        3,
        "sport",
        "Salle de quidditch/broomball",
        "“Salle de quidditch/broomball” is not a known sport: the field comes without it",
      ],
      [4, "sport", "Padel, Quidditch", "“Quidditch” is not a known sport: the field comes without it"],
      [
        5,
        "sport",
        "salle de  QUIDDITCH/broomball",
        "“salle de QUIDDITCH/broomball” is not a known sport: the field comes without it",
      ],
      [6, "sport", "Salle des fêtes", "“Salle des fêtes” stands for no sport: the field comes without one"],
    ]);
    expect(report.sportValues).toEqual([
      { value: "Salle de quidditch/broomball", rows: 2, sportIds: null },
      { value: "Quidditch", rows: 1, sportIds: null },
      { value: "Salle des fêtes", rows: 1, sportIds: null },
    ]);
    expect(await listSports(place)).toEqual({
      "Court 1": [1],
      "Court 2": [],
      "Court 3": [2],
      "Court 4": [],
      "Court 5": [],
    });
  });

  test("does not take away the sports that a field has already", async () => {
    const place = await own();
    await runImport(place, 'facility,field,sport\nHall,Court 1,"Tennis, Padel"\n');
    const again = await runImport(place, 'facility,field,sport\nHall,Court 1,"Tennis, Quidditch"\n');
    expect(again).toMatchObject({ fields: { unchanged: 1 }, warned: 1 });
    expect(await listSports(place)).toEqual({ "Court 1": [1, 2] });
  });

  test("is warned of in the reader's language, and counted beyond the two hundred listed", async () => {
    const place = await own();
    const rows = Array.from({ length: 250 }, (_, index) => `Hall,${index},Sport ${index}/x\n`).join("");
    const { id, mapping } = await uploadImport(place, `facility,field,sport\n${rows}`);
    const french = { "accept-language": "fr" };
    const { body } = await place.api("POST", `${importPath(place.organizationId, id)}/check`, { mapping }, french);
    expect(body.data).toMatchObject({ failed: 0, warned: 250 });
    expect([body.data.warnings.length, body.data.sportValues.length]).toEqual([200, 200]);
    expect(body.data.warnings[0].message).toBe(
      "«\u00A0Sport 0/x\u00A0» n’est pas un sport connu\u00A0: le terrain est importé sans lui",
    );
  });
});

describe("a value that a person maps to sports", () => {
  const sportMapping = [
    { value: "salle de quidditch/Broomball", sportIds: [9, 10] },
    { value: "Quidditch", sportIds: [] },
    { value: "Salle des fêtes", sportIds: [71] },
  ];

  test("gets them in the dry run and in the import, without warnings", async () => {
    const place = await own();
    const { id, mapping } = await uploadImport(place, kinds);
    const path = importPath(place.organizationId, id);
    const { body } = await place.api("POST", `${path}/check`, { mapping, sportMapping });
    expect(body.data).toMatchObject({ warned: 0, warnings: [] });
    expect(body.data.sportValues).toEqual([
      { value: "salle de quidditch/Broomball", rows: 2, sportIds: [9, 10] },
      { value: "Quidditch", rows: 1, sportIds: [] },
      { value: "Salle des fêtes", rows: 1, sportIds: [71] },
    ]);
    await place.api("POST", `${path}/start`, { mapping });
    await testApp.jobs.runAll();
    const { data } = (await place.api("GET", path)).body;
    expect(data).toMatchObject({ sportMapping, report: body.data });
    expect(await listSports(place)).toEqual({
      "Court 1": [1],
      "Court 2": [9, 10],
      "Court 3": [2],
      "Court 4": [9, 10],
      "Court 5": [71],
    });
  });

  test("is mapped already in the organization's next import, and only there", async () => {
    const [place, other] = [await own(), await own()];
    const { id, mapping } = await uploadImport(place, kinds);
    await place.api("POST", `${importPath(place.organizationId, id)}/check`, { mapping, sportMapping });
    testApp.clock.advance(1000);
    expect(await runImport(place, kinds)).toMatchObject({ fields: { created: 5 }, warned: 0 });
    expect((await listSports(place))["Court 5"]).toEqual([71]);
    expect(await runImport(other, kinds)).toMatchObject({ warned: 4 });
  });

  test("may have several lines and spaces, and be longer than what is kept of it", async () => {
    const place = await own();
    const long = `Salle de ${"très ".repeat(60)}grand jeu`;
    const csv = `facility,field,sport\nHall,1,"Jeu\t  de  mail"\nHall,2,${long}\n`;
    const { id, mapping } = await uploadImport(place, csv);
    const path = `${importPath(place.organizationId, id)}/check`;
    const check = async (body: object) => (await place.api("POST", path, { mapping, ...body })).body.data;
    const { sportValues } = await check({});
    expect(sportValues.map(({ value }: { value: string }) => value)).toEqual(["Jeu de mail", `${long.slice(0, 199)}…`]);
    const chosen = sportValues.map(({ value }: { value: string }) => ({ value, sportIds: [61] }));
    expect(await check({ sportMapping: chosen })).toMatchObject({
      warned: 0,
      sportValues: chosen.map((entry: object) => ({ ...entry, rows: 1 })),
    });
  });

  test("is refused with a sport that does not exist, beside its field", async () => {
    const place = await own();
    const { id, mapping } = await uploadImport(place, kinds);
    const unknown = [sportMapping[0], { value: "Quidditch", sportIds: [1, 99_999] }];
    for (const step of ["check", "start"]) {
      const path = `${importPath(place.organizationId, id)}/${step}`;
      const { status, body } = await place.api("POST", path, { mapping, sportMapping: unknown });
      expect([status, Object.keys(body.errors)]).toEqual([422, ["sportMapping.1.sportIds"]]);
    }
  });
});

describe("an unknown type of a census", () => {
  const census = `installation,equipment,type,family,category
Stade,A,Court de tennis,Court de tennis,Courts de tennis
Stade,B,Court de tennis en résine/green set,Court de tennis,Courts de tennis
Stade,C,Bassin nordique inconnu,Famille inconnue,Bassins aquatiques
Stade,D,Piste de luge/skeleton,Glisse inconnue,Nature inconnue
Stade,E,,Boulodrome,Equipements Ext.
Stade,F,Fosse à plongée,Bassin de natation,Bassins aquatiques
`;

  test("has the sports of its family, else of its category; a known type without sports has none", async () => {
    const place = await own();
    const report = await runImport(place, census, (mapping) => {
      expect(mapping).toEqual(["facilityName", "fieldName", "sports", "sportFamily", "space"]);
      return mapping;
    });
    expect(await listSports(place)).toEqual({ A: [1], B: [1], C: [16], D: [], E: [61], F: [] });
    expect(report).toMatchObject({ failed: 0, warned: 4 });
    expect(report.warnings.map(({ line, message }) => [line, message])).toEqual([
      [3, "“Court de tennis en résine/green set” is not a known sport: the sports of “Court de tennis” are taken"],
      [4, "“Bassin nordique inconnu” is not a known sport: the sports of “Bassins aquatiques” are taken"],
      [5, "“Nature inconnue” says neither indoor nor outdoor, and is left out"],
      [5, "“Piste de luge/skeleton” is not a known sport: the field comes without it"],
      [7, "“Fosse à plongée” stands for no sport: the field comes without one"],
    ]);
  });

  test("is a type however many of them are unknown, beside a family that is known", async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `Stade,${index},Type ${index},Boulodrome\n`).join("");
    const { mapping } = await uploadImport(await own(), `installation,equipment,type,famille\n${rows}`);
    expect(mapping).toEqual(["facilityName", "fieldName", "sports", "sportFamily"]);
  });

  test("is left alone in a file whose types and families are of something else", async () => {
    const csv = "site,name,type,family\nHall,Court 1,red,Smith\nHall,Court 2,blue,Jones\n";
    const { mapping } = await uploadImport(await own(), csv);
    expect(mapping).toEqual(["facilityName", "fieldName", null, null]);
  });
});
