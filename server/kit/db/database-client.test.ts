import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestNetwork, createTestNetwork } from "#tests/support/test-network.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { createClientClass, createPreparingClientClass, isStalePlan } from "./database-client.ts";

let network: TestNetwork;
let pool: pg.Pool;
beforeAll(async () => {
  network = await createTestNetwork(process.env.TEST_DATABASE_SERVER ?? "");
  pool = new pg.Pool({ connectionString: network.url, Client: createClientClass(500) });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
});
afterAll(async () => {
  await pool.end();
  await network.close();
});

const numbers = async () => (await pool.query("select 7 as number")).rows as unknown[];

test("a silent database server is an error after the time limit, and the next call gets another connection", async () => {
  expect(await numbers()).toEqual([{ number: 7 }]);
  network.silence();
  await expect(numbers()).rejects.toMatchObject({
    code: "ETIMEDOUT",
    message: "The database did not answer within 0.5 seconds",
  });
  expect(pool.totalCount).toBe(0);
  await network.mend();
  expect(await numbers()).toEqual([{ number: 7 }]);
});

test("a transaction that a silence breaks can be rolled back without waiting again", async () => {
  const client = await pool.connect();
  await client.query("begin");
  network.silence();
  await expect(client.query("select 1")).rejects.toThrow("did not answer");
  await expect(client.query("rollback")).rejects.toThrow("not queryable");
  client.release();
  expect(pool.totalCount).toBe(0);
  await network.mend();
});

test("statements that were prepared before a migration are prepared again; a transaction can be repeated", async () => {
  const database = await createTestDatabase({ migrated: false });
  const statements = new pg.Pool({
    connectionString: database.url,
    max: 1,
    Client: createPreparingClientClass(5000, "force_generic_plan"),
  });
  // Dropping the database may end the connection before its end has been heard.
  statements.on("error", () => {});
  const client = await statements.connect();
  client.on("error", () => {});
  const read = async () => (await client.query("select * from courts where number = $1", [1])).rows as unknown[];
  try {
    await client.query("create table courts as select 1 as number");
    expect(await read()).toEqual([{ number: 1 }]);
    await client.query("alter table courts add column lights boolean");
    expect(await read()).toEqual([{ number: 1, lights: null }]);

    expect(await read()).toEqual([{ number: 1, lights: null }]);
    await client.query("alter table courts add column surface text");
    await client.query("begin", []);
    await expect(read()).rejects.toSatisfy(isStalePlan);
    await client.query("rollback");
    await client.query("begin", []);
    expect(await read()).toEqual([{ number: 1, lights: null, surface: null }]);
    await client.query("commit");
  } finally {
    client.release();
    await statements.end();
    await database.drop();
  }
});
