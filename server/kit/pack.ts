/** Packs long answers on their way out: a day of the planning weighs a fifth of what it says. */
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Shorter ones fit into one packet as they are. */
const leastLength = 1400;
const pack = promisify(gzip);

/** Whether the asker takes gzip, by `Accept-Encoding`. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? "")
    .split(",")
    .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/));
  const weightOf = (name: string) => codings.find(([coding]) => coding?.toLowerCase() === name)?.[1];
  const isNamed = codings.some(([coding]) => coding?.toLowerCase() === "gzip");
  return isNamed
    ? Number(weightOf("gzip") ?? 1) > 0
    : codings.some(([coding]) => coding === "*") && Number(weightOf("*") ?? 1) > 0;
}

/**
 * What answers are JSON, and long. No secret of one's own stands beside what strangers chose in an answer they can call
 * forth (nothing is asked for by cookie), so that its length tells nobody anything.
 */
export function packAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const isJson = /^application\/(\w+\+)?json/.test(String(reply.getHeader("content-type")));
    if (typeof payload !== "string" || !isJson || reply.hasHeader("content-encoding")) return payload;
    const vary = reply.getHeader("vary");
    void reply.header("vary", vary ? `${String(vary)}, accept-encoding` : "accept-encoding");
    if (payload.length < leastLength || !takesGzip(request.headers["accept-encoding"])) return payload;
    void reply.header("content-encoding", "gzip").removeHeader("content-length");
    return pack(payload, { level: constants.Z_BEST_SPEED + 4 });
  });
}
