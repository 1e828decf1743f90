import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runBeforeCommit } from "./before-commit.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("work before the commit comes after all else, in its order, and what it adds comes after it", async () => {
  const done: string[] = [];
  const answer = await database.db.transaction().execute(async (db) => {
    runBeforeCommit(db, async () => {
      done.push("first");
      runBeforeCommit(db, async () => void done.push("last"));
    });
    runBeforeCommit(db, async () => void done.push("second"));
    done.push("transaction");
    return "answer";
  });
  expect([answer, ...done]).toEqual(["answer", "transaction", "first", "second", "last"]);
});

test("work that fails undoes the transaction; one that fails itself does no such work", async () => {
  const { db } = database;
  const insert = (name: string, then: () => Promise<void>, fails: boolean) =>
    db.transaction().execute(async (inner) => {
      runBeforeCommit(inner, then);
      await inner
        .insertInto("secrets")
        .values({ name, value: Buffer.of(1) })
        .execute();
      if (fails) throw new Error("Refused");
    });
  await expect(insert("one", () => Promise.reject(new Error("Not written")), false)).rejects.toThrow("Not written");
  let isDone = false;
  await expect(insert("two", async () => void (isDone = true), true)).rejects.toThrow("Refused");
  const kept = await db.selectFrom("secrets").select("name").where("name", "in", ["one", "two"]).execute();
  expect([isDone, kept]).toEqual([false, []]);
});

test("without a transaction there is no such work, and a dry run does none", async () => {
  const { db } = database;
  expect(() => runBeforeCommit(db, async () => undefined)).toThrow("no transaction");
  let isDone = false;
  const attempt = await db.startTransaction().execute();
  runBeforeCommit(attempt, async () => void (isDone = true));
  await attempt.rollback().execute();
  expect(isDone).toBe(false);
});
