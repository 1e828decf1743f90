import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { lyonCsv } from "#tests/support/csv-upload.ts";
import { createSportRecognizer, mergeRecognized, splitSports, type SportRecognizer } from "./recognize.ts";
import { listSports } from "./queries.ts";

let testApp: TestApp;
let recognize: SportRecognizer;
beforeAll(async () => {
  testApp = await createTestApp();
  recognize = createSportRecognizer([...(await listSports(testApp.db, "en")), ...(await listSports(testApp.db, "fr"))]);
});
afterAll(() => testApp.close());
const ids = (text: string) => {
  const parts = splitSports(text, recognize);
  const unknown = parts.flatMap((part) => (part.recognized ? [] : [part.text]));
  const { sportIds } = mergeRecognized(parts.flatMap((part) => part.recognized ?? []));
  return unknown.length > 0 ? { sportIds, unknown } : sportIds;
};

test("every sport is known by its names in both languages, whatever the case and the accents", async () => {
  for (const language of ["en", "fr"] as const)
    for (const { id, name } of await listSports(testApp.db, language)) {
      expect([name, ids(name)]).toEqual([name, [id]]);
      expect(ids(name.toUpperCase().normalize("NFD").replace(/\p{M}/gu, ""))).toEqual([id]);
    }
});

test.each([
  ["Foot", [3]],
  ["tennis court", [1]],
  ["Court de padel", [2]],
  ["Terrain de futsal", [11]],
  ["ping-pong", [8]],
  ["Tennis, Padel", [1, 2]],
  ["football / rugby", [3, 10]],
  ["Tennis et squash", [1, 9]],
  ["basket; hand\nvolley", [4, 6, 5]],
  ["Tennis, tennis", [1]],
  ["Salle polyvalente", []],
  ["Tennis, quidditch", { sportIds: [1], unknown: ["quidditch"] }],
  ["quidditch", { sportIds: [], unknown: ["quidditch"] }],
  ["Salle de quidditch/tennis & co", { sportIds: [], unknown: ["Salle de quidditch/tennis & co"] }],
  [
    "Quidditch/Broomball, Padel; Bossaball et tennis",
    { sportIds: [2], unknown: ["Quidditch/Broomball", "Bossaball et tennis"] },
  ],
  ["Tennis/Padel | Squash", [1, 2, 9]],
])("%s", (text, expected) => expect(ids(text)).toEqual(expected));

describe("types of the French census", () => {
  test.each([
    ["Court de tennis", [1], undefined],
    ["Plateau EPS/Multisports/city-stades", [3, 4, 6], "outdoor"],
    ["Dojo / Salle d'arts martiaux", [31, 32, 34, 35, 33], "indoor"],
    ["Stade d’athlétisme", [21], "outdoor"],
    ["Bassin sportif de natation", [16], undefined],
    ["Terrain de boules", [61], undefined],
    ["Salle multisports (gymnase)", [4, 6, 5, 7], "indoor"],
    ["Salles polyvalentes / des fêtes / non spécialisées", [], "indoor"],
    ["Boucle de randonnée", [], "outdoor"],
  ])("%s", (type, sportIds, space) => expect(recognize(type)).toEqual({ sportIds, space }));

  test.skipIf(!lyonCsv)("every type of the Lyon area (skipped: ../shared/data is not there) is known", () => {
    const [header = "", ...rows] = String(lyonCsv).trim().split(/\r?\n/);
    const at = header.split(",").indexOf("type");
    // The first columns may be quoted; the last ones never contain a comma.
    const types = rows.map((row) => row.split(",").at(at - header.split(",").length) ?? "");
    expect(new Set(types).size).toBeGreaterThan(60);
    expect(types.filter((type) => recognize(type.replaceAll('"', "")) === undefined)).toEqual([]);
  });
});
