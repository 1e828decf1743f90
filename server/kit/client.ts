/** A connection to the database: given up when it falls silent, and every statement prepared once on it. */
import { createHash } from "node:crypto";
import { Socket } from "node:net";
import pg from "pg";

/**
 * A client that gives its connection up after a silence. A server that hangs, or a network that swallows everything, cannot
 * say so itself, and whoever asked would wait for as long. What was asked fails with ETIMEDOUT, and the pool opens another.
 * @param patienceMs longer than any statement may take
 */
export const clientWith = (patienceMs: number) =>
  class PatientClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.once("connect", () => {
        const { stream } = this.connection;
        if (!(stream instanceof Socket)) return;
        const message = `The database did not answer within ${patienceMs / 1000} seconds`;
        stream.setTimeout(patienceMs, () => stream.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" })));
      });
    }
  };

/** Names are remembered by the server for each connection: a bound keeps odd queries from filling it. */
const mostNames = 500;
const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames || text.length > 10_000) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** Kysely asks `query(text, values)`; the name makes `pg` prepare the statement. */
export const preparingClientWith = (patienceMs: number) =>
  class PreparingClient extends clientWith(patienceMs) {
    // The overloads of pg's `query` cannot be restated in one signature.
    override query = ((...args: unknown[]) => {
      const [text, values] = args;
      const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
      if (typeof text !== "string" || !Array.isArray(values)) return ask(...args);
      const name = nameOf(text);
      return name ? ask({ name, text, values }, ...args.slice(2)) : ask(...args);
    }) as unknown as pg.Client["query"];
  };
