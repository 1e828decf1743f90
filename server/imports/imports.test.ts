import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadCsv } from "#tests/support/csv-upload.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import {
  uploadImport,
  runImport,
  courtsCsv as csv,
  importPath as at,
  type ImportOrganization,
  createImportOrganization as openOwn,
} from "#tests/support/run-import.ts";

let testApp: TestApp;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
});
afterAll(() => testApp.close());
const own = () => openOwn(testApp);
const list = async ({ organizationId, api }: ImportOrganization, path: string) =>
  (await api("GET", `/organizations/${organizationId}/${path}?per_page=100`)).body.data;

describe("an upload", () => {
  test("is a draft with its columns, their samples and what they seem to mean", async () => {
    const place = await own();
    const { id, mapping, columns } = await uploadImport(place, csv);
    expect(mapping).toEqual([
      "facilityExternalId",
      "facilityName",
      "addressLine1",
      "postalCode",
      "city",
      "latitude",
      "longitude",
      "parkingPlace",
      "shower",
      "fieldExternalId",
      "fieldName",
      "sports",
      "space",
      "lights",
      "maxPeopleByEvent",
    ]);
    expect(columns[4]).toEqual({ header: "city", samples: ["Lyon", "Bron"] });
    const { data } = (await place.api("GET", at(place.organizationId, id))).body;
    expect(data).toMatchObject({ state: "draft", rows: 3, progress: 0, report: null, fileName: "courts.csv" });
    expect((await place.api("GET", at(place.organizationId))).body.data).toEqual([data]);
  });

  test("calls columns without a header by their number, and two alike apart", async () => {
    const { columns } = await uploadImport(await own(), "name,,name,name (2)\na,b,c,d\n");
    expect(columns.map(({ header }) => header)).toEqual(["name", "Column 2", "name (2)", "name (2) (2)"]);
  });

  test("says in clear words what it does not take", async () => {
    const text = await manager("POST", at(testApp.organizationId), "name\nHall\n", { "content-type": "text/csv" });
    expect(text.status).toBe(415);
    const workbook = await uploadCsv(manager, testApp.organizationId, Buffer.from([0x50, 0x4b, 3, 4, 0]));
    const saying = "This is a spreadsheet’s own file. Save it there as CSV, then choose that file.";
    expect([workbook.status, workbook.body]).toEqual([415, { message: saying, errors: { file: [saying] } }]);
    const large = await uploadCsv(manager, testApp.organizationId, "x".repeat(10 * 1024 * 1024 + 1));
    expect([large.status, large.body.message]).toEqual([413, "A file has 10 MB at most."]);
    const empty = await uploadCsv(manager, testApp.organizationId, "");
    expect([empty.status, empty.body.errors]).toEqual([422, { file: ["The file is empty."] }]);
  });

  test("of too many rows names the limit with the separators of the reader's language", async () => {
    const csv = `name\n${"1\n".repeat(20_001)}`;
    const refuse = async (language: string) => {
      const api: ApiCall = (method, path, body, headers) =>
        manager(method, path, body, { ...headers, "accept-language": language });
      return (await uploadCsv(api, testApp.organizationId, csv)).body.errors.file;
    };
    expect(await refuse("en")).toEqual(["A file has 20,000 rows at most: divide this one."]);
    expect(await refuse("fr")).toEqual(["Un fichier a 20\u202F000 lignes au maximum\u00A0: divisez celui-ci."]);
  });

  test("keeps the ten latest drafts", async () => {
    const place = await own();
    for (let count = 0; count < 12; count++) await uploadImport(place, csv);
    expect((await place.api("GET", at(place.organizationId))).body.meta.total).toBe(10);
  });
});

