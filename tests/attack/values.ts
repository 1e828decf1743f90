/** Valid and odd values for JSON schemas. */
import fc from "fast-check";
import type { RandomSource } from "#server/demo/random.ts";
import type { OpenapiDocument } from "#server/kit/http/openapi.ts";
import { resolveSchema, type JsonSchema } from "./operations.ts";

export interface ValueSource {
  random: RandomSource;
  document: OpenapiDocument;
  now: Date;
  /** An id for a member or parameter of this name; undefined if the name is not that of an id. */
  id(name: string): string | number | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const MAX_DEPTH = 6;

const boundaryDates = ["1900-01-01", "2999-12-31", "2024-02-29", "2026-12-31", "2027-01-01", "9999-12-31"];
/** Days when clocks change, in Europe and in America. */
const clockChangeDates = ["2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31", "2026-11-01", "2027-03-14"];
const clockChangeInstants = [
  ...["2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "2027-03-28T00:59:59Z", "2027-03-28T01:00:00Z"],
  ...["2027-03-28T02:30:00+01:00", "2026-10-25T02:30:00+02:00", "2027-03-14T08:00:00Z"],
];
const times = ["00:00", "08:00", "09:30", "12:00", "18:00", "22:00", "23:59", "24:00", "02:30"];
const texts = ["Evening training", "Été à l’île", "مرحبا", "شكراً 12", "日本語", "a", "O'Brien; --", "50% _off_", "👩‍👩‍👧"];
const emails = ["attack@example.org", "someone.else@example.org", "ümlaut@exämple.org"];

function dateText({ random, now }: ValueSource): string {
  if (random.is(0.1)) return random.pick(boundaryDates);
  if (random.is(0.2)) return random.pick(clockChangeDates);
  return new Date(now.getTime() + random.integer(-10, 40) * DAY_MS).toISOString().slice(0, 10);
}

function instantText({ random, now }: ValueSource): string {
  if (random.is(0.1)) return `${random.pick(boundaryDates)}T${random.pick(["00:00:00Z", "23:59:59.999Z"])}`;
  if (random.is(0.15)) return random.pick(clockChangeInstants);
  const half = 30 * MINUTE_MS;
  const near = Math.floor(now.getTime() / half) * half + random.integer(-48, 48 * 20) * half;
  return new Date(near).toISOString();
}

function stringFor(schema: JsonSchema, name: string, source: ValueSource): string {
  const { random } = source;
  const format = schema["format"];
  if (format === "date-time" || /(Time|At)$/.test(name)) return instantText(source);
  if (format === "date" || /^(from|to|date|until)$/.test(name)) return dateText(source);
  if (format === "email" || /email/i.test(name)) return random.pick(emails);
  if (format === "uuid") return `0190a0b0-0000-7000-8000-${String(random.integer(0, 99)).padStart(12, "0")}`;
  if (/^(start|end)$/.test(name)) return random.pick(times);
  if (/phone/i.test(name)) return random.pick(["+33 4 72 00 00 01", "0472000001"]);
  if (/month/i.test(name)) return random.pick(["2026-11", "2025-02", "1999-12"]);
  const max = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 200;
  return random.is(0.05) ? "x".repeat(Math.min(max, 5000)) : random.pick(texts).slice(0, max);
}

function numberFor(schema: JsonSchema, { random }: ValueSource): number {
  const number = (key: string) => (typeof schema[key] === "number" ? schema[key] : undefined);
  const [min, max] = [number("minimum") ?? 0, number("maximum") ?? 1000];
  if (random.is(0.25)) return random.pick([min, max]);
  const usual = [1, 2, 4, 10, 30, 60, 90, 120].filter((value) => value >= min && value <= max);
  return usual.length > 0 && random.is(0.7) ? random.pick(usual) : random.integer(min, Math.min(max, min + 1000));
}

/** @returns a value that mostly fits the schema; some rules are not in the document */
export function validValue(given: JsonSchema, name: string, source: ValueSource, depth = 0): unknown {
  const { random, document } = source;
  const schema = resolveSchema(document, given);
  const variants = (schema["anyOf"] ?? schema["oneOf"]) as JsonSchema[] | undefined;
  if (variants) {
    const real = variants.filter((variant) => variant["type"] !== "null");
    return validValue(random.pick(random.is(0.8) && real.length > 0 ? real : variants), name, source, depth);
  }
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return random.pick(schema["enum"] as unknown[]);
  const { type } = schema;
  const id = type === "string" || type === "integer" ? source.id(name) : undefined;
  if (id !== undefined) return type === "integer" ? Number(id) : String(id);
  if (type === "null") return null;
  if (type === "boolean") return random.is(0.5);
  if (type === "integer" || type === "number") return numberFor(schema, source);
  if (type === "string") return stringFor(schema, name, source);
  if (depth > MAX_DEPTH) return type === "array" ? [] : {};
  if (type === "array") {
    const item = (schema["items"] ?? {}) as JsonSchema;
    const itemName = name.replace(/ies$/, "y").replace(/s$/, "");
    return Array.from({ length: random.integer(0, 3) }, () => validValue(item, itemName, source, depth + 1));
  }
  if (type === "object") {
    const members = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
    const required = (schema["required"] ?? []) as string[];
    const chosen = members.filter(([member]) => required.includes(member) || random.is(0.5));
    return Object.fromEntries(chosen.map(([member, inner]) => [member, validValue(inner, member, source, depth + 1)]));
  }
  return null;
}

const oddities: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, -0.0001, 1e21, 1e308, 2_147_483_648, -2_147_483_649, Number.MAX_SAFE_INTEGER + 1],
  ...[
    "",
    " ",
    "NaN",
    "Infinity",
    "null",
    "undefined",
    "0x10",
    "1e5",
    "-1",
    "true",
    "%00",
    "%_\\",
    "'; --",
    "$1",
    "${1}",
  ],
  ...["\u0000", "a\u0000b", "\uD800", "\uDFFF\uD800", "\u202Egnp.exe", "\u200B", "مرحبا\u200F", "e\u0301".repeat(50)],
  ...[
    "2026-02-30",
    "0000-00-00",
    "0001-01-01",
    "2026-13-01T00:00:00Z",
    "+275760-09-13T00:00:00.000Z",
    "2026-10-25T24:00:00Z",
  ],
  ...["1969-12-31T23:59:59.999Z", "2026-03-29T02:30:00", "24:01", "25:00", "8:00", "T", "2026-06-30T23:59:60Z"],
  ...[
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0190A0B0-0000-7000-8000-0000000000AA",
  ],
  ...[
    "all",
    "__proto__",
    "constructor",
    "toString",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "file:///etc/passwd",
  ],
  ...[
    [],
    {},
    [null],
    [[]],
    [[[[]]]],
    { a: 1 },
    { length: 5 },
    { toString: 1 },
    { id: "x" },
    ["a", "a"],
    [1, "a", null],
  ],
  ...["x".repeat(300), "é".repeat(3000), "\u{1F600}".repeat(500), Array.from({ length: 2000 }, () => 1)],
];
const MEGABYTE = 1_000_000;

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

