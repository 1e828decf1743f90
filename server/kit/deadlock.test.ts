/** Two calls that each hold what the other one wants: PostgreSQL ends one of them, and both succeed. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { post, room } from "#contract/kit.ts";
import { monday, openHouse, type Ask, type TestHouse } from "#tests/house.ts";
import { serve } from "./serve.ts";

const Names = z.strictObject({ first: z.string(), second: z.string() });
const swaps = room("swaps", {
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
/** Opens when both calls hold their first thing. */
let bothHold: PromiseWithResolvers<void>;
const binding = serve(swaps, {
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

let house: TestHouse;
let manager: Ask;
beforeAll(async () => {
  house = await openHouse({ more: [{ contract: swaps, binding }] });
  manager = house.as(await house.member(house.here, 2));
  await sql`create table things (name text primary key, taken integer not null default 0)`.execute(house.db);
});
afterAll(() => house.close());
beforeEach(async () => {
  house.clock.set(monday);
  attempts = {};
  bothHold = Promise.withResolvers();
  await sql`delete from things`.execute(house.db);
  await sql`insert into things (name) values ('net'), ('ball')`.execute(house.db);
});

const swap = (first: string, second: string, headers = {}) =>
  manager("POST", `/organizations/${house.here}/swaps`, { first, second }, headers);
const taken = async () =>
  (await sql<{ taken: number }>`select taken from things order by name`.execute(house.db)).rows.map((row) => row.taken);
const counted = async () => {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(house.db);
  return rows[0]?.deadlocks ?? 0;
};
const entries = () => house.db.selectFrom("activity").select("id").where("act", "=", "swaps.swap").execute();

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
