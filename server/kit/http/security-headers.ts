/**
 * Sets the security headers of every response (helmet): Content-Security-Policy (CSP), HSTS, frames, referrer. No CORS:
 * only the own origin calls the API.
 */
import type { IncomingHttpHeaders } from "node:http";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/kit/process/config.ts";

/** The product uses none of these. */
const PERMISSIONS_POLICY = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isHttps = config.appUrl.startsWith("https:");
  await app.register(helmet, {
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
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id).header("permissions-policy", PERMISSIONS_POLICY);
    if (request.url.startsWith("/api/")) void reply.header("cache-control", "no-store");
  });
}

/** Whether the client has this version, so that 304 is enough. @param etag strong, with quotes */
export const matchesEtag = ({ headers }: { headers: IncomingHttpHeaders }, etag: string): boolean =>
  headers["if-none-match"]?.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag) ??
  false;
