/** The published census of sports facilities in the Lyon area. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lyonCsv, uploadCsv } from "#tests/support/csv-upload.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

describe.skipIf(!lyonCsv)("the Lyon area (skipped: ../shared/data is not there)", () => {
  let testApp: TestApp;
  let api: ApiCall;
  beforeAll(async () => {
    testApp = await createTestApp();
    api = testApp.as(await testApp.member(testApp.organizationId, 2));
  });
  afterAll(() => testApp.close());
  const at = (path: string) => `/organizations/${testApp.organizationId}/${path}`;

  async function bring() {
    const { id, mapping } = (await uploadCsv(api, testApp.organizationId, lyonCsv ?? "")).body.data;
    await api("POST", at(`import/facilities/${id}/start`), { mapping });
    await testApp.jobs.runAll();
    return (await api("GET", at(`import/facilities/${id}`))).body.data;
  }

  test("imports whole, with a warning for each field of a type that stands for no sport", async () => {
    const { state, report } = await bring();
    expect([state, report]).toEqual([
      "done",
      {
        facilities: { created: 727, updated: 0, unchanged: 0 },
        fields: { created: 2240, updated: 0, unchanged: 0 },
        failed: 0,
        errors: [],
        warned: 133,
        warnings: expect.any(Array),
        sportValues: expect.arrayContaining([
          { value: "Salles polyvalentes / des fêtes / non spécialisées", rows: 102, sportIds: null },
        ]),
      },
    ]);
    expect(report.warnings).toHaveLength(133);
    expect(report.warnings[0].message).toBe(
      "“Salles polyvalentes / des fêtes / non spécialisées” stands for no sport: the field comes without one",
    );
  });

  test("changes nothing the second time", async () => {
    const { report } = await bring();
    expect(report).toMatchObject({ facilities: { unchanged: 727 }, fields: { unchanged: 2240 }, failed: 0 });
  });

  test("has its sports, towns, zones and spaces", async () => {
    const sports = await testApp.db
      .selectFrom("field_sports")
      .select(({ fn }) => ["sport_id", fn.countAll<string>().as("fields")])
      .where("organization_id", "=", testApp.organizationId)
      .groupBy("sport_id")
      .execute();
    const of = new Map(sports.map((row) => [row.sport_id, Number(row.fields)]));
    expect([of.get(1), of.get(61), of.get(16), of.get(31)]).toEqual([415, 113, 57, 64]);
    const without = await testApp.db
      .selectFrom("fields")
      .select("id")
      .where("organization_id", "=", testApp.organizationId)
      .where("id", "not in", testApp.db.selectFrom("field_sports").select("field_id"))
      .execute();
    expect(without).toHaveLength(133);
    const { data, meta } = (await api("GET", at("facilities?q=albigny"))).body;
    expect(meta.total).toBeGreaterThan(3);
    expect(data[0]).toMatchObject({
      timezone: "Europe/Paris",
      localization: { completeAddress: "Albigny-sur-Saône", address: { city: "Albigny-sur-Saône", line1: null } },
    });
    const { data: skate } = (await api("GET", at("fields?q=skate&per_page=100"))).body;
    expect(new Set(skate.map((field: { space: string }) => field.space))).toContain("outdoor");
  });
});
