/**
 * The test provider's HTTP interface, for the provider's own SDK: keys, accounts, idempotency and refusals as the real one has
 * them. It listens on this machine alone, from the moment that somebody needs it, and has no state but its tables.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import { findAccount } from "./accounts.ts";
import { calls, type Call } from "./calls.ts";
import { newId, type Scene } from "./objects.ts";
import { parameters, readForm, Refusal } from "./parameters.ts";

/** The key that it takes. It opens nothing but play money. */
export const secretKey = "sk_test_baseline";

/** What a test may let happen on the way. */
export interface Weather {
  /** Nobody answers. */
  isDown: boolean;
  /** So many calls are worked on, and their answers never arrive. */
  losesAnswers: number;
  /** Told of every call. */
  heard: ((call: { method: string; path: string; account: string; key: string | undefined }) => void) | undefined;
}

export interface Sandbox {
  host: string;
  port: number;
  weather: Weather;
  close(): Promise<void>;
}

const most = 100_000;
async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > most) throw new Refusal(413, "invalid_request_error", "Too much");
  }
  return text;
}

function findCall(method: string | undefined, path: string): { call: Call; id: string } {
  for (const call of calls) {
    const pattern = new RegExp(`^${call.path.replace(":id", "([^/]+)")}$`);
    const match = call.method === method ? pattern.exec(path) : null;
    if (match) return { call, id: decodeURIComponent(match[1] ?? "") };
  }
  const message = `Unrecognized request URL (${method}: ${path}).`;
  throw new Refusal(404, "invalid_request_error", message);
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

function askedBy(request: IncomingMessage, url: URL, body: string): unknown {
  if (request.method === "GET") return readForm(url.search.slice(1));
  const isJson = url.pathname.startsWith("/v2/");
  return isJson ? (JSON.parse(body || "{}") as unknown) : readForm(body);
}

interface Answer {
  status: number;
  body: unknown;
  isReplayed?: boolean;
}

const day = 86_400_000;

/**
 * The answer that was given to this key before, where it was asked the same; claims the key otherwise. Whoever asks at the same
 * time waits for the first.
 */
async function replay(scene: Scene, key: string, asked: string): Promise<Answer | undefined> {
  const { db, now, account } = scene;
  await db
    .deleteFrom("sandbox_answers")
    .where("account", "=", account)
    .where("created_at", "<", new Date(now.getTime() - day))
    .execute();
  const claimed = await db
    .insertInto("sandbox_answers")
    .values({ account, key, asked, status: 0, answer: "null", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (claimed) return undefined;
  const before = await db
    .selectFrom("sandbox_answers")
    .select(["asked", "status", "answer"])
    .where("account", "=", account)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (before.asked !== asked) {
    const message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    throw new Refusal(400, "idempotency_error", message);
  }
  return { status: before.status, body: before.answer, isReplayed: true };
}

async function answer(house: House, request: IncomingMessage): Promise<Answer> {
  if (request.headers.authorization !== `Bearer ${secretKey}`)
    throw new Refusal(401, "invalid_request_error", "Invalid API Key provided");
  const url = new URL(request.url ?? "/", "http://sandbox");
  const { call, id } = findCall(request.method, url.pathname);
  const body = await bodyOf(request);
  const given = parameters(call.accepts, askedBy(request, url, body));
  const account = headerOf(request, "stripe-account") ?? "";
  const key = call.method === "POST" ? headerOf(request, "idempotency-key") : undefined;
  return house.db.transaction().execute(async (db: Database) => {
    const scene = { db, house, now: house.clock.now(), account };
    if (account)
      await findAccount(scene, account).catch(() => {
        const message = `The provided key does not have access to account '${account}'`;
        throw new Refusal(403, "invalid_request_error", message, { code: "account_invalid" });
      });
    const hash = createHash("sha256").update(`${url.pathname}\n${body}`).digest("base64url");
    const before = key && (await replay(scene, key, hash));
    if (before) return before;
    const made = { status: 200, body: await call.run(scene, given, id) };
    if (key)
      await db
        .updateTable("sandbox_answers")
        .set({ status: made.status, answer: JSON.stringify(made.body) })
        .where("account", "=", account)
        .where("key", "=", key)
        .execute();
    return made;
  });
}

async function serve(house: House, weather: Weather, request: IncomingMessage, response: ServerResponse) {
  if (weather.isDown) return void request.socket.destroy();
  const heard = {
    method: request.method ?? "",
    path: request.url ?? "",
    account: headerOf(request, "stripe-account") ?? "",
    key: headerOf(request, "idempotency-key"),
  };
  weather.heard?.(heard);
  const given = await answer(house, request).catch((error: unknown): Answer => {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    house.log.error({ err: error }, "the test provider failed");
    return { status: 500, body: { error: { type: "api_error", message: "Something went wrong here" } } };
  });
  if (weather.losesAnswers > 0) {
    weather.losesAnswers -= 1;
    return void request.socket.destroy();
  }
  response.writeHead(given.status, {
    "content-type": "application/json",
    "request-id": newId("req"),
    ...(given.isReplayed && { "idempotent-replayed": "true" }),
  });
  return void response.end(JSON.stringify(given.body));
}

const opened = new WeakMap<House, Promise<Sandbox>>();

/**
 * The test provider of a house, opened by whoever asks first.
 * @throws Error in production without DEMO: nobody sells for play money there
 */
export function sandboxOf(house: House): Promise<Sandbox> {
  if (house.config.payments.mode !== "test" || house.config.payments.secretKey)
    throw new Error("The test provider is for the demo and for tests");
  const known = opened.get(house) ?? open(house);
  opened.set(house, known);
  return known;
}

async function open(house: House): Promise<Sandbox> {
  const weather: Weather = { isDown: false, losesAnswers: 0, heard: undefined };
  const server: Server = createServer((request, response) => void serve(house, weather, request, response));
  await new Promise<void>((ready, failed) => server.once("error", failed).listen(0, "127.0.0.1", ready));
  // It keeps no process alive.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    host: "127.0.0.1",
    port,
    weather,
    close: () =>
      new Promise<void>((done) => {
        opened.delete(house);
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Closes it where it was opened. */
export async function closeSandbox(house: House): Promise<void> {
  await (await opened.get(house))?.close();
}
