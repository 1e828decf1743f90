/** The web, as built: files with hashed names for ever, and the one page for every other address. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { answerNotFound } from "./refuse.ts";

const built = resolve(import.meta.dirname, "../../web/dist");
const immutable = "public, max-age=31536000, immutable";

/** Serves `web/dist` where it is built; without it (development, server tests) only the API answers. */
export async function serveSite(app: FastifyInstance): Promise<void> {
  const hasSite = existsSync(resolve(built, "index.html"));
  if (hasSite) {
    await app.register(fastifyStatic, {
      root: built,
      preCompressed: true,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header("cache-control", path.includes("/assets/") ? immutable : "no-cache"),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // Of the path alone: an email in the search, as in an invitation's link, ends like the name of a file.
    const [path = ""] = request.url.split("?");
    const isPage =
      hasSite &&
      (request.method === "GET" || request.method === "HEAD") &&
      !/^\/(api|assets|dev)(\/|$)|\.\w+$/.test(path);
    return isPage ? reply.sendFile("index.html") : answerNotFound(request, reply);
  });
}