export function oddValue(random: RandomSource): unknown {
  if (random.is(0.02)) return "x".repeat(MEGABYTE);
  if (random.is(0.02)) return nested(random.pick([20, 40, 400]));
  // A copy, because bodies are changed in place.
  if (random.is(0.6)) return structuredClone(random.pick(oddities));
  const seed = random.integer(0, 2 ** 31 - 1);
  const values = fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue(), fc.double(), fc.maxSafeInteger());
  return fc.sample(values, { seed, numRuns: 1 })[0];
}

type Container = Record<string, unknown> | unknown[];
const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

function listPlaces(value: unknown, depth = 0): { container: Container; key: string }[] {
  if (!isContainer(value) || depth > MAX_DEPTH) return [];
  return Object.keys(value).flatMap((key) => [
    { container: value, key },
    ...listPlaces((value as Record<string, unknown>)[key], depth + 1),
  ]);
}

/** Changes one part of a body in place: another value, none, one more, or a list in place of one. */
export function mutate(body: Record<string, unknown>, random: RandomSource): void {
  const places = listPlaces(body);
  const place = places.length > 0 && random.is(0.9) ? random.pick(places) : undefined;
  if (!place) {
    body[random.pick(["extra", "id", "organizationId", "toString", "created_at", "isPlatformAdmin"])] =
      oddValue(random);
    return;
  }
  const container = place.container as Record<string, unknown>;
  const { key } = place;
  const kind = random.integer(0, 9);
  if (kind === 0) {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
  } else if (kind === 1) container[key] = [container[key]];
  else if (kind === 2) container[key] = { [key]: container[key] };
  else if (kind === 3) container[key] = JSON.stringify(container[key]);
  else if (kind === 4 && typeof container[key] === "number")
    container[key] = container[key] * random.pick([-1, 0.5, 1000, 2 ** 31]);
  else container[key] = oddValue(random);
}
