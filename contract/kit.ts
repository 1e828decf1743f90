/** The endpoint type, shared by both sides. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import type { Permission } from "./permissions.ts";

/**
 * Who may call an endpoint.
 * - `everyone`: no token needed.
 * - `signed-in`: a valid token, email verified or not (`/auth/*` only).
 * - `verified`: a valid token of a person whose email is verified.
 * - `member`: verified, with an active membership in `{organizationId}` (platform administrators count as such).
 * - a permission: verified, and the permission in `{organizationId}`; where the path has no organization, on the platform.
 */
export type AccessRequirement = "everyone" | "signed-in" | "verified" | "member" | Permission;

/**
 * How a `raw` endpoint differs from JSON: upload and webhook read the request themselves, download and stream answer through
 * the reply. Authorization, transaction and all else stay the same.
 */
export type RawMode = "upload" | "download" | "stream" | "webhook";

export type Schema = z.ZodMiniType;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

export interface Endpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Returns extends Schema = Schema,
> {
  /** `facilities.create`: set by `defineModule`. */
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with `{organizationId}` and its like for what varies. */
  path: Path;
  allow: AccessRequirement;
  query?: Query;
  body?: Body;
  returns: Returns;
  summary: string;
  successMessage?: MessageKey;
  example?: z.input<Body>;
  idempotent?: boolean;
  dryRun?: boolean;
  raw?: RawMode;
  types?: readonly string[];
  status?: number;
  deprecated?: boolean;
}

interface EndpointSpec<Q extends Schema, B extends Schema, R extends Schema> {
  allow: AccessRequirement;
  /** One line for the API reference. */
  summary: string;
  query?: Q;
  /** A `strictObject`: unknown members are refused. */
  body?: B;
  /** Schema of the handler's result: `data` of the envelope, or a whole page. Undeclared members are left out. */
  returns: R;
  /** The success message for the person. */
  successMessage?: MessageKey;
  /** A body that passes; shown in the API reference, sent by the permission tests. */
  example?: z.input<NoInfer<B>>;
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean;
  /** With `?dryRun=true` all is done and answered, and nothing is kept. */
  dryRun?: boolean;
  raw?: RawMode;
  /** Media types of a download, where its path does not end in one. */
  types?: readonly string[];
  /** Success status where it is neither 200 nor, for a POST that creates, 201. */
  status?: number;
  /** Answers for one more release; its summary names what to call instead. */
  deprecated?: boolean;
}

export type ContractModule = Record<string, Endpoint>;
export type Params<E extends Endpoint> = { [K in ParamNames<E["path"]>]: string };
export type Query<E extends Endpoint> = z.output<NonNullable<E["query"]>>;
export type QueryDraft<E extends Endpoint> = z.input<NonNullable<E["query"]>>;
/** The parsed body, as the handler gets it. */
export type Body<E extends Endpoint> = z.output<NonNullable<E["body"]>>;
/** The body as a caller writes it. */
export type Draft<E extends Endpoint> = z.input<NonNullable<E["body"]>>;
/** Result of the handler. */
export type Returns<E extends Endpoint> = z.output<E["returns"]>;
/** The client's view: `{data, message?}`, or `{data: [...], meta}`. */
export type ResponseBody<E extends Endpoint> =
  Returns<E> extends { data: unknown[]; meta: Meta } ? Returns<E> : { data: Returns<E>; message?: string };

const declareEndpoint =
  (method: Endpoint["method"]) =>
  <
    const P extends string,
    R extends Schema,
    Q extends Schema = z.ZodMiniUndefined,
    B extends Schema = z.ZodMiniUndefined,
    W extends RawMode | undefined = undefined,
  >(
    path: P,
    spec: EndpointSpec<Q, B, R> & { raw?: W },
  ) =>
    // Raw endpoints differ by type: their handlers also get the reply.
    ({ name: "", method, path, ...spec }) as Endpoint<P, Q, B, R> & (W extends RawMode ? { raw: W } : unknown);

export const get = declareEndpoint("GET");
export const post = declareEndpoint("POST");
export const put = declareEndpoint("PUT");
export const patch = declareEndpoint("PATCH");
export const del = declareEndpoint("DELETE");

/** Gives every endpoint its full name: `facilities.create`. */
export function defineModule<R extends ContractModule>(name: string, endpoints: R): R {
  for (const [key, endpoint] of Object.entries(endpoints)) endpoint.name = `${name}.${key}`;
  return endpoints;
}

export const id = z.uuid();
/** An instant on the wire: ISO 8601 in UTC, with `Z`. */
export const instant = z.iso.datetime();
/** A local date as a caller may ask for it: calendars and the database hold it, and what lies around it. */
export const localDate = z.iso.date().check(z.regex(/^(?:19|2\d)/, { error: "kit.invalidDate" satisfies MessageKey }));
/** An instant as a caller may write it: any offset. */
export const instantDraft = z.iso.datetime({ offset: true });
export const noData = z.null();

