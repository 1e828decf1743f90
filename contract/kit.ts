/** What an endpoint is. Both sides read it; neither side can disagree with it. */
import * as z from "zod/mini";
import type { WordKey } from "#words/keys.ts";
import type { Permission } from "./permissions.ts";

/**
 * Who may call an endpoint.
 * - `everyone`: no token needed.
 * - `signed-in`: a valid token, email verified or not (`/auth/*` only).
 * - `verified`: a valid token of a person whose email is verified.
 * - `member`: verified, with an active membership in `{organizationId}` (platform administrators count as such).
 * - a permission: verified, and the permission in `{organizationId}`; where the path has no organization, on the platform.
 */
export type Allow = "everyone" | "signed-in" | "verified" | "member" | Permission;

/**
 * How a `raw` endpoint leaves JSON behind: an upload and a webhook read the request themselves, a download and a stream
 * answer through the reply. Gate, transaction and all else stay the same.
 */
export type Raw = "upload" | "download" | "stream" | "webhook";

export type Schema = z.ZodMiniType;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

export interface Endpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Returns extends Schema = Schema,
> {
  /** `facilities.create`: given by `room`. */
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with `{organizationId}` and its like for what varies. */
  path: Path;
  allow: Allow;
  query?: Query;
  body?: Body;
  returns: Returns;
  summary: string;
  says?: WordKey;
  example?: z.input<Body>;
  idempotent?: boolean;
  dryRun?: boolean;
  raw?: Raw;
  types?: readonly string[];
  status?: number;
}

interface Spec<Q extends Schema, B extends Schema, R extends Schema> {
  allow: Allow;
  /** One line for the API reference. */
  summary: string;
  query?: Q;
  /** A `strictObject`: unknown members are refused. */
  body?: B;
  /** What the handler answers: `data` of the envelope, or a whole `page`. Undeclared columns are left out. */
  returns: R;
  /** The words of the `message` that a person reads on success. */
  says?: WordKey;
  /** A body that passes; shown in the API reference, sent by the permission tests. */
  example?: z.input<NoInfer<B>>;
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean;
  /** With `?dryRun=true` all is done and answered, and nothing is kept. */
  dryRun?: boolean;
  raw?: Raw;
  /** Media types of a download, where its path does not end in one. */
  types?: readonly string[];
  /** Success status where it is neither 200 nor, for a POST that creates, 201. */
  status?: number;
}

export type Room = Record<string, Endpoint>;
export type Params<E extends Endpoint> = { [K in ParamNames<E["path"]>]: string };
export type Query<E extends Endpoint> = z.output<NonNullable<E["query"]>>;
export type QueryDraft<E extends Endpoint> = z.input<NonNullable<E["query"]>>;
/** The parsed body, as the handler gets it. */
export type Body<E extends Endpoint> = z.output<NonNullable<E["body"]>>;
/** The body as a caller writes it. */
export type Draft<E extends Endpoint> = z.input<NonNullable<E["body"]>>;
/** What the handler answers. */
export type Returns<E extends Endpoint> = z.output<E["returns"]>;
/** What the client receives: `{data, message?}`, or `{data: [...], meta}`. */
export type Answer<E extends Endpoint> =
  Returns<E> extends { data: unknown[]; meta: Meta } ? Returns<E> : { data: Returns<E>; message?: string };

const declare =
  (method: Endpoint["method"]) =>
  <
    const P extends string,
    R extends Schema,
    Q extends Schema = z.ZodMiniUndefined,
    B extends Schema = z.ZodMiniUndefined,
    W extends Raw | undefined = undefined,
  >(
    path: P,
    spec: Spec<Q, B, R> & { raw?: W },
  ) =>
    // The type tells what is raw: such a handler is also given the reply.
    ({ name: "", method, path, ...spec }) as Endpoint<P, Q, B, R> & (W extends Raw ? { raw: W } : unknown);

export const get = declare("GET");
export const post = declare("POST");
export const put = declare("PUT");
export const patch = declare("PATCH");
export const del = declare("DELETE");

/** Gives every endpoint its full name: `facilities.create`. */
export function room<R extends Room>(name: string, endpoints: R): R {
  for (const [key, endpoint] of Object.entries(endpoints)) endpoint.name = `${name}.${key}`;
  return endpoints;
}

