/**
 * Serves the endpoints of a module (route handlers, request pipeline): authorization, parsing, transaction, handler,
 * audit log, response, in that order.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Body, Endpoint, Params, Query, Returns, ContractModule } from "#contract/kit.ts";
import { isOfApi, isPageSchema } from "#contract/kit.ts";
import { pickLanguage, type Language, type Translate } from "#messages/translator.ts";
import { recordActivity, type ActivityRecord } from "#server/kit/activity/audit-log.ts";
import { subscribe, type DomainEventListeners } from "#server/kit/events/domain-events.ts";
import { ALL_ORGANIZATIONS, isDatabaseError, type Database } from "#server/kit/db/database.ts";
import type { Memory } from "#server/kit/db/revision-cache.ts";
import { isStalePlan } from "#server/kit/db/database-client.ts";
import { authorize, type AuthorizationResult } from "./authorize.ts";
import type { AccessLookup, Caller, AppContext, MemberPermissions } from "#server/kit/process/app-context.ts";
import { GZIP } from "./compression.ts";
import { clientAddress } from "./host-check.ts";
import { claimIdempotencyKey, toSavedAnswer, updateAnswer } from "./idempotency.ts";
import { parseInput, parseQuery } from "./parse-input.ts";
import { HttpError, message } from "./http-error.ts";
import { translators } from "#server/kit/process/translators.ts";

export interface Call<E extends Endpoint = Endpoint> {
  /** The open transaction; the pool for GET. */
  db: Database;
  appContext: AppContext;
  now: Date;
  /** Organization id, or `all`; empty if the path has none and the endpoint needs no permission. */
  organizationId: string;
  /** Throws if the endpoint is open to `everyone`. */
  user: Caller;
  access: MemberPermissions;
  /** Version of live changes, from before the call read anything; empty if the endpoint is open to `everyone`, and within another call. */
  liveVersion: string;
  /** Until then the caller is to set up a second factor. */
  secondFactorDueAt?: Date | undefined;
  /** For GET within an organization, and where a handler opens it: see `MemoryContext`. */
  memory?: Memory | undefined;
  language: Language;
  t: Translate;
  address: string;
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  record(change: ActivityRecord): void;
  request: FastifyRequest;
}
export type RawCall<E extends Endpoint = Endpoint> = Call<E> & { reply: FastifyReply };
type RawResponse = { raw: "download" | "stream" | "html" };

/** Methods, because they are bivariant: `serveModule` calls them with the types of their endpoint. */
export type Handlers<R extends ContractModule> = {
  [K in keyof R]: R[K] extends RawResponse
    ? (call: RawCall<R[K]>) => Promise<unknown>
    : (call: R[K] extends { raw: NonNullable<Endpoint["raw"]> } ? RawCall<R[K]> : Call<R[K]>) => Promise<Returns<R[K]>>;
};
type AnyHandler = (call: RawCall) => Promise<unknown>;
declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: string;
  }
}

const handlersWithoutTransaction = new WeakSet<AnyHandler>();
/**
 * For handlers that open their own transactions; `db` is the pool. For slow work that must not hold a connection
 * (hashing a password), and for counts that an error must not roll back (failed attempts, rate limits).
 */
export function withoutTransaction<H extends (call: never) => Promise<unknown>>(handler: H): H {
  handlersWithoutTransaction.add(handler as unknown as AnyHandler);
  return handler;
}

const prefetches = new WeakMap<AnyHandler, (call: RawCall) => Promise<unknown>>();
/**
 * Does slow work, such as a call of another server, before the transaction begins, so that it holds no connection.
 * Authorization and parsing are done by then.
 * @param prepare its `db` is the pool
 */
export function prefetch<E extends Endpoint, P>(
  prepare: (call: Call<E>) => Promise<P>,
  handler: (call: Call<E>, found: P) => Promise<Returns<E>>,
): (call: Call<E>) => Promise<Returns<E>> {
  const found = new WeakMap<FastifyRequest, P>();
  const whole = (call: Call<E>) => handler(call, found.get(call.request) as P);
  prefetches.set(whole as unknown as AnyHandler, async (call) =>
    found.set(call.request, await prepare(call as unknown as Call<E>)),
  );
  return whole;
}

const handlersByName = new Map<string, AnyHandler>();
/**
 * The handler of an endpoint, for modules that need the response of another module rather than its queries. It checks
 * no permission: the caller must do so first.
 */
export function findHandler<E extends Endpoint>(endpoint: E): (call: Call<E>) => Promise<Returns<E>> {
  const handler = handlersByName.get(endpoint.name);
  if (!handler) throw new Error(`${endpoint.name} is served by nobody`);
  return handler as unknown as (call: Call<E>) => Promise<Returns<E>>;
}

