/** gzip for JSON answers. Downloads, pages and the live stream stay as they are: gzip would hold their rows and events back. */
import { constants } from "node:zlib";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/**
 * For a route's `compress`. JSON answers hold no secret beside text that strangers chose in a request they can forge (no
 * cookie authenticates), so their compressed length reveals nothing.
 */
export const GZIP = {
  encodings: ["gzip"],
  /** Bytes. Shorter answers fit into one packet as they are. */
  threshold: 1400,
  /** Bytes, up to which compressing takes less than a millisecond: done at once, with a Content-Length. */
  syncThreshold: 16_384,
  zlibOptions: { level: constants.Z_BEST_SPEED + 4 },
} satisfies FastifyCompressOptions;

/** Has to come before the routes. `reply.compress` is for handlers whose route does not compress. */
export const addCompression = (app: FastifyInstance): Promise<void> =>
  Promise.resolve(app.register(compress, { ...GZIP, global: false, globalDecompression: false })).then(() => undefined);
