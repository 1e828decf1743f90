/** Prometheus metrics, on a private port. */
import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

const registry = new Registry();

export const jobRuns = new Counter({
  name: "job_runs_total",
  help: "Runs of background jobs",
  labelNames: ["job", "outcome"] as const,
  registers: [registry],
});

export const openPaymentDifferences = new Gauge({
  name: "payment_differences_open",
  help: "Payments and refunds whose amount differs at the payment provider",
  registers: [registry],
});

const requestDurations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a request to the end of its answer, by route",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** Measures every response of `app`. Unknown paths share one label, so that nobody can fill the memory. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.is404 ? "other" : (request.routeOptions.url ?? "other");
    requestDurations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}

function watchPool(pool: pg.Pool): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge("database_connections", "Open connections to the database", () => pool.totalCount);
  gauge("database_connections_idle", "Connections that wait for work", () => pool.idleCount);
  gauge("database_requests_waiting", "Requests that wait for a connection", () => pool.waitingCount);
}

export async function serveMetrics(port: number, host: string, pool: pg.Pool): Promise<Server> {
  collectDefaultMetrics({ register: registry });
  watchPool(pool);
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((ready, failed) => server.once("error", failed).listen(port, host, ready));
  return server;
}
