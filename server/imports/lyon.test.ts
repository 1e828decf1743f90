/** The census of the Lyon area, as it is published. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lyon, sendCsv } from "#tests/csv.ts";
import { openHouse, type Ask, type TestHouse } from "#tests/house.ts";

describe.skipIf(!lyon)("the Lyon area (skipped: ../shared/data is not there)", () => {
  let house: TestHouse;
  let ask: Ask;
  beforeAll(async () => {
    house = await openHouse();
    ask = house.as(await house.member(house.here, 2));
  });
  afterAll(() => house.close());
  const at = (path: string) => `/organizations/${house.here}/${path}`;

  async function bring() {
    const { id, mapping } = (await sendCsv(ask, house.here, lyon ?? "")).body.data;
    await ask("POST", at(`import/facilities/${id}/start`), { mapping });
    await house.jobs.runAll();
    return (await ask("GET", at(`import/facilities/${id}`))).body.data;
  }

  test("imports whole, without a word from anybody about its columns", async () => {
    const { state, report } = await bring();
    expect([state, report]).toEqual([
      "done",
      {
        facilities: { created: 727, updated: 0, unchanged: 0 },
        fields: { created: 2240, updated: 0, unchanged: 0 },
        failed: 0,
        errors: [],
      },
    ]);
  });

  test("changes nothing the second time", async () => {
    const { report } = await bring();
    expect(report).toMatchObject({ facilities: { unchanged: 727 }, fields: { unchanged: 2240 }, failed: 0 });
  });

  test("has its sports, towns, zones and spaces", async () => {
    const sports = await house.db
      .selectFrom("field_sports")
      .select(({ fn }) => ["sport_id", fn.countAll<string>().as("fields")])
      .where("organization_id", "=", house.here)
      .groupBy("sport_id")
      .execute();
    const of = new Map(sports.map((row) => [row.sport_id, Number(row.fields)]));
    expect([of.get(1), of.get(61), of.get(16), of.get(31)]).toEqual([415, 113, 57, 64]);
    const without = await house.db
      .selectFrom("fields")
      .select("id")
      .where("organization_id", "=", house.here)
      .where("id", "not in", house.db.selectFrom("field_sports").select("field_id"))
      .execute();
    expect(without).toHaveLength(133);
    const { data, meta } = (await ask("GET", at("facilities?q=albigny"))).body;
    expect(meta.total).toBeGreaterThan(3);
    expect(data[0]).toMatchObject({
      timezone: "Europe/Paris",
      localization: { completeAddress: "Albigny-sur-Saône", address: { city: "Albigny-sur-Saône", line1: null } },
    });
    const { data: skate } = (await ask("GET", at("fields?q=skate&per_page=100"))).body;
    expect(new Set(skate.map((field: { space: string }) => field.space))).toContain("outdoor");
  });
});
