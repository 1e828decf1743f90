/** Messages for validation errors of zod/mini, which has only "Invalid input" itself. Server and forms use them. */
import type { MessageKey } from "./keys.ts";

export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly [more: string]: unknown;
}

export interface IssueMessage {
  key: MessageKey;
  params: Record<string, string | number>;
}

const formatMessages: Record<string, MessageKey> = {
  email: "kit.invalidEmail",
  datetime: "kit.invalidDate",
  date: "kit.invalidDate",
  time: "kit.invalidDate",
};
const typeMessages: Record<string, MessageKey> = {
  number: "kit.invalidNumber",
  int: "kit.invalidWhole",
  date: "kit.invalidDate",
};
const isMissing = (input: unknown) => input === undefined || input === null || input === "";
const looksLikeKey = (message: string): message is MessageKey => /^[a-z][\w-]*\.[a-z]\w*$/i.test(message);

/**
 * The message for a zod issue.
 * @param issue of `safeParse(…).error.issues`
 * @param input value at the issue's path; if it is missing, the message is "This field is required"
 */
export function explainIssue(issue: Issue, input: unknown = issue["input"]): IssueMessage {
  if (issue.code !== "unrecognized_keys" && issue.code !== "custom" && isMissing(input))
    return issueMessage("kit.required");
  if (looksLikeKey(issue.message))
    return issueMessage(issue.message, issue["params"] as IssueMessage["params"] | undefined);
  switch (issue.code) {
    case "invalid_type":
      return issueMessage(typeMessages[String(issue["expected"])] ?? "kit.invalidValue");
    case "invalid_format":
      return issueMessage(formatMessages[String(issue["format"])] ?? "kit.invalidFormat");
    case "invalid_value":
    case "invalid_union":
      return issueMessage("kit.invalidOption");
    case "not_multiple_of":
      return issueMessage("kit.invalidNumber");
    case "unrecognized_keys":
      return issueMessage("kit.unknownField");
    case "too_small":
      return explainBound(issue, "min", Number(issue["minimum"]), 1);
    case "too_big":
      return explainBound(issue, "max", Number(issue["maximum"]), -1);
    default:
      return issueMessage("kit.invalidValue");
  }
}

/**
 * All issues by form field, such as `hours.0.start`; unknown members under their own name.
 * @param issues of `safeParse(…).error.issues`
 * @param value the parsed value
 */
export function explainIssues(issues: readonly Issue[], value: unknown): Record<string, IssueMessage[]> {
  // Use a Map: a member may be called `constructor`, which every plain object has.
  const errors = new Map<string, IssueMessage[]>();
  const add = (path: readonly PropertyKey[], explanation: IssueMessage) => {
    const name = path.join(".");
    const list = errors.get(name) ?? [];
    if (!list.some(({ key }) => key === explanation.key)) errors.set(name, [...list, explanation]);
  };
  const wrongTypes = new Set(issues.flatMap(({ code, path }) => (code === "invalid_type" ? [path.join(".")] : [])));
  for (const issue of issues) {
    // zod also checks the length of an array where it expects a text.
    if (issue.code !== "invalid_type" && wrongTypes.has(issue.path.join("."))) continue;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue["keys"] as string[]) add([...issue.path, key], explainIssue(issue));
    } else add(issue.path, explainIssue(issue, valueAt(value, issue.path)));
  }
  return Object.fromEntries(errors);
}

const issueMessage = (key: MessageKey, params: IssueMessage["params"] = {}): IssueMessage => ({ key, params });

function explainBound(issue: Issue, side: "min" | "max", limit: number, step: 1 | -1): IssueMessage {
  const nearest = issue["inclusive"] === false ? limit + step : limit;
  const params = { [side]: nearest };
  switch (issue["origin"]) {
    case "string":
      if (side === "min" && nearest === 1) return issueMessage("kit.required");
      return issueMessage(side === "min" ? "kit.minLength" : "kit.maxLength", params);
    case "array":
    case "set":
      return issueMessage(side === "min" ? "kit.minItems" : "kit.maxItems", params);
    case "date":
      return issueMessage("kit.invalidDate");
    default:
      return issueMessage(side === "min" ? "kit.min" : "kit.max", params);
  }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
