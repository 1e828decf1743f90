import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const list = async (language?: string) =>
  (await testApp.as(null)("GET", "/general/sports", undefined, language ? { "accept-language": language } : {})).body
    .data as { id: number; name: string }[];

test("sports have the same ids in both languages, and are sorted as each is read", async () => {
  const [english, french] = [await list(), await list("fr-FR,fr;q=0.9")];
  expect(english).toHaveLength(80);
  expect(new Set(english.map((sport) => sport.id))).toEqual(new Set(french.map((sport) => sport.id)));
  expect(english).toContainEqual({ id: 1, name: "Tennis" });
  expect(french.find((sport) => sport.name === "Équitation")?.id).toBe(
    english.find((sport) => sport.name === "Horse riding")?.id,
  );
  const names = french.map((sport) => sport.name);
  expect(names).toEqual(names.toSorted(new Intl.Collator("fr").compare));
});
