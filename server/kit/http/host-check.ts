/** Checks by whom a request claims to be addressed and forwarded: the Host and X-Forwarded-For headers (reverse proxy). */
import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { type Config, isLoopback } from "#server/kit/process/config.ts";
import { HttpError, message } from "./http-error.ts";

/**
 * Answers 421 to other names than this machine's and that of APP_URL, where the server listens on this machine alone: a
 * foreign web page could let its own name point here (DNS rebinding) and read what is meant for this machine.
 */
export function checkHost(app: FastifyInstance, { host, appUrl }: Config): void {
  if (!isLoopback(host)) return;
  const appHostname = new URL(appUrl).hostname;
  app.addHook("onRequest", async ({ headers }) => {
    const name = headers.host && URL.parse(`http://${headers.host}`)?.hostname;
    if (!name || (!isLoopback(name) && name !== appHostname)) throw new HttpError(421, message("kit.wrongHost"));
  });
}

/** Fastify's option. It believes no count by itself: the n-th proxy from here is told by its hop. */
export const trustedProxies = ({ trustProxy }: Config): false | string | ((address: string, hop: number) => boolean) =>
  typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : trustProxy;

/** Without TRUST_PROXY everybody behind a proxy has its address, and so shares its rate limits. */
export function warnOfIgnoredProxy(app: FastifyInstance, { config, log }: AppContext): void {
  if (config.trustProxy !== false) return;
  let isWarned = false;
  app.addHook("onRequest", async ({ headers }) => {
    if (isWarned || headers["x-forwarded-for"] === undefined) return;
    isWarned = true;
    log.warn("X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies in front of this server");
  });
}

/** The address of the client; that of the connection where a proxy forwards none. */
export const clientAddress = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? "") : ip;
