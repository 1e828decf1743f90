/** API client: calls the server's endpoints (fetch; says so when offline), and makes TanStack Query options of any endpoint. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ResponseBody, Draft, Endpoint, Params, QueryDraft } from "#contract/kit.ts";
import { endSession, token } from "./session.ts";
import { dismissToast, OUTCOME_TOAST_MS, toast, DEFAULT_TOAST_MS } from "#web/kit/ui/toast-store.ts";
import { language, t } from "#web/kit/format/translation.ts";

type ArgMember<Name extends string, Value> = undefined extends Value
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };
export type EndpointArgs<E extends Endpoint> = ArgMember<"params", Params<E>> &
  ArgMember<"query", QueryDraft<E>> &
  ArgMember<"body", Draft<E>> & {
    /** Sent as `Idempotency-Key`: repeating the same key and body returns the same answer. */
    idempotencyKey?: string;
  };
type MutationArgs<E extends Endpoint> =
  Record<never, never> extends EndpointArgs<E> ? EndpointArgs<E> | void : EndpointArgs<E>;
type CallArgs<E extends Endpoint, More> =
  Record<never, never> extends EndpointArgs<E>
    ? [args?: EndpointArgs<E>, options?: More]
    : [args: EndpointArgs<E>, options?: More];
export interface RequestOptions {
  signal?: AbortSignal;
  /** `true` shows no toasts; `outcome` shows failures only; `reason` shows a refusal's reason without the general title. */
  quiet?: boolean | "outcome" | "reason";
}
const INVALID_FIELDS_TOAST = "invalid-fields";
type QuietOption = Pick<RequestOptions, "quiet">;
interface RequestParts {
  params?: object | undefined;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string | undefined;
}

/**
 * Thrown when the server refused the request, or was not reached (`status` 0).
 * `errors` maps field names to texts; `retryAfter` is in seconds.
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

/** Refetch with `queryKey: [facilities.list.name]`, whatever the arguments. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, ...[args, options]: CallArgs<E, QuietOption>) =>
  queryOptions({
    queryKey: [endpoint.name, (args ?? {}) as EndpointArgs<E>] as const,
    queryFn: ({ signal }) => request(endpoint, args, { ...options, signal }),
  });

export const endpointMutation = <E extends Endpoint>(endpoint: E, options: QuietOption = {}) =>
  mutationOptions({
    mutationKey: [endpoint.name],
    mutationFn: (args: MutationArgs<E>) => request(endpoint, args ?? undefined, options),
  });

/**
 * Shows the answer's `message`, or the failure, in a toast.
 * @throws ApiError
 */
export const call = <E extends Endpoint>(
  endpoint: E,
  ...[args, options]: CallArgs<E, RequestOptions>
): Promise<ResponseBody<E>> => request(endpoint, args, options);

const request = <E extends Endpoint>(
  endpoint: E,
  args: RequestParts = {},
  options: RequestOptions = {},
): Promise<ResponseBody<E>> =>
  performRequest(
    endpoint,
    (bearer) => send(endpoint, args, bearer, options.signal),
    (response) => readResponse<E>(response, options),
    options,
  );

/**
 * Opens the login page when the session has ended, and shows failures in a toast.
 * @param send receives the token
 * @param take reads a successful response
 * @throws ApiError
 */
export async function performRequest<Taken>(
  endpoint: Endpoint,
  send: (bearer: string | null) => Promise<Response>,
  take: (response: Response) => Promise<Taken>,
  { signal, quiet = false }: RequestOptions = {},
): Promise<Taken> {
  const used = token.get();
  try {
    const response = await send(used);
    if (!response.ok) throw toApiError(response, await readJson(response));
    if (endpoint.method !== "GET") dismissToast(INVALID_FIELDS_TOAST);
    return await take(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : new ApiError(0, t("kit.offline"), { cause: error });
    // A 401 from a public endpoint answers the form and does not end a session.
    const ended = failure.status === 401 && endpoint.allow !== "everyone";
    if (quiet === "reason" && failure.status >= 400 && failure.status < 500 && !ended) showReason(failure);
    else if (quiet !== true) showFailure(failure, ended);
    if (ended) endSession(used);
    throw failure;
  }
}

export async function readResponse<E extends Endpoint>(
  response: Response,
  { quiet = false }: QuietOption = {},
): Promise<ResponseBody<E>> {
  const answer = await readJson(response);
  if (typeof answer["message"] === "string" && answer["message"] && !quiet)
    toast({ description: answer["message"], variant: "success", duration: OUTCOME_TOAST_MS });
  return answer as unknown as ResponseBody<E>;
}

export function showFailure(failure: ApiError, ended = false): void {
  toast({
    // Many requests fail together when a session ends, so they share one toast.
    ...(ended ? { id: "signed-out" } : {}),
    // The fields say what is wrong, until the next attempt succeeds.
    ...(failure.errors ? { id: INVALID_FIELDS_TOAST } : { title: t("kit.wrong") }),
    description: failure.message,
    variant: "error",
    duration: OUTCOME_TOAST_MS,
  });
}

export const firstErrorMessage = ({ errors, message }: ApiError): string =>
  Object.values(errors ?? {}).flat()[0] ?? message;

const showReason = (failure: ApiError): void =>
  void toast({ description: firstErrorMessage(failure), variant: "error", duration: DEFAULT_TOAST_MS });

function send(
  endpoint: Endpoint,
  { params = {}, query, body, idempotencyKey }: RequestParts,
  bearer: string | null,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = requestHeaders(bearer);
  headers.set("content-type", "application/json");
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  // Fastify refuses an empty body that claims to be JSON.
  if (body === undefined && endpoint.method !== "GET") headers.delete("content-type");
  return fetch(endpointUrl(endpoint, params, query), {
    method: endpoint.method,
    headers,
    signal: signal ?? null,
    body: body === undefined ? null : JSON.stringify(body),
  });
}

export function requestHeaders(bearer: string | null): Headers {
  const headers = new Headers({ accept: "application/json", "accept-language": language() });
  if (bearer) headers.set("authorization", `Bearer ${bearer}`);
  return headers;
}

export function endpointUrl(endpoint: Endpoint, params: object, query?: unknown): string {
  const values = new Map(Object.entries(params));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
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

function toApiError(response: Response, answer: Record<string, unknown>): ApiError {
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
