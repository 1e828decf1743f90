/** Statements that fetch or write the rows of each call, from a product that records what it sends. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchCall } from "#bench/cases/calls.ts";
import type { Dataset } from "#bench/data/dataset.ts";
import { send } from "#bench/measure/http.ts";
import { startProduct } from "#bench/measure/product.ts";
import { readStatements, type Statement } from "#bench/measure/statements.ts";

export async function recordCalls(
  databaseUrl: string,
  calls: readonly BenchCall[],
  dataset: Dataset,
): Promise<Map<BenchCall, Statement[]>> {
  const folder = mkdtempSync(join(tmpdir(), "bench-statements-"));
  const file = join(folder, "statements");
  writeFileSync(file, "");
  const recorder = join(import.meta.dirname, "record-statements.ts");
  const product = await startProduct(databaseUrl, { nodeOptions: `--import=${recorder}`, BENCH_STATEMENTS: file });
  try {
    const found = new Map<BenchCall, Statement[]>();
    for (const call of calls) {
      const { rows } = call;
      writeFileSync(file, "");
      await send(`${product.url}${call.path(dataset)}`, call, dataset);
      const kind = call.section === "booking" ? /insert into|for key share/i : /^\s*(select|with)/i;
      const statements = readStatements(readFileSync(file, "utf8")).filter(
        ({ text }) => rows !== null && kind.test(text) && rows.test(text),
      );
      if (rows && statements.length === 0)
        throw new Error(`${call.section}, ${call.name}: no statement fetches its rows`);
      found.set(call, statements);
    }
    return found;
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
