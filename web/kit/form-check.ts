/** Validates a form with the contract's schema, as the server will, and with the rules that its fields have besides. */
import { clean, type Schema } from "#contract/kit.ts";
import { explainAll } from "#words/issues.ts";
import type { Verdict } from "./form-store.ts";
import { getIn, type Values } from "./form-values.ts";
import { spell, t } from "./words.ts";

/** Rules of one field besides the schema. */
export interface Rules {
  required?: boolean;
  /** Of a number. */
  min?: number;
  max?: number;
  /** Of a text, in characters. */
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp;
  /** @returns what is wrong, in words; nothing when it is right */
  validate?: (value: unknown, values: Values) => string | undefined | Promise<string | undefined>;
}

/** Where errors go that no field on the page can show. */
export const formLevel = "_form";

/** The field that shows an error at a path: itself, or the nearest one around it. */
function fieldFor(path: string, names: readonly string[]): string | undefined {
  for (let name = path; name; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) if (names.includes(name)) return name;
  return undefined;
}

/** Errors by path, each beside its field; the rest at form level. The first per field counts. */
export function placeErrors(byPath: readonly (readonly [path: string, message: string])[], names: readonly string[]): Map<string, string> {
  const placed = new Map<string, string>();
  const loose: string[] = [];
  for (const [path, message] of byPath) {
    const name = fieldFor(path, names);
    if (!name) loose.push(path ? `${path}: ${message}` : message);
    else if (!placed.has(name)) placed.set(name, message);
  }
  if (loose.length > 0) placed.set(formLevel, loose.join("\n"));
  return placed;
}

/**
 * @param values as the fields hold them
 * @param rules by the names of the fields that are there
 */
export async function checkForm(schema: Schema, values: Values, rules: ReadonlyMap<string, Rules>): Promise<Verdict> {
  const given = clean(schema, values);
  const parsed = await schema.safeParseAsync(given);
  const said = parsed.success ? [] : Object.entries(explainAll(parsed.error.issues.map((issue) => ({ ...issue })), given));
  const wrong = placeErrors(
    said.map(([path, [first]]) => [path, first ? spell(first) : t("kit.invalidValue")]),
    [...rules.keys()],
  );
  for (const [name, own] of rules) {
    const message = wrong.has(name) ? undefined : await breach(own, getIn(values, name), values);
    if (message) wrong.set(name, message);
  }
  return wrong.size === 0 && parsed.success ? { parsed: parsed.data } : { wrong };
}

async function breach(rules: Rules, value: unknown, values: Values): Promise<string | undefined> {
  const empty = value === undefined || value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
  if (empty && rules.required) return t("kit.required");
  if (typeof value === "number") {
    if (rules.min !== undefined && value < rules.min) return t("kit.min", { min: rules.min });
    if (rules.max !== undefined && value > rules.max) return t("kit.max", { max: rules.max });
  }
  if (typeof value === "string" && value) {
    if (rules.minLength !== undefined && value.length < rules.minLength) return t("kit.minLength", { min: rules.minLength });
    if (rules.maxLength !== undefined && value.length > rules.maxLength) return t("kit.maxLength", { max: rules.maxLength });
    if (rules.pattern && !new RegExp(rules.pattern.source, rules.pattern.flags.replace("g", "")).test(value)) return t("kit.invalidFormat");
  }
  return await rules.validate?.(value, values);
}
