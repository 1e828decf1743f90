/**
 * Sends a call; what the server refuses is thrown. This file is the end of `/api/client.ts`, below the types that are
 * generated from the contract: it imports nothing, and runs in browsers, Node, Deno and Bun.
 */
interface Route {
  method: string;
  path: string;
}
interface Call {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface ClientOptions {
  /** Address of the server, such as `https://booking.example`. */
  url: string;
  /** An API key of the organization. */
  key: string;
  /** Language of messages. Default: English. */
  language?: "en" | "fr";
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** The same key and body within 24 hours are done once, and answered alike. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** An answer other than 2xx. */
export class ApiError extends Error {
  readonly status: number;
  /** Texts by field. */
  readonly errors: Record<string, string[]>;
  /** In seconds: until another try makes sense. */
  readonly retryAfter: number | undefined;
  constructor(status: number, message: string, errors: Record<string, string[]>, retryAfter: number | undefined) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

function addressOf(url: string, { path }: Route, { params = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  const question = search.size > 0 ? `?${search.toString()}` : "";
  return `${url.replace(/\/$/, "")}/api/v1${filled}${question}`;
}

export async function sendCall(
  { url, key, language = "en", fetch: send = globalThis.fetch }: ClientOptions,
  route: Route,
  call: Call,
  { idempotencyKey, signal }: CallOptions = {},
): Promise<unknown> {
  const answer = await send(addressOf(url, route, call), {
    method: route.method,
    headers: {
      authorization: `Bearer ${key}`,
      "accept-language": language,
      ...(call.body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    ...(signal && { signal }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  if (answer.ok) return isJson ? (JSON.parse(text) as unknown) : text;
  const problem = (isJson ? JSON.parse(text) : {}) as { message?: string; errors?: Record<string, string[]> };
  const retryAfter = answer.headers.get("retry-after");
  throw new ApiError(
    answer.status,
    problem.message ?? answer.statusText,
    problem.errors ?? {},
    retryAfter === null ? undefined : Number(retryAfter),
  );
}
