/** Converts the contract's schemas (zod) to the JSON Schemas of the OpenAPI document. */
import * as z from "zod/mini";
import { isPageSchema, Meta, type ContractModule, type Schema } from "#contract/kit.ts";

export type JsonSchema = Record<string, unknown>;
/** Names shared schemas: entities that a module reads and lists get the module's name, others their endpoint's. */
export function nameEntities(modules: Record<string, ContractModule>) {
  const names = z.registry<{ id: string }>();
  names.add(Meta, { id: "Meta" });
  const all = Object.entries(modules).flatMap(([module, endpoints]) =>
    Object.entries(endpoints).map(([key, { returns }]) => ({
      name: singular(key === "read" || key === "list" ? module : key),
      returns,
      entity: findEntity(returns),
    })),
  );
  const taken = new Set(["Meta", "Problem", "Search"]);
  for (const { name, returns, entity } of all) {
    const isShared = entity !== returns || all.filter((other) => other.entity === entity).length > 1;
    if (!entity || !isShared || names.has(entity) || taken.has(name) || !/^[A-Z][a-z]+$/.test(name)) continue;
    taken.add(name);
    names.add(entity, { id: name });
  }
  return names;
}

function findEntity(returns: Schema): Schema | undefined {
  if (isPageSchema(returns)) return findEntity((returns._zod.def as unknown as { shape: { data: Schema } }).shape.data);
  if (returns instanceof z.ZodMiniArray) return findEntity(returns._zod.def.element as Schema);
  return returns instanceof z.ZodMiniObject ? returns : undefined;
}

const singular = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1).replace(/ies$/, "y").replace(/s$/, "");

const WHOLE_NUMBER_LIMIT = Number.MAX_SAFE_INTEGER;

/** Converts a schema, and adds the entities that it references to `schemas`. */
export function toJsonSchema(
  schema: Schema,
  io: "input" | "output",
  shared: ReturnType<typeof nameEntities>,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _dialect,
    $defs,
    ...drawn
  } = z.toJSONSchema(schema, {
    io,
    metadata: shared,
    unrepresentable: "any",
    override: ({ jsonSchema }) => simplifySchema(jsonSchema, io),
  });
  const relink = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  for (const [name, entity] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = relink(entity);
    schemas[name] ??= rest;
  }
  return relink(drawn);
}

function simplifySchema(schema: JsonSchema, io: "input" | "output") {
  if (schema["format"]) delete schema["pattern"];
  if (schema["format"] === "date-time" && io === "output") schema["pattern"] = "Z$";
  if (schema["minimum"] === -WHOLE_NUMBER_LIMIT) delete schema["minimum"];
  if (schema["maximum"] === WHOLE_NUMBER_LIMIT) delete schema["maximum"];
}