export const id = z.uuid();
/** An instant on the wire: ISO 8601 in UTC, with `Z`. */
export const instant = z.iso.datetime();
/** A local date as a caller may ask for it: calendars and the database hold it, and what lies around it. */
export const localDate = z.iso.date().check(z.regex(/^(?:19|2\d)/, { error: "kit.invalidDate" satisfies WordKey }));
/** An instant as a caller may write it: any offset. */
export const instantDraft = z.iso.datetime({ offset: true });
export const nothing = z.null();

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
export const isPage = (schema: Schema): boolean =>
  schema instanceof z.ZodMiniObject && (schema._zod.def.shape as Record<string, unknown>)["meta"] === Meta;

/** How many a search for choosing gives at most, unless it is asked for all. */
export const mostFound = 50;

/** The query of every list: `q`, `page` from 1, `per_page` up to 100. */
export const ListQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000_000)), 1),
  per_page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});
export type ListQuery = z.infer<typeof ListQuery>;

type Parts<S extends z.core.$ZodShape> = {
  [K in keyof S]: z.ZodMiniOptional<S[K] extends z.ZodMiniDefault<infer Inner> ? Inner : S[K]>;
};

/**
 * Any part of a draft, but never nothing. What is left out stays as it is: defaults are for what is new.
 * Rules between members are left to whoever knows the other member's present value.
 */
export const changes = <S extends z.core.$ZodShape>(draft: z.ZodMiniObject<S, z.core.$strict>) => {
  const parts = Object.entries(draft._zod.def.shape).map(([name, member]) => [
    name,
    z.optional(member instanceof z.ZodMiniDefault ? member._zod.def.innerType : member),
  ]);
  return z.strictObject(Object.fromEntries(parts) as Parts<S>).check(
    z.refine((given) => Object.keys(given as object).length > 0, {
      error: "kit.nothingToChange" satisfies WordKey,
      when: (payload) => typeof payload.value === "object" && payload.value !== null,
    }),
  );
};

/** `?dryRun=true`: everything is done and answered, and nothing is kept. */
export const DryRun = z.object({ dryRun: z.optional(z.stringbool()) });

/** Line breaks, tabs and other signs that nobody sees become a space: what stands in one line stays one. */
const inOneLine = z.overwrite<string>((text) => text.replace(/[\s\p{Cc}]+/gu, " "));
/** A required line of text, trimmed. `max` in characters. */
export const line = (max = 120) => z.string().check(inOneLine, z.trim(), z.minLength(1), z.maxLength(max));
/** An optional text; an empty one means null (see `clean`). `max` in characters. */
export const note = (max = 2000) => z.nullish(z.string().check(z.trim(), z.maxLength(max)));
/** An email address: trimmed and lowercase, 254 characters at most. */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254));
/** A telephone number as people write it; digits, spaces and `+ ( ) . - /`. */
export const phone = z
  .string()
  .check(
    inOneLine,
    z.trim(),
    z.maxLength(32),
    z.regex(/^\+?[\d\s().\-/]{5,31}$/, { error: "kit.invalidPhone" satisfies WordKey }),
  );
/** Yes, no, or not said. */
export const triState = z.nullish(z.boolean());

const allowsNull = (schema: Schema): boolean => schema.safeParse(null).success;

/**
 * What a form or a client sent, with empty strings in optional members turned into null, at any depth.
 * Shared by the server (before parsing) and the web's forms, so that both mean the same.
 */
export function clean(schema: Schema, value: unknown): unknown {
  const inner = unwrap(schema);
  if (Array.isArray(value) && inner instanceof z.ZodMiniArray) {
    const element = inner._zod.def.element as Schema;
    return value.map((item) => clean(element, item));
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
        typeof given === "string" && given.trim() === "" && allowsNull(member) ? null : clean(member, given),
      ];
    }),
  );
}

function unwrap(schema: Schema): Schema {
  const def = schema._zod.def as { innerType?: Schema };
  return def.innerType ? unwrap(def.innerType) : schema;
}

/** Whether a version of the live stream (`transaction.row`, both numbers) comes after another one; the empty text comes before all. */
export function isAfter(version: string, other: string): boolean {
  const [transaction = "0", row = "0"] = version.split(".");
  const [otherTransaction = "0", otherRow = "0"] = other.split(".");
  if (transaction === otherTransaction) return BigInt(row) > BigInt(otherRow);
  return BigInt(transaction) > BigInt(otherTransaction);
}
