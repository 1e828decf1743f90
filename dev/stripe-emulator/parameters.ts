/** Parses request parameters like Stripe, and refuses unknown ones. */
import * as z from "zod/mini";

export type EmulatorErrorType = "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";

export class EmulatorError extends Error {
  readonly status: number;
  readonly body: { error: { type: EmulatorErrorType; message: string; code?: string; param?: string } };
  constructor(
    status: number,
    type: EmulatorErrorType,
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

/** An answer that refuses and is kept with its key, unlike an error. */
export class EmulatorRefusal {
  readonly status: number;
  readonly body: { error: object };
  constructor(status: number, body: { error: object }) {
    this.status = status;
    this.body = body;
  }
}

export const missingObjectError = (kind: string, id: string, param = "id") =>
  new EmulatorError(404, "invalid_request_error", `No such ${kind}: '${id}'`, { code: "resource_missing", param });
export const invalidParamError = (message: string, param: string, code?: string) =>
  new EmulatorError(400, "invalid_request_error", message, { param, code });

type FormTree = { [key: string]: FormTree | string };

/** Parses nested parameters: `a[b][0]=c`. */
export function parseForm(text: string): unknown {
  const root: FormTree = Object.create(null) as FormTree;
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll("]", "").split("[");
    let place: FormTree = root;
    for (const key of keys.slice(0, -1)) {
      const inner = place[key];
      place = place[key] = typeof inner === "object" ? inner : (Object.create(null) as FormTree);
    }
    place[keys.at(-1) ?? ""] = value;
  }
  return toLists(root);
}

function toLists(tree: FormTree | string): unknown {
  if (typeof tree === "string") return tree;
  const keys = Object.keys(tree);
  const isList = keys.length > 0 && keys.every((key) => /^\d*$/.test(key));
  if (isList) return keys.map((key) => toLists(tree[key] ?? ""));
  return Object.fromEntries(keys.map((key) => [key, toLists(tree[key] ?? "")]));
}

export const wholeNumberParam = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+$/))]),
  z.pipe(
    z.transform((given: number | string) => Number(given)),
    z.int(),
  ),
);
export const text = z.string().check(z.minLength(1), z.maxLength(5000));
export const metadataParam = z.optional(
  z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))),
);
export const expandParam = z.optional(z.array(z.string()));
export const flagParam = z.pipe(
  z.enum(["true", "false"]),
  z.transform((given) => given === "true"),
);

/** @throws EmulatorError that names the parameter, in the provider's words */
export function parseParams<S extends z.ZodMiniType>(schema: S, given: unknown): z.output<S> {
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
  throw new EmulatorError(400, "invalid_request_error", message, { param, code });
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], given);