describe("the encoding of a file", () => {
  const text = "Site;Terrain;Ville\nSalle des fêtes;Grand carré;Nîmes\nGymnase;Dojo;Orléans\n";
  const western = Buffer.from(text, "latin1");

  test("is told with the draft, and another one can be chosen: columns, rows and mapping are read again", async () => {
    const place = await own();
    const { id } = await uploadImport(place, western);
    const path = at(place.organizationId, id);
    const draft = (await place.api("GET", path)).body.data;
    expect([draft.encoding, draft.columns[2].samples]).toEqual(["windows-1252", ["Nîmes", "Orléans"]]);
    await place.api("POST", `${path}/check`, { mapping: ["facilityName", "fieldName", null] });
    const { status, body } = await place.api("POST", `${path}/encoding`, { encoding: "macintosh" });
    expect([status, body.data.encoding]).toEqual([200, "macintosh"]);
    expect(body.data.columns[2].samples).toEqual(["NÓmes", "OrlÈans"]);
    expect(body.data.mapping).toEqual(["facilityName", "fieldName", "city"]);
    expect((await place.api("GET", path)).body.data).toEqual(body.data);
    await place.api("POST", `${path}/encoding`, { encoding: "windows-1252" });
    await place.api("POST", `${path}/start`, { mapping: body.data.mapping });
    await testApp.jobs.runAll();
    expect((await list(place, "facilities")).map(({ name }: { name: string }) => name)).toEqual([
      "Gymnase",
      "Salle des fêtes",
    ]);
  });

  test("shows in the samples, which have a value with accents if there is one", async () => {
    const names = ["Gymnase", "Stade", "Piscine", "Salle", "École", "Théâtre"].map((name) => `${name};1\n`);
    const { columns } = await uploadImport(await own(), `site;terrain\n${names.join("")}`);
    expect(columns[0]?.samples).toEqual(["Gymnase", "Stade", "École"]);
  });

  test("is the chosen one in the import itself", async () => {
    const place = await own();
    const { id, mapping } = await uploadImport(place, western);
    await place.api("POST", `${at(place.organizationId, id)}/encoding`, { encoding: "macintosh" });
    await place.api("POST", `${at(place.organizationId, id)}/start`, { mapping });
    await testApp.jobs.runAll();
    expect((await list(place, "facilities")).map(({ name }: { name: string }) => name)).toContain("Salle des fÍtes");
  });

  test("that the file cannot have is refused beside its field, and so is one after the start", async () => {
    const place = await own();
    const { id, mapping } = await uploadImport(place, Buffer.from(text, "utf16le"));
    const path = `${at(place.organizationId, id)}/encoding`;
    const refused = await place.api("POST", path, { encoding: "utf-8" });
    expect([refused.status, refused.body.errors]).toEqual([422, { encoding: ["This is not a CSV file."] }]);
    expect((await place.api("POST", path, { encoding: "ebcdic" })).status).toBe(422);
    await place.api("POST", `${at(place.organizationId, id)}/start`, { mapping });
    expect((await place.api("POST", path, { encoding: "utf-8" })).status).toBe(409);
    await testApp.jobs.runAll();
  });

  test("stays UTF-8 where a few bytes are damaged: their rows are named and left out, all others keep their accents", async () => {
    const place = await own();
    const rows = Array.from({ length: 59 }, (_, index) => `Salle spécialisée;Carré ${index};Nîmes\n`).join("");
    const damaged = Buffer.from("Gymnase;Dojo \xc3\x28\xff;Lyon\n", "latin1");
    const report = await runImport(place, Buffer.concat([Buffer.from(`Site;Terrain;Ville\n${rows}`), damaged]));
    expect(report).toMatchObject({ facilities: { created: 1 }, fields: { created: 59 }, failed: 1 });
    expect(report.errors).toEqual([
      {
        line: 61,
        column: "Terrain",
        value: "Dojo \uFFFD(\uFFFD",
        message: "A character here cannot be read: correct the file, or choose another encoding",
      },
    ]);
    expect((await list(place, "facilities"))[0].name).toBe("Salle spécialisée");
  });
});

