/** Binds a room's contract to its handlers: gate, parse, transaction, activity, answer, in that order. */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Body, Endpoint, Params, Query, Returns, Room } from "#contract/kit.ts";
import { isPage } from "#contract/kit.ts";
import { pickLanguage, type Language, type Translate } from "#words/words.ts";
import { noteActivity, type Record as ActivityRecord } from "./activity.ts";
import { listen, type Listeners } from "./announce.ts";
import { everyOrganization, isDatabaseError, type Database } from "./database.ts";
import { admit, type Admission } from "./gate.ts";
import type { Authority, Caller, House, Standing } from "./house.ts";
import { claimKey, keepAnswer } from "./idempotency.ts";
import { parse, parseQuery } from "./parse.ts";
import { Problem, say } from "./problem.ts";
import { words } from "./words.ts";

/** What a handler is given. */
export interface Call<E extends Endpoint = Endpoint> {
  /** The open transaction; the pool for GET. */
  db: Database;
  house: House;
  /** The instant of the request, by the house's clock. */
  now: Date;
  /** An organization's id, or `all`; empty where the path has none and no permission is asked. */
  organizationId: string;
  /** Who calls. Where the contract says `everyone`, use `visitor` instead: this throws. */
  user: Caller;
  standing: Standing;
  language: Language;
  t: Translate;
  /** The client's network address. */
  address: string;
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  /** What activity should say beyond the endpoint and its body. */
  record(change: ActivityRecord): void;
  request: FastifyRequest;
}
/** Raw handlers also get the reply. */
export type RawCall<E extends Endpoint = Endpoint> = Call<E> & { reply: FastifyReply };
/** Who answers through the reply: for them no envelope is made. */
type SelfAnswering = { raw: "download" | "stream" };

/** Methods are bivariant on purpose: `serve` calls them with what the endpoint itself declared. */
export type Handlers<R extends Room> = {
  [K in keyof R]: R[K] extends SelfAnswering
    ? (call: RawCall<R[K]>) => Promise<unknown>
    : (call: R[K] extends { raw: NonNullable<Endpoint["raw"]> } ? RawCall<R[K]> : Call<R[K]>) => Promise<Returns<R[K]>>;
};
type AnyHandler = (call: RawCall) => Promise<unknown>;
declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint's name in the contract, for logs and figures. */
    endpoint?: string;
  }
}

/** What runs without a transaction around it. */
const outsiders = new WeakSet<AnyHandler>();
/**
 * For a handler that opens its transactions itself; its `db` is the pool. For what must not hold a connection while it
 * works (hashing a password), or counts what a refusal must not undo (tries, rate limits).
 */
export function outside<H extends (call: never) => Promise<unknown>>(handler: H): H {
  outsiders.add(handler as unknown as AnyHandler);
  return handler;
}

/** What runs before a transaction, for the handler that runs within it. */
const preparations = new WeakMap<AnyHandler, (call: RawCall) => Promise<unknown>>();
/**
 * For a handler that needs something slow first, as another server's answer: that is asked for before the transaction
 * begins, so that no connection waits for it. Who may call and what was sent is settled by then.
 * @param prepare its `db` is the pool
 */
export function prepared<E extends Endpoint, P>(
  prepare: (call: Call<E>) => Promise<P>,
  handler: (call: Call<E>, found: P) => Promise<Returns<E>>,
): (call: Call<E>) => Promise<Returns<E>> {
  const found = new WeakMap<FastifyRequest, P>();
  // Every request is prepared before it is handled.
  const whole = (call: Call<E>) => handler(call, found.get(call.request) as P);
  preparations.set(whole as unknown as AnyHandler, async (call) =>
    found.set(call.request, await prepare(call as unknown as Call<E>)),
  );
  return whole;
}

/** The handlers of all rooms, by their endpoint's name. */
const bound = new Map<string, AnyHandler>();
/**
 * How an endpoint is answered, for who needs the answer of another room rather than its queries. The gate was the caller's:
 * whoever asks this way settles first that the person may call it.
 */
