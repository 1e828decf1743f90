/** Two requests that each lock the row that the other needs: PostgreSQL aborts one, and after a retry both succeed. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { post, defineModule } from "#contract/kit.ts";
import { countDeadlocks } from "#tests/support/count-deadlocks.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { serveModule } from "./serve-module.ts";

const Names = z.strictObject({ first: z.string(), second: z.string() });
const swaps = defineModule("swaps", {
  swap: post("/organizations/{organizationId}/swaps", {
    allow: "organizations.show",
    summary: "Hold one thing, then another",
    body: Names,
    example: { first: "net", second: "ball" },
    returns: z.object({ attempts: z.int() }),
    idempotent: true,
  }),
});

let attempts: Record<string, number> = {};
let bothHold: PromiseWithResolvers<void>;
const binding = serveModule(swaps, {
  swap: async ({ db, body, record }) => {
    const { first, second } = body;
    const take = (name: string) => sql`update things set taken = taken + 1 where name = ${name}`.execute(db);
    attempts[first] = (attempts[first] ?? 0) + 1;
    await take(first);
    if (Object.keys(attempts).length === 2) bothHold.resolve();
    await bothHold.promise;
    await take(second);
    record({ after: { first } });
    return { attempts: attempts[first] };
  },
});

let testApp: TestApp;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp({ extraModules: [{ contract: swaps, binding }] });
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  await sql`create table things (name text primary key, taken integer not null default 0)`.execute(testApp.db);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  attempts = {};
  bothHold = Promise.withResolvers();
  await sql`delete from things`.execute(testApp.db);
  await sql`insert into things (name) values ('net'), ('ball')`.execute(testApp.db);
});

const swap = (first: string, second: string, headers = {}) =>
  manager("POST", `/organizations/${testApp.organizationId}/swaps`, { first, second }, headers);
const taken = async () =>
  (await sql<{ taken: number }>`select taken from things order by name`.execute(testApp.db)).rows.map(
    (row) => row.taken,
  );
const counted = () => countDeadlocks(testApp.db);
const entries = () => testApp.db.selectFrom("activity").select("id").where("act", "=", "swaps.swap").execute();

test("of two calls that wait for each other both succeed, one at its second attempt, and each is written once", async () => {
  const before = await counted();
  const [one, other] = await Promise.all([swap("net", "ball"), swap("ball", "net")]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect([one.body.data.attempts, other.body.data.attempts].toSorted()).toEqual([1, 2]);
  expect(await taken()).toEqual([2, 2]);
  expect(await entries()).toHaveLength(2);
  await expect.poll(counted, { timeout: 10_000 }).toBe(before + 1);
});

test("a call that is tried again keeps its key: repeated once more it gives the same answer", async () => {
  const keys = [{ "idempotency-key": "one" }, { "idempotency-key": "other" }] as const;
  const answers = await Promise.all([swap("net", "ball", keys[0]), swap("ball", "net", keys[1])]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const again = await Promise.all([swap("net", "ball", keys[0]), swap("ball", "net", keys[1])]);
  expect(again.map(({ body }) => body)).toEqual(answers.map(({ body }) => body));
  expect(await taken()).toEqual([2, 2]);
});
