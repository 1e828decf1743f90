/** Generates values from contract schemas, such as a valid value that differs from a given one. */
import type { Schema } from "#contract/kit.ts";

export type KnownIds = Readonly<Record<string, unknown>>;

let count = 0;
const texts = () => [
  `Text ${++count}`,
  "another@example.org",
  "+33 4 72 00 00 01",
  "2026-07-14",
  "2026-07-15",
  "2026-07-14T16:00:00.000Z",
  "10:30",
  "0190a0b0-0000-7000-8000-0000000000aa",
];
const numbers = [2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 600, 1200];

interface Definition {
  type: string;
  innerType?: Schema;
  in?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  entries?: Record<string, unknown>;
  values?: readonly unknown[];
  options?: readonly Schema[];
}
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;

/** Compares as JSON, so that undefined members do not count. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function named(name: string, known: KnownIds): unknown[] {
  const one = known[name];
  const many = name.endsWith("Ids") ? known[name.slice(0, -1)] : undefined;
  return [...(one === undefined ? [] : [one]), ...(many === undefined ? [] : [[many]])];
}

function candidates(schema: Schema, avoid: unknown, known: KnownIds): unknown[] {
  const { type, innerType, in: input, element, shape, entries, values, options } = definitionOf(schema);
  if (innerType ?? input) return candidates((innerType ?? input) as Schema, avoid, known);
  if (type === "boolean") return [true, false];
  if (type === "enum") return Object.values(entries ?? {});
  if (type === "literal") return [...(values ?? [])];
  if (type === "number") return numbers;
  if (type === "string") return texts();
  if (type === "union") return (options ?? []).flatMap((option) => candidates(option, avoid, known));
  if (type === "array" && element)
    return candidates(element, (avoid as unknown[] | undefined)?.[0], known).map((one) => [one]);
  if (type === "object" && shape) {
    const members = Object.entries(shape).map(([key, member]) => {
      const was = (avoid as KnownIds | null | undefined)?.[key];
      return [key, valuesFor(member, key, was, known).find((value) => !isSame(value, was))] as const;
    });
    return [Object.fromEntries(members.filter(([, value]) => value !== undefined))];
  }
  return [];
}

/**
 * @param name of the member, to find ids
 * @param avoid the current value; members of objects differ, too
 * @returns valid values, the most ordinary first
 */
export const valuesFor = (schema: Schema, name: string, avoid: unknown, known: KnownIds): unknown[] =>
  [...named(name, known), ...candidates(schema, avoid, known)].filter((value) => schema.safeParse(value).success);

/** Paths of members that a schema has and a value lacks, at any depth: `rule.until`. */
export function listMissingMembers(schema: Schema, value: unknown): string[] {
  const { innerType, in: input, element, shape } = definitionOf(schema);
  if (innerType ?? input) return listMissingMembers((innerType ?? input) as Schema, value);
  if (element && Array.isArray(value)) return listMissingMembers(element, value[0]);
  if (!shape || typeof value !== "object" || value === null) return [];
  return Object.entries(shape).flatMap(([name, member]) =>
    name in value ? listMissingMembers(member, (value as KnownIds)[name]).map((inner) => `${name}.${inner}`) : [name],
  );
}
