/** Spans of what the server does, for a collector of OpenTelemetry. Without one, nothing is loaded and work just runs. */
import type { FastifyInstance } from "fastify";

/** Nothing personal: names of endpoints, jobs and tables, never values. */
export type SpanAttributes = Record<string, string | number>;

export interface SpanOptions {
  kind?: "client" | "consumer";
  attributes?: SpanAttributes;
}

export interface Tracing {
  inSpan<T>(name: string, work: () => T, options: SpanOptions): T;
  withoutSpan<T>(work: () => T): T;
  traceRequests(app: FastifyInstance): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

let tracing: Tracing | undefined;

/** @returns undefined where the environment names no collector */
export async function startTraces(env: Record<string, string | undefined>): Promise<Tracing | undefined> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT && !env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return undefined;
  const { openTracing } = await import("./opentelemetry.ts");
  tracing = openTracing(env);
  return tracing;
}

/** Runs `work` as a span within the current one; a promise ends it when it settles. Calls to others need a current one. */
export const inSpan = <T>(name: string, work: () => T, options: SpanOptions = {}): T =>
  tracing ? tracing.inSpan(name, work, options) : work();

/** For work that goes on after the request which began it. */
export const withoutSpan = <T>(work: () => T): T => (tracing ? tracing.withoutSpan(work) : work());

/** Spans are named after the endpoint, else after method and route. */
export const traceRequests = (app: FastifyInstance): void => tracing?.traceRequests(app);

export const isTracing = (): boolean => tracing !== undefined;
