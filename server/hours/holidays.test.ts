import { afterAll, beforeAll, expect, test } from "vitest";
import { countries, countryIds } from "#contract/general-countries-rules.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let anybody: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  anybody = testApp.as(await testApp.person());
});
afterAll(() => testApp.close());

const read = async (query: string, language = "en") =>
  (await anybody("GET", `/general/holidays?${query}`, undefined, { "accept-language": language })).body.data as {
    date: string;
    name: string;
  }[];
const namesOf = (days: { name: string }[]) => days.map(({ name }) => name);

test("the eleven public holidays of France, named in the reader's language", async () => {
  const french = await read("country=FR&year=2026", "fr");
  expect(french).toEqual([
    { date: "2026-01-01", name: "Nouvel An" },
    { date: "2026-04-06", name: "Lundi de Pâques" },
    { date: "2026-05-01", name: "Fête du travail" },
    { date: "2026-05-08", name: "Fête de la Victoire 1945" },
    { date: "2026-05-14", name: "Ascension" },
    { date: "2026-05-25", name: "Lundi de Pentecôte" },
    { date: "2026-07-14", name: "Fête Nationale de la France" },
    { date: "2026-08-15", name: "Assomption" },
    { date: "2026-11-01", name: "Toussaint" },
    { date: "2026-11-11", name: "Armistice 1918" },
    { date: "2026-12-25", name: "Noël" },
  ]);
  const english = await read("year=2026");
  expect(english.map(({ date }) => date)).toEqual(french.map(({ date }) => date));
  expect(namesOf(english)).toEqual(expect.arrayContaining(["Labour Day", "Bastille Day", "All Saints' Day"]));
});

test("the eleven of the United States, as Americans call them, on the days themselves", async () => {
  const days = await read("country=US&year=2026");
  expect(namesOf(days)).toEqual([
    "New Year's Day",
    "Martin Luther King Jr. Day",
    "Washington's Birthday",
    "Memorial Day",
    "Juneteenth",
    "Independence Day",
    "Labor Day",
    "Columbus Day",
    "Veterans Day",
    "Thanksgiving Day",
    "Christmas Day",
  ]);
  // 4 July is a Saturday: the substitute day on Friday is left out.
  expect(days.find(({ name }) => name === "Independence Day")?.date).toBe("2026-07-04");
  expect(namesOf(await read("country=US&year=2026", "fr"))).toEqual(
    expect.arrayContaining(["Nouvel An", "Jour de l’Indépendance", "Fête du travail", "Noël"]),
  );
});

test("two on one day are one", async () => {
  // Ascension fell on 1 May in 2008.
  const days = (await read("country=FR&year=2008")).filter(({ date }) => date === "2008-05-01");
  expect(days).toHaveLength(1);
});

test("an exception can be made of each of them, as it is", async () => {
  const manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  for (const year of [1970, 2026, 2199]) {
    const days = await read(`country=FR&year=${year}`, "fr");
    expect(days.length).toBeGreaterThanOrEqual(10);
    const exceptions = days.map(({ date, name }) => ({ name, from: date, to: date }));
    const draft = { name: `Year ${year}`, hours: [], exceptions };
    expect(
      (await manager("POST", `/organizations/${testApp.organizationId}/opening-hour-patterns`, draft)).status,
    ).toBe(201);
  }
});

test("other countries and centuries are refused", async () => {
  const refused = async (query: string) =>
    Object.keys((await anybody("GET", `/general/holidays?${query}`)).body.errors ?? {});
  expect(await refused("country=JP&year=2026")).toEqual(["country"]);
  expect(await refused("country=FR&year=1969")).toEqual(["year"]);
  expect(await refused("country=FR&year=soon")).toEqual(["year"]);
  expect(await read("country=FR")).toEqual(await read("country=FR&year=2026"));
});

test.each(countryIds.map((id) => countries[id].code))(
  "the holidays of %s have names in both languages",
  async (country) => {
    for (const language of ["en", "fr"]) {
      const days = await read(`country=${country}&year=2026`, language);
      expect(days.length).toBeGreaterThanOrEqual(5);
      // Neither Greek nor Cyrillic: English stands in where a name is in no language of the reader.
      expect(namesOf(days).filter((name) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(name))).toEqual([]);
    }
  },
);
