/**
 * Sets the security headers of every response (helmet): Content-Security-Policy (CSP), HSTS, frames, referrer. No CORS:
 * only the own origin calls the API.
 */
import { IncomingMessage, type IncomingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "#server/kit/process/config.ts";

/** The product uses none of these. */
const PERMISSIONS_POLICY = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** The same for every response: helmet would compute them for each. */
function computeHeaders({ appUrl }: Config): Map<string, string> {
  const isHttps = appUrl.startsWith("https:");
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Radix's scroll lock injects a style.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error) throw error;
  });
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return new Map([...headers, ["permissions-policy", PERMISSIONS_POLICY]]);
}

/** Addresses that lead in by a secret of their own: whoever has one may use it. */
const SECRET_ADDRESS = /^\/(?:[bdjpw]|unsubscribe)\//;
const secretHeaders = new Map([
  ["referrer-policy", "no-referrer"],
  ["x-robots-tag", "noindex"],
]);

const LOGOUT_PATH = "/api/v1/auth/logout";

export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = computeHeaders(config);
  app.addHook("onRequest", (request, reply, done) => {
    // Streams and downloads write to the raw response.
    reply.raw.setHeaders(headers);
    if (SECRET_ADDRESS.test(request.url)) reply.raw.setHeaders(secretHeaders);
    // Also where the session has ended already: the browser drops what it has kept of the person's pages.
    if (request.url === LOGOUT_PATH) reply.raw.setHeader("clear-site-data", '"cache"');
    void reply.header("x-request-id", request.id);
    if (request.url.startsWith("/api/")) void reply.header("cache-control", "no-store");
    done();
  });
}

/** Whether the client has this version, so that 304 is enough. @param etag strong, with quotes */
export const matchesEtag = ({ headers }: { headers: IncomingHttpHeaders }, etag: string): boolean =>
  headers["if-none-match"]?.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag) ??
  false;