export function handlerOf<E extends Endpoint>(endpoint: E): (call: Call<E>) => Promise<Returns<E>> {
  const handler = bound.get(endpoint.name);
  if (!handler) throw new Error(`${endpoint.name} is served by nobody`);
  return handler as unknown as (call: Call<E>) => Promise<Returns<E>>;
}

/** Of one upload, in bytes where it is no number of things. Texts beside the file are ids and words; they are kept in memory. */
const uploads = { fileSize: 10 * 1024 * 1024, files: 1, fields: 10, fieldSize: 1000 };

export type Binding = (app: FastifyInstance, house: House, authority: Authority) => void;

export const basePath = "/api/v1";

/**
 * A room's routes.
 * @param handlers one for each endpoint of the contract
 * @param listeners what the room does when earlier rooms announce
 */
export function serve<R extends Room>(room: R, handlers: Handlers<R>, listeners: Listeners = {}): Binding {
  listen(listeners);
  for (const [key, endpoint] of Object.entries(room)) bound.set(endpoint.name, handlers[key] as AnyHandler);
  return (app, house, authority) => {
    for (const [key, endpoint] of Object.entries(room)) {
      mount(app, house, authority, endpoint, handlers[key] as AnyHandler);
    }
  };
}

function mount(app: FastifyInstance, house: House, authority: Authority, endpoint: Endpoint, handler: AnyHandler) {
  const route = {
    method: endpoint.method,
    url: basePath + endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    config: { endpoint: endpoint.name },
    // A stream without its content would only hold the connection, for ever.
    exposeHeadRoute: endpoint.raw !== "stream",
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const admission = await admit(house, authority, endpoint, request);
      // Assigned, not spread: `user` is a getter that throws where nobody is known.
      const call = Object.assign(callOf(house, endpoint, request, admission), { reply });
      await preparations.get(handler)?.(call);
      if (answersItself(endpoint)) return answerRaw(endpoint, handler, call);
      const answer = await (endpoint.method === "GET" || outsiders.has(handler)
        ? run(endpoint, handler, call)
        : commit(endpoint, handler, call));
      return reply.code(isDryRun(endpoint, call) ? 200 : statusOf(endpoint)).send(answer);
    },
  };
  const whole = answersItself(endpoint) ? route : { ...route, schema: { response: { "2xx": answerSchema(endpoint) } } };
  if (!readsItself(endpoint)) return app.route(whole);
  // Raw bodies want parsers of their own, which stay inside this one route.
  return app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    if (endpoint.raw === "webhook") {
      inner.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    } else {
      const { default: multipart } = await import("@fastify/multipart");
      await inner.register(multipart, { limits: uploads });
    }
    inner.route(whole);
  });
}

const readsItself = ({ raw }: Endpoint) => raw === "upload" || raw === "webhook";
const answersItself = ({ raw }: Endpoint) => raw === "download" || raw === "stream";

/** Compiled by the server into a serializer that writes what is declared, and nothing else. */
function answerSchema(endpoint: Endpoint) {
  const whole = isPage(endpoint.returns)
    ? endpoint.returns
    : z.object({ data: endpoint.returns, message: z.optional(z.string()) });
  return z.toJSONSchema(whole, { target: "openapi-3.0" });
}

const statusOf = (endpoint: Endpoint) => endpoint.status ?? (endpoint.method === "POST" ? 201 : 200);
const noBody = z.strictObject({});

