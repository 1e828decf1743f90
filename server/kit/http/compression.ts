/** gzip for JSON responses. Downloads, pages and the live stream are not compressed: gzip would delay their rows and events. */
import { constants } from "node:zlib";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/**
 * For a route's `compress`. Compressed lengths leak no secret (BREACH): no cookie authenticates, so nobody can forge a
 * request whose response contains both a secret and chosen text.
 */
export const GZIP = {
  encodings: ["gzip"],
  /** Bytes. Shorter responses fit into one packet anyway. */
  threshold: 1400,
  /** Bytes. Up to this size compression takes less than a millisecond, so it runs synchronously, with a Content-Length. */
  syncThreshold: 16_384,
  zlibOptions: { level: constants.Z_BEST_SPEED + 4 },
} satisfies FastifyCompressOptions;

/** Register before the routes. `reply.compress` is for handlers whose route does not compress. */
export const addCompression = (app: FastifyInstance): Promise<void> =>
  Promise.resolve(app.register(compress, { ...GZIP, global: false, globalDecompression: false })).then(() => undefined);
