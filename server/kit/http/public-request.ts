/**
 * Sends a request to an address that somebody outside has typed: over `https`, to public addresses alone. The name is
 * resolved once, all its addresses are checked, and no other address is connected to, so that a name that changes its
 * address in between (DNS rebinding) leads nowhere else. Redirects are not followed.
 */
import { Resolver } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopback } from "#server/kit/process/config.ts";
import { isPublicAddress } from "./public-address.ts";

export type RequestFailureReason = "timeout" | "unresolved" | "private_address" | "tls" | "unreachable";

export class RequestFailure extends Error {
  readonly reason: RequestFailureReason;
  constructor(reason: RequestFailureReason, cause?: unknown) {
    super(`No answer: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface PublicRequest {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** For the whole: name, connection, answer. */
  timeoutMs: number;
  /** The rest of an answer's body is not read. */
  maxAnswerBytes: number;
  /** Allows `http://localhost`, for the demo. */
  allowsLocalhost?: boolean;
  /** For tests: the addresses of a name. */
  resolve?: (name: string) => Promise<string[]>;
  /** For tests: another check of them. */
  isAllowed?: (address: string) => boolean;
}

export interface PublicAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** `[::1]` without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

export type UrlFault = "protocol" | "credentials" | "private_address";
/** Checks an address as far as possible before its name is resolved. */
export function findUrlFault(url: URL, { allowsLocalhost = false } = {}): UrlFault | undefined {
  const host = hostOf(url);
  if (url.username !== "" || url.password !== "") return "credentials";
  if (isLoopback(host)) {
    if (!allowsLocalhost) return "private_address";
    return url.protocol === "http:" || url.protocol === "https:" ? undefined : "protocol";
  }
  if (url.protocol !== "https:") return "protocol";
  return isIP(host) !== 0 && !isPublicAddress(host) ? "private_address" : undefined;
}

/** Asks name servers rather than the system, whose few threads a slow name server would occupy. */
async function resolveName(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2500, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** All addresses of a name, each of them allowed: the only ones to connect to. @throws RequestFailure */
export async function listAddresses(
  url: URL,
  {
    allowsLocalhost,
    resolve = resolveName,
    isAllowed = isPublicAddress,
  }: Pick<PublicRequest, "allowsLocalhost" | "resolve" | "isAllowed">,
): Promise<string[]> {
  const host = hostOf(url);
  if (isLoopback(host) && allowsLocalhost) return isIP(host) === 0 ? ["127.0.0.1", "::1"] : [host];
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) throw new RequestFailure("unresolved");
  if (!addresses.every(isAllowed)) throw new RequestFailure("private_address");
  return addresses;
}

/** A connection finds these addresses, whatever its name leads to by then. */
export const lookupAmong =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? "", first?.family);
  };

export const isTlsError = (error: unknown): boolean =>
  error instanceof Error &&
  /CERT|EPROTO|TLS|SSL|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test((error as { code?: string }).code ?? "");

/** @throws RequestFailure */
export async function sendPublicRequest(params: PublicRequest): Promise<PublicAnswer> {
  const url = new URL(params.url);
  const fault = findUrlFault(url, { allowsLocalhost: params.allowsLocalhost ?? false });
  if (fault) throw new RequestFailure(fault === "private_address" ? "private_address" : "unreachable");
  const signal = AbortSignal.timeout(params.timeoutMs);
  const timeout = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(new RequestFailure("timeout")), { once: true }),
  );
  const addresses = await Promise.race([listAddresses(url, params), timeout]);
  try {
    return await send(url, params, addresses, signal);
  } catch (error) {
    if (signal.aborted) throw new RequestFailure("timeout", error);
    throw new RequestFailure(isTlsError(error) ? "tls" : "unreachable", error);
  }
}

function send(
  url: URL,
  { method, headers, body, maxAnswerBytes }: PublicRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<PublicAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PublicAnswer>();
  const options = {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
    lookup: lookupAmong(addresses),
    // A kept connection would outlive the check of its address.
    agent: false as const,
    signal,
  };
  const chunks: Buffer[] = [];
  let length = 0;
  let answer: IncomingMessage | undefined;
  const finish = () => {
    if (!answer) return;
    resolve({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: Buffer.concat(chunks).subarray(0, maxAnswerBytes),
    });
    answer.destroy();
  };
  const receive = (message: IncomingMessage) => {
    answer = message;
    message.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxAnswerBytes) finish();
    });
    message.on("end", finish);
    message.on("error", finish);
  };
  const sent = url.protocol === "https:" ? https.request(url, options, receive) : http.request(url, options, receive);
  // The status of an answer that has begun is known, even if the rest never comes.
  sent.on("error", (error) => (answer ? finish() : reject(error)));
  sent.end(body);
  return promise;
}
