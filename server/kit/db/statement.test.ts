import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { statement } from "./statement.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test("a statement is built once for each variant and set of names, and asked with the values of each call", async () => {
  let built = 0;
  const findSports = statement((db, { ids, name }: { ids: number[]; name?: string }, order: "asc" | "desc") => {
    built += 1;
    const found = db
      .selectFrom("sports")
      .select("id")
      .where(sql<boolean>`id = any(${ids}::int[])`);
    return (name === undefined ? found : found.where("name_en", "=", name)).orderBy("id", order);
  });
  const ids = async (db: Database, values: { ids: number[]; name?: string }, order: "asc" | "desc") =>
    (await findSports(db, values, order)).map(({ id }) => id);
  expect(await ids(testApp.db, { ids: [1, 3] }, "asc")).toEqual([1, 3]);
  expect(await ids(testApp.db, { ids: [2, 3, 4] }, "asc")).toEqual([2, 3, 4]);
  expect(built).toBe(1);
  expect(await ids(testApp.db, { ids: [1, 3] }, "desc")).toEqual([3, 1]);
  expect(await ids(testApp.db, { ids: [1, 3], name: "Nothing" }, "asc")).toEqual([]);
  expect(built).toBe(3);
});

test("a statement that looks at a value while it is built fails, rather than keep what the first call had", async () => {
  const looks = statement((db, { id }: { id: number }) =>
    db
      .selectFrom("sports")
      .selectAll()
      .where("id", "=", id + 1),
  );
  await expect(looks(testApp.db, { id: 1 })).rejects.toThrow("The value of id is not known");
});