/** Sizes in bytes. Form fields beside the file are short, and kept in memory. */
const UPLOAD_LIMITS = { fileSize: 10 * 1024 * 1024, files: 1, fields: 10, fieldSize: 1000 };

export type ModuleBinding = (app: FastifyInstance, appContext: AppContext, accessLookup: AccessLookup) => void;

export const API_BASE_PATH = "/api/v1";
/** The path at the server, with its parameters in braces. */
export const endpointPath = (endpoint: Endpoint): string =>
  isOfApi(endpoint) ? API_BASE_PATH + endpoint.path : endpoint.path;

export function serveModule<R extends ContractModule>(
  module: R,
  handlers: Handlers<R>,
  listeners: DomainEventListeners = {},
): ModuleBinding {
  subscribe(listeners);
  for (const [key, endpoint] of Object.entries(module)) handlersByName.set(endpoint.name, handlers[key] as AnyHandler);
  return (app, appContext, accessLookup) => {
    for (const [key, endpoint] of Object.entries(module)) {
      mountEndpoint(app, appContext, accessLookup, endpoint, handlers[key] as AnyHandler);
    }
  };
}

function mountEndpoint(
  app: FastifyInstance,
  appContext: AppContext,
  accessLookup: AccessLookup,
  endpoint: Endpoint,
  handler: AnyHandler,
) {
  const route = {
    method: endpoint.method,
    url: endpointPath(endpoint).replace(/\{(\w+)\}/g, ":$1"),
    config: { endpoint: endpoint.name },
    // A HEAD request for a stream would never end. A GET with a success message changes something: HEAD would as well.
    exposeHeadRoute: endpoint.raw !== "stream" && endpoint.successMessage === undefined,
    ...(!writesRawResponse(endpoint) && { compress: GZIP }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const admission = await authorize(appContext, accessLookup, endpoint, request, reply);
      // Assign instead of spread: `user` is a getter that throws if nobody is signed in.
      const call = Object.assign(createCall(appContext, endpoint, request, admission), { reply });
      await prefetches.get(handler)?.(call);
      if (writesRawResponse(endpoint)) return runRawHandler(endpoint, handler, call);
      const answer = await (endpoint.mayLag
        ? runAtReplica(endpoint, handler, call)
        : endpoint.method === "GET" || handlersWithoutTransaction.has(handler)
          ? runHandler(endpoint, handler, call)
          : runInTransaction(endpoint, handler, call));
      return reply.code(isDryRun(endpoint, call) ? 200 : successStatus(endpoint)).send(answer);
    },
  };
  const whole = writesRawResponse(endpoint)
    ? route
    : { ...route, schema: { response: { "2xx": responseSchema(endpoint) } } };
  if (!readsRawBody(endpoint)) return app.route(whole);
  // Register the parsers of raw bodies for this route only.
  return app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    if (endpoint.raw === "webhook") {
      inner.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    } else {
      const { default: multipart } = await import("@fastify/multipart");
      await inner.register(multipart, { limits: UPLOAD_LIMITS });
    }
    inner.route(whole);
  });
}

const readsRawBody = ({ raw }: Endpoint) => raw === "upload" || raw === "webhook";
const writesRawResponse = ({ raw }: Endpoint) => raw === "download" || raw === "stream" || raw === "html";

/** Fastify compiles it into a serializer that drops undeclared members. */
function responseSchema(endpoint: Endpoint) {
  const whole = isPageSchema(endpoint.returns)
    ? endpoint.returns
    : z.object({ data: endpoint.returns, message: z.optional(z.string()) });
  return z.toJSONSchema(whole, { target: "openapi-3.0" });
}

const successStatus = (endpoint: Endpoint) => endpoint.status ?? (endpoint.method === "POST" ? 201 : 200);
const emptyBody = z.strictObject({});