describe("an import", () => {
  test("makes facilities and fields as the file says, with the organization's defaults for the rest", async () => {
    const place = await own();
    await testApp.db
      .updateTable("organizations")
      .set({ approval_default: "manual" })
      .where("id", "=", place.organizationId)
      .execute();
    expect(await runImport(place, csv)).toEqual({
      facilities: { created: 2, updated: 0, unchanged: 0 },
      fields: { created: 3, updated: 0, unchanged: 0 },
      failed: 0,
      errors: [],
      warned: 0,
      warnings: [],
      sportValues: [],
    });
    const [hall, park] = await list(place, "facilities");
    expect(park).toMatchObject({
      name: "Parc des Sports",
      timezone: "Europe/Paris",
      parkingPlace: 40,
      shower: true,
      restroom: null,
      localization: {
        completeAddress: "12 rue du Stade, 69007 Lyon",
        latitude: 45.7313,
        longitude: 4.8334,
        address: { line1: "12 rue du Stade", postalCode: "69007", city: "Lyon", countryCode: "FR" },
      },
    });
    expect(hall.localization).toMatchObject({ completeAddress: "Bron", latitude: null });
    const fields = await list(place, "fields");
    const defaults = { status: "open", confidentiality: "public", bookable: false, approval: "manual" };
    expect(fields.map((field: { name: string }) => field.name)).toEqual(["Court 1", "Court 2", "Salle"]);
    expect(fields[0]).toMatchObject({
      ...defaults,
      space: "outdoor",
      lights: true,
      maxPeopleByEvent: 4,
      startStep: 30,
    });
    expect(fields[1]).toMatchObject({ lights: false, cancellationDeadline: null, minPeopleByEvent: 1 });
    expect(fields[1].sports.map((sport: { name: string }) => sport.name)).toEqual(["Tennis", "Padel"]);
    expect(fields[2]).toMatchObject({ space: "indoor", maxPeopleByEvent: 99, lights: null });
    // Each field can be booked because it has its own unit.
    const { rows } = await testApp.db
      .selectFrom("field_units")
      .select(({ fn }) => fn.countAll<string>().as("rows"))
      .where("organization_id", "=", place.organizationId)
      .executeTakeFirstOrThrow();
    expect(rows).toBe("3");
  });

  test("done twice changes nothing, with external ids and without", async () => {
    for (const drop of [false, true]) {
      const place = await own();
      const change = (mapping: (string | null)[]) =>
        mapping.map((target) => (drop && target?.endsWith("ExternalId") ? null : target));
      await runImport(place, csv, change);
      const before = [await list(place, "facilities"), await list(place, "fields")];
      testApp.clock.advance(1000);
      expect(await runImport(place, csv, change)).toMatchObject({
        facilities: { created: 0, updated: 0, unchanged: 2 },
        fields: { created: 0, updated: 0, unchanged: 3 },
        failed: 0,
      });
      expect([await list(place, "facilities"), await list(place, "fields")]).toEqual(before);
    }
  });

  test("changes what the file says otherwise, and leaves alone what it does not say", async () => {
    const place = await own();
    await runImport(place, csv);
    const changed = csv
      .replaceAll(";40;", ";;")
      .replaceAll("12 rue du Stade", "14 rue du Stade")
      .replace("Court 1;Tennis", "Centre Court;Padel");
    expect(await runImport(place, changed)).toMatchObject({
      facilities: { created: 0, updated: 1, unchanged: 1 },
      fields: { created: 0, updated: 1, unchanged: 2 },
    });
    const [, park] = await list(place, "facilities");
    expect(park).toMatchObject({ parkingPlace: 40, localization: { completeAddress: "14 rue du Stade, 69007 Lyon" } });
    const [court] = await list(place, "fields");
    expect([court.name, court.sports]).toEqual(["Centre Court", [{ id: 2, name: "Padel" }]]);
  });

  test("gives its ids and its spelling to what somebody made by hand", async () => {
    const place = await own();
    const { organizationId, api } = place;
    const facility = (await api("POST", `/organizations/${organizationId}/facilities`, { name: "PARC DES SPORTS" }))
      .body.data;
    const drop = (mapping: (string | null)[]) => mapping.map((target) => (target === "city" ? null : target));
    await api("POST", `/organizations/${organizationId}/fields`, { name: "court 1", facilityId: facility.id });
    expect(await runImport(place, csv, drop)).toMatchObject({
      facilities: { created: 1, updated: 1 },
      fields: { created: 2, updated: 1 },
    });
    expect((await list(place, "facilities"))[1]).toMatchObject({
      id: facility.id,
      name: "Parc des Sports",
      parkingPlace: 40,
    });
    expect(await runImport(place, csv, drop)).toMatchObject({ facilities: { unchanged: 2 }, fields: { unchanged: 3 } });
  });

  test("takes the zone of where a facility is", async () => {
    const place = await own();
    await runImport(place, "facility,field,lat,lon\nGarden,Court,40.7505,-73.9934\nAt sea,Deck,0,-30\n");
    const facilities = await list(place, "facilities");
    expect(facilities.map((facility: { timezone: string }) => facility.timezone)).toEqual([
      "Europe/Paris",
      "America/New_York",
    ]);
  });

  test("keeps formulas and what looks like markup as the text they are", async () => {
    const place = await own();
    await runImport(place, 'facility,field\n"=HYPERLINK(""x"")",<b>1</b>\n');
    expect((await list(place, "facilities"))[0].name).toBe('=HYPERLINK("x")');
    expect((await list(place, "fields"))[0].name).toBe("<b>1</b>");
  });

  test("is one entry of the activity, and lists hear of it", async () => {
    const place = await own();
    await runImport(place, csv);
    const { data } = (await place.api("GET", `/organizations/${place.organizationId}/activity`)).body;
    expect(data.map((entry: { act: string; after: object }) => [entry.act, entry.after])).toEqual([
      ["imports.start", { name: "courts.csv", rows: 3 }],
    ]);
    const changes = await testApp.db
      .selectFrom("changes")
      .select("module")
      .where("organization_id", "=", place.organizationId)
      .execute();
    expect(changes.map(({ module }) => module).toSorted()).toEqual(["facilities", "fields", "imports"]);
  });
});
