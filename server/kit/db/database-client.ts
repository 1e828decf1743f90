/** Database client of the connection pool: socket timeout, and names for prepared statements. */
import { createHash } from "node:crypto";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import pg from "pg";
import { inSpan, isTracing } from "#server/kit/process/traces.ts";

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

/**
 * In the text of a statement that is planned for its values each time: with a search, the right plan depends on how
 * common the searched text is; for a later page, on how many rows it skips.
 */
export const UNPREPARED = "/* unprepared */";

/** PostgreSQL keeps prepared statements per connection: the limit keeps rare queries from filling its memory. */
const MAX_STATEMENT_NAMES = 500;
const statementNames = new Map<string, string>();
/** Grows when a migration has changed what prepared statements return: each is prepared again, by another name. */
let preparation = 0;

/** A statement was prepared before a migration changed its columns, as by a server of the release before. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= MAX_STATEMENT_NAMES || text.length > 10_000) return known;
  const name = createHash("sha1").update(`${preparation} ${text}`).digest("base64url");
  statementNames.set(text, name);
  return name;
}

/** How PostgreSQL plans prepared statements: once, with the values of each call, or as it expects to gain. */
export type PlanMode = "force_generic_plan" | "force_custom_plan" | "auto";

type Ask = (...given: unknown[]) => Promise<unknown>;

/**
 * Kysely calls `query(text, values)`; with a name, `pg` prepares the statement. A transaction begins with its first
 * statement, in one packet and without an answer of its own to wait for.
 */
export const createPreparingClientClass = (patienceMs: number, planMode: PlanMode) =>
  class PreparingClient extends createClientClass(patienceMs) {
    private hasToBegin = false;

    // One signature cannot express the overloads of pg's `query`.
    override query = ((...args: unknown[]) => {
      const [text, values, callback] = args;
      const untraced = super.query.bind(this) as (...given: unknown[]) => unknown;
      const ask = (isTracing() ? traceStatements(untraced) : untraced) as Ask;
      // The pool's own `query` waits for a callback.
      if (typeof text !== "string" || !Array.isArray(values) || typeof callback === "function") return ask(...args);
      if (text === "begin") {
        this.hasToBegin = true;
        return Promise.resolve({ command: "BEGIN", rowCount: null, rows: [] });
      }
      const send = () => sendStatement(ask, { text, values }, planMode);
      if (!this.hasToBegin) return send();
      this.hasToBegin = false;
      return inOnePacket(this.connection.stream, () => {
        // A connection that cannot begin cannot answer the statement either, which says so.
        ask("begin").catch(() => {});
        return send();
      });
    }) as unknown as pg.Client["query"];
  };

/** Named after what a statement does and its first table; its values are personal data. */
const traceStatements =
  (send: (...given: unknown[]) => unknown) =>
  (...given: unknown[]) => {
    const [query] = given;
    const text = typeof query === "string" ? query : (query as { text?: unknown } | undefined)?.text;
    // A cursor or a copy is no statement that a promise ends.
    if (typeof text !== "string") return send(...given);
    const operation = /\b(select|insert|update|delete|merge|begin|start|commit|rollback|set|declare|fetch)\b/i.exec(
      text,
    )?.[1];
    const table = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text)?.[1];
    const name = [operation?.toLowerCase() ?? "statement", ...(table === undefined ? [] : [table])].join(" ");
    return inSpan(name, () => send(...given), {
      kind: "client",
      attributes: { "db.system.name": "postgresql", ...(table !== undefined && { "db.collection.name": table }) },
    });
  };

/** Statements that are sent together leave together: `pg` would write each to the socket by itself. */
function inOnePacket<T>(stream: Writable, send: () => T): T {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

function sendStatement(ask: Ask, { text, values }: { text: string; values: unknown[] }, planMode: PlanMode) {
  if (text.includes(UNPREPARED)) return sendUnprepared(ask, { text, values }, planMode);
  const name = statementName(text);
  return name ? sendPrepared(ask, { name, text, values }) : ask(text, values);
}

const IN_FAILED_TRANSACTION = "25P02";

/** Prepares a stale statement again. In a transaction, which has failed with it, that is for whoever repeats the transaction. */
async function sendPrepared(ask: Ask, query: { name: string; text: string; values: unknown[] }): Promise<unknown> {
  try {
    return await ask(query);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    if (statementNames.get(query.text) === query.name) {
      preparation += 1;
      statementNames.clear();
    }
    return ask(query.text, query.values).catch((again: unknown) => {
      throw again instanceof pg.DatabaseError && again.code === IN_FAILED_TRANSACTION ? error : again;
    });
  }
}

function sendUnprepared(ask: Ask, query: pg.QueryConfig, planMode: PlanMode): Promise<unknown> {
  if (planMode !== "force_generic_plan") return ask(query);
  const before = ask("set plan_cache_mode = auto");
  const answer = ask(query);
  // In a transaction that has failed, the rollback does this.
  const after = ask(`set plan_cache_mode = ${planMode}`).catch(() => {});
  return Promise.all([before, answer, after]).then(([, result]) => result);
}
