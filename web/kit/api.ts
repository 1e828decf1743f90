/** `read` and `write` turn an endpoint into TanStack Query options. There is no per-endpoint code on the web. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Answer, Draft, Endpoint, Params, QueryDraft } from "#contract/kit.ts";
import { endSession, token } from "./session.ts";
import { outcomeDuration, toast, toastDuration } from "./toast.ts";
import { language, t } from "./words.ts";

type Part<Name extends string, Value> = undefined extends Value
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };
/** What a call of an endpoint needs: only what its path, query and body demand. */
export type Ask<E extends Endpoint> = Part<"params", Params<E>> &
  Part<"query", QueryDraft<E>> &
  Part<"body", Draft<E>> & {
    /** Sent as `Idempotency-Key`: the same key and body, sent again, give the same answer. */
    idempotencyKey?: string;
  };
type Asks<E extends Endpoint> = Record<never, never> extends Ask<E> ? Ask<E> | void : Ask<E>;
type Args<E extends Endpoint, More> =
  Record<never, never> extends Ask<E> ? [ask?: Ask<E>, options?: More] : [ask: Ask<E>, options?: More];
export interface Options {
  signal?: AbortSignal;
  /** No toasts: the caller says itself what happened. `outcome`: failures are still told; `reason`: refusals by their reason alone. */
  quiet?: boolean | "outcome" | "reason";
}
type Quiet = Pick<Options, "quiet">;
interface Sent {
  params?: object | undefined;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string | undefined;
}

/**
 * A refusal by the server, or a failure on the way there (`status` 0).
 * `errors` holds texts by the name of the field they belong beside; `retryAfter` is in seconds.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    message: string,
    more: { errors?: Record<string, string[]>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "ApiError";
    this.status = status;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
}

/** `useQuery(read(facilities.list, { params, query }))`; refetch with `queryKey: [facilities.list.name]`. */
export const read = <E extends Endpoint>(endpoint: E, ...[ask, options]: Args<E, Quiet>) =>
  queryOptions({
    queryKey: [endpoint.name, (ask ?? {}) as Ask<E>] as const,
    queryFn: ({ signal }) => request(endpoint, ask, { ...options, signal }),
  });

/** `useMutation({ ...write(facilities.create), onSuccess })`, then `mutateAsync({ params, body })`. */
export const write = <E extends Endpoint>(endpoint: E, options: Quiet = {}) =>
  mutationOptions({
    mutationKey: [endpoint.name],
    mutationFn: (ask: Asks<E>) => request(endpoint, ask ?? undefined, options),
  });

/**
 * Calls an endpoint. Says the answer's `message`, or what went wrong, in a toast.
 * @throws ApiError
 */
export const call = <E extends Endpoint>(endpoint: E, ...[ask, options]: Args<E, Options>): Promise<Answer<E>> =>
  request(endpoint, ask, options);

const request = <E extends Endpoint>(endpoint: E, ask: Sent = {}, options: Options = {}): Promise<Answer<E>> =>
  settle(
    endpoint,
    (bearer) => send(endpoint, ask, bearer, options.signal),
    (response) => readAnswer<E>(response, options),
    options,
  );

/**
 * What every request has in common, however it is sent and whatever is made of its answer: refusals become `ApiError`s,
 * failures a toast, and a session that has ended leads to the login page.
 * @param send gets the token
 * @param take makes something of a success
 * @throws ApiError
 */
export async function settle<Taken>(
  endpoint: Endpoint,
  send: (bearer: string | null) => Promise<Response>,
  take: (response: Response) => Promise<Taken>,
  { signal, quiet = false }: Options = {},
): Promise<Taken> {
  const used = token.get();
  try {
    const response = await send(used);
    if (!response.ok) throw refusal(response, await readJson(response));
    return await take(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : new ApiError(0, t("kit.offline"), { cause: error });
    // Where everyone may call, a 401 is an answer to the form and not the end of a session.
    const ended = failure.status === 401 && endpoint.allow !== "everyone";
    if (quiet === "reason" && failure.status >= 400 && failure.status < 500 && !ended) sayReason(failure);
    else if (quiet !== true) sayFailure(failure, ended);
    if (ended) endSession(used);
    throw failure;
  }
}

/** The answer of a success; says its `message` in a toast. */
export async function readAnswer<E extends Endpoint>(
  response: Response,
  { quiet = false }: Quiet = {},
): Promise<Answer<E>> {
  const answer = await readJson(response);
  if (typeof answer["message"] === "string" && answer["message"] && !quiet)
    toast({ description: answer["message"], variant: "success", duration: outcomeDuration });
  return answer as unknown as Answer<E>;
}

/** Shows a failure as every request does; for code that called quietly and changed its mind. */
export function sayFailure(failure: ApiError, ended = false): void {
  toast({
    // Many requests fail together when a session ends: they share one toast.
    ...(ended ? { id: "signed-out" } : {}),
    title: t("kit.wrong"),
    description: failure.message,
    variant: "error",
    duration: outcomeDuration,
  });
}

/** The first thing that is wrong, in words: what stands beside a field says more than that some of them are wrong. */
export const reasonOf = ({ errors, message }: ApiError): string => Object.values(errors ?? {}).flat()[0] ?? message;

/** For what no form shows beside its fields. */
const sayReason = (failure: ApiError): void =>
  void toast({ description: reasonOf(failure), variant: "error", duration: toastDuration });

function send(
  endpoint: Endpoint,
  { params = {}, query, body, idempotencyKey }: Sent,
  bearer: string | null,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = headersFor(bearer);
  headers.set("content-type", "application/json");
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  // Without a body there is nothing to be JSON, and Fastify would refuse to parse it.
  if (body === undefined && endpoint.method !== "GET") headers.delete("content-type");
  return fetch(addressOf(endpoint, params, query), {
    method: endpoint.method,
    headers,
    signal: signal ?? null,
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** What every request says: who asks, and in which language. */
export function headersFor(bearer: string | null): Headers {
  const headers = new Headers({ accept: "application/json", "accept-language": language() });
  if (bearer) headers.set("authorization", `Bearer ${bearer}`);
  return headers;
}

/** The address of an endpoint with its parameters in place; members of `query` that are empty are left out. */
export function addressOf(endpoint: Endpoint, params: object, query?: unknown): string {
  const given = new Map(Object.entries(params));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== "") search.append(name, String(item));
  }
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ""}`;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  if (response.status === 204) return { data: null };
  try {
    const answer: unknown = await response.json();
    if (typeof answer === "object" && answer !== null) return answer as Record<string, unknown>;
  } catch (error) {
    if (response.ok) throw new ApiError(response.status, t("kit.unreadable"), { cause: error });
  }
  if (response.ok) throw new ApiError(response.status, t("kit.unreadable"));
  return {};
}

function refusal(response: Response, answer: Record<string, unknown>): ApiError {
  const message = typeof answer["message"] === "string" && answer["message"] ? answer["message"] : t("kit.unavailable");
  const errors =
    typeof answer["errors"] === "object" && answer["errors"] !== null
      ? (answer["errors"] as Record<string, string[]>)
      : undefined;
  const wait = Number(response.headers.get("retry-after"));
  return new ApiError(response.status, message, {
    ...(errors ? { errors } : {}),
    ...(wait > 0 ? { retryAfter: wait } : {}),
  });
}
