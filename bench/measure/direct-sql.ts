/**
 * A process of its own that sends a call's statements through the driver and packs the rows, without server and rules.
 * Statements are planned as the product's are: once, or for their values where it asks for that.
 */
import pg from "pg";
import { deserialize } from "node:v8";
import { createPreparingClientClass } from "#server/kit/db/database-client.ts";
import { measureLoad } from "./load.ts";
import { copyStatements, type Statement } from "./statements.ts";

export interface DirectSqlOptions {
  statements: string;
  since: number;
  connections: number;
  seconds: number;
}

const planMode = "force_generic_plan";
const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  Client: createPreparingClientClass(60_000, planMode),
  options: `-c plan_cache_mode=${planMode}`,
  pipeline: true,
});
let copies = Math.floor(Math.random() * 100_000);

async function writeRows(client: pg.PoolClient, statements: readonly Statement[], since: number): Promise<void> {
  copies += 1;
  // Hours that no booking of the product has, and hardly any other copy.
  const copied = copyStatements(statements, since, 100_000 + copies);
  await client.query("begin", []);
  for (const { text, values } of copied) await client.query(text, values);
  await client.query("commit");
}

async function readRows(client: pg.PoolClient, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const { rows } = await client.query(text, values);
    JSON.stringify(rows);
  }
}

async function sendStatements(statements: readonly Statement[], since: number): Promise<void> {
  const isWrite = statements.some(({ text }) => /insert into/i.test(text));
  const client = await pool.connect();
  try {
    await (isWrite ? writeRows(client, statements, since) : readRows(client, statements));
  } finally {
    client.release();
  }
}

process.on("message", ({ statements: packed, since, connections, seconds }: DirectSqlOptions) => {
  const statements = deserialize(Buffer.from(packed, "base64")) as Statement[];
  void measureLoad(connections, seconds, () => sendStatements(statements, since)).then((load) => process.send?.(load));
});
process.on("disconnect", () => void pool.end());
