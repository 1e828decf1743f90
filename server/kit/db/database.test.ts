import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import {
  isAnyOf,
  inScope,
  findBrokenConstraint,
  isDatabaseError,
  openDatabase,
  pageMeta,
  paginate,
  type Database,
} from "./database.ts";
import { matchesText } from "./text-search.ts";

let database: TestDatabase;
let db: Database;
const tenants = [
  "01900000-0000-7000-8000-000000000001",
  "01900000-0000-7000-8000-000000000002",
  "01900000-0000-7000-8000-000000000003",
] as const;
const fill = (organizationId: string, count: number) =>
  sql`insert into changes (organization_id, module, subject_id, at) select ${organizationId}::uuid, 'events', n::text, '2026-06-01' from generate_series(1, ${count}::int) as n`.execute(
    db,
  );
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await fill(tenants[0], 45);
  await fill(tenants[1], 10_400);
  await sql`analyze changes`.execute(db);
});
afterAll(() => database.drop());

const changesOf = (organizationId: string) =>
  db.selectFrom("changes").select(["id", "subject_id"]).where(inScope("organization_id", organizationId)).orderBy("id");

describe("a page", () => {
  test.each([
    [1, 20, 20, 3],
    [2, 20, 20, 3],
    [3, 20, 5, 3],
    [4, 20, 0, 3],
    [1_000_000_000, 100, 0, 1],
    [1, 45, 45, 1],
    [1, 100, 45, 1],
    [45, 1, 1, 45],
  ])("%i of %i rows each has %i rows, and the true meta", async (page, per_page, rows, last_page) => {
    const { data, meta } = await paginate(db, changesOf(tenants[0]), { page, per_page });
    expect(data).toHaveLength(rows);
    expect(meta).toEqual({ current_page: page, last_page, total: 45, per_page });
  });

  test("of nothing is the first and last", async () => {
    const { data, meta } = await paginate(db, changesOf("01900000-0000-7000-8000-000000000009"), {
      page: 1,
      per_page: 20,
    });
    expect([data, meta]).toEqual([[], { current_page: 1, last_page: 1, total: 0, per_page: 20 }]);
  });

  test("each row is on one page", async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => paginate(db, changesOf(tenants[0]), { page, per_page: 10 })),
    );
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(new Set(ids).size).toBe(45);
  });

  test.each([
    [1000, { total: 1000 }],
    [1001, { total: expect.any(Number), total_is_estimate: true }],
  ])("of %i rows has this total: %o", async (count, total) => {
    const rows = changesOf(tenants[1]).where(sql<boolean>`subject_id::int <= ${count}`);
    const { meta } = await paginate(db, rows, { page: 1, per_page: 20 });
    const { current_page: _, last_page: __, per_page: ___, ...given } = meta;
    expect(given).toEqual(total);
  });

  test("an estimated total is kept for a minute", async () => {
    const now = vi.spyOn(performance, "now");
    const list = db.selectFrom("changes").select("id").where("organization_id", "=", tenants[2]).orderBy("id");
    const totalAt = async (second: number) => {
      now.mockReturnValue(1_000_000_000 + second * 1000);
      return (await paginate(db, list, { page: 1, per_page: 20 })).meta.total;
    };
    await fill(tenants[2], 2000);
    const first = await totalAt(0);
    await fill(tenants[2], 2000);
    await sql`analyze changes`.execute(db);
    expect(await totalAt(59)).toBe(first);
    expect(await totalAt(61)).toBeGreaterThan(first + 1000);
    now.mockRestore();
    await db.deleteFrom("changes").where("organization_id", "=", tenants[2]).execute();
    await sql`analyze changes`.execute(db);
  });

  test("of more than ten thousand rows has a total that says it is an estimate, and is near", async () => {
    const { meta } = await paginate(db, changesOf(tenants[1]), { page: 2, per_page: 20 });
    expect(meta.total_is_estimate).toBe(true);
    expect(meta.total).toBeGreaterThan(10_000);
    expect(meta.total).toBeLessThan(11_500);
    expect(meta.last_page).toBe(Math.ceil(meta.total / 20));
  });

  test("the last page of a long list is counted truly all the same", async () => {
    const { data, meta } = await paginate(db, changesOf(tenants[1]), { page: 104, per_page: 100 });
    expect(data).toHaveLength(100);
    expect(meta.total).toBeGreaterThan(10_000);
  });
});