/** The reader's language by `Accept-Language`, in its order of preference; English where none of it is ours. */
export function languageOf(request: FastifyRequest): Language {
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

function callOf(house: House, endpoint: Endpoint, request: FastifyRequest, admission: Admission): Call {
  const language = languageOf(request);
  return {
    db: house.db,
    house,
    now: house.clock.now(),
    organizationId: admission.organizationId,
    get user() {
      if (!admission.user) throw new Error(`${endpoint.name} is open to everyone: nobody is known to call it`);
      return admission.user;
    },
    standing: admission.standing,
    language,
    t: words[language],
    address: request.ip,
    params: request.params as Record<string, string>,
    query: endpoint.query ? parseQuery(endpoint.query, request.query) : undefined,
    body:
      readsItself(endpoint) || endpoint.method === "GET"
        ? undefined
        : parse(endpoint.body ?? noBody, request.body === undefined ? {} : request.body),
    record: () => undefined,
    request,
  };
}

async function run(endpoint: Endpoint, handler: AnyHandler, call: RawCall) {
  const result = await handler(call);
  const message = endpoint.says && (call.t as (key: string) => string)(endpoint.says);
  if (isPage(endpoint.returns)) return result;
  return message ? { data: result, message } : { data: result };
}

const isDryRun = (endpoint: Endpoint, { query }: { query: unknown }) =>
  endpoint.dryRun === true && (query as { dryRun?: boolean } | undefined)?.dryRun === true;

/** One transaction for everything: what a handler writes, its activity and its answer stand or fall together. */
async function commit(endpoint: Endpoint, handler: AnyHandler, outer: RawCall): Promise<unknown> {
  if (isDryRun(endpoint, outer)) return tryOut(endpoint, handler, outer);
  return retryOnce(() =>
    outer.house.db.transaction().execute(async (db) => {
      let noted: ActivityRecord = {};
      const call = within(db, outer, (change) => (noted = { ...noted, ...change }));
      const attempt = endpoint.idempotent ? attemptOf(endpoint, call) : undefined;
      if (attempt) {
        const before = await claimKey(db, attempt);
        if (before !== undefined) return before;
      }
      const answer = await run(endpoint, handler, call);
      if (call.organizationId) await noteActivity(call, endpoint, noted, (answer as { data: unknown }).data);
      if (attempt) await keepAnswer(db, attempt, answer, statusOf(endpoint));
      return answer;
    }),
  );
}

/** The call with the transaction for its `db`. `user` is a getter, so nothing is spread. */
const within = (db: Database, outer: RawCall, record: RawCall["record"]): RawCall =>
  Object.assign(Object.defineProperties({} as RawCall, Object.getOwnPropertyDescriptors(outer)), { db, record });

/** Does everything and keeps nothing: the answer is what the real call would give, without its message. */
const tryOut = (endpoint: Endpoint, handler: AnyHandler, outer: RawCall): Promise<unknown> =>
  retryOnce(async () => {
    const attempt = await outer.house.db.startTransaction().execute();
    try {
      return { data: await handler(within(attempt, outer, () => undefined)) };
    } finally {
      await attempt.rollback().execute();
    }
  });

/** Stands for the organization of what belongs to none. */
const nowhere = "00000000-0000-0000-0000-000000000000";

function attemptOf(endpoint: Endpoint, call: Call) {
  const key = call.request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return undefined;
  if (key.length > 200) throw new Problem(400, say("kit.malformed"));
  const { user, params, body, now } = call;
  const organizationId =
    call.organizationId === "" || call.organizationId === everyOrganization ? nowhere : call.organizationId;
  return { organizationId, userId: user.id, key, endpoint: endpoint.name, asked: { params, body }, now };
}

/** In which the other one of a deadlock takes what was let go: whoever is back before it wakes is in its way again. */
const pauseMs = 100;
/** Deadlocks and serialization failures are nobody's fault: the whole transaction is tried once more. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseError(error) || (error.code !== "40P01" && error.code !== "40001")) throw error;
    await pause(pauseMs);
    return work();
  }
}

async function answerRaw(endpoint: Endpoint, handler: AnyHandler, call: RawCall) {
  await handler(call);
  const { sent, raw } = call.reply;
  // Who has left meanwhile is not there to be answered.
  if (!sent && !raw.headersSent && !raw.destroyed) throw new Error(`${endpoint.name} did not answer`);
  return call.reply;
}
