/** Serves the scripts of the embedded page: the one that other sites load, and the one that runs in the frame. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { matchesEtag } from "#server/kit/http/security-headers.ts";

const CACHE_CONTROL = "public, max-age=3600";
const scripts = [
  { path: "/embed.js", file: "embed.js", policy: "cross-origin" },
  { path: "/embed-frame.js", file: "embed-frame.js", policy: "same-origin" },
];

export function serveEmbedScripts(app: FastifyInstance): void {
  for (const { path, file, policy } of scripts) {
    const script = readFileSync(join(import.meta.dirname, file));
    const etag = `"${createHash("sha256").update(script).digest("base64url").slice(0, 22)}"`;
    app.get(path, async (request, reply) => {
      void reply.header("cache-control", CACHE_CONTROL).header("etag", etag);
      void reply.header("cross-origin-resource-policy", policy).type("text/javascript; charset=utf-8");
      return matchesEtag(request, etag) ? reply.code(304).send() : reply.send(script);
    });
  }
}
