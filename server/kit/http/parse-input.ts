/** Validates request input (body, query, path) against the contract: all errors at once, by field. */
import { emptyToNull, type Schema } from "#contract/kit.ts";
import { explainIssues } from "#messages/issues.ts";
import { invalidFields, HttpError, message } from "./http-error.ts";

/** No draft is deeper; parsing deeper input would cost time and overflow the stack. */
const MAX_DEPTH = 32;
const MAX_PARTS = 50_000;

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isUnstorable = (part: unknown) => typeof part === "string" && (part.includes("\u0000") || !part.isWellFormed());
const childParts = (part: unknown) => (typeof part === "object" && part !== null ? Object.entries(part).flat() : []);

function assertReadable(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0, seen = 0; level.length > 0; depth++, level = level.flatMap(childParts)) {
    seen += level.length;
    if (depth > MAX_DEPTH || seen > MAX_PARTS || level.some(isUnstorable))
      throw new HttpError(400, message("kit.malformed"));
  }
}

/**
 * @returns the parsed value, with empty strings in optional members turned into null
 * @throws HttpError 400 if it is not an object, 422 with messages by field
 */
export function parseInput(schema: Schema, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new HttpError(400, message("kit.malformed"));
  assertReadable(value);
  const given = emptyToNull(schema, value);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const { "": whole, ...errors } = explainIssues(
    result.error.issues.map((issue) => ({ ...issue })),
    given,
  );
  if (whole?.[0] && Object.keys(errors).length === 0) throw new HttpError(422, whole[0]);
  throw invalidFields(errors);
}

/** Parses a query string. Empty values are ignored; of a repeated parameter the last value counts. */
export function parseQuery(schema: Schema, query: unknown): unknown {
  const given = Object.entries(query as Record<string, unknown>)
    .map(([key, value]) => [key, Array.isArray(value) ? (value.at(-1) as unknown) : value] as const)
    .filter(([, value]) => value !== "");
  return parseInput(schema, Object.fromEntries(given));
}
