/** HTTP API of the emulator for Stripe's SDK, on localhost only. All state is in tables. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { findAccount } from "./accounts.ts";
import { emulatedEndpoints, type EmulatedEndpoint } from "./calls.ts";
import { newId, type EmulatorContext } from "./store.ts";
import { parseParams, parseForm, EmulatorError, EmulatorRefusal } from "./parameters.ts";
import { emulatorTables } from "./tables.ts";

/** The key that the emulator accepts; it gives access to test money only. */
export const EMULATOR_SECRET_KEY = "sk_test_baseline";

export interface Faults {
  isDown: boolean;
  /** Number of requests that are processed, but whose responses are lost. */
  lostResponses: number;
  onRequest: ((call: { method: string; path: string; account: string; key: string | undefined }) => void) | undefined;
}

export interface HttpServer {
  host: string;
  port: number;
  close(): Promise<void>;
}

const MAX_BODY_LENGTH = 100_000;
async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BODY_LENGTH) throw new EmulatorError(413, "invalid_request_error", "Too much");
  }
  return text;
}

function findEndpoint(method: string | undefined, path: string): { call: EmulatedEndpoint; id: string } {
  for (const call of emulatedEndpoints) {
    const pattern = new RegExp(`^${call.path.replace(":id", "([^/]+)")}$`);
    const match = call.method === method ? pattern.exec(path) : null;
    if (match) return { call, id: decodeURIComponent(match[1] ?? "") };
  }
  const message = `Unrecognized request URL (${method}: ${path}).`;
  throw new EmulatorError(404, "invalid_request_error", message);
}

const readHeader = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

function parseRequest(request: IncomingMessage, url: URL, body: string): unknown {
  if (request.method === "GET") return parseForm(url.search.slice(1));
  const isJson = url.pathname.startsWith("/v2/");
  return isJson ? (JSON.parse(body || "{}") as unknown) : parseForm(body);
}

interface EmulatorAnswer {
  status: number;
  body: unknown;
  isReplayed?: boolean;
}

const day = 86_400_000;

/**
 * Replays the response for this idempotency key if the request is the same; else claims the key. Parallel requests wait
 * for the first.
 */
async function replayAnswer(context: EmulatorContext, key: string, asked: string): Promise<EmulatorAnswer | undefined> {
  const { db, now, account } = context;
  await emulatorTables(db)
    .deleteFrom("answers")
    .where("account", "=", account)
    .where("created_at", "<", new Date(now.getTime() - day))
    .execute();
  const claimed = await emulatorTables(db)
    .insertInto("answers")
    .values({ account, key, asked, status: 0, answer: "null", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (claimed) return undefined;
  const before = await emulatorTables(db)
    .selectFrom("answers")
    .select(["asked", "status", "answer"])
    .where("account", "=", account)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (before.asked !== asked) {
    const message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    throw new EmulatorError(400, "idempotency_error", message);
  }
  return { status: before.status, body: before.answer, isReplayed: true };
}

async function answerCall(appContext: AppContext, request: IncomingMessage): Promise<EmulatorAnswer> {
  if (request.headers.authorization !== `Bearer ${EMULATOR_SECRET_KEY}`)
    throw new EmulatorError(401, "invalid_request_error", "Invalid API Key provided");
  const url = new URL(request.url ?? "/", "http://emulator");
  const { call, id } = findEndpoint(request.method, url.pathname);
  const body = await readBody(request);
  const given = parseParams(call.accepts, parseRequest(request, url, body));
  const account = readHeader(request, "stripe-account") ?? "";
  const key = call.method === "POST" ? readHeader(request, "idempotency-key") : undefined;
  return appContext.db.transaction().execute(async (db: Database) => {
    const context = { db, appContext, now: appContext.clock.now(), account };
    if (account)
      await findAccount(context, account).catch(() => {
        const message = `The provided key does not have access to account '${account}'`;
        throw new EmulatorError(403, "invalid_request_error", message, { code: "account_invalid" });
      });
    const hash = createHash("sha256").update(`${url.pathname}\n${body}`).digest("base64url");
    const before = key && (await replayAnswer(context, key, hash));
    if (before) return before;
    const answer = await call.run(context, given, id);
    const made =
      answer instanceof EmulatorRefusal ? { status: answer.status, body: answer.body } : { status: 200, body: answer };
    if (key)
      await emulatorTables(db)
        .updateTable("answers")
        .set({ status: made.status, answer: JSON.stringify(made.body) })
        .where("account", "=", account)
        .where("key", "=", key)
        .execute();
    return made;
  });
}

async function serveRequest(
  appContext: AppContext,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (faults.isDown) return void request.socket.destroy();
  const call = {
    method: request.method ?? "",
    path: request.url ?? "",
    account: readHeader(request, "stripe-account") ?? "",
    key: readHeader(request, "idempotency-key"),
  };
  faults.onRequest?.(call);
  const given = await answerCall(appContext, request).catch((error: unknown): EmulatorAnswer => {
    if (error instanceof EmulatorError) return { status: error.status, body: error.body };
    appContext.log.error({ err: error }, "the Stripe emulator failed");
    return { status: 500, body: { error: { type: "api_error", message: "Something went wrong here" } } };
  });
  if (faults.lostResponses > 0) {
    faults.lostResponses -= 1;
    return void request.socket.destroy();
  }
  response.writeHead(given.status, {
    "content-type": "application/json",
    "request-id": newId("req"),
    ...(given.isReplayed && { "idempotent-replayed": "true" }),
  });
  return void response.end(JSON.stringify(given.body));
}

/** Listens on a random port, without keeping the process alive. */
export async function listen(appContext: AppContext, faults: Faults): Promise<HttpServer> {
  const server: Server = createServer((request, response) => void serveRequest(appContext, faults, request, response));
  await new Promise<void>((ready, failed) => server.once("error", failed).listen(0, "127.0.0.1", ready));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    host: "127.0.0.1",
    port,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
