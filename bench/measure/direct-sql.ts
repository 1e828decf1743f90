/** A process of its own that sends a call's statements through the driver and packs the rows, without server and rules. */
import pg from "pg";
import { deserialize } from "node:v8";
import { measureLoad } from "./load.ts";
import { copyStatements, type Statement } from "./statements.ts";

export interface DirectSqlOptions {
  statements: string;
  since: number;
  connections: number;
  seconds: number;
}

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
};
let copies = 0;

async function writeRows(statements: readonly Statement[], since: number): Promise<void> {
  copies += 1;
  // Hours that no other copy and no booking of the product has.
  const copied = copyStatements(statements, since, 100_000 + copies);
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const { text, values } of copied) await client.query({ name: nameOf(text), text, values });
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function readRows(statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const { rows } = await pool.query({ name: nameOf(text), text, values });
    JSON.stringify(rows);
  }
}

process.on("message", (order: DirectSqlOptions) => {
  const statements = deserialize(Buffer.from(order.statements, "base64")) as Statement[];
  const isWrite = statements.some(({ text }) => /insert into/i.test(text));
  const send = () => (isWrite ? writeRows(statements, order.since) : readRows(statements));
  void measureLoad(order.connections, order.seconds, send).then((load) => process.send?.(load));
});
process.on("disconnect", () => void pool.end());
