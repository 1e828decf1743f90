/** What a request brought, held against the contract: everything wrong is told at once, beside its field. */
import { clean, type Schema } from "#contract/kit.ts";
import { explainAll } from "#words/issues.ts";
import { invalid, Problem, say } from "./problem.ts";

/** PostgreSQL keeps no NUL in texts; nobody types one. */
function refuseNul(value: unknown): void {
  if (typeof value === "string" && value.includes("\u0000")) throw new Problem(400, say("kit.malformed"));
  if (typeof value === "object" && value !== null) for (const entry of Object.entries(value)) entry.forEach(refuseNul);
}

/**
 * @returns the parsed value, empty strings in optional members turned into null
 * @throws Problem 400 when it is no object at all, 422 with words by field
 */
export function parse(schema: Schema, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Problem(400, say("kit.malformed"));
  refuseNul(value);
  const given = clean(schema, value);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const { "": whole, ...errors } = explainAll(
    result.error.issues.map((issue) => ({ ...issue })),
    given,
  );
  if (whole?.[0] && Object.keys(errors).length === 0) throw new Problem(422, whole[0]);
  throw invalid(errors);
}

/** A query string: what is left empty is not there; what is given twice counts once, the last time. */
export function parseQuery(schema: Schema, query: unknown): unknown {
  const given = Object.entries(query as Record<string, unknown>)
    .map(([key, value]) => [key, Array.isArray(value) ? (value.at(-1) as unknown) : value] as const)
    .filter(([, value]) => value !== "");
  return parse(schema, Object.fromEntries(given));
}