test("an estimate that is too low hides no page: behind a full one there is another", () => {
  const count = { total: 10_001, estimate: true };
  const metaOf = (page: number, onPage: number) => pageMeta(count, { page, per_page: 100 }, onPage);
  expect(metaOf(1, 100)).toMatchObject({ total: 10_001, last_page: 101 });
  expect(metaOf(200, 100)).toMatchObject({ total: 20_001, last_page: 201 });
  expect(metaOf(200, 30)).toMatchObject({ total: 19_930, last_page: 200 });
  expect(metaOf(5000, 0)).toMatchObject({ total: 10_001, last_page: 101 });
});

test("the platform's scope holds every organization", async () => {
  const { total } = await db
    .selectFrom("changes")
    .select(sql<number>`count(*)::int`.as("total"))
    .where(inScope("organization_id", "all"))
    .executeTakeFirstOrThrow();
  expect(total).toBe(10_445);
});

test.each([
  ["Évreux", "evreux", true],
  ["evreux", "ÉVR", true],
  ["Court 1", "urt", true],
  ["Court 1", "Court  1", false],
  ["100 %", "100 %", true],
  ["100 percent", "100 %", false],
  ["a_b", "a_b", true],
  ["axb", "a_b", false],
  ["back\\slash", "k\\s", true],
  ["Œuvre", "oeuvre", true],
  ["x'; drop table users; --", "'; drop", true],
])("a search in %o for %o: %o", async (text, q, found) => {
  const { rows } = await sql<{ found: boolean }>`select ${matchesText(sql<string>`${text}::text`, q)} as found`.execute(
    db,
  );
  expect(rows[0]?.found).toBe(found);
});

