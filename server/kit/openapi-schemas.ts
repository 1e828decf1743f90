/** Schemas of the contract, drawn as the JSON Schema that OpenAPI 3.1 takes. */
import * as z from "zod/mini";
import { isPage, Meta, type Room, type Schema } from "#contract/kit.ts";

/** A JSON Schema of 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;
/** Names for what many answers are made of: what a room reads and lists bears the room's own name, the rest its endpoint's. */
export function nameEntities(rooms: Record<string, Room>) {
  const names = z.registry<{ id: string }>();
  names.add(Meta, { id: "Meta" });
  const all = Object.entries(rooms).flatMap(([room, endpoints]) =>
    Object.entries(endpoints).map(([key, { returns }]) => ({
      name: singular(key === "read" || key === "list" ? room : key),
      returns,
      entity: entityOf(returns),
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

function entityOf(returns: Schema): Schema | undefined {
  if (isPage(returns)) return entityOf((returns._zod.def as unknown as { shape: { data: Schema } }).shape.data);
  if (returns instanceof z.ZodMiniArray) return entityOf(returns._zod.def.element as Schema);
  return returns instanceof z.ZodMiniObject ? returns : undefined;
}

const singular = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1).replace(/ies$/, "y").replace(/s$/, "");

const edge = Number.MAX_SAFE_INTEGER;

/** Draws a schema, and puts the entities that it refers to among `schemas`. */
export function drawSchema(
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
    override: ({ jsonSchema }) => simplify(jsonSchema, io),
  });
  const relink = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  for (const [name, entity] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = relink(entity);
    schemas[name] ??= rest;
  }
  return relink(drawn);
}

/** Leaves out what says no more than the format does, and the bounds of every whole number. */
function simplify(schema: JsonSchema, io: "input" | "output") {
  if (schema["format"]) delete schema["pattern"];
  if (schema["format"] === "date-time" && io === "output") schema["pattern"] = "Z$";
  if (schema["minimum"] === -edge) delete schema["minimum"];
  if (schema["maximum"] === edge) delete schema["maximum"];
}
