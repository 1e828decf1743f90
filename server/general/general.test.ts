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
    sms: false,
    push: { key: expect.stringMatching(/^[\w-]{87}$/) },
    operator: {
      name: null,
      address: null,
      email: null,
      phone: null,
      registration: null,
      publisher: null,
      hostName: null,
      hostAddress: null,
      hostPhone: null,
    },
    processors: ["push"],
  });
});

test("countries have their names in the reader's language", async () => {
  const listCountries = (language: string) =>
    testApp.as(null)("GET", "/general/countries", undefined, { "accept-language": language });
  const french = (await listCountries("fr")).body.data as { id: number; name: string }[];
  expect(french).toHaveLength(32);
  expect(french).toContainEqual({ id: 250, code: "FR", name: "France", currency: "EUR", timezones: expect.any(Array) });
  expect(french).toContainEqual({
    id: 756,
    code: "CH",
    name: "Suisse",
    currency: "CHF",
    timezones: ["Europe/Zurich"],
  });
  expect(french.map(({ name }) => name).slice(0, 4)).toEqual(["Allemagne", "Autriche", "Belgique", "Bulgarie"]);
  expect((await listCountries("en-GB")).body.data).toContainEqual(
    expect.objectContaining({ id: 840, code: "US", name: "United States", currency: "USD" }),
  );
});

test("the API's own document is there", async () => {
  const { body } = await testApp.as(null)("GET", "/openapi.json");
  expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
});
