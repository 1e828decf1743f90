/** Validates a form with the contract's schema, as the server does, and assigns errors to fields. */
import { emptyToNull, type Schema } from "#contract/kit.ts";
import { explainIssues } from "#messages/issues.ts";
import type { ValidationResult } from "./form-store.ts";
import { getIn, type FormValues } from "./form-values.ts";
import { renderMessage, t } from "#web/kit/format/translation.ts";

export interface FieldRules {
  required?: boolean;
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp;
  /** @returns the error of a partly typed value; checked before all other rules */
  unfinished?: () => string | undefined;
  validate?: (value: unknown, values: FormValues) => string | undefined | Promise<string | undefined>;
}

/** The key of errors that no mounted field can show. */
export const formLevelKey = "_form";

/** Returns the field of the path, or of its nearest ancestor. */
function findFieldForPath(path: string, names: readonly string[]): string | undefined {
  for (let name = path; name; name = name.slice(0, Math.max(0, name.lastIndexOf("."))))
    if (names.includes(name)) return name;
  return undefined;
}

/** Assigns errors to fields, the rest to the form; keeps the first error of each field. */
export function mapErrorsToFields(
  byPath: readonly (readonly [path: string, message: string])[],
  names: readonly string[],
): Map<string, string> {
  const placed = new Map<string, string>();
  const loose: string[] = [];
  for (const [path, message] of byPath) {
    const name = findFieldForPath(path, names);
    if (!name) loose.push(path ? `${path}: ${message}` : message);
    else if (!placed.has(name)) placed.set(name, message);
  }
  if (loose.length > 0) placed.set(formLevelKey, loose.join("\n"));
  return placed;
}

export async function validateForm(
  schema: Schema,
  values: FormValues,
  rules: ReadonlyMap<string, FieldRules>,
): Promise<ValidationResult> {
  const cleaned = emptyToNull(schema, values);
  const parsed = await schema.safeParseAsync(cleaned);
  const issues = parsed.success
    ? []
    : Object.entries(
        explainIssues(
          parsed.error.issues.map((issue) => ({ ...issue })),
          cleaned,
        ),
      );
  const wrong = mapErrorsToFields(
    issues.map(([path, [first]]) => [path, first ? renderMessage(first) : t("kit.invalidValue")]),
    [...rules.keys()],
  );
  for (const [name, own] of rules) {
    const unfinished = own.unfinished?.();
    if (unfinished) wrong.set(name, unfinished);
    const message = wrong.has(name) ? undefined : await findRuleViolation(own, getIn(values, name), values);
    if (message) wrong.set(name, message);
  }
  return wrong.size === 0 && parsed.success ? { parsed: parsed.data } : { wrong };
}

async function findRuleViolation(rules: FieldRules, value: unknown, values: FormValues): Promise<string | undefined> {
  const empty =
    value === undefined ||
    value === null ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && value.length === 0);
  if (empty && rules.required) return t("kit.required");
  if (typeof value === "number") {
    if (rules.min !== undefined && value < rules.min) return t("kit.min", { min: rules.min });
    if (rules.max !== undefined && value > rules.max) return t("kit.max", { max: rules.max });
  }
  if (typeof value === "string" && value) {
    if (rules.minLength !== undefined && value.length < rules.minLength)
      return t("kit.minLength", { min: rules.minLength });
    if (rules.maxLength !== undefined && value.length > rules.maxLength)
      return t("kit.maxLength", { max: rules.maxLength });
    if (rules.pattern && !new RegExp(rules.pattern.source, rules.pattern.flags.replace("g", "")).test(value))
      return t("kit.invalidFormat");
  }
  return await rules.validate?.(value, values);
}
