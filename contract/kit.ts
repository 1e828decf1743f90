/** Building blocks of the contract: endpoint declaration, and the schemas that modules share. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { apiKeyPermissions, type Permission } from "./permissions.ts";

/**
 * The callers that an endpoint allows.
 * - `everyone`: no token needed.
 * - `signed-in`: a valid token, email verified or not (`/auth/*` only).
 * - `verified`: a valid token of a person whose email is verified.
 * - `member`: verified, with an active membership in `{organizationId}` (platform administrators count as such).
 * - a permission: verified, with the permission in `{organizationId}`; on the platform if the path has no organization.
 */
export type AccessRequirement = "everyone" | "signed-in" | "verified" | "member" | Permission;

/**
 * How a `raw` endpoint differs from JSON: `upload` and `webhook` read the request themselves, `download` and `stream`
 * write to the reply. Authorization and transaction are the same as elsewhere. `html` is a page that the server renders;
 * its path is that of the browser's address bar, not one of the API.
 */
export type RawMode = "upload" | "download" | "stream" | "webhook" | "html";

export type Schema = z.ZodMiniType;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

export interface Endpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Returns extends Schema = Schema,
> {
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
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
  mayLag?: boolean;
  leavesEntry?: false;
  raw?: RawMode;
  types?: readonly string[];
  status?: number;
  deprecated?: boolean;
  refusesApiKeys?: boolean;
  withoutSecondFactor?: boolean;
}

interface EndpointSpec<Q extends Schema, B extends Schema, R extends Schema> {
  allow: AccessRequirement;
  summary: string;
  query?: Q;
  /** Must be a `strictObject`, so that unknown members are refused. */
  body?: B;
  /** Schema of the handler's result: `data` of the envelope, or a whole page. Undeclared members are stripped. */
  returns: R;
  successMessage?: MessageKey;
  /** A valid body, for the API reference and the permission tests. */
  example?: z.input<NoInfer<B>>;
  /** Accepts the `Idempotency-Key` header. */
  idempotent?: boolean;
  /** With `?dryRun=true` the handler runs and answers, then the transaction is rolled back. */
  dryRun?: boolean;
  /**
   * A list, report or public page that a replica may answer, where it has replayed all changes of the organization: for
   * a GET whose rows change together with a live change, or may be five seconds old.
   */
  mayLag?: boolean;
  /**
   * False for a call that changes nothing that the activity tells, or whose parts leave entries of their own. Every other
   * call that is no GET leaves an entry of the endpoint's name, which needs a sentence: `activity.fieldsCreate`.
   */
  leavesEntry?: false;
  raw?: RawMode;
  /** Media types of a download whose path has no file extension. */
  types?: readonly string[];
  /** Success status, if it is not 200, or 201 for a POST that creates. */
  status?: number;
  /** Kept for one more release; `summary` names the replacement. */
  deprecated?: boolean;
  /**
   * No API key may call it: it belongs to a person, gives access, or goes on by a job that asks again what the person may.
   * Paths without an organization refuse keys anyway.
   */
  refusesApiKeys?: boolean;
  /**
   * Answers a person of the team too who has not set up the second factor that the organization demands: it says what is
   * demanded, and nothing of the organization's data.
   */
  withoutSecondFactor?: boolean;
}

/** Whether API keys may call it: they act within their organization alone. */
export const takesApiKeys = ({ allow, path, refusesApiKeys }: Endpoint): boolean =>
  (allow === "member" || apiKeyPermissions.some((permission) => permission === allow)) &&
  path.startsWith("/organizations/{organizationId}/") &&
  refusesApiKeys !== true;

export type ContractModule = Record<string, Endpoint>;
export type Params<E extends Endpoint> = { [K in ParamNames<E["path"]>]: string };
export type Query<E extends Endpoint> = z.output<NonNullable<E["query"]>>;
export type QueryDraft<E extends Endpoint> = z.input<NonNullable<E["query"]>>;
/** The parsed body, as the handler receives it. */
export type Body<E extends Endpoint> = z.output<NonNullable<E["body"]>>;
/** The body as a caller writes it. */
export type Draft<E extends Endpoint> = z.input<NonNullable<E["body"]>>;
export type Returns<E extends Endpoint> = z.output<E["returns"]>;
/** The response as the client sees it: `{data, message?}`, or `{data: [...], meta}`. */
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
    // The type marks raw endpoints, because their handlers also receive the reply.
    ({ name: "", method, path, ...spec }) as Endpoint<P, Q, B, R> & (W extends RawMode ? { raw: W } : unknown);

