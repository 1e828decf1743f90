/** Converts the JSON Schemas of the OpenAPI document to TypeScript types, for the client of other systems. */
import type { JsonSchema } from "./openapi-schemas.ts";

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;
const listSchemas = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

const primitives: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");
const group = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);

/**
 * @param schema a JSON Schema of draft 2020-12, as zod writes it
 * @returns the text of a type; `unknown` for whatever has no closer one
 */
export function writeType(schema: JsonSchema): string {
  const { $ref, const: only, enum: choices, type } = schema;
  if (typeof $ref === "string") return `Schemas[${JSON.stringify($ref.split("/").at(-1))}]`;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) return union(choices.map((choice) => JSON.stringify(choice)));
  for (const [key, sign] of [
    ["anyOf", " | "],
    ["oneOf", " | "],
    ["allOf", " & "],
  ] as const) {
    const parts = listSchemas(schema[key]);
    if (parts.length > 0)
      return sign === " | " ? union(parts.map(writeType)) : parts.map(writeType).map(group).join(sign);
  }
  if (Array.isArray(type)) return union(type.map((name) => writeType({ ...schema, type: name as string })));
  if (type === "array") return `${group(isSchema(schema["items"]) ? writeType(schema["items"]) : "unknown")}[]`;
  if (type === "object") return writeObject(schema);
  return (typeof type === "string" && primitives[type]) || "unknown";
}

function writeObject({ properties, required, additionalProperties }: JsonSchema): string {
  const names = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = names.map(
    ([name, member]) =>
      `${/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)}${needed.includes(name) ? "" : "?"}: ${writeType(member)}`,
  );
  if (members.length > 0) return `{ ${members.join("; ")} }`;
  return isSchema(additionalProperties)
    ? `Record<string, ${writeType(additionalProperties)}>`
    : "Record<string, unknown>";
}