export const Meta = z.object({
  current_page: z.int(),
  last_page: z.int(),
  total: z.int(),
  per_page: z.int(),
  total_is_estimate: z.optional(z.boolean()),
});
export type Meta = z.infer<typeof Meta>;
export interface Page<T> {
  data: T[];
  meta: Meta;
}

/** The answer of a list: `{data: [...], meta}`. */
export const page = <S extends Schema>(item: S) => z.object({ data: z.array(item), meta: Meta });

/** Whether an endpoint answers a page, and not one thing. */
export const isPageSchema = (schema: Schema): boolean =>
  schema instanceof z.ZodMiniObject && (schema._zod.def.shape as Record<string, unknown>)["meta"] === Meta;

/** Results of a search in a picker, unless all are requested. */
export const MAX_SEARCH_RESULTS = 50;

/** The query of every list: `q`, `page` from 1, `per_page` up to 100. */
export const ListQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000_000)), 1),
  per_page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});
export type ListQuery = z.infer<typeof ListQuery>;

type PartialShape<S extends z.core.$ZodShape> = {
  [K in keyof S]: z.ZodMiniOptional<S[K] extends z.ZodMiniDefault<infer Inner> ? Inner : S[K]>;
};

/**
 * Any part of a draft, but not nothing. Members left out stay as they are: defaults are for new things.
 * Rules between members are checked where the other member's present value is known.
 */
export const partialOf = <S extends z.core.$ZodShape>(draft: z.ZodMiniObject<S, z.core.$strict>) => {
  const parts = Object.entries(draft._zod.def.shape).map(([name, member]) => [
    name,
    z.optional(member instanceof z.ZodMiniDefault ? member._zod.def.innerType : member),
  ]);
  return z.strictObject(Object.fromEntries(parts) as PartialShape<S>).check(
    z.refine((given) => Object.keys(given as object).length > 0, {
      error: "kit.nothingToChange" satisfies MessageKey,
      when: (payload) => typeof payload.value === "object" && payload.value !== null,
    }),
  );
};

/** `?dryRun=true`: everything is done and answered, and nothing is kept. */
export const DryRun = z.object({ dryRun: z.optional(z.stringbool()) });

/** Line breaks, tabs and other signs that nobody sees become a space: what stands in one line stays one. */
const toSingleLine = z.overwrite<string>((text) => text.replace(/[\s\p{Cc}]+/gu, " "));
/** A required line of text, trimmed. `max` in characters. */
export const requiredLine = (max = 120) => z.string().check(toSingleLine, z.trim(), z.minLength(1), z.maxLength(max));
/** An optional text; an empty one means null (see `clean`). `max` in characters. */
export const optionalText = (max = 2000) => z.nullish(z.string().check(z.trim(), z.maxLength(max)));
/** An email address: trimmed and lowercase, 254 characters at most. */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254));
/** A telephone number as people write it; digits, spaces and `+ ( ) . - /`. */
export const phone = z
  .string()
  .check(
    toSingleLine,
    z.trim(),
    z.maxLength(32),
    z.regex(/^\+?[\d\s().\-/]{5,31}$/, { error: "kit.invalidPhone" satisfies MessageKey }),
  );
/** Yes, no, or not said. */
export const optionalBoolean = z.nullish(z.boolean());

const allowsNull = (schema: Schema): boolean => schema.safeParse(null).success;

/**
 * Turns empty strings in optional members into null, at any depth.
 * Shared by the server (before parsing) and the web's forms.
 */
export function emptyToNull(schema: Schema, value: unknown): unknown {
  const inner = unwrapSchema(schema);
  if (Array.isArray(value) && inner instanceof z.ZodMiniArray) {
    const element = inner._zod.def.element as Schema;
    return value.map((item) => emptyToNull(element, item));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || !(inner instanceof z.ZodMiniObject))
    return value;
  const shape = inner._zod.def.shape as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(value).map(([key, given]) => {
      const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (!member) return [key, given];
      return [
        key,
        typeof given === "string" && given.trim() === "" && allowsNull(member) ? null : emptyToNull(member, given),
      ];
    }),
  );
}

function unwrapSchema(schema: Schema): Schema {
  const def = schema._zod.def as { innerType?: Schema };
  return def.innerType ? unwrapSchema(def.innerType) : schema;
}

/** Whether a version of the live stream (`transaction.row`, both numbers) comes after another one; the empty text comes before all. */
export function isVersionAfter(version: string, other: string): boolean {
  const [transaction = "0", row = "0"] = version.split(".");
  const [otherTransaction = "0", otherRow = "0"] = other.split(".");
  if (transaction === otherTransaction) return BigInt(row) > BigInt(otherRow);
  return BigInt(transaction) > BigInt(otherTransaction);
}
