import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { MAX_EXACT_TOTAL } from "./count.ts";
import type { Database } from "./database.ts";
import { findFewMatches } from "./few-matches.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await sql`insert into changes (organization_id, module, subject_id, at)
    select '01900000-0000-7000-8000-000000000001', 'events', n::text, '2026-06-01'
    from generate_series(1, ${MAX_EXACT_TOTAL + 1}::int) as n`.execute(db);
});
afterAll(() => database.drop());

const firstSubjects = (count: number) =>
  db
    .selectFrom("changes")
    .select("subject_id as id")
    .$narrowType<{ id: string }>()
    .where(sql<boolean>`subject_id::int <= ${count}`);

test("a row that matches in several ways is one match", async () => {
  const found = await findFewMatches(db, "court", [firstSubjects(2), firstSubjects(3)]);
  expect(found?.toSorted()).toEqual(["1", "2", "3"]);
});

test("matches are few as long as their exact total is", async () => {
  expect(await findFewMatches(db, "court", [firstSubjects(MAX_EXACT_TOTAL)])).toHaveLength(MAX_EXACT_TOTAL);
  expect(await findFewMatches(db, "court", [firstSubjects(MAX_EXACT_TOTAL + 1)])).toBeUndefined();
});

test("a text without three letters or digits in a row is not looked up, because no index has it", async () => {
  expect(await findFewMatches(db, "ab -c", [firstSubjects(2)])).toBeUndefined();
  expect(await findFewMatches(db, "été", [firstSubjects(2)])).toHaveLength(2);
});