test("a search is planned for its text, and leaves no prepared statement behind", async () => {
  await db.connection().execute(async (connection) => {
    for (const q of ["Court", "it's 100 % \\ of x", "Court"])
      await connection
        .selectFrom("changes")
        .select("id")
        .where(matchesText(sql`module`, q))
        .execute();
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%fold(module)%'
        and statement not like '%pg_prepared_statements%'`.execute(connection);
    expect(rows).toEqual([]);
  });
});

test("many ids are one statement", async () => {
  const ids = await db
    .selectFrom("changes")
    .select("subject_id")
    .where(inScope("organization_id", tenants[0]))
    .where(isAnyOf("subject_id", ["1", "2", "x"]))
    .execute();
  expect(ids).toHaveLength(2);
  const none = await db.selectFrom("changes").select("subject_id").where(isAnyOf("subject_id", [])).execute();
  expect(none).toEqual([]);
});

test("what the database refuses is known by its code and constraint", async () => {
  const row = {
    id: tenants[0],
    email: "a@example.org",
    first_name: "A",
    last_name: "B",
    password_hash: "",
    email_verified_at: new Date(0),
    created_at: new Date(0),
    updated_at: new Date(0),
  };
  await db.insertInto("users").values(row).execute();
  const failure = await db
    .insertInto("users")
    .values({ ...row, id: tenants[1] })
    .execute()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(isDatabaseError(failure) && [failure.code, failure.constraint]).toEqual(["23505", "users_email_key"]);
  expect(findBrokenConstraint(failure)).toBe("users_email_key");
  const ofShard = new Error('duplicate key value violates unique constraint "a_key_102041"');
  expect(findBrokenConstraint(Object.assign(ofShard, { code: "23505" }))).toBe("a_key");
  expect(findBrokenConstraint(new Error("no"))).toBeUndefined();
  expect(isDatabaseError(Object.assign(new Error("no"), { code: "ECONNREFUSED" }))).toBe(false);
});

test("a connection that the server ends within a transaction, or idle, is told, and ends no more than itself", async () => {
  const told: Error[] = [];
  const { db: other, pool, close } = openDatabase(database.url, { max: 1, onError: (error) => told.push(error) });
  const pidOf = async (on: Database) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid ?? 0;
  const terminate = async (on: Database) => {
    const [pid, before] = [await pidOf(on), told.length];
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(before), { timeout: 5000 });
    return pid;
  };
  const work = other.transaction().execute(async (trx) => {
    await terminate(trx);
    await sql`select 1`.execute(trx);
  });
  await expect(work).rejects.toThrow("not queryable");
  expect(await terminate(other)).not.toBe(await pidOf(other));
  expect(pool.totalCount).toBe(1);
  await close();
});

const planMode = sql<string>`current_setting('plan_cache_mode')`;

test("statements are planned once, later pages too, but searches for their values", async () => {
  const { db: one, close } = openDatabase(database.url, { max: 1 });
  const subjects = one.selectFrom("changes").select("subject_id").where(inScope("organization_id", tenants[0]));
  for (let round = 1; round <= 7; round += 1) {
    await subjects.where("module", "=", "events").execute();
    await paginate(one, subjects.orderBy("id"), { page: 1, per_page: 20 });
  }
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
    where statement like 'select "subject_id" from "changes"%'`.execute(one);
  expect(rows).toEqual([
    { generic: 7, custom: 0 },
    { generic: 7, custom: 0 },
  ]);
  const found = subjects.select(planMode.as("mode")).where(matchesText(sql`module`, "event"));
  expect(await found.limit(1).execute()).toMatchObject([{ mode: "auto" }]);
  const later = await paginate(one, subjects.select(planMode.as("mode")).orderBy("id"), { page: 2, per_page: 1 });
  expect(later.data).toMatchObject([{ mode: "force_generic_plan" }]);
  const failing = one.transaction().execute(async (trx) => {
    await sql`select 1 / 0 from changes where ${matchesText(sql`module`, "event")}`.execute(trx);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect((await sql<{ mode: string }>`select ${planMode} as mode`.execute(one)).rows).toEqual([
    { mode: "force_generic_plan" },
  ]);
  await close();
});

test("through a pooler in transaction mode nothing is set or prepared on a connection", async () => {
  const { db: pooled, close } = openDatabase(database.url, { max: 1, isPooled: true });
  const found = pooled
    .selectFrom("changes")
    .select(planMode.as("mode"))
    .where(matchesText(sql`module`, "event"));
  await paginate(pooled, found.orderBy("id"), { page: 1, per_page: 1 });
  const { rows } = await sql<object>`
    select ${planMode} as mode, current_setting('statement_timeout') as timeout,
      (select count(*)::int from pg_prepared_statements) as prepared`.execute(pooled);
  expect(rows).toEqual([{ mode: "auto", timeout: "0", prepared: 0 }]);
  await close();
});

test("jobs leave it to PostgreSQL how it plans", async () => {
  const { db: jobs, close } = openDatabase(database.url, { max: 1, planMode: "auto" });
  expect((await sql<{ mode: string }>`select ${planMode} as mode`.execute(jobs)).rows).toEqual([{ mode: "auto" }]);
  await close();
});

test("statements are prepared once for each connection", async () => {
  const one = database.pool;
  const client = await one.connect();
  try {
    for (const value of [1, 2, 3]) await client.query("select $1::int as prepared", [value]);
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_prepared_statements where statement like '%as prepared%'",
    );
    expect(rows[0]?.count).toBe(1);
  } finally {
    client.release();
  }
});
