/** What a machine asks before it sends people here: `/healthz` (alive) and `/readyz` (able to serve). */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { House } from "./house.ts";
import { pending } from "./migrate.ts";

const patienceMs = 2000;

/** Why the house cannot serve now; undefined when it can. */
async function whyNot(house: House): Promise<string | undefined> {
  const slow = new AbortController();
  try {
    const missing = await Promise.race([
      pending(house.db),
      sleep(patienceMs, undefined, { ref: false, signal: slow.signal }),
    ]);
    if (!missing) return "the database does not answer in time";
    return missing.length > 0 ? `migrations are pending: ${missing.join(", ")}` : undefined;
  } catch (error) {
    house.log.warn({ err: error }, "not ready: the database does not answer");
    return "the database does not answer";
  } finally {
    slow.abort();
  }
}

export function serveHealth(app: FastifyInstance, house: House): void {
  const quiet = { logLevel: "silent" } as const;
  app.get("/healthz", quiet, async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "alive" }),
  );
  app.get("/readyz", quiet, async (_request, reply) => {
    const reason = await whyNot(house);
    void reply.header("cache-control", "no-store").code(reason ? 503 : 200);
    return reply.send(reason ? { status: "unavailable", reason } : { status: "ready" });
  });
}
