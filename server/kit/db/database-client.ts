import { createHash } from "node:crypto";
import { Socket } from "node:net";
import pg from "pg";

/**
 * A `pg` client with a socket timeout, because a hanging server or network reports no error. The query fails with
 * ETIMEDOUT, and the pool opens another connection.
 * @param patienceMs longer than any statement may take
 */
export const createClientClass = (patienceMs: number) =>
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

/** PostgreSQL keeps prepared statements per connection: the limit keeps rare queries from filling its memory. */
const MAX_STATEMENT_NAMES = 500;
const statementNames = new Map<string, string>();
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= MAX_STATEMENT_NAMES || text.length > 10_000) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  statementNames.set(text, name);
  return name;
}

/** Kysely calls `query(text, values)`; with a name, `pg` prepares the statement. */
export const createPreparingClientClass = (patienceMs: number) =>
  class PreparingClient extends createClientClass(patienceMs) {
    // One signature cannot express the overloads of pg's `query`.
    override query = ((...args: unknown[]) => {
      const [text, values] = args;
      const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
      if (typeof text !== "string" || !Array.isArray(values)) return ask(...args);
      const name = statementName(text);
      return name ? ask({ name, text, values }, ...args.slice(2)) : ask(...args);
    }) as unknown as pg.Client["query"];
  };
