/** What a schema's complaint is called in words. zod/mini itself only says "Invalid input"; server and forms both say this. */
import type { WordKey } from "./keys.ts";

/** The part of a zod issue that matters here. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly [more: string]: unknown;
}

/** A key of the words with its parameters. */
export interface Explanation {
  key: WordKey;
  params: Record<string, string | number>;
}

const formats: Record<string, WordKey> = {
  email: "kit.invalidEmail",
  datetime: "kit.invalidDate",
  date: "kit.invalidDate",
  time: "kit.invalidDate",
};
const types: Record<string, WordKey> = {
  number: "kit.invalidNumber",
  int: "kit.invalidWhole",
  date: "kit.invalidDate",
};
const missing = (input: unknown) => input === undefined || input === null || input === "";
const looksLikeKey = (message: string): message is WordKey => /^[a-z]\w*\.[a-z]\w*$/i.test(message);

/**
 * The words for an issue.
 * @param issue of `safeParse(…).error.issues`
 * @param input the value at the issue's path; a missing one makes any complaint "This field is required"
 */
export function explain(issue: Issue, input: unknown = issue["input"]): Explanation {
  if (issue.code !== "unrecognized_keys" && issue.code !== "custom" && missing(input)) return say("kit.required");
  if (looksLikeKey(issue.message)) return say(issue.message, issue["params"] as Explanation["params"] | undefined);
  switch (issue.code) {
    case "invalid_type":
      return say(types[String(issue["expected"])] ?? "kit.invalidValue");
    case "invalid_format":
      return say(formats[String(issue["format"])] ?? "kit.invalidFormat");
    case "invalid_value":
    case "invalid_union":
      return say("kit.invalidOption");
    case "not_multiple_of":
      return say("kit.invalidNumber");
    case "unrecognized_keys":
      return say("kit.unknownField");
    case "too_small":
      return bound(issue, "min", Number(issue["minimum"]), 1);
    case "too_big":
      return bound(issue, "max", Number(issue["maximum"]), -1);
    default:
      return say("kit.invalidValue");
  }
}

/**
 * All issues by the name of the field they belong beside, such as `hours.0.start`; unknown members under their own name.
 * @param issues of `safeParse(…).error.issues`
 * @param value what was parsed
 */
export function explainAll(issues: readonly Issue[], value: unknown): Record<string, Explanation[]> {
  const errors: Record<string, Explanation[]> = {};
  const add = (path: readonly PropertyKey[], explanation: Explanation) => {
    const list = (errors[path.join(".")] ??= []);
    if (!list.some(({ key }) => key === explanation.key)) list.push(explanation);
  };
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue["keys"] as string[]) add([...issue.path, key], explain(issue));
    } else add(issue.path, explain(issue, at(value, issue.path)));
  }
  return errors;
}

const say = (key: WordKey, params: Explanation["params"] = {}): Explanation => ({ key, params });

function bound(issue: Issue, side: "min" | "max", limit: number, step: 1 | -1): Explanation {
  const nearest = issue["inclusive"] === false ? limit + step : limit;
  const params = { [side]: nearest };
  switch (issue["origin"]) {
    case "string":
      // Nothing but spaces.
      if (side === "min" && nearest === 1) return say("kit.required");
      return say(side === "min" ? "kit.minLength" : "kit.maxLength", params);
    case "array":
    case "set":
      return say(side === "min" ? "kit.minItems" : "kit.maxItems", params);
    case "date":
      return say("kit.invalidDate");
    default:
      return say(side === "min" ? "kit.min" : "kit.max", params);
  }
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
