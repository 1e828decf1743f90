/** What a request brought, held against the contract: everything wrong is told at once, beside its field. */
import { clean, type Schema } from "#contract/kit.ts";
import { explainAll } from "#words/issues.ts";
import { invalid, Problem, say } from "./problem.ts";

/** No draft comes near these: reading on would only cost time, and at last the stack. */
const deepest = 32;
const mostParts = 50_000;

/** PostgreSQL keeps neither a NUL nor half of a surrogate pair; nobody types one. */
const cannotBeKept = (part: unknown) => typeof part === "string" && (part.includes("\u0000") || !part.isWellFormed());
const partsOf = (part: unknown) => (typeof part === "object" && part !== null ? Object.entries(part).flat() : []);

function refuseUnreadable(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0, seen = 0; level.length > 0; depth++, level = level.flatMap(partsOf)) {
    seen += level.length;
    if (depth > deepest || seen > mostParts || level.some(cannotBeKept)) throw new Problem(400, say("kit.malformed"));
  }
}

/**
 * @returns the parsed value, empty strings in optional members turned into null
 * @throws Problem 400 when it is no object at all, 422 with words by field
 */
export function parse(schema: Schema, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Problem(400, say("kit.malformed"));
  refuseUnreadable(value);
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
