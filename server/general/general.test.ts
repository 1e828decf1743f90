import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test("anyone may know the public settings, and no others", async () => {
  const { body } = await testApp.as(null)("GET", "/general/config");
  expect(body.data).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    languages: ["en", "fr"],
    demo: false,
    payments: "off",
    addresses: ["local"],
  });
});

test("countries are named in the reader's language", async () => {
  const listCountries = (language: string) =>
    testApp.as(null)("GET", "/general/countries", undefined, { "accept-language": language });
  expect((await listCountries("fr")).body.data).toEqual([
    { id: 250, code: "FR", name: "France" },
    { id: 840, code: "US", name: "États-Unis" },
  ]);
  expect((await listCountries("en-GB")).body.data[1]).toEqual({ id: 840, code: "US", name: "United States" });
});

test("the API's own document is there", async () => {
  const { body } = await testApp.as(null)("GET", "/openapi.json");
  expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
});
