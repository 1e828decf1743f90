import { afterAll, beforeAll, expect, test } from "vitest";
import { openHouse, type TestHouse } from "#tests/house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test("anyone may know the public settings, and no others", async () => {
  const { body } = await house.as(null)("GET", "/general/config");
  expect(body.data).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    languages: ["en", "fr"],
    demo: false,
    payments: "off",
    addresses: ["local"],
  });
});

test("countries are named in the reader's language", async () => {
  const ask = (language: string) =>
    house.as(null)("GET", "/general/countries", undefined, { "accept-language": language });
  expect((await ask("fr")).body.data).toEqual([
    { id: 250, code: "FR", name: "France" },
    { id: 840, code: "US", name: "États-Unis" },
  ]);
  expect((await ask("en-GB")).body.data[1]).toEqual({ id: 840, code: "US", name: "United States" });
});

test("the API's own document is there", async () => {
  const { body } = await house.as(null)("GET", "/openapi.json");
  expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
});
