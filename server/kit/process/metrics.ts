/** Prometheus metrics, on a private port. */
import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Replica } from "#server/kit/db/replica.ts";
import { isWebProcess } from "./web-processes.ts";

const registry = new Registry();
/** Counted by every web process, and added up by the first process, which serves them. */
const webRegistry = new Registry();
if (isWebProcess) {
  AggregatorRegistry.setRegistries(webRegistry);
  // Its constructor listens to the first process, which asks for the figures.
  new AggregatorRegistry();
}

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
  registers: [webRegistry],
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

function watchReplica(replica: Replica): void {
  new Gauge({
    name: "database_replica_lag_seconds",
    help: "Seconds by which the replica was behind when it answered last",
    registers: [registry],
    collect() {
      this.set(replica.state().lagSeconds ?? Number.NaN);
    },
  });
  new Gauge({
    name: "database_replica_in_use",
    help: "1 while the replica answers reads, 0 while the primary answers all",
    registers: [registry],
    collect() {
      this.set(replica.state().status === "in use" ? 1 : 0);
    },
  });
}

/** @param options.webProcesses whether other processes answer the requests */
export async function serveMetrics(
  port: number,
  host: string,
  { pool, webProcesses, replica }: { pool: pg.Pool; webProcesses: boolean; replica?: Replica | undefined },
): Promise<Server> {
  collectDefaultMetrics({ register: registry });
  watchPool(pool);
  if (replica) watchReplica(replica);
  const aggregator = webProcesses ? new AggregatorRegistry() : undefined;
  const writeMetrics = async () => {
    const parts = [registry.metrics(), aggregator ? aggregator.clusterMetrics() : webRegistry.metrics()];
    return (await Promise.all(parts)).join("\n");
  };
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return void response.writeHead(404).end();
    writeMetrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((ready, failed) => server.once("error", failed).listen(port, host, ready));
  return server;
}