export const get = declareEndpoint("GET");
export const post = declareEndpoint("POST");
export const put = declareEndpoint("PUT");
export const patch = declareEndpoint("PATCH");
export const del = declareEndpoint("DELETE");

const declarePage = declareEndpoint("GET");
/** A page that the server renders, readable without JavaScript: its path is the browser's. */
export const html = <const P extends string, Q extends Schema = z.ZodMiniUndefined>(
  path: P,
  spec: Pick<EndpointSpec<Q, z.ZodMiniUndefined, z.ZodMiniUnknown>, "allow" | "query" | "summary">,
) => declarePage(path, { ...spec, returns: z.unknown(), raw: "html" });
/** Whether it belongs to the API, and not to the pages that the server renders. */
export const isOfApi = ({ raw }: Pick<Endpoint, "raw">): boolean => raw !== "html";

export function defineModule<R extends ContractModule>(name: string, endpoints: R): R {
  for (const [key, endpoint] of Object.entries(endpoints)) endpoint.name = `${name}.${key}`;
  return endpoints;
}

export const id = z.uuid();
const UUID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
/** Ids in a query, separated by commas: those of one page of a list at most. */
export const idList = z.string().check(z.regex(new RegExp(`^${UUID}(,${UUID}){0,99}$`, "i")));
/** ISO 8601 in UTC, with `Z`. */
export const instant = z.iso.datetime();
/** A local date in a request, from 1900 to 2999: JavaScript and PostgreSQL can compute with it and with nearby dates. */
export const localDate = z.iso.date().check(z.regex(/^(?:19|2\d)/, { error: "kit.invalidDate" satisfies MessageKey }));
/** An instant in a request: ISO 8601 with any offset. */
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

export const page = <S extends Schema>(item: S) => z.object({ data: z.array(item), meta: Meta });

export const isPageSchema = (schema: Schema): boolean =>
  schema instanceof z.ZodMiniObject && (schema._zod.def.shape as Record<string, unknown>)["meta"] === Meta;

/** Results of a search in a picker, unless all are requested. */
export const MAX_SEARCH_RESULTS = 50;

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
 * Schema of a PATCH: every member of the draft is optional, and at least one is required. Defaults are removed, because
 * a member that is left out keeps its value. Rules between members are checked where the stored values are known.
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

export const DryRun = z.object({ dryRun: z.optional(z.stringbool()) });

/**
 * Joiners within words and emoji stay: some scripts need them. All other invisible characters are removed, because they
 * turn the direction of what follows, or make a name that looks empty or like another one.
 */
const removeInvisible = (text: string): string =>
  text
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, "")
    .replace(
      /(?<![\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{Extended_Pictographic}])/gu,
      "",
    );
export const toSingleLine = z.overwrite<string>((text) => removeInvisible(text).replace(/[\s\p{Cc}]+/gu, " "));
/** Required text in one line, trimmed. `max` in characters: patterns that follow never search a longer text. */
export const requiredLine = (max = 120) =>
  z.string().check(toSingleLine, z.trim(), z.minLength(1), z.maxLength(max, { abort: true }));