export function requestLanguage(request: FastifyRequest): Language {
  const wanted = (request.headers["accept-language"] ?? "").split(",").map((part) => {
    const [tag = "", ...settings] = part.split(";").map((text) => text.trim());
    const weight = settings.find((setting) => setting.startsWith("q="))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const sorted = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return pickLanguage(
    sorted.map(({ tag }) => tag),
    "en",
  );
}

function createCall(
  appContext: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  authorization: AuthorizationResult,
): Call {
  const language = requestLanguage(request);
  return {
    db: appContext.db,
    appContext,
    now: appContext.clock.now(),
    organizationId: authorization.organizationId,
    get user() {
      if (!authorization.user) throw new Error(`${endpoint.name} is open to everyone: nobody is known to call it`);
      return authorization.user;
    },
    access: authorization.access,
    liveVersion: authorization.liveVersion,
    secondFactorDueAt: authorization.secondFactorDueAt,
    memory: memoryOf(appContext, endpoint, authorization),
    language,
    t: translators[language],
    address: clientAddress(request),
    params: request.params as Record<string, string>,
    query: endpoint.query ? parseQuery(endpoint.query, request.query) : undefined,
    body:
      readsRawBody(endpoint) || endpoint.method === "GET"
        ? undefined
        : parseInput(endpoint.body ?? emptyBody, request.body === undefined ? {} : request.body),
    record: () => undefined,
    request,
  };
}

const memoryOf = (
  { revisionCache }: AppContext,
  { method }: Endpoint,
  { organizationId, revision }: AuthorizationResult,
) => (method === "GET" && revision !== undefined ? revisionCache.at(organizationId, revision) : undefined);

async function runHandler(endpoint: Endpoint, handler: AnyHandler, call: RawCall) {
  const result = await handler(call);
  const message = endpoint.successMessage && (call.t as (key: string) => string)(endpoint.successMessage);
  if (isPageSchema(endpoint.returns)) return result;
  return message ? { data: result, message } : { data: result };
}

const runAtReplica = (endpoint: Endpoint, handler: AnyHandler, outer: RawCall) =>
  readMayLag(outer, outer.organizationId, (db) =>
    runHandler(endpoint, handler, withTransaction(db, outer, outer.record)),
  );

/** Reads at the replica where there is one and it has replayed what changed in the organization, else at the primary. */
export const readMayLag = <T>(
  { appContext: { db, replica } }: Pick<Call, "appContext">,
  organizationId: string,
  read: (db: Database) => Promise<T>,
): Promise<T> => (replica ? replica.read(organizationId, read) : read(db));

const isDryRun = (endpoint: Endpoint, { query }: { query: unknown }) =>
  endpoint.dryRun === true && (query as { dryRun?: boolean } | undefined)?.dryRun === true;

async function runInTransaction(endpoint: Endpoint, handler: AnyHandler, outer: RawCall): Promise<unknown> {
  if (isDryRun(endpoint, outer)) return runDry(endpoint, handler, outer);
  return retryTransaction(() =>
    outer.appContext.db.transaction().execute(async (db) => {
      let activityRecord: ActivityRecord = {};
      const call = withTransaction(db, outer, (change) => (activityRecord = { ...activityRecord, ...change }));
      const attempt = endpoint.idempotent ? readIdempotentRequest(endpoint, call) : undefined;
      if (attempt) {
        const before = await claimIdempotencyKey(db, attempt);
        if (before !== undefined) return before;
      }
      const answer = await runHandler(endpoint, handler, call);
      const saved = attempt && toSavedAnswer(attempt, answer, successStatus(endpoint));
      const { data } = answer as { data: unknown };
      const isRecorded =
        call.organizationId !== "" && (await recordActivity(call, endpoint, activityRecord, data, { saved }));
      if (saved && !isRecorded) await updateAnswer(db, saved).execute();
      return answer;
    }),
  );
}

const withTransaction = (db: Database, outer: RawCall, record: RawCall["record"]): RawCall =>
  Object.assign(Object.defineProperties({} as RawCall, Object.getOwnPropertyDescriptors(outer)), { db, record });

const runDry = (endpoint: Endpoint, handler: AnyHandler, outer: RawCall): Promise<unknown> =>
  retryTransaction(async () => {
    const attempt = await outer.appContext.db.startTransaction().execute();
    try {
      return { data: await handler(withTransaction(attempt, outer, () => undefined)) };
    } finally {
      await attempt.rollback().execute();
    }
  });

/** Placeholder for rows without an organization. */
const NO_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

function readIdempotentRequest(endpoint: Endpoint, call: Call) {
  const key = call.request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return undefined;
  if (key.length > 200) throw new HttpError(400, message("kit.malformed"));
  const { user, params, body, now } = call;
  const organizationId =
    call.organizationId === "" || call.organizationId === ALL_ORGANIZATIONS ? NO_ORGANIZATION : call.organizationId;
  return { organizationId, userId: user.id, key, endpoint: endpoint.name, request: { params, body }, now };
}

/** Let the other transaction of a deadlock take the released locks first; the second is for a machine that is busy. */
const RETRY_PAUSES_MS = [100, 1000];
/** Another attempt may succeed: a deadlock, a serialization failure, or a statement that a migration has made stale. */
const isWorthRetrying = (error: unknown) =>
  isStalePlan(error) || (isDatabaseError(error) && (error.code === "40P01" || error.code === "40001"));

/** Retries twice at most, as a whole transaction. */
async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthRetrying(error)) throw error;
      await pause(pauseMs);
    }
  }
  return work();
}

async function runRawHandler(endpoint: Endpoint, handler: AnyHandler, call: RawCall) {
  await handler(call);
  const { sent, raw } = call.reply;
  // The client may have disconnected.
  if (!sent && !raw.headersSent && !raw.destroyed) throw new Error(`${endpoint.name} did not answer`);
  return call.reply;
}
