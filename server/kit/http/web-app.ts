/**
 * Serves the built web app: hashed files with immutable caching, and for every page index.html, or app.html, which loads at once
 * what is behind the login; an unknown page has the same content, with 404.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isPagePath } from "#contract/page-paths.ts";
import { sendNotFound } from "./error-handler.ts";

export const DIST_FOLDER = resolve(import.meta.dirname, "../../../web/dist");
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";

const publicPath = /^\/(?:$|auth\/|guide(?:\/|$)|legal\/|paid$)/;

export async function serveWebApp(app: FastifyInstance, folder = DIST_FOLDER): Promise<void> {
  const hasSite = existsSync(resolve(folder, "index.html"));
  if (hasSite) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      // A route answers it: a build of an earlier release still has the file.
      globIgnore: ["robots.txt", "offline-files.json"],
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header("cache-control", path.includes("/assets/") ? IMMUTABLE_CACHE : "no-cache"),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // Test the path without the query: the email address in an invitation link ends like a file name.
    const [path = ""] = request.url.split("?");
    const isPage =
      hasSite &&
      (request.method === "GET" || request.method === "HEAD") &&
      !/^\/(api|assets|dev)(\/|$)|\.\w+$/.test(path);
    if (!isPage) return sendNotFound(request, reply);
    return reply.code(isPagePath(path) ? 200 : 404).sendFile(publicPath.test(path) ? "index.html" : "app.html");
  });
}
