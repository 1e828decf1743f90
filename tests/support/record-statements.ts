/** Records the SQL statements that some work sends to the database, to count them (N+1 queries). */
import pg from "pg";
import { vi } from "vitest";

/** @param work the statements of all connections of this process count: nothing else may run meanwhile */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function record(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args;
    statements.push(typeof first === "string" ? first : (first as { text: string }).text);
    return query.apply(this, args);
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return statements;
}
