/** Reads parameters as the provider takes them, and refuses what it does not know. */
import * as z from "zod/mini";

/** What the provider refuses, as it says so. */
export type RefusalType = "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";

export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: { type: RefusalType; message: string; code?: string; param?: string } };
  constructor(
    status: number,
    type: RefusalType,
    message: string,
    more: { code?: string | undefined; param?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.body = {
      error: { type, message, ...(more.code && { code: more.code }), ...(more.param && { param: more.param }) },
    };
  }
}

export const missing = (kind: string, id: string) =>
  new Refusal(404, "invalid_request_error", `No such ${kind}: '${id}'`, { code: "resource_missing", param: "id" });
export const wrong = (message: string, param: string, code?: string) =>
  new Refusal(400, "invalid_request_error", message, { param, code });

type Tree = { [key: string]: Tree | string };

/** `a[b][0]=c` as it means: brackets lead inwards. */
export function readForm(text: string): unknown {
  const root: Tree = Object.create(null) as Tree;
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll("]", "").split("[");
    let place: Tree = root;
    for (const key of keys.slice(0, -1)) {
      const inner = place[key];
      place = place[key] = typeof inner === "object" ? inner : (Object.create(null) as Tree);
    }
    place[keys.at(-1) ?? ""] = value;
  }
  return listed(root);
}

/** What is counted from 0 is a list. */
function listed(tree: Tree | string): unknown {
  if (typeof tree === "string") return tree;
  const keys = Object.keys(tree);
  const isList = keys.length > 0 && keys.every((key) => /^\d*$/.test(key));
  if (isList) return keys.map((key) => listed(tree[key] ?? ""));
  return Object.fromEntries(keys.map((key) => [key, listed(tree[key] ?? "")]));
}

/** A whole number, as forms write it. */
export const whole = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+$/))]),
  z.pipe(
    z.transform((given: number | string) => Number(given)),
    z.int(),
  ),
);
export const text = z.string().check(z.minLength(1), z.maxLength(5000));
export const metadata = z.optional(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))));
export const expand = z.optional(z.array(z.string()));
export const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((given) => given === "true"),
);

/** @throws Refusal that names the parameter, in the provider's words */
export function parameters<S extends z.ZodMiniType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String);
  const param = path.reduce((whole, key) => (whole ? `${whole}[${key}]` : key), "");
  const isMissing = issue?.code === "invalid_type" && valueAt(given, issue.path) === undefined;
  const [message, code] = unknown
    ? [`Received unknown parameter: ${param}`, "parameter_unknown"]
    : isMissing
      ? [`Missing required param: ${param}.`, "parameter_missing"]
      : [`Invalid ${param}`, "parameter_invalid"];
  throw new Refusal(400, "invalid_request_error", message, { param, code });
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], given);