const linkPattern = /:\/\/|\bwww\./i;
/** Mail programs make links of domains as well. */
const domainPattern = /[\p{L}\p{N}-]{2,}\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?=$|[\s/:?#)])/u;
/** A name that others read in their mails: one line without links. `max` in characters. */
export const MAX_NAME_LENGTH = 120;
export const nameLine = (max = MAX_NAME_LENGTH) =>
  requiredLine(max).check(
    z.refine((text) => !linkPattern.test(text), { error: "kit.nameWithLink" satisfies MessageKey }),
  );
/** A first or last name: with a letter, and without links or domains. `max` in characters. */
export const personName = (max = 80) =>
  requiredLine(max).check(
    z.refine((text) => !linkPattern.test(text) && !domainPattern.test(text), {
      error: "kit.nameWithLink" satisfies MessageKey,
    }),
    z.refine((text) => text === "" || /\p{L}/u.test(text), { error: "kit.nameWithoutLetter" satisfies MessageKey }),
  );
/** Files such as calendars and invoices may hold no control characters but tabs and line breaks. */
const withoutControls = z.regex(/^[\P{Cc}\t\r\n]*$/u, { error: "kit.controlCharacter" satisfies MessageKey });
/** Text of several lines, trimmed. `max` in characters. */
export const requiredText = (max = 2000) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max, { abort: true }), withoutControls);
/** Optional text of several lines; `emptyToNull` turns an empty one into null. `max` in characters. */
export const optionalText = (max = 2000) =>
  z.nullish(z.string().check(z.trim(), z.maxLength(max, { abort: true }), withoutControls));
/** Both sides have it; the contract is compiled without the types of either. */
declare const URL: { new (url: string): { hostname: string }; canParse(url: string): boolean };
const MAX_EMAIL_LENGTH = 254;
/** Domains beyond ASCII as mail servers know them: `exämple.org` is `xn--exmple-cua.org`. */
function toAsciiDomain(address: string): string {
  // The time of the pattern below grows with the square of the length.
  if (address.length > MAX_EMAIL_LENGTH) return address;
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || !/^[\p{L}\p{M}\p{N}.-]*\P{ASCII}[\p{L}\p{M}\p{N}.-]*$/u.test(domain)) return address;
  return URL.canParse(`http://${domain}`) ? `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}` : address;
}
/** As zod's own pattern, with letters of any script before the at sign. */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]*[a-z0-9]$/u;
export const email = z
  .string()
  .check(
    z.trim(),
    z.normalize("NFC"),
    z.toLowerCase(),
    z.overwrite(toAsciiDomain),
    z.regex(emailPattern, { error: "kit.invalidEmail" satisfies MessageKey }),
    z.maxLength(MAX_EMAIL_LENGTH),
  );
export const phone = z.string().check(
  toSingleLine,
  z.trim(),
  z.maxLength(32),
  // From six digits on; no number of the world has more than fifteen (E.164).
  z.regex(/^\+?(?:[\s().\-/]*\d){6,15}[\s().\-/]*$/, { error: "kit.invalidPhone" satisfies MessageKey }),
);
export const optionalBoolean = z.nullish(z.boolean());

const allowsNull = (schema: Schema): boolean => schema.safeParse(null).success;

/** Turns empty strings in optional members into null, at any depth. The server calls it before parsing, the web's forms too. */
export function emptyToNull(schema: Schema, value: unknown): unknown {
  const inner = unwrapSchema(schema);
  if (Array.isArray(value) && inner instanceof z.ZodMiniArray) {
    const element = inner._zod.def.element as Schema;
    return value.map((item) => cleanMember(element, item));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || !(inner instanceof z.ZodMiniObject))
    return value;
  const shape = inner._zod.def.shape as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(value).map(([key, given]) => {
      const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (!member) return [key, given];
      return [key, cleanMember(member, given)];
    }),
  );
}

const cleanMember = (schema: Schema, given: unknown) =>
  typeof given === "string" && given.trim() === "" && allowsNull(schema) ? null : emptyToNull(schema, given);

function unwrapSchema(schema: Schema): Schema {
  const def = schema._zod.def as { innerType?: Schema };
  return def.innerType ? unwrapSchema(def.innerType) : schema;
}

/** Compares versions of the live stream by their first two numbers, `12.34…`. The empty string comes before all versions. */
export function isVersionAfter(version: string, other: string): boolean {
  const [transaction = "0", row = "0"] = version.split(".");
  const [otherTransaction = "0", otherRow = "0"] = other.split(".");
  if (transaction === otherTransaction) return BigInt(row) > BigInt(otherRow);
  return BigInt(transaction) > BigInt(otherTransaction);
}
