import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestNetwork, createTestNetwork } from "#tests/support/test-network.ts";
import { createClientClass } from "./database-client.ts";

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
