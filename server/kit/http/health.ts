/** Health checks: `/healthz` (liveness) and `/readyz` (readiness). */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { listPendingMigrations } from "#server/kit/db/migrate.ts";

const READINESS_TIMEOUT_MS = 2000;

async function findUnreadyReason(appContext: AppContext): Promise<string | undefined> {
  const slow = new AbortController();
  try {
    const missing = await Promise.race([
      listPendingMigrations(appContext.db),
      sleep(READINESS_TIMEOUT_MS, undefined, { ref: false, signal: slow.signal }),
    ]);
    if (!missing) return "the database does not answer in time";
    return missing.length > 0 ? `migrations are pending: ${missing.join(", ")}` : undefined;
  } catch (error) {
    appContext.log.warn({ err: error }, "not ready: the database does not answer");
    return "the database does not answer";
  } finally {
    slow.abort();
  }
}

export function serveHealth(app: FastifyInstance, appContext: AppContext): void {
  const quiet = { logLevel: "silent" } as const;
  app.get("/healthz", quiet, async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "alive" }),
  );
  app.get("/readyz", quiet, async (_request, reply) => {
    const reason = await findUnreadyReason(appContext);
    void reply.header("cache-control", "no-store").code(reason ? 503 : 200);
    // A replica that is behind or away makes no server unready: the primary answers.
    const replica = appContext.replica?.state();
    return reply.send({
      ...(reason ? { status: "unavailable", reason } : { status: "ready" }),
      ...(replica && { replica }),
    });
  });
}
