/** Preloaded into the product: writes each statement with its values to a file, so that it can be sent again. */
import { appendFileSync } from "node:fs";
import { serialize } from "node:v8";
import pg from "pg";

const file = process.env.BENCH_STATEMENTS ?? "";
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;

pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
  const [query, more] = given as [string | { text?: string; values?: unknown[] }, unknown];
  const text = typeof query === "string" ? query : query.text;
  const values = (typeof query === "string" ? more : query.values) ?? [];
  if (text && Array.isArray(values)) appendFileSync(file, `${serialize({ text, values }).toString("base64")}\n`);
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;
