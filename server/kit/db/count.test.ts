/** Totals of lists: counted while they are small, estimated above, and never sought row by row in a large table. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "#tests/support/test-app.ts";
import { countOrEstimate } from "./count.ts";
import { countRows, isPlannedForValues } from "./database.ts";

const testApp = await createTestApp();
/** Ten rows, for which the planner expects a third of all. */
const listFirstTen = (size: number) =>
  testApp.db
    .selectFrom(sql<{ n: number }>`generate_series(1, ${sql.lit(size)})`.as<"numbers">(sql`numbers(n)`))
    .select("n")
    .where("n", "<=", 10);

test("rows are counted up to a thousand", async () => {
  expect(await countOrEstimate(testApp.db, listFirstTen(90_000))).toEqual({ total: 10, estimate: false });
});

test("above, the planner estimates them", async () => {
  const many = listFirstTen(90_000).clearWhere().where("n", ">", 10);
  expect(await countOrEstimate(testApp.db, many)).toEqual({ total: 30_000, estimate: true });
});

test("a search that the planner expects to find much is not counted, because it may be read to its end", async () => {
  const search = (size: number) => countOrEstimate(testApp.db, listFirstTen(size).where(isPlannedForValues));
  expect(await search(90_000)).toEqual({ total: 30_000, estimate: true });
  expect(await search(9000)).toEqual({ total: 10, estimate: false });
});

test("where matches are not to be counted, the total of a search stays open, and others are counted", async () => {
  const search = listFirstTen(9000).where(isPlannedForValues);
  expect(await countRows(testApp.db, search, false)).toEqual({ total: 0, estimate: true });
  expect(await countRows(testApp.db, search, true)).toEqual({ total: 10, estimate: false });
  expect(await countRows(testApp.db, listFirstTen(9000), false)).toEqual({ total: 10, estimate: false });
});
